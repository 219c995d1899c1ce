"""Calls of an announcer and medals: what is remarkable in a match, as rules over its events.

A game brings a `Caller`: a fold over its events that remembers what it needs (the last striker, the
leader) and returns what is worth a call. A medal counts something for sides: the results of an
event, or the calls of one kind; the side with most of it at the end wins. Both are rules like any
other: no clock, no dice, no words. So every face makes the same calls and awards the same medals.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from q40k.kernel.events import Event
from q40k.kernel.journal.journal import Entry

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E", bound=Event)


class Call(Struct, frozen=True):
    """A moment to call out: its side, and the other side it is about.

    `side` and `other` are ids of seats or names of sides, "" for nobody. `count` is a number that
    belongs to it, such as the length of a streak. `nth` counts the calls of this kind so far, from
    0: a face uses it to vary its sentences.
    """

    kind: str
    side: str = ""
    other: str = ""
    count: int = 0
    nth: int = 0

    @property
    def about(self) -> tuple[str, str]:
        """Return its side, and the other side it is about."""
        return self.side, self.other


class Transition(Struct, Generic[S], frozen=True):
    """An event, with the state before it and after it."""

    before: S
    event: Event
    after: S


class Step(Struct, Generic[S], frozen=True):
    """An entry of the journal, the events that the viewer may see, and the state as the viewer sees
    it.

    `calls` are all possible calls of it, as the game's `Caller` found them.
    """

    entry: Entry
    transitions: tuple[Transition[S], ...]
    state: S
    calls: tuple[Call, ...] = ()


class Caller(Protocol[S, M]):
    """Finds the calls of a game.

    `kinds` are all there are, the most important first: of several at once that one is called.
    """

    kinds: tuple[str, ...]

    def begin(self) -> M:
        """Return its memory before the first event."""

    def update(self, memory: M, transitions: tuple[Transition[S], ...]) -> tuple[M, tuple[Call, ...]]:
        """Return its memory after an entry of the journal, and the calls of that entry.

        `transitions` are the events of one command or answer, at least one.
        """


def foremost(calls: tuple[Call, ...], kinds: tuple[str, ...], most: int) -> tuple[Call, ...]:
    """Return the most important calls in their order, at most `most`; of each kind the last."""
    last_calls = {call.kind: call for call in calls}
    return tuple(sorted(last_calls.values(), key=lambda call: kinds.index(call.kind))[:most])


# -- medals: what somebody was best at in a whole match --------------------------------------------

MOST_SHARED = 2
"""More sides than these share no medal: what everybody has is not remarkable."""

Counted = tuple[str, str, Fraction | int]
"""The side it counts for, the other side it is about ("" for nobody), and the amount."""


class Medal(Struct, frozen=True):
    """A medal that was won: the winners, the other side it is about, and the winning number.

    `seconds` came next, with the number `behind`; nobody did if too many are level. `pairs` holds
    each winner with the other side if there are several of them.
    """

    kind: str
    sides: tuple[str, ...]
    other: str = ""
    number: Fraction = Fraction(1)
    seconds: tuple[str, ...] = ()
    behind: Fraction = Fraction(0)
    pairs: tuple[tuple[str, str], ...] = ()


def count_nothing(_told: Any) -> Iterable[Counted]:
    """Return nothing: the default of a medal that counts something else."""
    return ()


class MedalRule(Struct, Generic[S], frozen=True, kw_only=True):
    """How a medal is won.

    `counts` returns what an event counts for it, and `counts_match` what a whole match counts,
    given entry by entry; `call_kind` is the kind of call that counts one. Both functions are given
    events of `event_kinds` only; empty means all. The medal keeps the "sum" of everything that
    counts for a side, the "most" at once, or only the "first" of the match. Nobody wins it with
    less than `least`.
    """

    kind: str
    counts: Callable[[Transition[S]], Iterable[Counted]] = count_nothing
    event_kinds: tuple[type[Event], ...] = ()
    counts_match: Callable[[Sequence[tuple[Transition[S], ...]]], Iterable[Counted]] = count_nothing
    call_kind: str = ""
    keeps: Literal["sum", "most", "first"] = "sum"
    least: int = 1


def medal_for_events(
    medal: str,
    kind: type[E],
    side: str = "player",
    when: Callable[[E, Any], bool] | None = None,
    *,
    keeps: Literal["sum", "first"] = "sum",
    least: int = 1,
) -> MedalRule[Any]:
    """Return the rule of a medal that counts 1 for each event of a kind; its field `side` names the side.

    `when`, asked with the event and the state before it, leaves out other events.
    """

    def count(transition: Transition[Any]) -> Iterator[Counted]:
        event = transition.event
        if isinstance(event, kind) and (when is None or when(event, transition.before)):
            yield getattr(event, side), "", 1

    return MedalRule(kind=medal, counts=count, event_kinds=(kind,), keeps=keeps, least=least)


def award(
    rules: Iterable[MedalRule[S]], happened: Iterable[tuple[tuple[Transition[S], ...], tuple[Call, ...]]]
) -> tuple[Medal, ...]:
    """Return the medals of a match, in the order of the rules; leave out those that nobody won.

    `happened` holds, entry by entry, the events, and all their possible calls.
    """
    tallies: list[_Tally[S]] = [(rule, {}) for rule in rules]
    by_call: dict[str, list[_Tally[S]]] = {}
    for tally in tallies:
        by_call.setdefault(tally[0].call_kind, []).append(tally)
    by_event = [tally for tally in tallies if tally[0].counts is not count_nothing]
    by_all = [tally for tally in tallies if tally[0].counts_match is not count_nothing]
    matches: list[list[tuple[Transition[S], ...]]] = [[] for _ in by_all]
    counting: dict[type[Event], list[_Tally[S]]] = {}
    shown: dict[type[Event], list[int]] = {}
    for transitions, calls in happened:
        parts: dict[int, list[Transition[S]]] = {}
        for transition in transitions:
            kind = type(transition.event)
            if kind not in counting:
                counting[kind] = [tally for tally in by_event if _counts(tally[0], kind)]
                shown[kind] = [n for n, tally in enumerate(by_all) if _counts(tally[0], kind)]
            for rule, totals in counting[kind]:
                _count(rule, totals, rule.counts(transition))
            for number in shown[kind]:
                parts.setdefault(number, []).append(transition)
        for number, part in parts.items():
            matches[number].append(tuple(part))
        for call in calls:
            for rule, totals in by_call.get(call.kind, ()):
                about = call.other if rule.keeps == "first" else ""
                _count(rule, totals, ((call.side, about, 1),))
    for (rule, totals), match in zip(by_all, matches, strict=True):
        _count(rule, totals, rule.counts_match(match))
    won = (_find_winner(rule, totals) for rule, totals in tallies)
    return tuple(medal for medal in won if medal is not None)


_Totals = dict[tuple[str, str], Fraction | int]
_Tally = tuple[MedalRule[S], _Totals]


def _counts(rule: MedalRule[S], kind: type[Event]) -> bool:
    return not rule.event_kinds or kind in rule.event_kinds


def _count(rule: MedalRule[S], totals: _Totals, amounts: Iterable[Counted]) -> None:
    for side, other, number in amounts:
        if rule.keeps == "first" and totals:
            return
        before = totals.get((side, other), 0)
        totals[side, other] = before + number if rule.keeps == "sum" else max(before, number)


def _find_winner(rule: MedalRule[S], totals: _Totals) -> Medal | None:
    best_number = max(totals.values(), default=0)
    winners = [who for who, number in totals.items() if number == best_number]
    if best_number < rule.least or len(winners) > MOST_SHARED:
        return None
    about = {other for _side, other in winners}
    sides = tuple(dict.fromkeys(side for side, _other in winners))
    seconds, behind = _runners_up(totals, sides)
    pairs = tuple(winners) if len(about) > 1 else ()
    other = "" if pairs else about.pop()
    return Medal(rule.kind, sides, other, Fraction(best_number), seconds, Fraction(behind), pairs)


def _runners_up(totals: _Totals, sides: tuple[str, ...]) -> tuple[tuple[str, ...], Fraction | int]:
    """Return the sides that came next after the winners, and their number."""
    rest = {who: number for who, number in totals.items() if who[0] not in sides and number > 0}
    most = max(rest.values(), default=0)
    seconds = tuple(dict.fromkeys(side for (side, _other), number in rest.items() if number == most))
    return (seconds, most) if len(seconds) <= MOST_SHARED else ((), 0)

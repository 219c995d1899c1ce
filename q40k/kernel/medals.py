"""Medals: what somebody was most remarkable for in a whole match, as rules over its journal.

A medal counts something for sides: what an event brought about, or how often a call was made. Who
has most of it at the end wins the medal. It is a rule as a call is: no clock, no dice, no words; so
every face awards the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from q40k.kernel.calls import Call, Told
from q40k.kernel.events import Event

S = TypeVar("S")

MOST_SHARED = 2
"""So many at most share a medal: what everybody has is nothing remarkable."""

Counted = tuple[str, str, Fraction | int]
"""For whom something counts, whom else it is about ("" for nobody), and how much."""


class Medal(Struct, frozen=True):
    """A medal that was won: by whom, whom else it is about, and the number it was won with.

    `seconds` came next, with the number `behind`; nobody did where too many have alike.
    """

    kind: str
    sides: tuple[str, ...]
    other: str = ""
    number: Fraction = Fraction(1)
    seconds: tuple[str, ...] = ()
    behind: Fraction = Fraction(0)


def nothing(_told: Any) -> Iterable[Counted]:
    """What counts for a medal that goes by something else."""
    return ()


class MedalRule(Struct, Generic[S], frozen=True, kw_only=True):
    """How a medal is won.

    `counts` is what an event counts for it, `over` what the whole match does, told entry by entry,
    or `called` the kind of call that counts one. `of` are the kinds of events that count at all,
    when not all may: those alone are shown to `counts` and `over`. Of all that counts for somebody
    the medal keeps the "sum", the "most" at once, or only the "first" of the match. Nobody wins it
    with less than `least`.
    """

    kind: str
    counts: Callable[[Told[S]], Iterable[Counted]] = nothing
    of: tuple[type[Event], ...] = ()
    over: Callable[[Sequence[tuple[Told[S], ...]]], Iterable[Counted]] = nothing
    called: str = ""
    keeps: Literal["sum", "most", "first"] = "sum"
    least: int = 1


def award(
    rules: Iterable[MedalRule[S]], happened: Iterable[tuple[tuple[Told[S], ...], tuple[Call, ...]]]
) -> tuple[Medal, ...]:
    """The medals of a match, in the order of the rules, those that nobody won left out.

    What happened is, entry by entry, the events, and all that may be called of them.
    """
    kept: list[_Kept[S]] = [(one, {}) for one in rules]
    by_call = [one for one in kept if one[0].called]
    by_event = [one for one in kept if one[0].counts is not nothing]
    by_all = [one for one in kept if one[0].over is not nothing]
    matches: list[list[tuple[Told[S], ...]]] = [[] for _ in by_all]
    counting: dict[type[Event], list[_Kept[S]]] = {}
    shown: dict[type[Event], list[int]] = {}
    for told, calls in happened:
        parts: dict[int, list[Told[S]]] = {}
        for event in told:
            kind = type(event.event)
            if kind not in counting:
                counting[kind] = [one for one in by_event if _counts(one[0], kind)]
                shown[kind] = [n for n, one in enumerate(by_all) if _counts(one[0], kind)]
            for rule, found in counting[kind]:
                _count(rule, found, rule.counts(event))
            for number in shown[kind]:
                parts.setdefault(number, []).append(event)
        for number, part in parts.items():
            matches[number].append(tuple(part))
        for call in calls:
            for rule, found in by_call:
                if rule.called == call.kind:
                    about = call.other if rule.keeps == "first" else ""
                    _count(rule, found, ((call.side, about, 1),))
    for (rule, found), match in zip(by_all, matches, strict=True):
        _count(rule, found, rule.over(match))
    won = (_won(rule, found) for rule, found in kept)
    return tuple(medal for medal in won if medal is not None)


_Found = dict[tuple[str, str], Fraction | int]
_Kept = tuple[MedalRule[S], _Found]


def _counts(rule: MedalRule[S], kind: type[Event]) -> bool:
    return not rule.of or kind in rule.of


def _count(rule: MedalRule[S], found: _Found, counted: Iterable[Counted]) -> None:
    for side, other, number in counted:
        if rule.keeps == "first" and found:
            return
        before = found.get((side, other), 0)
        found[side, other] = before + number if rule.keeps == "sum" else max(before, number)


def _won(rule: MedalRule[S], found: _Found) -> Medal | None:
    most = max(found.values(), default=0)
    best = [who for who, number in found.items() if number == most]
    if most < rule.least or len(best) > MOST_SHARED:
        return None
    about = {other for _side, other in best}
    sides = tuple(dict.fromkeys(side for side, _other in best))
    seconds, behind = _next(found, sides)
    other = about.pop() if len(about) == 1 else ""
    return Medal(rule.kind, sides, other, Fraction(most), seconds, Fraction(behind))


def _next(found: _Found, sides: tuple[str, ...]) -> tuple[tuple[str, ...], Fraction | int]:
    """Who came next behind those, and with what."""
    rest = {who: number for who, number in found.items() if who[0] not in sides and number > 0}
    most = max(rest.values(), default=0)
    named = tuple(dict.fromkeys(side for (side, _other), number in rest.items() if number == most))
    return (named, most) if len(named) <= MOST_SHARED else ((), 0)

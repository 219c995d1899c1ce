"""Medals: what somebody was most remarkable for in a whole match, as rules over its journal.

A medal counts something for sides: what an event brought about, or how often a call was made. Who
has most of it at the end wins the medal. It is a rule as a call is: no clock, no dice, no words; so
every face awards the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from q40k.kernel.calls import Call, Told

S = TypeVar("S")

MOST_SHARED = 2
"""So many at most share a medal: what everybody has is nothing remarkable."""

Counted = tuple[str, str, Fraction | int]
"""For whom something counts, whom else it is about ("" for nobody), and how much."""


class Medal(Struct, frozen=True):
    """A medal that was won: by whom, whom else it is about, and the number it was won with."""

    kind: str
    sides: tuple[str, ...]
    other: str = ""
    number: Fraction = Fraction(1)


def nothing(_told: Told[Any]) -> Iterable[Counted]:
    """What counts of an event for a medal that goes by calls."""
    return ()


class MedalRule(Struct, Generic[S], frozen=True, kw_only=True):
    """How a medal is won.

    `counts` is what an event counts for it, or `called` the kind of call that counts one. Of all
    that counts for somebody the medal keeps the "sum", the "most" at once, or only the "first" of
    the match. Nobody wins it with less than `least`.
    """

    kind: str
    counts: Callable[[Told[S]], Iterable[Counted]] = nothing
    called: str = ""
    keeps: Literal["sum", "most", "first"] = "sum"
    least: int = 1


def award(
    rules: Iterable[MedalRule[S]], happened: Iterable[tuple[tuple[Told[S], ...], tuple[Call, ...]]]
) -> tuple[Medal, ...]:
    """The medals of a match, in the order of the rules, those that nobody won left out.

    What happened is, entry by entry, the events, and all that may be called of them.
    """
    kept: list[tuple[MedalRule[S], dict[tuple[str, str], Fraction]]] = [(one, {}) for one in rules]
    for told, calls in happened:
        for rule, found in kept:
            if rule.keeps != "first" or not found:
                _count(rule, found, told, calls)
    won = (_won(rule, found) for rule, found in kept)
    return tuple(medal for medal in won if medal is not None)


def _count(
    rule: MedalRule[S],
    found: dict[tuple[str, str], Fraction],
    told: tuple[Told[S], ...],
    calls: tuple[Call, ...],
) -> None:
    counted: list[Counted] = [one for event in told for one in rule.counts(event)]
    first = rule.keeps == "first"
    made = (call for call in calls if call.kind == rule.called)
    counted += [(call.side, call.other if first else "", 1) for call in made]
    for side, other, number in counted[: 1 if first else None]:
        before = found.get((side, other), Fraction(0))
        more = before + number if rule.keeps == "sum" else max(before, Fraction(number))
        found[side, other] = more


def _won(rule: MedalRule[S], found: dict[tuple[str, str], Fraction]) -> Medal | None:
    most = max(found.values(), default=Fraction(0))
    best = [who for who, number in found.items() if number == most]
    if most < rule.least or len(best) > MOST_SHARED:
        return None
    about = {other for _side, other in best}
    sides = tuple(dict.fromkeys(side for side, _other in best))
    return Medal(rule.kind, sides, about.pop() if len(about) == 1 else "", most)

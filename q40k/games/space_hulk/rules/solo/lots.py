"""Draw lots: a die decides between marines, aliens or squares; the table may roll it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

T = TypeVar("T")


def lot_roller(state: Match) -> SideId | None:
    """Return who rolls the program's own dice: the table for the stealers, or None for the app.

    Rule: SOLO-ACT-7
    """
    return "stealer" if state.options.solo_dice == "table" else None


def draw_lot(
    live: Live[Match], key: str, rule: str, candidates: Sequence[T], /, **facts: Any
) -> Rule[T]:
    """Return one of several candidates in a fixed order; a single one needs no roll.

    Roll the fewest D6 with enough results, tens first. Share the results equally from the bottom,
    and roll again for those left over.

    Rule: SOLO-ACT-7, SOLO-SPAWN-2
    """
    many = len(candidates)
    if many == 1:
        return candidates[0]
    dice = 1
    while 6**dice < many:
        dice += 1
    share = 6**dice // many
    names = tuple(str(getattr(candidate, "id", candidate)) for candidate in candidates)
    while True:
        results: tuple[int, ...] = yield from roll(
            lot_roller(live.state), "lot", rule, dice, what=key, among=names, share=share, **facts
        )
        place = 0
        for die in results:
            place = 6 * place + die - 1
        if place // share < many:
            chosen: T = candidates[place // share]
            return chosen

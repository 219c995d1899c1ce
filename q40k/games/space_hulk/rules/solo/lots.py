"""Lots: whoever or whatever is meant, a die decides, which the table may roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

T = TypeVar("T")


def roller(state: Match) -> SideId | None:
    """Who rolls the program's own dice: the table for the stealers, or the app by itself.

    Rule: SOLO-ACT-7
    """
    return "stealer" if state.options.solo_dice == "table" else None


def lot(live: Live[Match], key: str, rule: str, among: Sequence[T], /, **facts: Any) -> Rule[T]:
    """One of several, who stand in their fixed order; a single one is not rolled for.

    The faces of as many D6 as are wanted, tens first, are dealt out in equal shares from the
    bottom; what is over is rolled again.

    Rule: SOLO-ACT-7, SOLO-SPAWN-2
    """
    many = len(among)
    if many == 1:
        return among[0]
    dice = 1
    while 6**dice < many:
        dice += 1
    share = 6**dice // many
    names = tuple(str(getattr(one, "id", one)) for one in among)
    while True:
        shown: tuple[int, ...] = yield from roll(
            roller(live.state), "lot", rule, dice, what=key, among=names, share=share, **facts
        )
        place = 0
        for die in shown:
            place = 6 * place + die - 1
        if place // share < many:
            chosen: T = among[place // share]
            return chosen

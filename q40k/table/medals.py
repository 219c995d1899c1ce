"""The medals of a match: those of its game, read from the journal, and those for luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from q40k.games.game import Game
from q40k.kernel.commentary import Medal, Step, award
from q40k.table.luck import Luck, Report

LEAST_TESTS = 6
"""Players with fewer tested dice are neither lucky nor unlucky."""
LEAST_SWING = 1.0
"""How many standard deviations off the expected earn a medal."""


def medals(game: Game, walked: Iterable[Step[Any]], report: Report | None = None) -> tuple[Medal, ...]:
    """Return the medals of a match from its live entries, oldest first, and from its luck."""
    steps = ((step.transitions, step.calls) for step in walked)
    won = award(game.medals, steps) if game.medals else ()
    return (*won, *(medals_for_luck(report) if report is not None else ()))


def medals_for_luck(report: Report) -> tuple[Medal, ...]:
    """Return the medals for the luckiest and the unluckiest, if they were remarkable."""
    tested = [luck for luck in report.players if luck.tests >= LEAST_TESTS]
    if not tested:
        return ()
    order = sorted(tested, key=lambda luck: -luck.swing)
    won = (_luck_medal("luckiest", order, 1), _luck_medal("unluckiest", order[::-1], -1))
    return tuple(medal for medal in won if medal is not None)


def _luck_medal(kind: str, order: Sequence[Luck], sign: int) -> Medal | None:
    """Return the medal of the first in order, with the runner-up, if its luck was remarkable."""
    best, *others = order
    if sign * best.swing < LEAST_SWING:
        return None
    runner_up = next((other for other in others if sign * other.swing > 0), None)
    if runner_up is None:
        return Medal(kind, (best.player,), number=best.surplus)
    return Medal(kind, (best.player,), "", best.surplus, (runner_up.player,), runner_up.surplus)

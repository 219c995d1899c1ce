"""The medals of a match: those of its game, read from the journal, and those for luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from q40k.games.game import Game
from q40k.kernel.calls import Step
from q40k.kernel.medals import Medal, award
from q40k.table.luck import Luck, Report

LEAST_TESTS = 6
"""With fewer dice that could pass or fail nobody was lucky or unlucky."""
LEAST_SWING = 1.0
"""So many standard deviations off the expected are worth a medal."""


def medals(
    game: Game, walked: Iterable[Step[Any]], report: Report | None = None
) -> tuple[Medal, ...]:
    """The medals of a match from everything that stands in it, oldest first, and from its luck."""
    won = award(game.medals, ((step.told, step.calls) for step in walked)) if game.medals else ()
    return (*won, *(of_luck(report) if report is not None else ()))


def of_luck(report: Report) -> tuple[Medal, ...]:
    """Who was luckiest and who was unluckiest, as far as either was remarkable."""
    tested = [one for one in report.players if one.tests >= LEAST_TESTS]
    if not tested:
        return ()
    order = sorted(tested, key=lambda one: -one.swing)
    won = (_won("luckiest", order, 1), _won("unluckiest", order[::-1], -1))
    return tuple(medal for medal in won if medal is not None)


def _won(kind: str, order: Sequence[Luck], sign: int) -> Medal | None:
    """The medal of the first, when that was far enough off to this side, and who came next."""
    best, *others = order
    if sign * best.swing < LEAST_SWING:
        return None
    then = next((one for one in others if sign * one.swing > 0), None)
    if then is None:
        return Medal(kind, (best.player,), number=best.more)
    return Medal(kind, (best.player,), "", best.more, (then.player,), then.more)

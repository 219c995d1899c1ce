"""What a place that is said changes."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, changed, turned
from q40k.games.quake.rules.state import Match


def _placed(state: Match, event: e.Placed) -> Match:
    if event.at is None:
        return changed(state, event.player, at=None, level=None, kept=False)
    return changed(
        state, event.player, at=event.at, portal=event.portal, near=None, tile=None,
        in_water=event.in_water, level=event.level, kept=True, **turned(event.angle),
    )  # fmt: skip


FOLDS: Folds = {e.Placed: _placed}

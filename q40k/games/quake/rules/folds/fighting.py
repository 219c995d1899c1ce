"""What shots and blows change, beside the wounds and deaths that follow them."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, changed
from q40k.games.quake.rules.parts import Fired
from q40k.games.quake.rules.state import Match


def _shot(state: Match, event: e.Shot) -> Match:
    shooter = state.players[event.shooter]
    jammed = shooter.life.jammed
    if event.jammed and event.weapon not in jammed:
        jammed = (*jammed, event.weapon)
    fired = Fired(event.weapon, event.target, event.may_charge)
    return changed(state, event.shooter, shot=fired, jammed=jammed)


def _save_broken(state: Match, event: e.SaveBroken) -> Match:
    return changed(state, event.player, broken=True)


FOLDS: Folds = {
    e.Shot: _shot,
    e.SaveBroken: _save_broken,
}

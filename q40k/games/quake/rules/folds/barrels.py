"""What becomes of barrels."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.state import Match


def _set(state: Match, event: e.BarrelsSet) -> Match:
    return state.replace(barrels={name: Barrel(name, at) for name, at in event.barrels.items()})


def _exploded(state: Match, event: e.BarrelExploded) -> Match:
    barrels = dict(state.barrels)
    if event.explosion == "napalm":
        barrels[event.barrel] = barrels[event.barrel].replace(burning=True)
    else:
        del barrels[event.barrel]
    return state.replace(barrels=barrels)


def _doubled(state: Match, event: e.BarrelDoubled) -> Match:
    second = Barrel(event.second, state.barrels[event.barrel].at)
    return state.replace(barrels={**state.barrels, event.second: second})


FOLDS: Folds = {
    e.BarrelsSet: _set,
    e.BarrelExploded: _exploded,
    e.BarrelDoubled: _doubled,
}

"""What two champions win from each other in a turn, by where they stand, and in the turn after it."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from q40k.games.quake.bot.chances import MEMORY, Fire
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.shooting import guns
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.arrays import Bools, Floats, Ints

AFTER_SHOT = 0.85
"""What is left of the worth of a charge after a shot at the same foe, which may have killed it."""
KEEPS = 0.7
"""The chance that a charge comes about for which a champion goes somewhere: by then both must live, and be in reach."""
COMES = 0.8
"""How much of a strike in the next turn is left that needs a move first."""
SHORT_IN = 0.1
"""A charge that falls short by less is not counted on."""


class Prize(Struct, frozen=True):
    """What a strike may win and lose: by the target's death, the striker's, and its accident."""

    kill: float
    death: float
    accident: float


class Lanes(Struct, frozen=True, eq=False):
    """How a target is met from some places: how far it is, and by its cover on which row of a ladder.

    `saves` are the saves of the rows; the row after them is for a target that is not seen. `open_rows` are
    the rows if every place saw it.
    """

    gap: Floats
    rows: Ints
    open_rows: Ints
    saves: tuple[int, ...]

    def nearer(self, inches: float) -> Lanes:
        """Return how the target is met so much nearer, where every place sees it."""
        return Lanes(np.maximum(self.gap - inches, 0.0), self.open_rows, self.open_rows, self.saves)


def lanes(gap: Floats, sees: Bools, cover: Ints) -> Lanes:
    """Return how a target is met from places: how far it is, whether they see it, and its cover save."""
    saves = tuple(np.bincount(cover.ravel()).nonzero()[0].tolist())
    rows = np.searchsorted(saves, cover)
    return Lanes(gap, np.where(sees, rows, len(saves)), rows, saves)


class Ladder(Struct, frozen=True, eq=False):
    """What the shots at each distance do: a layer a weapon, a row a cover save, a step a range band."""

    reaches: Floats
    kills: Floats
    burns: Floats
    charges: Bools


def _make_ladder(fires: list[list[Fire]]) -> Ladder:
    """Return the ladder of what each weapon does at each cover save."""
    reaches = sorted({reach for row in fires for fire in row for reach in fire.reaches})
    shape = max((1, *map(len, fires))), len(fires) + 1, len(reaches) + 1
    kills, burns, charges = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=bool)
    for row, fires_there in enumerate(fires):
        for layer, fire in enumerate(fires_there):
            for step, reach in enumerate(reaches):
                if (band := fire.band(reach)) is not None:
                    at = layer, row, step
                    kills[at], burns[at], charges[at] = fire.kills[band], fire.burns[band], fire.charges[band]
    return Ladder(np.array(reaches), kills, burns, charges)


class Strikes:
    """What one champion does to another, as a worth by distance, sight and cover."""

    def __init__(self, state: Match, striker: Player, target: Player, stakes: Prize) -> None:
        self.state, self.striker, self.target, self.stakes = state, striker, target, stakes
        self.reach = float(charge_in(profile(striker).unit_type, striker.abilities)) - SHORT_IN
        self.step = allowance(state, striker)
        duel = MEMORY.duel(state, striker, target)
        self.charge = max(0.0, duel.kills * stakes.kill - duel.dies * stakes.death)
        self._guns = guns(state, striker)
        self._worths: dict[tuple[tuple[int, ...], bool], tuple[Floats, Floats, Floats]] = {}

    def _worth_by_step(self, saves: tuple[int, ...], moved: bool) -> tuple[Floats, Floats, Floats]:
        """Return the reaches of a ladder, and row by row the worth of the best shot, and of shot and charge."""
        worths = self._worths.get((saves, moved))
        if worths is None:
            fight = MEMORY.strike_key(self.state, self.striker, self.target)
            key = "ladder", *fight, saves, moved, tuple(gun.id for gun in self._guns)
            ladder: Ladder = MEMORY.recall(key, lambda: _make_ladder([self._fires(save, moved) for save in saves]))
            worth = np.maximum(ladder.kills * self.stakes.kill - ladder.burns * self.stakes.accident, 0.0)
            follow = np.where(ladder.charges, worth, 0.0).max(axis=0)
            both = follow + np.where(follow > 0, AFTER_SHOT, 1.0) * KEEPS * self.charge
            worths = self._worths[saves, moved] = ladder.reaches, worth.max(axis=0), both
        return worths

    def _fires(self, cover: int, moved: bool) -> list[Fire]:
        return [MEMORY.fire(self.state, self.striker, gun, self.target, cover=cover, moved=moved) for gun in self._guns]

    def now(self, lanes: Lanes, moved: bool, *, shoots: bool = True, charges: bool = True) -> Floats:
        """Return what the strikes of a turn are worth from each place; `moved`: after a move."""
        rows = lanes.rows if shoots else np.full(lanes.rows.shape, len(lanes.saves))
        reaches, shots, follows = self._worth_by_step(lanes.saves, moved)
        steps = rows * shots.shape[1] + reaches.searchsorted(lanes.gap - 1e-6)
        shot: Floats = shots.take(steps)
        if not (charges and self.charge > 0 and (near := lanes.gap <= self.reach).any()):
            return shot
        best: Floats = np.maximum(shot, np.where(near, follows.take(steps), 0.0))
        return best

    def fight(self) -> float:
        """Return what a round of close combat is worth that goes on without a charge."""
        duel = MEMORY.duel(self.state, self.striker, self.target, charging=False)
        return duel.kills * self.stakes.kill - duel.dies * self.stakes.death


class StrikesFrom:
    """What one champion does to another from each of some places."""

    def __init__(self, strikes: Strikes, lanes: Lanes) -> None:
        self.strikes, self.lanes = strikes, lanes

    @cached_property
    def still(self) -> Floats:
        """Return what the strikes of a turn are worth without a move."""
        return self.strikes.now(self.lanes, moved=False)

    @cached_property
    def nearer(self) -> Floats:
        """Return what the strikes of a turn are worth after a move towards the target, where it is seen."""
        return self.strikes.now(self.lanes.nearer(self.strikes.step), moved=True)

    @cached_property
    def next(self) -> Floats:
        """Return what the strikes of the next turn are worth, if the target stays: standing, or after a move."""
        best: Floats = np.maximum(self.still, COMES * self.nearer)
        return best

    def now(self, moved: bool, *, shoots: bool = True, charges: bool = True) -> Floats:
        """Return what the strikes of this turn are worth."""
        if not moved and shoots and charges:
            return self.still
        return self.strikes.now(self.lanes, moved, shoots=shoots, charges=charges)

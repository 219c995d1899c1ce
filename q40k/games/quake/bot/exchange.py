"""What two champions win from each other in a turn, by where they stand, and in the turn after it."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.shooting.aiming import guns
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.arrays import Bools, Floats, Ints

AFTER_SHOT = 0.85
"""What is left of the worth of a charge after a shot at the same foe, which may have killed it."""
KEEPS = 0.7
"""The chance that a charge comes about for which a champion goes somewhere: by then both must live, and be in reach."""
COMES = 0.7
"""How much of a strike in the next turn is left that needs a move first."""
SHORT_IN = 0.1
"""A charge that falls short by less is not counted on."""


class Prize(Struct, frozen=True):
    """What a strike may win and lose: by the target's death, the striker's, and its accident."""

    kill: float
    death: float
    accident: float


class Ladder(Struct, frozen=True, eq=False):
    """What the best shot at each distance is worth: at any, and of those that allow a charge after it."""

    reaches: Floats
    shot: Floats
    follow: Floats

    def at(self, gap: Floats) -> tuple[Floats, Floats]:
        """Return the worth of the best shot from each distance, and of the best that allows a charge."""
        steps = np.searchsorted(self.reaches, gap - 1e-6)
        return self.shot[steps], self.follow[steps]


class Strikes:
    """What one champion does to another, as a worth by distance, sight and cover."""

    def __init__(self, state: Match, striker: Player, target: Player, stakes: Prize) -> None:
        self.state, self.striker, self.target, self.stakes = state, striker, target, stakes
        self.reach = float(charge_in(profile(striker).unit_type, striker.abilities)) - SHORT_IN
        self.step = allowance(state, striker)
        duel = MEMORY.duel(state, striker, target)
        self.charge = max(0.0, duel.kills * stakes.kill - duel.dies * stakes.death)
        self._guns = guns(state, striker)
        self._ladders: dict[tuple[int, bool], Ladder] = {}

    def _ladder(self, cover: int, moved: bool) -> Ladder:
        ladder = self._ladders.get((cover, moved))
        if ladder is None:
            fires = [
                MEMORY.fire(self.state, self.striker, gun, self.target, cover=cover, moved=moved) for gun in self._guns
            ]
            reaches = sorted({reach for fire in fires for reach in fire.reaches})
            shot, follow = np.zeros(len(reaches) + 1), np.zeros(len(reaches) + 1)
            for number, reach in enumerate(reaches):
                for fire in fires:
                    band = fire.band(reach)
                    if band is not None:
                        worth = fire.kills[band] * self.stakes.kill - fire.burns[band] * self.stakes.accident
                        shot[number] = max(shot[number], worth)
                        if fire.charges[band]:
                            follow[number] = max(follow[number], worth)
            ladder = self._ladders[cover, moved] = Ladder(np.array(reaches), shot, follow)
        return ladder

    def now(
        self, gap: Floats, sees: Bools, cover: Ints, moved: bool, *, shoots: bool = True, charges: bool = True
    ) -> Floats:
        """Return what the strikes of a turn are worth from each place; `moved`: after a move."""
        near = gap <= self.reach
        charges = charges and self.charge > 0 and bool(near.any())
        shot, follow = self._shots(gap, sees, cover, moved) if shoots else (np.zeros(gap.shape), np.zeros(gap.shape))
        if not charges:
            return shot
        after = np.where(follow > 0, AFTER_SHOT, 1.0) * KEEPS * self.charge
        best: Floats = np.maximum(shot, np.where(near, follow + after, 0.0))
        return best

    def _shots(self, gap: Floats, sees: Bools, cover: Ints, moved: bool) -> tuple[Floats, Floats]:
        """Return the worth of the best shot from each place, and of the best that allows a charge."""
        saves = np.flatnonzero(np.bincount(cover.ravel())).tolist()
        if len(saves) == 1:
            shot, follow = self._ladder(saves[0], moved).at(gap)
        else:
            shot, follow = np.zeros(gap.shape), np.zeros(gap.shape)
            for save in saves:
                at = cover == save
                shot[at], follow[at] = self._ladder(save, moved).at(gap[at])
        return shot * sees, follow * sees

    def fight(self) -> float:
        """Return what a round of close combat is worth that goes on without a charge."""
        duel = MEMORY.duel(self.state, self.striker, self.target, charging=False)
        return duel.kills * self.stakes.kill - duel.dies * self.stakes.death

    def next(self, gap: Floats, sees: Bools, cover: Ints) -> Floats:
        """Return what the strikes of the next turn are worth, if the target stays: standing, or after a move."""
        still = self.now(gap, sees, cover, moved=False)
        nearer = self.now(np.maximum(gap - self.step, 0.0), np.ones_like(sees), cover, moved=True)
        best: Floats = np.maximum(still, COMES * nearer)
        return best

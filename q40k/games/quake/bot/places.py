"""What every cell of the ground is worth to a champion: what it wins there, and what it risks."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from q40k.games.quake.bot.chances import MEMORY, Fire
from q40k.games.quake.bot.goals import Goal, find_goals
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Player
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.arrays import Floats

PATIENCE = 0.7
"""What a goal is worth when it is a turn's move farther away."""
HIDDEN = 0.5
"""What a place near a foe is worth from which it cannot be seen."""
NERVE = 0.4
"""What a risk counts where the dead come back at once: a fight put off comes all the same."""
ELSEWHERE = 0.75
"""The chance that a foe that still moves is still to be shot at."""
COMES = 0.55
"""The chance that a foe that still moves comes to where it hurts most."""


class Places:
    """The worth of cells in a state; `moved`: as seen by a champion that moves there."""

    def __init__(self, outlook: Outlook, personality: Personality) -> None:
        self.outlook = outlook
        self.personality = personality
        self.count = len(outlook.grid.points)
        self._gains: dict[bool, Floats] = {}

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Return the places worth going to."""
        return find_goals(self.outlook, self.personality)

    @cached_property
    def attraction(self) -> Floats:
        """Return what each cell is worth for what is near."""
        worth = np.zeros(self.count)
        outlook = self.outlook
        step = max(2.0, allowance(outlook.state, outlook.me))
        for goal in self.goals:
            away = outlook.distances_from(outlook.grid.cell_at(goal.at))
            away = np.where(np.isfinite(away), away, 200.0)
            near = goal.worth * PATIENCE ** (np.maximum(away - goal.near_in, 0.0) / step + 1.0)
            if goal.kind == "foe":
                near = np.where(outlook.sees(outlook.state.players[goal.name]), near, HIDDEN * near)
            worth = np.maximum(worth, near)
        return worth

    def _is_later(self, foe: Player) -> bool:
        """Return whether a foe still moves before it is shot at."""
        state = self.outlook.state
        if state.play.phase != "movement":
            return False
        if state.alternates:
            return foe.id not in state.team_play.acted
        return state.play.active == self.outlook.me.id and foe.id in state.after(self.outlook.me.id)

    # -- what it wins ----------------------------------------------------------------------------

    def gains(self, *, moved: bool) -> Floats:
        """Return what the best shot and the best charge from each cell win."""
        if moved not in self._gains:
            self._gains[moved] = self._work_out_gains(moved)
        return self._gains[moved]

    def _work_out_gains(self, moved: bool) -> Floats:
        shots, follow, charges = np.zeros(self.count), np.zeros(self.count), np.zeros(self.count)
        outlook = self.outlook
        for foe in outlook.foes:
            if foe.position.at is None:
                continue
            gap, sees = outlook.gaps_to(foe), outlook.sees(foe)
            sure = ELSEWHERE if self._is_later(foe) else 1.0
            kill = outlook.stakes.kill(foe) * self.personality.blood
            for fire in outlook.fires(foe, moved=moved):
                worth = self._worth_of_fire(fire, gap, kill) * sees * sure
                shots = np.maximum(shots, worth)
                if all(fire.charges):
                    follow = np.maximum(follow, worth)
            duel = MEMORY.duel(outlook.state, outlook.me, foe)
            net = duel.kills * kill - duel.dies * outlook.stakes.death(foe) * self.personality.caution
            if net > 0:
                charges = np.maximum(charges, np.where(gap <= outlook.charge_in - 0.1, net * sure, 0.0))
        return np.maximum(shots, follow + 0.85 * charges)

    def _worth_of_fire(self, fire: Fire, gap: Floats, kill: float) -> Floats:
        worth = fire.kills_at(gap) * kill
        if any(fire.burns):
            worth -= fire.burns_at(gap) * self.outlook.stakes.own_accident()
        return worth

    # -- what it risks ---------------------------------------------------------------------------

    @cached_property
    def risks(self) -> Floats:
        """Return what the foes win from a champion that stands in each cell until it acts again."""
        outlook, total = self.outlook, np.zeros(self.count)
        focus = 1.0 / max(1.0, len(outlook.foes)) ** 0.5
        covers = [0, *sorted({int(save) for save in np.unique(outlook.covers) if save})]
        for foe in outlook.foes:
            if foe.position.at is None:
                continue
            dies = self._chance_to_die(foe, covers)
            total += dies * outlook.stakes.death(foe) * focus
        return total * self.personality.caution * self.nerve_of(outlook)

    @staticmethod
    def nerve_of(outlook: Outlook) -> float:
        """Return what a risk counts: less where the dead come back at once, less as time goes by."""
        nerve = 1.0 if dies_for_good(outlook.state, outlook.me.id) else NERVE
        return nerve * (1.0 - 0.8 * outlook.impatience)

    def _chance_to_die(self, foe: Player, covers: list[int]) -> Floats:
        """Return the chance in each cell that a foe kills the champion, by shot or by charge."""
        outlook = self.outlook
        gap, sees = outlook.gaps_to(foe), outlook.sees(foe)
        later = self._is_later(foe)
        nearer = np.maximum(gap - allowance(outlook.state, foe), 0.0)
        shot = np.zeros(self.count)
        for cover in covers:
            here = outlook.covers == cover
            for fire in outlook.fires_of(foe, cover=cover):
                now = fire.kills_at(gap) * sees
                if later:
                    now = np.maximum(now, COMES * fire.kills_at(nearer))
                shot = np.where(here, np.maximum(shot, now), shot)
        duel = MEMORY.duel(outlook.state, foe, outlook.me)
        reach = float(charge_in(profile(foe).unit_type, foe.abilities)) - 0.1
        wants = duel.kills >= duel.dies or len(outlook.foes) == 1
        charge = np.where(gap <= reach, duel.kills, 0.0)
        if later:
            charge = np.maximum(charge, np.where(nearer <= reach, COMES * duel.kills, 0.0))
        charge = charge * (1.0 if wants else 0.5)
        return 1.0 - (1.0 - shot) * (1.0 - charge)

    # -- together --------------------------------------------------------------------------------

    def worths(self, *, moved: bool = True) -> Floats:
        """Return what each cell is worth altogether."""
        return self.gains(moved=moved) + self.attraction - self.risks

    def worth_here(self) -> float:
        """Return what it is worth to stay."""
        cell = self.outlook.cell
        stays = self.gains(moved=self.outlook.me.turn.moved)[cell] + self.attraction[cell] - self.risks[cell]
        return float(stays) + self.personality.stillness * self.outlook.stakes.unit

    def portal_worth(self, number: int, at: tuple[float, float], worths: Floats) -> float:
        """Return what it is worth to come out of a portal: what is near, and whom it telefrags."""
        outlook = self.outlook
        worth = float(worths[outlook.grid.cell_at(at)])
        for occupant in outlook.state.occupants(number):
            if occupant != outlook.me.id:
                worth += outlook.stakes.accident(outlook.state.players[occupant])
        return worth

"""What is at stake: the share of victory that a kill, a death or a token is worth to a side.

A share of 1 is the match. The numbers of a mod follow from what it counts: with victory points a
kill is worth its part of the goal; in sudden death it is worth a part of a round.
"""

from functools import cached_property
from math import dist

import numpy as np

from q40k.games.quake.bot.bonuses import Bonuses
from q40k.games.quake.packs.models import Category
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.rounds import dies_for_good
from q40k.games.quake.state.parts import Flag
from q40k.geometry.space import Spot

DENIED = 0.3
"""What a rival's bonus counts that it loses: one may also keep out of its way."""
FLAG = 0.5
"""What a flag is worth where it stands, as a share of a round; one brought home is worth all of it."""
MINOR_KILL = 0.08
"""What a kill is worth, as a share of a round, where kills count for nothing themselves."""


class Stakes:
    """What is at stake for the side of a champion in a state."""

    def __init__(self, state: Match, player: Player) -> None:
        self.state = state
        self.player = player
        self.side = state.side_of(player.id)
        self.mod = state.mod
        self.by = state.mod.win.by
        self._worths: dict[str, Bonuses] = {}
        self._kills: dict[str, float] = {}
        self._losses: dict[str, float] = {}

    @cached_property
    def rivals(self) -> tuple[str, ...]:
        """Return the other sides with somebody at the table."""
        players = self.state.players
        sides = dict.fromkeys(self.state.side_of(p) for p in players if players[p].present)
        return tuple(side for side in sides if side != self.side)

    @cached_property
    def _rivalry(self) -> float:
        """Return what a rival's gain counts: all of it in a duel, less where many share the loss.

        Among equals a point of one's own is won from all rivals together, so a point of one of them
        costs its part of it.
        """
        return 1.0 / max(1, len(self.rivals))

    @cached_property
    def round_share(self) -> float:
        """Return the share of the match that a round is worth."""
        rounds = getattr(self.mod.win, "rounds", 1)
        return 1.0 / rounds

    @cached_property
    def unit(self) -> float:
        """Return what a kill of a champion worth as much as this one is worth."""
        if self.by == "score":
            return float(self.player.value) / self._goal(self.side)
        return self.round_share * MINOR_KILL

    def _goal(self, side: str) -> float:
        return max(1.0, float(self.state.goal_of(side)))

    def is_friend(self, other: Player) -> bool:
        """Return whether another plays for the same side."""
        return self.state.side_of(other.id) == self.side

    def kill(self, victim: Player) -> float:
        """Return what killing a champion is worth; a friend's death costs."""
        if victim.id not in self._kills:
            self._kills[victim.id] = self._worth_of_kill(victim)
        return self._kills[victim.id]

    def _worth_of_kill(self, victim: Player) -> float:
        points = float(victim.value) / self._goal(self.side) if self.by == "score" else 0.0
        return -self.death_of(victim) - points if self.is_friend(victim) else points + self._denial(victim)

    def accident(self, victim: Player) -> float:
        """Return what the accident of a rival is worth, such as a telefrag: it pays for it itself."""
        if self.is_friend(victim):
            return -self.own_accident(victim)
        if self.by != "score":
            return self._denial(victim)
        return float(victim.value) / self._goal(self.state.side_of(victim.id)) * self._rivalry + self._denial(victim)

    def death(self, killer: Player | None = None) -> float:
        """Return what it costs that a rival kills this champion."""
        paid = 0.0
        if self.by == "score":
            goal = self._goal(self.state.side_of(killer.id)) if killer is not None else self._goal(self.side)
            paid = float(self.player.value) / goal * self._rivalry
            if killer is not None and self._wins_with(killer):
                paid = max(paid, 0.5)
        return paid + self.death_of(self.player)

    def _wins_with(self, killer: Player) -> bool:
        """Return whether a rival would win the match with a kill of this champion."""
        side = self.state.side_of(killer.id)
        return self.state.score_of(side) + self.player.value >= self.state.goal_of(side)

    def own_accident(self, player: Player | None = None) -> float:
        """Return what an accident costs its own side."""
        player = player or self.player
        paid = float(player.value) / self._goal(self.side) if self.by == "score" else 0.0
        return paid + self.death_of(player)

    def death_of(self, player: Player) -> float:
        """Return what a death costs its side beside points: the bonus, the flag, the round. It is back at once."""
        cost = self._bonus_of(player)
        cost += self._flag_carried_by(player)
        if dies_for_good(self.state, player.id):
            lives = max(1, self.state.lives_left(player.id) or 1)
            cost += self.round_share / max(1, self._living(self.state.side_of(player.id))) / lives
        return cost

    def _denial(self, victim: Player) -> float:
        """Return what the victim's side loses by its death, as far as that is won by this side."""
        worth = self.round_share * MINOR_KILL if self.by != "score" else 0.0
        worth += DENIED * self._bonus_of(victim) * self._rivalry
        worth += self._flag_carried_by(victim)
        if dies_for_good(self.state, victim.id):
            rivals = sum(self._living(side) for side in self.rivals)
            lives = max(1, self.state.lives_left(victim.id) or 1)
            worth += self.round_share / max(1, rivals) / lives
        portal, hold = victim.position.portal, self.mod.parameters.hold
        if self.mod.has("domination") and portal is not None and hold in (None, portal):
            worth += self.round_share * MINOR_KILL
        return worth

    def _living(self, side: str) -> int:
        players = self.state.players
        return sum(1 for p in self.state.members(side) if players[p].present and not players[p].life.out)

    # -- flags -------------------------------------------------------------------------------

    def flag(self, flag: Flag, side: str) -> float:
        """Return what a flag is worth in the hands of a side: the more, the nearer it is to that side's base.

        Its own flag sent home is worth more, the nearer it carries a rival's: one at home then wins the round.
        """
        if flag.team == side:
            held = (
                other
                for other in self.state.flags.values()
                if other.team != side and other.carrier is not None and self.state.side_of(other.carrier) == side
            )
            return max((self.flag(other, side) for other in held), default=self.round_share * FLAG)
        home, at = home_of(self.state, side), flag.at
        if flag.carrier is not None:
            at = self.state.players[flag.carrier].position.at
        if home is None or at is None or flag.home is None:
            return self.round_share * FLAG
        near = max(0.0, 1.0 - dist(at, home) / max(1.0, dist(flag.home, home)))
        return self.round_share * (FLAG + (1.0 - FLAG) * near)

    def _flag_carried_by(self, player: Player) -> float:
        """Return what a champion carries, to its own side or to the one that gets its flag back by its death."""
        flags = (flag for flag in self.state.flags.values() if flag.carrier == player.id)
        sides = {self.side, self.state.side_of(player.id)}
        return max((self.flag(flag, side) for flag in flags for side in sides), default=0.0)

    # -- bonuses -----------------------------------------------------------------------------

    def token(self, category: Category) -> float:
        """Return what an unknown bonus of a category is worth to the champion."""
        return self._bonuses(self.player).of_token(category)

    def _bonus_of(self, player: Player) -> float:
        """Return what a champion's side loses by losing its bonus."""
        if player.bonus is None:
            return 0.0
        if player.id not in self._losses:
            self._losses[player.id] = self._bonuses(player).of_holder()
        return self._losses[player.id]

    def _bonuses(self, player: Player) -> Bonuses:
        bonuses = self._worths.get(player.id)
        if bonuses is None:
            players, side = self.state.players.values(), self.state.side_of(player.id)
            foes = tuple(p for p in players if p.in_play and self.state.side_of(p.id) != side)
            nearest = tuple(sorted(foes, key=lambda p: p.id != self.player.id))
            kill = death = self.unit
            if dies_for_good(self.state, player.id):
                kill = self.round_share / max(1, len(foes))
                death = self.round_share / max(1, self._living(side))
            elif self.by == "score":
                death *= self._rivalry
            bonuses = self._worths[player.id] = Bonuses(self.state, player, nearest, kill, death, self.unit)
        return bonuses


def home_of(state: Match, side: str) -> Spot | None:
    """Return the middle of the base of a team; None without one."""
    base = state.teams[side].base if side in state.teams else None
    return next((middle_of(zone.polygon) for zone in state.arena.bases if zone.number == base), None)


def middle_of(corners: tuple[Spot, ...]) -> Spot:
    """Return the middle of the corners of a base."""
    x, y = np.array(corners).mean(axis=0)
    return round(float(x), 2), round(float(y), 2)

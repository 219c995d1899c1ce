"""Teams that act, move, shoot and die at random: whose part it is, reckoned apart from the rules.

The reckoning knows the book's sentence only: the teams act in turn, one champion at a time, and a
team with none left to act waits while the others finish.
"""

from __future__ import annotations

from random import Random

import pytest

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.state.match import PHASES
from tests.games.quake.rules.in_teams import CHAMPIONS, facing, team_mod
from tests.games.quake.rules.playing import Table

pytestmark = pytest.mark.rule("TEAM-3", "TURN-1", "TURN-2", "SUDDEN-1")
NAMES = "Ann+Bob+Cid Dot+Eve Fay+Gus+Hal"
TEAMS = [team.split("+") for team in NAMES.split()]


class Reckoning:
    """Who is there, who has acted in this phase, and which team is up."""

    def __init__(self) -> None:
        self.there = {name for team in TEAMS for name in team}
        self.turn, self.phase = 1, 0
        self.open()

    def open(self) -> None:
        self.acted: set[str] = set()
        self.up = len(TEAMS) - 1
        self.pass_on()

    def ready(self, team: int) -> list[str]:
        return [team for team in TEAMS[team] if team in self.there and team not in self.acted]

    def pass_on(self) -> None:
        """The next team that has somebody left acts, perhaps the same; else the next phase."""
        following = [(self.up + step) % len(TEAMS) for step in range(1, len(TEAMS) + 1)]
        result = next((team for team in following if self.ready(team)), None)
        if result is not None:
            self.up = result
            return
        self.phase = (self.phase + 1) % len(PHASES)
        self.turn += self.phase == 0
        self.open()

    def has_acted(self, name: str) -> None:
        self.acted.add(name)
        self.pass_on()

    def is_gone(self, name: str) -> None:
        self.there.discard(name)
        if not self.ready(self.up):
            self.pass_on()

    @property
    def sides(self) -> int:
        return sum(any(member in self.there for member in team) for team in TEAMS)


def agrees(table: Table, reckoning: Reckoning) -> bool:
    play = table.state.play
    return (play.turn, play.phase, table.active in reckoning.ready(reckoning.up)) == (
        reckoning.turn,
        PHASES[reckoning.phase],
        True,
    )


@pytest.mark.parametrize("mod", [CHAMPIONS, team_mod()], ids=["sudden-death", "respawn"])
@pytest.mark.parametrize("seed", range(12))
def test_the_teams_act_in_turn_whoever_moves_dies_or_leaves(mod: Mod, seed: int) -> None:
    dice, table, reckoning = Random(seed), facing(NAMES, mod), Reckoning()
    for _ in range(60):
        what = dice.random()
        if what < 0.2 and reckoning.sides > 1:
            killer, victim = dice.sample(sorted(reckoning.there), 2)
            survivors = Reckoning()
            survivors.there = reckoning.there - {victim}
            if survivors.sides > 1:
                table.do("kill", *(() if mod is CHAMPIONS else (3,)), player=killer, victim=victim)
                if mod is CHAMPIONS:
                    reckoning.is_gone(victim)
        elif what < 0.25 and len(reckoning.ready(reckoning.up)) > 1:
            removed = dice.choice(reckoning.ready(reckoning.up))
            table.do("leave", player=removed)
            reckoning.is_gone(removed)
        else:
            name = dice.choice(reckoning.ready(reckoning.up))
            table.do("act", player=name)
            if reckoning.phase == 0 and dice.random() < 0.7:
                table.do("move", player=name, inches=3)
            table.do("next")
            reckoning.has_acted(name)
        assert agrees(table, reckoning)

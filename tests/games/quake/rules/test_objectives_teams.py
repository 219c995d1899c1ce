"""What a side is worth and scores: a player alone, or a team as the sum of its members."""

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.packs.models import TeamsOf
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.ties import TieCounted
from tests.games.quake.rules.playing import Table, champion, deathmatch, of_type

TEAM_DEATHMATCH = deathmatch(players="teams", teams=TeamsOf())


def teams(**new: Any) -> Table:
    """Reds (15 and 30) against Blues (15 and 20), deployed without positions."""
    table = Table(mod_data=TEAM_DEATHMATCH, **new)
    for name, team, points in (("Ann", "Reds", 15), ("Bob", "Blues", 15), ("Cid", "Reds", 30), ("Dan", "Blues", 20)):
        profile = champion(points)
        table.do("join", player=name, champion="x", profile=profile, team=team)
    table.do("start", 6, 5, 1, 1, "Reds", "Reds", "Reds")
    while table.state.play.phase == "deployment":
        there = next(p for p in table.state.players.values() if not p.life.placed)
        table.do("deploy", player=table.active or there.name)
    return table


@pytest.mark.rule("SCORE-4")
def test_a_teams_score_and_value_are_its_members_together() -> None:
    table = teams()
    table.do("kill", 1, player="Ann", victim="Dan")
    table.do("kill", 1, player="Cid", victim="Bob")
    state = table.state
    assert state.sides == ("Reds", "Blues")
    assert [state.score_of("Reds"), state.value_of("Reds")] == [35, 45]
    assert (state.goal_of("Reds"), state.goal_of("Blues")) == (450, 350)
    assert state.times_of("Reds") == Fraction(35, 45)
    table.do("leave", player="Cid")
    assert [table.state.score_of("Reds"), table.state.value_of("Reds")] == [35, 45]


@pytest.mark.rule("TEAM-4")
def test_a_team_mates_death_costs_the_team_what_it_is_worth() -> None:
    table = teams()
    table.do("kill", 1, player="Ann", victim="Cid")
    assert table.state.score_of("Reds") == -30
    table.do("kill", 1, player=["Ann", "Bob"], victim="Dan")
    assert (table["Ann"].score.points, table["Bob"].score.points) == (-20, -10)
    table.do("correct", player="Dan", champion="x", profile=champion(40))
    assert (table["Ann"].score.points, table["Bob"].score.points) == (-10, -20)


@pytest.mark.rule("SCORE-4")
def test_the_first_team_to_ten_times_its_summed_value_wins() -> None:
    table = teams(options={"times_to_win": 1})
    table.do("adjust", player="Ann", score=40, why="x")
    assert not table.state.outcome.over
    events = table.do("adjust", player="Cid", score=5, why="x")
    assert [(x.winner, x.times) for x in of_type(events, Won)] == [("Reds", 1)]
    assert table.state.outcome.winner == ("Reds",)


@pytest.mark.rule("TIE-1")
def test_a_tie_between_teams_counts_every_figure_and_its_races() -> None:
    table = teams()
    for name, painted, race in (
        ("Ann", True, "Orks"),
        ("Cid", False, "Eldar"),
        ("Bob", True, "Orks"),
        ("Dan", False, None),
    ):
        description = {"race": race} if race else {}
        table.do("describe", player=name, painted=painted, wysiwyg=True, **description)
    events = table.do("end", 1)
    assert [(x.side, x.painted, x.wysiwyg, x.races, x.result) for x in of_type(events, TieCounted)] == [
        ("Reds", 1, 2, 2, 6),
        ("Blues", 1, 2, 1, 3),
    ]
    assert table.state.outcome.winner == ("Reds",)

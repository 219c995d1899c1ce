"""Domination: portals held at each turn's end."""

import pytest

from q40k.games.quake.packs.models import Parameters, PointsWin
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.points import PortalsCounted, measure
from q40k.games.quake.state.turn import TurnOpened
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.rules.in_teams import DOMINATION, facing, two_bases, winner
from tests.games.quake.rules.playing import Table, deathmatch, of_type, start_table


def dominating(names: str = "Ann+Bob+Cid Dot+Eve+Fay", **options: int) -> Table:
    return facing(names, DOMINATION, arena_data=two_bases(), options=options)


def stand(table: Table, **portals: int | None) -> Table:
    for name, portal in portals.items():
        table.do("stand", player=name, portal=portal)
    return table


def end_turn(table: Table) -> PortalsCounted:
    events = [event for _ in range(4) for event in table.do("end-phase")]
    (counted,) = of_type(events, PortalsCounted)
    assert isinstance(counted, PortalsCounted)
    return counted


def points(table: Table) -> dict[str, int]:
    return {team.name: team.points for team in table.state.teams.values()}


@pytest.mark.rule("PORTAL-1")
def test_every_portal_held_scores_one_at_each_turns_end() -> None:
    table = stand(dominating(), Ann=1, Bob=2, Dot=5)
    counted = end_turn(table)
    assert counted.held == {"Red": (1, 2), "Blue": (5,)}
    assert points(table) == {"Red": 2, "Blue": 1}
    end_turn(table)
    assert points(table) == {"Red": 4, "Blue": 2}


@pytest.mark.rule("PORTAL-1")
def test_a_portal_with_champions_of_several_teams_scores_for_none() -> None:
    table = stand(dominating(), Ann=1, Bob=1, Dot=1, Eve=3, Fay=3)
    counted = end_turn(table)
    assert (counted.held, counted.contested) == ({"Blue": (3,)}, (1,))
    assert points(table) == {"Red": 0, "Blue": 1}


@pytest.mark.rule("PORTAL-1")
def test_only_the_living_hold_and_only_where_they_stand() -> None:
    table = stand(dominating(), Ann=1, Bob=2, Cid=3)
    table.do("kill", player="Dot", victim="Ann")
    table.do("move", player="Bob", inches=2)
    end_turn(table)
    assert points(table) == {"Red": 1, "Blue": 0}


@pytest.mark.rule("PORTAL-1")
def test_whoever_reaches_a_portal_may_stay_in_it() -> None:
    table = dominating()
    table.do("move", player="Ann", to=(6, 54), inches=5)
    assert table["Ann"].position.portal == 1
    end_turn(table)
    assert points(table) == {"Red": 1, "Blue": 0}


@pytest.mark.rule("PORTAL-1", "TABLE-3")
def test_where_everyone_plays_alone_whoever_stands_alone_on_the_portal_to_hold_scores() -> None:
    rules = ("respawn", "portals", "domination")
    mod = deathmatch(rules=rules, win=PointsWin(points=2), parameters=Parameters(hold=5))
    table = stand(start_table("Ann Bob", table=Table(mod_data=mod)), Ann=5, Bob=1)
    counted = end_turn(table)
    assert counted.held == {"p1": (5,)}, "portal 1 is only a door"
    assert WORDS.tell(Locale("en"), table.state, counted) == "Portals: Ann holds 5 (1 so far)"
    stand(table, Bob=5)
    counted = end_turn(table)
    assert (counted.held, counted.contested) == ({}, (5,))
    stand(table, Ann=None)
    end_turn(table)
    assert [measure(table.state, side) for side in table.state.sides] == [1, 1]
    events = [event for _ in range(4) for event in table.do("end-phase")]
    (won,) = of_type(events, Won)
    assert (won.winner, won.made) == ("p2", 2)
    table.check()


@pytest.mark.rule("TABLE-3")
def test_the_first_to_fifteen_wins() -> None:
    table = stand(dominating(), Ann=1, Bob=2, Cid=3, Dot=4)
    for _ in range(4):
        end_turn(table)
    assert winner(table) == ""
    events = [event for _ in range(4) for event in table.do("end-phase")]
    (won,) = of_type(events, Won)
    assert (won.winner, won.by, won.made) == ("Red", "points", 15)
    assert not of_type(events, TurnOpened)
    assert table.state.outcome.over
    table.check()


@pytest.mark.rule("TABLE-3")
def test_level_beyond_the_goal_the_next_turns_decide() -> None:
    table = stand(dominating(points=2), Ann=1, Bob=2, Dot=4, Eve=5)
    end_turn(table)
    assert (points(table), winner(table)) == ({"Red": 2, "Blue": 2}, "")
    stand(table, Eve=None)
    for _ in range(4):
        table.do("end-phase")
    assert winner(table) == "Red"

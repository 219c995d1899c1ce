"""Flags that go back to where they began."""

import pytest

from tests.games.quake.rules.in_teams import FLAGS, facing, two_bases
from tests.games.quake.rules.playing import Table


def flags(names: str = "Ann+Bob Cid+Dot") -> Table:
    return facing(names, FLAGS, arena_data=two_bases())


def dead(table: Table, name: str) -> None:
    """Somebody dies, by whoever plays against it."""
    table.do("kill", player="Cid" if name in ("Ann", "Bob") else "Ann", victim=name)


@pytest.mark.rule("FLAG-3")
def test_an_opponent_of_who_dropped_it_sends_it_home() -> None:
    table = flags()
    table.do("flag", player="Ann")
    dead(table, "Ann")
    table.do("next")
    table.do("flag", player="Cid", flag="Blue")
    assert table.state.flags["F2"].at_home


@pytest.mark.rule("FLAG-3")
def test_a_third_team_sends_it_home_too() -> None:
    table = facing("Ann Bob Cid", FLAGS, arena_data=two_bases())
    table.do("flag", player="Ann", flag="Blue")
    dead(table, "Ann")
    table.do("next")
    table.do("next")
    table.do("flag", player="Cid", flag="Blue")
    assert table.state.flags["F2"].at_home


@pytest.mark.rule("FLAG-2", "TEAM-1")
def test_a_carrier_who_changes_teams_leaves_the_flag_where_it_began() -> None:
    table = flags()
    table.do("flag", player="Ann")
    table.do("team", player="Ann", team="Blue", override="to even the odds")
    assert table.state.flags["F2"].at_home

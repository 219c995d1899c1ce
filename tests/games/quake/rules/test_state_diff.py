"""What a correction of the past changes: every difference between two states of one match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.state_diff import changed_players, changes
from q40k.kernel.amending import Change
from tests.games.quake.rules.in_teams import facing
from tests.games.quake.rules.playing import Table, seat_players, start_table

pytestmark = pytest.mark.rule("TABLE-4")


def difference(old: Match, new: Match) -> list[Any]:
    """The changes as plain tuples."""
    result = changes(old, new)
    assert all(isinstance(change, Change) for change in result)
    return [(change.kind, change.who, change.before, change.after) for change in result]


def test_nothing_differs_from_itself() -> None:
    state = start_table("Ann Bob Cid").state
    assert changes(state, state) == ()
    assert changed_players(state, state) == []


def test_a_kill_changes_score_kills_deaths_streak_and_place() -> None:
    table = start_table("Ann Bob Cid")
    before = table.state
    table.do("kill", 2, player="Ann", victim="Bob")
    assert difference(before, table.state) == [
        ("score", "Ann", Fraction(0), Fraction(15)),
        ("kills", "Ann", 0, 1),
        ("streak", "Ann", 0, 1),
        ("deaths", "Bob", 0, 1),
        ("place", "Bob", (None,) * 4, table_place(table, "Bob")),
    ]
    assert [now.name for _then, now in changed_players(before, table.state) or []] == ["Ann", "Bob"]


def table_place(table: Table, name: str) -> tuple[object, ...]:
    """Portal, near, tile and spot of a champion."""
    position = table[name].position
    return position.portal, position.near, position.tile, position.at


def test_phase_active_turn_and_order_of_play() -> None:
    table = start_table("Ann Bob Cid")
    before = table.state
    table.do("next")
    assert difference(before, table.state) == [("active", None, "Ann", "Bob")]
    table.do("end-phase")
    result = difference(before, table.state)
    assert ("phase", None, "movement", "shooting") in result
    assert not any(kind == "turn" for kind, *_rest in result)
    other = start_table("Cid Ann Bob").state
    kinds = {kind: rest for kind, *rest in difference(before, other)}
    assert kinds["order"] == [None, ("Ann", "Bob", "Cid"), ("Cid", "Ann", "Bob")]
    assert kinds["active"] == [None, "Ann", "Cid"]
    for _ in range(4):
        table.do("end-phase")
    assert ("turn", None, 1, 2) in difference(before, table.state)


def test_players_are_matched_by_name_then_by_number() -> None:
    two, three = start_table("Ann Bob").state, start_table("Ann Bob Cid").state
    assert ("joins", "Cid", None, None) in difference(two, three)
    assert ("lacks", "Cid", None, None) in difference(three, two)
    assert changed_players(two, three) is None
    renamed = difference(start_table("Ann Bob").state, start_table("Ann Zoe").state)
    assert ("name", "Zoe", "Bob", "Zoe") in renamed
    assert not any(kind in ("joins", "lacks") for kind, *_rest in renamed)
    swapped = difference(seat_players("Ann Bob").state, seat_players("Bob Ann").state)
    assert not any(kind in ("name", "joins", "lacks") for kind, *_rest in swapped)
    late = difference(seat_players("Ann Bob").state, seat_players("Bob Zoe").state)
    assert [change for change in late if change[0] in ("joins", "lacks", "name")] == [
        ("joins", "Zoe", None, None),
        ("lacks", "Ann", None, None),
    ], "p2 is Bob's already"


def test_another_champion_another_bonus_and_who_is_out() -> None:
    strong = difference(seat_players("Ann Bob").state, seat_players("Ann Bob", points=20, s=5).state)
    assert {who for kind, who, *_rest in strong if kind == "champion"} == {"Ann", "Bob"}
    table = start_table("Ann Bob")
    before = table.state
    table.do("pickup", 3, 3, player="Ann", token="E1")
    ((_old, new),) = [rest for kind, _who, *rest in difference(before, table.state) if kind == "bonus"]
    assert isinstance(new, tuple)
    assert new[0] == "E1"
    table.do("leave", player="Bob")
    assert ("present", "Bob", True, False) in difference(before, table.state)


def test_who_has_won_by_name_and_by_team() -> None:
    table = start_table("Ann Bob")
    before = table.state
    table.do("kill", 2, player="Ann", victim="Bob")
    table.do("end")
    result = difference(before, table.state)
    assert result[:2] == [("winner", None, (), ("Ann",)), ("over", None, False, True)], "what matters most comes first"
    teams = facing("Ann Bob")
    undecided = teams.state
    teams.do("kill", 2, player="Ann", victim="Bob")
    teams.do("end")
    assert ("winner", None, (), ("Red",)) in difference(undecided, teams.state)

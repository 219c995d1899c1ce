"""Telefrags: who arrives in a portal kills who stands there."""

import pytest

from tests.games.quake.rules.playing import standing, start_table


@pytest.mark.rule("PORTAL-2", "PORTAL-6")
def test_a_six_may_be_used_to_land_on_somebody() -> None:
    table = standing("Ann Bob", Bob=3)
    events = table.do("portal", 6, 3, 1, player="Ann", portal=1)
    assert table.story(events) == ["Ann: 1 to 3", "Bob telefragged", "Bob back by 1"]


@pytest.mark.rule("PORTAL-6")
def test_a_jumper_telefrags_whether_it_lands_in_the_portal_or_beside() -> None:
    table = standing("Ann Bob", Bob=3)
    events = table.do("portal", 3, 1, player="Ann", portal=1, stand="beside")
    assert table.story(events) == ["Ann: 1 to 3", "Bob telefragged", "Bob back by 1"]


@pytest.mark.rule("PORTAL-4", "PORTAL-6")
def test_one_who_disintegrates_spares_who_stands_in_its_portal() -> None:
    table = standing("Ann Bob", Bob=3)
    events = table.do("portal", 3, 5, player="Ann", portal=3)
    assert table.story(events) == ["Ann disintegrated", "Ann back by 5"]
    assert table["Bob"].score.deaths == 0


@pytest.mark.rule("PORTAL-6")
def test_an_arrival_kills_friend_and_foe_and_spares_itself() -> None:
    table = standing("Ann Bob Cid Dan", Bob=3, Cid=3)
    events = table.do("portal", 3, 1, 1, player="Ann", portal=1)
    assert [x for x in table.story(events) if "telefragged" in x] == ["Bob telefragged", "Cid telefragged"]
    assert table["Ann"].position.portal == 3


@pytest.mark.rule("PORTAL-6")
def test_who_stands_beside_a_portal_is_safe() -> None:
    table = start_table("Ann Bob")
    table.do("kill", 3, player="Ann", victim="Bob")
    assert table["Bob"].position.near == 3
    events = table.do("portal", 3, player="Ann", portal=1)
    assert table.story(events) == ["Ann: 1 to 3"]


@pytest.mark.rule("PORTAL-6")
def test_who_waits_on_the_portal_that_is_entered_is_not_telefragged_by_the_entry() -> None:
    table = standing("Ann Bob", Bob=1)
    events = table.do("portal", 4, player="Ann", portal=1)
    assert table.story(events) == ["Ann: 1 to 4"]
    assert table.portals() == {"Ann": 4, "Bob": 1}


# ---- who stands where


@pytest.mark.rule("PORTAL-6")
def test_the_table_says_who_stands_in_which_portal_and_kills_nobody_by_it() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("stand", player="Ann", portal=2)
    assert table.portals() == {"Ann": 2, "Bob": 2}
    table.do("stand", player="Bob", portal=None)
    assert table.portals() == {"Ann": 2, "Bob": None}
    table.do("stand", player="Bob")
    assert table["Bob"].position.near is None


@pytest.mark.rule("PORTAL-6")
def test_the_table_says_it_in_any_phase_and_of_anybody() -> None:
    table = start_table("Ann Bob")
    table.do("end-phase")
    table.do("stand", player="Bob", portal=5)
    assert table["Bob"].position.portal == 5


@pytest.mark.rule("PORTAL-7")
def test_a_jump_ends_the_movement_once_its_victim_is_back_unless_it_was_said_to_go_on() -> None:
    table = standing("Ann Bob", Bob=3)
    table.do("portal", 3, 1, player="Ann", portal=1)
    assert table.refused("move", player="Ann", inches=2).code == "moves-no-more"
    going = standing("Ann Bob", Bob=3)
    going.do("portal", 3, player="Ann", portal=1, continues=True)
    going.do("move", player="Ann", inches=2)
    assert not going["Bob"].in_play
    going.do("next", 5)
    assert going["Bob"].in_play


@pytest.mark.rule("PORTAL-5")
def test_a_jump_that_hurt_nobody_leaves_the_rest_of_the_movement() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 3, player="Ann", portal=1)
    table.do("move", player="Ann", inches=2)
    assert (table["Ann"].movement.spent, table["Ann"].movement.halted) == (2, False)

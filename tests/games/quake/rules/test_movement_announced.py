"""MOVE-2 as an option: what one does is announced first, and only then measured."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.screen.map import measure_sight, relation_line
from q40k.games.quake.screen.place_notes import move_notes
from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.special_moves import Climbed
from q40k.games.quake.state.movement.water import Fell
from q40k.games.quake.state.odds import shot_odds
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.shooting import Shot
from q40k.i18n.locale import Locale
from tests.games.quake.rules.in_teams import to_phase
from tests.games.quake.rules.playing import Table, of_type
from tests.games.quake.rules.test_movement_ground import box
from tests.games.w40k3e.fighting import named_traits, weapon

from .playing import arena, champion

pytestmark = pytest.mark.rule("MOVE-2")


def announcing(*scenery: Any, ann: Any = (10, 30), bob: Any = (100, 30), traits: str = "", **profile: Any) -> Table:
    """Ann and Bob on a table of 120 x 60 cm, who announce before they measure."""
    table = Table(arena_data=structs.replace(arena(120, 60), scenery=tuple(scenery)), addons=("announce",))
    for place, name in enumerate(("Ann", "Bob")):
        figure = champion(**{"i": 9 - place, **(profile if name == "Ann" else {})})
        can = named_traits(traits if name == "Ann" else "")
        table.do("join", player=name, champion="x", profile=figure, arms=(weapon("boltgun"),), traits=can)
    table.do("start", 1, 1)
    for name, at in (("Bob", bob), ("Ann", ann)):
        table.do("deploy", player=name, at=at)
    return table


@pytest.mark.rule("MOVE-1")
def test_a_walk_that_is_too_far_comes_up_short_and_is_not_refused() -> None:
    table = announcing()
    (moved,) = of_type(table.do("move", player="Ann", to=(40, 30)), Moved)
    assert moved.cut
    assert moved.to == pytest.approx((10 + 6 * 2.54, 30), abs=0.02)
    assert not table["Ann"].movement.halted
    table.check()


@pytest.mark.rule("MOVE-3")
def test_a_jump_pack_that_announces_a_roof_13_in_away_falls() -> None:
    roof = box("roof", 38, 80, height_in=6, climbable=True, solid=False, hollow=True)
    table = announcing(roof, ann=(10, 30), unit_type="jump_infantry")
    #  11 in to the roof and 6 in up are 12.5 in in the air: it falls at its foot
    (fell,) = of_type(table.do("move", 1, player="Ann", to=(45, 30)), Fell)
    assert fell.inches == 6
    assert table["Ann"].position.at[0] < 38
    near = announcing(roof, ann=(20, 30), unit_type="jump_infantry")
    assert not of_type(near.do("move", player="Ann", to=(45, 30)), Fell)  # 11.5 in


@pytest.mark.rule("PORTAL-1", "MOVE-3")
def test_a_flight_that_falls_short_on_a_portal_falls_and_does_not_go_through() -> None:
    roof = box("roof", 57, 90, height_in=6, climbable=True, solid=False, hollow=True)
    table = announcing(roof, ann=(24, 6), unit_type="jump_infantry")  # portal 3 lies at (54, 6)
    events = table.do("move", 1, player="Ann", to=(64, 6))
    assert [event.portal for event in of_type(events, Moved)] == [3]
    assert [event.inches for event in of_type(events, Fell)] == [6]
    assert not of_type(events, PortalEntered)
    assert table["Ann"].movement.halted
    table.check()


def test_a_second_move_that_is_too_far_comes_up_short_and_a_flier_falls() -> None:
    table = announcing(traits="jetpack-assault-move")
    to_phase(table, "assault")
    (moved,) = of_type(table.do("second-move", player="Ann", to=(40, 30)), Moved)
    assert moved.cut
    assert moved.to == pytest.approx((10 + 6 * 2.54, 30), abs=0.02)
    roof = box("roof", 24, 80, height_in=6, climbable=True, solid=False, hollow=True)
    table = announcing(roof, traits="jetpack-assault-move", unit_type="jet_pack")
    to_phase(table, "assault")
    (fell,) = of_type(table.do("second-move", 1, player="Ann", to=(37, 30)), Fell)
    assert fell.inches == 6
    table.check()


@pytest.mark.rule("PORTAL-5")
def test_a_portal_that_is_out_of_reach_is_not_reached() -> None:
    table = announcing(ann=(50, 6), bob=(100, 50))  # portal 3 lies at (54, 6), portal 4 at (6, 6)
    (moved,) = of_type(table.do("portal", player="Ann", portal=4), Moved)
    assert moved.cut
    assert moved.to == pytest.approx((50 - 6 * 2.54, 6), abs=0.02)
    assert not table["Ann"].movement.halted
    near = announcing(ann=(42, 6), bob=(100, 50))
    near.do("portal", 5, player="Ann", portal=3)
    assert near["Ann"].position.portal == 5
    table.check()


@pytest.mark.rule("MOVE-6")
def test_a_climb_that_is_too_high_is_a_fall_from_as_high_as_it_gets() -> None:
    tower = box("tower", 20, 30, height_in=8, climbable=True)
    table = announcing(tower, ann=(18.7, 30))
    events = table.do("climb", 1, player="Ann", height=8, to=(24, 30))
    (climbed,) = of_type(events, Climbed)
    (fell,) = of_type(events, Fell)
    assert climbed.height == fell.inches > 0
    assert table["Ann"].movement.halted


@pytest.mark.rule("ASSAULT-2")
def test_a_charge_that_is_too_far_stops_on_its_way() -> None:
    table = announcing(ann=(50, 30), bob=(75, 30))
    to_phase(table, "assault")
    (charged,) = of_type(table.do("charge", player="Ann", target="Bob"), Charged)
    assert (charged.reached, charged.reach_in) == (False, 6)
    assert table["Ann"].position.at == pytest.approx((50 + 6 * 2.54, 30), abs=0.02)


@pytest.mark.rule("SHOOT-4")
def test_a_shot_out_of_range_is_lost() -> None:
    table = announcing(ann=(10, 30), bob=(115, 30))
    to_phase(table, "shooting")
    (shot,) = of_type(table.do("shoot", player="Ann", target="Bob"), Shot)
    assert (shot.short, shot.shots) == (True, 0)
    assert table.refused("shoot", player="Ann", target="Bob").code == "has-shot"


def test_nothing_is_measured_before_it_is_announced() -> None:
    english = Locale("en")
    table = announcing(ann=(50, 30), bob=(75, 30))
    state, ann, bob = table.state, table["Ann"], table["Bob"]
    notes = move_notes(english, state, ann, ((60, 30),))
    assert not any(" in" in note for note in notes)
    odds = shot_odds(state, ann, weapon("boltgun"), bob)
    assert odds.distance_in is None
    sight = measure_sight(state, ann.id, bob.id)
    assert sight is not None
    assert " in," not in relation_line(english, state, ann.id, bob.id, sight)


def test_without_it_everything_is_refused_as_before() -> None:
    table = announcing()
    plain = Table(arena_data=arena(120, 60))
    assert table.state.announces
    assert not plain.state.announces


@pytest.mark.rule("MOVE-5", "SCORE-2")
def test_who_comes_down_into_lava_is_dead() -> None:
    roof = box("roof", 44, 80, height_in=6, climbable=True, hollow=True)
    lava = box("lava", 30, 44, lethal=True)
    table = announcing(roof, lava, ann=(10, 30), unit_type="jump_infantry")
    events = table.do("move", 3, player="Ann", to=(50, 30))
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["void"]

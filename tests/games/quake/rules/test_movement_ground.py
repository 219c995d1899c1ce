"""Hard ground, dangerous ground, exits and landings in it, and what can be climbed (MOVE-2, 6)."""

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state.movement.move import Moved

from .playing import Table, arena, both, chiefs, deploying, of_type, start_table


def walled_table(*pieces: Scenery) -> Table:
    return Table(arena_data=structs.replace(arena(120, 60), scenery=pieces))


def box(name: str, left: float, right: float, **effects: Any) -> Scenery:
    """A piece of scenery from one x to another, across the whole table."""
    corners = ((left, 0.0), (right, 0.0), (right, 60.0), (left, 60.0))
    return Scenery(id=name, name=both(name), polygon=corners, **effects)


@pytest.mark.rule("MOVE-6", "ARENA-5")
def test_only_what_the_table_agreed_on_can_be_climbed() -> None:
    for climbable in (True, False):
        tower = box("tower", 20, 30, height_in=4, climbable=climbable)
        table = deploying("Ann", table=walled_table(tower))
        table.do("deploy", player="Ann", at=(18.7, 30))
        if climbable:
            table.do("climb", player="Ann", height=4, to=(24, 30))
            assert table["Ann"].position.at == (24, 30)
        else:
            refusal = table.refused("climb", player="Ann", height=4)
            assert (refusal.rule, refusal.code) == ("MOVE-6", "nothing-to-climb")
            table.do("climb", player="Ann", height=4, override="there is a ladder")


# ---- hard ground


@pytest.mark.rule("MOVE-2")
def test_in_hard_ground_the_best_die_is_how_far_a_declared_move_gets() -> None:
    table = start_table("Ann Bob")
    events = table.do("move", 2, 4, player="Ann", inches=6, difficult=True)
    (moved,) = of_type(events, Moved)
    assert (moved.spent, moved.cut) == (4, True)
    table = start_table("Ann Bob")
    table.do("move", 1, 6, player="Ann", inches=5, difficult=True)
    assert table["Ann"].movement.spent == 5


@pytest.mark.rule("MOVE-2")
def test_hard_ground_is_tested_once_in_a_phase() -> None:
    table = start_table("Ann Bob")
    table.do("move", 2, 4, player="Ann", inches=2, difficult=True)
    table.do("move", player="Ann", inches=2, difficult=True)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("PORTAL-9")
@pytest.mark.parametrize(("dice", "most"), [((1, 2), 2), ((5, 6), 3)])
def test_hard_ground_at_the_exit_leaves_what_is_left_and_what_the_test_allows(
    dice: tuple[int, int], most: float
) -> None:
    table = start_table("Ann Bob")  # 3 in before the portal, so 3 in of 6 are left
    table.do("portal", 4, player="Ann", portal=1, moved=3)
    refusal = table.refused("move", player="Ann", inches=4, difficult=True)
    assert refusal.code == "too-far"
    table.do("move", *dice, player="Ann", inches=3, difficult=True)
    assert table["Ann"].movement.spent == 3 + most


@pytest.mark.rule("MOVE-2", "PORTAL-9")
@pytest.mark.parametrize(("die", "all_in"), [(2, 3), (3, 3), (4, 4), (6, 6)])
def test_the_best_die_is_the_most_of_the_whole_phases_walking(die: int, all_in: int) -> None:
    table = start_table("Ann Bob")  # 3 in in the open, and then into hard ground
    table.do("move", player="Ann", inches=3)
    table.do("move", 1, die, player="Ann", inches=3, difficult=True)
    assert table["Ann"].movement.spent == all_in
    assert table.refused("move", player="Ann", inches=0.5).code == "too-far"
    table.check()


@pytest.mark.rule("PORTAL-9")
def test_a_new_exit_is_tested_anew() -> None:
    table = start_table("Ann Bob")
    table.do("move", 2, 6, player="Ann", inches=1, difficult=True)
    table.do("portal", 4, player="Ann", portal=1)
    table.ask("move", player="Ann", inches=1, difficult=True)
    assert table.asks == ("difficult-ground", "Ann")


@pytest.mark.rule("PORTAL-9", "SCORE-2")
@pytest.mark.parametrize(("unit", "key"), [("jump_infantry", "danger-landing"), ("bike", "danger-mount")])
def test_jump_packs_that_land_in_hard_ground_and_mounts_in_it_crash_on_a_one(unit: str, key: str) -> None:
    table = start_table("Ann Bob", unit_type=unit)
    table.ask("move", player="Ann", inches=12, difficult=True)
    assert table.asks == (key, "Ann")
    events = table.answer(1, 4)
    assert table.story(events) == ["Ann crashed", "Ann back by 4"]
    table = start_table("Ann Bob", unit_type=unit)
    table.do("move", 2, player="Ann", inches=12, difficult=True)
    assert table["Ann"].life.alive


@pytest.mark.rule("PORTAL-9", "BONUS-1")
def test_a_jump_pack_from_a_token_lands_like_any_other() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 4, player="Ann", token="E1")
    events = table.do("move", 1, 4, player="Ann", inches=12, difficult=True)
    assert table.story(events) == ["Ann crashed", "Ann back by 4"]


@pytest.mark.rule("MOVE-2")
def test_a_one_in_dangerous_ground_is_a_wound_without_armour_save() -> None:
    table = start_table("Ann Bob", table=chiefs(), w=2)
    table.do("move", 1, player="Ann", inches=3, dangerous=True)
    assert table["Ann"].life.wounds == 1
    table = start_table("Ann Bob", inv=5)
    table.do("move", 1, 5, player="Ann", inches=3, dangerous=True)
    assert table["Ann"].life.alive
    table = start_table("Ann Bob")
    events = table.do("move", 1, 4, player="Ann", inches=3, dangerous=True)
    assert table.story(events) == ["Ann dangerous-ground", "Ann back by 4"]


@pytest.mark.rule("MOVE-2", "ARENA-5")
def test_where_places_are_known_the_scenery_says_what_is_crossed() -> None:
    table = deploying("Ann", table=walled_table(box("wood", 20, 30, difficult=True)))
    table.do("deploy", player="Ann", at=(15, 30))
    (moved,) = table.do("move", player="Ann", to=(10, 30))
    assert moved.spent == pytest.approx(5 / 2.54)
    table.ask("move", player="Ann", to=(20, 30))
    assert table.asks == ("difficult-ground", "Ann")
    events = table.answer(4, 1)
    (cut,) = of_type(events, Moved)
    assert cut.to == (15.16, 30)  # 4 in the whole phase, of which 5 cm were walked before
    assert cut.cut


@pytest.mark.rule("MOVE-4", "ARENA-5")
def test_where_places_are_known_a_move_into_water_is_a_swim() -> None:
    table = deploying("Ann", table=walled_table(box("canal", 20, 40, water=True)))
    table.do("deploy", player="Ann", at=(15, 30))
    table.do("move", 4, player="Ann", to=(25, 30))
    assert table["Ann"].movement.in_water
    for _ in range(4):
        table.do("end-phase")
    table.do("move", 6, player="Ann", to=(15, 30))
    assert not table["Ann"].movement.in_water


@pytest.mark.rule("MOVE-1", "ARENA-5")
def test_who_flies_is_only_concerned_by_where_it_lands() -> None:
    wood = box("wood", 20, 30, difficult=True)
    table = deploying("Ann", table=walled_table(wood), unit_type="jump_infantry")
    table.do("deploy", player="Ann", at=(15, 30))
    table.do("move", player="Ann", to=(35, 30))
    assert table.question is None
    for _ in range(4):
        table.do("end-phase")
    table.ask("move", player="Ann", to=(25, 30))
    assert table.asks == ("danger-landing", "Ann")

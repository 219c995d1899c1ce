"""Swimming: the die is the most one swims, and a 1 drowns."""

from typing import Any

import pytest

from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.water import Swam

from .in_teams import to_phase
from .playing import deploying, of_type, start_table
from .test_movement_ground import box, walled_table

# ---- swimming


@pytest.mark.rule("MOVE-4")
def test_the_die_is_the_most_it_swims() -> None:
    table = start_table("Ann Bob")
    table.do("swim", 3, player="Ann", inches=3)
    assert table["Ann"].movement.in_water
    assert table["Ann"].movement.spent == 3
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("MOVE-4", "MOVE-2")
def test_who_declared_more_than_the_die_gets_only_so_far() -> None:
    table = start_table("Ann Bob")
    events = table.do("swim", 2, player="Ann", inches=5)
    (moved,) = of_type(events, Moved)
    assert (moved.spent, moved.cut) == (2, True)


@pytest.mark.rule("MOVE-4", "SCORE-2")
def test_a_one_drowns_and_the_drowned_comes_back_without_any_move() -> None:
    table = start_table("Ann Bob")
    events = table.do("swim", 1, 4, player="Ann", inches=3)
    assert table.story(events) == ["Ann drowned", "Ann back by 4"]
    assert table.scores["Ann"] == -15
    assert (table.active, table["Ann"].movement.in_water) == ("Ann", False)
    assert table.refused("move", player="Ann", inches=1).code == "part-over"
    table.check()


@pytest.mark.rule("MOVE-4")
def test_a_move_comes_out_of_the_water() -> None:
    table = start_table("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("move", player="Ann", inches=2)
    assert not table["Ann"].movement.in_water


@pytest.mark.rule("MOVE-4")
def test_each_turn_spent_in_the_water_rolls_again() -> None:
    table = start_table("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("next")
    for _ in range(4):
        table.do("end-phase")
    events = table.do("next", 5)
    assert events[0].type == "swam"
    for _ in range(4):
        table.do("end-phase")
    events = table.do("end-phase", 1, 3)
    assert table.story(events) == ["Ann drowned", "Ann back by 3"]


@pytest.mark.rule("MOVE-4")
def test_who_rolled_for_it_this_turn_does_not_roll_twice() -> None:
    table = start_table("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("swim", player="Ann", inches=1)
    assert table["Ann"].movement.spent == 3
    assert of_type(table.do("next"), Swam) == []


@pytest.mark.rule("MOVE-4")
@pytest.mark.parametrize(("do", "arguments"), [("climb", {"height": 1}), ("leap", {"gap": 1}), ("move", {"inches": 1})])
def test_whatever_way_it_leaves_the_water_it_rolls_first(do: str, arguments: dict[str, Any]) -> None:
    table = start_table("Ann Bob")
    table.do("swim", 4, player="Ann")
    for _ in range(4):
        table.do("end-phase")
    table.ask(do, player="Ann", **arguments)
    assert table.asks == ("swim", "Ann")


@pytest.mark.rule("MOVE-4", "ASSAULT-2")
@pytest.mark.parametrize(("die", "reached"), [(1, None), (2, False), (6, True)])
def test_a_charge_through_water_rolls_for_its_swim(die: int, reached: bool | None) -> None:
    table = deploying("Ann Bob", table=walled_table(box("canal", 26, 38, water=True)))
    for name, at in (("Bob", (41, 30)), ("Ann", (25, 30))):
        table.do("deploy", player=name, at=at)
    table.do("place", player="Ann", at=(24, 30))
    to_phase(table, "assault")
    table.ask("charge", player="Ann", target="Bob", distance=5)
    assert table.asks == ("swim", "Ann")
    events = table.answer(die, 4) if reached is None else table.answer(die)
    if reached is None:
        assert table.story(events) == ["Ann drowned", "Ann back by 4"]
        return
    (charged,) = of_type(events, Charged)
    assert charged.reached == reached
    table.check()


@pytest.mark.rule("MOVE-4", "MOVE-1")
def test_who_flies_into_the_water_swims_only_where_it_lands() -> None:
    canal = walled_table(box("canal", 26, 50, water=True))
    table = deploying("Ann Bob", table=canal, unit_type="jump_infantry")
    for name, at in (("Bob", (100, 10)), ("Ann", (16, 30))):
        table.do("deploy", player=name, at=at)
    events = table.do("move", 2, player="Ann", to=(41, 30))
    (moved,) = of_type(events, Moved)
    assert (moved.to, moved.cut, moved.in_water) == ((41, 30), False, True)
    assert table.refused("move", player="Ann", to=(47, 30)).code == "too-far"


@pytest.mark.rule("MOVE-4", "MOVE-3")
def test_who_has_jumped_into_the_water_swims() -> None:
    pier = box("pier", 20, 30, height_in=2, climbable=True, solid=True)
    table = deploying("Ann Bob", table=walled_table(pier, box("lake", 30, 60, water=True)))
    table.do("deploy", player="Bob", at=(100, 30))
    table.do("deploy", player="Ann", at=(29, 20))
    table.do("jump", 6, 6, player="Ann", height=2, to=(31.5, 20))
    assert table["Ann"].life.alive
    table.ask("next")
    assert table.asks == ("swim", "Ann")
    table.answer(3)
    assert table["Ann"].movement.in_water

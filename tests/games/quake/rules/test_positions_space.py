"""The third dimension: what is walked, climbed, leapt, flown, reached and seen between heights."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.arena import Circle, Scenery
from q40k.games.quake.state.damage import Harmed
from q40k.games.quake.state.melee import in_contact
from q40k.games.quake.state.movement.ground import DangerTested
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.paths import find_path
from q40k.games.quake.state.movement.special_moves import Climbed, Jumped, Leapt
from q40k.games.quake.state.positions import distance_between, feet_height
from q40k.games.quake.state.shooting import line_of_fire
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refusal
from tests.games.quake.rules.brawling import at_spots, charge_event, to_phase
from tests.games.quake.rules.playing import Table, arena, both, of_type, seat_players, start_table
from tests.games.quake.rules.shooting import gunners
from tests.games.quake.rules.test_barrels_explosions import burning
from tests.games.quake.rules.test_positions import placed_table

INCH = 2.54
SPEECHES = (Locale("en"), Locale("fr", WORDS.locales))


def box(name: str, left: float, low: float, right: float, high: float, **effects: Any) -> Scenery:
    corners = ((left, low), (right, low), (right, high), (left, high))
    return Scenery(id=name, name=both(name), polygon=corners, **effects)


def drum(name: str, at: tuple[float, float], radius: float, **effects: Any) -> Scenery:
    return Scenery(id=name, name=both(name), circle=Circle(at=at, radius_cm=radius), **effects)


def roof(name: str, left: float, low: float, right: float, high: float, up: float) -> Scenery:
    return box(name, left, low, right, high, height_in=up, climbable=True, solid=True)


def two_roofs(gap_in: float, up: float = 4, *between: Scenery) -> tuple[Scenery, ...]:
    """A gantry and a summit, so many inches apart, both so high."""
    edge = 20 + gap_in * INCH
    return roof("gantry", 10, 10, 20, 20, up), roof("summit", edge, 10, edge + 10, 20, up), *between


def refusal_text(refusal: Refusal) -> str:
    """A refusal in words: there are some in both languages, and no fact is left out."""
    english, french = (WORDS.refuse(locale, refusal) for locale in SPEECHES)
    assert english != french
    assert "None" not in english + french
    assert "{" not in english + french
    return english


# ---- 1: one walks over nothing


@pytest.mark.rule("MOVE-1", "MOVE-5")
def test_over_a_gap_one_leaps_or_goes_down_along_and_up() -> None:
    table = placed_table(*two_roofs(2), Ann=(18, 15), Bob=(50, 50))
    refusal = table.refused("move", player="Ann", to=(27, 15))
    assert (refusal.rule, refusal.code, refusal.overridable) == ("MOVE-5", "gap", True)
    assert refusal.facts["wide"] == pytest.approx(2, abs=0.01)
    assert refusal.facts["deep"] == pytest.approx(4)
    assert refusal.facts["inches"] == pytest.approx(9 / INCH + 8, abs=0.01)
    assert "a gap of 2 in, 4 in deep, between gantry and summit: that is a leap" in refusal_text(refusal)
    table.do("move", player="Ann", to=(27, 15), override="a plank")
    assert table["Ann"].position.at == (27, 15)


@pytest.mark.rule("MOVE-1")
def test_a_way_down_along_and_up_costs_all_of_it() -> None:
    table = placed_table(*two_roofs(2, 1), Ann=(18, 15), Bob=(50, 50))
    way = find_path(table.state, table["Ann"], (27, 15))
    assert way is not None
    assert way.inches == pytest.approx(9 / INCH + 2)
    (moved,) = of_type(table.do("move", player="Ann", to=(27, 15)), Moved)
    assert moved.spent == pytest.approx(9 / INCH + 2)
    assert feet_height(table.state, table["Ann"]) == 1


@pytest.mark.rule("MOVE-5", "ARENA-5")
@pytest.mark.parametrize("gap", [3, 4.7])
def test_over_lava_between_roofs_nobody_walks(gap: float) -> None:
    lava = box("lava", 20.5, 5, 19.5 + gap * INCH, 25, lethal=True)
    table = placed_table(*two_roofs(gap, 4, lava), Ann=(18.7, 15), Bob=(50, 50))
    refusal = table.refused("move", player="Ann", to=(21.3 + gap * INCH, 15))
    assert (refusal.rule, refusal.code) == ("MOVE-5", "gap-lethal")
    assert refusal.facts["wide"] == pytest.approx(gap, abs=0.01)
    assert "with lava below" in refusal_text(refusal)


@pytest.mark.rule("MOVE-1")
def test_a_gap_narrower_than_the_base_is_stepped_over() -> None:
    table = placed_table(*two_roofs(0.5), Ann=(18, 15), Bob=(50, 50))
    (moved,) = of_type(table.do("move", player="Ann", to=(23, 15)), Moved)
    assert moved.spent == pytest.approx(5 / INCH)


@pytest.mark.rule("MOVE-1", "MOVE-2")
def test_who_is_stopped_while_it_climbs_holds_on_there() -> None:
    mud = box("mud", 0, 0, 18, 30, difficult=True)
    table = placed_table(mud, roof("tower", 20, 10, 30, 20, 3), Ann=(17, 15), Bob=(50, 50))
    table.ask("move", player="Ann", to=(22, 15))
    (moved,) = of_type(table.answer(2, 1), Moved)
    assert moved.cut
    assert moved.to == pytest.approx((18.72, 15), abs=0.05)  # at the foot of the wall
    assert feet_height(table.state, table["Ann"]) == pytest.approx(2 - (1.75 / INCH), abs=0.02)


# ---- 2: charges go by the true path


@pytest.mark.rule("ASSAULT-2", "MOVE-1")
def test_a_charge_up_a_tower_climbs_it() -> None:
    tower = roof("tower", 60, 50, 80, 70, 6)
    table = at_spots(tower, Ann=(58, 60), Bob=(64, 60))
    refusal = table.refused("charge", player="Ann", target="Bob")
    assert (refusal.rule, refusal.code) == ("ASSAULT-2", "charge-too-far-up")
    assert refusal.facts["inches"] == pytest.approx((6 - 2.5) / INCH + 6, abs=0.01)
    assert "6 in up and down" in refusal_text(refusal)
    low = at_spots(roof("tower", 60, 50, 80, 70, 3), Ann=(58, 60), Bob=(64, 60))
    events = charge_event(low.do("charge", player="Ann", target="Bob"))
    assert events.distance_in == pytest.approx((6 - 2.5) / INCH + 3, abs=0.01)
    assert feet_height(low.state, low["Ann"]) == 3
    assert in_contact(low.state, low["Ann"].id, low["Bob"].id)


@pytest.mark.rule("ASSAULT-2", "MOVE-5")
def test_nobody_charges_across_a_gap_or_up_what_cannot_be_climbed() -> None:
    roofs = (roof("gantry", 50, 50, 60, 70, 4), roof("summit", 65, 50, 80, 70, 4))
    table = at_spots(*roofs, Ann=(58, 60), Bob=(67, 60))
    refusal = table.refused("charge", player="Ann", target="Bob")
    assert (refusal.rule, refusal.code) == ("ASSAULT-2", "charge-over-gap")
    assert "a gap of 1.97 in, 4 in deep" in refusal_text(refusal)
    lava = box("lava", 60.5, 40, 64.5, 80, lethal=True)
    table = at_spots(*roofs, lava, Ann=(58.7, 60), Bob=(66.3, 60))
    assert table.refused("charge", player="Ann", target="Bob").code == "gap-lethal"
    block = box("block", 60, 50, 80, 70, height_in=3, hollow=True)
    table = at_spots(block, Ann=(57, 60), Bob=(64, 60))
    table.do("place", player="Bob", at=(64, 60), level=3)
    assert table.refused("charge", player="Ann", target="Bob").code == "no-way-up"


# ---- 3: contact, distance and blasts in space


@pytest.mark.rule("DIFF-2", "DIFF-3", "DIFF-5")
def test_a_blast_on_a_roof_leaves_those_below_alone() -> None:
    tower = roof("tower", 60, 50, 80, 70, 6)
    ground = structs.replace(arena(120, 120), scenery=(tower,))
    guns = ["missile-launcher-frag"]
    table = gunners("Ann Bob Cid", guns, table=Table(arena_data=ground))
    for name, at in {"Ann": (100, 60), "Bob": (61.2, 60), "Cid": (58.7, 60)}.items():
        table.do("place", player=name, at=at)
    assert not in_contact(table.state, table["Bob"].id, table["Cid"].id)
    assert distance_between(table.state, table["Bob"], table["Cid"]) == pytest.approx(6, abs=0.01)
    to_phase(table, "shooting")
    events = table.do("shoot", 3, 1, player="Ann", target="Bob", weapon="missile-launcher-frag", moved=False)
    assert [table.name(victim.player) for victim in events[0].victims] == ["Bob"]


@pytest.mark.rule("DIFF-2")
def test_a_low_step_does_not_part_who_touch() -> None:
    table = placed_table(roof("dais", 20, 10, 30, 20, 1), Ann=(18.75, 15), Bob=(21.25, 15))
    assert in_contact(table.state, table["Ann"].id, table["Bob"].id)


# ---- 4: jumps, climbs and leaps, as the scenery says


@pytest.mark.rule("MOVE-3")
def test_a_jump_is_as_high_as_what_it_stands_on_and_lands_at_its_foot() -> None:
    tower = roof("tower", 10, 10, 20, 20, 4)
    table = placed_table(tower, Ann=(18, 15), Bob=(50, 50))
    refusal = table.refused("jump", player="Ann", height=1, to=(22, 15))
    assert (refusal.rule, refusal.code, refusal.overridable) == ("MOVE-3", "jump-height", True)
    assert (refusal.facts["told"], refusal.facts["high"]) == (1, 4)
    refusal_text(refusal)
    refusal = table.refused("jump", player="Ann", height=4, to=(52, 15))
    assert refusal.code == "jump-lands-far"
    refusal_text(refusal)
    refusal_text(table.refused("jump", player="Ann", height=4))  # onto what? inside the tower
    (jumped,) = of_type(table.do("jump", 4, 1, player="Ann", height=4, to=(22, 15)), Jumped)
    assert jumped.spent == pytest.approx(4 + 2 / INCH)  # the walk to the edge counts
    assert feet_height(table.state, table["Ann"]) == 0


@pytest.mark.rule("MOVE-6")
def test_a_climb_is_as_high_as_its_wall_and_begins_at_it() -> None:
    tower = roof("tower", 20, 10, 30, 20, 4)
    table = placed_table(tower, Ann=(18, 15), Bob=(50, 50))
    refusal = table.refused("climb", player="Ann", height=2, to=(22, 15))
    assert (refusal.rule, refusal.code) == ("MOVE-6", "climb-height")
    assert "climb 2 in, but by the scenery it is 4 in" in refusal_text(refusal)
    away = placed_table(tower, Ann=(4, 15), Bob=(50, 50))
    assert away.refused("climb", player="Ann", height=4, to=(22, 15)).code == "too-far"
    (climbed,) = of_type(table.do("climb", player="Ann", height=4, to=(22, 15)), Climbed)
    assert climbed.spent == pytest.approx(4 + (4 - 2.5) / INCH)
    assert feet_height(table.state, table["Ann"]) == 4


@pytest.mark.rule("MOVE-6")
def test_a_wall_is_climbed_by_halves_and_held_on_to() -> None:
    table = placed_table(roof("tower", 20, 10, 30, 20, 7), Ann=(18.75, 15), Bob=(50, 50))
    table.do("climb", player="Ann", height=5)
    assert feet_height(table.state, table["Ann"]) == 5
    assert table.refused("climb", player="Ann", height=9).code == "climb-height"
    for _ in range(4):
        table.do("end-phase")
    table.do("climb", player="Ann", height=2)
    (moved,) = of_type(table.do("move", player="Ann", to=(22, 15)), Moved)
    assert moved.spent == pytest.approx(2 + 3.25 / INCH)


@pytest.mark.rule("MOVE-5")
def test_a_leap_is_as_wide_as_its_gap() -> None:
    table = placed_table(*two_roofs(3), Ann=(18.75, 15), Bob=(50, 50))
    refusal = table.refused("leap", player="Ann", gap=1, to=(29, 15))
    assert (refusal.rule, refusal.code, refusal.overridable) == ("MOVE-5", "leap-gap", True)
    assert "The gap between gantry and summit is 3 in by the scenery, not 1 in." in refusal_text(refusal)
    refusal = table.refused("leap", player="Ann", gap=3, to=(29, 40))
    assert refusal.rule == "MOVE-5"
    (leapt,) = of_type(table.do("leap", 4, 2, 1, player="Ann", gap=3, to=(29, 15)), Leapt)
    assert (leapt.result, leapt.to) == ("across", (29, 15))
    assert table["Ann"].position.at == (29, 15)


@pytest.mark.rule("MOVE-5")
def test_the_scenery_says_what_a_leap_falls_into() -> None:
    table = placed_table(*two_roofs(3), Ann=(18.75, 15), Bob=(50, 50))
    table.ask("leap", 2, 2, 1, player="Ann", gap=3, to=(29, 15))
    assert table.asks == ("fight-wound", "Ann")  # four inches down: nobody is asked
    lava = box("lava", 20.5, 5, 27, 25, lethal=True)
    table = placed_table(*two_roofs(3, 4, lava), Ann=(18.75, 15), Bob=(50, 50))
    events = table.do("leap", 2, 2, 1, 5, player="Ann", gap=3, to=(29, 15))
    assert table.story(events) == ["Ann void", "Ann back by 5"]


# ---- 5: solid, hollow, and what cannot be climbed


@pytest.mark.rule("MOVE-6", "MOVE-3", "ARENA-5")
def test_what_cannot_be_climbed_is_neither_walked_up_nor_down() -> None:
    block = box("block", 20, 10, 30, 20, height_in=3, hollow=True)
    table = placed_table(block, Ann=(18, 15), Bob=(50, 50))
    refusal = table.refused("move", player="Ann", to=(25, 15), level=3)
    assert (refusal.rule, refusal.code) == ("MOVE-6", "no-way-up")
    refusal_text(refusal)
    table.do("place", player="Ann", at=(21.5, 15), level=3)
    refusal = table.refused("move", player="Ann", to=(18, 15))
    assert (refusal.rule, refusal.code) == ("MOVE-3", "drop")
    refusal_text(refusal)
    table.do("jump", 3, 1, player="Ann", height=3, to=(18, 15))
    assert feet_height(table.state, table["Ann"]) == 0
    refusal = table.refused("move", player="Ann", to=(17, 15), level=2)
    assert refusal.code == "on-nothing"
    refusal_text(refusal)


@pytest.mark.rule("MOVE-1", "ARENA-5")
def test_solid_is_gone_over_hollow_is_gone_through() -> None:
    crate = box("crate", 20, 10, 25, 20, height_in=1.5, climbable=True)
    for block, climb in (
        (crate, 3),
        (structs.replace(crate, hollow=True), 0),
        (structs.replace(crate, difficult=True), 0),
    ):
        table = placed_table(block, Ann=(18, 15), Bob=(50, 50))
        way = find_path(table.state, table["Ann"], (27, 15))
        assert way is not None
        assert way.inches == pytest.approx(9 / INCH + climb)
    table = placed_table(crate, Ann=(18, 15), Bob=(50, 50))
    refusal = table.refused("move", player="Ann", to=(19.5, 15))
    assert (refusal.rule, refusal.code) == ("ARENA-5", "in-solid")
    refusal_text(refusal)


# ---- 6: touching, cover, and what lies between


def sight_between(*scenery: Scenery, **spots: tuple[float, float]) -> Any:
    """How the first of two lies to the other."""
    ground = structs.replace(arena(120, 120), scenery=scenery)
    table = gunners(" ".join(spots), ["boltgun"], table=Table(arena_data=ground))
    for name, at in spots.items():
        table.do("place", player=name, at=at)
    one, other = spots
    return line_of_fire(table.state, table[one], table[other])


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("overlap", [-0.01, 0.01])
def test_who_touches_a_wall_does_not_see_through_it(overlap: float) -> None:
    wall = box("wall", 40, 20, 42, 100, height_in=4, blocks_sight=True)
    assert sight_between(wall, Ann=(40 - 1.25 + overlap, 60), Bob=(60, 60)).share == 0
    assert sight_between(wall, Ann=(40 - 1.25 + overlap, 60), Bob=(20, 60)).share == pytest.approx(1)
    assert sight_between(wall, Ann=(20, 60), Bob=(42 + 1.25 - overlap, 60)).share == pytest.approx(0, abs=0.01)


@pytest.mark.rule("SHOOT-2", "ARENA-5")
def test_cover_is_what_lies_between() -> None:
    wall = box("wall", 62, 50, 64, 70, height_in=2, cover=4)
    for at, covers in ((60.74, False), (65.26, True)):  # before it, and behind it
        helps = sight_between(wall, Ann=(20, 60), Bob=(at, 60)).helps
        assert [bonus.value for bonus in helps] == ([4] if covers else [])
    table = at_spots(wall, Ann=(50, 60), Bob=(60.74, 60))
    assert not charge_event(table.do("charge", player="Ann", target="Bob")).into_cover
    table = at_spots(wall, Ann=(72, 60), Bob=(60.74, 60))
    assert charge_event(table.do("charge", player="Ann", target="Bob")).into_cover


# ---- 7: ranges in space, and low walls


@pytest.mark.rule("SHOOT-1", "SHOOT-4")
def test_the_range_to_a_roof_is_measured_in_space() -> None:
    tower = roof("tower", 60, 50, 80, 70, 6)
    assert sight_between(tower, Ann=(40, 60), Bob=(62.82, 60)).distance_in == pytest.approx(10, abs=0.01)


@pytest.mark.rule("SHOOT-2")
def test_a_low_wall_between_covers_and_hides_only_where_the_table_plays_so() -> None:
    wall = box("wall", 49, 40, 51, 80, height_in=1, cover=4)
    line_of_sight = sight_between(wall, Ann=(40, 60), Bob=(60, 60))
    assert (line_of_sight.share, [bonus.value for bonus in line_of_sight.helps]) == (1, [4])
    assert line_of_sight.visible
    table = start_table("Ann Bob")
    mod = table.state.setup.mod
    assert mod is not None
    strict = structs.replace(mod, parameters=structs.replace(mod.parameters, lines_to="base"))
    ground = structs.replace(arena(120, 120), scenery=(wall,))
    table = gunners("Ann Bob", ["boltgun"], table=Table(arena_data=ground, mod_data=strict))
    table.do("place", player="Ann", at=(40, 60))
    table.do("place", player="Bob", at=(60, 60))
    assert line_of_fire(table.state, table["Ann"], table["Bob"]).share == 0


# ---- 8: fliers


@pytest.mark.rule("MOVE-1", "PORTAL-9")
@pytest.mark.parametrize("kind", ["jump_infantry", "jet_pack"])
def test_whoever_flies_on_its_own_back_crashes_in_difficult_ground_on_a_one(kind: str) -> None:
    wood = box("wood", 20, 10, 30, 20, difficult=True)
    table = Table(arena_data=structs.replace(arena(), scenery=(wood,)))
    for number, name in enumerate(("Ann", "Bob")):
        table.join(name, i=10 - number, unit_type=kind)
    table.do("start", 1, 1)
    table.do("deploy", player="Bob", at=(50, 50))
    table.do("deploy", player="Ann", at=(15, 15))
    table.ask("move", player="Ann", to=(25, 15))
    assert table.asks == ("danger-landing", "Ann")
    assert of_type(table.answer(1, 5), DangerTested)
    assert table["Ann"].score.accidents == 1


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize(("high", "over"), [(12.5, False), (12, True)])
def test_a_wall_over_twelve_inches_is_flown_round(high: float, over: bool) -> None:
    wall = box("wall", 20, 10, 21, 20, height_in=high, impassable=True)
    roofs = (roof("near", 10, 10, 18, 20, 10), roof("far", 23, 10, 30, 20, 10))
    table = Table(arena_data=structs.replace(arena(), scenery=(*roofs, wall)))
    for number, name in enumerate(("Ann", "Bob")):
        table.join(name, i=10 - number, unit_type="jump_infantry")
    table.do("start", 1, 1)
    table.do("deploy", player="Bob", at=(50, 50))
    table.do("deploy", player="Ann", at=(16, 15))
    if over:
        table.do("move", player="Ann", to=(25, 15))
        return
    refusal = table.refused("move", player="Ann", to=(25, 15))
    assert (refusal.rule, refusal.code) == ("MOVE-1", "too-high-to-fly")
    assert "wall is 12.5 in high" in refusal_text(refusal)


# ---- 20: napalm for every kind of move; two in one portal


@pytest.mark.rule("BARREL-5")
@pytest.mark.parametrize(
    ("do", "arguments", "dice"), [("jump", {"height": 4}, (4, 1)), ("leap", {"gap": 3}, (6, 6, 6))]
)
def test_who_jumps_or_leaps_into_burning_napalm_burns(
    do: str, arguments: dict[str, Any], dice: tuple[int, ...]
) -> None:
    table = burning()
    into = table.ask(do, *dice, player="Ann", to=(30, 30), **arguments)
    assert table.asks == ("fight-wound", "Ann")
    assert not of_type(into, Harmed)
    assert [event.cause for event in of_type(table.answer(1), Harmed)] == ["napalm"]
    past = burning()
    assert not of_type(past.do(do, *dice, player="Ann", to=(24, 38), **arguments), Harmed)


@pytest.mark.rule("PORTAL-1", "DIFF-5")
def test_two_who_are_told_to_be_in_one_portal_have_two_places() -> None:
    table = placed_table(Ann=(10, 10), Bob=(50, 50))
    table.do("stand", player="Ann", portal=5)
    table.do("stand", player="Bob", portal=5)
    assert table["Ann"].position.at == (30, 30)
    assert table["Bob"].position.at != (30, 30)
    assert table["Ann"].position.portal == table["Bob"].position.portal == 5


# ---- 6: an oval base turns on its way


BIKE = {"unit_type": "bike", "base_mm": 25, "base_length_mm": 75}


def biker(*pieces: Scenery, at: tuple[float, float], angle: float, **others: Any) -> Table:
    """A table in turn 1 with Ann on a bike, lying at an angle; the others stand where it says."""
    table = seat_players(
        " ".join(["Ann", *others]), table=Table(arena_data=structs.replace(arena(120, 60), scenery=pieces)), **BIKE
    )
    table.do("start", *[1] * (1 + len(others)))
    for name in reversed(list(others)):
        table.do("deploy", player=name, at=others[name], angle=90)
    table.do("deploy", player="Ann", at=at, angle=angle)
    return table


@pytest.mark.rule("MOVE-1", "ARENA-5")
def test_a_bike_does_not_go_through_a_wall_by_turning_beside_it() -> None:
    #  turned as it will lie it would be in the wall where it stands: that lets it through no wall
    fence = box("fence", 22, 0, 23, 60, height_in=3, impassable=True)
    for angle in (0, 90):
        table = biker(fence, at=(20.5, 30), angle=90)
        assert table.refused("move", player="Ann", to=(30, 30), angle=angle).code == "through-a-wall"


@pytest.mark.rule("MOVE-1", "ARENA-5")
def test_a_bike_may_turn_on_its_way_where_that_leads_past_a_wall() -> None:
    #  random evening 50028 on the scaffolds: neither as it lay nor as it will lie, but pointing
    #  where it goes it passes the pylon
    pylon = drum("pylon", (58, 22), 2.5, height_in=8, impassable=True)
    table = biker(pylon, at=(59.84, 16.77), angle=0)
    table.do("move", player="Ann", to=(70.33, 28.58), angle=90)
    assert table["Ann"].position.angle == 90
    #  between two walls it fits only lengthwise
    walls = [box(f"w{n}", 24, low, 40, low + 2, height_in=3, impassable=True) for n, low in enumerate((26, 32))]
    table = biker(*walls, at=(20, 30), angle=90)
    table.do("move", player="Ann", to=(46, 30))
    assert table["Ann"].position.at == (46, 30)
    narrow = [box(f"w{n}", 24, low, 40, low + 2, height_in=3, impassable=True) for n, low in enumerate((27.5, 30.1))]
    table = biker(*narrow, at=(20, 30), angle=90)
    assert table.refused("move", player="Ann", to=(46, 30)).code == "through-a-wall"


@pytest.mark.rule("MOVE-1", "DIFF-5")
def test_a_bike_does_not_go_through_a_base_by_turning_beside_it() -> None:
    table = biker(at=(18.5, 30), angle=90, Bob=(21.3, 30))
    assert table.refused("move", player="Ann", to=(32, 30), angle=0).code == "through-a-base"

"""An arena measured by ARENA-1 to 5 and BASE-1: what is well, what is wrong, and where."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from q40k.games.quake.arena.checks import arena_findings, bases_apart, percentage
from q40k.games.quake.packs.arena import RULES, Arena, Barrel, Circle, Flag, Scenery, TeamBase, TokenPlace
from q40k.games.quake.packs.library import load
from q40k.packs.kinds import Remark
from q40k.packs.validate import parse_model
from tests.games.quake.arena.tables import NAME, arena, box, drum

FAR = (30.0, 7.0)
"""On the plain table a token may lie here."""


def with_(table: Arena, **things: Any) -> Arena:
    return parse_model(Arena, to_builtins(table) | {k: tuple(v) for k, v in things.items()})


def base(number: int, left: float, bottom: float, right: float, top: float) -> TeamBase:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return TeamBase(number=number, polygon=corners)


def found_problems(table: Arena) -> list[tuple[str, str]]:
    return [(finding.code, finding.severity) for finding in arena_findings(table)]


def only(table: Arena) -> Remark:
    (remark,) = arena_findings(table)
    return remark


def test_a_plain_table_has_nothing_said_against_it() -> None:
    assert found_problems(arena()) == []


@pytest.mark.rule("ARENA-1", "ARENA-3", "ARENA-4", "ARENA-5", "BASE-1")
def test_every_shipped_arena_passes_without_a_warning() -> None:
    arenas = load(only=["arenas"]).arenas
    assert len(arenas) >= 8
    assert {key: found_problems(shipped) for key, shipped in arenas.items()} == {key: [] for key in arenas}


# ---- portals


@pytest.mark.rule("ARENA-3")
def test_portals_that_overlap_are_an_error_and_near_ones_a_warning_with_the_arithmetic() -> None:
    near = ((6, 54), (54, 54), (54, 6), (6, 6), (16, 8))
    remark = only(arena(portals=near))
    assert (remark.code, remark.severity, remark.path) == (*("portals-close", "warning"), ("portals", 4, "at"))
    facts = remark.facts
    assert (facts["one"], facts["other"]) == (4, 5)
    assert facts["distance"] == pytest.approx((10**2 + 2**2) ** 0.5, abs=0.01)
    assert facts["best"] == pytest.approx(52.38 / 2**0.5, abs=0.01)
    assert facts["percent"] == int(100 * 104**0.5 / (52.38 / 2**0.5))
    over = ((6, 54), (54, 54), (54, 6), (6, 6), (13, 8))
    assert found_problems(arena(portals=over))[0] == ("portals-overlap", "error")
    touching = ((6, 54), (54, 54), (54, 6), (6, 6), (6 + 7.62, 6))
    assert ("portals-overlap", "error") not in found_problems(arena(portals=touching))


def test_a_percentage_is_never_flattered() -> None:
    assert percentage(1.0) == 100
    assert percentage(0.9999) == 99


@pytest.mark.rule("ARENA-3", "ARENA-5")
@pytest.mark.parametrize(
    ("effects", "severity"),
    [
        ({"impassable": True}, "error"),
        ({"lethal": True}, "error"),
        ({"water": True}, "warning"),
        ({"water": True, "lethal": True}, "error"),
        ({"difficult": True}, None),
        ({"climbable": True, "height_in": 3}, None),
    ],
)
def test_a_portal_keeps_out_of_scenery_nobody_can_arrive_in(effects: dict[str, Any], severity: str | None) -> None:
    remarks = arena_findings(arena(box("pit", 32, 28, 44, 40, **effects)))
    assert [(r.code, r.severity) for r in remarks] == ([("portal-in-scenery", severity)] if severity else [])
    beside = arena(box("pit", 30 + 3.81, 28, 44, 40, **effects))
    assert found_problems(beside) == []


# ---- tokens, flags, barrels


@pytest.mark.rule("ARENA-4")
def test_an_equipment_token_near_a_portal_is_an_error_and_a_weapon_token_a_warning() -> None:
    for category, severity in (("equipment", "error"), ("weapon", "warning")):
        token = TokenPlace(id="X1", category=category, at=(30, 12))  # type: ignore[arg-type]
        remark = only(arena(tokens=[token]))
        assert (remark.code, remark.severity) == ("token-near-portal", severity)
        assert remark.facts["distance"] == pytest.approx(18 - 3.81 - 1, abs=0.01)


@pytest.mark.rule("ARENA-5")
def test_nothing_to_reach_stands_in_impassable_or_lethal_scenery() -> None:
    token = TokenPlace(id="E1", category="equipment", at=FAR)
    rock = box("rock", 27, 3, 33, 9, impassable=True)
    lava = box("lava", 27, 3, 33, 9, lethal=True)
    for piece in (rock, lava):
        assert found_problems(arena(piece, tokens=[token])) == [("thing-in-scenery", "error")]
        assert found_problems(arena(piece, flags=[Flag(id="F1", at=FAR)])) == [("thing-in-scenery", "error")]
    barrel = {"barrels": [Barrel(id="B1", at=FAR)]}
    assert found_problems(with_(arena(rock), **barrel)) == [("thing-in-scenery", "error")]
    assert found_problems(with_(arena(lava), **barrel)) == []


@pytest.mark.rule("BARREL-1")
def test_a_barrel_on_a_portal_is_warned_of() -> None:
    on = with_(arena(), barrels=[Barrel(id="B1", at=(30, 34.7))])
    assert found_problems(on) == [("barrel-on-portal", "warning")]
    assert found_problems(with_(arena(), barrels=[Barrel(id="B1", at=(30, 34.9))])) == []


# ---- scenery


@pytest.mark.rule("ARENA-5")
def test_two_solid_pieces_cannot_stand_in_one_place() -> None:
    rock = box("rock", 12, 26, 18, 32, impassable=True, height_in=3)
    other = drum("silo", (19, 29), 3, impassable=True, height_in=5)
    assert found_problems(arena(rock, other)) == [("scenery-overlap", "error")]
    ruin = box("ruin", 16, 28, 22, 34, height_in=3, climbable=True)
    assert found_problems(arena(rock, ruin)) == [("scenery-overlap", "warning")]
    pool = box("pool", 16, 28, 22, 34, water=True)
    assert found_problems(arena(rock, pool)) == []
    wall_to_wall = box("next", 18, 26, 22, 32, impassable=True, height_in=3)
    assert found_problems(arena(rock, wall_to_wall)) == []


@pytest.mark.rule("ARENA-5")
def test_scenery_nobody_agreed_on_and_a_flat_thing_to_climb_are_warned_of() -> None:
    assert found_problems(arena(box("rug", 12, 26, 18, 32))) == [("idle-scenery", "warning")]
    flat = box("rug", 12, 26, 18, 32, climbable=True)
    assert found_problems(arena(flat)) == [("flat-scenery", "warning")]


# ---- bases and flags


def two_bases(left: TeamBase, right: TeamBase, **more: Any) -> Arena:
    return with_(arena(size=(100, 60), portals=PORTALS), bases=[left, right], **more)


PORTALS = ((6, 54), (94, 54), (94, 6), (6, 6), (50, 30))
WEST, EAST = base(1, 0, 20, 10, 40), base(2, 90, 20, 100, 40)


@pytest.mark.rule("BASE-1")
def test_bases_are_18_inches_apart() -> None:
    table = two_bases(WEST, EAST)
    assert found_problems(table) == []
    apart = bases_apart(table)
    assert apart is not None
    assert apart[:2] == (1, 2)
    assert apart[2] == pytest.approx(80 / 2.54)
    assert bases_apart(arena()) is None


@pytest.mark.rule("BASE-1")
def test_bases_nearer_are_an_error_where_the_table_has_room_and_a_warning_where_it_has_none() -> None:
    near = two_bases(base(1, 28, 20, 38, 40), base(2, 62, 20, 72, 40))
    (remark,) = (r for r in arena_findings(near) if r.code == "bases-close")
    assert (remark.severity, remark.path) == ("error", ("bases", 1, "polygon"))
    assert remark.facts["distance"] == pytest.approx(24 / 2.54, abs=0.01)
    small = with_(arena(), bases=[base(1, 0, 20, 10, 40), base(2, 50, 20, 60, 40)])
    assert found_problems(small) == [("bases-close", "warning")]


@pytest.mark.rule("BASE-1")
def test_bases_are_equal_even_apart_and_leave_most_of_the_table_neutral() -> None:
    unequal = two_bases(WEST, base(2, 90, 20, 100, 42))
    assert ("bases-unequal", "error") in found_problems(unequal)
    overlap = two_bases(WEST, base(2, 5, 20, 15, 40))
    assert ("bases-overlap", "error") in found_problems(overlap)
    uneven = two_bases(WEST, base(2, 80, 20, 90, 40))
    assert found_problems(uneven) == [("bases-uneven", "warning")]
    huge = two_bases(base(1, 0, 0, 26, 60), base(2, 74, 0, 100, 60))
    assert ("bases-large", "error") in found_problems(huge)
    assert ("portal-in-base", "warning") in found_problems(huge)


@pytest.mark.rule("BASE-1")
def test_a_base_nobody_can_stand_in_is_warned_of() -> None:
    lava = to_builtins(box("lava", 0, 20, 8, 40, lethal=True))
    assert found_problems(two_bases(WEST, EAST, scenery=[lava])) == [("base-blocked", "warning")]


@pytest.mark.rule("FLAG-3")
def test_flags_stand_in_their_base_and_a_common_one_half_way() -> None:
    home = [Flag(id="F1", at=(5, 30), base=1), Flag(id="F2", at=(95, 30), base=2)]
    assert found_problems(two_bases(WEST, EAST, flags=home)) == []
    strayed = [home[0], Flag(id="F2", at=(80, 30), base=2)]
    assert found_problems(two_bases(WEST, EAST, flags=strayed)) == [("flag-outside-base", "error")]
    assert found_problems(two_bases(WEST, EAST, flags=home[:1])) == [("base-without-flag", "warning")]
    half_way = [*home, Flag(id="F0", at=(50, 42))]
    assert found_problems(two_bases(WEST, EAST, flags=half_way)) == []
    nearer = [Flag(id="F0", at=(40, 30))]
    assert found_problems(two_bases(WEST, EAST, flags=nearer)) == [("flag-off-centre", "warning")]


def test_every_finding_has_a_rule_behind_it() -> None:
    crowded = with_(
        arena(box("rug", 12, 26, 18, 32), box("pit", 26, 26, 34, 34, lethal=True)),
        bases=[base(1, 0, 0, 60, 30), base(2, 0, 25, 60, 60)],
        barrels=[Barrel(id="B1", at=(30, 30))],
        flags=[Flag(id="F1", at=(5, 50), base=1)],
    )
    codes = {finding.code for finding in arena_findings(crowded)}
    assert len(codes) >= 7
    assert codes <= set(RULES)


def test_round_scenery_is_measured_round() -> None:
    circle = Circle(at=(30 + 3.81 + 5.1, 30), radius_cm=5)
    drum_ = Scenery(id="silo", name=NAME, circle=circle, impassable=True, height_in=3)
    assert found_problems(arena(drum_)) == []

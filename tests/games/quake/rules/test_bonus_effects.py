"""Every kind of the book’s equipment table, alone, in numbers (BONUS-1); tables of one’s own."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state.bonus import BonusSpent, Thrown, angle_of, fighter, is_stealthy
from q40k.games.quake.state.movement.move import allowance
from q40k.packs.finding import shipped_files
from tests.games.w40k3e.fighting import library

from .bonus_kinds import (
    BARE,
    BOOK,
    MARINE,
    blow,
    book,
    holder,
    parry_modifier,
    placed_table,
    save_modifier,
    shot_at,
    shot_by,
    takes,
)
from .playing import Table, arena, both, deathmatch, of_type, seat_players, start_table
from .shooting import gunners

# ---- equipment: saves


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(
    ("roll", "against_shots", "in_close_combat"),
    [
        ("12", 6, None),  # electric field: 6+ invulnerable against shooting
        ("13", 6, 6),  # bionic body: 6+ invulnerable
        ("15", 5, None),  # smoke: 5+ invulnerable against shooting
        ("16", 5, 5),  # holy relic shard: 5+ invulnerable
        ("25", 4, None),  # phase field: 4+ invulnerable against shooting
        ("31", 4, 4),  # rosarius: 4+ invulnerable
        ("35", 3, 3),  # blessed armour: 3+ invulnerable
    ],
)
def test_invulnerable_saves(roll: str, against_shots: int, in_close_combat: int | None) -> None:
    held = holder(f"equipment-{roll}")
    assert save_modifier(held, "lascannon") == ("invulnerable", against_shots)  # AP2: no armour
    blows = ("invulnerable", in_close_combat) if in_close_combat else None
    assert parry_modifier(held, "power-weapon") == blows


@pytest.mark.rule("BONUS-1")
def test_24_minute_forge_betters_armour_by_one_and_never_below_two() -> None:
    assert save_modifier(holder("equipment-24")) == ("armour", 2)
    assert save_modifier(holder("equipment-24", sv=5), "lasgun") == ("armour", 4)
    assert save_modifier(holder("equipment-24", sv=2)) == ("armour", 2)


@pytest.mark.rule("BONUS-1")
def test_26_artificer_armour_saves_on_two() -> None:
    assert save_modifier(holder("equipment-26", sv=5)) == ("armour", 2)
    assert parry_modifier(holder("equipment-26", sv=5), None) == ("armour", 2)


@pytest.mark.rule("BONUS-1")
def test_34_terminator_armour_saves_on_two_or_five_and_holds_heavy_weapons_steady() -> None:
    held = holder("equipment-34", sv=5)
    assert save_modifier(held) == ("armour", 2)
    assert save_modifier(held, "lascannon") == ("invulnerable", 5)
    assert shot_by(held, "heavy-bolter", moved=True).allowed
    assert not shot_by(MARINE, "heavy-bolter", moved=True).allowed


@pytest.mark.rule("BONUS-1")
def test_22_disruptor_field_is_hit_only_on_five_in_close_combat() -> None:
    held = holder("equipment-22", ws=1)
    assert blow(MARINE, held).attack.hit.needed == 5
    assert shot_at(held).attack.hit.needed == 3


@pytest.mark.rule("BONUS-1")
def test_33_force_field_is_wounded_only_on_six_in_close_combat() -> None:
    held = holder("equipment-33", t=1)
    assert blow(MARINE, held).attack.wound.needed == 6
    assert shot_at(held).attack.wound.needed == 2


@pytest.mark.rule("BONUS-1", "SHOOT-3")
def test_21_stealth_suit_counts_as_in_a_dark_zone() -> None:
    table = gunners("Ann Bob", table=book())
    for _ in range(3):
        table.do("end-phase")
    takes(table, "equipment-21")
    assert is_stealthy(table.state, table["Ann"])
    table.do("end-phase")
    table.do("next")
    table.ask("shoot", player="Bob", target="Ann", weapon="boltgun", distance=20)
    assert table.question is not None
    assert table.question.key == "spotting"


@pytest.mark.rule("BONUS-1")
def test_23_narthecium_ignores_the_first_failed_save_and_no_other() -> None:
    table = gunners("Ann Bob", ("heavy-bolter",), table=book())  # AP4: a marine saves on 3+
    for _ in range(3):
        table.do("end-phase")
    table.do("next")
    takes(table, "equipment-23", who="Bob")
    table.do("end-phase")
    shot = {"player": "Ann", "target": "Bob", "weapon": "heavy-bolter", "distance": 10}
    events = table.do("shoot", 6, 6, 1, 6, 6, 2, 3, **shot)
    assert table["Bob"].life.alive
    assert [type(event) for event in of_type(events, BonusSpent)] == [BonusSpent]
    for _ in range(4):
        table.do("end-phase")
    events = table.do("shoot", 6, 1, 1, 6, 2, 4, **shot)
    assert table["Bob"].score.deaths == 1


@pytest.mark.rule("BONUS-1", "SHOOT-4")
def test_23_narthecium_ignores_the_failed_save_of_who_shoots_a_weapon_that_gets_hot() -> None:
    table = gunners("Ann Bob", ["plasma-gun"], table=book())
    for _ in range(3):
        table.do("end-phase")
    takes(table, "equipment-23")
    table.do("end-phase")
    events = table.do("shoot", 1, 2, player="Ann", target="Bob", weapon="plasma-gun", distance=20)
    assert table["Ann"].life.alive
    assert len(of_type(events, BonusSpent)) == 1


@pytest.mark.rule("BONUS-1", "SHOOT-4")
def test_23_narthecium_helps_nobody_who_has_no_save_to_fail_when_a_weapon_gets_hot() -> None:
    table = gunners("Ann Bob", ["plasma-gun"], table=book(), Ann={"sv": None})
    for _ in range(3):
        table.do("end-phase")
    takes(table, "equipment-23")
    table.do("end-phase")
    table.do("shoot", 1, 3, player="Ann", target="Bob", weapon="plasma-gun", distance=20)
    assert (table["Ann"].score.accidents, table["Ann"].score.deaths) == (1, 1)


@pytest.mark.rule("BONUS-1", "MOVE-1")
def test_14_jump_pack_moves_twelve_inches_over_what_is_in_the_way() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "equipment-14")
    assert allowance(table.state, table["Ann"]) == 12
    assert table.refused("jump", player="Ann", height=2).code == "flies-down"


@pytest.mark.rule("BONUS-1", "RESPAWN-1")
def test_32_beacon_may_roll_the_respawn_again() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "equipment-32")
    events = table.do("kill", 2, "yes", 5, player="Bob", victim="Ann")
    assert table.story(events) == ["Bob killed Ann", "Ann rolls again", "Ann back by 5"]


@pytest.mark.rule("BONUS-1")
def test_36_chooses_any_of_the_list() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "equipment-36", "31")
    assert save_modifier(fighter(table.state, table["Ann"]), "lascannon") == ("invulnerable", 4)


# ---- equipment 11: mega bumper


@pytest.mark.rule("BONUS-1", "SCORE-2")
def test_11_mega_bumper_throws_where_the_table_says_what_is_met() -> None:
    table = start_table("Ann Bob", table=book())
    events = takes(table, "equipment-11", 1, 2, 3, "yes", 4)
    assert table.story(events) == ["Ann mega-bumper", "Ann back by 4"]
    table = start_table("Ann Bob", table=book())
    takes(table, "equipment-11", 1, 2, 3, "no")
    assert table["Ann"].life.alive
    assert table["Ann"].bonus.spent


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(("hour", "met"), [(3, None), (9, "champion"), (6, "portal"), (12, "scenery")])
def test_11_mega_bumper_meets_what_lies_that_way(hour: int, met: str | None) -> None:
    corners = ((40.0, 40.0), (60.0, 40.0), (60.0, 44.0), (40.0, 44.0))
    wall = Scenery(id="wall", name=both("Wall"), polygon=corners, height_in=2, impassable=True)
    pit = structs.replace(arena(120, 60), scenery=(wall,))
    table = placed_table({"Ann": (50, 30), "Bob": (40, 30)}, arena_data=pit)
    answers = [4, 4, 4, hour] + ([2] if met else [])
    events = takes(table, "equipment-11", *answers)
    (thrown,) = of_type(events, Thrown)
    assert (thrown.hour, thrown.met) == (hour, met)
    assert table.state.play.thrown == ((50, 30), thrown.to)  # until somebody else acts
    if met is None:
        assert table["Ann"].position.at == pytest.approx((50 + 12 * 2.54, 30))
    else:
        assert table.story(events)[0] == "Ann mega-bumper"


@pytest.mark.rule("BONUS-1", "ARENA-5")
@pytest.mark.parametrize(("hour", "alive"), [(3, False), (9, True)])
def test_11_mega_bumper_throws_over_lava_but_not_into_it(hour: int, alive: bool) -> None:
    corners = ((75.0, 0.0), (90.0, 0.0), (90.0, 60.0), (75.0, 60.0))
    pool = Scenery(id="lava", name=both("Lava"), polygon=corners, lethal=True)
    ground = structs.replace(arena(120, 60), scenery=(pool,))
    table = placed_table({"Ann": (50, 40), "Bob": (10, 50)}, arena_data=ground)
    takes(table, "equipment-11", 4, 4, 4, hour, *(() if alive else (2,)))
    assert (table["Ann"].score.deaths == 0) == alive


def test_a_clock_face_is_read_from_the_top() -> None:
    assert [angle_of(hour) for hour in (12, 3, 6, 9)] == [90, 0, 270, 180]


# ---- tables of one's own


@pytest.mark.rule("BONUS-6")
def test_a_tables_own_bonus_works_without_code(tmp_path: Path) -> None:
    (shipped_file,) = shipped_files(KINDS, ["bonus_tables"])
    shipped = shipped_file.read_text(encoding="utf-8")
    mirror = """      12:
        name: {en: Mirror shield, fr: Bouclier miroir}
        text: {en: A 4+ in close combat and 2 more T., fr: Un 4+ au corps à corps et +2 en E.}
        modifiers:
          - {effect: invulnerable, value: 4, scope: melee}
          - {effect: toughness, value: 2}
"""
    ours = re.sub(r"      12:\n.*?(?=      13:)", mirror, shipped, count=1, flags=re.DOTALL)
    assert ours != shipped
    pack = tmp_path / "ours.yaml"
    pack.write_text(ours.replace("- id: classic", "- id: ours"), encoding="utf-8")
    own = load([pack], only=["bonus_tables"]).bonus_tables["ours"]
    table = seat_players("Ann Bob", table=Table(tables_data=own))
    table.do("start", 1, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    takes(table, "equipment-12")
    held = fighter(table.state, table["Ann"])
    assert parry_modifier(held) == ("invulnerable", 4)
    assert shot_at(held).attack.wound.needed == 6


@pytest.mark.rule("BONUS-7")
def test_a_spent_bonus_changes_nothing_any_more() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "weapon-36", "Bob", 1)
    assert fighter(table.state, table["Ann"]).modifiers == BARE.modifiers


@pytest.mark.rule("BONUS-1")
def test_every_kind_of_the_book_has_an_effect_of_its_own() -> None:
    tables = (BOOK.equipment, BOOK.weapon, BOOK.special)
    assert [
        (roll, kind.name.en)
        for table in tables
        for roll, kind in table.items()
        if kind.effect == "card" and not (kind.modifiers or kind.weapon or kind.stealth)
    ] == []


def test_the_book_is_what_a_deathmatch_is_played_with() -> None:
    assert deathmatch().bonus_tables == "book"
    assert library().mods["deathmatch"].bonus_tables == BOOK.id

"""Every kind of the book’s weapon table, alone, in numbers (BONUS-1)."""

import pytest

from q40k.games.quake.state.bonus import arms_of, fighter
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.melee import Round, melee_plan
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from tests.games.w40k3e.fighting import weapon

from .bonus_kinds import MARINE, best, blow, book, holder, placed_table, shot_by, takes
from .playing import deploying, start_table

# ---- weapon: what changes one's own


@pytest.mark.rule("BONUS-1")
def test_12_short_barrel_halves_the_range() -> None:
    held = holder("weapon-12")
    assert (shot_by(held).range_in, shot_by(MARINE).range_in) == (12, 24)
    assert not shot_by(held, distance_in=13).allowed


@pytest.mark.rule("BONUS-1")
def test_13_jamming_leaves_one_shot_a_turn() -> None:
    assert shot_by(holder("weapon-13"), "heavy-bolter").attack.count.of() == 1
    assert shot_by(MARINE, "heavy-bolter").attack.count.of() == 3


@pytest.mark.rule("BONUS-1")
def test_14_mega_weapon_is_stronger_by_one_and_pierces_better_by_one() -> None:
    plan = shot_by(holder("weapon-14")).attack
    assert (plan.strength, plan.ap) == (5, 4)
    assert plan.wound.needed == 3


@pytest.mark.rule("BONUS-1")
def test_15_targeter_betters_the_ballistic_skill() -> None:
    assert shot_by(holder("weapon-15")).attack.hit.needed == 2


@pytest.mark.rule("BONUS-1")
def test_16_faster_rate_of_fire_is_one_more_shot() -> None:
    assert shot_by(holder("weapon-16"), "heavy-bolter").attack.count.of() == 4


@pytest.mark.rule("BONUS-1")
def test_21_master_forged_rolls_misses_again() -> None:
    held = holder("weapon-21")
    assert shot_by(held).attack.hit.reroll == "failures"
    assert blow(held, MARINE).attack.hit.reroll == "failures"


@pytest.mark.rule("BONUS-1")
def test_22_compensator_fires_as_if_it_had_not_moved() -> None:
    assert shot_by(holder("weapon-22"), "heavy-bolter", moved=True).allowed


@pytest.mark.rule("BONUS-1")
def test_23_power_weapon_ignores_armour_in_close_combat_only() -> None:
    held = holder("weapon-23")
    assert best(blow(held, MARINE).attack.saves.options) is None
    assert best(shot_by(held).attack.saves.options) == ("armour", 3)


@pytest.mark.rule("BONUS-1")
def test_24_power_fist_doubles_the_strength_and_strikes_last() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "weapon-24")
    (fist,) = arms_of(table.state, table["Ann"])
    struck = melee_plan(fighter(table.state, table["Ann"]), fist, MARINE, Round()).blows[0]
    assert (struck.attack.strength, struck.initiative) == (8, 1)
    assert best(struck.attack.saves.options) is None


@pytest.mark.rule("BONUS-1")
def test_25_long_barrel_doubles_the_range() -> None:
    assert shot_by(holder("weapon-25")).range_in == 48


@pytest.mark.rule("BONUS-1")
def test_26_refined_weapons_use_the_blast_template() -> None:
    assert (shot_by(holder("weapon-26")).shape, shot_by(MARINE).shape) == ("blast", "")


@pytest.mark.rule("BONUS-1")
def test_32_piercing_rounds_are_ap_three() -> None:
    held = holder("weapon-32")
    assert shot_by(held).attack.ap == 3
    assert shot_by(held, "lascannon").attack.ap == 3  # to the letter, better ones too


@pytest.mark.rule("BONUS-1")
def test_34_ctan_blade_allows_no_save_in_close_combat() -> None:
    saint = Fighter(sv=2, inv=3)
    held = holder("weapon-34")
    assert best(blow(held, saint).attack.saves.options) is None
    assert shooting_plan(held, weapon("boltgun"), saint, Aim()).attack.saves.options != ()


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(
    ("roll", "reach", "strength", "ap", "shots"), [("31", 12, 8, 1, 1), ("33", 24, 6, 3, 2), ("35", 48, 9, 1, 1)]
)
def test_weapons_that_are_given(roll: str, reach: int, strength: int, ap: int, shots: int) -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, f"weapon-{roll}")
    (gun,) = arms_of(table.state, table["Ann"])
    plan = shooting_plan(fighter(table.state, table["Ann"]), gun, MARINE, Aim(moved=True))
    assert plan.allowed
    assert (plan.range_in, plan.attack.strength, plan.attack.ap) == (reach, strength, ap)
    assert plan.attack.count.of() == shots
    assert plan.may_charge


# ---- weapon 11: demolition charge


@pytest.mark.rule("BONUS-1", "BONUS-7")
def test_11_demolition_charge_strikes_whom_the_table_names_with_s8_ap3() -> None:
    table = start_table("Ann Bob Cid", table=book())
    table.ask("pickup", 1, 1, player="Ann", token="W1")
    assert table.asks == ("under-charge", None)
    table.answer(["Ann", "Bob"])
    assert table.question is not None
    assert (table.question.key, table.question.facts["needed"]) == ("fight-wound", 2)
    events = table.answer(1, 2, 4)  # Ann is not wounded, Bob is: AP3 leaves a marine no armour save
    assert table.story(events) == ["Ann killed Bob", "Bob back by 4"]
    assert table.scores == {"Ann": 15, "Bob": 0, "Cid": 0}
    assert table["Ann"].bonus.spent
    table.check()


@pytest.mark.rule("BONUS-1", "SCORE-2", "BONUS-7")
def test_11_demolition_charge_that_kills_its_picker_is_an_accident_and_goes_home() -> None:
    table = start_table("Ann Bob", table=book())
    events = takes(table, "weapon-11", ["Ann"], 2, 4)
    assert table.story(events) == ["Ann demolition-charge", "Ann back by 4"]
    assert table.scores["Ann"] == -15
    assert table.state.tokens["W1"].holder is None


@pytest.mark.rule("BONUS-1", "DIFF-3")
def test_11_demolition_charge_touches_who_stands_partly_under_the_template() -> None:
    spots = {"Ann": (30.0, 12.0), "Bob": (37.5, 10.0), "Cid": (50.0, 50.0)}  # the token: (30, 10)
    table = placed_table(spots)
    events = takes(table, "weapon-11", 1, 6, 5)  # 6.35 cm of template and 1.25 cm of base
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]


# ---- weapon 36: nuke


@pytest.mark.rule("NUKE")
def test_36_nuke_goes_by_the_rims_of_the_bases_once_its_picker_was_hit() -> None:
    table = deploying("Ann", table=book())
    table.join("Bob", 1, 5, base_mm=60, ld=1)
    table.do("deploy", player="Ann", at=(30, 13))
    table.do("stand", player="Bob")
    asking = table.ask("pickup", 3, 6, player="Ann", token="W1", override="it is on it")
    assert asking
    assert table.asks == ("nuke-nearest", None)  # Bob’s place is not known
    table = placed_table({"Ann": (30, 13.5), "Bob": (30, 5), "Cid": (30, 16)})
    table.join("Dan", 1, 3, base_mm=60, ld=1, i=1)
    table.do("place", player="Dan", at=(36.5, 10))
    table.ask("pickup", 3, 6, player="Ann", token="W1", override="it is on it")
    for name in ("Ann", "Dan", "Bob", "Cid"):  # the token: (30, 10)
        assert table.question is not None
        assert table.question.facts["target"] == table[name].id
        table.answer(2)


@pytest.mark.rule("NUKE", "BONUS-1")
def test_36_nuke_allows_no_save_of_any_kind() -> None:
    table = start_table("Ann Bob", table=book(), sv=2, inv=2)
    events = takes(table, "weapon-36", "Bob", 2, 1, 4)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 4"]

"""Every kind of the book’s special table, alone (BONUS-1)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state.bonus import DeepStruck, Feasted, VortexDrags, arms_of, fighter, is_finished
from q40k.games.quake.state.melee import worthwhile
from q40k.games.quake.state.movement.ground import Ground
from q40k.games.quake.state.odds import champion_charge_odds, shot_odds
from q40k.games.quake.state.shooting import ShotTerms
from q40k.games.w40k3e.traits import Trait, TraitEffect
from tests.games.w40k3e.fighting import weapon

from .bonus_kinds import book, placed_table, takes
from .playing import Table, arena, both, champion, of_type, start_table
from .shooting import gunners

# ---- special 1: vortex


@pytest.mark.rule("BONUS-1")
def test_1_vortex_drags_everyone_six_inches_and_stops_them_on_contact() -> None:
    spots = {"Ann": (30.0, 30.0), "Bob": (40.0, 30.0), "Cid": (30.0, 57.0)}
    table = placed_table(spots)
    takes(table, "special-1")
    events: list[Any] = []
    for _ in range(4):
        events = table.do("end-phase")
    (drags,) = of_type(events, VortexDrags)
    assert table["Bob"].position.at == pytest.approx((32.5, 30))  # two bases of 25 mm, in contact
    assert table["Cid"].position.at == pytest.approx((30, 57 - 6 * 2.54), abs=0.06)
    assert set(drags.to) == {table["Bob"].id, table["Cid"].id}
    assert table["Ann"].position.at == (30, 30)
    table.check()


@pytest.mark.rule("BONUS-1")
def test_1_vortex_drags_nobody_onto_another_base() -> None:
    spots = {"Ann": (30.0, 30.0), "Bob": (38.0, 30.0), "Cid": (44.0, 30.0)}
    table = placed_table(spots)
    takes(table, "special-1")
    for _ in range(4):
        table.do("end-phase")
    assert table["Bob"].position.at == pytest.approx((32.5, 30))
    assert table["Cid"].position.at == pytest.approx((35.0, 30))


@pytest.mark.rule("BONUS-1")
def test_1_vortex_tells_the_table_where_no_places_are_kept() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "special-1")
    events: list[Any] = []
    for _ in range(4):
        events = table.do("end-phase")
    (drags,) = of_type(events, VortexDrags)
    assert drags.to == {}


# ---- special 2: unpainted or unbased figures


def wrathful(guns: Sequence[str] = ("boltgun",), **each: Any) -> Table:
    """Ann holds the painters' wrath; it is the next shooting phase."""
    table = gunners("Ann Bob", guns, table=book(), **each)
    for _ in range(3):
        table.do("end-phase")
    takes(table, "special-2")
    table.do("end-phase")
    return table


@pytest.mark.rule("BONUS-1")
def test_2_one_hit_kills_an_unpainted_figure_without_any_other_roll() -> None:
    table = wrathful()
    table.do("describe", player="Bob", painted=False)
    events = table.do("shoot", 3, 5, player="Ann", target="Bob", distance=20)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]


@pytest.mark.rule("BONUS-1", "SHOOT-4")
def test_2_a_hit_kills_whatever_the_toughness() -> None:
    table = wrathful(Bob={"t": 10})
    table.do("describe", player="Bob", painted=False)
    odds = shot_odds(table.state, table["Ann"], weapon("boltgun"), table["Bob"], ShotTerms(distance_in=20))
    assert (odds.allowed, odds.kills, odds.plan.attack.warnings) == (True, Fraction(2, 3), ())
    events = table.do("shoot", 3, 5, player="Ann", target="Bob", distance=20)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]


@pytest.mark.rule("BONUS-1", "MELEE-2")
def test_2_in_close_combat_it_counts_in_the_odds_and_the_swift_weapon_is_as_good_as_the_strong() -> None:
    table = wrathful(["chainsword", "power-fist"], Ann={"a": 1}, Bob={"a": 1, "t": 10})
    table.do("describe", player="Bob", painted=False)
    table.do("end-phase")
    table.do("charge", player="Ann", target="Bob")
    assert [grip.id for grip in worthwhile(table.state, table["Ann"], (table["Bob"],))] == ["chainsword"]
    table.do("describe", player="Bob", painted=True, based=True)
    assert "power-fist" in [grip.id for grip in worthwhile(table.state, table["Ann"], (table["Bob"],))]


@pytest.mark.rule("BONUS-1")
def test_2_a_miss_kills_nobody() -> None:
    table = wrathful()
    table.do("describe", player="Bob", painted=False)
    table.do("shoot", 2, player="Ann", target="Bob", distance=20)
    assert table["Bob"].score.deaths == 0


@pytest.mark.rule("BONUS-1")
def test_2_a_painted_figure_is_shot_at_as_ever() -> None:
    table = wrathful()
    table.do("describe", player="Bob", painted=True)
    table.do("shoot", 3, 4, 3, player="Ann", target="Bob", distance=20)
    assert table["Bob"].score.deaths == 0


@pytest.mark.rule("BONUS-1")
def test_2_asks_once_about_a_figure_of_which_nobody_has_said_anything() -> None:
    table = wrathful()
    table.ask("shoot", player="Ann", target="Bob", distance=20)
    assert table.asks == ("finished", "Bob")
    events = table.answer("no", 3, 5)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]
    for _ in range(4):
        table.do("end-phase")
    table.ask("shoot", player="Ann", target="Bob", distance=20)
    assert table.asks != ("finished", "Bob")


@pytest.mark.rule("SHOOT-4", "BONUS-1")
def test_2_what_may_not_be_fired_is_refused_before_anything_is_asked() -> None:
    table = wrathful(["chainsword", "boltgun"])
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="chainsword")
    assert refusal.code == "melee-only"
    assert table.question is None


@pytest.mark.rule("BONUS-1")
def test_2_the_tick_on_the_base_counts_and_tie_1_does_not_look_at_it() -> None:
    table = wrathful()
    table.do("describe", player="Bob", painted=True, based=False, wysiwyg=True, race="Ork")
    assert not is_finished(table["Bob"])
    table.do("describe", player="Bob", based=True)
    assert is_finished(table["Bob"])


@pytest.mark.rule("BONUS-1")
def test_2_a_painted_figure_without_a_base_is_told_to_the_referee() -> None:
    table = wrathful()
    table.do("describe", player="Bob", painted=True)
    table.do("describe", player="Bob", finished=False)
    events = table.do("shoot", 3, 5, player="Ann", target="Bob", distance=20)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]


# ---- special 3: teleporter


@pytest.mark.rule("BONUS-1")
def test_3_teleporter_strikes_in_the_place_of_moving_and_moves_no_more() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "special-3")
    events = table.do("deep-strike", 3, 4, 2, player="Ann")
    (struck,) = of_type(events, DeepStruck)
    assert (struck.scatter, table["Ann"].turn.moved) == (0, True)
    assert table.refused("move", player="Ann", inches=1).code == "moves-no-more"
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", inches=1)
    assert table.refused("deep-strike", player="Ann").code == "has-moved"


@pytest.mark.rule("BONUS-1", "SCORE-2")
def test_3_teleporter_kills_on_a_double_one() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "special-3")
    events = table.do("deep-strike", 1, 1, 4, player="Ann")
    assert table.story(events) == ["Ann teleporter", "Ann back by 4"]
    assert table.scores["Ann"] == -15


@pytest.mark.rule("BONUS-1")
def test_3_teleporter_scatters_where_the_table_says_if_there_is_room() -> None:
    table = start_table("Ann Bob", table=book())
    takes(table, "special-3")
    events = table.do("deep-strike", 3, 4, 3, "no", 5, player="Ann")
    assert table.story(events) == ["Ann teleporter-lost", "Ann back by 5"]


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(("hour", "lost"), [(3, False), (9, True), (6, True)])
def test_3_teleporter_scatters_on_the_board(hour: int, lost: bool) -> None:
    table = placed_table({"Ann": (10, 10), "Bob": (24.76, 30)}, arena_data=arena(120, 60))
    takes(table, "special-3")
    answers = [1, 5, 4, hour] if not lost else [1, 5, 4, hour, 2]
    if hour == 6:
        answers[:2] = [6, 6]  # 12 in down is off the table; 6 in to the left is on Bob
    events = table.do("deep-strike", *answers, player="Ann", to=(40, 30))
    (struck,) = of_type(events, DeepStruck)
    assert struck.hour == hour
    assert (table["Ann"].score.deaths == 1) == lost
    if not lost:
        assert table["Ann"].position.at == pytest.approx((40 + 6 * 2.54, 30))


@pytest.mark.rule("BONUS-1")
def test_3_only_the_holder_of_a_teleporter_strikes() -> None:
    table = start_table("Ann Bob", table=book())
    refusal = table.refused("deep-strike", player="Ann")
    assert (refusal.code, refusal.overridable) == ("no-teleporter", False)


# ---- special 4 and 5: the order of play, mind control


@pytest.mark.rule("BONUS-1")
def test_4_decides_the_order_of_play_each_turn() -> None:
    table = start_table("Ann Bob Cid", table=book())
    takes(table, "special-4")
    for order in (["Cid", "Bob", "Ann"], ["Bob", "Ann", "Cid"]):
        for _ in range(3):
            table.do("end-phase")
        table.do("end-phase", order)
        assert table.order.split() == order


@pytest.mark.rule("BONUS-1")
def test_5_mind_control_names_whose_champion_it_plays_and_kills_stay_the_champions() -> None:
    table = start_table("Ann Bob Cid", table=book())
    takes(table, "special-5", "Bob")
    assert table["Ann"].bonus.target == table["Bob"].id
    table.do("kill", 3, player="Bob", victim="Cid")
    assert table.scores == {"Ann": 0, "Bob": 15, "Cid": 0}


# ---- special 6: vampirism


def charge_odds_of(table: Table, name: str, far: float) -> Fraction:
    """The chance of a charge so far, by what a champion is now."""
    player = table[name]
    return champion_charge_odds(fighter(table.state, player), player.abilities, far, Ground()).done


def vampires(traits: tuple[Trait, ...] = (), **prey: Any) -> Table:
    """Ann holds vampirism, and Bob is worth biting; both carry what `arms` says."""
    table = book()
    table.do("join", player="Ann", champion="x", profile=champion(i=5, weapons=("boltgun",)), arms=(weapon("boltgun"),))
    bitten = champion(**{"i": 4, "ws": 5, "t": 5, "sv": 2, "inv": 4, **prey})
    table.do(
        "join",
        player="Bob",
        champion="x",
        profile=bitten,
        arms=(weapon("power-fist"),),
        traits=traits,
        override="heroes fight",
    )
    table.do("start", 1, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    takes(table, "special-6")
    return table


@pytest.mark.rule("BONUS-1")
def test_6_vampirism_offers_what_is_better_and_takes_what_is_named() -> None:
    table = vampires(weapons=("power-fist", "frag-grenades"))
    table.ask("take", player="Ann", victim="Bob")
    assert table.question is not None
    offer = table.question.facts["offer"]
    assert offer == {"ws": 5, "t": 5, "sv": 2, "inv": 4, "power-fist": None, "frag-grenades": None}
    table.answer(["ws", "inv", "power-fist", "frag-grenades"])
    drunk = fighter(table.state, table["Ann"])
    assert (drunk.ws, drunk.t, drunk.inv) == (5, 4, 4)
    assert [arm.id for arm in arms_of(table.state, table["Ann"])] == ["boltgun", "power-fist"]
    assert "frag-grenades" in drunk.kit
    table.check()


@pytest.mark.rule("BONUS-1", "BONUS-4")
def test_6_what_a_vampire_took_dies_with_it() -> None:
    table = vampires()
    table.do("take", ["t"], player="Ann", victim="Bob")
    assert fighter(table.state, table["Ann"]).t == 5
    table.do("kill", 3, player="Bob", victim="Ann")
    assert fighter(table.state, table["Ann"]).t == 4


@pytest.mark.rule("BONUS-1")
def test_6_a_vampire_may_take_nothing_and_only_its_holder_takes() -> None:
    table = vampires()
    events = table.do("take", [], player="Ann", victim="Bob")
    assert of_type(events, Feasted) == []
    assert table.refused("take", player="Bob", victim="Ann").code == "no-vampire"
    assert table.refused("take", player="Ann", victim="Ann").code == "drinks-itself"


@pytest.mark.rule("BONUS-1")
def test_6_a_fight_whose_dice_are_entered_asks_the_vampire_by_itself() -> None:
    table = vampires(sv=None, inv=None, t=3)
    for _ in range(2):
        table.do("end-phase")
    table.do("charge", player="Ann", target="Bob", distance=3)
    table.do("end-phase")
    table.ask("fight")
    questions: list[str] = []
    while table.question is not None and len(questions) < 20:
        questions.append(table.question.key)
        table.answer(["ws"] if questions[-1] == "vampirism" else "dead" if "fight-" in questions[-1] else 5)
    assert "vampirism" in questions
    assert fighter(table.state, table["Ann"]).ws == 5


@pytest.mark.rule("BONUS-1")
def test_6_a_vampire_takes_abilities_unit_type_and_wounds() -> None:
    painless = Trait(id="no-pain", name=both("No pain"), effects=(TraitEffect(effect="no-pain", value=4),))
    table = vampires(unit_type="cavalry", w=3, traits=(painless,))
    assert charge_odds_of(table, "Ann", 11) == 0
    table.ask("take", player="Ann", victim="Bob")
    assert table.question is not None
    offer = table.question.facts["offer"]
    assert {word: offer[word] for word in ("w", "unit-type", "no-pain")} == {"w": 3, "unit-type": None, "no-pain": None}
    table.answer(["w", "unit-type", "no-pain"])
    drunk = fighter(table.state, table["Ann"])
    assert (drunk.w, drunk.several, drunk.unit_type) == (3, True, "cavalry")
    assert (drunk.toughness_for_death, drunk.modifiers[0].effect) == (4, "no-pain")
    assert charge_odds_of(table, "Ann", 11) == 1
    table.check()


@pytest.mark.rule("BONUS-1", "BONUS-4")
def test_6_the_wounds_a_vampire_took_leave_with_the_token() -> None:
    table = vampires(w=3)
    table.do("take", ["w"], player="Ann", victim="Bob")
    assert table["Ann"].life.wounds == 3
    table.do("drop", player="Ann")
    assert (table["Ann"].life.wounds, fighter(table.state, table["Ann"]).several) == (1, False)


@pytest.mark.rule("BONUS-1", "TRAIT-1")
def test_6_what_gear_lets_its_bearer_do_comes_with_the_gear() -> None:
    furious = Trait(
        id="fury", name=both("Fury"), gear=("horn",), effects=(TraitEffect(effect="strength", value=1, scope="melee"),)
    )
    table = vampires(weapons=("horn",), traits=(furious,))
    table.ask("take", player="Ann", victim="Bob")
    assert table.question is not None
    assert {"horn"} == table.question.facts["offer"].keys() & {"horn", "fury"}
    table.answer(["horn"])
    assert [ability.id for ability in table["Ann"].abilities] == ["fury"]
    table.do("take", ["ws"], player="Ann", victim="Bob")
    assert [ability.id for ability in table["Ann"].abilities] == ["fury"]


# ---- lethal ground


def lava(left: float, right: float) -> Scenery:
    corners = ((left, 0.0), (right, 0.0), (right, 60.0), (left, 60.0))
    return Scenery(id="lava", name=both("Lava"), polygon=corners, lethal=True)


@pytest.mark.rule("BONUS-1", "ARENA-5")
def test_1_vortex_drags_nobody_into_lava_but_over_it() -> None:
    for left, end in ((31.0, 45 - 15.24), (28.0, 36.0)):
        ground = structs.replace(arena(120, 60), scenery=(lava(left, left + 8),))
        table = placed_table({"Ann": (10, 30), "Bob": (45, 30)}, arena_data=ground)
        takes(table, "special-1")
        for _ in range(4):
            table.do("end-phase")
        assert table["Bob"].position.at == pytest.approx((end, 30), abs=0.15)


@pytest.mark.rule("BONUS-1", "ARENA-5", "SCORE-2")
def test_3_teleporter_is_lost_in_lava() -> None:
    ground = structs.replace(arena(120, 60), scenery=(lava(60, 80),))
    table = placed_table({"Ann": (20, 20), "Bob": (100, 30)}, arena_data=ground)
    takes(table, "special-3")
    events = table.do("deep-strike", 3, 4, 2, 5, player="Ann", to=(70, 30))
    assert table.story(events) == ["Ann teleporter-lost", "Ann back by 5"]

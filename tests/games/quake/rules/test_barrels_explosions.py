"""A barrel shot at, die by die: who is under the template, hits, wounds, saves; napalm crossed."""

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Arena, Scenery
from q40k.games.quake.state.barrels import BarrelExploded
from q40k.games.quake.state.damage import Harmed
from q40k.kernel.events import SeveralQuestion
from tests.games.quake.rules.bonus_kinds import BOOK
from tests.games.quake.rules.in_teams import with_barrels
from tests.games.quake.rules.playing import Table, arena, both, champion, deathmatch, of_type, start_table
from tests.games.quake.rules.shooting import gunners

FRENZY = deathmatch(rules=("respawn", "portals", "bonus", "victory-points", "barrels"))


def range_of(names: str = "Ann Bob Cid", where: Arena | None = None, **each: object) -> Table:
    """Champions with boltguns (T4, 3+) among barrels, in the first shooting phase."""
    table = Table(mod_data=FRENZY, arena_data=where or arena(), options={"barrels_each": 3})
    return gunners(names, ["boltgun"], table=table, **each)


def shoot(table: Table, *answers: object, barrel: str = "K1") -> list[str]:
    """Ann shoots at a barrel from 20 in away and hits; the rest is what the barrel asks."""
    events = table.do("shoot", 3, *answers, player="Ann", target=barrel, weapon="boltgun", distance=20)
    table.check()
    return table.story(events)


@pytest.mark.rule("BARREL-2", "BARREL-7", "SCORE-1")
def test_an_explosion_wounds_with_s5_and_leaves_armour_three_its_save() -> None:
    table = range_of()
    # die 4: ordnance; Bob and Cid under it; Bob: wounded on 3+, saved on 3+; Cid fails
    assert shoot(table, 4, ["Bob", "Cid"], 3, 3, 5, 2, [], 1) == ["Ann killed Cid", "Cid back by 1"]
    assert table["Ann"].score.points == table["Cid"].value


@pytest.mark.rule("BARREL-2")
def test_s5_needs_a_three_against_toughness_four() -> None:
    assert shoot(range_of(), 1, ["Bob"], 2, []) == []


@pytest.mark.rule("BARREL-2")
def test_ap_4_leaves_armour_four_no_save() -> None:
    table = range_of(Bob={"sv": 4})
    assert shoot(table, 1, ["Bob"], 3, [], 2) == ["Ann killed Bob", "Bob back by 2"]


@pytest.mark.rule("BARREL-3")
def test_plasma_hits_who_is_wholly_under_it_and_who_is_partly_on_four() -> None:
    table = range_of()
    # 6, 2: plasma S7 AP2. Cid wholly: wounded on 2+, no armour. Bob partly: hit on 4+.
    story = shoot(table, 6, 2, ["Bob", "Cid"], ["Bob"], 2, 3, [], 4)
    assert story == ["Ann killed Cid", "Cid back by 4"]
    table = range_of()
    story = shoot(table, 6, 2, ["Bob"], ["Bob"], 4, 2, [], 4)
    assert story == ["Ann killed Bob", "Bob back by 4"]


@pytest.mark.rule("BARREL-6")
def test_a_vortex_kills_without_a_save_and_who_is_partly_under_it_on_four() -> None:
    ward = {"inv": 2}
    table = range_of(Bob=ward, Cid=ward)
    story = shoot(table, 6, 6, ["Bob", "Cid"], ["Cid"], 3, [], 5)
    assert story == ["Ann killed Bob", "Bob back by 5"]
    table = range_of(Bob=ward)
    assert shoot(table, 6, 6, ["Bob"], ["Bob"], 4, [], 5) == ["Ann killed Bob", "Bob back by 5"]


@pytest.mark.rule("BARREL-7", "RESPAWN-1", "SCORE-2")
def test_a_chain_goes_on_by_dice_and_the_dead_come_back_at_its_end() -> None:
    table = range_of()
    story = shoot(
        table, 1, ["Bob"], 6, 1, ["K2"], 6, 6, ["Ann"], [], [], 3, 4
    )  # K1 kills Bob and sets off K2, a vortex that takes the shooter
    assert story == ["Ann killed Bob", "Ann barrel", "Bob back by 3", "Ann back by 4"]
    assert table["Ann"].score.points == table["Bob"].value - table["Ann"].value


@pytest.mark.rule("BARREL-2")
def test_every_depth_ends_in_the_same_score() -> None:
    by_dice, counted, dead, by_command = (range_of() for _ in range(4))
    expected = ["Ann killed Bob", "Bob back by 2"]
    assert shoot(by_dice, 1, ["Bob"], 3, 2, [], 2) == expected
    assert shoot(counted, 1, ["Bob"], "=1", "=0", [], 2) == expected
    assert shoot(dead, 1, ["Bob"], "dead", [], 2) == expected
    assert by_command.story(by_command.do("barrel", 1, ["Bob"], [], 2, player="Ann", barrel="K1")) == expected
    assert by_dice.scores == counted.scores == dead.scores == by_command.scores


@pytest.mark.rule("BARREL-3", "BARREL-7")
def test_with_places_known_the_board_says_who_lies_wholly_and_who_partly_under_it() -> None:
    table = range_of(where=with_barrels((30, 15), (50, 35), (50, 50)))
    for name, at in {"Ann": (5, 15), "Bob": (32, 15), "Cid": (37, 15)}.items():
        table.do("place", player=name, at=at)
    # plasma: Bob is wholly under it, without a roll to hit; Cid's base sticks out, a 3 misses it
    events = table.do(
        "shoot", 3, 6, 1, 2, 3, *unplaced_answer(table), 5, player="Ann", target="K1", weapon="boltgun", distance=20
    )
    struck = [event.struck for event in of_type(events, Harmed)]
    assert [(table.name(champion.player), champion.hits, champion.dead) for champion in struck] == [
        ("Bob", 1, True),
        ("Cid", 0, False),
    ]


def unplaced_answer(table: Table) -> list[object]:
    """The answer to which barrels without a place are caught: none."""
    return [[]] if any(barrel.at is None for barrel in table.state.barrels.values()) else []


@pytest.mark.rule("BARREL-5")
def test_who_crosses_napalm_even_partly_takes_a_hit_and_dies_by_accident() -> None:
    table = burning()
    events = table.do("move", 3, 2, 5, player="Ann", to=(39, 30))
    assert table.story(events)[-2:] == ["Ann napalm", "Ann back by 5"]
    assert table["Ann"].score.points == -table["Ann"].value
    beside = burning()
    events = beside.do("move", player="Ann", to=(24, 38))
    assert not of_type(events, Harmed)


@pytest.mark.rule("BARREL-5")
def test_napalm_is_flown_over_but_not_landed_in() -> None:
    over = burning(unit_type="jump_infantry")
    assert not of_type(over.do("move", player="Ann", to=(41, 30)), Harmed)
    into = burning(unit_type="jump_infantry")
    assert of_type(into.do("move", 2, player="Ann", to=(33, 34)), Harmed)


@pytest.mark.rule("BARREL-5")
def test_where_no_places_are_kept_the_table_says_who_crosses_it() -> None:
    table = range_of("Ann Bob")
    shoot(table, 6, 5, [], [])
    while table.state.play.phase != "movement":
        table.do("end-phase")
    events = table.do("move", 3, 6, player="Ann", inches=3, napalm=True)
    assert [event.cause for event in of_type(events, Harmed)] == ["napalm"]
    assert not of_type(table.do("move", player="Ann", inches=1), Harmed)


@pytest.mark.rule("BARREL-5", "MOVE-3", "MOVE-5", "MOVE-6", "MOVE-4")
@pytest.mark.parametrize(
    ("do", "dice", "arguments"),
    [
        ("jump", (6, 6), {"height": 1}),
        ("leap", (6, 6, 6), {"gap": 2}),
        ("climb", (), {"height": 1}),
        ("swim", (6,), {"inches": 4}),
    ],
)
def test_every_way_to_move_through_napalm_burns(do: str, dice: tuple[int, ...], arguments: Any) -> None:
    table = burning()
    events = table.do(do, *dice, 3, 6, player="Ann", **arguments, to=(32, 30), override="as told")
    assert [event.cause for event in of_type(events, Harmed)] == ["napalm"]
    table = burning()
    events = table.do(do, *dice, 3, 1, 5, player="Ann", **arguments, to=(32, 30), override="as told")
    assert table.story(events) == ["Ann napalm", "Ann back by 5"]
    assert table.refused("move", player="Ann", inches=1).code == "part-over"
    table.check()
    table = burning()
    table.do("place", player="Ann")
    events = table.do(do, *dice, 3, 6, player="Ann", **arguments, napalm=True)
    assert [event.cause for event in of_type(events, Harmed)] == ["napalm"]


@pytest.mark.rule("BARREL-5", "ASSAULT-2")
def test_a_charge_without_places_burns_where_the_table_says_so() -> None:
    table = burning()
    table.do("place", player="Ann")
    while table.state.play.phase != "assault":
        table.do("end-phase")
    events = table.do("charge", 3, 6, player="Ann", target="Bob", distance=4, napalm=True)
    assert [event.cause for event in of_type(events, Harmed)] == ["napalm"]


@pytest.mark.rule("BARREL-5", "BONUS-1")
def test_who_is_thrown_through_napalm_burns() -> None:
    table = burning(unit_type="jump_infantry")
    table.do("place", player="Bob", at=(5, 55))
    table.do("place", player="Ann", at=(24, 36.5))  # clear of the portal, not of the fire
    events = table.do("pickup", 1, 1, 3, 1, 1, 3, 3, 6, player="Ann", token="E1", override="it lies there")
    assert [event.cause for event in of_type(events, Harmed)] == ["napalm"]
    table.check()


def burning(**profile: object) -> Table:
    """Napalm burns in the middle of the table; Ann stands west of it, at her next move."""
    table = range_of("Ann Bob", with_barrels((32, 30), (55, 5), (55, 55)), Ann=profile)
    table.do("shoot", 3, 6, 5, [], *unplaced_answer(table), player="Ann", target="K1", weapon="boltgun", distance=20)
    while table.state.play.phase != "movement":
        table.do("end-phase")
    table.do("place", player="Ann", at=(24, 30))
    assert champion().move_inches == 6
    return table


# ---- templates that touch barrels


def armed_table(*guns: str, where: Arena | None = None, **places: tuple[float, float]) -> Table:
    """Ann and Bob with these guns among barrels, at their places, in the first shooting phase."""
    table = Table(mod_data=FRENZY, arena_data=where or arena(), options={"barrels_each": 3})
    table = gunners("Ann Bob", guns, table=table)
    for name, at in places.items():
        table.do("place", player=name, at=at)
    return table


FRAG = {"player": "Ann", "target": "Bob", "weapon": "missile-launcher-frag"}
SIX = tuple((x, 55.0) for x in (5.0, 15.0, 25.0, 35.0, 45.0, 55.0))
"""The places of six barrels that nothing touches."""


@pytest.mark.rule("BARREL-2", "BARREL-7", "DIFF-3")
@pytest.mark.parametrize(("at", "touched"), [((34.7, 30.0), True), ((34.9, 30.0), False)])
def test_a_blast_that_covers_a_barrel_even_partly_sets_it_off(at: tuple[float, float], touched: bool) -> None:
    table = armed_table("missile-launcher-frag", where=with_barrels(at, *SIX[1:]), Ann=(5, 30), Bob=(30, 30))
    table.ask("shoot", 3, 1, **FRAG)  # the missile hits, and does not wound Bob
    assert (table.question is not None) is touched
    if touched:
        assert table.asks == ("barrel", "Ann")
        events = table.answer(4, 5, 2, 3)  # ordnance: Bob is wounded and fails his save
        assert [event.barrel for event in of_type(events, BarrelExploded)] == ["K1"]
        assert table.story(events) == ["Ann killed Bob", "Bob back by 3"]
    table.check()


@pytest.mark.rule("BARREL-2", "DIFF-3")
def test_a_marker_that_misses_touches_no_barrel() -> None:
    table = armed_table("missile-launcher-frag", where=with_barrels((31, 30), *SIX[1:]), Ann=(5, 30), Bob=(30, 30))
    assert not of_type(table.do("shoot", 2, **FRAG), BarrelExploded)


@pytest.mark.rule("BARREL-2", "BARREL-7")
def test_several_barrels_explode_the_nearest_first_and_each_only_once() -> None:
    table = armed_table(
        "missile-launcher-frag", where=with_barrels((33, 30), (30, 31), *SIX[2:]), Ann=(5, 30), Bob=(30, 30)
    )
    table.ask("shoot", 3, 1, **FRAG)
    assert table.question is not None
    assert table.question.facts["barrel"] == "K2"
    events = table.answer(1, 1, 1, 1)  # both explode, and wound nobody
    assert [event.barrel for event in of_type(events, BarrelExploded)] == ["K2", "K1"]


@pytest.mark.rule("BARREL-2", "DIFF-3")
def test_a_flame_touches_barrels_along_its_way() -> None:
    barrels = with_barrels((20, 30), (10, 40), *SIX[2:])
    table = armed_table("flamer", where=barrels, Ann=(10, 30), Bob=(16, 30))
    table.ask("shoot", 1, player="Ann", target="Bob", weapon="flamer")
    assert table.question is not None
    assert table.question.facts["barrel"] == "K1"


@pytest.mark.rule("BARREL-2")
def test_a_barrel_on_another_level_is_not_touched() -> None:
    roof = Scenery(
        id="roof",
        name=both("roof"),
        climbable=True,
        solid=True,
        height_in=4,
        polygon=((31.5, 20.0), (50.0, 20.0), (50.0, 40.0), (31.5, 40.0)),
    )
    where = structs.replace(with_barrels((33, 30), *SIX[1:]), scenery=(roof,))
    table = armed_table("missile-launcher-frag", where=where, Ann=(5, 30), Bob=(30, 30))
    assert not of_type(table.do("shoot", 3, 1, **FRAG), BarrelExploded)


@pytest.mark.rule("BARREL-2")
def test_where_no_places_are_kept_the_table_says_which_barrels_are_touched() -> None:
    table = armed_table("missile-launcher-frag")
    assert not of_type(table.do("shoot", 3, 1, **FRAG), BarrelExploded)  # nobody said so
    for _ in range(4):
        table.do("end-phase")
    table.ask("shoot", 3, also="ask", barrels="ask", override="it stood still", **FRAG)
    table.answer([])
    assert isinstance(table.question, SeveralQuestion)
    assert (table.asks, len(table.question.options)) == (("touched-barrels", None), 6)
    table.answer(["K2"], 1)
    assert table.asks == ("barrel", "Ann")


@pytest.mark.rule("BARREL-2")
def test_a_shot_may_name_the_barrels_it_touches() -> None:
    table = armed_table("missile-launcher-frag")
    refusal = table.refused("shoot", barrels=["K9"], **FRAG)
    assert (refusal.rule, refusal.code) == ("BARREL-2", "unknown-barrel")
    events = table.do("shoot", 3, 1, 1, [], [], 4, [], [], barrels=["K2", "K1"], **FRAG)
    assert [event.barrel for event in of_type(events, BarrelExploded)] == ["K2", "K1"]


@pytest.mark.rule("BARREL-2", "BONUS-7")
def test_a_demolition_charge_touches_the_barrels_beside_it() -> None:
    token = next(token for token in arena().tokens if token.category == "weapon")
    near = (token.at[0] + 6.5, token.at[1])
    table = Table(
        mod_data=FRENZY, arena_data=with_barrels(near, *SIX[1:]), options={"barrels_each": 3}, tables_data=BOOK
    )
    table = start_table("Ann Bob", table=table)
    for name, at in (("Ann", token.at), ("Bob", (5, 5))):
        table.do("place", player=name, at=at)
    table.ask("pickup", 1, 1, 1, player="Ann", token=token.id, override="it stands on it")
    assert table.question is not None
    assert (table.asks, table.question.facts["barrel"]) == (("barrel", "Ann"), "K1")


@pytest.mark.rule("BARREL-2", "BONUS-7")
def test_where_no_places_are_kept_a_demolition_charge_asks_for_the_barrels_beside_it() -> None:
    table = Table(mod_data=FRENZY, options={"barrels_each": 3}, tables_data=BOOK)
    table = start_table("Ann Bob", table=table)
    table.ask("pickup", 1, 1, [], player="Ann", token="W1")  # nobody is under it
    assert table.asks == ("touched-barrels", None)
    table.answer(["K3"])
    assert table.asks == ("barrel", "Ann")

"""SHOOTING by where they stand: templates, sight, ranges, cover and the dark."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.odds import shot_odds
from q40k.games.quake.state.shooting import ShotTerms
from q40k.packs.validate import parse_model
from tests.games.quake.rules.playing import Table, bonus_tables, of_type
from tests.games.quake.rules.shooting import gunners, placed_table, shot, to_shooting
from tests.games.w40k3e.fighting import weapon


def give_bonus(table: Table, name: str, token: str, *dice: int) -> None:
    """Let a champion pick a token up, in its movement phase."""
    table.do("pickup", *dice, player=name, token=token)


# ---- templates: DIFF-2, DIFF-3


@pytest.mark.rule("DIFF-3")
def test_a_blast_that_misses_hits_nobody_and_asks_for_nobody() -> None:
    table = gunners("Ann Bob Cid", ["missile-launcher-frag"])
    events = table.do("shoot", 2, player="Ann", target="Bob", also="ask")
    assert shot(events).victims == ()


@pytest.mark.rule("DIFF-3")
def test_the_aimed_shot_decides_then_whoever_is_under_the_template_is_hit() -> None:
    table = gunners("Ann Bob Cid Dee", ["missile-launcher-frag"])
    table.ask("shoot", 3, player="Ann", target="Bob", also="ask")
    assert table.question is not None
    assert table.question.key == "under-template"
    assert table.question.options == ("Ann", "Cid", "Dee")  # type: ignore[attr-defined]
    table.answer(["Cid", "Ann"])
    assert table.asks == ("fight-wound", "Ann")
    events = table.answer(4, 2, 4, 2, 4, 3)  # Bob and Cid die of it, Ann saves
    assert table.question is not None
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Cid", "Ann"]
    events += table.answer(1, 2)
    assert table.story(events) == ["Ann killed Bob", "Ann killed Cid", "Bob back by 1", "Cid back by 2"]
    assert table.scores["Ann"] == 30
    table.check()


@pytest.mark.rule("DIFF-3", "SCORE-2")
def test_who_dies_under_its_own_template_dies_by_accident() -> None:
    table = gunners("Ann Bob", ["missile-launcher-frag"])
    events = table.do("shoot", 3, 1, 4, 2, 5, player="Ann", target="Bob", also=["Ann"])
    assert [(table.name(event.player), event.cause) for event in of_type(events, AccidentSuffered)] == [
        ("Ann", "own-shot")
    ]
    assert table.scores == {"Ann": -15, "Bob": 0}


@pytest.mark.rule("DIFF-3")
def test_a_flame_hits_without_a_roll_and_leaves_no_cover() -> None:
    table = gunners("Ann Bob Cid")
    events = table.do("shoot", 4, 4, 2, player="Ann", target="Bob", weapon="flamer", in_cover=2, also=["Cid"])
    bob, cid = shot(events).victims
    assert [step.kind for step in bob.steps] == ["wound", "save"]
    assert bob.steps[1].subject == "armour"
    assert (cid.hits, cid.wounds) == (1, 0)


@pytest.mark.rule("DIFF-2")
def test_a_template_hits_everybody_in_contact_with_its_target() -> None:
    table = placed_table("Ann Bob Cid Dee", Ann=(20, 60), Bob=(32, 60), Cid=(34.5, 60), Dee=(35, 90))
    events = table.do("shoot", 1, 1, player="Ann", target="Bob", weapon="flamer")
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Cid"]


@pytest.mark.rule("DIFF-2")
def test_contact_that_the_table_said_counts_where_no_places_are_kept() -> None:
    table = gunners("Ann Bob Cid Dee")
    table.do("contact", player="Bob", others=["Dee"])
    events = table.do("shoot", 1, 1, player="Ann", target="Bob", weapon="flamer", also=[])
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Dee"]


@pytest.mark.rule("DIFF-2", "DIFF-5")
def test_one_may_shoot_at_who_stands_in_contact() -> None:
    table = placed_table("Ann Bob", Ann=(50, 50), Bob=(52.5, 50))
    events = table.do("shoot", 1, 1, player="Ann", target="Bob", weapon="bolt-pistol")
    assert shot(events).distance_in == 0


@pytest.mark.rule("DIFF-3", "DIFF-4")
def test_a_blast_lies_on_its_target_or_where_it_was_put() -> None:
    spots: dict[str, Any] = {"Ann": (10, 60), "Bob": (60, 60), "Cid": (64, 60), "Dee": (67, 60)}
    table = placed_table("Ann Bob Cid Dee", **spots)
    events = table.do("shoot", 3, 1, 1, player="Ann", target="Bob", weapon="missile-launcher-frag")
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Cid"]
    table = placed_table("Ann Bob Cid Dee", **spots)
    events = table.do("shoot", 3, 1, 1, 1, player="Ann", target="Bob", weapon="missile-launcher-frag", at=(63, 60))
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Cid", "Dee"]
    table = placed_table("Ann Bob Cid Dee", **spots)
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="missile-launcher-frag", at=(90, 60))
    assert (refusal.rule, refusal.code) == ("DIFF-3", "not-under")


@pytest.mark.rule("DIFF-3")
def test_only_who_is_on_the_table_can_be_under_a_template() -> None:
    table = gunners("Ann Bob Cid")
    table.do("leave", player="Cid")
    arguments = {"player": "Ann", "target": "Bob", "weapon": "flamer", "also": ["Cid"]}
    assert table.refused("shoot", **arguments).code == "player-left"


@pytest.mark.rule("DIFF-3")
def test_a_flame_points_at_its_target_or_where_it_is_turned() -> None:
    spots: dict[str, Any] = {"Ann": (60, 60), "Bob": (70, 60), "Cid": (70, 64), "Dee": (60, 72)}
    table = placed_table("Ann Bob Cid Dee", **spots)
    events = table.do("shoot", 1, 1, player="Ann", target="Bob", weapon="flamer", angle=15)
    assert [table.name(victim.player) for victim in shot(events).victims] == ["Bob", "Cid"]


# ---- places: SHOOT-2, SHOOT-3, ranges, cover, water


def piece(**effects: object) -> Scenery:
    """A block of 20 x 20 cm in the middle of the table, 4 in high."""
    corners = ((50, 50), (70, 50), (70, 70), (50, 70))
    arguments: dict[str, object] = {"height_in": 4.0, "polygon": corners, **effects}
    return parse_model(Scenery, {"id": "block", "name": {"en": "Block", "fr": "Bloc"}, **arguments})


@pytest.mark.rule("SHOOT-4")
def test_the_range_is_measured_from_base_to_base_where_places_are_known() -> None:
    table = placed_table("Ann Bob", Ann=(10, 60), Bob=(10 + 2.5 + 24 * 2.54 + 0.2, 60))
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="plasma-gun")
    assert (refusal.code, refusal.facts["distance"]) == ("out-of-range", "24.08")
    table.ask("shoot", player="Ann", target="Bob", weapon="plasma-gun", distance=24)
    assert table.asks == ("fight-hit", "Ann")


@pytest.mark.rule("SHOOT-2")
def test_three_quarters_of_the_base_must_be_visible() -> None:
    table = placed_table("Ann Bob", (piece(impassable=True),), Ann=(20, 60), Bob=(100, 60))
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="heavy-bolter")
    assert (refusal.rule, refusal.code, refusal.overridable) == ("SHOOT-2", "not-visible", True)
    assert (refusal.facts["share"], refusal.facts["hiders"]) == (0.0, ("block",))
    table.ask("shoot", player="Ann", target="Bob", weapon="heavy-bolter", override="there is a window")
    assert table.asks == ("fight-hit", "Ann")


@pytest.mark.rule("SHOOT-2", "SHOOT-4")
@pytest.mark.parametrize("gun", ["mortar", "smart-missile-system"])
def test_a_barrage_and_a_homing_missile_need_no_sight(gun: str) -> None:
    table = placed_table("Ann Bob", (piece(impassable=True),), (gun,), Ann=(20, 60), Bob=(80, 60))
    table.ask("shoot", player="Ann", target="Bob")
    assert table.asks == ("fight-hit", "Ann")
    odds = shot_odds(table.state, table["Ann"], weapon(gun), table["Bob"])
    assert not odds.hidden


@pytest.mark.rule("SHOOT-3", "SHOOT-4")
def test_a_barrage_is_fired_into_the_dark_without_a_spotting_test() -> None:
    dark = piece(dark=True, height_in=0)
    for gun, question in (("mortar", "fight-hit"), ("heavy-bolter", "spotting")):
        table = placed_table("Ann Bob", (dark,), (gun,), Ann=(20, 60), Bob=(60, 60))
        table.ask("shoot", player="Ann", target="Bob")
        assert table.asks == (question, "Ann")


@pytest.mark.rule("SHOOT-2", "ARENA-5")
def test_scenery_one_stands_in_covers_and_hides_nobody() -> None:
    table = placed_table("Ann Bob", (piece(cover=4),), Ann=(20, 60), Bob=(55, 60))
    events = table.do("shoot", 3, 6, 6, player="Ann", target="Bob", weapon="plasma-gun")
    save = shot(events).victims[0].steps[-1]
    assert (save.subject, save.needed) == ("cover", 4)
    assert [why.source for why in save.why] == ["block"]


@pytest.mark.rule("SHOOT-2", "ARENA-5")
def test_the_table_may_say_that_there_is_no_cover() -> None:
    table = placed_table("Ann Bob", (piece(cover=4),), Ann=(20, 60), Bob=(55, 60))
    odds = [
        shot_odds(table.state, table["Ann"], weapon("plasma-gun"), table["Bob"], ShotTerms(in_cover=n))
        for n in (None, 0)
    ]
    assert odds[0].kills < odds[1].kills
    table.ask("shoot", 3, 6, player="Ann", target="Bob", weapon="plasma-gun", in_cover=0)
    assert table.asks == ("respawn-portal", "Bob")  # AP 2 leaves no armour, and there is no cover


@pytest.mark.rule("RESPAWN-1")
def test_who_dies_of_a_shot_may_come_back_in_its_portal() -> None:
    table = gunners("Ann Bob")
    arguments = {"player": "Ann", "target": "Bob", "weapon": "plasma-gun"}
    table.do("shoot", 3, 6, 4, **arguments, inside=["Bob"])
    assert (table["Bob"].position.portal, table["Bob"].position.near) == (4, None)


@pytest.mark.rule("SHOOT-3")
def test_who_stands_in_a_dark_zone_must_be_spotted_but_sees_out_of_it() -> None:
    table = placed_table("Ann Bob", (piece(dark=True),), Ann=(20, 60), Bob=(60, 60))
    table.ask("shoot", player="Ann", target="Bob", weapon="heavy-bolter")
    assert table.asks == ("spotting", "Ann")
    assert shot(table.answer(1, 3)).unseen  # 12 in are less than the 14.8 in between them
    table.do("next")
    table.ask("shoot", player="Bob", target="Ann", weapon="heavy-bolter")
    assert table.asks == ("fight-hit", "Bob")


@pytest.mark.rule("MOVE-4")
def test_a_swimmer_is_in_cover_and_saved_from_shots_out_of_the_dry_only() -> None:
    pond = piece(water=True, height_in=0)
    table = placed_table("Ann Bob Cid", (pond,), Ann=(20, 60), Bob=(55, 60), Cid=(65, 60))
    events = table.do("shoot", 3, 6, 5, player="Ann", target="Bob", weapon="plasma-gun")
    save = shot(events).victims[0].steps[-1]
    assert (save.needed, {why.source for why in save.why}) == (5, {"MOVE-4"})
    table.do("next")
    table.do("next")
    table.ask("shoot", 3, 6, player="Cid", target="Bob", weapon="plasma-gun", moved=True)
    assert table.asks == ("respawn-portal", "Bob")  # AP 2, and no save among swimmers


# ---- SHOOT-3: dark zones


@pytest.mark.rule("SHOOT-3")
@pytest.mark.parametrize(("dice", "seen"), [((2, 4), True), ((2, 3), False)])
def test_a_target_in_the_dark_is_spotted_by_two_dice_times_three(dice: tuple[int, int], seen: bool) -> None:
    table = gunners("Ann Bob", ["boltgun"])
    table.ask("shoot", player="Ann", target="Bob", distance=18, dark=True)
    assert table.asks == ("spotting", "Ann")
    events = table.answer(*dice)
    assert (table.question is not None) is seen
    if not seen:
        assert shot(events).unseen
        assert table["Ann"].turn.shot.weapon == "boltgun"


@pytest.mark.rule("SHOOT-3")
def test_nobody_measures_before_the_spotting_roll_is_made() -> None:
    table = gunners("Ann Bob", ["boltgun"])
    table.ask("shoot", 3, 3, player="Ann", target="Bob", dark=True)
    assert table.question is not None
    assert (table.question.key, table.question.facts["inches"]) == ("spotted", 18)
    assert shot(table.answer("no")).unseen


@pytest.mark.rule("SHOOT-3", "BONUS-1")
def test_a_stealth_suit_counts_as_a_dark_zone() -> None:
    tables = bonus_tables()
    suit = structs.replace(tables.equipment["21"], stealth=True)
    changed = structs.replace(tables, equipment={**tables.equipment, "21": suit})
    table = gunners("Ann Bob", ["boltgun"], table=Table(tables_data=changed))
    for _ in range(3):
        table.do("end-phase")
    table.do("next")
    give_bonus(table, "Bob", "E1", 2, 1)
    to_shooting(table)
    table.ask("shoot", player="Ann", target="Bob", distance=18)
    assert table.asks == ("spotting", "Ann")

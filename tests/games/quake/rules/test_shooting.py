"""SHOOTING at the table: who may fire, what is asked in which order, and what comes of it."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.damage import Wounded
from tests.games.quake.rules.in_teams import to_phase
from tests.games.quake.rules.playing import Table, deathmatch, of_type
from tests.games.quake.rules.shooting import GUNS, gunners, shot, to_shooting

# ---- SHOOT-1: in the order of the contract


@pytest.mark.rule("SHOOT-1", "SCORE-1", "RESPAWN-1")
def test_to_hit_to_wound_the_save_then_the_portal_of_the_dead() -> None:
    table = gunners("Ann Bob")
    table.ask("shoot", player="Ann", target="Bob", weapon="heavy-bolter", distance=20)
    assert table.asks == ("fight-hit", "Ann")
    table.answer(3, 2, 6)
    assert table.asks == ("fight-wound", "Ann")
    table.answer(4, 1)
    assert table.asks == ("fight-save", "Bob")
    table.answer(2)
    assert table.asks == ("respawn-portal", "Bob")
    table.answer(4)
    assert table.scores == {"Ann": 15, "Bob": 0}
    assert (table["Ann"].score.kills, table["Bob"].score.deaths, table["Bob"].position.near) == (1, 1, 4)
    table.check()


@pytest.mark.rule("SHOOT-1")
def test_the_event_tells_every_roll_with_what_it_needed_and_why() -> None:
    table = gunners("Ann Bob")
    events = table.do("shoot", 3, 2, 6, 4, 1, 5, player="Ann", target="Bob", weapon="heavy-bolter", distance=20)
    result = shot(events)
    (bob,) = result.victims
    assert (result.shots, result.hits, bob.wounds, bob.unsaved, bob.dead) == (3, 2, 1, 0, False)
    assert [(s.kind, s.dice, s.needed, s.passed, table.name(s.by)) for s in bob.steps] == [
        ("hit", (3, 2, 6), 3, 2, "Ann"),
        ("wound", (4, 1), 3, 1, "Ann"),
        ("save", (5,), 3, 1, "Bob"),
    ]
    codes = {why.code for step in bob.steps for why in step.why}
    assert {"bs", "strength-toughness", "armour"} <= codes
    assert table.scores == {"Ann": 0, "Bob": 0}


@pytest.mark.rule("SHOOT-1")
def test_a_miss_asks_nothing_more() -> None:
    table = gunners("Ann Bob")
    events = table.do("shoot", 1, 2, 2, player="Ann", target="Bob", weapon="heavy-bolter")
    assert shot(events).victims[0].steps[0].passed == 0
    assert table["Ann"].turn.shot.weapon == "heavy-bolter"


@pytest.mark.rule("SHOOT-1", "CHAMPION-7")
def test_who_has_several_wounds_loses_one_and_lives() -> None:
    chiefs = deathmatch(rules=("respawn", "portals", "chief-fight", "victory-points"))
    table = gunners("Ann Bob", table=Table(mod_data=chiefs), Bob={"w": 3})
    events = table.do("shoot", 3, 6, player="Ann", target="Bob", weapon="plasma-gun", distance=24)
    assert [event.left for event in of_type(events, Wounded)] == [2]
    assert (table["Bob"].life.wounds, table["Bob"].life.alive) == (2, True)


@pytest.mark.rule("SHOOT-1")
def test_guided_the_table_says_how_many_passed_or_that_it_is_over() -> None:
    table = gunners("Ann Bob Cid")
    events = table.do("shoot", "=2", "=1", "=0", 3, player="Ann", target="Bob", weapon="heavy-bolter")
    assert table.scores["Ann"] == 15
    assert [step.dice for step in shot(events).victims[0].steps] == [None, None, None]
    table.do("next")
    events = table.do("shoot", "dead", 3, player="Bob", target="Cid", weapon="heavy-bolter")
    assert shot(events).victims[0].told
    assert table.scores["Bob"] == 15
    table.do("next")
    table.do("shoot", "=3", "dead", 5, player="Cid", target="Ann", weapon="heavy-bolter")
    assert table.scores["Cid"] == 15
    table.check()


# ---- TURN-1, SHOOT-4: who may fire what


@pytest.mark.rule("TURN-1")
def test_only_who_acts_shoots_and_only_in_the_shooting_phase() -> None:
    table = gunners("Ann Bob")
    assert table.refused("shoot", player="Bob", target="Ann", weapon="boltgun").rule == "TURN-1"
    table.do("end-phase")
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="flamer")
    assert (refusal.rule, refusal.code, refusal.overridable) == ("TURN-1", "wrong-phase", True)
    table.ask("shoot", player="Ann", target="Bob", weapon="flamer", override="overwatch")
    assert table.asks == ("fight-wound", "Ann")


@pytest.mark.rule("SHOOT-4")
def test_one_weapon_a_phase_and_again_next_turn() -> None:
    table = gunners("Ann Bob")
    table.do("shoot", 2, 2, 2, player="Ann", target="Bob", weapon="heavy-bolter")
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="flamer")
    assert (refusal.rule, refusal.code, refusal.overridable) == ("SHOOT-4", "has-shot", True)
    for _ in range(3):
        table.do("end-phase")
    to_shooting(table)
    assert table["Ann"].turn.shot is None
    table.do("shoot", 2, 2, 2, player="Ann", target="Bob", weapon="heavy-bolter")


@pytest.mark.rule("SHOOT-4")
@pytest.mark.parametrize("gun", ["heavy-bolter", "Heavy bolter", "HEAVY B", "Bolter lourd"])
def test_a_weapon_is_known_by_its_id_or_its_name(gun: str) -> None:
    table = gunners("Ann Bob")
    assert shot(table.do("shoot", 1, 1, 1, player="Ann", target="Bob", weapon=gun)).weapon == ("heavy-bolter")


@pytest.mark.rule("SHOOT-4")
def test_a_weapon_that_is_none_is_refused_with_the_nearest() -> None:
    table = gunners("Ann Bob")
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon="heavy-boltre")
    assert (refusal.code, refusal.facts["nearest"]) == ("unknown-weapon", "heavy-bolter")
    assert table.refused("shoot", player="Ann", target="Bob").code == "which-weapon"
    alone = gunners("Ann Bob", ["lascannon"])
    assert shot(alone.do("shoot", 1, player="Ann", target="Bob")).weapon == "lascannon"


@pytest.mark.rule("SHOOT-4")
@pytest.mark.parametrize(
    ("weapon", "arguments", "code"),
    [
        ("boltgun", {"distance": 25}, "out-of-range"),
        ("flamer", {"distance": 8.5}, "out-of-range"),
        ("boltgun", {"distance": 13, "moved": True}, "out-of-range"),
        ("heavy-bolter", {"moved": True}, "heavy-moved"),
        ("close-combat-weapon", {}, "melee-only"),
    ],
)
def test_what_a_weapon_cannot_do_is_refused_with_its_facts(
    weapon: str, arguments: dict[str, object], code: str
) -> None:
    guns = (*GUNS, "boltgun", "close-combat-weapon")
    table = gunners("Ann Bob", guns)
    refusal = table.refused("shoot", player="Ann", target="Bob", weapon=weapon, **arguments)
    assert (refusal.rule, refusal.code, refusal.overridable) == ("SHOOT-4", code, True)
    if code == "out-of-range":
        assert refusal.facts["distance"] == f"{arguments['distance']:g}"


@pytest.mark.rule("SHOOT-4")
def test_without_a_distance_nothing_is_refused_for_the_range() -> None:
    table = gunners("Ann Bob", ["bolt-pistol"])
    table.ask("shoot", player="Ann", target="Bob", weapon="bolt-pistol")
    assert table.asks == ("fight-hit", "Ann")


@pytest.mark.rule("SHOOT-4")
def test_a_heavy_weapon_knows_that_its_bearer_moved_and_a_jump_through_a_portal_is_a_move() -> None:
    table = gunners("Ann Bob Cid")
    for _ in range(3):
        table.do("end-phase")
    table.do("move", player="Ann", inches=3)
    table.do("next")
    table.do("portal", 4, player="Bob", portal=1)
    to_shooting(table)
    for name in ("Ann", "Bob"):
        arguments = {"player": name, "target": "Cid", "weapon": "heavy-bolter"}
        assert table.refused("shoot", **arguments).code == "heavy-moved"
        table.do("next")
    events = table.do("shoot", 1, 1, 1, player="Cid", target="Ann", weapon="heavy-bolter")
    assert shot(events).shots == 3


@pytest.mark.rule("SHOOT-4")
@pytest.mark.parametrize(
    ("weapon", "arguments", "dice", "may_charge"),
    [
        ("boltgun", {"distance": 12}, 2, False),
        ("boltgun", {"distance": 13}, 1, False),
        ("boltgun", {"close": True}, 2, False),
        ("boltgun", {"distance": 12, "moved": True}, 1, False),
        ("bolt-pistol", {"distance": 6}, 2, False),
        ("bolt-pistol", {"distance": 6, "charging": True}, 1, True),
        ("bolt-pistol", {"distance": 6, "moved": True}, 1, True),
        ("storm-bolter", {"moved": True}, 2, True),
    ],
)
def test_how_many_shots_and_whether_a_charge_may_follow(
    weapon: str, arguments: dict[str, object], dice: int, may_charge: bool
) -> None:
    table = gunners("Ann Bob", ["boltgun", "bolt-pistol", "storm-bolter"])
    events = table.do("shoot", *[1] * dice, player="Ann", target="Bob", weapon=weapon, **arguments)
    assert shot(events).shots == dice
    assert table["Ann"].turn.shot.may_charge is may_charge
    assert table.name(table["Ann"].turn.shot.target) == "Bob"


@pytest.mark.rule("SHOOT-1")
def test_nobody_shoots_at_itself_nor_at_who_is_not_there() -> None:
    table = gunners("Ann Bob")
    assert table.refused("shoot", player="Ann", target="Ann", weapon="flamer").code == ("shoots-itself")
    refusal = table.refused("shoot", player="Ann", target="Bib", weapon="flamer")
    assert (refusal.code, refusal.facts["nearest"]) == ("unknown-player", "Bob")


# ---- saves


@pytest.mark.rule("SHOOT-1", "ARENA-5")
def test_cover_that_is_said_saves_where_armour_does_not() -> None:
    table = gunners("Ann Bob")
    events = table.do("shoot", 4, 4, 4, player="Ann", target="Bob", weapon="plasma-gun", distance=20, in_cover=4)
    save = shot(events).victims[0].steps[-1]
    assert (save.subject, save.needed, save.passed) == ("cover", 4, 1)
    assert table["Bob"].life.alive
    assert any(why.source == "ARENA-5" for why in save.why)


@pytest.mark.rule("SHOOT-1")
def test_the_owner_may_take_another_save_than_the_best() -> None:
    table = gunners("Ann Bob")
    events = table.do(
        "shoot", 4, 2, 2, 4, 4, player="Ann", target="Bob", weapon="heavy-bolter", in_cover=4, save="cover"
    )
    assert shot(events).victims[0].steps[-1].subject == "cover"


@pytest.mark.rule("PORTAL-8")
def test_a_champion_in_a_portal_is_in_cover_and_saved_by_it() -> None:
    table = gunners("Ann Bob")
    table.do("stand", player="Bob", portal=2)
    events = table.do("shoot", 4, 4, 5, player="Ann", target="Bob", weapon="plasma-gun", distance=20)
    save = shot(events).victims[0].steps[-1]
    assert (save.needed, save.passed) == (5, 1)
    assert {why.source for why in save.why} >= {"PORTAL-8"}
    table.do("next")
    events = table.do("shoot", 4, 5, player="Bob", target="Ann", weapon="flamer")
    assert shot(events).victims[0].steps[-1].subject == "armour"


# ---- gets hot, killers who die


@pytest.mark.rule("SCORE-2", "SHOOT-4")
def test_a_plasma_gun_that_gets_hot_kills_its_bearer_by_accident_after_it_has_fired() -> None:
    table = gunners("Ann Bob", ["plasma-gun"])
    table.ask("shoot", player="Ann", target="Bob", distance=10)
    table.answer(1, 5)
    assert table.asks == ("fight-hot", "Ann")
    events = table.answer(2)
    assert table.asks == ("fight-wound", "Ann")
    events += table.answer(4)  # AP 2 leaves no save
    events += table.answer(3, 4)
    assert table.story(events) == ["Ann plasma", "Ann killed Bob", "Ann back by 3", "Bob back by 4"]
    assert table.scores == {"Ann": 0, "Bob": 0}
    assert (table["Ann"].score.kills, table["Ann"].score.accidents) == (1, 1)
    assert shot(events).burns == 1
    table.check()


# ---- one save, the best by default; the owner may take another while it is asked for


@pytest.mark.rule("SHOOT-1")
def test_whoever_saves_may_take_another_save_when_it_is_asked_for() -> None:
    table = gunners("Ann Bob", Bob={"inv": 5})
    table.ask("shoot", player="Ann", target="Bob", weapon="boltgun", distance=10)
    table.answer(4, 2)
    table.answer(4)
    assert table.question is not None
    assert table.question.facts["needed"] == 3
    table.answer("invulnerable")
    assert table.asks == ("fight-save", "Bob")
    assert table.question.facts["needed"] == 5
    table.answer("armour")
    assert table.question.facts["needed"] == 3
    table.answer("inv")
    table.answer(4)
    assert table["Bob"].score.deaths == 1
    table.answer(2)
    table.check()


@pytest.mark.rule("SHOOT-4", "MOVE-1")
def test_a_move_of_no_inches_is_no_move() -> None:
    table = gunners("Ann Bob", ["heavy-bolter"])
    to_phase(table, "movement")
    table.do("move", player="Ann", inches=0)
    assert not table["Ann"].turn.moved
    to_phase(table, "shooting")
    table.do("shoot", 1, 1, 1, player="Ann", target="Bob", distance=20)


# ---- what harms nobody is allowed


@pytest.mark.rule("SHOOT-4")
def test_a_shot_that_cannot_wound_is_fired_and_does_nothing() -> None:
    table = gunners("Ann Bob", Bob={"t": 9})
    events = table.do("shoot", 6, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert shot(events).victims[0].hits == 1
    assert table["Bob"].in_play


@pytest.mark.rule("DIFF-2", "DIFF-3", "SHOOT-4")
def test_a_template_on_a_target_it_cannot_wound_kills_whoever_is_beside_it() -> None:
    table = gunners("Ann Bob Cid", Bob={"t": 9})
    events = table.do(
        "shoot", 3, 5, 1, 2, player="Ann", target="Bob", weapon="missile-launcher-frag", distance=20, also=["Cid"]
    )
    assert table.story(events) == ["Ann killed Cid", "Cid back by 2"]

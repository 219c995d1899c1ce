"""CLOSE COMBAT: which melee comes first, who strikes when, and with what."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.melee import Blow, MeleeOpened, MeleesLeft, next_melees
from tests.games.quake.rules.brawling import asked_dice, blows, brawlers, charging, first_blow, groups, melee, to_phase
from tests.games.quake.rules.in_teams import facing
from tests.games.quake.rules.playing import Table, of_type

HIT, MISS = "=1", "=0"


def codes(blow: Blow) -> list[str]:
    """Why there are so many attacks, and why they fall when they do."""
    return [why.code for why in blow.why]


# ---- the order of melees


@pytest.mark.rule("MELEE-1")
def test_melees_go_by_the_highest_player_in_each() -> None:
    table = melee("Ann Bob Cid Dan", "Bob > Cid", "Dan > Ann")
    assert groups(table) == ["Ann Dan", "Bob Cid"]
    no = table.refused("fight", melee="Cid")
    assert (no.rule, no.code, no.facts["first"]) == ("MELEE-1", "melee-not-next", ("Ann", "Dan"))
    (first,) = of_type(table.ask("fight", *[MISS] * 2), MeleeOpened)
    assert table.names(first.members) == "Ann Dan"
    (second,) = of_type(table.ask("fight", *[MISS] * 2), MeleeOpened)
    assert table.names(second.members) == "Bob Cid"
    assert table.refused("fight").code == "no-melee"
    assert table.refused("fight", melee="Ann").code == "melee-fought"
    table.check()


@pytest.mark.rule("MELEE-1")
def test_another_melee_comes_first_with_a_reason() -> None:
    table = melee("Ann Bob Cid Dan", "Bob > Cid", "Dan > Ann")
    table.do("fight", MISS, MISS, melee="Bob", override="they are ready")
    assert groups(table) == ["Ann Dan"]


@pytest.mark.rule("MELEE-1", "TURN-1")
def test_a_melee_waits_for_its_phase() -> None:
    table = brawlers("Ann Bob Cid")
    table.do("charge", player="Ann", target="Bob")
    assert table.refused("fight").code == "wrong-phase"
    to_phase(table, "melee")
    assert table.refused("fight", melee="Cid").code == "not-in-a-melee"


@pytest.mark.rule("MELEE-1")
def test_what_nobody_fought_is_told_when_the_phase_ends() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob")
    (remaining,) = of_type(table.do("end-phase"), MeleesLeft)
    assert [table.names(melee) for melee in remaining.melees] == ["Ann Bob"]
    table = melee("Ann Bob Cid", "Ann > Bob")
    table.do("fight", MISS, MISS)
    assert of_type(table.do("end-phase"), MeleesLeft) == []


@pytest.mark.rule("MELEE-1", "INIT-5")
def test_who_leaves_is_in_no_melee_any_more_fought_or_not() -> None:
    table = melee("Ann Bob Cid Dan", "Ann > Bob", "Dan > Cid")
    table.do("fight", MISS, MISS)
    table.do("leave", player="Bob")
    table.do("leave", player="Dan")
    assert groups(table) == []
    (over,) = table.state.close_combat.fought
    assert table.names(over) == "Ann"
    table.check()


@pytest.mark.rule("TEAM-5", "TEAM-2")
def test_teams_pick_their_melees_by_turns() -> None:
    table = facing("Ann+Bob+Cid Dan+Eve+Fay")
    to_phase(table, "melee")
    for first, other in (("Ann", "Dan"), ("Bob", "Eve"), ("Cid", "Fay")):
        table.do("contact", player=first, others=[other])
    # Red opened the assault: it picks among all it fights in; then Blue does.
    assert len(next_melees(table.state)) == 3
    table.do("fight", MISS, MISS, melee="Bob")
    assert groups(table) == ["Ann Dan", "Cid Fay"]
    table.do("fight", MISS, MISS)
    table.do("fight", MISS, MISS)
    assert groups(table) == []


# ---- who strikes when


@pytest.mark.rule("MELEE-2")
def test_blows_go_by_the_profiles_initiative_not_the_players() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 2}, Bob={"i": 5})
    events = table.do("fight", MISS, MISS)
    assert blows(table, events) == ["Bob > Ann: 1, 0", "Ann > Bob: 2, 0"]
    assert [event.initiative for event in of_type(events, Blow)] == [5, 2]


@pytest.mark.rule("MELEE-2", "SCORE-1", "RESPAWN-1")
def test_the_dice_in_order_and_the_dead_strike_no_more() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5, "a": 2})
    dice = [(4, 3, 6), (4, 1), (2,), (3,)]
    assert asked_dice(table, *dice) == [
        ("fight-hit", "Ann", 3),
        ("fight-wound", "Ann", 2),
        ("fight-save", "Bob", 1),
        ("respawn-portal", "Bob", 1),
    ]
    assert table.scores == {"Ann": 15, "Bob": 0}
    assert (table["Bob"].position.near, groups(table)) == (3, [])
    table.check()


@pytest.mark.rule("MELEE-2")
def test_a_saved_blow_is_struck_back() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5})
    # Ann hits once and wounds, Bob saves with a 3; he hits, wounds, and her 2 is no save.
    events = table.do("fight", 4, 1, 4, 3, 4, 4, 2, 5)
    assert blows(table, events) == ["Ann > Bob: 2, 0", "Bob > Ann: 1, 1"]
    assert table.story(events) == ["Bob killed Ann", "Ann back by 5"]


@pytest.mark.rule("MELEE-2", "ASSAULT-2")
def test_a_charge_is_worth_one_attack_in_its_turn_only() -> None:
    table = melee("Ann Bob", "Ann > Bob")
    events = table.do("fight", MISS, MISS)
    assert blows(table, events) == ["Ann > Bob: 2, 0", "Bob > Ann: 1, 0"]
    assert "charge-attack" in codes(first_blow(events))
    to_phase(table, "movement")
    to_phase(table, "melee")
    events = table.do("fight", MISS, MISS)
    assert blows(table, events) == ["Ann > Bob: 1, 0", "Bob > Ann: 1, 0"]


def into_cover(*kit: str) -> Table:
    """Ann, with I 6 and this kit, has charged Bob in cover."""
    table = brawlers("Ann Bob", Ann={"i": 6, "weapons": kit}, Bob={"i": 2})
    charging(table, "Ann > Bob", cover=True)
    return table


@pytest.mark.rule("MELEE-2", "ASSAULT-2")
@pytest.mark.parametrize(
    ("kit", "order", "why"),
    [((), ["Bob", "Ann"], "cover-first"), (("plasma-grenades",), ["Ann", "Bob"], "grenades-in-order")],
)
def test_charging_into_cover(kit: tuple[str, ...], order: list[str], why: str) -> None:
    table = into_cover(*kit)
    events = of_type(table.do("fight", MISS, MISS), Blow)
    assert [table.name(event.striker) for event in events] == order
    assert any(why in codes(event) for event in events)


@pytest.mark.rule("MELEE-2", "MELEE-4")
def test_frag_grenades_make_them_strike_together() -> None:
    table = into_cover("frag-grenades")
    events = table.do("fight", "=2", "=2", "=0", HIT, HIT, MISS, 4, 5)
    assert table.story(events) == ["Bob killed Ann", "Ann killed Bob", "Ann back by 4", "Bob back by 5"]


@pytest.mark.rule("MELEE-2")
def test_a_power_fist_strikes_last_and_saves_nobody() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 6, "arms": ("power-fist",)}, Bob={"i": 2})
    keys = asked_dice(table, MISS, (6, 6), (6, 6), (3,))
    assert [key for key, _, _ in keys] == ["fight-hit"] * 2 + ["fight-wound", "respawn-portal"]
    assert [who for _, who, _ in keys] == ["Bob", "Ann", "Ann", "Bob"]


# ---- with what


@pytest.mark.rule("MELEE-2")
def test_weapons_of_one_effect_are_not_asked_about() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"arms": ("chainsword", "bolt-pistol")})
    events = table.do("fight", MISS, MISS)
    assert first_blow(events).attacks == 3
    assert "second-weapon" in codes(first_blow(events))


@pytest.mark.rule("MELEE-2")
def test_a_better_weapon_is_taken_without_a_question() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"arms": ("bolt-pistol", "power-weapon")})
    assert first_blow(table.do("fight", MISS, MISS)).weapon == "power-weapon"


@pytest.mark.rule("MELEE-2")
def test_the_owner_chooses_between_weapons_that_differ() -> None:
    arms = {"arms": ("chainsword", "power-fist")}
    table = melee("Ann Bob", "Ann > Bob", Ann=arms)
    table.ask("fight")
    assert table.asks == ("melee-weapon", "Ann")
    assert table.question.options == ("power-fist", "chainsword")  # type: ignore[union-attr]
    events = table.answer("chainsword", MISS, MISS)
    assert (first_blow(events).weapon, first_blow(events).initiative) == ("chainsword", 4)
    table = melee("Ann Bob", "Ann > Bob", Ann=arms)
    events = table.do("fight", MISS, MISS, weapons={"ann": "Power fist"})
    assert [table.name(b.striker) for b in of_type(events, Blow)] == ["Bob", "Ann"]


@pytest.mark.rule("MELEE-2")
def test_nobody_fights_with_what_it_has_not() -> None:
    table = melee("Ann Bob", "Ann > Bob", arms=("chainsword", "boltgun"))
    for word in ("boltgun", "chainswod"):
        no = table.refused("fight", weapons={"Ann": word})
        assert (no.rule, no.code, no.overridable) == ("MELEE-2", "cannot-fight-with", False)
    assert no.facts["nearest"] == "chainsword"
    assert table.refused("fight", weapons={"Cid": "chainsword"}).code == "not-in-this-melee"

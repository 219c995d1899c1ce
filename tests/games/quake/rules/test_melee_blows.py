"""CLOSE COMBAT: whom blows fall on, whose kill it is, and what else comes of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.state.damage import Harmed, Killed, Wounded
from q40k.games.quake.state.melee import Blow, MeleeDeclined, Stunned
from tests.games.quake.rules.brawling import asked_dice, blows, brawlers, charging, first_blow, groups, melee, to_phase
from tests.games.quake.rules.in_teams import BUILDINGS, facing
from tests.games.quake.rules.playing import Table, deathmatch, of_type, start_table

HIT, MISS = "=1", "=0"


# ---- whom


@pytest.mark.rule("MELEE-3")
def test_two_alone_are_not_asked_whom_they_strike() -> None:
    table = melee("Ann Bob", "Ann > Bob")
    table.ask("fight")
    assert table.asks == ("fight-hit", "Ann")


@pytest.mark.rule("MELEE-3")
def test_anyone_in_the_melee_may_be_struck_in_contact_or_not() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", "Cid > Bob", Ann={"i": 6}, Cid={"i": 1})
    table.ask("fight")
    assert table.asks == ("melee-victim", "Ann")
    # Whom she charged comes first; Cid stands behind Bob, and may be struck all the same.
    assert table.question.options == ("Bob", "Cid", "split")  # type: ignore[union-attr]
    table.answer("Cid", 6, 6, 6, 6, 1, 1, 2)
    assert table["Cid"].score.deaths == 1


@pytest.mark.rule("MELEE-3")
def test_attacks_are_split_in_full_number() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", "Cid > Bob", Ann={"i": 6, "a": 3})
    table.ask("fight", "split")
    assert table.asks == ("melee-split", "Ann")
    events = table.answer(3, MISS, MISS)
    assert blows(table, events) == ["Ann > Bob: 3, 0", "Ann > Cid: 1, 0"]


@pytest.mark.rule("MELEE-3")
def test_a_split_said_beforehand_is_not_asked_about() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", "Cid > Bob", Ann={"i": 6, "a": 3})
    split = {"Ann": {"Bob": 1, "Cid": 3}, "Bob": {"Cid": 1}, "Cid": {"bob": 2}}
    events = table.do("fight", *[MISS] * 4, split=split)
    assert blows(table, events) == ["Ann > Bob: 1, 0", "Ann > Cid: 3, 0", "Bob > Cid: 1, 0", "Cid > Bob: 2, 0"]


@pytest.mark.rule("MELEE-3")
@pytest.mark.parametrize(
    ("split", "code"),
    [
        ({"Ann": {"Bob": 1, "Cid": 1}}, "split-sum"),
        ({"Ann": {"Bob": 9}}, "split-sum"),
        ({"Dan": {"Bob": 1}}, "not-in-this-melee"),
        ({"Ann": {"Dan": 4}}, "not-in-this-melee"),
    ],
)
def test_a_split_of_another_number_is_refused(split: dict[str, dict[str, int]], code: str) -> None:
    table = melee("Ann Bob Cid Dan", "Ann > Bob", "Cid > Bob", Ann={"i": 6, "a": 3})
    assert table.refused("fight", split=split).code == code


@pytest.mark.rule("MELEE-3")
def test_who_died_in_an_earlier_step_is_struck_no_more() -> None:
    table = melee("Ann Bob Cid", "Ann > Cid", "Bob > Cid", Ann={"i": 6}, Bob={"i": 5})
    split = {"Ann": {"Cid": 2}, "Bob": {"Cid": 2}}
    table.ask("fight", 6, 6, 6, 6, 1, 1, 4, split=split)
    # Cid is gone: Bob's attacks were meant for it, and only Ann is left to strike.
    assert table.asks == ("fight-hit", "Bob")
    events = table.answer(MISS)
    assert blows(table, events) == ["Bob > Ann: 2, 0"]


@pytest.mark.rule("MELEE-3", "TEAM-4")
def test_friends_are_not_struck_while_there_is_a_foe() -> None:
    table = facing("Ann+Bob Cid")
    to_phase(table, "melee")
    table.do("contact", player="Cid", others=["Ann", "Bob"])
    events = table.do("fight", MISS, "Bob", MISS, MISS)
    assert blows(table, events) == ["Ann > Cid: 1, 0", "Cid > Bob: 1, 0", "Bob > Cid: 1, 0"]


# ---- together


@pytest.mark.rule("MELEE-4", "SCORE-1")
def test_equal_initiative_kills_each_other() -> None:
    table = melee("Ann Bob", "Ann > Bob")
    keys = asked_dice(table, (6, 6), (6, 6), (1, 1), (6,), (6,), (1,), (2,), (3,))
    assert [(key, who) for key, who, _ in keys] == [
        ("fight-hit", "Ann"),
        ("fight-wound", "Ann"),
        ("fight-save", "Bob"),
        ("fight-hit", "Bob"),
        ("fight-wound", "Bob"),
        ("fight-save", "Ann"),
        ("respawn-portal", "Ann"),
        ("respawn-portal", "Bob"),
    ]
    assert table.scores == {"Ann": 15, "Bob": 15}


def chiefs() -> Table:
    """A table of a mod that takes champions with several wounds."""
    rules = ("respawn", "portals", "chief-fight", "victory-points")
    return Table(mod_data=deathmatch(rules=rules))


def three_on_one(*answers: Any, **dan: Any) -> tuple[Table, list[Any]]:
    """Ann, Bob and Cid, all with I 5, have charged Dan and strike nobody else."""
    table = melee(
        "Ann Bob Cid Dan",
        "Ann > Dan",
        "Bob > Dan",
        "Cid > Dan",
        table=chiefs(),
        Ann={"i": 5},
        Bob={"i": 5},
        Cid={"i": 5},
        Dan={"points": 20, "i": 1, **dan},
    )
    split = {name: {"Dan": 2} for name in ("Ann", "Bob", "Cid")}
    return table, table.do("fight", *answers, split=split)


@pytest.mark.rule("MELEE-4", "SCORE-1")
def test_the_target_saves_against_everyone_and_the_kill_is_shared_by_thirds() -> None:
    dead = [6, 6, 6, 6, 1, 1]
    table, events = three_on_one(*dead, *dead, *dead, 4)
    assert table.story(events) == ["Ann Bob Cid killed Dan", "Dan back by 4"]
    assert table.scores == {**dict.fromkeys(("Ann", "Bob", "Cid"), Fraction(20, 3)), "Dan": 0}
    table.check()


@pytest.mark.rule("MELEE-4")
def test_only_those_whose_wounds_were_not_saved_share_it() -> None:
    dead, saved, missed = [6, 6, 6, 6, 1, 1], [6, 6, 6, 6, 5, 5], [1, 1]
    table, events = three_on_one(*dead, *saved, *missed, 4)
    assert table.story(events) == ["Ann killed Dan", "Dan back by 4"]
    table, events = three_on_one(*saved, *dead, *dead, 4)
    assert table.scores == {"Ann": 0, "Bob": 10, "Cid": 10, "Dan": 0}


@pytest.mark.rule("MELEE-4", "CHAMPION-7")
def test_of_several_wounds_who_takes_them_all_has_the_kill() -> None:
    # Two wounds: Ann takes both, Bob takes one. Ann struck the mortal blow.
    table, events = three_on_one(6, 6, 6, 6, 1, 1, 6, 6, 6, 6, 1, 5, 1, 1, 4, w=2)
    assert table.story(events) == ["Ann killed Dan", "Dan back by 4"]
    # One wound each of Ann and Cid: neither would have been enough, so they share it.
    volley = [6, 6, 6, 6, 1, 5]
    table, events = three_on_one(*volley, 1, 1, *volley, 4, w=2)
    assert table.story(events) == ["Ann Cid killed Dan", "Dan back by 4"]
    # And one wound alone is a wound.
    table = melee("Ann Dan", "Ann > Dan", table=chiefs(), Ann={"i": 5}, Dan={"w": 2})
    events = table.do("fight", *volley, MISS)
    assert [(w.player, w.left) for w in of_type(events, Wounded)] == [("p2", 1)]
    assert table["Dan"].life.wounds == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=3, max_size=3), st.integers(1, 4))
def test_a_shared_kill_pays_its_whole_value(lost: list[int], wounds: int) -> None:
    """However the wounds fall, the value is paid once and in full, or not at all."""
    answers: list[Any] = []
    for wounds_lost in lost:
        answers += ["=2", "=2", f"={2 - wounds_lost}"]
    dies = sum(lost) >= wounds
    # Dan, who lives, strikes back at Ann and misses.
    rest = [4] if dies else ["Ann", MISS]
    table, events = three_on_one(*answers, *rest, w=wounds)
    assert sum(table.scores.values()) == (20 if dies else 0)
    killed = of_type(events, Killed)
    assert len(killed) == int(dies)
    if dies:
        alone = [n for n, wounds_lost in zip(("p1", "p2", "p3"), lost, strict=True) if wounds_lost >= wounds]
        some = [n for n, wounds_lost in zip(("p1", "p2", "p3"), lost, strict=True) if wounds_lost]
        assert list(killed[0].killers) == (alone or some)


# ---- back from the dead


@pytest.mark.rule("MELEE-5", "RESPAWN-1")
def test_who_dies_and_comes_back_beside_another_melee_fights_in_it_without_bonus() -> None:
    table = melee("Ann Bob Cid Dan", "Bob > Ann", "Cid > Dan", Ann={"i": 6})
    table.do("fight", 6, 6, 1, 3)  # Ann kills Bob, who charged her
    assert groups(table) == ["Cid Dan"]
    table.do("contact", player="Bob", others=["Dan"])
    assert groups(table) == ["Bob Cid Dan"]
    events = table.do("fight", MISS, MISS, MISS, split={"Bob": {"Dan": 1}, "Cid": {"Dan": 2}, "Dan": {"Cid": 1}})
    assert blows(table, events)[0] == "Bob > Dan: 1, 0"
    table.check()


@pytest.mark.rule("MELEE-5")
def test_a_melee_that_was_fought_is_not_joined() -> None:
    table = melee("Ann Bob Cid Dan", "Ann > Bob", "Cid > Dan", Cid={"i": 6})
    table.do("fight", MISS, MISS)
    table.do("fight", 6, 6, 6, 6, 1, 1, 3)  # Cid kills Dan
    table.do("contact", player="Dan", others=["Ann"])
    assert groups(table) == []
    to_phase(table, "movement")
    to_phase(table, "melee")
    assert groups(table) == ["Ann Bob Dan"]


@pytest.mark.rule("MELEE-5", "PORTAL-6", "RESPAWN-4")
def test_an_arrival_on_fighters_kills_them_and_joins_what_is_left() -> None:
    table = brawlers("Ann Bob Cid Dan", Ann={"i": 6})
    table.do("stand", player="Dan", portal=3)
    charging(table, "Ann > Bob", "Cid > Dan")
    # Bob dies, comes back by portal 3 onto Dan, who comes back by portal 5.
    events = table.do("fight", 6, 6, 6, 6, 1, 1, 3, 5)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 3", "Dan telefragged", "Dan back by 5"]
    assert groups(table) == ["Bob Cid"]
    events = table.do("fight", MISS, MISS)
    assert blows(table, events) == ["Bob > Cid: 1, 0", "Cid > Bob: 2, 0"]
    table.check()


@pytest.mark.rule("MELEE-5", "PORTAL-6")
def test_a_fighter_who_is_telefragged_in_the_middle_strikes_no_more() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", Ann={"i": 6}, Cid={"i": 2})
    table.do("stand", player="Cid", portal=2)
    table.do("contact", player="Cid", others=["Bob"])
    # Bob comes back by portal 2, onto Cid, whose turn to strike had not come.
    events = table.do("fight", 6, 6, 6, 6, 1, 1, 2, 4, split={"Ann": {"Bob": 2}})
    assert blows(table, events) == ["Ann > Bob: 2, 1"]
    assert groups(table) == []


@pytest.mark.rule("MELEE-5")
def test_who_comes_back_into_a_melee_need_not_join_it() -> None:
    table = melee("Ann Bob Cid Dan", "Bob > Ann", "Cid > Dan", Ann={"i": 6})
    assert table.refused("fight", declines=["Bob"]).code == "not-back-in-a-melee"
    table.do("fight", 6, 6, 1, 3)  # Ann kills Bob
    table.do("contact", player="Bob", others=["Dan"])
    events = table.do("fight", MISS, MISS, declines=["Bob"])
    assert [event.player for event in of_type(events, MeleeDeclined)] == [table["Bob"].id]
    assert {line.split(" ")[0] for line in blows(table, events)} == {"Cid", "Dan"}
    assert groups(table) == []
    table.check()


@pytest.mark.rule("MELEE-5")
def test_where_only_one_is_left_declining_ends_the_melee() -> None:
    table = brawlers("Ann Bob Cid Dan", Ann={"i": 6})
    table.do("stand", player="Dan", portal=3)
    charging(table, "Ann > Bob", "Cid > Dan")
    table.do("fight", 6, 6, 6, 6, 1, 1, 3, 5)
    assert groups(table) == ["Bob Cid"]
    table.do("fight", declines=["Bob"])
    assert groups(table) == []


@pytest.mark.rule("RESPAWN-1")
def test_who_dies_in_a_melee_may_come_back_in_its_portal() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 6})
    table.do("fight", 6, 6, 6, 6, 1, 1, 2, inside=["Bob"])
    assert (table["Bob"].position.portal, table["Bob"].position.near) == (2, None)


# ---- buildings


@pytest.mark.rule("BASE-1", "MELEE-2")
def test_a_building_takes_several_penetrations_in_a_phase() -> None:
    table = facing("Ann Bob", BUILDINGS)
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Blue", distance=2)
    to_phase(table, "melee")
    # S4 against armour 10: hits of themselves, and 7 or more penetrates, which no D6 shows.
    events = table.do("fight", 6, 6)
    assert (first_blow(events).building, first_blow(events).attacks) == ("Blue", 2)
    assert table.state.teams["Blue"].structure == 10


@pytest.mark.rule("BASE-1")
def test_a_power_fist_brings_a_building_down_point_by_point() -> None:
    from tests.games.quake.rules.playing import champion
    from tests.games.w40k3e.fighting import weapon

    table = Table(mod_data=BUILDINGS)
    for name, team, arms in (("Ann", "Red", (weapon("power-fist"),)), ("Bob", "Blue", ())):
        table.do("join", player=name, champion="x", profile=champion(), team=team, arms=arms)
    table.do("start", 6, 6, 1, 1, "Red", "Red", "Red")
    for name in ("Bob", "Ann"):
        table.do("deploy", player=name)
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Blue", distance=2)
    to_phase(table, "melee")
    table.do("fight", 3, 5)  # S8: 3 makes 11, 5 makes 13, both more than 10
    assert table.state.teams["Blue"].structure == 8
    assert groups(table) == []


@pytest.mark.rule("BASE-1", "MELEE-3")
def test_whoever_strikes_a_building_may_turn_on_its_defender() -> None:
    table = facing("Ann Bob", BUILDINGS)
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Blue", distance=2)
    table.do("next")
    table.do("charge", player="Bob", target="Ann", distance=2)
    to_phase(table, "melee")
    table.ask("fight")
    assert table.asks == ("melee-victim", "Ann")
    assert table.question.options == ("Blue", "Bob", "split")  # type: ignore[union-attr]
    events = table.answer("split", 1, 6, MISS, MISS)
    assert [event.building for event in of_type(events, Blow)] == ["Blue", None, None]


# ---- what else a blow does


@pytest.mark.rule("MELEE-2")
def test_a_thunder_hammer_stuns_who_survives_it() -> None:
    table = melee(
        "Ann Bob",
        "Ann > Bob",
        Ann={"i": 1, "s": 2, "a": 2, "arms": ("thunder-hammer",)},
        Bob={"w": 3, "i": 5},
        table=chiefs(),
    )
    events = table.do("fight", MISS, "=3", HIT)
    assert [(event.player, event.until) for event in of_type(events, Stunned)] == [("p2", 2)]
    to_phase(table, "movement")
    to_phase(table, "melee")
    events = table.do("fight", MISS)
    assert blows(table, events) == ["Ann > Bob: 2, 0"]
    to_phase(table, "movement")
    to_phase(table, "melee")
    events = table.do("fight", MISS, MISS)
    assert blows(table, events) == ["Bob > Ann: 1, 0", "Ann > Bob: 2, 0"]


@pytest.mark.rule("TRAIT-1", "SCORE-1")
def test_a_lightning_field_answers_each_wound_once_all_blows_are_struck() -> None:
    lord = {"w": 3, "i": 2, "a": 1, "traits": "lightning-field"}
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5, "a": 2}, Bob=lord, table=chiefs())
    events = table.do("fight", "=2", "=2", "=0", MISS, 5, 4, 2, 4)  # two wounds; Bob misses; S3 wounds T4 on 5+
    assert blows(table, events) == ["Ann > Bob: 3, 2", "Bob > Ann: 1, 0"]
    (harm,) = of_type(events, Harmed)
    assert (harm.cause, harm.by, harm.struck.player) == ("lightning-field", "p2", "p1")
    assert (harm.struck.hits, harm.struck.wounds) == (2, 1)
    assert table.story(events) == ["Bob killed Ann", "Ann back by 4"]
    table.check()


@pytest.mark.rule("TRAIT-1")
def test_a_lightning_field_strikes_back_even_if_its_bearer_has_died_of_it() -> None:
    lord = {"i": 2, "traits": "lightning-field"}
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5}, Bob=lord)
    events = table.do("fight", "dead", 4, 1)
    assert [harm.struck.hits for harm in of_type(events, Harmed)] == [1]
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5}, Bob=lord)
    assert not of_type(table.do("fight", MISS, MISS), Harmed)


@pytest.mark.rule("MELEE-2", "MELEE-4")
def test_told_instead_of_rolled_at_any_point() -> None:
    for answers in (["dead"], ["=1", "dead"], ["=2", "=1", "dead"], [6, 6, 6, 6, "dead"]):
        table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5})
        events = table.do("fight", *answers, 4)
        assert table.story(events) == ["Ann killed Bob", "Bob back by 4"]


@pytest.mark.rule("MELEE-2")
def test_another_save_than_the_best_is_taken_when_it_is_said() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5}, Bob={"inv": 4})
    table.ask("fight", HIT, HIT, saves={"Bob": "invulnerable"})
    assert table.question.facts["needed"] == 4  # type: ignore[union-attr]


@pytest.mark.rule("MELEE-2")
def test_a_fight_can_be_undone() -> None:
    table = melee("Ann Bob", "Ann > Bob", Ann={"i": 5})
    before = table.state
    table.do("fight", "dead", 4)
    table.check()
    table.session.undo()
    assert table.state == before
    assert groups(table) == ["Ann Bob"]


def test_a_table_that_has_just_started_has_nothing_to_fight() -> None:
    assert groups(start_table("Ann Bob")) == []

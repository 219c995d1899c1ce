"""Charges, melees, contacts and hard moves by keys alone."""

from __future__ import annotations

import pytest

from q40k.games.quake.screen.melee import grip_notes, melee_at_a_glance, waiting_melees
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.barrels import HitBarrel
from q40k.kernel.events import TallyQuestion
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import active, field, idle, player, playing, press
from tests.games.quake.screen.test_desk_fight import asked_words, becomes


@pytest.fixture
def desk() -> Desk:
    """Four players in the first assault phase; Alice acts."""
    desk = playing()
    press(desk, "ee")
    assert desk.state.play.phase == "assault"
    assert active(desk).name == "Alice"
    return desk


# -- charges -----------------------------------------------------------------------------------


@pytest.mark.rule("ASSAULT-1", "ASSAULT-2")
def test_a_charge_is_c_and_whom(desk: Desk) -> None:
    press(desk, "c2")
    assert idle(desk)
    charge = player(desk, "Alice").turn.charge
    assert charge is not None
    assert charge.target == player(desk, "Bob").id


@pytest.mark.rule("ASSAULT-2")
def test_the_odds_of_a_charge_stand_before_its_dice(desk: Desk) -> None:
    press(desk, "c\t")
    press(desk, "5 d")
    assert field(desk).notes == ("charges 6 in at most", "succeeds 56%", "stops short 44%")
    press(desk, "3")
    assert field(desk).notes[1] == "succeeds 70%"
    press(desk, "\n")
    assert field(desk).title == "Alice charges…"
    press(desk, "3")
    assert asked_words(desk) == ("Alice", "charge-ground")
    press(desk, "124")
    assert idle(desk)
    assert melee_at_a_glance(desk.locale, desk.state, "p1") == ""


def test_words_on_the_ground_that_nobody_understands_stay_to_be_put_right(desk: Desk) -> None:
    press(desk, "c\tmud\n")
    assert "mud" in field(desk).error
    press(desk, "\x1b\x1b")
    assert idle(desk)


@pytest.mark.rule("ASSAULT-2")
def test_a_charge_too_far_is_refused_and_may_be_overruled(desk: Desk) -> None:
    press(desk, "c\t7\n")
    assert "! too far" in field(desk).notes
    press(desk, "2")
    assert desk.refused is not None
    assert desk.refused[0].refusal.code == "charge-too-far"
    press(desk, "o\n")
    assert idle(desk)
    assert player(desk, "Alice").turn.charge is not None


# -- melees ------------------------------------------------------------------------------------


@pytest.mark.rule("MELEE-1", "MELEE-2", "SCORE-1")
def test_a_melee_at_a_glance_then_fought_at_any_depth(desk: Desk) -> None:
    press(desk, "c2")
    assert melee_at_a_glance(desk.locale, desk.state, "p2") == "Alice dies 10% · Bob dies 37%"
    press(desk, "e")
    assert waiting_melees(desk.locale, desk.state) == ("Next: Alice dies 10% · Bob dies 37%",)
    press(desk, "i")
    assert asked_words(desk) == ("Alice", "fight-hit")
    question = desk.match_session.question
    assert isinstance(question, TallyQuestion)
    assert len(question.dice) == 2
    press(desk, "+")
    press(desk, "16")
    assert asked_words(desk) == ("Bob", "fight-save")
    press(desk, "0")
    assert asked_words(desk) == ("Bob", "respawn-portal")
    press(desk, "5")
    assert idle(desk)
    assert player(desk, "Alice").score.points == player(desk, "Bob").value
    assert waiting_melees(desk.locale, desk.state) == ("No melee is left to fight.",)


@pytest.mark.rule("MELEE-3")
def test_attacks_are_split_by_names_and_counts_only_where_there_is_a_choice(desk: Desk) -> None:
    becomes(desk, "Alice", a=3, i=9)
    press(desk, "c2n")
    press(desk, "c1e")
    while desk.state.play.phase != "melee":
        press(desk, "e")
    press(desk, "i")
    assert asked_words(desk)[1] == "melee-victim"
    notes = {option.label: option.note for option in field(desk).choices()}
    assert sorted(notes) == ["Bob", "Dédé", "split the attacks"]
    assert notes["Dédé"].startswith("† ")
    assert notes["Bob"] != notes["Dédé"]
    assert notes["split the attacks"] == ""
    press(desk, "split\n")
    assert asked_words(desk)[1] == "melee-split"
    press(desk, "1\n")
    assert asked_words(desk)[1] == "fight-hit"
    question = desk.match_session.question
    assert isinstance(question, TallyQuestion)
    assert len(question.dice) == 1


@pytest.mark.rule("MELEE-2")
def test_whoever_has_two_weapons_sees_when_each_strikes_and_how_deadly(desk: Desk) -> None:
    becomes(desk, "Alice", weapons=["power-fist", "power-weapon"])
    press(desk, "c4ei")
    assert asked_words(desk) == ("Alice", "melee-weapon")
    notes = {option.label: option.note for option in field(desk).choices()}
    assert list(notes) == ["Power fist", "Power weapon"]
    assert notes["Power fist"].startswith("I 1 · Dédé † ")
    assert notes["Power weapon"].startswith("I 4 · Dédé † ")
    press(desk, "2")
    assert asked_words(desk) == ("Alice", "fight-hit")
    assert "Power weapon" in field(desk).title


@pytest.mark.rule("MELEE-1")
def test_without_a_melee_there_is_nothing_to_fight(desk: Desk) -> None:
    press(desk, "ei")
    assert idle(desk)
    assert "no melee" in desk.notice


# -- contacts ----------------------------------------------------------------------------------


@pytest.mark.rule("DIFF-2")
def test_contacts_are_noted_by_names_and_cleared_by_nobody(desk: Desk) -> None:
    press(desk, ",c13\n\n")
    assert idle(desk)
    assert desk.state.close_combat.contacts == (("p1", "p3"),)
    press(desk, ",c\n")
    assert "Now: Chloé" in field(desk).why
    press(desk, "\n")
    assert desk.state.close_combat.contacts == (("p1", "p3"),)  # Enter alone leaves it as it is
    press(desk, ",c\n2\n")
    assert desk.state.close_combat.contacts == (("p1", "p3"), ("p1", "p2"))
    press(desk, ",c\n\b\b\n")
    assert not desk.state.close_combat.contacts


# -- hard moves --------------------------------------------------------------------------------


@pytest.fixture
def mover() -> Desk:
    """Four players in the first movement phase; Alice acts."""
    return playing()


@pytest.mark.rule("MOVE-3")
def test_a_jump_says_its_odds_then_asks_for_the_dice_and_may_fall(mover: Desk) -> None:
    press(mover, ",j14")
    assert field(mover).notes[0] == "succeeds 75%"
    assert len(field(mover).notes) == 3
    press(mover, "\n")
    assert asked_words(mover) == ("Alice", "jump")
    press(mover, "12")
    assert asked_words(mover)[1] == "fight-wound"
    press(mover, "0")
    assert idle(mover)
    assert player(mover, "Alice").movement.halted


@pytest.mark.rule("MOVE-3", "SCORE-2")
def test_a_fall_may_be_told_deadly_in_a_word(mover: Desk) -> None:
    press(mover, ",j14\n")
    press(mover, "12d3")
    assert idle(mover)
    assert player(mover, "Alice").score.accidents == 1


@pytest.mark.parametrize("height", ["", "0", "-1", "x"])
def test_a_height_that_is_none_is_asked_for_again(mover: Desk, height: str) -> None:
    press(mover, f",j1{height}\n")
    assert not idle(mover)
    assert mover.match_session.question is None
    press(mover, "\x1b\x1b")
    assert idle(mover)


@pytest.mark.rule("MOVE-5")
def test_a_leap_weighs_how_deep_it_would_fall(mover: Desk) -> None:
    press(mover, ",j23\n")
    deadly = field(mover).notes
    press(mover, "2")
    assert field(mover).notes != deadly
    press(mover, "\n")
    assert asked_words(mover) == ("Alice", "leap")
    press(mover, "666")
    assert idle(mover)


@pytest.mark.rule("MOVE-4", "MOVE-6", "MOVE-2")
@pytest.mark.parametrize(
    ("keys", "done"),
    [(",j32\n4", lambda p: p.movement.swum), (",j5\n36", lambda p: p.turn.moved), (",j63\n4", lambda p: p.turn.moved)],
)
def test_other_hard_moves_take_a_few_keys(mover: Desk, keys: str, done: object) -> None:
    press(mover, keys)
    assert idle(mover), (mover.field, mover.refused)
    assert callable(done)
    assert done(player(mover, "Alice"))


def test_only_who_has_a_teleporter_is_offered_to_drop(mover: Desk) -> None:
    press(mover, ",j")
    assert "7" not in [option.key for option in field(mover).choices()]


def test_other_phases_offer_no_hard_moves(desk: Desk) -> None:
    press(desk, ",j")
    assert idle(desk)
    assert desk.notice


@pytest.mark.rule("BARREL-5")
def test_who_crosses_burning_napalm_says_so_with_the_hard_moves() -> None:
    desk = playing(("Ann", "Bob"), addons=("barrel-frenzy",))
    desk.do(HitBarrel(player="Ann", barrel=next(iter(desk.state.barrels))))
    press(desk, "65\n\n")  # weird, napalm, nobody dies, no other barrel
    press(desk, ",j8")
    press(desk, "3\n")
    assert asked_words(desk) == ("Ann", "fight-wound")
    press(desk, "1")
    assert idle(desk)


@pytest.mark.rule("MELEE-2", "ASSAULT-2")
@pytest.mark.parametrize(("gear", "when"), [([], "I 4, last"), (["frag-grenades"], "I 2")])
def test_who_charges_into_cover_sees_when_it_strikes_in_fact(desk: Desk, gear: list[str], when: str) -> None:
    becomes(desk, "Alice", weapons=["power-fist", "power-weapon", *gear])
    desk.match_session.do(Charge(player="Alice", target="Dédé", cover=True))
    notes = grip_notes(desk.locale, desk.state, player(desk, "Alice").id, ("power-fist", "power-weapon"))
    assert notes["power-fist"].startswith("I 1 · Dédé † "), "a fist is slow anyway"
    assert notes["power-weapon"].startswith(f"{when} · Dédé † "), "Dédé strikes at 2"

"""Blips, entries, conversion."""

from __future__ import annotations

import subprocess
import sys

import pytest

from q40k.games.space_hulk.state.blips import PutBlip
from q40k.kernel.events import DiceQuestion, Refused
from q40k.table.script import LineRefused
from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule
from tests.games.space_hulk.playing import new, play, put, ready, stealer, to_stealers


@pytest.mark.rule("SH-BLIP-1", "SH-BLIP-2", "SH-BLIP-3", "SH-ENTRY-1", "SH1-ENTRY-1")
def test_blips_come_from_the_pile_and_used_ones_are_shuffled() -> None:
    match = ready(Bolt1="A4 E")
    to_stealers(match)
    inside = line("blip", name="B1", at="I3")
    assert refusal_rule(match, inside) == "SH-ENTRY-1"
    go_on(match, line("blip", name="B1", entry="N2"), line("blip", name="B2", entry="S2"))
    assert refusal_rule(match, line("blip", name="B3", entry="S2")) == "SH-ENTRY-1"
    assert refusal_rule(match, line("blip", name="B3", entry="X", override="more may come")) == "SH-ENTRY-1"
    assert json_state(match)["pile"] == 20
    many = play(new(), *put(Bolt1="A4 W"))
    for n, column in enumerate("BCDEFGHIJKLMNOP", 1):
        go_on(
            many,
            line("blip", name=f"B{n}", at=f"{column}4")
            if column not in "HL"
            else line("set-door", at=f"{column}4", now="closed"),
        )
    for n, at in enumerate(("I3", "J3", "K3", "I5", "J5", "K5", "K6", "K7", "K2"), 20):
        go_on(many, line("blip", name=f"B{n}", at=at))
    assert json_state(many)["pile"] == 0
    more = line("blip", name="B30", at="K1")
    assert refusal_rule(many, more) == "SH-BLIP-3"
    go_on(many, line("kill", who="B1", value=3), more)
    assert (json_state(many)["pile"], json_state(many)["revealed"]) == (0, {})


@pytest.mark.rule("SH-BLIP-4", "SH-BLIP-5", "SH-BLIP-6", "SH-BLIP-7")
def test_a_blip_moves_anyhow_but_not_into_sight_or_beside_a_marine() -> None:
    match = ready(Bolt1="E4 E", B1="E7", B2="I3", Bolt2="A4 W")
    to_stealers(match)
    go_on(match, line("step", who="B1", to="E6"))
    assert json_state(match)["blips"]["B1"]["ap"] == 5
    assert refusal_rule(match, line("step", who="B1", to="E5")) == "SH-BLIP-6"
    for to in ("J3", "J4", "I5"):
        go_on(match, line("step", who="B2", to=to))
    assert json_state(match)["blips"]["B2"]["ap"] == 3
    seen_ = ready(doors="H4", Bolt1="E4 E", B1="I5", Bolt2="A4 W")
    to_stealers(seen_)
    go_on(seen_, line("step", who="B1", to="J4"))
    shown = json_state(seen_)["blips"]["B1"]
    assert (shown["at"], shown["ap"], json_state(seen_)["convert"]) == ("I5", 0, None)
    assert refusal_rule(seen_, line("step", who="B1", to="I4")) == "SH-AP-2"


@pytest.mark.rule("SH-ENTRY-2", "SH-ENTRY-7", "SH-ENTRY-8", "SH-CONVERT-1")
def test_entering_costs_a_point_and_the_first_square_must_be_free() -> None:
    match = ready(Bolt1="A4 E", S1="K7 S")
    to_stealers(match)
    go_on(match, line("blip", name="B1", entry="N2"), line("blip", name="B2", entry="S2"))
    assert refusal_rule(match, line("step", who="B1")) == "SH-MOVE-4", "it is occupied"
    go_on(match, line("step", who="B2"))
    assert json_state(match)["blips"]["B2"] == {
        "at": "K1",
        "entry": None,
        "ap": 5,
        "acted": True,
        "placed": True,
        "waits": False,
    }
    go_on(match, line("convert", name="B1", value=2))
    assert [stealer(match, name)["entry"] for name in ("S2", "S3")] == ["N2", "N2"]
    go_on(match, line("step", who="S1", dir="forward"), line("step", who="S2", turn="W"))
    assert (stealer(match, "S2")["at"], stealer(match, "S2")["facing"]) == ("K7", "W")
    assert refusal_rule(match, line("convert", name="B2", value=1)) == "SH-CONVERT-1", "it has acted"
    out = ready(Bolt1="A4 E", S1="P4 E")
    to_stealers(out)
    assert refusal_rule(out, line("step", who="S1", dir="forward")) == "SH-ENTRY-8"
    corked = ready(Bolt1="K5 E", S1="A4 E")
    to_stealers(corked)
    go_on(corked, line("blip", name="B1", entry="N2"), line("end-turn"), line("end-phase", 2))
    go_on(corked, line("draw"), line("turn", who="Bolt1", facing="N"), line("end-turn"))
    go_on(corked, line("step", who="B1"))
    assert json_state(corked)["blips"]["B1"]["entry"] == "N2", "its first square is in sight"


@pytest.mark.rule("SH-ENTRY-2")
def test_who_comes_in_does_so_on_the_first_square_and_on_no_other() -> None:
    match = to_stealers(ready(Bolt1="A4 E"))
    go_on(match, *(line("blip", name=f"B{n}", entry="N2") for n in (1, 2)))
    go_on(match, line("convert", name="B1", value=1))
    for who, then in (("S1", "K6"), ("B2", None)):
        for at in ("K6", "L4", "Q9"):
            assert refusal_rule(match, line("step", who=who, to=at)) == "SH-ENTRY-2"
        go_on(match, line("step", who=who, to="k7"))
        go_on(match, *([line("step", who=who, to=then)] if then else []))
    assert (stealer(match, "S1")["at"], json_state(match)["blips"]["B2"]["at"]) == ("K6", "K7")


@pytest.mark.rule("SH-BOARD-1", "SH-CONVERT-3")
def test_a_new_stealer_takes_no_name_that_another_has() -> None:
    match = ready(Bolt1="A4 W", B1="J4", S2="K7 W", S4="K6 W")
    to_stealers(match)
    go_on(match, line("convert", name="B1", value=3, squares=["J4", "J5", "J3"]))
    assert sorted(json_state(match)["stealers"]) == ["S2", "S3", "S4", "S5", "S6"]
    assert [stealer(match, name)["at"] for name in ("S2", "S4")] == ["K7", "K6"]
    go_on(match, line("stealer", name="S7", at="K2"), line("stealer", at="K1"))
    assert stealer(match, "S8")["at"] == "K1"


@pytest.mark.rule("SH-ENTRY-2", "SH-MOVE-3")
def test_who_waits_at_an_entry_does_nothing_but_enter_and_may_turn_by_it() -> None:
    match = to_stealers(ready(Bolt1="A4 E"))
    go_on(match, line("blip", name="B1", entry="N2"), line("convert", name="B1", value=1))
    assert refusal_rule(match, line("turn", who="S1", facing="N")) == "SH-ENTRY-2"
    assert refusal_rule(match, line("assault", 6, 6, 6, who="S1", target="L4")) == "SH-ENTRY-2"
    assert refusal_rule(match, line("door", who="S1", at="L4")) == "SH-ENTRY-2"
    assert refusal_rule(match, line("step", who="S1", turn="N")) == "SH-MOVE-3", "it looks south"
    for first in (False, True):
        go_on(match, line("step", who="S1", turn="W", turn_first=first))
        assert (stealer(match, "S1")["at"], stealer(match, "S1")["facing"]) == ("K7", "W")
        go_on(match, line("undo"))


@pytest.mark.rule("SH-CONVERT-5", "SH-CONVERT-6", "SH-CONVERT-10", "SH-CONVERT-7")
def test_conversion_by_choice() -> None:
    match = ready(doors="H4", Bolt1="E4 E", B1="I5", B2="I3")
    to_stealers(match)
    into_sight = line("convert", name="B1", value=2, squares=["I5", "J4"])
    assert refusal_rule(match, into_sight) == "SH-CONVERT-5"
    assert refusal_rule(match, line("convert", name="B1", value=2)) == "SH-CONVERT-3"
    go_on(match, line("convert", name="B1", value=2, squares=["I5", "J5"], facings=["S", "W"]))
    assert (stealer(match, "S1")["facing"], stealer(match, "S2")["facing"]) == ("S", "W")
    assert json_state(match)["window"] is None
    go_on(match, line("step", who="S2", to="K5"))
    assert stealer(match, "S2")["ap"] == 4, "backwards"
    few = ready(Bolt1="A4 W", B1="K7", S1="K6 N")
    to_stealers(few)
    go_on(few, line("convert", name="B1", value=3, squares=["K7"]))
    living = [stealer for stealer in json_state(few)["stealers"].values() if stealer["alive"]]
    assert (len(living), json_state(few)["kills"]) == (2, 0), "what finds no square is lost"


@pytest.mark.rule("SH-ENTRY-5", "SH1-ENTRY-5", "SH-CONVERT-3")
def test_stealers_of_a_blip_that_waits_wait_as_well_and_nobody_twice() -> None:
    for edition in ("4", "1"):
        match = to_stealers(ready(new(edition=edition), Bolt1="E4 E"))
        go_on(match, line("blip", name="B1", entry="N1"), line("convert", name="B1", value=1))
        assert stealer(match, "S1")["waits"] is True
        assert refusal_rule(match, line("step", who="S1")) == "SH-ENTRY-5"
        go_on(match, line("end-turn"), line("end-phase", 3), line("draw"), line("end-turn"))
        go_on(match, line("blip", name="B2", entry="N1"))
        waits = (json_state(match)["blips"]["B2"]["waits"], stealer(match, "S1")["waits"])
        assert waits == (True, False)
        go_on(match, line("step", who="S1"))
        assert stealer(match, "S1")["at"] == "E7"


@pytest.mark.rule("SH-CONVERT-5", "SH-CONVERT-6")
@pytest.mark.parametrize("edition", ["4", "1"])
def test_by_choice_squares_in_sight_are_left_out_and_stealers_without_a_square_are_lost(edition: str) -> None:
    lay_out = new(edition=edition)
    match = to_stealers(ready(lay_out, doors="H4", Bolt1="E4 E", B1="I5"))
    with pytest.raises(LineRefused) as expected:
        go_on(match, line("convert", name="B1", value=3))
    assert isinstance(expected.value.cause, Refused)
    assert expected.value.cause.refusal.facts == {"blip": "B1", "squares": ("J5",)}
    go_on(match, line("convert", name="B1", value=3, squares=["I5", "J5"]))
    assert {name: stealer["at"] for name, stealer in json_state(match)["stealers"].items()} == {"S1": "I5", "S2": "J5"}
    hemmed_in = to_stealers(ready(lay_out, doors="H4", Bolt1="E4 E", B1="I5", S9="J5 W"))
    assert refusal_rule(hemmed_in, line("convert", name="B1", value=3, squares=["I5", "I4"])) == "SH-CONVERT-5"
    go_on(hemmed_in, line("convert", name="B1", value=3))
    assert stealer(hemmed_in, "S2")["at"] == "I5"
    assert log_sentences(hemmed_in)[-1] == "2 stealers of B1 find no place"
    overruled = to_stealers(ready(lay_out, doors="H4", Bolt1="E4 E", B1="I5", S9="J5 W"))
    command = line("convert", name="B1", value=3, squares=["I5", "J4"], override="we say so")
    go_on(overruled, command)
    assert [stealer(overruled, name)["at"] for name in ("S2", "S3")] == ["I5", "J4"]
    assert log_sentences(overruled)[-1] == "1 stealer of B1 finds no place"


@pytest.mark.rule("SH-CONVERT-3", "SH-CONVERT-8")
def test_a_seen_blip_asks_again_for_squares_that_are_missing_or_wrong() -> None:
    match = ready(cp=1, doors="H4", Bolt1="G4 E", S1="I4 W", B1="J4")
    go_on(match, line("overwatch", who="Bolt1"), line("end-turn"), line("step", who="S1", to="I5"))
    assert refusal_rule(match, line("convert", name="B1", value=3, squares=["A4"])) == "SH-CONVERT-3"
    go_on(match, line("convert", name="B1", value=3, squares=["J4"]), line("pass-window"))
    for squares in ([], ["J4"], ["I5"], ["A4"], ["J5", "A4"]):
        assert refusal_rule(match, line("convert", name="B1", squares=squares)) == "SH-CONVERT-3", squares
    go_on(match, line("convert", name="B1", squares=["J5", "J5"]), line("pass-window"))
    assert (stealer(match, "S3")["at"], json_state(match)["convert"]) == ("J5", "B1")
    go_on(match, line("convert", name="B1", squares=["J3"]))
    assert stealer(match, "S4")["at"] == "J3"


@pytest.mark.rule("SH-CONVERT-5")
def test_a_stealer_placed_first_hides_the_next() -> None:
    match = to_stealers(ready(doors="H4", Bolt1="G4 E", B1="I3"))
    go_on(match, line("convert", name="B1", value=2, squares=["I3", "J3"]))
    assert [stealer(match, name)["at"] for name in ("S1", "S2")] == ["I3", "J3"]
    other = to_stealers(ready(doors="H4", Bolt1="G4 E", B1="I3"))
    into_sight = line("convert", name="B1", value=3, squares=["I3", "J3", "J4"])
    assert refusal_rule(other, into_sight) == "SH-CONVERT-5"


@pytest.mark.rule("SH-CONVERT-1", "SH-CONVERT-5")
def test_stealers_may_stand_there_from_the_beginning() -> None:
    match = play(
        new(solo=False),
        *put(Bolt1="E4 E"),
        line("blip", name="B1", at="G4"),
        line("convert", name="B1", value=1, squares=["G4"], facings=["W"]),
        line("start"),
    )
    assert (stealer(match, "S1")["at"], stealer(match, "S1")["facing"]) == ("G4", "W")
    assert json_state(match)["convert"] is None


@pytest.mark.rule("SH-CONVERT-2", "SH-CONVERT-7")
def test_without_places_the_table_says_that_a_blip_is_seen() -> None:
    match = ready(new("open-table"), Bolt1="")
    go_on(match, line("end-turn"), line("blip", name="B1"), line("blip", name="B2"))
    go_on(match, line("step", who="B1"), line("convert", name="B1", value=1))
    assert stealer(match, "S1")["acted"] is True, "its blip had acted"
    go_on(match, line("end-turn"), line("end-phase", 3, False), line("draw"))
    go_on(match, line("convert", name="B2", value=2))
    assert [stealer(match, name)["acted"] for name in ("S2", "S3")] == [False, False]
    board = ready(Bolt1="A4 W", B1="K7")
    assert refusal_rule(board, line("convert", name="B1", value=1)) == "SH-CONVERT-1"


@pytest.mark.rule("SH-CONVERT-6")
def test_there_are_so_many_figures() -> None:
    stealers = [line("stealer") for _ in range(21)]
    match = play(new(positions=False), line("marine", name="X", unit="terminator-bolter"))
    go_on(match, line("blip", name="B1"), *stealers, line("start"), line("draw"), line("end-turn"))
    go_on(match, line("convert", name="B1", value=3))
    assert len(json_state(match)["stealers"]) == 22


@pytest.mark.rule("SH-ALPHA-1", "SH-ALPHA-2", "SH-BOX-2")
def test_the_alpha_is_declared_once_of_a_three() -> None:
    match = ready(new("hold-the-room"), Bolt1="A4 W", B1="K7", B2="K6", B3="K1")
    to_stealers(match)
    assert refusal_rule(match, line("convert", name="B1", value=2, alpha=True)) == "SH-ALPHA-1"
    go_on(match, line("convert", name="B1", value=3, alpha=True))
    assert (stealer(match, "Alpha")["at"], stealer(match, "Alpha")["ap"]) == ("K7", 6)
    assert refusal_rule(match, line("convert", name="B3", value=3, alpha=True)) == "SH-ALPHA-1"
    go_on(match, line("turn", who="Alpha", facing="left"))
    assert stealer(match, "Alpha")["ap"] == 5, "it pays as every stealer does"
    never = ready(Bolt1="A4 W", B1="K7")
    to_stealers(never)
    assert refusal_rule(never, line("convert", name="B1", value=3, alpha=True)) == "SH-ALPHA-1"


@pytest.mark.rule("SH-ALPHA-1", "SH-BOX-2")
def test_the_alpha_may_be_declared_when_a_three_has_been_dealt() -> None:
    match = play(
        new("hold-the-room", blips="app"),
        *put(Bolt1="K2 W"),
        line("blip", 22, name="B1", at="K6"),
        line("blip", 1, name="B2", at="K7"),
        line("start"),
        line("draw"),
        line("turn", who="Bolt1", facing="N"),
        line("convert", name="B1"),
    )
    assert json_state(match)["revealed"] == {"3": 1}
    go_on(match, line("convert", name="B1", alpha=True))
    assert {name: stealer["at"] for name, stealer in json_state(match)["stealers"].items()} == {"Alpha": "K6"}
    assert (json_state(match)["revealed"], json_state(match)["convert"]) == ({"3": 1}, None)
    full = play(new("open-table"), line("marine", name="X", unit="terminator-bolter"))
    go_on(full, line("blip", name="B1"), *(line("stealer") for _ in range(22)), line("start"))
    go_on(full, line("draw"), line("convert", name="B1", value=3, alpha=True))
    assert len(json_state(full)["stealers"]) == 23, "the Alpha is a figure beside the 22"


@pytest.mark.rule("SH-CONVERT-2", "SH-CONVERT-7", "SH-CONVERT-3")
def test_what_comes_into_sight_must_be_turned_up_at_once() -> None:
    match = ready(Bolt1="G4 E", B1="J4", Bolt2="A4 W")
    to_stealers(match)
    go_on(match, line("step", who="B1", to="I3"), line("step", who="B1", to="I4"))
    go_on(match, line("door", who="B1", at="H4"))
    assert json_state(match)["convert"] == "B1"
    assert refusal_rule(match, line("end-turn")) == "SH-CONVERT-2"
    go_on(match, line("convert", 1, name="B1", squares=["I4"]))
    assert stealer(match, "S1")["acted"] is True, "its blip had acted"
    assert json_state(match)["window"]["actor"] == "S1"
    assert refusal_rule(match, line("step", who="S1", to="I5")) == "SH-AP-2"


@pytest.mark.rule("SH-CONVERT-2")
def test_a_blip_that_dies_first_need_not_be_turned_up() -> None:
    match = ready(Bolt1="G4 E", B1="I4")
    go_on(match, line("door", who="Bolt1", at="H4"))
    assert json_state(match)["convert"] == "B1"
    go_on(match, line("kill", who="B1", value=2))
    assert (json_state(match)["convert"], json_state(match)["kills"]) == (None, 2)
    go_on(match, line("step", who="Bolt1", dir="forward"))


@pytest.mark.rule("SH-BLIP-3", "SH-BOX-3")
def test_the_app_deals_from_what_is_left() -> None:
    match = play(new(blips="app"), line("marine", name="X", unit="terminator-bolter", at="A4"))
    dice = [1, 9, 13, 22 - 3]
    for n, die in enumerate(dice, 1):
        go_on(match, line("blip", die, name=f"B{n}", entry=("N1", "S1", "N2", "S2")[n - 1]))
    values = [blip.value for blip in match.session.state.blips_in_play]
    assert values == [1, 2, 3, 3]
    go_on(match, line("start"), line("draw"), line("end-turn"))
    go_on(match, line("end-turn"), line("end-phase", 1), line("draw"), line("end-turn"))
    go_on(match, line("convert", name="B3"))
    assert [stealer["entry"] for stealer in json_state(match)["stealers"].values()] == ["N2"] * 3


@pytest.mark.rule("SH-TIMER-3", "SH-TURN-1", "SH-SECRET-1", "SH-BLIP-2")
def test_a_blip_that_comes_ends_the_marine_turn_and_its_value_is_drawn_in_secret() -> None:
    match = ready(new(blips="app"), Bolt1="A4 W")
    go_on(match, line("time-up", begun=True))
    match.do(PutBlip(name="B1", entry="N1"), auto=False)
    question = match.session.question
    assert isinstance(question, DiceQuestion)
    assert (question.secret, question.dice, json_state(match)["phase"]) == (True, (22,), "stealer-reinforcement")


@pytest.mark.rule("SH1-ENTRY-10")
def test_dice_decide_at_which_entry_an_unclear_blip_lies() -> None:
    for dice, entry in (((3,), "N1"), ((4,), "S2")):
        match = play(new(edition="1"), line("blip", name="B1", entry="S1"))
        go_on(match, line("unclear", *dice, name="B1", entries=["n1", "S2"]))
        assert json_state(match)["blips"]["B1"]["entry"] == entry
    four = play(new(edition="1"), line("blip", name="B1", entry="S1"))
    go_on(four, line("unclear", 6, 5, 4, name="B1", entries=["N1", "S1", "N2", "S2"]))
    assert json_state(four)["blips"]["B1"]["entry"] == "S2", "5 and 6 are rolled again among four"
    assert refusal_rule(four, line("unclear", name="B1", entries=["N1", "N9"])) == "SH-ENTRY-1"
    board = play(new(), *put(B1="I3"))
    assert refusal_rule(board, line("unclear", name="B1", entries=["N1", "S1"])) == "SH1-ENTRY-10"


def test_an_alien_attacks_before_any_player_has_in_this_process() -> None:
    """Rules are read with the first command of their chapter; the automaton's commands are none of a player's."""
    plays = "from q40k.lab.calibration import play; assert [play('space-hulk', 20_000 + n) for n in range(4)]"
    done = subprocess.run([sys.executable, "-c", plays], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

"""A session's undo and redo: back by one answer or one command, and forth."""

import json
import random

import pytest

from q40k.kernel.amending import Correction, TypedAnswer
from q40k.kernel.journal.journal import Journal
from tests.kernel.counting import pot
from tests.kernel.holding import again, position, same
from tests.kernel.mending import put_right

THROW = {"do": "throw", "dice": [6, 6]}
TWO = {"do": "two"}


# ---- back and forth


@pytest.mark.rule("TABLE-4")
def test_undo_takes_back_the_last_command_with_its_answers_and_says_which_dice() -> None:
    going = pot()
    going.submit(THROW)
    going.type("46")
    going.submit(TWO)
    going.type("5")
    undone = going.undo()
    assert undone is not None
    assert undone.commands == (json.dumps(TWO),)
    assert undone.dice == ((5,),)
    assert (going.state, going.question) == ((10, ()), None)
    undone = going.undo()
    assert undone is not None
    assert undone.dice == ((4, 6),)
    assert going.undo() is None
    assert (going.state, going.can_undo) == ((0, ()), False)


@pytest.mark.rule("TABLE-4")
def test_redo_gives_back_one_undo_after_the_other() -> None:
    going = pot()
    seen = [(going.state, going.question)]
    for points in ("11", "22", "33"):
        going.submit(THROW)
        going.type(points)
        seen.append((going.state, going.question))
    for _ in range(3):
        going.undo()
    for state in seen[1:]:
        assert going.can_redo
        redone = going.redo()
        assert redone is not None
        assert redone.commands == (json.dumps(THROW),)
        assert (going.state, going.question) == state
        assert same(going, again(going))
    assert not going.can_redo
    assert going.redo() is None


@pytest.mark.rule("TABLE-4")
def test_what_was_half_asked_comes_back_half_asked() -> None:
    going = pot()
    going.submit(TWO)
    going.type("3")
    state, question = going.state, going.question
    going.undo()
    assert going.question is None
    going.redo()
    assert (going.state, going.question) == (state, question)
    going.type("red")


def test_step_back_takes_one_answer_then_the_command() -> None:
    going = pot()
    going.submit(THROW)
    going.type("11")
    going.submit(TWO)
    going.type("3")
    going.type("red")
    undone = going.step_back()
    assert undone is not None
    assert (undone.commands, undone.dice) == ((), ())
    assert position(going) == ("colour", (5, ("first",)))
    undone = going.step_back()
    assert undone is not None
    assert undone.dice == ((3,),)
    assert position(going) == ("throw", (2, ("first",)))
    going.step_back()
    assert position(going) == (None, (2, ()))
    for key in ("throw", "colour", None):
        going.redo()
        assert position(going)[0] == key
        assert same(going, again(going))
    assert position(going) == (None, (5, ("first", "red")))


def test_step_back_on_an_empty_table_does_nothing() -> None:
    assert pot().step_back() is None


@pytest.mark.parametrize("new", ["command", "answer"])
def test_whatever_is_entered_anew_ends_the_redo(new: str) -> None:
    going = pot()
    going.submit(TWO)
    going.type("3")
    going.type("red")
    if new == "command":
        going.undo()
        going.submit(THROW)
    else:
        going.step_back()
        going.type("grey")
    assert not going.can_redo
    assert going.redo() is None
    assert same(going, again(going))
    going.undo()
    assert going.redo() is not None  # the newest undo only
    assert going.redo() is None


def test_undone_lines_stay_readable() -> None:
    going = pot()
    going.submit(TWO)
    going.type("3")
    going.undo()
    going.submit(THROW)
    lines = going.journal.entries(going.match)
    assert [(line.seq, line.kind, line.undone_by) for line in lines] == [
        (1, "command", 3),
        (2, "answer", 3),
        (3, "undo", None),
        (4, "command", None),
    ]
    assert lines[1].body == "[3]"
    assert [line.seq for line in going.journal.live(going.match)] == [4]
    assert [line.seq for line in going.journal.entries(going.match, undone=False)] == [4]


def test_a_redo_is_a_line_of_its_own() -> None:
    going = pot()
    going.submit(THROW)
    going.undo()
    going.redo()
    lines = going.journal.entries(going.match)
    assert [(line.kind, line.undone_by) for line in lines] == [("command", None), ("undo", 3), ("redo", None)]


@pytest.mark.parametrize("anew", [False, True])
def test_going_back_and_forth_costs_no_more_the_more_often_it_was_done(anew: bool) -> None:
    """Counted are the steps of SQLite's machine, which no other program makes more."""
    journal = Journal(None)
    going = pot(journal)
    going.submit({"do": "throw", "dice": [6]})
    going.type("6")
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    journal._db.set_progress_handler(step, 1)

    def cost(times: int) -> float:
        nonlocal steps
        before = steps
        for _ in range(times):
            if anew:
                going.submit({"do": "throw", "dice": [6]})
            assert going.undo() is not None
            if anew:
                going.state_told(going.head - 1)  # which puts into words what was undone
            else:
                assert going.redo() is not None
        return (steps - before) / times

    first = cost(20)
    cost(400)
    assert cost(20) < 1.5 * first


@pytest.mark.parametrize("every", [2, 50])
def test_the_state_after_an_undone_entry_is_the_one_that_it_made(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the states of undone entries were kept."""
    monkeypatch.setattr("q40k.kernel.session.SNAPSHOT_EVERY", every)
    monkeypatch.setattr("q40k.kernel.amending.SNAPSHOT_EVERY", every)
    chance = random.Random(7)
    for _ in range(40):
        going, then = pot(), {}
        for _ in range(30):
            step = chance.choice(("throw", "throw", "undo", "step back", "redo", "put right", "bookmark"))
            if step == "throw":
                if going.question is None:
                    going.submit(THROW)
                    then[going.head] = going.state
                going.type(f"{chance.randint(1, 6)} 1")
            elif step == "put right" and going.journal.last_command(going.match) is not None:
                commands = [entry.seq for entry in going.journal.live(going.match) if entry.kind == "command"]
                put_right(going, Correction(chance.choice(commands), THROW, (TypedAnswer("6 6"),)))
            elif step == "bookmark" and going.head:
                going.bookmark(chance.randint(1, going.head), "here")
            elif step in ("undo", "step back", "redo"):
                {"undo": going.undo, "step back": going.step_back, "redo": going.redo}[step]()
            if step in ("throw", "put right") and going.head:
                then[going.head] = going.state
        states = {seq: going.state_told(seq) for seq in then}
        assert states == then

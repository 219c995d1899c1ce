"""Whatever is played and put right, the past holds together."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.kernel.amending import Amendment, Correction
from q40k.kernel.events import Refused
from tests.kernel.counting import Command, Pot, pot
from tests.kernel.mending import BIG, SORT, THROW, TWO, Open, plan, sound, stands

# ---- whatever is played


@st.composite
def played_pot(draw: st.DrawFn) -> Open:
    """A pot after some throws, names, sorts and takings, some of them refused."""
    going = pot()
    for _ in range(draw(st.integers(1, 8))):
        command: Command = draw(st.sampled_from((THROW, TWO, SORT, BIG, {"do": "name"})))
        try:
            going.submit(command)
        except Refused:
            continue
        while going.question is not None:
            if going.question.key == "throw":
                going.roll() if draw(st.booleans()) else going.answer(
                    [draw(st.integers(1, 6)) for _ in going.question.dice]  # type: ignore[attr-defined]
                )
            elif going.question.key == "order":
                going.answer(draw(st.permutations(("red", "green", "grey"))))
            else:
                going.answer(draw(st.sampled_from(("red", "green", "grey"))))
    if not going.can_undo:
        going.submit({"do": "name"})
    return going


def correct_at(draw: Any, going: Open) -> Correction[Command]:
    commands = [e for e in going.journal.live(going.match) if e.kind == "command"]
    entry = draw(st.sampled_from(commands))
    command = draw(st.sampled_from((None, THROW, TWO, SORT, json.loads(entry.body))))
    inserted = command is not None and draw(st.booleans())
    return Correction(entry.seq, command, kept=not inserted, inserted=inserted)


def decide(draw: Any, amendment: Amendment[Pot, Command]) -> None:
    """Ask and drop at random until it is done."""
    while not amendment.advance() or not amendment.done:
        waiting = amendment.waiting
        if waiting is None:
            continue
        question = waiting.question
        if question is None or (not waiting.own and draw(st.booleans())):
            amendment.drop()
        elif question.key == "throw":
            amendment.roll()
        else:
            amendment.answer(["red", "green", "grey"] if question.key == "order" else "red")


@settings(deadline=None)
@given(st.data())
def test_an_amendment_undone_was_never_there_and_redone_is_what_it_was(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played_pot())
    seen = [stands(going)]
    for _ in range(draw(st.integers(1, 3))):
        if not going.journal.live(going.match):
            break
        amendment = going.amendment(correct_at(draw, going), ask=True)
        decide(draw, amendment)
        assert amendment.old == going.state
        going.amend(amendment, {})
        assert going.state == amendment.new
        assert (going.question is None) == (amendment.question is None)
        sound(going)
        seen.append(stands(going))
    for state in reversed(seen[:-1]):
        going.undo()
        assert stands(going) == state
        sound(going)
    for state in seen[1:]:
        going.redo()
        assert stands(going) == state
        sound(going)


@settings(deadline=None)
@given(st.data())
def test_the_corrected_past_is_the_match_as_if_played_so(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played_pot())
    amendment = going.amendment(correct_at(draw, going), ask=True)
    decide(draw, amendment)
    going.amend(amendment, {})
    fresh = pot()
    for entry in going.journal.live(going.match):
        if entry.kind == "command":
            fresh.submit(json.loads(entry.body))
        else:
            fresh.answer(json.loads(entry.body))
    assert stands(fresh)[:3] == stands(going)[:3]


@settings(deadline=None)
@given(st.data())
def test_the_same_value_changes_nothing(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played_pot())
    live = going.journal.live(going.match)
    entry = draw(st.sampled_from([e for e in live if e.kind == "command"]))
    answers = [json.loads(e.body) for e in live if e.kind == "answer" and e.command == entry.seq]
    number = draw(st.integers(0, len(answers)))
    correction: Correction[Command] = Correction(entry.seq, json.loads(entry.body), tuple(answers[:number]), kept=True)
    amendment = plan(going, correction)
    assert amendment.changes_nothing
    assert amendment.new == going.state

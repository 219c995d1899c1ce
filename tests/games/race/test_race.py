"""The rules of the dice race, and the way of a match through the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.table import history
from q40k.table.amending import Redraft, find_target, typed_answers
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, write_script
from tests.games.race.playing import END, EVENING, evening, library, play, script, story_of
from tests.games.race.rules.running import Run
from tests.games.race.rules.state import Race


def squares(match_session: MatchSession) -> dict[str, int]:
    state: Race = match_session.state
    return {runner.name: runner.course.square for runner in state.runners.values()}


def test_a_run_goes_on_by_a_die_and_a_square_may_throw() -> None:
    assert squares(evening()) == {"Ann": 9, "Bob": 0}
    assert "Ann rolls 2 and runs to square 5, which throws to 8." in story_of(evening())
    assert "Bob dares too much, and is back on square 0." in story_of(evening())


def test_the_lucky_numbers_count_at_the_end() -> None:
    ended = evening(END)
    assert squares(ended) == {"Ann": 13, "Bob": 6}
    assert story_of(ended)[-3:] == [
        "Ann shows a lucky 4: on to square 13.",
        "Bob shows a lucky 6: on to square 6.",
        "Ann wins the race!",
    ]


def test_the_first_over_the_line_ends_the_race() -> None:
    runs = [{"do": "run", "answers": [6, "yes", 6]} for _ in range(5)]
    ended = play(temporary_match(games.find("race")), *EVENING[:3], *runs)
    assert ended.game.view.status(ended.state).winners == ("Ann",)
    with pytest.raises(Refused):
        ended.do(Run())


def test_who_comes_late_needs_a_reason() -> None:
    late = {"do": "join", "player": "Cleo", "answers": [2]}
    with pytest.raises(LineRefused) as refused:
        evening(late)
    assert refused.value.rule == "RACE-1"
    assert squares(evening(late | {"override": "we waited"}))["Cleo"] == 0


def test_typed_and_rolled_dice() -> None:
    match_session = evening()
    match_session.do(Run())
    assert isinstance(match_session.question, DiceQuestion)
    match_session.type("4")
    assert isinstance(match_session.question, ChoiceQuestion)
    match_session.type("y")
    match_session.roll()
    assert match_session.question is None
    again = play(temporary_match(games.find("race")), EVENING[0] | {"dice": "app"}, *EVENING[1:3])
    again.do(Run())
    assert isinstance(again.question, ChoiceQuestion), "the app has rolled by itself"


def test_undo_and_redo() -> None:
    match_session = evening()
    assert match_session.undo() is not None
    assert squares(match_session) == {"Ann": 8, "Bob": 0}
    assert match_session.redo() is not None
    assert squares(match_session) == {"Ann": 9, "Bob": 0}


def test_a_die_is_put_right_and_what_follows_is_played_again() -> None:
    match_session = evening(END)
    die = next(entry.seq for entry in match_session.inputs() if entry.body == "[3]")
    target = find_target(match_session, die)
    redraft = Redraft(match_session, target, typed_answers(target, ["1"]))
    while not redraft.advance():
        pass
    assert [(change.who, change.before, change.after) for change in redraft.changes] == [("Ann", 13, 8)]
    redraft.keep()
    assert squares(match_session) == {"Ann": 8, "Bob": 6}
    assert match_session.undo() is not None
    assert squares(match_session) == {"Ann": 13, "Bob": 6}


def test_the_past_is_walked_and_branched(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")
    match_session = play(match_library.begin("Soirée", games.find("race")), *EVENING)
    walk = history.History(match_session)
    walk.go_to(2)
    assert list(walk.state.runners) == ["p1"]
    assert walk.go_to_next_turn(1)
    assert walk.go_to_moment(1), "a stumble is what one looks for"
    with pytest.raises(JournalError) as refused_branch:
        history.branch(match_session, walk.entry, "what if")
    assert refused_branch.value.code == "branch-secret"
    number = history.branch(match_session, walk.entry, "what if", whole=True)
    match_session.close()
    branched = match_library.open(number)
    assert branched.game.id == "race"
    assert squares(branched) == {"Ann": 8, "Bob": 0}
    branched.close()
    assert match_library.verify(number).differs_at is None
    match_library.close()


def test_a_script_is_written_as_it_was_read() -> None:
    lines = [json.loads(line) for line in write_script(evening(END), library())]
    assert lines == [{**EVENING[0], "track": "oval"} if "track" in lines[0] else EVENING[0], *EVENING[1:], END]
    assert squares(play(temporary_match(games.find("race")), *lines)) == squares(evening(END))
    assert script(*lines).count("track_data") == 0

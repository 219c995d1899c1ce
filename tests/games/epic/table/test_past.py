"""What the shell gives every game, for this one: the past put right, walked, branched, weighed."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.games.epic.state.morale import Lose
from q40k.table import history
from q40k.table.amending import Redraft, find_target, insert_command, other_command, remove_command, typed_answers
from q40k.table.luck import luck_report
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.cli.calls import ROOT, good
from tests.games.epic.playing import dead, play
from tests.games.epic.table import dying
from tests.games.epic.table.evening import FIRED, TO_THE_END, TO_THE_VOLLEY, VOLLEY
from tests.games.scripted import go_on, json_state, line


def evening() -> MatchSession:
    return play(*TO_THE_VOLLEY, FIRED, *TO_THE_END)


def entry(match_session: MatchSession, body: str) -> int:
    """The number of the first input with that in it."""
    return next(entry.seq for entry in match_session.inputs() if body in entry.body)


def put_right(redraft: Redraft) -> Redraft:
    while not redraft.advance():
        pass
    return redraft


def test_undo_and_redo_take_a_volley_whole() -> None:
    match_session = play(*TO_THE_VOLLEY, FIRED)
    before = match_session.session.state
    assert dead(match_session) == ["B/4"]
    assert match_session.undo() is not None
    assert dead(match_session) == []
    assert match_session.question is None, "one undo takes a command back, with its answers"
    assert match_session.state.formations["M"].acted.fired is False
    assert match_session.redo() is not None
    assert match_session.session.state == before


@pytest.mark.rule("EE-MORALE-7")
def test_a_die_is_put_right_and_a_break_test_that_follows_is_asked() -> None:
    match_session = evening()
    assert dead(match_session) == ["B/4"]
    target = find_target(match_session, entry(match_session, "[5, 2, 6]"))
    redraft = put_right(Redraft(match_session, target, typed_answers(target, ["125"])))
    assert [(change.kind, change.who, change.before, change.after) for change in redraft.changes] == [
        ("alive", "B", 4, 3)
    ]
    redraft.keep()
    assert dead(match_session) == ["B/3", "B/4"]
    again = find_target(match_session, entry(match_session, "[1, 2, 5]"))
    redraft = Redraft(match_session, again, typed_answers(again, ["111"]), ask=True)
    redraft.advance()
    assert redraft.waiting is not None, "three of five: their nerve is tested"
    assert redraft.waiting.question is not None
    assert redraft.waiting.question.key == "morale"
    match_session.undo()
    assert dead(match_session) == ["B/4"], "an amendment is taken back whole"


def test_a_command_is_put_right_left_out_or_put_in() -> None:
    match_session = evening()
    volley = find_target(match_session, entry(match_session, '"shoot"'))
    hold = match_session.game.commands.check({"do": "hold", "formation": "M"})
    put_right(Redraft(match_session, volley, other_command(volley, hold))).keep()
    assert dead(match_session) == []
    match_session.undo()
    draw = find_target(match_session, entry(match_session, '"shoot"'))
    lose = Lose(figures=("M/5",), why="fell off the table")
    put_right(Redraft(match_session, draw, insert_command(draw, lose))).keep()
    assert "M/5" in dead(match_session)
    lost = find_target(match_session, entry(match_session, "fell off"))
    put_right(Redraft(match_session, lost, remove_command(lost))).keep()
    assert "M/5" not in dead(match_session)


def test_the_past_is_walked_and_branched(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")
    match_session = go_on(match_library.begin("Soirée", games.find("epic")), *TO_THE_VOLLEY)
    go_on(match_session, FIRED, *TO_THE_END)
    walk = history.History(match_session)
    assert walk.go_to_turn(1)
    assert walk.state.play.phase == "orders"
    assert walk.go_to_moment(1), "losses are what one looks for"
    assert walk.state.count_lost("B") == 1
    number = history.branch(match_session, walk.entry, "what if")
    match_session.close()
    branched = match_library.open(number)
    assert branched.game.id == "epic"
    assert dead(branched) == ["B/4"]
    assert json_state(branched)["phase"] == "shooting"
    branched.close()
    assert match_library.verify(number).differs_at is None
    match_library.close()


def test_luck_weighs_hits_saves_and_tests() -> None:
    match_session = play(*TO_THE_VOLLEY, FIRED, line("test", 1, formation="B"))
    report = luck_report(match_session.game, match_session.state, match_session.inputs())
    assert {player.player: player.dice for player in report.players} == {"p1": 6, "p2": 5}, report
    tests = {player.player: (player.tests, player.passed, player.expected) for player in report.players}
    assert tests["p1"] == (5, 3, Fraction(5, 2)), "five dice to hit at 4+"
    assert tests["p2"] == (4, 2, 3 * Fraction(1, 3) + Fraction(1, 2)), "saves at 5+, morale at 4+"
    counted = play(*TO_THE_VOLLEY, VOLLEY | {"answers": ["=3", 5, 2, 6]})
    again = luck_report(counted.game, counted.state, counted.inputs()).players[0]
    assert (again.tests, again.passed) == (5, 3), "a count is luck too"


def test_who_watches_sees_what_another_types(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    first, second = MatchLibrary(path, lambda: "now"), MatchLibrary(path, lambda: "now")
    typing = go_on(first.begin("Soirée", games.find("epic")), *TO_THE_VOLLEY)
    watching = second.open(typing.number, watch=True)
    assert watching.state.play.phase == "shooting"
    go_on(typing, FIRED)
    assert watching.refresh()
    assert dead(watching) == ["B/4"]
    for match_session, library in ((watching, second), (typing, first)):
        match_session.close()
        library.close()


def test_a_match_is_resumed_at_the_question_it_stood_at(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    library = MatchLibrary(path, lambda: "now")
    typing = go_on(library.begin("Soirée", games.find("epic")), *TO_THE_VOLLEY)
    typing.do(typing.game.commands.check(VOLLEY))
    typing.type("13446")
    question, state = typing.question, typing.session.state
    assert question is not None
    assert question.key == "saves"
    typing.close()
    library.close()
    library = MatchLibrary(path, lambda: "later")
    again = library.open(1)
    assert (again.question, again.session.state) == (question, state)
    again.type("526")
    assert dead(again) == ["B/4"]
    again.close()
    library.close()


def test_killed_in_the_middle_it_resumes_at_its_question(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    call = [sys.executable, "-m", "tests.games.epic.table.dying", str(path)]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as player:
        assert player.stdout is not None
        output = [player.stdout.readline() for _ in range(8)]
        player.kill()  # SIGKILL, or what Windows has instead: nothing is tidied up
        output += player.stdout.readlines()
    head, shown = json.loads([line for line in output if line.endswith("\n")][-1])
    match_library = MatchLibrary(path, lambda: "later")
    assert match_library.verify(1).differs_at is None
    match_session = match_library.open(1)
    assert head <= match_session.head <= head + 2
    if match_session.head == head:
        assert json.loads(json.dumps(dying.shown_rows(match_session))) == [head, shown]
    match_session.close()
    match_library.close()


def test_the_command_line_keeps_verifies_and_branches_it() -> None:
    script = "".join(json.dumps(command) + "\n" for command in (*TO_THE_VOLLEY, FIRED, *TO_THE_END))
    number = good("import", "-", stdin=script).strip()
    assert "B/4 destroyed by the fire" in good("log", number)
    assert "Pertes au tir\u00a0: B/4" in good("log", number, "--lang", "fr")
    good("verify", number)
    volley = next(line.split()[0] for line in good("log", number).splitlines() if "M fires 5D6" in line)
    other = good("branch", number, volley).strip()
    assert json.loads(good("show", other, "--json"))["figures"]["B/4"]["alive"] is True
    again = good("import", "-", stdin=good("export", number)).strip()
    assert good("show", again, "--json") == good("show", number, "--json")

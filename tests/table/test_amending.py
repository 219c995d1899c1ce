"""The past put right at the table: replayed by the rules, walked, marked, branched off."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from q40k.games.quake.game import GAME
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.objectives.state_diff import changes
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.score import Kill
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.table.view import state_data
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.amending import Correction
from q40k.kernel.events import AnswerError, ChoiceQuestion, DiceQuestion, OrderQuestion, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.replay import verify
from q40k.table.amending import (
    Redraft,
    complete_command,
    find_target,
    insert_command,
    other_answers,
    other_command,
    remove_command,
    typed_answers,
)
from q40k.table.history import History, add_bookmark, bookmarks, branch, question_after
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.games.quake.rules.play_at_random import open_player
from tests.table.scripts import json_state, library, line, opening_lines, play, record

ROOT = Path(__file__).resolve().parents[2]
RULES = GAME.rules


def fight() -> MatchSession:
    """Ann jumps, telefrags nobody, kills Bob; Bob picks up a token in the next turn."""
    return play(
        [
            *opening_lines("Ann", "Bob", "Cid"),
            line("kill", 2, player="Ann", victim="Bob"),
            line("kill", 3, player="Ann", victim="Cid"),
            line("next"),
            line("pickup", 2, 3, player="Bob", token="E1"),
            line("next"),
        ]
    )


def numbers(match_session: MatchSession, kind: str, do: str) -> list[int]:
    """The seqs of the commands of this kind, or of their answers."""
    results = []
    command = ""
    for entry in match_session.inputs():
        if entry.kind == "command":
            command = match_session.read_command(entry.body).do
        if entry.kind == kind and command == do:
            results.append(entry.seq)
    return results


def through(match_session: MatchSession, fix: Any, number: int, *, ask: bool = False) -> Redraft:
    redraft = Redraft(match_session, find_target(match_session, number), fix, ask=ask)
    while not redraft.advance(3):
        assert 0 <= redraft.part < 1
    return redraft


def sound(match_session: MatchSession) -> None:
    assert verify(RULES, match_session.inputs()).differs_at is None


def text(match_session: MatchSession) -> str:
    """The state to the last byte."""
    return RULES.write_state(match_session.state)


def spoken(redraft: Redraft) -> list[tuple[str, str | None]]:
    return [(change.kind, change.who) for change in redraft.changes]


# ---- corrections


@pytest.mark.rule("TABLE-4")
def test_a_respawn_was_a_four_not_a_two() -> None:
    match_session = fight()
    number = numbers(match_session, "answer", "kill")[0]
    target = find_target(match_session, number)
    assert (target.command.do, target.place, target.answers) == ("kill", 0, ([2],))
    redraft = through(match_session, typed_answers(target, ["4"]), number)
    assert [(x.kind, x.who, x.before, x.after) for x in redraft.changes] == [
        ("place", "Bob", (None, 2, None, None), (None, 4, None, None))
    ]
    kept = redraft.keep()
    assert match_session.state.players["p2"].position.near == 4
    (note,) = [e for e in match_session.session.journal.entries(1) if e.kind == "amend"]
    assert note.seq == kept
    data = json.loads(note.body)
    assert (data["did"], data["entry"], data["was"], data["now"]) == ("answer", number, [2], [4])
    assert data["by"]
    sound(match_session)
    with pytest.raises(JournalError) as caught:
        find_target(match_session, number)
    assert caught.value.code == "amend-replaced"
    assert find_target(match_session, caught.value.facts["now"]).answers == ([4],)


def test_another_victim_moves_scores_and_deaths() -> None:
    match_session = fight()
    number = numbers(match_session, "command", "kill")[0]
    target = find_target(match_session, number)
    other = Kill(player="Bob", victim="Ann")
    with pytest.raises(AnswerError) as caught:
        through(match_session, other_command(target, other), number)
    assert caught.value.code == "answer-missing"  # the die was rolled for Bob, not for Ann
    redraft = through(match_session, other_command(target, other, [5]), number)
    kinds = spoken(redraft)
    assert {("score", "Ann"), ("score", "Bob"), ("deaths", "Ann"), ("deaths", "Bob")} <= {*kinds}
    redraft.keep()
    assert json_state(match_session)["players"]["Bob"]["score"] == "15"
    sound(match_session)


def test_what_the_rules_refuse_then_is_refused_now() -> None:
    match_session = fight()
    number = numbers(match_session, "command", "kill")[0]
    target = find_target(match_session, number)
    with pytest.raises(Refused):
        through(match_session, other_command(target, Kill(player="Ann", victim="Zoe")), number)


def test_a_forgotten_kill_is_put_in() -> None:
    match_session = fight()
    number = numbers(match_session, "command", "kill")[1]
    target = find_target(match_session, number)
    redraft = through(match_session, insert_command(target, Kill(player="Cid", victim="Ann"), [1]), number)
    redraft.keep()
    players = json_state(match_session)["players"]
    assert (players["Cid"]["kills"], players["Ann"]["deaths"]) == (1, 1)
    sound(match_session)


def test_whoever_never_joined_takes_all_they_did_with_them() -> None:
    match_session = fight()
    number = numbers(match_session, "command", "join")[1]
    redraft = through(match_session, remove_command(find_target(match_session, number)), number)
    assert ("lacks", "Bob") in spoken(redraft)
    assert {m.code for m in redraft.misfits} <= {"refused", "left-over", "other-question"}
    assert redraft.undecided
    redraft.keep()
    assert match_session.state.player_named("Bob") is None
    assert match_session.state.player_named("Cid") is not None
    sound(match_session)
    assert match_session.undo() is not None
    assert match_session.state.player_named("Bob") is not None


def test_the_match_itself_is_not_taken_away() -> None:
    match_session = fight()
    for make in (remove_command, lambda t: insert_command(t, Next())):
        with pytest.raises(JournalError) as caught:
            make(find_target(match_session, 1))
        assert caught.value.code == "amend-first"


def test_a_match_laid_out_otherwise_keeps_its_seed_and_its_name() -> None:
    match_session = fight()
    target = find_target(match_session, 1)
    assert isinstance(target.command, New)
    other = complete_command(library, match_session, target, New(mod="deathmatch", arena="cathedral-120"))
    assert isinstance(other, New)
    assert other.seed == target.command.seed
    redraft = through(match_session, other_command(target, other), 1)
    redraft.keep()
    assert match_session.state.setup.arena is not None
    assert match_session.state.setup.arena.id == "cathedral-120"
    sound(match_session)


@pytest.mark.parametrize("code", ["amend-unknown", "amend-no-input", "amend-undone"])
def test_what_cannot_be_put_right(code: str) -> None:
    match_session = fight()
    last = match_session.inputs()[-1].seq
    match_session.undo()
    number = {"amend-unknown": 999, "amend-no-input": match_session.head, "amend-undone": last}[code]
    with pytest.raises(JournalError) as caught:
        find_target(match_session, number)
    assert caught.value.code == code


def test_an_amended_match_goes_out_and_comes_in() -> None:
    match_session = fight()
    number = numbers(match_session, "answer", "kill")[0]
    through(match_session, other_answers(find_target(match_session, number), [[4]]), number).keep()
    assert json_state(play(record(match_session))) == json_state(match_session)


def test_changes_know_facts_that_later_rules_add() -> None:
    match_session = fight()
    old = match_session.state
    bob = old.players["p2"].replace(age=30, team="red")
    new = old.replace(players={**old.players, "p2": bob})
    assert {("age", 30), ("team", "red")} == {(x.kind, x.after) for x in changes(old, new)}
    assert changes(old, old) == ()


# ---- the past


def test_history_walks_back_and_forth_and_finds_every_state_again() -> None:
    match_session = fight()
    history = History(match_session)
    assert (history.state, history.at_end) == (match_session.state, True)
    states = {}
    live = match_session.inputs()
    fresh = play([])
    for entry in live:
        if entry.kind == "command":
            fresh.session.submit(fresh.read_command(entry.body))
        else:
            fresh.session.answer(json.loads(entry.body))
        states[entry.seq] = (fresh.state, fresh.question)
    for by in (-1, 1):
        while history.step(by):
            assert history.state == states[history.entry][0]
            question = history.question
            then = states[history.entry][1]
            assert (question and question.key) == (then and then.key)
    assert not history.step(1)
    history.go_to(live[4].seq)
    assert history.state == states[live[4].seq][0]
    assert [ln.entry.seq for ln in history.lines(3)] == [e.seq for e in live[2:5]]


def test_history_jumps_to_turns_deaths_and_bookmarks() -> None:
    match_session = fight()
    match_session.do(EndPhase())
    while match_session.state.play.turn < 3:
        match_session.do(EndPhase())
    deaths = numbers(match_session, "command", "kill")
    history = History(match_session)
    assert (history.state.play.turn, history.state.play.phase) == (3, "movement")
    assert history.go_to_next_turn(-1)
    assert (history.state.play.turn, history.state.play.phase) == (2, "movement")
    assert history.go_to_turn(1)
    assert not history.go_to_turn(9)
    assert not history.go_to_moment(-1)
    assert history.go_to_moment(1)
    assert history.entry == deaths[0]
    assert history.go_to_moment(1)
    assert history.entry == deaths[1]
    assert not history.go_to_moment(1)
    add_bookmark(match_session, deaths[0], "first\x1b blood")
    assert bookmarks(match_session)[0].name == "first blood"
    assert history.go_to_bookmark(-1)
    assert history.entry == deaths[0]
    with pytest.raises(JournalError):
        history.go_to(999)


def test_a_death_is_told_in_the_same_words_after_corrections() -> None:
    match_session = fight()

    def deaths() -> list[str | None]:
        return [
            WORDS.tell(Locale("en"), match_session.state, event, line.first_seq)
            for line in match_session.lines(undone=False)
            for event in line.events
            if event.type == "killed"
        ]

    before = deaths()
    assert len(before) == 2
    for tile in ("A1", "B2", "C3"):
        number = numbers(match_session, "command", "deploy")[0]
        fix = other_command(find_target(match_session, number), Deploy(player="Cid", tile=tile))
        through(match_session, fix, number).keep()
        assert deaths() == before
    match_session.undo()
    assert deaths() == before


def test_a_bookmark_follows_its_entry_through_corrections() -> None:
    match_session = fight()
    first, second = numbers(match_session, "command", "kill")
    add_bookmark(match_session, second, "here")
    number = numbers(match_session, "answer", "kill")[0]
    through(match_session, other_answers(find_target(match_session, number), [[4]]), number).keep()
    (result,) = bookmarks(match_session)
    assert result.entry == numbers(match_session, "command", "kill")[1] != second
    through(match_session, remove_command(find_target(match_session, result.entry)), result.entry).keep()
    assert bookmarks(match_session) == []
    match_session.undo()
    match_session.undo()
    assert bookmarks(match_session)[0].entry == second
    assert first < second
    match_session.redo()
    add_bookmark(match_session, result.entry, "there")
    match_session.undo()
    assert [(bookmark.entry, bookmark.name) for bookmark in bookmarks(match_session)] == [(second, "there")]


def test_an_empty_match_has_no_past() -> None:
    with pytest.raises(JournalError) as caught:
        History(play([]))
    assert caught.value.code == "nothing-past"


def test_a_branch_stands_where_the_match_stood(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")
    match_session = match_library.begin("Friday")
    for command in record(fight()):
        for ln in read_script([command], match_session.game):
            play_line(match_session, library, ln)
    history = History(match_session)
    for place in range(len(history.stops)):
        history.place = place
        other = match_library.open(branch(match_session, history.entry, "what if"))
        assert other.state == history.state
        then = question_after(match_session, history.entry)
        assert (other.question and other.question.key) == (then and then.key)
        other.close()
    assert match_session.state == history.state
    match_session.close()
    match_library.close()


# ---- whatever is played


def a_match(random: Random, steps: int) -> MatchSession:
    """A match played at random."""
    player = open_player(random.randrange, str(random.random()))
    for _ in range(steps):
        player.step()
    if random.random() < 0.7:
        player.finish()
    return MatchSession(GAME, player.table.session, None)


def a_fix(random: Random, match_session: MatchSession) -> tuple[int, Correction[Command]]:
    """Something to be put right in a match, sensible or not."""
    while True:
        entry = random.choice(match_session.inputs())
        target = find_target(match_session, entry.seq)
        if isinstance(target.command, New):
            continue
        if entry.kind == "answer":
            answer = json.loads(entry.body)
            if isinstance(answer, list) and answer and isinstance(answer[0], int):
                answer = [random.randint(1, 6 if n > 3 else 3) for n in answer]
            return entry.seq, other_answers(target, [answer])
        if random.random() < 0.5:
            return entry.seq, remove_command(target)
        names = [p.name for p in match_session.state.players.values()]
        kill = Kill(player=random.choice(names), victim=random.choice(names))
        if random.random() < 0.5:
            return entry.seq, insert_command(target, kill)
        return entry.seq, other_command(target, kill)


def decide_all(random: Random, redraft: Redraft) -> None:
    """Ask, drop and overrule at random until all is decided."""
    amendment = redraft.amendment
    while not (redraft.advance(40) and amendment.done):
        waiting = amendment.waiting
        if waiting is None:
            continue
        question = waiting.question
        if not waiting.own and random.random() < 0.4:
            amendment.drop()
        elif isinstance(question, DiceQuestion):
            amendment.roll()
        elif isinstance(question, ChoiceQuestion):
            amendment.answer(random.choice(question.options))
        elif isinstance(question, OrderQuestion):
            amendment.answer(question.items)
        elif question is not None:
            amendment.answer(())
        else:
            try:
                amendment.substitute(waiting.command.replace(override="so"))
            except Refused:
                amendment.drop()


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_a_past_put_right_is_as_if_it_had_been_played_so(seed: int) -> None:
    random = Random(seed)
    match_session = a_match(random, random.randrange(5, 60))
    before = text(match_session), match_session.question
    number, fix = a_fix(random, match_session)
    redraft = Redraft(match_session, find_target(match_session, number), fix, ask=True)
    try:
        decide_all(random, redraft)
    except (Refused, AnswerError):
        assert text(match_session) == before[0]
        return
    assert redraft.amendment.old == match_session.state
    redraft.keep()
    assert match_session.state == redraft.amendment.new
    sound(match_session)
    fresh = play([])
    for entry in match_session.inputs():
        if entry.kind == "command":
            fresh.session.submit(fresh.read_command(entry.body))
        else:
            fresh.session.answer(json.loads(entry.body))
    assert text(fresh) == text(match_session)
    assert (fresh.question is None) == (match_session.question is None)
    after = text(match_session)
    match_session.undo()
    assert text(match_session) == before[0]
    assert (match_session.question is None) == (before[1] is None)
    match_session.redo()
    assert text(match_session) == after
    sound(match_session)


# ---- a laptop that dies


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_the_past_is_the_old_or_the_new(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "library.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.amending_crash", str(path), str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6 + seed * 5)]
        process.kill()
        lines += process.stdout.readlines()
        process.wait()
    assert process.returncode in (-signal.SIGKILL, 1)
    datas = [json.loads(ln) for ln in lines if ln.endswith("\n")]
    match_library = MatchLibrary(path, lambda: "later")
    match = match_library.find().id
    assert match_library.verify(match).differs_at is None
    match_session = match_library.open(match)
    stands = json.loads(json.dumps(state_data(match_session.state, match_session.question, [])))
    last = datas[-1]
    assert stands in (last["now"], last["then"])
    heads: Callable[[], list[int]] = lambda: [  # noqa: E731
        e.seq for e in match_library.journal.entries(match)
    ]
    assert heads() == list(range(1, match_session.head + 1))
    match_session.close()
    match_library.close()

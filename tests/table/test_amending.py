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

from q40k.kernel.asking import AnswerError, ChoiceQuestion, DiceQuestion, OrderQuestion
from q40k.kernel.correcting import Correction
from q40k.kernel.journal import JournalError
from q40k.kernel.telling import Refused
from q40k.kernel.verify import verify
from q40k.rules import commands as c
from q40k.rules.changes import changes
from q40k.rules.game import Quake
from q40k.table.amending import (
    Redraft,
    find,
    inserted,
    other_answers,
    other_command,
    removed,
    settled,
    typed_answers,
)
from q40k.table.history import History, bookmarks, branch, mark, question_after
from q40k.table.script import play_line, read_script
from q40k.table.shelf import Shelf
from q40k.table.sitting import Sitting
from q40k.table.view import shown
from q40k.words.events import tell
from q40k.words.speech import Speech
from tests.rules.play_at_random import opened
from tests.table.scripts import begun, library, line, play, record, seen

ROOT = Path(__file__).resolve().parents[2]
GAME = Quake()


def fight() -> Sitting:
    """Ann jumps, telefrags nobody, kills Bob; Bob picks up a token in the next turn."""
    return play(
        [
            *begun("Ann", "Bob", "Cid"),
            line("kill", 2, player="Ann", victim="Bob"),
            line("kill", 3, player="Ann", victim="Cid"),
            line("next"),
            line("pickup", 2, 3, player="Bob", token="E1"),
            line("next"),
        ]
    )


def numbers(sitting: Sitting, kind: str, do: str) -> list[int]:
    """The seqs of the commands of this kind, or of their answers."""
    found = []
    command = ""
    for entry in sitting.inputs():
        if entry.kind == "command":
            command = sitting.read_command(entry.body).do
        if entry.kind == kind and command == do:
            found.append(entry.seq)
    return found


def through(sitting: Sitting, fix: Any, number: int, *, ask: bool = False) -> Redraft:
    redraft = Redraft(sitting, find(sitting, number), fix, ask=ask)
    while not redraft.advance(3):
        assert 0 <= redraft.part < 1
    return redraft


def sound(sitting: Sitting) -> None:
    assert verify(GAME, sitting.inputs()).differs_at is None


def text(sitting: Sitting) -> str:
    """The state to the last byte."""
    return GAME.write_state(sitting.state)


def spoken(redraft: Redraft) -> list[tuple[str, str | None]]:
    return [(change.kind, change.who) for change in redraft.changes]


# ---- corrections


@pytest.mark.rule("TABLE-4")
def test_a_respawn_was_a_four_not_a_two() -> None:
    sitting = fight()
    number = numbers(sitting, "answer", "kill")[0]
    target = find(sitting, number)
    assert (target.command.do, target.place, target.answers) == ("kill", 0, ([2],))
    redraft = through(sitting, typed_answers(target, ["4"]), number)
    assert [(x.kind, x.who, x.before, x.after) for x in redraft.changes] == [
        ("place", "Bob", (None, 2, None, None), (None, 4, None, None))
    ]
    kept = redraft.keep()
    assert sitting.state.players["p2"].near == 4
    (note,) = [e for e in sitting.session.journal.entries(1) if e.kind == "amend"]
    assert note.seq == kept
    said = json.loads(note.body)
    assert (said["did"], said["entry"], said["was"], said["now"]) == ("answer", number, [2], [4])
    assert said["by"]
    sound(sitting)
    with pytest.raises(JournalError) as caught:
        find(sitting, number)
    assert caught.value.code == "amend-replaced"
    assert find(sitting, caught.value.facts["now"]).answers == ([4],)


def test_another_victim_moves_scores_and_deaths() -> None:
    sitting = fight()
    number = numbers(sitting, "command", "kill")[0]
    target = find(sitting, number)
    other = c.Kill(player="Bob", victim="Ann")
    with pytest.raises(AnswerError) as caught:
        through(sitting, other_command(target, other), number)
    assert caught.value.code == "answer-missing"  # the die was rolled for Bob, not for Ann
    redraft = through(sitting, other_command(target, other, [5]), number)
    kinds = spoken(redraft)
    assert {("score", "Ann"), ("score", "Bob"), ("deaths", "Ann"), ("deaths", "Bob")} <= {*kinds}
    redraft.keep()
    assert seen(sitting)["players"]["Bob"]["score"] == "15"
    sound(sitting)


def test_what_the_rules_refuse_then_is_refused_now() -> None:
    sitting = fight()
    number = numbers(sitting, "command", "kill")[0]
    target = find(sitting, number)
    with pytest.raises(Refused):
        through(sitting, other_command(target, c.Kill(player="Ann", victim="Zoe")), number)


def test_a_forgotten_kill_is_put_in() -> None:
    sitting = fight()
    number = numbers(sitting, "command", "kill")[1]
    target = find(sitting, number)
    redraft = through(sitting, inserted(target, c.Kill(player="Cid", victim="Ann"), [1]), number)
    redraft.keep()
    players = seen(sitting)["players"]
    assert (players["Cid"]["kills"], players["Ann"]["deaths"]) == (1, 1)
    sound(sitting)


def test_whoever_never_joined_takes_all_they_did_with_them() -> None:
    sitting = fight()
    number = numbers(sitting, "command", "join")[1]
    redraft = through(sitting, removed(find(sitting, number)), number)
    assert ("lacks", "Bob") in spoken(redraft)
    assert {m.code for m in redraft.misfits} <= {"refused", "left-over", "other-question"}
    assert redraft.undecided
    redraft.keep()
    assert sitting.state.named("Bob") is None
    assert sitting.state.named("Cid") is not None
    sound(sitting)
    assert sitting.undo() is not None
    assert sitting.state.named("Bob") is not None


def test_the_match_itself_is_not_taken_away() -> None:
    sitting = fight()
    for make in (removed, lambda t: inserted(t, c.Next())):
        with pytest.raises(JournalError) as caught:
            make(find(sitting, 1))
        assert caught.value.code == "amend-first"


def test_a_match_laid_out_otherwise_keeps_its_seed_and_its_name() -> None:
    sitting = fight()
    target = find(sitting, 1)
    assert isinstance(target.command, c.New)
    other = settled(library, target, c.New(mod="deathmatch", arena="cathedral-120"), None)
    assert isinstance(other, c.New)
    assert other.seed == target.command.seed
    redraft = through(sitting, other_command(target, other), 1)
    redraft.keep()
    assert sitting.state.arena is not None
    assert sitting.state.arena.id == "cathedral-120"
    sound(sitting)


@pytest.mark.parametrize("code", ["amend-unknown", "amend-no-input", "amend-undone"])
def test_what_cannot_be_put_right(code: str) -> None:
    sitting = fight()
    last = sitting.inputs()[-1].seq
    sitting.undo()
    number = {"amend-unknown": 999, "amend-no-input": sitting.head, "amend-undone": last}[code]
    with pytest.raises(JournalError) as caught:
        find(sitting, number)
    assert caught.value.code == code


def test_an_amended_match_goes_out_and_comes_in() -> None:
    sitting = fight()
    number = numbers(sitting, "answer", "kill")[0]
    through(sitting, other_answers(find(sitting, number), [[4]]), number).keep()
    assert seen(play(record(sitting))) == seen(sitting)


def test_changes_know_facts_that_later_rules_add() -> None:
    sitting = fight()
    old = sitting.state
    bob = old.players["p2"].but(age=30, team="red")
    new = old.but(players={**old.players, "p2": bob})
    assert {("age", 30), ("team", "red")} == {(x.kind, x.after) for x in changes(old, new)}
    assert changes(old, old) == ()


# ---- the past


def test_history_walks_back_and_forth_and_finds_every_state_again() -> None:
    sitting = fight()
    history = History(sitting)
    assert (history.state, history.at_end) == (sitting.state, True)
    states = {}
    live = sitting.inputs()
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
            asked = history.question
            then = states[history.entry][1]
            assert (asked and asked.key) == (then and then.key)
    assert not history.step(1)
    history.to(live[4].seq)
    assert history.state == states[live[4].seq][0]
    assert [ln.entry.seq for ln in history.lines(3)] == [e.seq for e in live[2:5]]


def test_history_jumps_to_turns_deaths_and_bookmarks() -> None:
    sitting = fight()
    sitting.do(c.EndPhase())
    while sitting.state.turn < 3:
        sitting.do(c.EndPhase())
    deaths = numbers(sitting, "command", "kill")
    history = History(sitting)
    assert (history.state.turn, history.state.phase) == (3, "movement")
    assert history.turn(-1)
    assert (history.state.turn, history.state.phase) == (2, "movement")
    assert history.to_turn(1)
    assert not history.to_turn(9)
    assert not history.death(-1)
    assert history.death(1)
    assert history.entry == deaths[0]
    assert history.death(1)
    assert history.entry == deaths[1]
    assert not history.death(1)
    mark(sitting, deaths[0], "first\x1b blood")
    assert bookmarks(sitting)[0].name == "first blood"
    assert history.bookmark(-1)
    assert history.entry == deaths[0]
    with pytest.raises(JournalError):
        history.to(999)


def test_a_death_is_told_in_the_same_words_after_corrections() -> None:
    sitting = fight()

    def deaths() -> list[str | None]:
        return [
            tell(Speech("en"), sitting.state, event, line.told_as)
            for line in sitting.lines(undone=False)
            for event in line.events
            if event.type == "killed"
        ]

    before = deaths()
    assert len(before) == 2
    for tile in ("A1", "B2", "C3"):
        number = numbers(sitting, "command", "deploy")[0]
        fix = other_command(find(sitting, number), c.Deploy(player="Cid", tile=tile))
        through(sitting, fix, number).keep()
        assert deaths() == before
    sitting.undo()
    assert deaths() == before


def test_a_bookmark_follows_its_entry_through_corrections() -> None:
    sitting = fight()
    first, second = numbers(sitting, "command", "kill")
    mark(sitting, second, "here")
    number = numbers(sitting, "answer", "kill")[0]
    through(sitting, other_answers(find(sitting, number), [[4]]), number).keep()
    (found,) = bookmarks(sitting)
    assert found.entry == numbers(sitting, "command", "kill")[1] != second
    through(sitting, removed(find(sitting, found.entry)), found.entry).keep()
    assert bookmarks(sitting) == []
    sitting.undo()
    sitting.undo()
    assert bookmarks(sitting)[0].entry == second
    assert first < second
    sitting.redo()
    mark(sitting, found.entry, "there")
    sitting.undo()
    assert [(one.entry, one.name) for one in bookmarks(sitting)] == [(second, "there")]


def test_an_empty_match_has_no_past() -> None:
    with pytest.raises(JournalError) as caught:
        History(play([]))
    assert caught.value.code == "nothing-past"


def test_a_branch_stands_where_the_match_stood(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "library.sqlite3", lambda: "now")
    sitting = shelf.begin("Friday")
    for one in record(fight()):
        for ln in read_script([one], whole=False):
            play_line(sitting, library, ln)
    history = History(sitting)
    for place in range(len(history.stops)):
        history.place = place
        other = shelf.open(branch(sitting, history.entry, "what if"))
        assert other.state == history.state
        then = question_after(sitting, history.entry)
        assert (other.question and other.question.key) == (then and then.key)
        other.close()
    assert sitting.state == history.state
    sitting.close()
    shelf.close()


# ---- whatever is played


def a_match(random: Random, steps: int) -> Sitting:
    """A match played at random."""
    player = opened(random.randrange, str(random.random()))
    for _ in range(steps):
        player.step()
    if random.random() < 0.7:
        player.finish()
    return Sitting(player.table.session, None)


def a_fix(random: Random, sitting: Sitting) -> tuple[int, Correction[c.Command]]:
    """Something to be put right in a match, sensible or not."""
    while True:
        entry = random.choice(sitting.inputs())
        target = find(sitting, entry.seq)
        if isinstance(target.command, c.New):
            continue
        if entry.kind == "answer":
            given = json.loads(entry.body)
            if isinstance(given, list) and given and isinstance(given[0], int):
                given = [random.randint(1, 6 if n > 3 else 3) for n in given]
            return entry.seq, other_answers(target, [given])
        if random.random() < 0.5:
            return entry.seq, removed(target)
        names = [p.name for p in sitting.state.players.values()]
        kill = c.Kill(player=random.choice(names), victim=random.choice(names))
        if random.random() < 0.5:
            return entry.seq, inserted(target, kill)
        return entry.seq, other_command(target, kill)


def decided(random: Random, redraft: Redraft) -> None:
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
                amendment.instead(waiting.command.model_copy(update={"override": "so"}))
            except Refused:
                amendment.drop()


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_a_past_put_right_is_as_if_it_had_been_played_so(seed: int) -> None:
    random = Random(seed)
    sitting = a_match(random, random.randrange(5, 60))
    before = text(sitting), sitting.question
    number, fix = a_fix(random, sitting)
    redraft = Redraft(sitting, find(sitting, number), fix, ask=True)
    try:
        decided(random, redraft)
    except (Refused, AnswerError):
        assert text(sitting) == before[0]
        return
    assert redraft.amendment.old == sitting.state
    redraft.keep()
    assert sitting.state == redraft.amendment.new
    sound(sitting)
    fresh = play([])
    for entry in sitting.inputs():
        if entry.kind == "command":
            fresh.session.submit(fresh.read_command(entry.body))
        else:
            fresh.session.answer(json.loads(entry.body))
    assert text(fresh) == text(sitting)
    assert (fresh.question is None) == (sitting.question is None)
    after = text(sitting)
    sitting.undo()
    assert text(sitting) == before[0]
    assert (sitting.question is None) == (before[1] is None)
    sitting.redo()
    assert text(sitting) == after
    sound(sitting)


# ---- a laptop that dies


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_the_past_is_the_old_or_the_new(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "library.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.amending_crash", str(path), str(seed)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6 + seed * 5)]
        process.kill()
        lines += process.stdout.readlines()
        process.wait()
    assert process.returncode in (-signal.SIGKILL, 1)
    told = [json.loads(ln) for ln in lines if ln.endswith("\n")]
    shelf = Shelf(path, lambda: "later")
    match = shelf.find().id
    assert shelf.verify(match).differs_at is None
    sitting = shelf.open(match)
    stands = json.loads(json.dumps(shown(sitting.state, sitting.question, [])))
    last = told[-1]
    assert stands in (last["now"], last["then"])
    heads: Callable[[], list[int]] = lambda: [  # noqa: E731
        e.seq for e in shelf.journal.entries(match)
    ]
    assert heads() == list(range(1, sitting.head + 1))
    sitting.close()
    shelf.close()

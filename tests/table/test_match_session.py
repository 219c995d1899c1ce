"""The library of matches and one match session: begun, found, watched, undone, closed."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.score import Kill
from q40k.games.quake.state.table.deployment import Start
from q40k.games.quake.table.packs import resolve
from q40k.kernel.events import DiceQuestion, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.table.folders import library_file
from q40k.table.match_library import MatchLibrary, now, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import read_script
from q40k.tabletop.rules import Dice
from tests.table.scripts import NEW, join, json_state, library, line, opening_lines, play


@pytest.fixture
def match_library(tmp_path: Path) -> MatchLibrary:
    return MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")


def lay_out(match_session: MatchSession, lines: list[str]) -> MatchSession:
    """Play lines with all of their answers by hand."""
    for entry in read_script(lines):
        assert entry.command is not None
        match_session.do(resolve(library(), entry.command))
        answers = list(entry.answers)
        while match_session.question is not None and answers:
            answer, used = match_session.question.take(answers)
            del answers[:used]
            match_session.give(answer)
    return match_session


# ---- the library of matches


def test_the_users_own_library_is_where_the_user_keeps_data(own_home: Path) -> None:
    match_library = MatchLibrary()
    assert match_library.journal.path == library_file()
    assert own_home in library_file().parents
    match_library.close()


def test_a_match_is_found_by_number_name_or_its_beginning(match_library: MatchLibrary) -> None:
    with pytest.raises(JournalError) as caught:
        match_library.find()
    assert caught.value.code == "no-matches"
    for name in ("Friday night", "Saturday", "Friday noon", "2"):
        lay_out(match_library.begin(name), [NEW]).close()
    assert match_library.find().name == "2"
    assert match_library.find("last").name == "2"
    assert match_library.find("1").name == "Friday night"
    assert match_library.find("#3").name == "Friday noon"
    assert match_library.find("sat").name == "Saturday"
    assert match_library.find("FRIDAY NOON").name == "Friday noon"
    with pytest.raises(JournalError) as caught:
        match_library.find("fri")
    assert caught.value.code == "match-ambiguous"
    for unknown in ("Sunday", "99"):
        with pytest.raises(JournalError) as caught:
            match_library.find(unknown)
        assert caught.value.code == "unknown-match"
    match_library.close()


def test_a_matchs_name_holds_nothing_a_terminal_would_obey(match_library: MatchLibrary) -> None:
    match_session = match_library.begin(" Friday\x1b[2J\n night ")
    assert match_session.row.name == "Friday[2J night"
    match_session.close()
    match_library.close()


def test_one_writes_and_others_watch(match_library: MatchLibrary) -> None:
    writer = match_library.begin("Friday")
    with pytest.raises(JournalError) as caught:
        match_library.open(writer.number)
    assert caught.value.code == "match-held"
    watcher = match_library.open(writer.number, watch=True)
    assert (writer.watching, watcher.watching) == (False, True)
    lay_out(writer, opening_lines("Ann", "Bob"))
    assert watcher.refresh()
    assert watcher.state == writer.state
    watcher.close()
    with pytest.raises(JournalError):
        match_library.open(writer.number)
    writer.close()
    match_library.open(writer.number).close()
    match_library.close()


def test_a_library_that_cannot_be_opened_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        MatchLibrary(tmp_path / "no" / "where" / "library.sqlite3")
    assert caught.value.code == "journal-cannot-open"


def test_the_time_is_kept_with_its_zone() -> None:
    assert now()[10] == "T"
    assert now()[-6] in "+-"


# ---- a match session


def test_a_match_session_goes_on_where_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    match_library = MatchLibrary(path)
    match_session = lay_out(match_library.begin("Friday"), opening_lines("Ann", "Bob"))
    match_session.do(Kill(player="Ann", victim="Bob"))
    match_session.keep_draft("4")
    question, state = match_session.question, match_session.state
    match_session.close()
    match_library.close()
    match_library = MatchLibrary(path)
    match_session = match_library.open(match_library.find().id)
    assert (match_session.question, match_session.state, match_session.draft) == (question, state, "4")
    assert isinstance(match_session.command, Kill)
    match_session.type("3")
    assert (match_session.question, match_session.draft) == (None, "")
    assert match_library.verify(match_session.number).differs_at is None
    match_session.close()
    match_library.close()


def test_a_match_left_between_commands_opens_as_it_was_and_goes_on(tmp_path: Path) -> None:
    """What was kept of it says that nothing is asked; it says nothing of what is entered later."""
    path = tmp_path / "library.sqlite3"
    match_library = MatchLibrary(path)
    match_session = lay_out(match_library.begin("Friday"), opening_lines("Ann", "Bob"))
    before = match_session.state
    match_session.do(Dice(by="app", player="Ann"))
    state = match_session.state
    match_session.close()
    match_session = match_library.open(match_session.number)
    assert (match_session.question, match_session.command, match_session.state) == (None, None, state)
    match_session.undo()
    assert match_session.state == before
    match_session.redo()
    match_session.do(Kill(player="Ann", victim="Bob"))
    watcher = MatchLibrary(path, follow=True)
    assert match_session.question is not None
    assert watcher.open(match_session.number, watch=True).question == match_session.question
    watcher.close()
    match_session.close()
    match_library.close()


def test_a_match_whose_last_answer_is_damaged_is_shown_waiting_for_it(tmp_path: Path) -> None:
    """What was kept of it says that nothing is asked; that is so only of the whole match."""
    path = tmp_path / "library.sqlite3"
    match_library = MatchLibrary(path)
    match_session = lay_out(match_library.begin("Friday"), opening_lines("Ann", "Bob"))
    match_session.do(Kill(player="Ann", victim="Bob"))
    asked, entry = match_session.question, match_session.head
    assert isinstance(asked, DiceQuestion)
    match_session.give((3,))
    assert match_session.question is None
    match_session.close()
    match_library.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entries SET body = '[4]' WHERE seq = ?", (entry + 1,))
    with closing(MatchLibrary(path, follow=True)) as watcher:
        assert watcher.open(match_session.number, watch=True).question == asked


@pytest.mark.rule("TABLE-5")
def test_the_app_rolls_by_itself_what_it_rolls_by_default() -> None:
    match_session = temporary_match()
    lay_out(match_session, [line("new", mod="deathmatch", dice="app"), *join("Ann", "Bob")])
    match_session.do(Start())
    assert match_session.state.play.phase == "deployment"
    hands = [entry.hand for entry in match_session.inputs() if entry.kind == "answer"]
    assert set(hands) == {"app"}


@pytest.mark.rule("TABLE-5")
def test_a_players_own_dice_are_waited_for() -> None:
    match_session = temporary_match()
    lay_out(match_session, [line("new", mod="deathmatch", dice="app"), *join("Ann", "Bob", "Cid")])
    match_session.do(Dice(by="hand", player="Bob"))
    match_session.do(Start())
    assert match_session.question is not None
    assert match_session.state.players[match_session.question.who or ""].name == "Bob"
    match_session.type("4")
    asks = json_state(match_session)["asks"]
    assert asks is None or asks["key"] == "roll-off"


@pytest.mark.rule("TABLE-4", "TABLE-5")
def test_leaving_a_choice_takes_back_the_apps_dice_before_it_and_then_the_command() -> None:
    """One step takes the dice back, the next one the command; the app does not roll at once again."""
    match_session = lay_out(temporary_match(), [*opening_lines("Ann", "Bob"), line("dice", by="app")])
    while True:  # until the app rolls a six, and Ann must choose
        before, head = match_session.state, match_session.head
        match_session.do(UsePortal(player="Ann", portal=1, override="again and again"))
        if match_session.question is not None:
            break
    assert match_session.question.key in ("choose-portal", "jump-portal")
    match_session.step_back()
    assert isinstance(match_session.question, DiceQuestion)
    assert isinstance(match_session.command, UsePortal)
    match_session.step_back()
    assert (json_state(match_session)["asks"], match_session.state) == (None, before)
    assert match_session.head > head
    while match_session.redo():
        pass
    assert isinstance(match_session.command, UsePortal)


def test_a_match_in_which_nothing_was_entered_is_forgotten(match_library: MatchLibrary) -> None:
    match_library.begin("empty").close()
    lay_out(match_library.begin("opening_lines"), [NEW]).close()
    assert [row.name for row in match_library.matches()] == ["opening_lines"]
    match_library.close()


def test_the_log_tells_every_line_with_its_events() -> None:
    kill = line("kill", 3, player="Ann", victim="Bob")
    match_session = play([*opening_lines("Ann", "Bob"), kill, line("undo")])
    lines = match_session.lines()
    assert [line.entry.seq for line in lines] == list(range(1, match_session.head + 1))
    assert [line.undone for line in lines][-3:] == [True, True, False]
    assert [event.type for event in lines[-3].events] == ["killed"]
    assert match_session.lines(last=2) == lines[-2:]
    assert match_session.lines(after=match_session.head - 1) == lines[-1:]
    assert len(match_session.lines(undone=False)) == len(match_session.inputs()) == match_session.head - 3


def test_what_would_be_refused_can_be_asked_beforehand() -> None:
    match_session = play(opening_lines("Ann", "Bob"))
    before = json_state(match_session)
    refusal = match_session.refusal_of(Move(player="Bob", inches=1))
    assert isinstance(refusal, Refused)
    assert match_session.refusal_of(Move(player="Ann", inches=1)) is None
    assert json_state(match_session) == before


def test_an_unnamed_seed_is_drawn_once_and_kept() -> None:
    seeds = {play([line("new", mod="deathmatch")]).state.setup.seed for _ in range(5)}
    assert len(seeds) > 1
    match_session = play([line("new", mod="deathmatch")])
    command = json.loads(match_session.inputs()[0].body)
    assert str(command["seed"]) == match_session.state.setup.seed


def test_the_first_arena_is_the_books() -> None:
    match_session = play([line("new", mod="deathmatch")])
    assert match_session.state.setup.arena is not None
    assert match_session.state.setup.arena.id == "classic-60"
    assert json.loads(NEW)["arena"] == "classic-60"

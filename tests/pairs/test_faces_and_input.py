"""Every face × every kind of question × odd input: it is refused or read, and never closes the program."""

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.events import AnswerError, Refused
from q40k.live import codes, seats
from q40k.live import room as rooms
from q40k.live.phone import answer_of, question_form
from q40k.live.room import Room
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk
from tests.games.race.playing import WHERE
from tests.games.race.rules.running import Run
from tests.live.served import race, serve_board
from tests.live.test_phones import BOB, NoServer, Table
from tests.pairs.games import IDS, ask, demo_lines, library, open_questions, play_demo
from tests.pairs.sampling import sample

ODD = {
    "superscript": "²",
    "circled": "③",
    "another script": "٣",
    "apostrophe": "’",
    "hard space": "\xa04\xa0",
    "emoji": "\U0001f44d\U0001f3fd",
    "long": "6" * 4_000,
    "pasted": "4\n5\r\n6\t",
    "a dropped path": "'/tmp/a b'",
    "an escape code": "\x1b[31m4",
    "nothing": "",
    "minus": "-1",
    "a surrogate": "\ud800",
}
QUESTIONS = [(id, number, question) for id in IDS for number, question in open_questions(id)]
PAIRS = [(*question, name) for question in QUESTIONS for name in ODD]


def at_question(id: str, number: int) -> MatchSession:
    """The recorded match in mid-line, where its question is open."""
    match_session = play_demo(temporary_match(games.find(id)), number)
    ask(match_session, demo_lines(id)[number])
    return match_session


def type_at_desk(match_session: MatchSession, text: str) -> None:
    desk = Desk(match_session, library(match_session.game.id), Locale("en"))
    for character in text[:200]:
        desk.press(character, character)
    desk.press("enter", None)
    desk.press("escape", None)


def say_in_talk(match_session: MatchSession, text: str) -> None:
    desk = Desk(match_session, library(match_session.game.id), Locale("fr"))
    talk = TableTalk(desk, "usual", lambda _words: False)
    for line in (text, f"?l {text}", f"/amend {text}", "h", f"j {text}", text, "q"):
        talk.hear(line)


def answer_in_script(match_session: MatchSession, text: str) -> None:
    for answer in (text, [text], {"x": text}, 10**30, -1, None, 1.5, True):
        try:
            match_session.give(answer, auto=False)
        except (AnswerError, Refused):
            continue
        return


def type_on_command_line(match_session: MatchSession, text: str) -> None:
    try:
        match_session.type(text)
    except (AnswerError, Refused):
        return


def send_by_phone(match_session: MatchSession, text: str) -> None:
    """What the board takes from the phone of the seat that is asked, and what the desk finds in the inbox."""
    question = match_session.question
    assert question is not None
    seat = question.who or match_session.snapshot.seats[0].id
    for value in (text, [text], {"x": text}, [[text]], 10**30, [10**30], -1, None, [None], 1.5, True):
        with suppress(AnswerError, ValueError, TypeError):  # the board says so
            answer_of(question, value)
    assert question_form(Locale("fr"), match_session, seat) is not None
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "Server", NoServer)
        room = Room(Path(folder, "matches.sqlite3"), match_session.number, "en", lan=False)
        desk = Desk(match_session, library(match_session.game.id), Locale("en"))
        desk.phones.open(room)
        with suppress(UnicodeEncodeError):  # what no inbox can hold
            room.inbox.send(match_session.number, seat, "answer", match_session.head, text)
        desk.phones.check_inbox()
        room.close()


@pytest.mark.parametrize(
    ("id", "number", "name"),
    [pytest.param(id, n, name, id=f"{id}-{q.key}-{name}") for id, n, q, name in sample(PAIRS, 24)],
)
def test_odd_input_is_refused_or_read(id: str, number: int, name: str) -> None:
    for face in (type_at_desk, say_in_talk, answer_in_script, type_on_command_line, send_by_phone):
        face(at_question(id, number), ODD[name])


def test_the_recorded_matches_ask_many_kinds_of_question() -> None:
    assert len(QUESTIONS) > 10
    assert {id for id, _number, _question in QUESTIONS} == set(IDS)


def test_a_board_answers_every_odd_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "Server", NoServer)
    for module in (seats, codes):
        monkeypatch.setattr(module, "OFTEN", (10_000, 1.0))
    monkeypatch.setitem(games.GAMES, "race", WHERE)
    with race(tmp_path) as (path, match_session), serve_board(path) as board:
        room = Room(path, match_session.number, "en", lan=False)
        match_session.do(Run())
        table = Table(board, match_session, room)
        table.read()
        for odd in (*ODD.values(), [[]], {}, 10**30, -1, 1.5):
            for body in ({"head": match_session.head, "answer": odd}, {"head": odd, "answer": odd}, odd):
                assert table.send(BOB, "answer", body) in (202, 400, 409, 413, 422), body
            for what in ("call", "study", "join", "pack"):
                assert table.send(BOB, what, json.dumps(odd).encode()) < 500, what
        room.close()

"""Phones propose, the desk decides: answers, wishes, calls, and whose hand it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.quake.packs.library import load as load_packs
from q40k.games.quake.state.table.players import HandSeatOver
from q40k.i18n.locale import Locale
from q40k.kernel.events import (
    ChoiceQuestion,
    DiceQuestion,
    EachQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
    TallyQuestion,
)
from q40k.lab import engines, match_study
from q40k.live import room as rooms
from q40k.live.inbox import MOST_WISHES, TABLE, Inbox, inbox_file
from q40k.live.parts import headline
from q40k.live.phone import answer_of, question_form, turn
from q40k.live.room import Room
from q40k.live.seats import OFTEN, WORDS, WRONG
from q40k.study.playouts import Settings as StudySettings
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from q40k.table.settings import Settings
from q40k.tabletop.rules import BotSeat
from q40k.tui import phones
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import playing as quake
from tests.games.quake.screen.table import press
from tests.games.race.playing import EVENING, library, play
from tests.games.race.rules.running import End, Run
from tests.live.served import Board, race, serve_board

ANN, BOB = "p1", "p2"
PLAYERS = {"Ann": ANN, "Bob": BOB}


class NoServer:
    """Stands for a server in another process, where none is needed."""

    status: int | None = None

    def __init__(self, match: int, _language: str, _library: Path, *, lan: bool, port: int | None = None) -> None:
        self.followed, self.lan = [match], lan

    def follow(self, match: int) -> None:
        self.followed.append(match)

    def close(self) -> None:
        pass


class Table:
    """A board that is served, and the desk at which the match is played."""

    def __init__(self, board: Board, session: MatchSession, room: Room, desk: Desk | None = None) -> None:
        self.board, self.session, self.room = board, session, room
        self.desk = desk or Desk(session, library, Locale("en"))
        self.desk.phones.open(room)

    def address(self, seat: str) -> str:
        """The path of a seat's page."""
        return f"/{'t' if seat == TABLE else 's'}/{self.room.inbox.token(1, seat)}"

    def send(self, seat: str, what: str, content: Any, **headers: str) -> int:
        """What a phone sends; returns the status."""
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        sent = {"origin": f"http://{self.board.host}"} | headers
        return self.board.ask(f"{self.address(seat)}/{what}", "POST", body, **sent)[0]

    def roll(self, seat: str = BOB, head: int | None = None) -> int:
        """The phone asks for dice."""
        return self.send(seat, "answer", {"head": head or self.session.head, "roll": True})

    def became(self, seat: str = BOB) -> tuple[str, str]:
        """What became of what a seat sent last."""
        post = self.room.inbox.answers(1, seat)[0]
        return post.became, post.why

    def read(self) -> None:
        """Wait until the server has read what was entered."""
        with self.board.events("/events?match=1&from=0") as events:
            events.until(self.session.head)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Bob runs, and is asked for his die."""
    monkeypatch.setattr(rooms, "Server", NoServer)
    with ExitStack() as opened:
        path, session = opened.enter_context(race(tmp_path))
        room = Room(path, session.number, "en", lan=False)
        opened.callback(room.close)
        session.do(Run())
        yield Table(opened.enter_context(serve_board(path)), session, room)


def test_a_seat_sees_what_it_is_asked_and_another_does_not(table: Table) -> None:
    bobs, anns = (table.board.ask(table.address(seat))[2] for seat in (BOB, ANN))
    assert 'data-kind="dice"' in bobs
    assert bobs.count('class="face"') == 6
    assert 'id="answer"' not in anns
    assert '<div id="asked"' not in anns
    assert "It is your turn." in bobs


def test_a_bots_seat_has_no_code_and_the_board_says_who_plays_it() -> None:
    desk = quake(("Ann", "Bob"))
    locale, session = Locale("en"), desk.match_session
    active = desk.state.players[desk.state.order[0]].name
    session.do(HandSeatOver(player=active, bot=BotSeat("sharp")))
    assert active not in [name for _seat, name in rooms.seats_of(locale, desk.view, session.state)]
    assert f"{active} (bot, sharp)" in headline(locale, session, {})
    session.do(HandSeatOver(player=active))
    assert active in [name for _seat, name in rooms.seats_of(locale, desk.view, session.state)]


def test_the_page_of_a_seat_is_refused_while_a_bot_plays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "Server", NoServer)
    lines = (
        {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
        {"do": "join", "player": "Ann", "champion": "space-marine"},
        {"do": "join", "player": "Bob", "champion": "space-marine"},
    )
    packs = load_packs()
    with ExitStack() as opened:
        matches = MatchLibrary(tmp_path / "matches.sqlite3")
        opened.callback(matches.close)
        session = matches.begin("Friday", games.find("quake"))
        opened.callback(session.close)
        for line in read_script(map(json.dumps, lines), None):
            play_line(session, lambda: packs, line)
        room = Room(matches.path, session.number, "en", lan=False)
        opened.callback(room.close)
        table = Table(
            opened.enter_context(serve_board(matches.path)), session, room, Desk(session, packs, Locale("en"))
        )
        addresses = [table.address(seat) for seat in (ANN, BOB)]
        bot = BotSeat("straight")
        for player, statuses in ((None, [200, 200]), (bot, [404, 200]), (None, [200, 200])):
            if player is not None or session.state.players[ANN].bot is not None:
                session.do(HandSeatOver(player="Ann", bot=player))
            table.read()
            assert [table.board.ask(address)[0] for address in addresses] == statuses
            sent = table.send(ANN, "answer", {"head": session.head, "roll": True})
            assert (sent == 404) == (player is not None)


def test_who_is_asked_in_anothers_turn_is_told_so() -> None:
    desk = quake(("Ann", "Bob"))
    locale, session = Locale("en"), desk.match_session
    first, second = desk.state.order
    names = {seat.id: seat.name for seat in desk.view.seats(desk.state)}
    assert "You are next." in turn(locale, session, second)
    press(desk, "k" + ("2" if names[second] == "Bob" else "1"))
    assert "You are asked." in turn(locale, session, second)
    assert "It is your turn." in turn(locale, session, first)


def test_a_seat_sees_its_own_secret_and_nobody_elses(table: Table) -> None:
    """Ann has drawn a 4, Bob a 6: each of them sees one of them."""
    bobs, anns = (table.board.ask(table.address(seat))[2] for seat in (BOB, ANN))
    assert "<dt>Lucky</dt><dd>6</dd>" in bobs
    assert "<dt>Lucky</dt><dd>4</dd>" in anns
    assert "draws a lucky number: 6" not in anns
    assert "draws a lucky number: 4" not in bobs


def test_the_app_rolls_what_a_phone_asks_for_by_the_matchs_own_seed(table: Table) -> None:
    assert table.roll() == 202
    assert table.desk.phones.check_inbox()
    entry = table.session.lines(last=1)[0].entry
    assert (entry.kind, entry.hand, entry.dice) == ("answer", "phone", 1)
    (die,) = json.loads(entry.body)
    assert table.became() == ("taken", str(die))
    table.read()
    assert f"Rolled: {die}" in table.board.ask(table.address(BOB))[2]
    table.session.undo()
    table.session.do(Run())
    table.session.roll()
    assert table.session.lines(last=1)[0].entry.body == entry.body


def test_typed_dice_are_taken_as_they_were_typed(table: Table) -> None:
    assert table.send(BOB, "answer", {"head": table.session.head, "answer": "5"}) == 202
    table.desk.phones.check_inbox()
    entry = table.session.lines(last=1)[0].entry
    assert (json.loads(entry.body), entry.hand, entry.dice) == ([5], "phone", 0)
    with table.board.events("/events?match=1&from=0") as events:
        news = events.until(table.session.head)
    assert "by phone" in news[-1][1]["feed"][-1][1]


def test_who_types_first_at_the_desk_wins_and_the_phone_says_so(table: Table) -> None:
    assert table.roll() == 202
    table.desk.press("3", "3")
    head = table.session.head
    table.desk.phones.check_inbox()
    assert table.became()[0] == "late"
    assert table.session.head == head
    page = table.board.ask(table.address(BOB))[2]
    assert "Too late" in page


def test_an_answer_to_what_was_asked_before_is_turned_away(table: Table) -> None:
    table.read()
    assert table.roll(head=table.session.head - 1) == 409
    assert table.roll(seat=ANN) == 409
    assert table.room.inbox.waiting(1) == []


@pytest.mark.parametrize(
    "body",
    [
        {"answer": "7"},
        {"answer": "0"},
        {"answer": ""},
        {"answer": "1 2"},
        {"answer": "dead"},
        {"answer": "1.5"},
        {"answer": [5]},
        {"answer": 5},
        {"answer": None},
        {"answer": {"a": 1}},
        {"answer": "1" * 999},
        {},
    ],
)
def test_what_no_die_shows_is_turned_away(table: Table, body: dict[str, Any]) -> None:
    table.read()
    assert table.send(BOB, "answer", {"head": table.session.head} | body) == 422


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff", b'"x"', b"[" * 2000])
def test_what_is_no_answer_is_turned_away(table: Table, body: bytes) -> None:
    assert table.send(BOB, "answer", body) == 422


def test_a_forged_token_opens_nothing_and_trying_on_ends(table: Table) -> None:
    token = table.room.inbox.token(1, BOB)
    assert len(token) >= 22, "128 bits"
    for wrong in (token[:-1], token + "x", token.swapcase(), "é", "%00"):
        assert table.board.ask(f"/s/{wrong.replace('é', '%C3%A9')}")[0] == 404
    assert table.board.ask(f"/t/{token}")[0] == 404, "a seat's is not the table's"
    for _ in range(WRONG[0]):
        table.board.ask("/s/wrong")
    assert table.board.ask("/s/wrong")[0] == 429
    assert table.board.ask(f"/s/{token}")[0] == 200, "others’ wrong tries shut nobody out"


def test_a_site_of_elsewhere_sends_nothing(table: Table) -> None:
    body = {"head": table.session.head, "roll": True}
    assert table.send(BOB, "answer", body, origin="http://evil.example") == 403
    assert table.room.inbox.waiting(1) == []


def test_too_much_at_a_time_is_turned_away(table: Table) -> None:
    statuses = [table.send(BOB, "call", {}) for _ in range(int(OFTEN[0]) + 1)]
    assert statuses[-1] == 429
    assert table.send(BOB, "answer", b"x" * 5000) == 413


def test_by_the_tables_setting_it_waits_for_enter(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(phones, "monotonic", lambda: now[0])
    table.desk.settings = Settings(phones_wait=True)
    table.send(BOB, "answer", {"head": table.session.head, "answer": "5"})
    head = table.session.head
    assert table.desk.phones.check_inbox()
    assert "Bob’s phone says: 5" in table.desk.notice
    table.desk.press("enter", "\r")
    assert table.session.head == head, "it may have been meant for what was there before"
    now[0] = 1.0
    table.desk.press("enter", "\r")
    assert table.session.head == head + 1
    assert table.became()[0] == "taken"


def test_what_waits_may_be_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(phones, "monotonic", lambda: now[0])
    table.desk.settings = Settings(phones_wait=True)
    table.roll()
    table.desk.phones.check_inbox()
    now[0] = 1.0
    head = table.session.head
    table.desk.press("delete", None)
    assert table.became()[0] == "refused"
    assert table.session.head == head
    assert table.roll() == 202, "it may be asked again"


def test_a_revoked_token_is_worth_nothing_and_its_page_says_so(table: Table) -> None:
    address = table.address(BOB)
    with table.board.events(f"{address}/events?match=1&from={table.session.head}") as events:
        events.next()
        table.room.inbox.revoke(1, BOB)
        while events.next()[0] != "reload":
            pass
        with pytest.raises(AssertionError, match="has ended"):
            events.next()
    status, _headers, text = table.board.ask(address)
    assert status == 404
    assert "This code is worth nothing any more." in text
    assert "Bob" not in text
    assert table.board.ask(f"{address}/events")[0] == 204
    assert table.address(BOB) != address


def test_all_tokens_die_with_the_match(table: Table) -> None:
    address = table.address(ANN)
    table.room.forget()
    assert table.board.ask(address)[0] == 404


def test_the_board_goes_on_to_the_next_match(table: Table) -> None:
    """And the tokens of the match before open nothing of it."""
    path = table.session.session.journal.path
    assert path is not None
    matches = MatchLibrary(path)
    other = play(matches.begin("Saturday", games.find("race")), *EVENING)
    Desk(other, library, Locale("en")).phones.open(table.room)
    assert table.room.match == other.number
    assert table.room.server.followed == [1, other.number]  # type: ignore[attr-defined]
    with table.board.events("/events?match=1&from=0") as events:
        table.board.follow(other.number)
        while events.next()[0] != "reload":
            pass
    assert "Saturday" in table.board.ask()[2]
    other.close()
    matches.close()


def test_phones_come_along_to_the_seats_of_the_same_names_in_the_next_match(table: Table) -> None:
    """Bob sits elsewhere there, Ann plays no more, and a token that was taken back leads nowhere."""
    table.room.set_url(table.board.url)
    old = {name: table.room.code(seat, name).address.removeprefix(table.room.url) for name, seat in PLAYERS.items()}
    path = table.session.session.journal.path
    assert path is not None
    matches = MatchLibrary(path)
    other = matches.begin("Saturday", games.find("race"))
    Desk(other, library, Locale("en")).phones.open(table.room)
    table.board.follow(other.number)
    with table.board.events("/events?match=1&from=0") as events:
        while events.next()[0] != "reload":
            pass
    status, headers, text = table.board.ask(f"/{old['Bob']}")
    assert (status, headers["refresh"]) == (200, "5")
    assert "The next match is being set up." in text
    play(other, *(json.loads(json.dumps(line).replace("Bob", "Cleo").replace("Ann", "Bob")) for line in EVENING))
    with table.board.events(f"/events?match={other.number}&from=0") as events:
        events.until(other.head)
    seat = next(seat.id for seat in other.game.view.seats(other.state) if seat.name == "Bob")
    status, headers, _text = table.board.ask(f"/{old['Bob']}")
    assert (status, headers["location"]) == (303, f"/s/{table.room.inbox.token(other.number, seat)}")
    assert table.board.ask(headers["location"])[0] == 200
    assert "event: reload" in table.board.ask(f"/{old['Bob']}/events")[2], "a phone that was away asks again"
    assert table.board.ask(f"/{old['Ann']}")[0] == 200, "she waits"
    table.room.inbox.revoke(1, BOB)
    assert table.board.ask(f"/{old['Bob']}")[0] == 404
    other.close()
    matches.close()


def test_a_word_is_typed_where_no_camera_helps(table: Table) -> None:
    """It is short, so it is refused after some wrong ones; the code itself is not."""
    table.room.set_url(table.board.url)
    code = table.room.code(ANN, "Ann")
    word = code.typed.removeprefix(table.room.url)
    assert re.fullmatch(r"ann-\d{4}", word)
    assert table.room.code(TABLE, "latecomers").typed.startswith(f"{table.room.url}join-")
    assert table.board.ask(f"/{word.upper()}")[1]["location"] == table.address(ANN)
    wrong = f"ann-{(int(word[-4:]) - 999) % 9000 + 1000}"
    assert [table.board.ask(f"/{wrong}")[0] for _try in range(WORDS[0])] == [404] * WORDS[0]
    assert table.board.ask(f"/{word}")[0] == 429
    assert table.board.ask(table.address(ANN))[0] == 200
    table.room.inbox.revoke(1, ANN)
    assert table.room.inbox.seat_of_word(1, word) is None


def test_words_of_one_name_differ_and_other_scripts_have_words(table: Table) -> None:
    words = [table.room.inbox.word(1, f"s{number}", name) for number, name in enumerate(["Zoé", "zoé", "Анна", "con"])]
    assert len({*words}) == 4
    assert [word[:-5] for word in words] == ["zoe", "zoe", "seat", "con-x"]


def test_the_referee_is_called(table: Table) -> None:
    assert table.send(ANN, "call", {}) == 202
    table.desk.phones.check_inbox()
    assert table.desk.notice == "Ann calls the referee!"
    assert table.desk.phones.rings


def test_a_phone_asks_what_decided_a_match_and_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to ask before the end; then progress and the result come to the phone that asked.

    So does who has only the table's code; what won the match is all that it tells them.
    """
    assert table.send(ANN, "study", {}) == table.send(TABLE, "study", {}) == 409
    for answer in ((1,), "no"):
        table.session.give(answer)
    table.session.do(End())
    table.desk.look_for_news()
    table.read()
    assert 'id="study"' in table.board.ask(table.address(ANN))[2]
    monkeypatch.setattr(engines, "ProcessPoolExecutor", lambda _cores, **_options: ThreadPoolExecutor(1))
    monkeypatch.setattr(match_study, "QUICK", StudySettings(plays=2, ahead=0, rerolls=0))
    assert table.send(ANN, "study", {}) == 202
    phones = table.desk.phones
    phones.check_inbox()
    assert table.desk.notice == "Ann asks by phone what decided it: bots play the match on."
    assert phones.study is not None
    phones.study.wait()
    phones.check_inbox()
    became, why = table.became(ANN)
    assert became == "taken", phones.study.fault
    assert "Your dice: " in why
    assert "What decided it?" in table.board.ask(table.address(TABLE))[2]
    assert table.send(TABLE, "study", {}) == 202
    phones.check_inbox()
    assert "by the table’s code" in table.desk.notice
    phones.check_inbox()
    number = table.room.inbox.answers(1, TABLE)[0].id
    shown = table.board.ask(f"{table.address(TABLE)}/join/{number}")[2]
    assert why.split(".", maxsplit=1)[0] in shown
    assert "Your dice" not in shown
    asked_by_ann = table.room.inbox.answers(1, ANN)[0].id
    assert table.board.ask(f"{table.address(TABLE)}/join/{asked_by_ann}")[0] == 404


def test_a_late_player_wishes_to_join_and_is_let_in_by_a_key(table: Table) -> None:
    assert "I wish to join" in table.board.ask(table.address(TABLE))[2]
    assert table.send(TABLE, "join", {"name": " <b>Zoé\x1b[2J ", "plays": "x"}) == 202
    table.desk.press("3", "3")
    while table.session.question is not None:
        table.desk.give(table.session.question.options[-1])  # type: ignore[attr-defined]
    table.desk.phones.check_inbox()
    assert "<b>Zoé[2J wishes to join (x). Ctrl+O lets them in." in table.desk.notice
    table.desk.phones.let_in()
    assert table.desk.notice == "Nobody can join just now."
    assert len(table.desk.phones.wishes) == 1
    for _ in EVENING[2:]:
        table.session.undo()
    table.session.undo()
    table.desk.settle()
    table.desk.phones.let_in()
    names = [seat.name for seat in table.desk.view.seats(table.session.state)]
    assert "<b>Zoé[2J" in names
    assert table.room.inbox.waiting(1) == []


def test_no_more_wishes_wait_than_a_lobby_holds(table: Table) -> None:
    inbox = table.room.inbox
    sent = [inbox.send(1, TABLE, "join", 0, [str(n), ""]) for n in range(MOST_WISHES + 1)]
    assert sent[-1] is None
    assert None not in sent[:-1]


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "\x1b"}, {"name": 3}, {}])
def test_a_wish_without_a_name_is_none(table: Table, body: dict[str, Any]) -> None:
    assert table.send(TABLE, "join", body) == 422


def test_the_inbox_is_for_its_owner_alone(table: Table) -> None:
    assert isinstance(table.room.inbox, Inbox)
    path = inbox_file(table.session.session.journal.path or Path())
    assert path.stat().st_mode & 0o077 == 0


QUESTIONS: list[tuple[Question, Any, Any]] = [
    (DiceQuestion("d", dice=(6, 3)), "6 3", (6, 3)),
    (DiceQuestion("d", dice=(6, 3), halved=True), "6 5", (6, 3)),
    (TallyQuestion("t", dice=(6, 6), most_total=2), "6 5", (6, 5)),
    (TallyQuestion("t", dice=(6, 6), most_total=2, sixes=True), "=2/1", "=2/1"),
    (TallyQuestion("t", dice=(6, 6), most_total=2, choices=("cover",)), "cover", "cover"),
    (TallyQuestion("t", dice=(6, 6), most_total=2), "dead", "dead"),
    (TallyQuestion("t", dice=(6,) * 6, least=6, most_total=36, summed=True), "=21", "=21"),
    (ChoiceQuestion("c", options=("yes", "no")), 1, "no"),
    (ChoiceQuestion("c", options=(3, 7)), 0, 3),
    (NumberQuestion("n", least=0, most=9), 4, 4),
    (SeveralQuestion("s", options=("a", "b", "c")), [2, 0], ("c", "a")),
    (SeveralQuestion("s", options=("a",)), [], ()),
    (OrderQuestion("o", items=("a", "b")), [1, 0], ("b", "a")),
    (EachQuestion("e", items=("a", "b", "c"), options=("x", "y")), [1, 0], ("y", "x", "x")),
]


@pytest.mark.parametrize(("question", "data", "answer"), QUESTIONS)
def test_every_kind_of_question_is_answered(question: Question, data: Any, answer: Any) -> None:
    assert answer_of(question, data) == answer


@pytest.mark.parametrize(("question", "data", "_answer"), QUESTIONS)
def test_no_kind_of_question_takes_what_it_has_not(question: Question, data: Any, _answer: Any) -> None:
    wrong: tuple[Any, ...] = (-1, 99, "a", [-1], [99], None, [None], [[1]], True, 10**9)
    for wrong_data in wrong:
        with pytest.raises(Exception):  # noqa: B017, PT011 - of either kind
            answer_of(question, wrong_data)
    assert data is not None


def keys_of(table: Table, question: Question, monkeypatch: pytest.MonkeyPatch) -> str:
    """What Bob's phone shows of a question."""
    fields = {name: getattr(question, name) for name in question.__struct_fields__}
    monkeypatch.setattr(MatchSession, "question", question.__class__(**fields | {"who": BOB}))
    return question_form(Locale("fr"), table.session, BOB)


def test_every_kind_has_its_keys(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: dict[str, Callable[[str], bool]] = {
        "dice": lambda html: html.count('class="face"') == 6,
        "choice": lambda html: html.count('class="option"') == 2,
        "number": lambda html: 'class="more"' in html,
        "several": lambda html: html.count('aria-pressed="false"') >= 1,
        "order": lambda html: 'data-all="2"' in html,
        "each": lambda html: html.count('class="pick"') == 6,
    }
    for question, _said, _answer in QUESTIONS:
        html = keys_of(table, question, monkeypatch)
        kind = html.split('data-kind="')[1].split('"')[0]
        assert kinds[kind](html), html


def test_a_tally_has_keys_for_counts_and_for_what_ends_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key for every count; counts are typed where there are many, or where 6s and 1s matter."""
    few = TallyQuestion("t", dice=(6,) * 3, most_total=3, choices=("cover",))
    html = keys_of(table, few, monkeypatch)
    matches = re.findall(r'class="said" value="([^"]*)"', html)
    assert matches == ["=0", "=1", "=2", "=3", "cover", "dead"]
    endless = TallyQuestion("t", dice=(6,), most_total=1, finishes=False)
    assert 'value="dead"' not in keys_of(table, endless, monkeypatch)
    total = TallyQuestion("t", dice=(6, 6), least=2, most_total=12, summed=True)
    assert 'value="=12"' in keys_of(table, total, monkeypatch)
    many = TallyQuestion("t", dice=(6,) * 30, most_total=30)
    assert 'name="passed"' in keys_of(table, many, monkeypatch)
    assert 'name="sixes"' not in keys_of(table, many, monkeypatch)
    apart = TallyQuestion("t", dice=(6,) * 3, most_total=3, sixes=True, ones=True)
    html = keys_of(table, apart, monkeypatch)
    assert all(f'name="{name}"' in html for name in ("passed", "sixes", "ones"))


def test_a_phone_is_told_in_plain_words_why_it_is_refused(table: Table) -> None:
    def why(answer: str, head: int, lang: str = "en") -> str:
        body = json.dumps({"head": head, "answer": answer}).encode()
        path = f"{table.address(BOB)}/answer?lang={lang}"
        text = table.board.ask(path, "POST", body, origin=f"http://{table.board.host}")[2]
        return str(json.loads(text)["why"])

    table.read()
    head = table.session.head
    assert why("7", head) == "Not taken: Die 1 cannot show 7: type 1 to 6."
    assert why("1 2", head, "fr").startswith("Pas pris")
    assert why("3", head - 1) == "Too late: it was already answered at the table."


def test_a_secret_that_waits_for_enter_shows_as_dots(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.desk.settings = Settings(phones_wait=True)
    secret = DiceQuestion("d", who=BOB, secret=True)
    monkeypatch.setattr(MatchSession, "question", secret)
    table.room.inbox.send(1, BOB, "answer", table.session.head, [5])
    assert table.desk.phones.check_inbox()
    assert "•••" in table.desk.notice
    assert "5" not in table.desk.notice

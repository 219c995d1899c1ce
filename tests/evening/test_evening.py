"""A club's evening: tables send their matches, the hall enters them in the league and shows all of them."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from q40k.care.backup import make_backup
from q40k.care.journeys import store_journey
from q40k.cli.verbs import evening as verbs
from q40k.evening import server, table, wire
from q40k.evening.evenings import change_evening, read_evening
from q40k.evening.server import Wish, serve
from q40k.evening.wire import refusal_text
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live import room as rooms
from q40k.live.certificate import BadCertificate, Certificate
from q40k.season.league import standing
from q40k.table.folders import LIBRARY
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.cli.calls import bad, q40k
from tests.evening.halls import END, LEAGUE, PATIENCE, Hall, Table, entries_of, found_league, play, score, serve_hall
from tests.evening.pictures import play_some
from tests.live.browsers import open_page
from tests.live.certificates import make_certificate
from tests.live.pictures import TELEVISION
from tests.live.served import serve_board
from tests.live.test_browser import faults
from tests.live.test_phones import NoServer
from tests.table.scripts import opening_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The library of the hall, with a league of four."""
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob", "Cid", "Dan"), rounds=2)
    return path


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Two laptops."""
    with Table(tmp_path / "one", 1) as first, Table(tmp_path / "two", 2) as second:
        yield first, second


def decided_tables(hall: Hall) -> list[tuple[int, int]]:
    state = hall.season.club.league(LEAGUE)
    assert state is not None
    return [(entry.round, entry.table) for entry in state.tables if entry.order is not None]


def test_results_come_home_and_the_next_round_is_drawn(path: Path, laptops: tuple[Table, Table]) -> None:
    with serve_hall(path, pause=600.0) as hall:
        page = hall.wait_for("Cup · round 1", "Not begun: ", "(table 1)", "The round begins in")
        assert page.count('class="waits"') == 2
        for laptop in laptops:
            assert laptop.join(hall).league == LEAGUE
        sessions = [laptop.begin() for laptop in laptops]
        laptops[0].send()
        assert "(table 2)" in hall.wait_for("turn 1")
        for laptop, session in zip(laptops, sessions, strict=True):
            winner = session.game.view.seats(session.state)[1].name
            play(session, score(winner, 9), END)
            assert laptop.send().refusal is None
            assert entries_of(path, session.row.identity) == entries_of(laptop.path, session.row.identity)
            session.close()
        hall.wait_for("Cup · round 2", "Not begun: ")
        for laptop in laptops:
            session = laptop.begin()
            play(session, score(names_of(session)[0], 2), END)
            session.close()
            laptop.send()
        hall.wait_for("won by")
        assert table.next_pairing(laptops[0].join(hall)).is_over
        state = hall.season.club.league(LEAGUE)
        assert state is not None
        assert [row.played for row in standing(state).groups[0]] == [2, 2, 2, 2]


def test_a_finished_match_comes_home_before_the_next_one_is_given(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob"), rounds=2)
    with Table(tmp_path / "laptop", 1) as laptop, serve_hall(path) as hall:
        membership = laptop.join(hall)
        session = laptop.begin()
        play(session, score("Ann", 9), END)
        session.close()
        pairing = table.send_and_ask(laptop.path, membership).pairing
        assert pairing is not None
        assert pairing.round == 2


def test_whoever_waits_for_the_hall_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("Q40K_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(table, "SECONDS", 0.3)
    monkeypatch.setattr(verbs, "AT_ONCE_SECONDS", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        joining = bad(1, "evening", "join", url, "abcdef", "--table", "1")
        table.write_membership(tmp_path / LIBRARY, table.Membership(url, 1, "0" * 32, LEAGUE, matches=("0" * 16,)))
        with closing(MatchLibrary(tmp_path / LIBRARY)) as library:
            play(library.begin("", None, "0" * 16), *opening_lines("Ann", "Bob")).close()
        sending = bad(1, "evening", "send", "--once")
    for text in (joining, sending):
        assert text.index("Asking the hall…") < text.index("No hall answers at")


def test_the_page_counts_down_to_the_round_and_says_who_is_missing(
    path: Path, laptops: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_hall(path, pause=600.0) as hall:
        page = hall.wait_for("The round begins in", "Not begun: ")
        left = re.search(r'data-left="(\d+)"', page)
        assert left is not None
        assert 600 - PATIENCE < int(left[1]) <= 600
        laptops[0].join(hall)
        session = laptops[0].begin()
        laptops[0].send()
        page = hall.wait_for("turn 1")
        (missing,) = re.findall(r'class="missing">Not begun: (.*?)</p>', page)
        assert "(table 2)" in missing
        assert "(table 1)" not in missing
        assert not any(name in missing for name in names_of(session))
        assert "not connected" not in page
        monkeypatch.setattr("q40k.evening.hall.MISSING_SECONDS", 0.0)  # the cable is pulled
        laptops[1].join(hall)
        hall.wait_for("not connected: what is here may be old")
        session.close()
    with serve_hall(path, pause=0.0) as hall:
        assert "The round begins in" not in hall.wait_for("Not begun: ")


def test_players_of_a_pairing_come_to_their_seats_by_the_codes_of_their_phones(
    path: Path, laptops: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "Server", NoServer)
    with serve_hall(path) as hall, ExitStack() as opened:
        laptops[0].join(hall)
        session = laptops[0].begin()
        opened.callback(session.close)
        room = rooms.Room(laptops[0].path, session.number, "en", lan=False)
        opened.callback(room.close)
        board = opened.enter_context(serve_board(laptops[0].path))
        room.set_url(board.url)
        for seat in session.game.view.seats(session.state):
            status, _headers, page = board.ask(room.address(seat.id).removeprefix(board.url.rstrip("/")))
            assert status == 200
            assert seat.name in page


def test_a_hall_without_a_certificate_says_that_it_is_plain_http(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("Q40K_DATA_DIR", str(tmp_path))
    path.rename(tmp_path / "matches.sqlite3")
    memory = path.with_name("hall-memory.jsonl")
    memory.rename(tmp_path / "matches-memory.jsonl")
    monkeypatch.setattr(server, "serve", lambda _wish, ready: ready("http://192.168.1.5:8040/", "abcdef"))
    plain = "This is plain HTTP: whoever is in this network can read along."
    assert plain in q40k("evening", "open", LEAGUE).stderr
    cert, key = make_certificate(tmp_path)
    encrypted = q40k("evening", "open", LEAGUE, "--cert", str(cert), "--key", str(key))
    assert encrypted.exit_code == 0
    assert plain not in encrypted.stderr


def identity_of(laptop: Table) -> str:
    """The identity of the match that a table plays."""
    membership = table.read_membership(laptop.path)
    assert membership is not None
    return membership.matches[-1]


def test_without_a_hall_a_table_plays_on_and_everything_arrives_once(path: Path, laptops: tuple[Table, Table]) -> None:
    laptop = laptops[0]
    with serve_hall(path) as hall:
        laptop.join(hall)
        session = laptop.begin()
        laptop.send()
        identity, port = identity_of(laptop), int(hall.url.rsplit(":", 1)[1].rstrip("/"))
    with closing(MatchLibrary(path)) as held:
        backup = make_backup(held.path)
    play(session, score(names_of(session)[0], 3))
    with pytest.raises(table.Unreachable):
        laptop.send()
    with serve_hall(path, port=port):
        laptop.send()
        play(session, score(names_of(session)[1], 4), END)
    session.close()
    moved = path.with_name("moved.sqlite3")
    shutil.copy(backup, moved)
    with serve_hall(moved) as hall:
        assert hall.word == one_word(path), "the word moves along"
        laptop.join(hall)
        assert (laptop.send().refusal, laptop.send().refusal) == (None, None)
        assert entries_of(moved, identity) == entries_of(laptop.path, identity)
        hall.wait_for("1.\u00a0")
        assert decided_tables(hall) == [(1, 1)]


def names_of(session: MatchSession) -> list[str]:
    return [seat.name for seat in session.game.view.seats(session.state)]


def one_word(path: Path) -> str:
    with closing(MatchLibrary(path)) as held:
        evening = read_evening(held.journal, LEAGUE)
        assert evening is not None
        return evening.word


def test_the_hall_keeps_a_match_from_play_and_nothing_of_it_is_overwritten(
    path: Path, laptops: tuple[Table, Table]
) -> None:
    laptop = laptops[0]
    with serve_hall(path) as hall:
        laptop.join(hall)
        session = laptop.begin()
        laptop.send()
        with closing(MatchLibrary(path)) as held:
            (row,) = held.matches()
            with pytest.raises(JournalError, match="match-arriving"):
                held.open(row.id)
            store_journey(path, held.journal, row.identity, None)
            here = held.open(row.id)
            play(here, score(names_of(session)[0], 1))
            here.close()
        play(session, score(names_of(session)[0], 2))
        session.close()
    with serve_hall(path) as hall:
        laptop.join(hall)
        refusal = laptop.send().refusal
        assert refusal is not None
        assert refusal.code == "differs"


def test_a_correction_corrects_the_league_and_an_undo_after_the_end_asks_the_hall(
    path: Path, laptops: tuple[Table, Table]
) -> None:
    laptop = laptops[0]
    with serve_hall(path) as hall:
        laptop.join(hall)
        session = laptop.begin()
        first, second = names_of(session)
        play(session, score(first, 5), END)
        laptop.send()
        hall.wait_for(f"1.\u00a0{first}\u00a0· 2.\u00a0{second}")
        session.undo()
        refusal = laptop.send().refusal
        assert refusal is not None
        assert "q40k evening allow Cup 1" in refusal_text(Locale("en"), refusal)
        hall.wait_for(f"1.\u00a0{first}\u00a0· 2.\u00a0{second}", "It was over and wants to go on")
        with closing(MatchLibrary(path)) as held:
            change_evening(held.journal, LEAGUE, lambda evening: replace(evening, allowed=(identity_of(laptop),)))
        end = monotonic() + PATIENCE
        while laptop.send().refusal is not None:
            assert monotonic() < end
        play(session, score(second, 9), END)
        assert laptop.send().refusal is None
        hall.wait_for(f"1.\u00a0{second}\u00a0· 2.\u00a0{first}")
        assert entries_of(path, identity_of(laptop)) == entries_of(laptop.path, identity_of(laptop))
        session.close()


def test_a_certificate_encrypts_what_tables_send_and_only_those_who_trust_it_join(
    path: Path, laptops: tuple[Table, Table], tmp_path: Path
) -> None:
    cert, key = make_certificate(tmp_path)
    laptop, stranger = laptops
    with serve_hall(path, certificate=Certificate(cert, key)) as hall:
        assert hall.url.startswith("https://127.0.0.1:")
        with pytest.raises(table.Unreachable) as refused:
            stranger.join(hall)
        assert isinstance(refused.value.__cause__, ssl.SSLCertVerificationError)
        laptop.join(hall, trusted=str(cert))
        session = laptop.begin()
        assert laptop.send().refusal is None
        assert entries_of(path, session.row.identity) == entries_of(laptop.path, session.row.identity)
    with pytest.raises(BadCertificate):
        serve(Wish(path, LEAGUE, certificate=Certificate(cert, cert)), lambda _url, _word: None)


def test_a_network_that_loses_every_third_message_lets_everything_through(
    path: Path, laptops: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, other = laptops
    with serve_hall(path) as hall:
        laptop.join(hall)
        other.join(hall)
        for each in (laptop, other):
            session = each.begin()
            play(session, score(session.game.view.seats(session.state)[0].name, 9), END)
            each.send()
        hall.wait_for("round 2")
        session = laptop.begin()
        number, ask = 0, table.HallClient.ask

        def ask_or_lose(client: table.HallClient, *message: Any) -> Any:
            nonlocal number
            number += 1
            if number % 3 == 0:
                raise table.Unreachable("lost on the way")
            return ask(client, *message)

        monkeypatch.setattr(table.HallClient, "ask", ask_or_lose)
        with closing(table.Outbox(laptop.path)) as outbox:
            for _try in range(3):
                with suppress(table.Unreachable):
                    outbox.send()
        assert entries_of(path, session.row.identity) == entries_of(laptop.path, session.row.identity)


@pytest.mark.parametrize(("width", "height", "language"), [(1280, 800, "en-GB"), (390, 844, "fr-FR")])
def test_nobody_is_shut_out_of_the_page_of_the_hall(
    path: Path, laptops: tuple[Table, Table], chromium: Browser, width: int, height: int, language: str
) -> None:
    """What axe finds wrong before, while and after a table plays, dark and light: nothing."""
    with serve_hall(path, pause=600.0) as hall:
        shown = open_page(chromium, width, height, locale=language, reduced_motion="reduce")
        wrong: list[str] = []
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        shown.goto(hall.url)
        assert shown.title() == LEAGUE
        violations = {"not begun": faults(shown)}
        laptops[0].join(hall)
        session = laptops[0].begin()
        laptops[0].send()
        hall.wait_for("turn 1")
        shown.reload()
        violations["played"] = faults(shown)
        play(session, score(names_of(session)[0], 9), END)
        session.close()
        laptops[0].send()
        hall.wait_for('class="over"')
        shown.reload()
        violations["won"] = faults(shown)
    assert (violations, wrong) == ({"not begun": [], "played": [], "won": []}, [])


LONG_NAMES = (
    "Anne-Sophie Bartholomé Chloé Désirée-Marie Emmanuelle Ferdinand Guillemette Hyacinthe Inès Jean-Baptiste"
    " Konstantin Léopoldine Maximilien Nora Olaf Zacharie"
)


def test_eight_tables_with_long_names_fit_a_television_in_french(tmp_path: Path, chromium: Browser) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, tuple(LONG_NAMES.split()), rounds=4)
    with ExitStack() as opened:
        laptops = [opened.enter_context(Table(tmp_path / f"t{number}", number)) for number in range(1, 9)]
        hall = opened.enter_context(serve_hall(path, pause=600.0))
        hall.wait_for("round 1")
        play_some(hall, laptops)
        hall.wait_for("1.\u00a0")
        page = open_page(chromium, *TELEVISION, locale="fr")
        page.goto(hall.url)
        lowest = (
            "Math.max(...[...document.querySelectorAll('#tables li')].map(card => card.getBoundingClientRect().bottom))"
        )
        assert page.evaluate(lowest) <= TELEVISION[1]
        cut = "[...document.querySelectorAll('#tables :is(.players, .lead, .turn), #standings :is(th, td)')]"
        wide = f"{cut}.filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).length"
        assert page.evaluate(wide) == 0


def test_without_a_match_to_play_like_the_players_of_a_pairing_are_filled_in() -> None:
    quake, hulk = (wire.options_class(game)().with_players(("Ann", "Bob"), {}) for game in ("quake", "space-hulk"))
    assert [name for name, *_fielded in as_prefilled(quake).players] == ["Ann", "Bob"]
    assert hulk == replace(wire.options_class("space-hulk")(), players=("Ann", "Bob"))
    epic = wire.options_class("epic")().with_players(("Ann", "Bob"), {})
    assert epic == replace(wire.options_class("epic")(), names=("Ann", "Bob"))

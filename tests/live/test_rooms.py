"""The board from the app: opened by a key, led by the app, ended with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from benchmarks.matches import on_disk
from q40k.games.quake.packs.library import load
from q40k.i18n.locale import Locale
from q40k.live import room as rooms
from q40k.live.address import lines
from q40k.live.address import squares as squares_of
from q40k.live.inbox import Inbox, inbox_file
from q40k.live.room import Server
from q40k.table.match_library import MatchLibrary
from q40k.tui import desk_screen
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from q40k.tui.phones import Phones
from tests.games.race.playing import library, screen
from tests.games.race.rules.running import Run
from tests.live.served import race
from tests.live.test_phones import BOB, NoServer
from tests.prints.reading import pages


class Reached(NoServer):
    """A server that can be reached at once."""

    def address(self) -> str:
        return "http://192.168.1.5:8040/"


def app(path: Path, session: object, language: str = "en") -> MatchApp:
    return MatchApp(Desk(session, library, Locale(language)), raising=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_key_opens_the_board_and_shows_every_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(rooms, "Server", Reached)
    with race(tmp_path) as (path, session):
        shown = app(path, session, language)
        async with shown.run_test(size=size) as pilot:
            await pilot.press("ctrl+l")
            await pilot.pause()
            plain = "It is plain HTTP: who listens in the same Wi-Fi sees dice and secret orders."
            assert "".join(Locale(language).gettext(plain).split()) in "".join(screen(shown).split())
            await pilot.press("2")
            await shown.workers.wait_for_complete()
            await pilot.pause()
            assert "http://192.168.1.5:8040/" in screen(shown)
            await pilot.press("right")
            await pilot.pause()
            assert "Ann" in screen(shown)
            room = shown.desk.phones.room
            assert room is not None
            assert room.code("p1", "Ann").typed in screen(shown)
            before = room.address("p1")
            await pilot.press("r")
            await pilot.pause()
            assert room.address("p1") != before
            monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
            await pilot.press("p")
            await pilot.pause()
            assert "q40k-codes.pdf" in "".join(screen(shown).split())
            assert shown.screen.max_scroll_y == 0, "the code, the keys and the line below them are seen at once"
            (sheet,) = pages((tmp_path / "q40k-codes.pdf").read_bytes())
            assert room.code("p1", "Ann").typed in sheet.words
            assert "Bob" in sheet.words
            squares = [shape for shape in sheet.shapes if 0.9 < shape.high < 1.4]
            assert len(squares) > 300, "large enough to be read from paper"
            await pilot.press("escape", "ctrl+l", "x", "escape")
            assert shown.desk.phones.room is None
            assert session.question is None


async def test_what_a_phone_sends_is_shown_at_the_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "Server", Reached)
    monkeypatch.setattr(desk_screen, "AROUND_SECONDS", 0.01)
    with race(tmp_path) as (path, session):
        session.do(Run())
        shown = app(path, session)
        async with shown.run_test(size=(100, 30)) as pilot:
            await pilot.press("ctrl+l", "2")
            await shown.workers.wait_for_complete()
            await pilot.press("escape")
            room = shown.desk.phones.room
            assert room is not None
            with closing(Inbox(inbox_file(path))) as sent:
                sent.send(session.number, BOB, "answer", session.head, [3])
            while session.lines(last=1)[0].entry.hand != "phone":
                await pilot.pause(0.02)
            await pilot.pause()
            assert "Bob, by phone" in screen(shown) or session.question is None
            room.close()


async def test_phones_are_looked_at_only_as_long_as_there_is_a_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "Server", Reached)
    monkeypatch.setattr(desk_screen, "AROUND_SECONDS", 0.01)
    looked: list[object] = []
    look = Phones.check_inbox

    def note_news(phones: Phones) -> bool:
        looked.append(phones)
        return look(phones)

    monkeypatch.setattr(Phones, "check_inbox", note_news)
    with race(tmp_path) as (path, session):
        shown = app(path, session)
        async with shown.run_test(size=(100, 30)) as pilot:
            await pilot.pause(0.1)
            assert looked == []
            await pilot.press("ctrl+l", "2")
            await shown.workers.wait_for_complete()
            while not looked:
                await pilot.pause(0.01)
            await pilot.press("x", "escape")
            looked.clear()
            await pilot.pause(0.1)
            assert looked == []


def test_the_process_is_led_and_ends_when_its_leader_does(tmp_path: Path) -> None:
    home = on_disk(tmp_path / "home", load(), 0, players=2)
    server = Server(1, "en", home / "matches.sqlite3", lan=False)
    try:
        assert server.address().startswith("http://127.0.0.1:")
        server.follow(1)
    finally:
        server.close()
    assert server.status == 0


def test_a_board_that_dies_is_started_again_at_the_same_address_with_the_same_codes(tmp_path: Path) -> None:
    home = on_disk(tmp_path / "home", load(), 0, players=2)
    with closing(MatchLibrary(home / "matches.sqlite3")) as matches, closing(matches.open(1)) as session:
        desk = Desk(session, library, Locale("en"))
        room = rooms.Room(matches.path, 1, "en", lan=False)
        desk.phones.open(room)
        room.set_url(room.server.address())
        seat = room.address("p1")
        assert not desk.phones.check_inbox()
        os.kill(room.server.pid, signal.SIGKILL)
        while room.server.status is None:
            os.sched_yield()
        assert desk.phones.check_inbox()
        assert desk.notice == "The board had stopped; it starts again at the same address."
        assert room.server.address() == room.url
        with urlopen(seat) as page:
            assert page.status == 200
        assert not room.has_stopped()
        desk.phones.close()


def test_a_board_that_dies_again_and_again_is_left_closed_and_its_codes_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "Server", Reached)
    with race(tmp_path) as (path, session):
        desk = Desk(session, library, Locale("fr"))
        room = rooms.Room(path, 1, "fr", lan=True)
        desk.phones.open(room)
        room.set_url(room.server.address())
        token = room.inbox.token(1, BOB)
        monkeypatch.setattr(Reached, "status", 1)
        for _ in range(rooms.MOST_RESTARTS):
            desk.phones.check_inbox()
            assert desk.phones.room is room
        desk.phones.check_inbox()
        assert desk.phones.room is None
        assert "Ctrl+L" in desk.notice
        with closing(Inbox(inbox_file(path))) as kept:
            assert kept.seat_of(1, token) == BOB


def test_the_board_looks_for_garbage_once_it_can_be_reached(tmp_path: Path) -> None:
    """It runs for hours: what a start puts off would be put off for a hundred spectators, too."""
    home = on_disk(tmp_path / "home", load(), 0, players=2)
    program = f"""
import gc, os, sys
os.environ["Q40K_DATA_DIR"] = {str(home)!r}
sys.argv = ["q40k", "board", "1", "--led"]
from q40k.live import server

def serve(wish, ready, leading):
    before = gc.get_threshold()[0]
    ready("http://127.0.0.1:8040/")
    print(before > 10 * gc.get_threshold()[0], gc.get_freeze_count() > 10_000)

server.serve = serve
from q40k.__main__ import main
main()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout.split()[1:] == ["True", "True"], ran.stderr


def test_the_first_pages_wait_for_nothing_that_can_be_loaded_before_the_board_opens(tmp_path: Path) -> None:
    """All who look on wait while one page loads templates or packs."""
    home = on_disk(tmp_path / "home", load(), 5, players=2)
    with closing(Inbox(inbox_file(home / "matches.sqlite3"))) as inbox:
        seat = f"/s/{inbox.token(1, 'p1')}"
    program = f"""
import os, sys
from pathlib import Path
from urllib.request import urlopen
from jinja2 import Environment
from q40k.live.server import Wish, serve
from q40k.packs import library

late = []
def watched(name, work):
    return lambda *args, **how: (late.append(name), work(*args, **how))[1]

def ask(url):
    before = {{*sys.modules}}
    Environment.compile = watched("template", Environment.compile)
    library._stock_of_files = watched("packs", library._stock_of_files)
    for path in ("/", {seat!r}, {seat + "/events?match=1&from=0"!r}, "/style.css", "/script.js"):
        assert urlopen(url.rstrip("/") + path).read(1)
    print(late, [name for name in sys.modules if name not in before and (".bot" in name or "anyio" in name)])
    os._exit(0)

def ready(url):
    from threading import Thread
    Thread(target=ask, args=(url,)).start()

serve(Wish(Path({str(home / "matches.sqlite3")!r}), 1, port=0), ready)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout == "[] []\n", ran.stderr


def test_the_app_loads_nothing_of_the_server_until_it_is_wanted() -> None:
    program = (
        "import sys, q40k.tui.app, q40k.tui.phones;"
        "print([n for n in sys.modules if n.split('.')[0] in ('starlette', 'uvicorn', 'segno')"
        " or n.startswith('q40k.live')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_a_code_is_square_and_has_a_quiet_rim() -> None:
    rows = squares_of("http://192.168.1.5:8040/")
    assert {len(row) for row in rows} == {len(rows)}
    assert not any(rows[0]) and not any(row[0] for row in rows)  # noqa: PT018
    drawn = lines("http://192.168.1.5:8040/")
    assert len(drawn) == (len(rows) + 1) // 2
    assert set("".join(drawn)) <= set("█▀▄ ")
    swapped = str.maketrans("█ ▀▄", " █▄▀")
    light = lines("http://192.168.1.5:8040/", dark=False)
    assert [row.translate(swapped) for row in light] == drawn, "on a light ground dark is dark"

"""What comes in at all, and what every answer forbids a browser."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from q40k.live.guard import MOST_BYTES, Tries
from tests.live.served import Board, race, serve_board
from tests.live.test_crowd import connect

HOSTILE = '<img src=x onerror=alert(1)><script>alert("x")</script>\x1b[2J\u202e' + "é" * 10_000


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    """A board that many doors are tried of."""
    from q40k.games import game as games
    from tests.games.race.playing import WHERE

    patch = pytest.MonkeyPatch()
    patch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("race", WHERE)
    with race(tmp_path_factory.mktemp("doors")) as (path, _session), serve_board(path) as result:
        yield result
    patch.undo()


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_only_two_methods_come_in(board: Board, method: str) -> None:
    assert board.ask("/", method)[0] == 405


def test_only_addresses_that_are_there_are_answered(board: Board) -> None:
    for path in ("/x", "/../etc/passwd", "/script.js/..%2f..%2fpyproject.toml", "/events/1"):
        assert board.ask(path)[0] == 404
    post = {"origin": f"http://{board.host}", "content_length": "0"}
    assert board.ask("/", "POST", b"", **post)[0] == 405


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "", "127.0.0.1:80"])
def test_another_name_of_the_host_is_turned_away(board: Board, host: str) -> None:
    """A page elsewhere whose name was bent to this address reads nothing."""
    assert board.ask("/", host=host)[0] == 421


def test_this_machine_by_its_own_name_comes_in(board: Board) -> None:
    port = board.host.partition(":")[2]
    assert board.ask("/", host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize(
    ("origins", "status"),
    [
        ({}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "own", "sec_fetch_site": "cross-site"}, 403),
    ],
)
def test_what_another_site_sends_is_turned_away(board: Board, origins: dict[str, str], status: int) -> None:
    headers = {k: f"http://{board.host}" if v == "own" else v for k, v in origins.items()}
    assert board.ask("/", "POST", b"{}", **headers)[0] == status


def test_a_long_body_is_turned_away(board: Board) -> None:
    origin = f"http://{board.host}"
    assert board.ask("/", "POST", b"x" * (MOST_BYTES + 1), origin=origin)[0] == 413
    connection = http.client.HTTPConnection(board.host, timeout=5)
    connection.request("POST", "/", iter([b"x"]), {"Origin": origin}, encode_chunked=True)
    assert connection.getresponse().status == 411, "a body of no said length"
    connection.close()
    head = f"POST / HTTP/1.1\r\nHost: {board.host}\r\nOrigin: {origin}\r\nContent-Length: 2\r\n"
    chunk = b"%x\r\n%s\r\n" % (MOST_BYTES, b"x" * MOST_BYTES)
    with connect(board) as sent:
        sent.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + 2 * chunk)
        assert sent.recv(20).startswith(b"HTTP/1.1 413"), "a body that is longer than its header says"


@pytest.mark.parametrize("path", ["/", "/style.css", "/script.js", "/nowhere"])
def test_every_answer_forbids_what_it_does_not_need(board: Board, path: str) -> None:
    headers = board.ask(path)[1]
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers


def test_no_page_holds_a_script_a_style_or_an_address_of_elsewhere(board: Board) -> None:
    page = board.ask()[2]
    assert re.findall(r"<script[^>]*>", page) == re.findall(r'<script src="/script.js[^>]*>', page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    everything = page + board.ask("/style.css")[2] + board.ask("/script.js")[2]
    assert set(re.findall(r"https?://[^\s\"')]+", everything)) <= {"http://www.w3.org/2000/svg"}


def test_a_name_that_is_markup_is_only_words(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session):
        session.rename(HOSTILE)
        with serve_board(path) as board:
            page = board.ask()[2]
            with board.events("/events?match=1&from=0") as events:
                parts = events.next()[2]["parts"]
    for shown in (page, parts["headline"]):
        assert "<img" not in shown
        assert "<script>" not in shown
        assert "&lt;img" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown


def test_tries_are_limited_for_a_while() -> None:
    now = [0.0]
    tries = Tries(3, 60, lambda: now[0])
    for _ in range(3):
        assert not tries.is_over("a")
        tries.note("a")
    assert tries.is_over("a")
    assert not tries.is_over("b")
    now[0] = 61
    assert not tries.is_over("a")
    for number in range(3 * Tries.MOST_KNOWN):
        tries.note(str(number))
    assert len(tries._tried) == Tries.MOST_KNOWN

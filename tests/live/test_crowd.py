"""No machine of the room keeps the others out, however it asks."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from q40k.live import connections
from q40k.live.connections import Doors, Streams
from q40k.live.inbox import Inbox, inbox_file
from q40k.live.room import Room
from tests.live.served import Board, race, serve_board
from tests.live.test_phones import BOB, NoServer

FLOOD = "10.0.0.66"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    with race(tmp_path) as (path, _session), serve_board(path) as board:
        yield board


def connect(board: Board) -> socket.socket:
    """A bare connection to a board."""
    host, _, port = board.host.partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection; this waits until it does."""
    with suppress(ConnectionError):
        return connection.recv(1) == b""
    return True


def test_one_address_has_so_many_streams_and_leaves_the_rest_to_others() -> None:
    streams = Streams()
    opened = [streams.open(FLOOD, None) for _ in range(connections.MOST_STREAMS_OF_ADDRESS + 20)]
    assert opened.count(None) == 20
    assert streams.open("10.0.0.5", None) is not None
    close = opened[0]
    assert close is not None
    close()
    assert streams.open(FLOOD, None) is not None, "a stream that has ended makes room"


def test_a_seats_streams_are_reserved() -> None:
    streams = Streams()
    for number in range(connections.MOST_STREAMS):
        streams.open(f"10.0.{number // 20}.1", None)
    assert streams.open("10.9.9.9", None) is None, "the board is full"
    assert streams.open("10.9.9.9", "token") is not None


def test_one_address_has_so_many_connections() -> None:
    doors = Doors()
    admitted = [doors.admit(FLOOD) for _ in range(connections.MOST_OF_ADDRESS + 5)]
    assert admitted.count(True) == connections.MOST_OF_ADDRESS
    assert doors.admit("10.0.0.5")
    doors.release(FLOOD)
    assert doors.admit(FLOOD)


def test_a_flood_of_streams_is_turned_away_before_it_is_served(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_STREAMS_OF_ADDRESS", 3)
    with ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(board.events("/events?match=1&from=0"))
        assert board.ask("/events?match=1&from=0")[0] == 503
        assert board.ask("/")[0] == 200, "the page itself is still served"


@pytest.mark.parametrize(
    "half", [b"", b"GET / HTTP/1.1\r\nHost: ", b"POST /s/x/call HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"]
)
def test_a_request_that_never_ends_is_closed(board: Board, monkeypatch: pytest.MonkeyPatch, half: bytes) -> None:
    monkeypatch.setattr(connections, "SLOW_SECONDS", 0.2)
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.1)
    if half.startswith(b"POST"):
        half = half.replace(
            b"\r\nContent", f"\r\nHost: {board.host}\r\nOrigin: http://{board.host}\r\nContent".encode(), 1
        )
    with connect(board) as slow:
        slow.sendall(half)
        while slow.recv(4096):  # an answer to half a post may come first
            pass
    assert board.ask("/")[0] == 200


def test_a_stream_is_not_taken_for_a_slow_request(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SLOW_SECONDS", 0.2)
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr("q40k.live.board.HEARTBEAT_SECONDS", 0.5)
    with board.events("/events?match=1&from=0") as events:
        beats = 0
        while beats < 2:
            beats += events.next()[0] == "here"


def test_too_many_connections_are_closed_at_once(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 4)
    with ExitStack() as opened:
        first = [opened.enter_context(connect(board)) for _ in range(4)]
        assert is_closed(opened.enter_context(connect(board)))
        first[0].close()
        for _ in range(50):  # until the server has seen that the first is closed
            again = http.client.HTTPConnection(board.host, timeout=10)
            with closing(again), suppress(OSError, http.client.HTTPException):
                again.request("GET", "/")
                assert again.getresponse().status == 200
                return
        pytest.fail("a place that is free again is not given")


# -- tokens ----------------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("q40k.live.room.Server", NoServer)
    with race(tmp_path) as (path, _session):
        yield path


def token_after(path: Path, *, keeps: bool = False, reopens: bool = False) -> bool:
    """Whether a token is still worth something when its room has closed."""
    room = Room(path, 1, "en", lan=False)
    token = room.inbox.token(1, BOB)
    room.keep_codes(keeps)
    room.close(reopens=reopens)
    inbox = Inbox(inbox_file(path))
    try:
        return inbox.seat_of(1, token) == BOB
    finally:
        inbox.close()


def test_a_code_ends_with_its_room(library: Path) -> None:
    assert not token_after(library)


def test_a_code_that_is_kept_outlives_its_room(library: Path) -> None:
    assert token_after(library, keeps=True)


def test_a_room_that_opens_again_to_others_keeps_its_codes(library: Path) -> None:
    assert token_after(library, reopens=True)


def test_every_answer_of_a_seat_has_its_own_fate(library: Path) -> None:
    inbox = Inbox(inbox_file(library))
    first = inbox.send(1, BOB, "answer", 7, [3])
    second = inbox.send(1, BOB, "answer", 7, [5])
    assert first is not None
    assert second is not None
    inbox.settle(second, "taken")
    assert [(post.body, post.became) for post in inbox.answers(1, BOB)] == [([5], "taken"), ([3], "replaced")]
    inbox.send(1, BOB, "answer", 9, [1])
    assert [post.body for post in inbox.answers(1, BOB)] == [[1]], "of another question"
    inbox.close()

"""A board served in this process, and what one asks of it."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from q40k.games import game as games
from q40k.live.server import Wish, serve
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.games.race.playing import EVENING, play

PATIENCE = 120
"""So many seconds an answer may take: other tests may keep the machine busy."""


class Board:
    """A server that runs in a thread, and the match that it shows."""

    def __init__(self, url: str, leading: SimpleQueue[str | None]) -> None:
        self.url = url
        self.host = url.removeprefix("http://").rstrip("/")
        self._leading = leading

    def follow(self, match: int) -> None:
        """Let it follow another match."""
        self._leading.put(f"{match}\n")

    def ask(
        self, path: str = "/", method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """The status, the headers and the text of an answer; `host_` and the like are headers."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        fields = {name.rstrip("_").replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    @contextmanager
    def events(self, path: str = "/events", **headers: str) -> Iterator[Events]:
        """What the server sends from now on."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=fields)
        try:
            yield Events(connection.getresponse())
        finally:
            connection.close()


class Events:
    """Events as they come: the name, the id and the data of each."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        assert answer.status == 200
        self._answer = answer

    def next(self) -> tuple[str, int, Any]:
        """The next event."""
        name, seq, data = "message", 0, ""
        while True:
            read = self._answer.readline().decode()
            assert read, "the server has ended the stream"
            line = read.rstrip("\n")
            key, _, value = line.partition(": ")
            if key == "event":
                name = value
            elif key == "id":
                seq = int(value)
            elif key == "data":
                data = value
            elif not line and data:
                return name, seq, json.loads(data)

    def until(self, seq: int) -> list[tuple[int, Any]]:
        """All messages until one leads to that entry."""
        results: list[tuple[int, Any]] = []
        while not results or results[-1][0] < seq:
            _name, at, data = self.next()
            results.append((at, data))
        return results


@contextmanager
def serve_board(path: Path, match: int | None = None, **options: Any) -> Iterator[Board]:
    """A board of a library's match, or of the one played last."""
    leading: SimpleQueue[str | None] = SimpleQueue()
    ready: SimpleQueue[str] = SimpleQueue()
    wish = Wish(path, match, port=0, **options)
    lines = iter(leading.get, None)
    thread = threading.Thread(target=serve, args=(wish, ready.put, lines), daemon=True)
    thread.start()
    try:
        yield Board(ready.get(timeout=PATIENCE), leading)
    finally:
        leading.put(None)
        thread.join(PATIENCE)


@contextmanager
def race(folder: Path, *more: dict[str, Any]) -> Iterator[tuple[Path, MatchSession]]:
    """A race after the evening, in a library on the disk."""
    library = MatchLibrary(folder / "matches.sqlite3")
    match_session = library.begin("Friday", games.find("race"))
    try:
        yield library.path, play(match_session, *EVENING, *more)
    finally:
        match_session.close()
        library.close()

"""A hall that is served in this process, and tables that play what it gives them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any

import msgspec
import pytest

from q40k.evening import server, table
from q40k.evening.server import Wish
from q40k.evening.wire import ENTRIES, Batch, Refusal, Refused, Stand, read_rows
from q40k.live.certificate import Certificate
from q40k.live.server import make_server
from q40k.season.record import write_decisions
from q40k.season.rounds import begin
from q40k.season.season import Season, season
from q40k.table.match_library import MatchLibrary, now
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.season.evenings import clock
from tests.table.scripts import library, line, opening_lines

PATIENCE = 60
LEAGUE = "Cup"


class Hall:
    """A hall that runs in a thread."""

    def __init__(self, path: Path, url: str, word: str) -> None:
        self.path, self.url, self.word = path, url, word

    def page(self, query: str = "") -> str:
        """The page, as a browser gets it."""
        connection = HTTPConnection(self.url.split("/")[2], timeout=PATIENCE)
        connection.request("GET", f"/{query}")
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    @property
    def season(self) -> Season:
        """The season of its library."""
        with closing(MatchLibrary(self.path)) as held:
            return season(held)

    def wait_for(self, *texts: str) -> str:
        """The page, once it shows all these texts."""
        end = monotonic() + PATIENCE
        while not all(text in (page := self.page()) for text in texts):
            assert monotonic() < end, page
        return page


def found_league(path: Path, players: tuple[str, ...], rounds: int = 1, seats: int = 2, game: str = "quake") -> None:
    """Found the league of the evening in a new library."""
    with closing(MatchLibrary(path)) as held:
        league = begin(LEAGUE, "swiss", players, table=seats, rounds=rounds, seed="lots", game=game)
        write_decisions(held, now(), league)


@contextmanager
def serve_hall(path: Path, **options: Any) -> Iterator[Hall]:
    """A hall for the league of a library."""
    ready: SimpleQueue[tuple[str, str]] = SimpleQueue()
    servers: list[Any] = []

    def keep(app: Any, certificate: Certificate | None) -> Any:
        servers.append(make_server(app, certificate))
        return servers[-1]

    wish = Wish(path, LEAGUE, lan=False, port=options.pop("port", 0), **options)
    thread = threading.Thread(target=server.serve, args=(wish, lambda *invitation: ready.put(invitation)), daemon=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("q40k.evening.server.make_server", keep)
        thread.start()
        invitation = ready.get(timeout=PATIENCE)
    try:
        yield Hall(path, *invitation)
    finally:
        servers[-1].should_exit = True
        thread.join(PATIENCE)


class Table:
    """A laptop that is a table of an evening."""

    def __init__(self, folder: Path, number: int) -> None:
        folder.mkdir(exist_ok=True)
        self.path, self.number = folder / "matches.sqlite3", number
        times = clock()
        self.library = MatchLibrary(self.path, lambda: next(times))

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_error: object) -> None:
        self.library.close()

    def batch(self, identity: str, after: int = 0, last: int = 1 << 40) -> Batch:
        """The entries of a match after an entry, as the outbox sends them."""
        (row,) = [row for row in self.library.matches() if row.identity == identity]
        journal = self.library.journal
        rows = tuple(entry for entry in read_rows(journal, row.id, after, 1 << 40) if entry.seq <= last)
        checksum = journal.checksum(row.id, after) or 0
        return Batch(identity, row.game, journal.shape(row.id), row.name, row.created, after, checksum, rows)

    def refusal(self, batch: Batch | bytes, token: str | None = None) -> Refusal:
        """Why the hall refuses a message of this table."""
        membership = table.read_membership(self.path)
        assert membership is not None
        with closing(table.HallClient(membership.url, membership.token if token is None else token)) as client:
            try:
                client.ask(ENTRIES, msgspec.Raw(batch) if isinstance(batch, bytes) else batch, Stand)
            except Refused as refused:
                return refused.refusal
        raise AssertionError("it was taken")

    def join(self, hall: Hall, word: str = "", trusted: str = "") -> table.Membership:
        """Join an evening, perhaps with a certificate that is trusted."""
        return table.join(self.path, hall.url, word or hall.word, self.number, trusted)

    def begin(self) -> MatchSession:
        """Take the next pairing, and begin its match with everybody on the table."""
        membership = table.read_membership(self.path)
        assert membership is not None
        pairing = table.next_pairing(membership).pairing
        assert pairing is not None
        assert table.take_pairing(self.library, membership, pairing) is None
        session = self.library.begin("Cup", None, pairing.match)
        return play(session, *opening_lines(*pairing.players))

    def send(self) -> table.Outbox:
        """Send everything once; returns the outbox, which knows what was refused."""
        with closing(table.Outbox(self.path)) as outbox:
            outbox.send()
            while outbox.refusal is not None and outbox.refusal.code == "busy":
                outbox.send()
        return outbox


def play(session: MatchSession, *lines: Any) -> MatchSession:
    """Carry out lines of a script."""
    texts = [entry if isinstance(entry, str) else json.dumps(entry) for entry in lines]
    for entry in read_script(texts, None if session.head == 0 else session.game):
        play_line(session, library, entry)
    return session


def score(player: str, points: int) -> str:
    """A line that gives a player a score."""
    return line("adjust", player=player, score=points, why="a test")


END = line("end", why="time")


def entries_of(path: Path, identity: str) -> list[Any]:
    """Every entry of a match with its checksum and marks, and the versions it replaces."""
    with closing(MatchLibrary(path)) as held:
        (row,) = [row for row in held.matches() if row.identity == identity]
        sql = "SELECT seq, kind, command, body, hand, events, dice, at, undone_by, checksum FROM entries"
        rows = held.journal.read(f"{sql} WHERE match = ? ORDER BY seq", row.id)
        return [*rows, held.journal.read("SELECT seq, replaces FROM replaced WHERE match = ? ORDER BY seq", row.id)]

"""A table's side: it joins an evening, takes the next pairing, and sends what is played.

The outbox only reads the library. So it sends what any face of q40k has written, and nobody waits for it.
"""

import os
import platform
import secrets
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.evening import wire
from q40k.evening.evenings import membership_file
from q40k.evening.wire import Batch, Join, Joined, Next, Pairing, Refusal, Refused, Stand
from q40k.games.game import View, find, manifests
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import MatchRow
from q40k.kernel.whole_file import Absent, Damaged, read_side, write_side
from q40k.table.context import Onward, Prefilled
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

SECONDS = 15.0
"""The hall may take so long to answer."""
LOOK_SECONDS = 0.04
PAUSES = (1.0, 2.0, 5.0)
"""So many seconds pass before the next try, the last of them from then on."""
SIGN_SECONDS = 5.0
"""So often a table that has nothing to send gives a sign of life."""


class Unreachable(Exception):
    """The hall does not answer."""


class Membership(Struct, frozen=True):
    """The evening that a laptop belongs to: the hall's address, the table's number and secret, and its matches.

    `cert` is the file of the certificate to trust, "" for those of the system. `asked` are the secrets of
    other tables that it was or asked to be, by number: the hall's answer may be lost on the way.
    """

    url: str
    table: int
    token: str
    league: str
    cert: str = ""
    matches: tuple[str, ...] = ()
    asked: dict[int, str] = {}


def read_membership(library: Path) -> Membership | None:
    """Return the evening that a library belongs to, or None."""
    side = _read(library)
    return side if side is not None and side.league else None


def _read(library: Path) -> Membership | None:
    side = read_side(membership_file(library), Membership)
    return None if isinstance(side, Absent | Damaged) else side


def write_membership(library: Path, membership: Membership) -> None:
    """Keep the evening that a library belongs to; only its owner may read it. Raises OSError."""
    path = membership_file(library)
    write_side(path, membership, Membership)
    with suppress(OSError):
        os.chmod(path, 0o600)


class HallClient:
    """A connection to the hall, opened when it is needed."""

    def __init__(self, url: str, token: str = "", cert: str = "") -> None:
        self._url, self._token, self._cert = urlsplit(url), token, cert
        self._connection: HTTPConnection | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def ask(self, path: str, message: Any, kind: type[Any]) -> Any:
        """Send a message and return the answer. Raises Unreachable, Refused."""
        body = msgspec.json.encode(message)
        origin = f"{self._url.scheme}://{self._url.netloc}"
        headers = {wire.TOKEN: self._token, "Origin": origin}
        try:
            answer = self._request(path, body, headers)
            raw = answer.read(wire.MOST_BYTES)
            if answer.status == 409:
                refusal = msgspec.json.decode(raw, type=Refusal)
                raise Refused(refusal.code, refusal.stand, **refusal.facts)
            if answer.status != 200:
                raise Unreachable(str(answer.status))
            return msgspec.json.decode(raw, type=kind)
        except (OSError, ValueError, HTTPException, msgspec.MsgspecError) as error:
            self.close()
            raise Unreachable(str(error)) from error

    def _request(self, path: str, body: bytes, headers: dict[str, str]) -> HTTPResponse:
        """Return the answer to a request; a connection that the hall has closed meanwhile is opened again."""
        if self._connection is not None:
            with suppress(OSError, HTTPException):
                self._connection.request("POST", path, body, headers)
                return self._connection.getresponse()
            self.close()
        self._connection = self._connect()
        self._connection.request("POST", path, body, headers)
        return self._connection.getresponse()

    def _connect(self) -> HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "https":
            trust = ssl.create_default_context(cafile=self._cert or None)
            return HTTPSConnection(host, port, timeout=SECONDS, context=trust)
        return HTTPConnection(host, port, timeout=SECONDS)


def join(library: Path, url: str, word: str, table: int, cert: str = "") -> Membership:
    """Join an evening as a table, and keep that beside the library. Raises Unreachable, Refused, OSError."""
    before = _read(library) or Membership(url, table, secrets.token_hex(16), "", cert)
    token = before.token if before.table == table else before.asked.get(table) or secrets.token_hex(16)
    write_membership(library, replace(before, asked=before.asked | {table: token}))
    shapes = {manifest.id: find(manifest.id).shape for manifest in manifests()}
    with closing(HallClient(url, cert=cert)) as client:
        joined = client.ask(wire.JOIN, Join(wire.VERSION, word, table, platform.node(), shapes, token), Joined)
    matches = before.matches if before.token == token else ()
    tokens = before.asked | {before.table: before.token}  # so that it may go back
    membership = Membership(url, table, token, joined.league, cert, matches, tokens)
    write_membership(library, membership)
    return membership


def send_and_ask(library: Path, membership: Membership) -> Next:
    """Send what the hall lacks, and return the match that comes next. Raises Unreachable, Refused, JournalError."""
    with closing(Outbox(library)) as outbox:
        outbox.send()
    return next_pairing(membership)


def next_pairing(membership: Membership) -> Next:
    """Return the match that a table plays next. Raises Unreachable, Refused."""
    with closing(HallClient(membership.url, membership.token, membership.cert)) as client:
        answer: Next = client.ask(wire.NEXT, None, Next)
        return answer


def take_pairing(library: MatchLibrary, membership: Membership, pairing: Pairing) -> MatchRow | None:
    """Note that a match of the evening is played here; return its row if it was begun already. Raises OSError."""
    current = read_membership(library.path) or membership
    if pairing.match not in current.matches:
        write_membership(library.path, replace(current, matches=(*current.matches, pairing.match)))
    return next((row for row in library.matches() if row.identity == pairing.match), None)


def find_begun(library: MatchLibrary, membership: Membership) -> MatchRow | None:
    """Return the match of the evening that was begun here and is not over, or None. Raises JournalError."""
    for row in library.matches():
        if row.identity in membership.matches and row.entries:
            game, state = library.last_state(row.id)
            if not game.view.status(state).over:
                return row
    return None


def options_of(pairing: Pairing) -> Prefilled:
    """Return the options of a pairing’s match, as its game knows them. Raises Refused."""
    options: Prefilled = wire.decode(bytes(pairing.options), wire.options_class(pairing.game))
    return options


# -- the outbox ------------------------------------------------------------------------------


class Outbox:
    """Sends what the matches of an evening lack at the hall."""

    def __init__(self, path: Path) -> None:
        """Follow the library at `path`. Raises JournalError."""
        self._path = path
        self._library = MatchLibrary(path, follow=True)
        self._client: HallClient | None = None
        self._membership: Membership | None = None
        self._stands: dict[str, Stand] = {}
        self._has_sent_all = False  # since a message was lost
        self._public: dict[str, int] = {}
        self._open: dict[str, MatchSession] = {}
        self.refusal: Refusal | None = None

    def close(self) -> None:
        """Close the library and the connection."""
        self._library.close()
        if self._client is not None:
            self._client.close()

    @property
    def changes(self) -> int:
        """Return a number that changes when anything was played."""
        return self._library.journal.changes

    def send(self) -> int:
        """Send everything that the hall lacks; return how many entries it took. Raises Unreachable, JournalError.

        A match that the hall refuses waits; `refusal` says why.
        """
        membership, sent = read_membership(self._path), 0
        if membership is None:
            return 0
        if membership != self._membership or self._client is None:
            is_same_hall = self._membership is not None and self._membership.url == membership.url
            self._membership = membership
            if self._client is not None:
                self._client.close()
            self._client = HallClient(membership.url, membership.token, membership.cert)
            self._stands = self._stands if is_same_hall else {}
        self.refusal = None
        rows = {row.identity: row for row in self._library.matches()}
        for identity in membership.matches:
            if (row := rows.get(identity)) is not None:
                try:
                    sent += self._send_match(self._client, row)
                except Refused as refused:
                    self.refusal = refused.refusal
                    self._stands.pop(identity, None)
                except Unreachable:
                    self._stands.pop(identity, None)
                    self._doubt()
                    raise
        self._has_sent_all = True
        return sent

    def _doubt(self) -> None:
        """Ask the hall again what it has of every match: it may be another one by now.

        What it answers from then on is kept, however many messages are lost before everything is sent.
        """
        if self._has_sent_all:
            self._stands.clear()
            self._has_sent_all = False

    def give_sign(self) -> None:
        """Tell the hall that this table is there. Raises Unreachable."""
        if self._client is not None and self._membership is not None and self._membership.matches:
            try:
                self._client.ask(wire.STAND, self._membership.matches[-1], Stand)
            except Refused:
                pass  # it was heard
            except Unreachable:
                self._doubt()
                raise

    def _send_match(self, client: HallClient, row: MatchRow) -> int:
        stand = self._stands.get(row.identity)
        if stand is None:
            stand = client.ask(wire.STAND, row.identity, Stand)
            self._stands[row.identity] = stand
        sent, journal = 0, self._library.journal
        if (journal.checksum(row.id, stand.seq) or 0) != stand.checksum:
            raise Refused("differs", entry=stand.seq)
        upto = self._find_public(row)
        while stand.seq < upto:
            rows = wire.read_rows(journal, row.id, stand.seq, wire.MOST_ROWS)
            rows = tuple(entry for entry in rows if entry.seq <= upto)
            checksum = journal.checksum(row.id, stand.seq) or 0
            shape = journal.shape(row.id)
            batch = Batch(row.identity, row.game, shape, row.name, row.created, stand.seq, checksum, rows)
            try:
                stand = client.ask(wire.ENTRIES, batch, Stand)
            except Refused as refused:
                if refused.refusal.code not in ("known", "order") or refused.refusal.stand is None:
                    raise
                stand = refused.refusal.stand
            sent += len(rows)
            self._stands[row.identity] = stand
        return sent

    def _find_public(self, row: MatchRow) -> int:
        """Return the newest entry after which nothing was secret; all before it may be sent."""
        game = self._library.game_of(row.id)
        if type(game.view).mask_state is View.mask_state:
            return row.entries
        session = self._open.get(row.identity)
        if session is None:
            session = self._open[row.identity] = self._library.open(row.id, watch=True, whole=False)
        session.refresh()
        if session.snapshot.status.over or not session.keeps_secrets:
            self._public[row.identity] = session.head
        return self._public.get(row.identity, 0)


def run_outbox(path: Path, say: Callable[[Refusal | None, bool], None], should_end: Callable[[], bool]) -> None:
    """Send until told to end. `say` gets each new refusal, and whether the hall can be reached, when that changes.

    Raises JournalError if the library cannot be read at all.
    """
    outbox, failures, changes, sign = Outbox(path), 0, -1, 0.0
    shown: tuple[Refusal | None, bool] = (None, True)
    try:
        while not should_end():
            try:
                current = outbox.changes
                if current != changes or outbox.refusal is not None:
                    outbox.send()
                    changes = current
                elif time.monotonic() - sign > SIGN_SECONDS:
                    outbox.give_sign()
                    sign = time.monotonic()
                is_reachable, failures = True, 0
            except Unreachable:
                is_reachable, changes = False, -1
            if (outbox.refusal, is_reachable) != shown:
                shown = (outbox.refusal, is_reachable)
                say(*shown)
            if is_reachable and outbox.refusal is None:
                time.sleep(LOOK_SECONDS)
            else:
                time.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
    finally:
        outbox.close()


class OutboxProcess:
    """An outbox in a process of its own, which ends with this one."""

    def __init__(self, library: Path) -> None:
        """Start it for a library. Raises OSError."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "q40k", "evening", "send", "--led"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "Q40K_DATA_DIR": str(library.parent)},
        )  # fmt: skip

    def close(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def onward(library: MatchLibrary, membership: Membership, pairing: Pairing) -> Onward:
    """Return where a pairing leads: to its match, begun or not. Raises Refused, OSError."""
    row = take_pairing(library, membership, pairing)
    if row is not None:
        return Onward(match=row.id)
    return Onward(game=pairing.game, prefilled=options_of(pairing), identity=pairing.match)


def nothing_to_play(locale: Locale, answer: Next) -> str:
    """Say why a table has nothing to play."""
    over, waits = N_("The league is over."), N_("The next round is not drawn yet: other tables still play.")
    return locale.gettext(over if answer.is_over else waits)


def left_behind(locale: Locale, library: MatchLibrary, before: Membership | None, now: Membership) -> str:
    """Say that a match stays behind at the table that this laptop was, or "". Raises JournalError."""
    match = find_begun(library, before) if before is not None and before.token != now.token else None
    if before is None or match is None:
        return ""
    message = N_("“{match}” of table {table} is not over, and is not sent any more. Join as table {table} to go on.")
    return locale.say(message, match=match.name, table=before.table)

"""Hands a match over to another laptop in the same network: a server for one match, and what asks it.

The address holds a secret word, so that nobody takes a match by chance. The laptop that takes asks for the parcel,
stores it, and says so; only then is the match let go here (`care.handing`). Nothing else is served.
"""

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from threading import Event, Thread
from urllib.parse import urlsplit

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.live.address import address, open_listener

SECONDS = 15
_LOOK_UP_SECONDS = 0.5
_MOST_ANSWER = 1_000
_PARCEL, _ARRIVED = "parcel", "arrived"

LetGo = Callable[[str, str], bool]
"""Lets a match go to a library, by its identity, on a machine; returns whether it did."""


class _Handler(BaseHTTPRequestHandler):
    """Answers for the one match of its server."""

    server: "Handover"
    timeout = SECONDS

    def do_GET(self) -> None:
        """Send the parcel."""
        if self.path != f"/{self.server.word}/{_PARCEL}":
            self.send_error(404)
            return
        self._answer(200, self.server.parcel)

    def do_POST(self) -> None:
        """Let the match go to the library that has it."""
        length = self.headers.get("Content-Length", "")
        if self.path != f"/{self.server.word}/{_ARRIVED}" or not is_digits(length) or int(length) > _MOST_ANSWER:
            self.send_error(404)
            return
        try:
            receipt = json.loads(self.rfile.read(int(length)))
            library, host = str(receipt["library"])[:64], str(receipt["host"])[:100]
        except (ValueError, KeyError, TypeError):
            self.send_error(400)
            return
        request = _Request(library, f"{host} ({self.client_address[0]})")
        self.server.requests.put(request)
        has_gone = request.answer.get()
        try:
            self._answer(500 if has_gone is None else 200 if has_gone else 409, b"")
        finally:
            request.is_answered.set()

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


class _Request:
    """A library asks for the match; the thread of the server that owns the journal answers, None for a failure."""

    def __init__(self, library: str, where: str) -> None:
        self.library, self.where = library, where
        self.answer: SimpleQueue[bool | None] = SimpleQueue()
        self.is_answered = Event()


class Handover(ThreadingHTTPServer):
    """Offers one match until it has gone; `url` is what the other laptop needs.

    Each connection has a thread, so that one that says nothing keeps nobody waiting.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, parcel: bytes, word: str, let_go: LetGo, *, lan: bool = True, port: int | None = None) -> None:
        listener = open_listener(port, lan=lan)
        super().__init__(listener.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.parcel, self.word, self.let_go = parcel, word, let_go
        self.has_gone = False
        self.requests: SimpleQueue[_Request] = SimpleQueue()
        self.url = f"{address(listener.getsockname()[1], lan=lan).url}{word}"

    def serve(self) -> None:
        """Answer until the match has gone."""
        Thread(target=self.serve_forever, daemon=True, name="q40k-handover").start()
        try:
            while not self.has_gone:
                with suppress(Empty):  # it looks up now and then, so that Ctrl+C ends it everywhere
                    self._let_go(self.requests.get(timeout=_LOOK_UP_SECONDS))
        finally:
            self.shutdown()

    def _let_go(self, request: _Request) -> None:
        try:
            self.has_gone = self.let_go(request.library, request.where)
        except (JournalError, OSError):  # it stays here, and the other laptop may ask again
            request.answer.put(None)
            return
        request.answer.put(self.has_gone)
        request.is_answered.wait(SECONDS)

    def handle_error(self, request: object, client_address: object) -> None:
        """Go on after a request that broke off."""


class Unreachable(Exception):
    """The other laptop does not answer, or not as one that hands a match over."""


def is_address(text: str) -> bool:
    """Return whether a text is the address of a match that is handed over."""
    return text.startswith("http://")


def fetch_parcel(url: str, most: int) -> bytes:
    """Return the parcel that another laptop offers. Raises Unreachable."""
    raw = _ask(url, "GET", _PARCEL, b"", most)[1]
    if len(raw) > most:
        raise Unreachable(url)
    return raw


def report_arrival(url: str, library: str) -> bool:
    """Tell the other laptop that the match is here; return whether it lets it go. Raises Unreachable."""
    body = json.dumps({"library": library, "host": socket.gethostname()}).encode()
    return _ask(url, "POST", _ARRIVED, body, _MOST_ANSWER)[0] == 200


def _ask(url: str, method: str, path: str, body: bytes, most: int) -> tuple[int, bytes]:
    """Return status and body of an answer; 409 is one, any other but 200 is none. Raises Unreachable."""
    try:
        parts = urlsplit(url)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=SECONDS)
        connection.request(method, f"{parts.path.rstrip('/')}/{path}", body)
        answer = connection.getresponse()
        raw = answer.read(most + 1)
        connection.close()
    except (OSError, ValueError, HTTPException) as error:
        raise Unreachable(url) from error
    if answer.status not in (200, 409):
        raise Unreachable(url)
    return answer.status, raw

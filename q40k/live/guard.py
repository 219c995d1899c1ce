"""The checks on every request, and the headers of every answer.

Everybody in the same network may ask. A page of another site must not be able to, however it makes
a browser ask. No answer may run, load or frame anything but its own.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from q40k.kernel.text import is_digits

MOST_BYTES = 4096
"""The greatest length of a request's body."""
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        b" img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
NOTHING_KEPT = {"Cache-Control": "no-store"}
"""The header of an answer that a browser must not keep."""
RETRY = {"Retry-After": "5", "Refresh": "5", **NOTHING_KEPT}
"""The headers of a page that a browser asks for again."""
METHODS = ("GET", "POST")


class Guard:
    """Lets in only requests that were meant for this server."""

    def __init__(
        self, app: ASGIApp, hosts: Callable[[], Collection[str]], scheme: str = "http", most: int = MOST_BYTES
    ) -> None:
        """Guard `app`, which is reached by one of the `hosts`, such as "192.168.1.5:8040".

        A body of a request has at `most` so many bytes.
        """
        self._app, self._hosts, self._scheme, self._most = app, hosts, scheme, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer why not."""
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        app, status = self._app, self._refusal(scope["method"], headers)
        if not status and scope["method"] == "POST":
            body = await _read_body(receive, self._most)
            if body is None:
                status = 413
            else:
                receive = _replay(body, receive)
        if status:
            app = PlainTextResponse(str(status), status)
        await app(scope, receive, _add_headers(send))

    def _refusal(self, method: str, headers: dict[bytes, bytes]) -> int:
        """Return the status that refuses a request; 0 lets it in."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host not in self._hosts():
            return 421
        if method not in METHODS:
            return 405
        return 0 if method == "GET" else _post_refusal(f"{self._scheme}://{host}", headers, self._most)


def _post_refusal(own: str, headers: dict[bytes, bytes], most: int) -> int:
    """Return the status that refuses a post: it is from another site, or too long."""
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    site = headers.get(b"sec-fetch-site", b"same-origin")
    if origin != own or site != b"same-origin":
        return 403
    length = headers.get(b"content-length", b"")
    if not is_digits(length):
        return 411
    return 413 if int(length) > most else 0


def _add_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return send_with_headers


async def _read_body(receive: Receive, most: int) -> Message | None:
    """Return the whole body as one message, or what ended it; None if it is too long, whatever its header says."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return message
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return {"type": "http.request", "body": body, "more_body": False}


def _replay(first: Message, receive: Receive) -> Receive:
    """Return a `receive` that gives a message again, and then what comes after it."""
    messages = [first]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def refuse(status: int) -> HTTPException:
    """Return the refusal of a request, to be raised."""
    return HTTPException(status, str(status))


def sender_of(request: Request) -> str:
    """Return the address of who asks."""
    return request.client.host if request.client is not None else ""


class Tries:
    """Limits how often each sender may try something: so many times in so many seconds."""

    MOST_KNOWN = 1000

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._tried: OrderedDict[str, deque[float]] = OrderedDict()

    def is_over(self, who: str) -> bool:
        """Return whether somebody has tried too often lately."""
        tried = self._tried.get(who)
        while tried and tried[0] < self._clock() - self._seconds:
            tried.popleft()
        return tried is not None and len(tried) >= self._most

    def note(self, who: str) -> None:
        """Note a try."""
        tried = self._tried.setdefault(who, deque(maxlen=self._most))
        tried.append(self._clock())
        self._tried.move_to_end(who)
        while len(self._tried) > self.MOST_KNOWN:
            self._tried.popitem(last=False)

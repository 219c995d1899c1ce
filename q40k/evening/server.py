"""The hall's server: a process that the tables send to, and that shows the evening in browsers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from q40k.evening import wire
from q40k.evening.hall import Hall
from q40k.evening.page import PageParts, style
from q40k.evening.wire import Batch, Join, Refused, decode
from q40k.i18n.locale import LANGUAGES, Locale
from q40k.kernel.text import is_digits
from q40k.live.address import address, open_listener
from q40k.live.board import HEARTBEAT_SECONDS
from q40k.live.certificate import Certificate, scheme_of
from q40k.live.connections import CountedStream, Streams
from q40k.live.guard import NOTHING_KEPT, Guard, sender_of
from q40k.live.page import asset
from q40k.live.server import STREAM, make_server, serve_while, wanted_language
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary

TOGETHER_SECONDS = 0.05
"""News within so many seconds is sent to the page together."""
REFUSED, LARGE = 409, 413


class Wish(Struct, frozen=True):
    """How a hall is served: of which library and league, with which options of the matches.

    `pause` is the time from the draw of a round to its beginning, in seconds. Without a `port` it is the usual
    one, or any.
    """

    path: Path
    league: str
    options: Prefilled | None = None
    game: str = ""
    pause: float = 600.0
    lan: bool = True
    port: int | None = None
    language: str = "en"
    certificate: Certificate | None = None


class Doorkeeper:
    """Lets long messages in only from tables that the hall knows, before anything of them is read."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self._app, self._hall = app, hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and scope["path"] != wire.JOIN and scope["method"] == "POST":
            headers = dict(scope["headers"])
            token = headers.get(wire.TOKEN.encode(), b"").decode("latin-1")
            length = headers.get(b"content-length", b"0")
            code = "unknown" if self._hall.evening.table_of(token) is None else ""
            code = code or ("large" if not is_digits(length) or int(length) > wire.MOST_BYTES else "")
            if code:
                await _refusal(Refused(code))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _refusal(refused: Refused) -> Response:
    body = msgspec.json.encode(refused.refusal)
    return Response(body, REFUSED, media_type="application/json", headers={"Connection": "keep-alive"})


class Pages:
    """The answers of the hall's server."""

    def __init__(self, hall: Hall, wish: Wish) -> None:
        self._hall, self._wish = hall, wish
        self._streams = Streams()
        self._pages = {name: PageParts(Locale(name), hall, wish.pause) for name in LANGUAGES}
        self._shown: dict[str, tuple[int, dict[str, str]]] = {}
        self.ending = False

    def routes(self) -> list[Route]:
        """Return every address."""
        posts = {wire.JOIN: self._join, wire.NEXT: self._next, wire.STAND: self._stand, wire.ENTRIES: self._entries}
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/events", self.events, methods=["GET"]),
            Route("/style.css", self.asset, methods=["GET"]),
            Route("/script.js", self.asset, methods=["GET"]),
            *(Route(path, self._answering(answer), methods=["POST"]) for path, answer in posts.items()),
        ]

    # -- tables ------------------------------------------------------------------------------

    def _answering(self, answer: Callable[[Request, bytes], Awaitable[Any]]) -> Callable[..., Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            try:
                result = await answer(request, await request.body())
            except Refused as refused:
                return _refusal(refused)
            return Response(msgspec.json.encode(result), media_type="application/json")

        return respond

    async def _join(self, request: Request, body: bytes) -> Any:
        return self._hall.join(decode(body, Join), sender_of(request))

    def _table(self, request: Request) -> int:
        return self._hall.table_of(request.headers.get(wire.TOKEN, ""))

    async def _next(self, request: Request, _body: bytes) -> Any:
        table = self._table(request)
        await self._hall.settle()
        return self._hall.next(table)

    async def _stand(self, request: Request, body: bytes) -> Any:
        return self._hall.stand(decode(body, str), self._table(request))

    async def _entries(self, request: Request, body: bytes) -> Any:
        return await self._hall.take(decode(body, Batch), self._table(request))

    # -- browsers ----------------------------------------------------------------------------

    async def asset(self, request: Request) -> Response:
        """Answer the style sheet or the script."""
        is_style = request.url.path == "/style.css"
        text, kind = (style(), "text/css") if is_style else (asset("script.js"), "text/javascript")
        return PlainTextResponse(text, media_type=kind, headers=NOTHING_KEPT)

    async def page(self, request: Request) -> Response:
        """Answer the page."""
        shown = self._pages[wanted_language(request, self._wish.language)]
        return HTMLResponse(shown.page(), headers=NOTHING_KEPT)

    async def events(self, request: Request) -> Response:
        """Answer the stream of what changes on the page."""
        close = self._streams.open(sender_of(request), None)
        if close is None:
            return PlainTextResponse("503", 503, headers={"Retry-After": "5"})
        language = wanted_language(request, self._wish.language)
        return CountedStream(self._stream(language), close, media_type="text/event-stream", headers=STREAM)

    async def _stream(self, language: str) -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        before, edition = self._parts(language), -1
        while not self.ending:
            if edition != self._hall.edition:
                edition, now = self._hall.edition, self._parts(language)
                changed = {name: html for name, html in now.items() if before.get(name) != html}
                if changed.keys() - before.keys() or before.keys() - now.keys():
                    yield b"event: reload\ndata: {}\n\n"
                    return
                before = now
                yield b"data: %s\n\n" % msgspec.json.encode({"parts": changed})
                await asyncio.sleep(TOGETHER_SECONDS)
            await self._hall.wait(HEARTBEAT_SECONDS)
            if edition == self._hall.edition:
                yield b"event: here\ndata: 1\n\n"

    def _parts(self, language: str) -> dict[str, str]:
        """Return the parts of the page, made once for all who read it in a language."""
        edition, shown = self._shown.get(language, (-1, {}))
        if edition != self._hall.edition:
            shown = self._pages[language].parts()
            self._shown[language] = (self._hall.edition, shown)
        return shown


def serve(wish: Wish, ready: Callable[[str, str], None]) -> None:
    """Serve until told to end; `ready` gets the address and the word once it can be reached.

    Raises OSError if the port is not available, JournalError, BadCertificate.
    """
    if wish.certificate is not None:
        wish.certificate.check()
    asyncio.run(_serve(wish, ready))


async def _serve(wish: Wish, ready: Callable[[str, str], None]) -> None:
    listener = open_listener(wish.port, lan=wish.lan)
    library = MatchLibrary(wish.path)
    scheme, name = scheme_of(wish.certificate), wish.certificate.name if wish.certificate is not None else ""
    reachable = address(listener.getsockname()[1], lan=wish.lan, scheme=scheme, name=name)
    hall = Hall(library, wish.league, wish.options, wish.game)
    pages = Pages(hall, wish)
    app = Doorkeeper(Guard(Starlette(routes=pages.routes()), lambda: reachable.hosts, scheme, wire.MOST_BYTES), hall)
    server = make_server(app, wish.certificate)
    await hall.catch_up()  # a table that asks at once is given its match
    ready(reachable.url, hall.evening.word)

    def end_pages() -> None:
        pages.ending = True
        hall.tell()

    try:
        await serve_while(server, listener, hall.follow(), end_pages)
    finally:
        await hall.close()
        library.close()

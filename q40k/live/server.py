"""The server of the board: a process of its own, which only reads the journal.

Starlette and uvicorn are imported only here and in `guard` and `seats`, so only in that process.
"""

import asyncio
import re
import socket
import sqlite3
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from q40k.games.game import Viewer
from q40k.i18n.locale import LANGUAGES, Locale
from q40k.live import page, parts, phone
from q40k.live.address import address, open_listener
from q40k.live.board import Board
from q40k.live.certificate import Certificate, scheme_of
from q40k.live.codes import CodePages
from q40k.live.connections import Connection, CountedStream, Doors, Streams, allow_files
from q40k.live.guard import NOTHING_KEPT, Guard, refuse, sender_of
from q40k.live.html import pages
from q40k.live.inbox import TABLE, Kind
from q40k.live.seats import RELOAD, SeatPages
from q40k.live.stream import Cursor
from q40k.prints.codes import MOST_LETTERS
from q40k.report.drawing import moving_parts
from q40k.table.codes import shared_codes

BACKLOG = 100
"""So many connections are accepted at a time, before the first of them is looked at."""
STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Wish(Struct, frozen=True):
    """How a server is started: of which library, which match, for whom.

    If `match` is None, it is always the one played last. If `port` is None, it is the usual one, or
    any.
    """

    path: Path
    match: int | None = None
    lan: bool = False
    port: int | None = None
    language: str = "en"
    certificate: Certificate | None = None


# -- requests ------------------------------------------------------------------------------


def wanted_language(request: Request, usual: str) -> str:
    """Return the language that the address or the browser asks for."""
    requested = request.query_params.get("lang", "")
    if requested in LANGUAGES:
        return requested
    accepted: list[tuple[float, int, str]] = []
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        name, _, weight = part.partition(";q=")
        language = name.strip().lower().partition("-")[0]
        if language in LANGUAGES:
            share = float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else 1.0
            accepted.append((-share, len(accepted), language))
    return min(accepted)[2] if accepted else usual


class NewsRequest(Struct, frozen=True):
    """A viewer's request for news: in which language, after which entry of which match."""

    language: str
    viewer: Viewer
    after: int
    match: str
    may: Callable[[], bool]


class Pages:
    """The answers of the server."""

    def __init__(self, board: Board) -> None:
        self.live_board = self._board = board
        self._streams = Streams()

    def routes(self) -> list[Route]:
        """Return every address."""
        return [
            Route("/", self.board, methods=["GET"]),
            Route("/events", self.events, methods=["GET"]),
            Route("/style.css", self.style, methods=["GET"]),
            Route("/script.js", self.script, methods=["GET"]),
            *CodePages(self).routes(),
            *SeatPages(self).routes(),
        ]

    def wanted_language(self, request: Request) -> str:
        """Return the language that the viewer wants."""
        return wanted_language(request, self._board.language)

    def sheet(self) -> str:
        """Return the style sheet, with the styles of the current game."""
        session = self._board.followed.session()
        scene = session.game.view.scene(session.state) if session is not None else None
        return page.style(scene.styles if scene is not None else {})

    async def style(self, _request: Request) -> Response:
        """Answer the style sheet."""
        return PlainTextResponse(self.sheet(), media_type="text/css", headers=NOTHING_KEPT)

    async def script(self, _request: Request) -> Response:
        """Answer the script."""
        text = page.asset("script.js")
        return PlainTextResponse(text, media_type="text/javascript", headers=NOTHING_KEPT)

    async def board(self, request: Request) -> Response:
        """Answer the board, or a part of it for a stream."""
        alone, theme = (request.query_params.get(name, "") for name in ("obs", "theme"))
        alone, theme = alone if alone in page.APART else "", "light" if theme == "light" else "dark"
        return self.board_page(self.wanted_language(request), alone, theme)

    def board_page(self, language: str, alone: str = "", theme: str = "dark") -> Response:
        """Return the page of the board in a language, or of one part `alone`."""
        board = self._board
        audience = board.audience(language)
        session, shown = audience.session, audience.parts(board.edition, board.outcome)
        scene = session.game.view.scene(session.state) if session is not None else None
        table = parts.table(audience.locale, scene, moving_parts(scene, board.followed.moved)) if scene else ""
        kinds = ("board", f"alone {alone}" * bool(alone), "nomap" * (not table), "over" * bool(shown.get("end")))
        where = f"/events?lang={language}&match={board.followed.number or 0}&from={board.followed.head}"
        other = ("en", "English") if language == "fr" else ("fr", "Français")
        facts = defaultdict(str, shown), audience.feed(), where, table, alone, other
        title = session.row.name or session.game.name if session is not None else "q40k"
        kind = " ".join(filter(None, kinds))
        return self.render(audience.locale, "board", *facts, title=title, kind=kind, theme=theme)

    def render(
        self, locale: Locale, name: str, *facts: Any, status: int = 200, headers: Any = NOTHING_KEPT, **how: str
    ) -> Response:
        """Answer the page of that name; `how` are fields of its `page.Page`."""
        shown = page.Page(locale.language, sheet=page.edition_of(self.sheet()), **how)
        return HTMLResponse(str(getattr(pages(locale), name)(shown, *facts)), status, headers=headers)

    def store_post(self, seat: str, kind: Kind, head: int = 0, body: Any = None) -> Response:
        """Leave a post with the referee. Raises HTTPException."""
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is None or match is None:
            raise refuse(503)
        number = inbox.send(match, seat, kind, head, body)
        if number is None:
            raise refuse(429)
        self._board.tell()
        return JSONResponse({"id": number}, 202, headers=NOTHING_KEPT)

    def wish_response(self, request: Request, kinds: Sequence[Kind]) -> Response:
        """Answer what became of a wish of the table, by its number. Raises HTTPException."""
        inbox, match, post = self._board.inbox, self._board.followed.number, None
        if inbox is not None and match is not None:
            with suppress(OverflowError):  # the number is too great for any wish
                wishes = (inbox.wish(match, request.path_params["number"], kind) for kind in kinds)
                post = next(filter(None, wishes), None)
        if post is None or post.seat != TABLE or request.path_params.get("code", post.body) != post.body:
            raise refuse(404)
        html = phone.wish_result(Locale(self.wanted_language(request)), post)
        return JSONResponse({"html": str(html), "became": post.became}, headers=NOTHING_KEPT)

    async def events(self, request: Request) -> Response:
        """Answer the stream of news, after the entry that was seen last."""
        return self.stream_response(request, None, lambda: True)

    def stream_response(self, request: Request, viewer: Viewer, may: Callable[[], bool]) -> Response:
        """Return the stream of news for a viewer, as long as they `may` see it."""
        close = self._streams.open(sender_of(request), request.path_params.get("token"))
        if close is None:
            return PlainTextResponse("503", 503, headers={"Retry-After": "5"})
        wish = NewsRequest(
            self.wanted_language(request), viewer, _last_seen_entry(request), request.query_params.get("match", ""), may
        )
        return CountedStream(self._stream(wish), close, media_type="text/event-stream", headers=STREAM)

    async def _stream(self, wish: NewsRequest) -> AsyncIterator[bytes]:
        board = self._board
        board.viewers += 1
        if wish.viewer is not None:
            board.phones[wish.viewer] += 1
            board.tell()
        cursor = Cursor(wish.after)
        try:
            yield b"retry: 1000\n\n"
            while not board.ending:
                is_other_match = wish.match != str(board.followed.number or 0)
                if is_other_match or not wish.may() or not board.has_entry(cursor.entry):
                    yield RELOAD
                    return
                if cursor.edition != board.edition:
                    audience = board.audience(wish.language, wish.viewer)
                    news = audience.news(cursor, board.edition, board.outcome)
                    cursor = news.upto
                    yield news.text
                    continue
                await board.wait()
                if cursor.edition == board.edition:
                    yield b"event: here\ndata: 1\n\n"
        finally:
            board.viewers -= 1
            if wish.viewer is not None and board.phones[wish.viewer] > 0:
                board.phones[wish.viewer] -= 1
                board.tell()


def _last_seen_entry(request: Request) -> int:
    """Return the last entry that a browser has seen."""
    query = request.query_params
    for value in (request.headers.get("last-event-id"), query.get("after"), query.get("from")):
        if value and re.fullmatch(r"[0-9]{1,9}", value):
            return int(value)
    return 0


# -- running it ----------------------------------------------------------------------------


def serve(wish: Wish, ready: Callable[[str], None], leading: Iterable[str] | None = None) -> None:
    """Serve until told to end; `ready` gets the address once it can be reached.

    Each line of `leading` is the number of the match to follow. The server ends when there are no
    more lines. Raises OSError if the port is not available, JournalError, BadCertificate.
    """
    if wish.certificate is not None:
        wish.certificate.check()
    asyncio.run(_serve(wish, ready, leading))


def _report_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report a fault of the loop, except a connection that broke or could not be accepted."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)


def make_server(app: Any, certificate: Certificate | None) -> uvicorn.Server:
    """Return a server of an app, with our own doors."""
    files: dict[str, Any] = {}
    if certificate is not None:
        files = {"ssl_certfile": certificate.file, "ssl_keyfile": certificate.key}
    allow_files()
    asyncio.get_running_loop().set_exception_handler(_report_fault)
    config = uvicorn.Config(
        app, log_config=None, log_level="critical", access_log=False, server_header=False,
        date_header=False, lifespan="off", ws="none", http=partial(Connection, Doors()),  # type: ignore[arg-type]
        loop="asyncio", timeout_graceful_shutdown=1, proxy_headers=False, backlog=BACKLOG, **files,
    )  # fmt: skip
    return uvicorn.Server(config)


async def serve_while(
    server: uvicorn.Server, listener: socket.socket, following: Coroutine[Any, Any, None], end_pages: Callable[[], None]
) -> None:
    """Serve for as long as a library is followed; when either ends, `end_pages` lets open streams end, too."""
    follower = asyncio.create_task(following)
    follower.add_done_callback(lambda _ended: setattr(server, "should_exit", True))
    try:
        await server.serve(sockets=[listener])
    finally:
        end_pages()
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower


def make_app(board: Board) -> Starlette:
    """Return what answers requests; while the inbox of the phones cannot be used, it says so."""

    def is_busy(_request: Request, _error: Exception) -> Response:
        return PlainTextResponse("503", 503)

    return Starlette(routes=Pages(board).routes(), exception_handlers={sqlite3.Error: is_busy})


async def warm_up(board: Board) -> None:
    """Load what the first pages need while nobody waits for the board yet: templates, packs, and what streams."""
    Pages(board).board_page(board.language)
    session = board.followed.session()
    codes = shared_codes(session.game, session.state, MOST_LETTERS) if session is not None else ()
    await run_in_threadpool(list, codes)


async def _serve(wish: Wish, ready: Callable[[str], None], leading: Iterable[str] | None) -> None:
    listener = open_listener(wish.port, lan=wish.lan)
    scheme, name = scheme_of(wish.certificate), wish.certificate.name if wish.certificate is not None else ""
    reachable = address(listener.getsockname()[1], lan=wish.lan, scheme=scheme, name=name)
    board = Board(wish.path, wish.match, wish.language, reachable.url if wish.lan else "")
    app = Guard(make_app(board), lambda: reachable.hosts, scheme)
    server = make_server(app, wish.certificate)
    if leading is not None:
        _read_commands(board, server, leading)
    await warm_up(board)
    ready(reachable.url)

    def end_pages() -> None:
        board.ending = True
        board.tell()

    try:
        await serve_while(server, listener, board.follow(), end_pages)
    finally:
        await board.close()


def _read_commands(board: Board, server: uvicorn.Server, leading: Iterable[str]) -> None:
    """Read lines in a thread: which match to follow, and the end."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in leading:
            with suppress(msgspec.MsgspecError, RuntimeError):
                match = msgspec.json.decode(line, type=int)
                asyncio.run_coroutine_threadsafe(board.show_match(match), loop)
        with suppress(RuntimeError):  # the loop may have ended already
            loop.call_soon_threadsafe(end)

    def end() -> None:
        board.ending = True
        board.tell()  # viewers are disconnected at once
        server.should_exit = True

    threading.Thread(target=listen, daemon=True).start()

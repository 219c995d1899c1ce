"""The server of the board: a process of its own, which only reads the journal.

Starlette and uvicorn are imported here and in the guard, and these only in that process.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from q40k.games.game import Viewer
from q40k.i18n.locale import LANGUAGES
from q40k.kernel.journal.journal import JournalError
from q40k.live import page, parts
from q40k.live.address import address, listening
from q40k.live.board import Board
from q40k.live.guard import Guard
from q40k.live.seats import Seats
from q40k.live.stream import Sent
from q40k.report.drawing import moving

MOST_VIEWERS: Final = 400
STREAM: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
NOTHING_KEPT: Final = {"Cache-Control": "no-store"}


class Wish(Struct, frozen=True):
    """How a server is started: of which library, which match, for whom.

    `match` None is always the one played last. `port` None is the usual one, or any.
    """

    path: Path
    match: int | None = None
    lan: bool = False
    port: int | None = None
    language: str = "en"


# -- what is asked of it -------------------------------------------------------------------


def spoken(request: Request, usual: str) -> str:
    """The language somebody wants: said in the address, or by the browser."""
    said = request.query_params.get("lang", "")
    if said in LANGUAGES:
        return said
    wanted: list[tuple[float, int, str]] = []
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        name, _, weight = part.partition(";q=")
        language = name.strip().lower().partition("-")[0]
        if language in LANGUAGES:
            share = float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else 1.0
            wanted.append((-share, len(wanted), language))
    return min(wanted)[2] if wanted else usual


class Asked(Struct, frozen=True):
    """What somebody wants to be told: in which language, after which entry of which match."""

    language: str
    viewer: Viewer
    after: int
    match: str
    may: Callable[[], bool]


class Pages:
    """What the server answers."""

    def __init__(self, board: Board) -> None:
        self.watched = self._board = board

    def routes(self) -> list[Route]:
        """Every address there is."""
        return [
            Route("/", self.board, methods=["GET"]),
            Route("/events", self.events, methods=["GET"]),
            Route("/style.css", self.style, methods=["GET"]),
            Route("/script.js", self.script, methods=["GET"]),
            *Seats(self).routes(),
        ]

    def spoken(self, request: Request) -> str:
        """The language somebody wants."""
        return spoken(request, self._board.language)

    def sheet(self) -> str:
        """The style sheet, with the styles of the game that is played."""
        session = self._board.followed.session()
        scene = session.game.view.scene(session.state) if session is not None else None
        return page.style(scene.styles if scene is not None else {})

    async def style(self, _request: Request) -> Response:
        """The one style sheet."""
        return PlainTextResponse(self.sheet(), media_type="text/css", headers=NOTHING_KEPT)

    async def script(self, _request: Request) -> Response:
        """The one script."""
        text = page.asset("script.js")
        return PlainTextResponse(text, media_type="text/javascript", headers=NOTHING_KEPT)

    async def board(self, request: Request) -> Response:
        """The board, or a part of it for a stream."""
        board = self._board
        language = spoken(request, board.language)
        audience = board.audience(language)
        session, locale = audience.session, audience.locale
        alone = request.query_params.get("obs", "")
        theme = "light" if request.query_params.get("theme") == "light" else "dark"
        scene = session.game.view.scene(session.state) if session is not None else None
        moved = board.followed.moved
        table = parts.table(locale, scene, moving(scene, moved)) if scene is not None else ""
        title = session.row.name or session.game.name if session is not None else "q40k"
        try:
            feed = audience.feed()
        except JournalError:
            feed = []
        where = (
            f"/events?lang={language}&match={board.followed.number or 0}&from={board.followed.head}"
        )
        text = page.board(
            locale, title, audience.parts(board.edition, board.came), feed, where, table,
            sheet=page.edition_of(self.sheet()), theme=theme,
            alone=alone if alone in page.APART else "",
        )  # fmt: skip
        return HTMLResponse(text, headers=NOTHING_KEPT)

    async def events(self, request: Request) -> Response:
        """What is new, from the entry on that was seen last."""
        return self.streaming(request, None, lambda: True)

    def streaming(self, request: Request, viewer: Viewer, may: Callable[[], bool]) -> Response:
        """What is new for a viewer, as long as they `may` see it."""
        if self._board.viewers >= MOST_VIEWERS:
            return PlainTextResponse("503", 503)
        asked = Asked(
            self.spoken(request), viewer, _seen(request), request.query_params.get("match", ""), may
        )
        stream = self._stream(asked)
        return StreamingResponse(stream, media_type="text/event-stream", headers=STREAM)

    async def _stream(self, asked: Asked) -> AsyncIterator[bytes]:
        board = self._board
        board.viewers += 1
        sent = Sent(asked.after)
        try:
            yield b"retry: 1000\n\n"
            while not board.ending:
                other = asked.match != str(board.followed.number or 0)
                if other or not asked.may() or not board.reached(sent.entry):
                    yield b"event: reload\ndata: {}\n\n"
                    return
                if sent.edition != board.edition:
                    audience = board.audience(asked.language, asked.viewer)
                    news = audience.news(sent, board.edition, board.came)
                    sent = news.upto
                    yield news.text
                    continue
                await board.wait()
                if sent.edition == board.edition:
                    yield b": here\n\n"
        finally:
            board.viewers -= 1


def _seen(request: Request) -> int:
    """The last entry a browser has seen."""
    query = request.query_params
    for said in (
        request.headers.get("last-event-id"), query.get("after"), query.get("from")
    ):  # fmt: skip
        if said and re.fullmatch(r"[0-9]{1,9}", said):
            return int(said)
    return 0


# -- running it ----------------------------------------------------------------------------


def serve(wish: Wish, ready: Callable[[str], None], leading: Iterable[str] | None = None) -> None:
    """Serve until told to end; `ready` is given the address once it can be reached.

    Whoever is `leading` says, line by line, the number of the match to follow, and ends the server
    by saying no more. Raises OSError when the port cannot be had, JournalError.
    """
    asyncio.run(_serve(wish, ready, leading))


async def _serve(wish: Wish, ready: Callable[[str], None], leading: Iterable[str] | None) -> None:
    taken = listening(wish.port, lan=wish.lan)
    where = address(taken.getsockname()[1], lan=wish.lan)
    board = Board(wish.path, wish.match, wish.language)
    app = Guard(Starlette(routes=Pages(board).routes()), lambda: where.hosts)
    config = uvicorn.Config(
        app, log_config=None, log_level="critical", access_log=False, server_header=False,
        date_header=False, lifespan="off", ws="none", http="h11", loop="asyncio",
        timeout_graceful_shutdown=1, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    follower = asyncio.create_task(board.follow())
    follower.add_done_callback(lambda _ended: setattr(server, "should_exit", True))
    if leading is not None:
        _be_led(board, server, leading)
    ready(where.url)
    try:
        await server.serve(sockets=[taken])
    finally:
        board.ending = True
        board.tell()
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower
        board.close()


def _be_led(board: Board, server: uvicorn.Server, leading: Iterable[str]) -> None:
    """Listen to who started the server: which match to follow, and that it is to end."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in leading:
            with suppress(msgspec.MsgspecError, RuntimeError):
                match = msgspec.json.decode(line, type=int)
                asyncio.run_coroutine_threadsafe(board.turn_to(match), loop)
        with suppress(RuntimeError):  # the loop has ended before
            loop.call_soon_threadsafe(end)

    def end() -> None:
        board.ending = True
        board.tell()  # who looks on is let go at once
        server.should_exit = True

    threading.Thread(target=listen, daemon=True).start()

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
from typing import Any, Final

import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from q40k.games.game import Viewer
from q40k.i18n.locale import LANGUAGES, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live import page, parts
from q40k.live.address import address, listening
from q40k.live.follow import Followed
from q40k.live.guard import Guard
from q40k.live.parts import Came
from q40k.live.stream import Audience, Sent
from q40k.report.drawing import moving
from q40k.table.evening import evening
from q40k.table.luck import luck
from q40k.table.medals import medals
from q40k.table.settings import settings
from q40k.table.story import steps

LOOK_SECONDS: Final = 0.02
SEEK_SECONDS: Final = 1.0
"""So often it looks whether another match is played now."""
HEARTBEAT_SECONDS: Final = 15.0
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


class Board:
    """What the server knows, and who waits for news of it."""

    def __init__(self, wish: Wish) -> None:
        """Raises JournalError."""
        self.followed = Followed(wish.path, wish.match)
        self.language = wish.language
        self.edition = 0
        self.taste = settings()
        self.ending = False
        self.viewers = 0
        self._news = asyncio.Event()
        self._audiences: dict[tuple[str, Viewer], Audience] = {}
        self._came: tuple[int, Came] | None = None  # what a match came to, by its last entry
        self._weighing: asyncio.Task[None] | None = None

    # -- news ------------------------------------------------------------------------------

    def tell(self) -> None:
        """Wake up everyone who waits for news."""
        self.edition += 1
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self) -> bool:
        """Wait for news; False when there were none for so long that a sign of life is due."""
        try:
            await asyncio.wait_for(self._news.wait(), HEARTBEAT_SECONDS)
        except TimeoutError:
            return False
        return True

    def audience(self, language: str, viewer: Viewer = None) -> Audience:
        """Everyone who may know the same, in one language."""
        key = (language, viewer)
        if key not in self._audiences:
            self._audiences[key] = Audience(self.followed, Locale(language), viewer, self.taste)
        return self._audiences[key]

    # -- looking ---------------------------------------------------------------------------

    def reached(self, entry: int) -> bool:
        """Whether that entry is there; one that was just written is read now."""
        if entry > self.followed.head:
            with suppress(JournalError):
                if self.followed.look():
                    self.tell()
        return entry <= self.followed.head

    async def follow(self) -> None:
        """Look for what is new, for as long as the server runs."""
        await self._hear()
        sought = 0.0
        while not self.ending:
            await asyncio.sleep(LOOK_SECONDS)
            sought += LOOK_SECONDS
            with suppress(JournalError):  # the match goes on in the app; it is looked at again
                if sought >= SEEK_SECONDS:
                    sought = 0.0
                    if self.followed.seek():
                        await self._turned()
                if self.followed.look():
                    self.tell()
                self._weigh()

    async def turn_to(self, match: int | None) -> None:
        """Follow another match from now on."""
        with suppress(JournalError):
            before = self.followed.number
            self.followed.follow(match)
            if self.followed.number != before:
                await self._turned()

    async def _turned(self) -> None:
        """Another match is followed: nothing that was made of the one before holds."""
        self._audiences.clear()
        self._came = None
        self.tell()
        await self._hear()

    async def _hear(self) -> None:
        """Hear what was before, so that it can be called what was called then."""
        began = self.viewers
        with suppress(JournalError):
            for _portion in self.followed.hear():
                await asyncio.sleep(0)
        if self.viewers or began:
            self._audiences.clear()
        self.tell()

    # -- what a match came to --------------------------------------------------------------

    @property
    def came(self) -> Came | None:
        """What is known of what the match came to."""
        return self._came[1] if self._came is not None else None

    def _weigh(self) -> None:
        """Once a match is over, weigh it beside all that goes on."""
        session = self.followed.session()
        over = session is not None and _done(session)
        at = self.followed.head if over else 0
        if not at:
            if self._came is not None:
                self._came = None
                self.tell()
            return
        if (self._came is None or self._came[0] != at) and self._weighing is None:
            self._weighing = asyncio.create_task(self._weighed(at))

    async def _weighed(self, at: int) -> None:
        session, number = self.followed.session(), self.followed.number
        try:
            if session is None or number is None:
                return
            game, state, entries = session.game, session.state, session.inputs()
            path = self.followed.path

            def weigh() -> Came:
                report = luck(game, state, entries) if game.view.status(state).over else None
                won = medals(game, steps(game, entries), report) if report is not None else ()
                return Came(won, evening(path, number))

            self._came = (at, await asyncio.to_thread(weigh))
            self.tell()
        except JournalError:
            self._came = (at, Came())
        finally:
            self._weighing = None


def _done(session: Any) -> bool:
    status = session.game.view.status(session.state)
    return bool(status.over or not status.opened)


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


class Pages:
    """What the server answers."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def routes(self) -> list[Route]:
        """Every address there is."""
        return [
            Route("/", self.board, methods=["GET"]),
            Route("/events", self.events, methods=["GET"]),
            Route("/style.css", self.style, methods=["GET"]),
            Route("/script.js", self.script, methods=["GET"]),
        ]

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
        if self._board.viewers >= MOST_VIEWERS:
            return PlainTextResponse("503", 503)
        language = spoken(request, self._board.language)
        after = _seen(request)
        match = request.query_params.get("match", "")
        return StreamingResponse(
            self._stream(language, None, after, match),
            media_type="text/event-stream", headers=STREAM,
        )  # fmt: skip

    async def _stream(
        self, language: str, viewer: Viewer, after: int, match: str
    ) -> AsyncIterator[bytes]:
        board = self._board
        board.viewers += 1
        sent = Sent(after)
        try:
            yield b"retry: 1000\n\n"
            while not board.ending:
                if match != str(board.followed.number or 0) or not board.reached(sent.entry):
                    yield b"event: reload\ndata: {}\n\n"
                    return
                if sent.edition != board.edition:
                    audience = board.audience(language, viewer)
                    news = audience.news(sent, board.edition, board.came)
                    sent = news.upto
                    yield news.text
                elif not await board.wait():
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
    board = Board(wish)
    app = Guard(Starlette(routes=Pages(board).routes()), lambda: where.hosts)
    config = uvicorn.Config(
        app, log_config=None, log_level="critical", access_log=False, server_header=False,
        date_header=False, lifespan="off", ws="none", http="h11", loop="asyncio",
        timeout_graceful_shutdown=1, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    follower = asyncio.create_task(board.follow())
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
        board.followed.close()


def _be_led(board: Board, server: uvicorn.Server, leading: Iterable[str]) -> None:
    """Listen to who started the server: which match to follow, and that it is to end."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in leading:
            with suppress(msgspec.MsgspecError, RuntimeError):
                match = msgspec.json.decode(line, type=int)
                asyncio.run_coroutine_threadsafe(board.turn_to(match), loop)
        server.should_exit = True

    threading.Thread(target=listen, daemon=True).start()

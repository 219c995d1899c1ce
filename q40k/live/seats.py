"""What the server answers phones: a seat's page, what it sends, and who wishes to join."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from q40k.games.game import Seat
from q40k.i18n.answers import answer_error
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError
from q40k.kernel.text import clean_text
from q40k.live import keys, page, phone
from q40k.live.guard import Tries
from q40k.live.inbox import TABLE, Kind

if TYPE_CHECKING:
    from starlette.requests import Request

    from q40k.games.game import Viewer
    from q40k.live.board import Board

WRONG: Final = (20, 60.0)
"""So many wrong tokens may be tried from one address in so many seconds."""
OFTEN: Final = (12, 10.0)
"""So much may be sent under one token in so many seconds."""
NOTHING_KEPT: Final = {"Cache-Control": "no-store"}


class Shared(Protocol):
    """What these pages have in common with that of the board."""

    watched: Board

    def spoken(self, request: Request) -> str:
        """The language somebody wants."""

    def sheet(self) -> str:
        """The style sheet."""

    def streaming(self, request: Request, viewer: Viewer, may: Callable[[], bool]) -> Response:
        """What is new for a viewer, as long as they `may` see it."""


class Seats:
    """The pages under a token, and the three things that may be sent."""

    def __init__(self, pages: Shared) -> None:
        self._pages, self._board = pages, pages.watched
        self._wrong, self._often = Tries(*WRONG), Tries(*OFTEN)

    def routes(self) -> list[Route]:
        """Every address under a token."""
        return [
            Route("/s/{token}", self.seat, methods=["GET"]),
            Route("/s/{token}/events", self.events, methods=["GET"]),
            Route("/s/{token}/answer", self.answer, methods=["POST"]),
            Route("/s/{token}/call", self.call, methods=["POST"]),
            Route("/t/{token}", self.table, methods=["GET"]),
            Route("/t/{token}/join", self.join, methods=["POST"]),
            Route("/t/{token}/join/{number:int}", self.joined, methods=["GET"]),
        ]

    # -- who it is -------------------------------------------------------------------------

    def _known(self, request: Request, *, table: bool = False) -> str | int:
        """The seat of a token; or the status with which it is turned away."""
        who = request.client.host if request.client is not None else ""
        if self._wrong.over(who):
            return 429
        inbox, match = self._board.inbox, self._board.followed.number
        seat = None
        if inbox is not None and match is not None:
            try:
                seat = inbox.seat_of(match, request.path_params["token"])
            except sqlite3.Error:
                return 503
        if seat is None or (seat == TABLE) != table:
            self._wrong.note(who)
            return 404
        return seat

    def _seat(self, id: str) -> Seat | None:
        session = self._board.followed.session(id)
        seats = session.game.view.seats(session.state) if session is not None else ()
        return next((one for one in seats if one.id == id), None)

    def still(self, match: int, seat: str, token: str) -> bool:
        """Whether a token is still worth anything."""
        inbox = self._board.inbox
        if inbox is None:
            return False
        try:
            return inbox.seat_of(match, token) == seat
        except sqlite3.Error:
            return True  # nobody can tell just now

    # -- pages -----------------------------------------------------------------------------

    async def seat(self, request: Request) -> Response:
        """A seat's own page."""
        seat = self._known(request)
        if isinstance(seat, int):
            return self._closed(request, seat)
        one, board = self._seat(seat), self._board
        if one is None:
            return self._closed(request, 404)
        language = self._pages.spoken(request)
        audience = board.audience(language, seat)
        try:
            feed = audience.feed()
        except JournalError:
            feed = []
        here = f"/s/{request.path_params['token']}"
        where = (
            f"{here}/events?lang={language}&match={board.followed.number}"
            f"&from={board.followed.head}"
        )
        text = phone.seat_page(
            audience.locale, one.name, one.colour, audience.parts(board.edition, board.came),
            feed, where, sheet=page.edition_of(self._pages.sheet()),
        )  # fmt: skip
        return HTMLResponse(text, headers=NOTHING_KEPT)

    def _closed(self, request: Request, status: int) -> Response:
        """That nothing is to be seen under a token."""
        sheet = page.edition_of(self._pages.sheet())
        text = phone.closed_page(Locale(self._pages.spoken(request)), sheet=sheet)
        return HTMLResponse(text, status, headers=NOTHING_KEPT)

    async def events(self, request: Request) -> Response:
        """What is new for a seat, as long as its token is worth anything."""
        seat = self._known(request)
        if isinstance(seat, int):
            return Response(status_code=204)  # a browser asks no more then
        token, match = request.path_params["token"], self._board.followed.number or 0
        return self._pages.streaming(request, seat, lambda: self.still(match, seat, token))

    async def table(self, request: Request) -> Response:
        """Where one who comes late wishes to join."""
        seat = self._known(request, table=True)
        if isinstance(seat, int):
            return self._closed(request, seat)
        session = self._board.followed.session()
        audience = self._board.audience(self._pages.spoken(request))
        title = session.row.name or session.game.name if session is not None else "q40k"
        sheet = page.edition_of(self._pages.sheet())
        return HTMLResponse(phone.join_page(audience.locale, title, sheet=sheet),
                            headers=NOTHING_KEPT)  # fmt: skip

    async def joined(self, request: Request) -> Response:
        """What became of a wish to join, and whether it is still to be decided on."""
        seat, board = self._known(request, table=True), self._board
        if isinstance(seat, int):
            return PlainTextResponse(str(seat), seat)
        inbox, match, post = board.inbox, board.followed.number, None
        if inbox is not None and match is not None:
            try:
                post = inbox.wish(match, request.path_params["number"])
            except sqlite3.Error:
                return PlainTextResponse("503", 503)
            except OverflowError:  # no number of a wish
                post = None
        if post is None:
            return PlainTextResponse("404", 404)
        said = phone.joined(Locale(self._pages.spoken(request)), post)
        told = {"html": said, "became": post.became}
        return JSONResponse(told, headers=NOTHING_KEPT)

    # -- what is sent ----------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """An answer to what is asked of the seat; without one the app is to roll."""
        seat, said = await self._sent(request)
        if isinstance(seat, int):
            return PlainTextResponse(str(seat), seat)
        session = self._board.followed.session(seat)
        head, given, question = said.get("head"), None, None
        if session is not None and isinstance(head, int):
            question = phone.question_at(session, seat, head)
        locale = Locale(self._pages.spoken(request))
        if question is None or not isinstance(head, int):
            return _told(409, locale.gettext(phone.BECAME["late"]))
        if not said.get("roll"):
            try:
                given = keys.answer_of(question, said.get("answer"))
            except AnswerError as error:
                why = answer_error(locale, error)
                return _told(422, locale.say(phone.BECAME["refused"], why=why))
            except (ValueError, TypeError):
                return PlainTextResponse("422", 422)
        return self._put(seat, "answer", head, given)

    async def call(self, request: Request) -> Response:
        """A call of the referee."""
        seat, _said = await self._sent(request)
        if isinstance(seat, int):
            return PlainTextResponse(str(seat), seat)
        return self._put(seat, "call", 0, None)

    async def join(self, request: Request) -> Response:
        """A wish to join: a name, and what to play."""
        seat, said = await self._sent(request, table=True)
        if isinstance(seat, int):
            return PlainTextResponse(str(seat), seat)
        words = [said.get(key, "") for key in ("name", "plays")]
        if not all(isinstance(one, str) for one in words):
            return PlainTextResponse("422", 422)
        name, plays = (clean_text(one)[: phone.MOST_NAME] for one in words)
        if not name:
            return PlainTextResponse("422", 422)
        return self._put(seat, "join", 0, [name, plays])

    async def _sent(
        self, request: Request, *, table: bool = False
    ) -> tuple[str | int, dict[str, Any]]:
        """Whose it is, or why it is turned away, and what it says."""
        seat = self._known(request, table=table)
        if isinstance(seat, int):
            return seat, {}
        token = request.path_params["token"]
        if self._often.over(token):
            return 429, {}
        self._often.note(token)
        try:
            said = msgspec.json.decode(await request.body() or b"{}", type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return 422, {}
        return seat, said

    def _put(self, seat: str, kind: Kind, head: int, body: Any) -> Response:
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is None or match is None:
            return PlainTextResponse("503", 503)
        try:
            number = inbox.send(match, seat, kind, head, body)
        except sqlite3.Error:
            return PlainTextResponse("503", 503)
        if number is None:
            return PlainTextResponse("429", 429)
        self._board.tell()
        return JSONResponse({"id": number}, 202, headers=NOTHING_KEPT)


def _told(status: int, why: str) -> Response:
    """Why something is not taken, in words for who sent it."""
    return JSONResponse({"why": why}, status, headers=NOTHING_KEPT)

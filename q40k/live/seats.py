"""The server's answers to phones: a seat's page, its posts, and wishes to join."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from q40k.games.game import Seat, Viewer
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import answer_error
from q40k.kernel.events import AnswerError
from q40k.kernel.text import clean_text
from q40k.live import phone
from q40k.live.board import Board
from q40k.live.guard import NOTHING_KEPT, RETRY, Tries, refuse, sender_of
from q40k.live.inbox import TABLE, Kind
from q40k.live.parts import seat_class
from q40k.live.room import JOIN, SEAT
from q40k.prints.codes import MOST_LETTERS
from q40k.table.codes import shared_codes

RELOAD = b"event: reload\ndata: {}\n\n"
"""The event that lets a page be loaded again."""
WRONG = (20, 60.0)
"""An address may try so many wrong tokens in so many seconds."""
OFTEN = (12, 10.0)
"""A token may send so many posts in so many seconds."""
WORDS, WORDS_OF_ALL = (5, 60.0), (100, 3600.0)
"""So many wrong words may be typed in so many seconds at an address, and by the whole room."""


class BoardPages(Protocol):
    """What these pages need from the pages of the board."""

    live_board: Board

    def wanted_language(self, request: Request) -> str:
        """Return the language that the viewer wants."""

    def render(
        self, locale: Locale, name: str, *facts: Any, status: int = 200, headers: Any = NOTHING_KEPT, **how: str
    ) -> Response:
        """Answer the page of that name."""

    def store_post(self, seat: str, kind: Kind, head: int = 0, body: Any = None) -> Response:
        """Leave a post with the referee. Raises HTTPException."""

    def wish_response(self, request: Request, kinds: Sequence[Kind]) -> Response:
        """Answer what became of a wish of the table, by its number. Raises HTTPException."""

    def stream_response(self, request: Request, viewer: Viewer, may: Callable[[], bool]) -> Response:
        """Return the stream of news for a viewer, as long as they `may` see it."""


Answer = Callable[["SeatPages", "Request"], Awaitable[Response]]


def closing(answer: Answer) -> Answer:
    """Let a page that is refused say so in words."""

    async def respond(seats: SeatPages, request: Request) -> Response:
        try:
            return await answer(seats, request)
        except HTTPException as refused:
            return seats.closed_response(request, refused.status_code)
        except sqlite3.Error:
            return seats.closed_response(request, 503)

    return respond


class SeatPages:
    """The pages under a token, and the kinds of post."""

    def __init__(self, pages: BoardPages) -> None:
        self._pages, self._board = pages, pages.live_board
        self._wrong, self._often = Tries(*WRONG), Tries(*OFTEN)
        self._words, self._words_of_all = Tries(*WORDS), Tries(*WORDS_OF_ALL)

    def routes(self) -> list[Route]:
        """Return every address under a token."""
        return [
            Route("/s/{token}", self.seat, methods=["GET"]),
            Route("/s/{token}/events", self.events, methods=["GET"]),
            Route("/s/{token}/answer", self.answer, methods=["POST"]),
            Route("/s/{token}/call", self.call, methods=["POST"]),
            Route("/s/{token}/study", self.study, methods=["POST"]),
            Route("/t/{token}", self.table, methods=["GET"]),
            Route("/t/{token}/join", self.join, methods=["POST"]),
            Route("/t/{token}/study", self.study, methods=["POST"]),
            Route("/t/{token}/join/{number:int}", self.wish_result, methods=["GET"]),
            Route("/{word}", self.open_word, methods=["GET"]),
        ]

    # -- tokens ----------------------------------------------------------------------------

    def _seat(self, request: Request, *, table: bool = False) -> str:
        """Return the seat of a token. Raises HTTPException, sqlite3.Error."""
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is not None and match is not None:
            seat = inbox.seat_of(match, request.path_params["token"])
            if seat is not None and (seat == TABLE) == table and self._has_place(seat):
                return seat
        # A valid token is never refused for the wrong tries of others at the same address.
        sender = sender_of(request)
        if not self._wrong.is_over(sender):
            self._wrong.note(sender)
            raise refuse(404)
        raise refuse(429)

    @closing
    async def open_word(self, request: Request) -> Response:
        """Lead from a typed word to its page. A right word is refused, too, after many wrong ones: it is short."""
        word = request.path_params["word"].lower()
        if not re.fullmatch(r"[a-z0-9-]+-[0-9]{4}", word):
            return PlainTextResponse("404", 404)
        sender = sender_of(request)
        if self._words.is_over(sender) or self._words_of_all.is_over(TABLE):
            raise refuse(429)
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is not None and match is not None:
            seat = inbox.seat_of_word(match, word)
            if seat is not None and self._has_place(seat):
                return RedirectResponse(f"/{JOIN if seat == TABLE else SEAT}/{inbox.token(match, seat)}", 303)
        self._words.note(sender)
        self._words_of_all.note(TABLE)
        raise refuse(404)

    def _has_place(self, seat: str) -> bool:
        """Return whether people play a seat: the token of one who left, or of a bot, is dead."""
        if seat == TABLE:
            return True
        player = self._find_seat(seat)
        return player is not None and player.present and player.bot is None

    def _find_seat(self, id: str) -> Seat | None:
        session = self._board.followed.session(id)
        seats = session.game.view.seats(session.state) if session is not None else ()
        return next((seat for seat in seats if seat.id == id), None)

    def is_token_valid(self, match: int, seat: str, token: str) -> bool:
        """Return whether a token is still valid."""
        inbox = self._board.inbox
        if inbox is None:
            return False
        try:
            return inbox.seat_of(match, token) == seat and self._has_place(seat)
        except sqlite3.Error:
            return True  # nobody can tell at the moment

    # -- pages -----------------------------------------------------------------------------

    @closing
    async def seat(self, request: Request) -> Response:
        """Answer a seat's own page."""
        if (name := self._earlier_name(request)) is not None:
            return self._next_page(request, name)
        seat = self._seat(request)
        player, board = self._find_seat(seat), self._board
        if player is None:
            raise refuse(404)
        language = self._pages.wanted_language(request)
        audience = board.audience(language, seat)
        here = f"/s/{request.path_params['token']}"
        where = f"{here}/events?lang={language}&match={board.followed.number}&from={board.followed.head}"
        codes = await self._codes(request, seat, audience.locale)
        facts = audience.parts(board.edition, board.outcome), audience.feed(), where, codes
        return self._pages.render(audience.locale, "seat", seat_class(player.colour), *facts, title=player.name)

    def _earlier_name(self, request: Request) -> str | None:
        """Return the name of the player of an earlier match of the evening who has a token; None if it is no such."""
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is None or match is None:
            return None
        with suppress(sqlite3.Error):
            owner = inbox.earlier_owner(match, request.path_params["token"])
            return owner[1] if owner is not None and owner[0] != TABLE else None
        return None

    def _next_page(self, request: Request, name: str) -> Response:
        """Lead the phone of a player to their seat in the next match; until they have one, let it wait."""
        inbox, match, session = self._board.inbox, self._board.followed.number, self._board.followed.session()
        seats = session.game.view.seats(session.state) if session is not None else ()
        own = next((seat.id for seat in seats if seat.name == name and self._has_place(seat.id)), None)
        if inbox is None or match is None or own is None:
            return self.closed_response(request, 200, is_waiting=True)
        return RedirectResponse(f"/{SEAT}/{inbox.token(match, own)}", 303)

    async def _codes(self, request: Request, seat: str, locale: Locale) -> str:
        """Return the part with square codes of what the seat may know of the match and can hand on."""
        session, board = self._board.followed.session(seat), str(request.base_url)
        if session is None:
            return ""
        game, state = session.game, session.state
        return await asyncio.to_thread(
            lambda: phone.shared_section(locale, shared_codes(game, state, MOST_LETTERS), board)
        )

    def closed_response(self, request: Request, status: int, *, is_waiting: bool = False) -> Response:
        """Answer that nothing can be seen under a token, or not yet."""
        locale, headers = Locale(self._pages.wanted_language(request)), RETRY if is_waiting else NOTHING_KEPT
        return self._pages.render(locale, "closed", is_waiting, status=status, headers=headers)

    async def events(self, request: Request) -> Response:
        """Answer the stream of news for a seat, as long as its token is valid."""
        try:
            seat = self._seat(request)
        except (HTTPException, sqlite3.Error):
            if self._earlier_name(request) is not None:  # the page asks again, and is led to the next match
                return Response(RELOAD, media_type="text/event-stream", headers=NOTHING_KEPT)
            return Response(status_code=204)  # this status stops the browser from asking again
        token, match = request.path_params["token"], self._board.followed.number or 0
        return self._pages.stream_response(request, seat, lambda: self.is_token_valid(match, seat, token))

    @closing
    async def table(self, request: Request) -> Response:
        """Answer the page of the table: a latecomer wishes to join, or somebody asks what decided the match."""
        self._seat(request, table=True)
        session = self._board.followed.session()
        audience = self._board.audience(self._pages.wanted_language(request))
        title = session.row.name or session.game.name if session is not None else "q40k"
        is_over = session is not None and phone.can_be_studied(session)
        wish = audience.locale.gettext(phone.DECIDED if is_over else N_("I wish to join"))
        return self._pages.render(audience.locale, "table", is_over, phone.MOST_NAME, wish, title=title)

    async def wish_result(self, request: Request) -> Response:
        """Answer what became of a wish of the table: to join, or to know what decided the match."""
        self._seat(request, table=True)
        return self._pages.wish_response(request, ("join", "study"))

    # -- posts -----------------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """Take an answer to the seat's question; without one, the app is to roll."""
        seat, post = await self._read_post(request)
        session = self._board.followed.session(seat)
        head, answer, question = post.get("head"), None, None
        if session is not None and isinstance(head, int):
            question = phone.question_at(session, seat, head)
        locale = Locale(self._pages.wanted_language(request))
        if question is None or not isinstance(head, int):
            return _refusal_response(409, locale.gettext(phone.BECAME["late"]))
        if not post.get("roll"):
            try:
                answer = phone.answer_of(question, post.get("answer"))
            except AnswerError as error:
                why = answer_error(locale, error)
                return _refusal_response(422, locale.say(phone.BECAME["refused"], why=why))
            except (ValueError, TypeError) as error:
                raise refuse(422) from error
        return self._pages.store_post(seat, "answer", head, answer)

    async def call(self, request: Request) -> Response:
        """Take a call of the referee."""
        seat, _post = await self._read_post(request)
        return self._pages.store_post(seat, "call")

    async def study(self, request: Request) -> Response:
        """Take the wish of a seat, or of somebody at the table, to know what decided a match that is over."""
        seat, _post = await self._read_post(request, table=request.url.path.startswith(f"/{JOIN}/"))
        session = self._board.followed.session(None if seat == TABLE else seat)
        if session is None or not phone.can_be_studied(session):
            raise refuse(409)
        return self._pages.store_post(seat, "study")

    async def join(self, request: Request) -> Response:
        """Take a wish to join: a name, and what to play."""
        seat, post = await self._read_post(request, table=True)
        words = [post.get(key, "") for key in ("name", "plays")]
        if not all(isinstance(word, str) for word in words):
            raise refuse(422)
        name, plays = (clean_text(word)[: phone.MOST_NAME] for word in words)
        if not name:
            raise refuse(422)
        return self._pages.store_post(seat, "join", 0, [name, plays])

    async def _read_post(self, request: Request, *, table: bool = False) -> tuple[str, dict[str, Any]]:
        """Return the seat and the post's data. Raises HTTPException, sqlite3.Error."""
        seat = self._seat(request, table=table)
        token = request.path_params["token"]
        if self._often.is_over(token):
            raise refuse(429)
        self._often.note(token)
        try:
            return seat, msgspec.json.decode(await request.body() or b"{}", type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise refuse(422) from error


def _refusal_response(status: int, why: str) -> Response:
    """Answer why a post is refused, in words for its sender."""
    return JSONResponse({"why": why}, status, headers=NOTHING_KEPT)

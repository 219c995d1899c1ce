"""The server's pages for codes: what a code holds, and how a phone brings it to the table.

A phone's camera opens the link in a square code, `/pack/CODE`. The page shows what the code holds, checked as
`q40k pack add` checks it. Its button only leaves the code with the referee, who takes it in at the laptop, or not.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from q40k.i18n.locale import Locale
from q40k.live import phone
from q40k.live.child import Busy
from q40k.live.examiner import Exam
from q40k.live.guard import NOTHING_KEPT, RETRY, Tries
from q40k.live.inbox import TABLE
from q40k.packs.codes import MARK, MOST_LETTERS, load_call

if TYPE_CHECKING:
    from starlette.requests import Request

    from q40k.live.seats import BoardPages

OFTEN = (30, 60.0)
"""An address may have so many codes read in so many seconds."""


class CodePages:
    """The page of a code, the page where one is typed, and the post that brings one to the table."""

    def __init__(self, pages: BoardPages) -> None:
        self._pages, self._board = pages, pages.live_board
        self._often = Tries(*OFTEN)

    def routes(self) -> list[Route]:
        """Return every address about codes."""
        return [
            Route("/pack", self.ask, methods=["GET"]),
            Route("/pack/{code}", self.show, methods=["GET"]),
            Route("/pack/{code}/join", self.bring, methods=["POST"]),
            Route("/pack/{code}/join/{number:int}", self.result, methods=["GET"]),
        ]

    async def ask(self, request: Request) -> Response:
        """Answer the page where the text of a code is pasted."""
        return self._pages.render(self._locale(request), "ask", MOST_LETTERS)

    async def show(self, request: Request) -> Response:
        """Answer the page that shows what a code holds."""
        exam, locale = await self._examine(request), self._locale(request)
        if exam == 503:
            return self._pages.render(locale, "busy", status=503, headers=RETRY)
        if isinstance(exam, int):
            return PlainTextResponse(str(exam), exam)
        if exam.problems:
            return self._pages.render(locale, "bad", exam, status=422)
        return self._pages.render(locale, "exam", exam, load_call(request.path_params["code"]))

    async def bring(self, request: Request) -> Response:
        """Leave a sound code with the referee."""
        exam = await self._examine(request)
        if isinstance(exam, int) or exam.problems:
            status = exam if isinstance(exam, int) else 422
            return PlainTextResponse(str(status), status)
        inbox, match = self._board.inbox, self._board.followed.number
        if inbox is None or match is None or exam.taken:
            status = 409 if exam.taken else 503
            return PlainTextResponse(str(status), status)
        try:
            number = inbox.send(match, TABLE, "pack", 0, request.path_params["code"])
        except sqlite3.Error:
            return PlainTextResponse("503", 503)
        if number is None:
            return PlainTextResponse("429", 429)
        self._board.tell()
        return JSONResponse({"id": number}, 202, headers=NOTHING_KEPT)

    async def result(self, request: Request) -> Response:
        """Answer what the referee did with a code."""
        inbox, match, post = self._board.inbox, self._board.followed.number, None
        if inbox is not None and match is not None:
            try:
                post = inbox.wish(match, request.path_params["number"], "pack")
            except sqlite3.Error:
                return PlainTextResponse("503", 503)
            except OverflowError:  # the number is too great for any post
                post = None
        if post is None or post.body != request.path_params["code"]:
            return PlainTextResponse("404", 404)
        html = phone.wish_result(self._locale(request), post)
        return JSONResponse({"html": html, "became": post.became}, headers=NOTHING_KEPT)

    async def _examine(self, request: Request) -> Exam | int:
        """Return what a code holds, or the status that refuses the request."""
        code, sender = request.path_params["code"], request.client.host if request.client is not None else ""
        if not code.startswith(MARK) or len(code) > MOST_LETTERS:
            return 404
        if self._often.is_over(sender):
            return 429
        self._often.note(sender)
        try:
            return await self._board.examiner.examine(code, self._pages.wanted_language(request), sender)
        except Busy:
            return 503

    def _locale(self, request: Request) -> Locale:
        return Locale(self._pages.wanted_language(request))

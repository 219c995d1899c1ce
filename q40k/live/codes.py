"""The server's pages for codes: what a code holds, and how a phone brings it to the table.

A phone's camera opens the link in a square code, `/pack/CODE`. The page shows what the code holds, checked as
`q40k pack add` checks it. Its button only leaves the code with the referee, who takes it in at the laptop, or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from q40k.i18n.locale import Locale
from q40k.live.child import Busy
from q40k.live.examiner import Exam
from q40k.live.guard import RETRY, Tries, refuse, sender_of
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
        locale = self._locale(request)
        try:
            exam = await self._examine(request)
        except Busy:
            return self._pages.render(locale, "busy", status=503, headers=RETRY)
        if exam.problems:
            return self._pages.render(locale, "bad", exam, status=422)
        return self._pages.render(locale, "exam", exam, load_call(request.path_params["code"]))

    async def bring(self, request: Request) -> Response:
        """Leave a sound code with the referee."""
        try:
            exam = await self._examine(request)
        except Busy as busy:
            raise refuse(503) from busy
        if exam.problems or exam.taken:
            raise refuse(422 if exam.problems else 409)
        return self._pages.store_post(TABLE, "pack", 0, request.path_params["code"])

    async def result(self, request: Request) -> Response:
        """Answer what the referee did with a code."""
        return self._pages.wish_response(request, ("pack",))

    async def _examine(self, request: Request) -> Exam:
        """Return what a code holds. Raises HTTPException, Busy."""
        code, sender = request.path_params["code"], sender_of(request)
        if not code.startswith(MARK) or len(code) > MOST_LETTERS:
            raise refuse(404)
        if self._often.is_over(sender):
            raise refuse(429)
        self._often.note(sender)
        return await self._board.examiner.examine(code, self._pages.wanted_language(request), sender)

    def _locale(self, request: Request) -> Locale:
        return Locale(self._pages.wanted_language(request))

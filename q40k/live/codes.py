"""The server's pages for codes: what a code holds, and how a phone brings it to the table.

A phone's camera opens the link in a square code, `/pack/CODE`. The page shows what the code holds, checked as
`q40k pack add` checks it. Its button only leaves the code with the referee, who takes it in at the laptop, or not.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from q40k.i18n.locale import N_, Locale
from q40k.live import page, phone
from q40k.live.examiner import Busy, Exam
from q40k.live.guard import NOTHING_KEPT, Tries
from q40k.live.inbox import TABLE
from q40k.packs.codes import MARK, MOST_LETTERS, load_call
from q40k.report.html import safe

if TYPE_CHECKING:
    from starlette.requests import Request

    from q40k.live.seats import BoardPages

OFTEN = (30, 60.0)
"""An address may have so many codes read in so many seconds."""
RETRY = {"Retry-After": "5"}


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
        return HTMLResponse(ask_page(self._locale(request), sheet=self._sheet()), headers=NOTHING_KEPT)

    async def show(self, request: Request) -> Response:
        """Answer the page that shows what a code holds."""
        exam, locale = await self._examine(request), self._locale(request)
        if isinstance(exam, int):
            return PlainTextResponse(str(exam), exam, headers=RETRY if exam == 503 else None)
        if exam.problems:
            return HTMLResponse(bad_page(locale, exam, sheet=self._sheet()), 422, headers=NOTHING_KEPT)
        text = exam_page(locale, exam, request.path_params["code"], sheet=self._sheet())
        return HTMLResponse(text, headers=NOTHING_KEPT)

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

    def _sheet(self) -> str:
        return page.edition_of(self._pages.sheet())


# -- the pages -----------------------------------------------------------------------------


def ask_page(locale: Locale, *, sheet: str) -> str:
    """Return the page where the text of a code is pasted."""
    _ = locale.gettext
    title, label = safe(_(phone.BRING)), safe(_(N_("The text that your camera read in a square code")))
    show = safe(_(N_("Show it")))
    body = (
        f'<main><h1>{title}</h1><form id="brought"><label>{label}'
        f'<input name="code" maxlength="{MOST_LETTERS}" required autocomplete="off" spellcheck="false"></label>'
        f'<button type="submit" class="send">{show}</button></form></main>'
    )
    return page.document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")


def bad_page(locale: Locale, exam: Exam, *, sheet: str) -> str:
    """Return the page of a code that holds nothing sound."""
    title = safe(locale.gettext(N_("This code cannot be taken in.")))
    lines = "".join(f"<li>{safe(problem)}</li>" for problem in exam.problems)
    body = f"<main><h1>{title}</h1><ul>{lines}</ul></main>"
    return page.document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")


def exam_page(locale: Locale, exam: Exam, code: str, *, sheet: str) -> str:
    """Return the page that shows what a code holds, and the button that brings it to the table."""
    _ = locale.gettext
    rows = "".join(f"<div><dt>{safe(kind)}</dt><dd>{safe(', '.join(ids))}</dd></div>" for kind, ids in exam.rows)
    warnings = "".join(f'<p class="why">{safe(warning)}</p>' for warning in exam.warnings)
    if exam.taken:
        refusal = locale.say(N_("These ids are in use here already: {ids}."), ids=", ".join(exam.taken))
        form = f'<p class="refused">{safe(refusal)}</p>'
    else:
        note = safe(_(N_("The referee sees it, and takes it in at the laptop or not.")))
        button = safe(_(N_("Bring it to this table")))
        form = (
            f'<form id="join" data-asks="join"><p class="why">{note}</p>'
            f'<button type="submit" class="send">{button}</button></form>'
            '<div id="became" role="status"></div>'
        )
    elsewhere = safe(_(N_("On another laptop this call takes it in:")))
    body = (
        f'<main data-failed="{safe(_(phone.FAILED))}"><h1>{safe(exam.title)}</h1>'
        f'<section id="card"><p class="facts">{safe(exam.game)}</p><dl>{rows}</dl>{warnings}</section>{form}'
        f'<details><summary>{elsewhere}</summary><code class="call">{safe(load_call(code))}</code></details></main>'
    )
    return page.document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")

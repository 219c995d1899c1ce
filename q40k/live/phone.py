"""A seat's page on a phone: the seat's state and its question, with keys for a thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from q40k.i18n.locale import N_, Locale
from q40k.i18n.race import winners_line
from q40k.i18n.wording import Fold
from q40k.kernel.questions import Question
from q40k.live import keys
from q40k.live.inbox import EARLY, Post
from q40k.live.page import connection_notice, document
from q40k.live.parts import FeedLine, seat_class
from q40k.report.html import safe
from q40k.table.match_session import MatchSession

MOST_NAME: Final = 40
"""The greatest length of a name, or of what somebody wishes to play."""


# -- the seat ------------------------------------------------------------------------------


def card(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return what the game tells a seat, and its row of the board, cell by cell."""
    words, state = session.game.words, session.state
    owner = next((s for s in session.game.view.seats(state) if s.id == seat), None)
    if owner is None:
        return ""
    lines = "".join(_line(line) for line in words.card(locale, state, seat))
    shown = words.board(locale, state)
    rows = [row for row in shown.rows if owner.name in (cell.rstrip(" *") for cell in row)]
    row = rows[0] if len(rows) == 1 else None  # if a seat has several rows, the card tells them
    pairs = zip(shown.columns, row, strict=True) if row is not None else ()
    cells = "".join(
        f"<div><dt>{safe(head)}</dt><dd>{safe(cell)}</dd></div>"
        for head, cell in pairs
        if head != "#" and cell.rstrip(" *") != owner.name and cell != "-"
    )
    facts = "" if row is not None else " · ".join(shown.heading)
    heading = f'<p class="facts">{safe(facts)}</p>' if facts else ""
    return heading + lines + (f"<dl>{cells}</dl>" if cells else "")


def _line(item: str | Fold) -> str:
    if isinstance(item, str):
        return f"<p>{safe(item)}</p>"
    more = "".join(f"<p>{safe(more_line)}</p>" for more_line in item.more)
    return f"<details><summary>{safe(item.line)}</summary>{more}</details>"


def turn(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return whether it is the seat's turn, the seat is asked, or who acts.

    The phone vibrates if the seat acts now or next.
    """
    view, state = session.game.view, session.state
    status = view.status(state)
    names = [player.name for player in view.seats(state) if player.id in status.active]
    is_next = not status.over and view.next_seat(state) == seat
    if status.over:
        text = winners_line(locale, status.winners)
    elif seat in status.active:
        text = locale.gettext(N_("It is your turn."))
    elif _open_question(session, seat) is not None:
        text = locale.gettext(N_("You are asked."))
    elif is_next:
        text = locale.gettext(N_("You are next."))
    elif names:
        text = locale.say(N_("{names} is at it."), names=locale.join_and(names))
    else:
        return ""
    is_own = (seat in status.active or is_next) and not status.over
    return f'<p class="turn{" mine" * is_own}">{safe(text)}</p>'


# -- the question --------------------------------------------------------------------------


def question_at(session: MatchSession, seat: str, head: int) -> Question | None:
    """Return what a seat is asked at an entry, or may answer early (`inbox.EARLY`)."""
    if head == EARLY:
        offer = session.game.view.early_question(session.state, seat)
        return None if offer is None else offer[1]
    question = session.question
    is_asked = question is not None and question.who == seat and head == session.head
    return question if is_asked else None


def _open_question(session: MatchSession, seat: str) -> tuple[int, Question] | None:
    """Return what a seat is asked, or may answer early, with its entry."""
    for head in (session.head, EARLY):
        question = question_at(session, seat, head)
        if question is not None:
            return head, question
    return None


def question_form(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return the seat's question with its keys; "" without a question."""
    at_entry = _open_question(session, seat)
    if at_entry is None:
        return ""
    head, question = at_entry
    words = session.game.words.ask(locale, session.state, question)
    why = f'<p class="why">{safe(words.why)}</p>' if words.why else ""
    odds = "".join(f'<p class="odds">{safe(chance)}</p>' for chance in words.odds)
    form = keys.form(locale, question, words)
    return (
        f'<form id="answer" data-head="{head}"{form.attributes}>'
        f"<h2>{safe(words.title)}</h2>{why}{odds}{form.html}</form>"
    )


BECAME: Final = {
    "waits": N_("Sent: the referee looks at it."),
    "taken": N_("Taken."),
    "refused": N_("Not taken: {why}"),
    "late": N_("Too late: it was already answered at the table."),
}
JOINED: Final = {
    "waits": BECAME["waits"],
    "taken": N_("You are in: the referee has the code of your own page."),
    "refused": N_("Not let in: {why}"),
}
FAILED: Final = N_("That could not be sent. Try again.")


def answer_result(locale: Locale, post: Post | None) -> str:
    """Return what became of the phone's last answer; for dice that the app rolled, the result."""
    if post is None:
        return ""
    why = post.why or locale.gettext(N_("the referee says no"))
    rolled = post.became == "taken" and bool(post.why)
    text = locale.say(N_("Rolled: {why}") if rolled else BECAME[post.became], why=why)
    kind = f"{post.became} rolled" if rolled else post.became
    return f'<p class="{kind}" data-id="{post.id}">{safe(text)}</p>'


def join_result(locale: Locale, post: Post) -> str:
    """Return what became of a wish to join, for its sender."""
    why = post.why or locale.gettext(N_("the referee says no"))
    text = locale.say(JOINED.get(post.became, JOINED["refused"]), why=why)
    return f'<p class="{post.became}">{safe(text)}</p>'


# -- the pages -----------------------------------------------------------------------------


def seat_page(
    locale: Locale, name: str, colour: int, shown: Mapping[str, str], feed: Sequence[FeedLine],
    where: str, *, sheet: str,
) -> str:  # fmt: skip
    """Return a seat's own page; `where` is the address of its events."""
    _ = locale.gettext
    happened = safe(_(N_("What happened")))
    referee, nothing = safe(_(N_("Call the referee"))), safe(_(N_("Roll for nothing")))
    called, failed = safe(_(N_("The referee is called."))), safe(_(FAILED))
    lines = "".join(line.html for line in feed)
    body = (
        f'<main class="{seat_class(colour)}" data-events="{safe(where)}" data-failed="{failed}">'
        f'<header><h1>{safe(name)}</h1><div id="turn" aria-live="polite">{shown["turn"]}</div>'
        f'</header><section id="asked" aria-live="polite">{shown["asked"]}</section>'
        f'<div id="became" role="status">{shown["became"]}</div>'
        f'<section id="card">{shown["card"]}</section>'
        f'<section id="score"><div id="race">{shown["race"]}</div></section>'
        f'<section id="happened"><h2>{happened}</h2>'
        f'<div role="log" aria-live="off" aria-label="{happened}" tabindex="0">'
        f'<ol id="feed">{lines}</ol></div></section></main>'
        f'<nav id="tools"><button type="button" id="call" data-called="{called}">{referee}</button>'
        f'<button type="button" id="nothing">{nothing}</button>'
        f'<output id="rolled" aria-live="polite"></output></nav>{connection_notice(locale)}'
    )
    return document(locale, name, body, sheet=sheet, kind="seat", theme="dark")


def closed_page(locale: Locale, *, sheet: str) -> str:
    """Return the page of a code that is not valid, or no longer."""
    _ = locale.gettext
    title = safe(_(N_("This code is worth nothing any more.")))
    ask = safe(_(N_("Ask the referee for a new one.")))
    body = f"<main><h1>{title}</h1><p>{ask}</p></main>"
    return document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")


def join_page(locale: Locale, title: str, *, sheet: str) -> str:
    """Return the page where a latecomer gives a name and what they play."""
    _ = locale.gettext
    yours, plays = safe(_(N_("Your name"))), safe(_(N_("What you play")))
    wish, failed = safe(_(N_("I wish to join"))), safe(_(FAILED))
    body = (
        f'<main data-failed="{failed}"><h1>{safe(title)}</h1>'
        f'<form id="join"><label>{yours}'
        f'<input name="name" maxlength="{MOST_NAME}" required autocomplete="nickname"></label>'
        f'<label>{plays}<input name="plays" maxlength="{MOST_NAME}" autocomplete="off"></label>'
        f'<button type="submit" class="send">{wish}</button></form>'
        f'<div id="became" role="status"></div></main>'
    )
    return document(locale, title, body, sheet=sheet, kind="seat", theme="dark")

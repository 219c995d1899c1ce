"""A seat's page on a phone: how the seat stands, what is asked of it, with keys for a thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from q40k.i18n.locale import N_, Locale
from q40k.i18n.race import won
from q40k.i18n.wording import Fold
from q40k.kernel.questions import Question
from q40k.live import keys
from q40k.live.inbox import UNASKED, Post
from q40k.live.page import document, lost
from q40k.live.parts import Said, seat_class
from q40k.report.html import safe
from q40k.table.match_session import MatchSession

MOST_NAME: Final = 40
"""So long a name may be, or what somebody wishes to play."""


# -- how the seat stands -------------------------------------------------------------------


def card(locale: Locale, session: MatchSession, seat: str) -> str:
    """What the game tells a seat, and its row of the board, cell by cell."""
    words, state = session.game.words, session.state
    one = next((one for one in session.game.view.seats(state) if one.id == seat), None)
    if one is None:
        return ""
    lines = "".join(_line(one) for one in words.card(locale, state, seat))
    shown = words.board(locale, state)
    rows = [row for row in shown.rows if one.name in (cell.rstrip(" *") for cell in row)]
    row = rows[0] if len(rows) == 1 else None  # where a seat has several, the card tells them
    pairs = zip(shown.columns, row, strict=True) if row is not None else ()
    cells = "".join(
        f"<div><dt>{safe(head)}</dt><dd>{safe(cell)}</dd></div>"
        for head, cell in pairs
        if head != "#" and cell.rstrip(" *") != one.name and cell != "-"
    )
    facts = "" if row is not None else " · ".join(shown.heading)
    heading = f'<p class="facts">{safe(facts)}</p>' if facts else ""
    return heading + lines + (f"<dl>{cells}</dl>" if cells else "")


def _line(one: str | Fold) -> str:
    if isinstance(one, str):
        return f"<p>{safe(one)}</p>"
    more = "".join(f"<p>{safe(line)}</p>" for line in one.more)
    return f"<details><summary>{safe(one.line)}</summary>{more}</details>"


def turn(locale: Locale, session: MatchSession, seat: str) -> str:
    """Whether it is the seat's turn or the seat is asked, or who acts.

    What it says is felt, too, when it is theirs.
    """
    view, state = session.game.view, session.state
    status = view.status(state)
    names = [one.name for one in view.seats(state) if one.id in status.active]
    following = not status.over and view.following(state) == seat
    if status.over:
        said = won(locale, status.winners)
    elif seat in status.active:
        said = locale.gettext(N_("It is your turn."))
    elif _question_of(session, seat) is not None:
        said = locale.gettext(N_("You are asked."))
    elif following:
        said = locale.gettext(N_("You are next."))
    elif names:
        said = locale.say(N_("{names} is at it."), names=locale.listed(names))
    else:
        return ""
    mine = (seat in status.active or following) and not status.over
    return f'<p class="turn{" mine" * mine}">{safe(said)}</p>'


# -- what is asked -------------------------------------------------------------------------


def question_at(session: MatchSession, seat: str, head: int) -> Question | None:
    """What a seat is asked at an entry, or may answer unasked (`inbox.UNASKED`)."""
    if head == UNASKED:
        found = session.game.view.unasked(session.state, seat)
        return None if found is None else found[1]
    question = session.question
    asked = question is not None and question.who == seat and head == session.head
    return question if asked else None


def _question_of(session: MatchSession, seat: str) -> tuple[int, Question] | None:
    """What a seat is asked, or may answer unasked, and at which entry."""
    for head in (session.head, UNASKED):
        question = question_at(session, seat, head)
        if question is not None:
            return head, question
    return None


def asked(locale: Locale, session: MatchSession, seat: str) -> str:
    """What is asked of the seat, with its keys; nothing while nothing is."""
    found = _question_of(session, seat)
    if found is None:
        return ""
    head, question = found
    words = session.game.words.ask(locale, session.state, question)
    why = f'<p class="why">{safe(words.why)}</p>' if words.why else ""
    odds = "".join(f'<p class="odds">{safe(one)}</p>' for one in words.odds)
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


def became(locale: Locale, post: Post | None) -> str:
    """What became of what the phone sent last; of dice that the app rolled, what they show."""
    if post is None:
        return ""
    why = post.why or locale.gettext(N_("the referee says no"))
    rolled = post.became == "taken" and bool(post.why)
    said = locale.say(N_("Rolled: {why}") if rolled else BECAME[post.became], why=why)
    kind = f"{post.became} rolled" if rolled else post.became
    return f'<p class="{kind}" data-id="{post.id}">{safe(said)}</p>'


def joined(locale: Locale, post: Post) -> str:
    """What became of a wish to join, for who has sent it."""
    why = post.why or locale.gettext(N_("the referee says no"))
    said = locale.say(JOINED.get(post.became, JOINED["refused"]), why=why)
    return f'<p class="{post.became}">{safe(said)}</p>'


# -- the pages -----------------------------------------------------------------------------


def seat_page(
    locale: Locale, name: str, colour: int, shown: Mapping[str, str], feed: Sequence[Said],
    where: str, *, sheet: str,
) -> str:  # fmt: skip
    """A seat's own page; `where` is from where its events come."""
    _ = locale.gettext
    happened = safe(_(N_("What happened")))
    referee, nothing = safe(_(N_("Call the referee"))), safe(_(N_("Roll for nothing")))
    called, failed = safe(_(N_("The referee is called."))), safe(_(FAILED))
    lines = "".join(one.html for one in feed)
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
        f'<output id="rolled" aria-live="polite"></output></nav>{lost(locale)}'
    )
    return document(locale, name, body, sheet=sheet, kind="seat", theme="dark")


def closed_page(locale: Locale, *, sheet: str) -> str:
    """What a code opens that is worth nothing, or nothing any more."""
    _ = locale.gettext
    title = safe(_(N_("This code is worth nothing any more.")))
    ask = safe(_(N_("Ask the referee for a new one.")))
    body = f"<main><h1>{title}</h1><p>{ask}</p></main>"
    return document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")


def join_page(locale: Locale, title: str, *, sheet: str) -> str:
    """Where somebody who comes late says who and what they are."""
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

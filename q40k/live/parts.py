"""The parts of the board as HTML: who acts, the race, the feed, the table, the clock, the end.

Every sentence comes from the words of the game or the shell, every place from its scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from q40k.games.game import Figures, Seat
from q40k.games.game import load as loaded
from q40k.geometry.scene import Scene
from q40k.i18n.chapters import Chapter, brief
from q40k.i18n.evening import Evening, stands
from q40k.i18n.locale import N_, Locale
from q40k.i18n.race import won
from q40k.i18n.sentences import time_of
from q40k.kernel.medals import Medal
from q40k.live.follow import Point
from q40k.report import charts
from q40k.report.drawing import drawing, still
from q40k.report.html import safe
from q40k.report.html import table as table_of
from q40k.table.announcer import Announcer
from q40k.table.colours import COLOURS
from q40k.table.match_session import Line, MatchSession
from q40k.table.settings import Settings
from q40k.table.shown.clock import reading, told
from q40k.table.shown.entered import MARKS, marked
from q40k.table.shown.race import Place, numbers, places, winners_first

CHART: Final = (560, 160)
"""The race over time is drawn so wide and high, so that its letters are read from afar."""
STANDING: Final = 3
"""So many stand on the podium."""
HANDS: Final = {"phone": N_("by phone"), "bot": N_("by the bot")}
"""Whose hand is told, where it was none at the table."""


class Came(Struct, frozen=True):
    """What is worked out once a match is over: its medals, figures, and where the evening stands.

    `figures` is what its game has counted, `times` are its entries, each with the turn it was in.
    """

    medals: tuple[Medal, ...] = ()
    evening: Evening | None = None
    figures: Any = None
    times: tuple[tuple[int, int], ...] = ()


class Said(Struct, frozen=True):
    """A line of the feed: its entry, its HTML, whether it stands, and what is called out of it."""

    seq: int
    html: str
    calls: tuple[str, ...] = ()


def seat_class(number: int) -> str:
    """The class of a seat's colour, by its number."""
    return f"c{number % len(COLOURS)}"


# -- who acts ------------------------------------------------------------------------------


def headline(locale: Locale, session: MatchSession) -> str:
    """Whose part it is, in its colour, where the match stands, and what is asked."""
    view, state = session.game.view, session.state
    status, seats = view.status(state), view.seats(state)
    question = session.question
    asked = session.game.words.ask(locale, state, question) if question is not None else None
    who = _seat(seats, question.who if question else None) or _seat(seats, *status.active)
    name, kind = (who.name, seat_class(who.colour)) if who else ("", "")
    if status.over:
        name, kind = won(locale, status.winners), "won"
    facts = "".join(f"<li>{safe(one)}</li>" for one in _facts(locale, session))
    title = session.row.name or status.name or session.game.name
    match = f'<p class="match">{safe(title)}</p>' if name else ""
    said = f'<p class="asks">{safe(asked.title)}</p>' if asked and not status.over else ""
    why = f'<p class="why">{safe(asked.why)}</p>' if asked and asked.why and said else ""
    return (
        f'<header class="{kind}">{match}'
        f'<h1 class="who">{safe(name or title)}</h1>'
        f'<ul class="facts">{facts}</ul>{said}{why}</header>'
    )


def _seat(seats: Iterable[Seat], *ids: str | None) -> Seat | None:
    return next((one for one in seats if one.id in ids), None)


def _facts(locale: Locale, session: MatchSession) -> Sequence[str]:
    """Where the match stands, as the game says it."""
    return session.game.words.board(locale, session.state).heading


# -- the race ------------------------------------------------------------------------------


def race(locale: Locale, session: MatchSession, before: Any) -> str:
    """A bar for every side, the nearest to winning first; of a game without a race its board."""
    found = places(session.game.view, session.state, before)
    if not found:
        return _table(locale, session)
    rows = "".join(_row(locale, one) for one in found)
    title = locale.gettext(N_("The race"))
    return f'<h2>{safe(title)}</h2><ol class="bars">{rows}</ol>'


def _row(locale: Locale, place: Place) -> str:
    side = place.racer
    part, since = (min(1.0, max(0.0, float(one))) for one in (side.part, place.since))
    sign = place.mark().strip()
    notes = {"!": N_("may win now"), "♛": N_("leads")}
    note = f'<span class="hidden">{safe(locale.gettext(notes[sign]))}</span>' if sign else ""
    shown = f'<span class="sign" aria-hidden="true">{safe(sign)}</span>{note}' if sign else ""
    fresh = f'<rect class="fresh" x="{since * 100:.1f}%" width="{(part - since) * 100:.1f}%"/>'
    bar = (
        '<svg class="bar" aria-hidden="true" preserveAspectRatio="none">'
        f'<rect class="made" width="{min(part, since) * 100:.1f}%"/>{fresh * (part > since)}</svg>'
    )
    gain = place.gain(locale)
    kind = " ".join((seat_class(side.colour), "near" * side.near, "leads" * place.leads))
    return (
        f'<li class="{kind.strip()}"><span class="name">{safe(side.name)}</span>{bar}'
        f'<span class="figure">{shown}{safe(place.figure(locale))}</span>'
        f'<span class="gain">{safe(gain)}</span></li>'
    )


def chart(locale: Locale, session: MatchSession, points: Sequence[Point]) -> str:
    """The race over time; `points` are those of the sides as the game names them."""
    sides = session.game.view.race(session.state)
    if not sides or len(points) < 2:
        return ""
    return charts.race(points, sides, locale.gettext(N_("The race over time")), CHART)


def _table(locale: Locale, session: MatchSession) -> str:
    """The board as the game words it."""
    shown = session.game.words.board(locale, session.state)
    if not shown.rows:
        return ""
    heads = "".join(f'<th scope="col">{safe(one)}</th>' for one in shown.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in shown.rows
    )
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


# -- the feed ------------------------------------------------------------------------------


def said(
    locale: Locale,
    session: MatchSession,
    line: Line,
    announcer: Announcer | None,
    taste: Settings,
) -> Said | None:
    """A line of the feed; None of an entry that says nothing."""
    entry, words, state = line.entry, session.game.words, session.state
    if entry.kind in MARKS:
        sign, _, text = marked(locale, session, line).partition(" ")
        body = f'<span class="sign" aria-hidden="true">{safe(sign)}</span> {safe(text)}'
        return Said(entry.seq, f'<li id="e{entry.seq}" class="mark">{body}</li>')
    told_ = words.sentences(locale, state, line.events, line.told_as)
    heard = announcer.made(entry.seq, taste) if announcer is not None else ()
    calls = tuple(words.call(locale, state, one) for one in heard)
    if not told_ and not calls:
        return None
    great = session.game.view.moments.great
    body = "".join(
        f"<p{' class=great' * (event.type in great)}>{safe(text)}</p>"
        for text, event in told_.items()
    ) + "".join(f'<p class="call">{safe(one)}</p>' for one in calls)
    hand = _hand(locale, entry.hand)
    kind = ' class="gone"' if line.undone else ""
    return Said(entry.seq, f'<li id="e{entry.seq}"{kind}>{hand}{body}</li>', calls)


def _hand(locale: Locale, hand: str) -> str:
    if hand not in HANDS:
        return ""
    return f'<span class="hand">{safe(locale.gettext(HANDS[hand]))}</span>'


# -- the table, the clock ------------------------------------------------------------------


def table(locale: Locale, scene: Scene, people: str) -> str:
    """The table from above, with what lies still on it and what moves."""
    return drawing(scene, locale.gettext(N_("The table from above")), still(scene), people)


def clock(locale: Locale, session: MatchSession) -> str:
    """The clock as it shows now; the script goes on counting from there."""
    now = reading(session)
    if now is None:
        return ""
    running = "" if now.paused else ' data-runs="1"'
    times = "".join(
        f'<time class="{kind}" data-left="{left:.1f}"{running}>{safe(time_of(left))}</time>'
        for kind, left in (("whole", now.match), ("part", now.part))
        if left is not None
    )
    words = told(locale, now)
    note = f'<p class="note">{safe(words)}</p>' if words else ""
    return f'<div class="times">{times}</div>{note}' if times or note else ""


# -- the end, and between matches ----------------------------------------------------------


def end(locale: Locale, session: MatchSession | None, came: Came | None) -> str:
    """What a match came to, and what the evening stands at; nothing while it is played."""
    if session is None:
        waits = locale.gettext(N_("Nothing is played yet."))
        return f'<p class="wait">{safe(waits)}</p>'
    status = session.game.view.status(session.state)
    if status.opened and not status.over:
        return ""
    shown = _podium(locale, session, status.winners) if status.over else ""
    if came is None:
        return shown
    names = {seat.id: seat.name for seat in session.game.view.seats(session.state)}
    words = session.game.words
    awarded = [words.medal(locale, session.state, one, names) for one in came.medals]
    medals = "".join(f"<dt>{safe(title)}</dt><dd>{safe(how)}</dd>" for title, how in awarded)
    lines = stands(locale, came.evening) if came.evening is not None else []
    shown += "".join(f'<p class="evening">{safe(line)}</p>' for line in lines)
    return shown + (f'<dl class="medals">{medals}</dl>' if medals else "")


def figures(locale: Locale, session: MatchSession, came: Came | None) -> str:
    """Of the figures of a match that is over what is seen at a glance: lives, brief tables."""
    if came is None or came.figures is None or not session.game.figures:
        return ""
    known: Figures = loaded(session.game.figures)
    return "".join(
        f"<h2>{safe(one.title)}</h2>{_lives(one, came.times) if one.lanes else ''}"
        f"{''.join(map(table_of, one.tables))}"
        for one in brief(known.chapters(locale, session.state, came.figures))
    )


def _lives(chapter: Chapter, times: Sequence[tuple[int, int]]) -> str:
    began = min((span.start for lane in chapter.lanes for span in lane.spans), default=0)
    since = [one for one in times if one[0] >= began]
    points = [Point(turn, ()) for _seq, turn in since]
    return charts.times(chapter.lanes, points, [seq for seq, _turn in since], chapter.title)


def _podium(locale: Locale, session: MatchSession, winners: Sequence[str]) -> str:
    found = winners_first(places(session.game.view, session.state), winners)
    shown = islice(
        zip(numbers([one.racer for one in found], winners), found, strict=True), STANDING
    )
    steps = "".join(
        f'<li class="{seat_class(one.racer.colour)} step{row}"><b>{number}</b>'
        f'<span class="name">{safe(one.racer.name)}</span>'
        f'<span class="figure">{safe(one.figure(locale))}</span></li>'
        for row, (number, one) in enumerate(shown, 1)
    )
    return f'<ol class="podium">{steps}</ol>' if steps else ""

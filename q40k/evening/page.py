"""The hall's page, for a television at 4 m and for phones: every table, the standings, and what is played next."""

import time
from collections.abc import Iterator
from typing import Any

from q40k.evening.hall import Copy, Hall
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.scores import winners_line
from q40k.live import page
from q40k.live.page import Page, asset, edition_of
from q40k.report.html import Macros
from q40k.season.facts import LeagueTable
from q40k.season.league_wording import bye_reason, order_text, quote_name, standings_tables

FEW = 12
"""Up to so many tables a card is large."""


def templates(locale: Locale) -> Macros:
    """Return the templates of the page."""
    return Macros("q40k.live", "hall.html", locale)


def style() -> str:
    """Return the style sheet: that of the board, and the hall's own."""
    return page.style({}) + asset("hall.css")


def hall_page(locale: Locale, hall: Hall, pause: float) -> str:
    """Return the whole page."""
    kinds = ["hall"] + ["many"] * (len(hall.pairings()) > FEW)
    frame = Page(locale.language, hall.league, edition_of(style()), " ".join(kinds))
    other = ("en", "English") if locale.language == "fr" else ("fr", "Français")
    return str(templates(locale).page(frame, parts(locale, hall, pause), f"/events?lang={locale.language}", other))


def parts(locale: Locale, hall: Hall, pause: float) -> dict[str, str]:
    """Return the parts of the page by their ids; each table is a part of its own."""
    macros = templates(locale)
    if hall.round is None:
        return {"headline": str(macros.headline(hall.league, "", ()))}
    standing = hall.round.standing
    number = standing.round_to_play
    title = locale.say(N_("{league} · round {round}"), league=standing.league.name, round=number)
    if standing.is_over:
        winners = locale.join_and(standing.winners) or "–"
        title = locale.say(N_("{league} · won by {player}"), league=standing.league.name, player=winners)
    byes = [bye_reason(locale, standing, name) for name in standing.byes[number - 1]] if standing.byes else []
    shown = {
        "headline": str(macros.headline(title, _missing(locale, hall), [] if standing.is_over else byes)),
        "clock": _countdown(locale, hall, pause),
        "standings": str(macros.standings(standings_tables(locale, standing))),
    }
    for table, identity in hall.pairings():
        card = _card(locale, hall, table, hall.copies.get(identity))
        shown[f"t{table.table}"] = str(macros.card(card))
    return shown


def _card(locale: Locale, hall: Hall, table: LeagueTable, copy: Copy | None) -> dict[str, Any]:
    """Return how a table stands: its players, who leads, the turn, the last great event."""
    told = copy.told if copy is not None else None
    number = hall.evening.given.get(f"{table.round}.{table.table}", table.table)
    lead = turn = ""
    if table.order is not None:
        lead = order_text(table)
    elif told is not None and told.is_over:
        lead = winners_line(locale, told.winners)
    elif told is not None:
        lead = locale.say(N_("{players} leads"), players=locale.join_and(told.leaders)) if told.leaders else ""
        turn = locale.say(N_("turn {turn}"), turn=told.turn) if told.turn else locale.gettext(N_("setting up"))
    notes = list(_notes(locale, hall, number, table, copy))
    return {
        "number": number,
        "players": " – ".join(table.players),
        "lead": lead,
        "turn": turn,
        "call": told.calls.get(locale.language, "") if told is not None and table.order is None else "",
        "notes": notes,
        "kind": "over" if table.order is not None else "plays" if told is not None else "waits",
    }


def _notes(locale: Locale, hall: Hall, number: int, table: LeagueTable, copy: Copy | None) -> Iterator[str]:
    if copy is not None and copy.asks:
        message = N_("It was over and wants to go on. Allow it: q40k evening allow {league} {table}")
        yield locale.say(message, table=number, league=quote_name(hall.league))
    if table.order is None and number in hall.evening.laptops and hall.is_missing(number):
        yield locale.gettext(N_("not connected: what is here may be old"))


def _missing(locale: Locale, hall: Hall) -> str:
    """Return whom the round waits for: the players of matches that nobody has begun."""
    waiting = [
        locale.say(N_("{players} (table {table})"), players=locale.join_and(table.players), table=table.table)
        for table, identity in hall.pairings()
        if table.order is None and identity not in hall.copies
    ]
    return locale.say(N_("Not begun: {tables}"), tables=", ".join(waiting)) if waiting else ""


def _countdown(locale: Locale, hall: Hall, pause: float) -> str:
    """Return the time until the round begins; "" once it has."""
    if hall.round is None or not hall.round.drawn_at or hall.round.standing.is_over:
        return ""
    left = hall.round.drawn_at + pause - time.time()
    if left <= 0:
        return ""
    return str(templates(locale).countdown(f"{left:.0f}", clock_time(left)))

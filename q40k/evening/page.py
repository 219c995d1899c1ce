"""The hall's page, for a television at 4 m and for phones: every table, the standings, and what is played next."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from q40k.evening.hall import Copy, Hall
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.scores import winners_line
from q40k.live import page
from q40k.live.page import Page, asset, edition_of
from q40k.report.html import Macros
from q40k.season.facts import LeagueTable
from q40k.season.league import LeagueStanding
from q40k.season.league_wording import bye_reason, order_text, quote_name, standings_tables

FEW = 12
"""Up to so many tables a card is large."""


def templates(locale: Locale) -> Macros:
    """Return the templates of the page."""
    return Macros("q40k.live", "hall.html", locale)


def style() -> str:
    """Return the style sheet: that of the board, and the hall's own."""
    return page.style({}) + asset("hall.css")


class PageParts:
    """The parts of the page in one language by their ids. A part is written anew only if what it says has changed."""

    def __init__(self, locale: Locale, hall: Hall, pause: float) -> None:
        """`pause` is the time from the draw of a round to its beginning, in seconds."""
        self._locale, self._hall, self._pause = locale, hall, pause
        self._macros = templates(locale)
        self._written: dict[str, tuple[Any, str]] = {}

    def page(self) -> str:
        """Return the whole page."""
        locale, hall = self._locale, self._hall
        kinds = ["hall"] + ["many"] * (len(hall.pairings()) > FEW)
        frame = Page(locale.language, edition_of(style()), hall.league, " ".join(kinds))
        other = ("en", "English") if locale.language == "fr" else ("fr", "Français")
        shown = {"headline": "", "clock": "", "standings": "", **self.parts()}
        return str(self._macros.page(frame, shown, f"/events?lang={locale.language}", other))

    def parts(self) -> dict[str, str]:
        """Return all parts; each table is a part of its own."""
        locale, hall = self._locale, self._hall
        if hall.round is None:
            return {"headline": self._write("headline", self._macros.headline, hall.league, "", ())}
        standing = hall.round.standing
        heading = (_title(locale, standing), _missing(locale, hall), _byes(locale, standing))
        standings = self._written.get("standings")
        if standings is None or standings[0] is not standing:
            standings = (standing, str(self._macros.standings(standings_tables(locale, standing))))
            self._written["standings"] = standings
        seconds = hall.round.drawn_at + self._pause - time.time()
        is_waiting = seconds > 0 and hall.round.drawn_at > 0 and not standing.is_over
        clock = str(self._macros.countdown(f"{seconds:.0f}", clock_time(seconds))) if is_waiting else ""
        shown = {
            "headline": self._write("headline", self._macros.headline, *heading),
            "clock": clock,
            "standings": standings[1],
        }
        for table, identity in hall.pairings():
            card = _card(locale, hall, table, hall.copies.get(identity))
            shown[f"t{table.table}"] = self._write(f"t{table.table}", self._macros.card, card)
        return shown

    def _write(self, name: str, macro: Callable[..., str], *content: Any) -> str:
        before = self._written.get(name)
        if before is None or before[0] != content:
            before = self._written[name] = (content, str(macro(*content)))
        return before[1]


def _title(locale: Locale, standing: LeagueStanding) -> str:
    if standing.is_over:
        winners = locale.join_and(standing.winners) or "–"
        return locale.say(N_("{league} · won by {player}"), league=standing.league.name, player=winners)
    number = standing.round_to_play
    return locale.say(N_("{league} · round {round}"), league=standing.league.name, round=number)


def _byes(locale: Locale, standing: LeagueStanding) -> list[str]:
    byes = standing.byes[standing.round_to_play - 1] if standing.byes and not standing.is_over else ()
    return [bye_reason(locale, standing, name) for name in byes]


def _card(locale: Locale, hall: Hall, table: LeagueTable, copy: Copy | None) -> dict[str, Any]:
    """Return how a table stands: its players, who leads, the turn, the last great event."""
    standing = copy.standing if copy is not None else None
    number = hall.evening.given.get(f"{table.round}.{table.table}", table.table)
    lead = turn = ""
    if table.order is not None:
        lead = order_text(table)
    elif standing is not None and standing.is_over:
        lead = winners_line(locale, standing.winners)
    elif standing is not None:
        lead = locale.say(N_("{players} leads"), players=locale.join_and(standing.leaders)) if standing.leaders else ""
        turn = locale.say(N_("turn {turn}"), turn=standing.turn) if standing.turn else locale.gettext(N_("setting up"))
    notes = list(_notes(locale, hall, number, table, copy))
    return {
        "number": number,
        "players": " – ".join(table.players),
        "lead": lead,
        "turn": turn,
        "call": standing.calls.get(locale.language, "") if standing is not None and table.order is None else "",
        "notes": notes,
        "kind": "over" if table.order is not None else "plays" if standing is not None else "waits",
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

"""Word leagues: standings, results of tables, what is next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.season.decisions import Kind
from q40k.season.league import LeagueTable, Row, Standing, advancing, tied_at_the_cut
from q40k.season.words import make_table

KINDS: Final[Mapping[Kind, str]] = {
    "robin": N_("everybody against everybody"),
    "swiss": N_("Swiss"),
    "groups": N_("groups"),
    "knockout": N_("knock-out"),
}


_CELLS: Final[Mapping[str, Callable[[Locale, Row], str]]] = {
    N_("Place"): lambda _locale, row: str(row.place),
    N_("Rounds survived"): lambda _locale, row: str(row.through),
    N_("Points"): lambda locale, row: locale.points(row.points),
    N_("Wins"): lambda _locale, row: str(row.wins),
    N_("Tables played"): lambda _locale, row: str(row.played),
    N_("Opponents’ points"): lambda locale, row: locale.points(row.met),
}
"""The cells of a league's table, by the heading of the column."""
_PLAIN: Final = ("Place", "Points", "Wins", "Tables played")
_COLUMNS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "robin": _PLAIN,
    "swiss": (*_PLAIN, "Opponents’ points"),
    "groups": _PLAIN,
    "knockout": ("Place", "Rounds survived", "Wins", "Tables played"),
}
"""The columns of each kind of league: those that decide it."""


def league_chapters(locale: Locale, standings: Iterable[Standing]) -> list[Chapter]:
    """Return a chapter for every league."""
    return [chapter(locale, standing) for standing in standings]


def chapter(locale: Locale, standing: Standing) -> Chapter:
    """Return the chapter of a league: its standings, its tables, and a note on what is next."""
    kind = locale.gettext(KINDS[standing.league.kind])
    tables = [_standings(locale, standing, number) for number in range(len(standing.groups))]
    heads = (_round(locale), N_("Table"), N_("Order of finish"), "#")
    rows = (_result(locale, table) for table in _decided_tables(standing))
    tables += [make_table(locale, heads, rows, (2,)), _open(locale, standing)]
    return Chapter(f"{standing.league.name} · {kind}", tuple(tables), what_next(locale, standing))


def _round(locale: Locale) -> str:
    """Return “Round” of a league, whatever a game calls its own rounds."""
    return locale.pgettext("league", "Round")


def _standings(locale: Locale, standing: Standing, number: int) -> Table:
    letter = ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)
    group = locale.say(N_("Group {letter}"), letter=letter)
    first = group if standing.league.groups else locale.gettext(N_("Player"))
    heads = _COLUMNS[standing.league.kind]
    rows = tuple(_row(locale, row, heads) for row in standing.groups[number])
    figures = tuple(range(1, len(heads) + 1))
    return Table((first, *(locale.gettext(head) for head in heads)), rows, figures)


def _row(locale: Locale, row: Row, heads: Sequence[str]) -> tuple[str, ...]:
    name = locale.say(N_("{player} (has left)"), player=row.player) if row.has_left else row.player
    return name, *(_CELLS[head](locale, row) for head in heads)


def _decided_tables(standing: Standing) -> Iterator[LeagueTable]:
    return (table for tables in standing.rounds for table in tables if table.order is not None)


def _result(locale: Locale, table: LeagueTable) -> tuple[str, ...]:
    place, parts = 1, []
    for tied in table.order or ():
        parts.append(f"{place}. {' = '.join(tied)}")
        place += len(tied)
    order = " · ".join(parts)
    if table.alone:
        order = locale.say(N_("{players}, unopposed"), players=order)
    source = (
        str(table.match) if table.match else locale.gettext(N_("said")) if table.reported else ""
    )
    return str(table.round), str(table.table), order, source


def _open(locale: Locale, standing: Standing) -> Table:
    heads = (_round(locale), N_("Table"), N_("To be played, in the order of seats"))
    rows = (
        (str(table.round), str(table.table), ", ".join(_there(standing, table)))
        for table in standing.open
    )
    return make_table(locale, heads, rows, (2,))


def _there(standing: Standing, table: LeagueTable) -> list[str]:
    """Return the players of a table, in the order of seats, without those who left."""
    left_league = {row.player for rows in standing.groups for row in rows if row.has_left}
    return [name for name in table.players if name not in left_league]


def quote_name(league: str) -> str:
    """Return the name of a league for the command line, in quotes if it is several words."""
    return league if re.fullmatch(r"[\w.-]+", league) else f'"{league}"'


def what_next(locale: Locale, standing: Standing) -> str:
    """Tell what is next in a league: a table, a draw, or who has won it."""
    if standing.over:
        over = locale.say(N_("It is over: {players} came first."),
                          players=locale.join_and(standing.winners))  # fmt: skip
        return " ".join([*_seeded_on(locale, standing), over])
    if standing.open:
        first = standing.open[0]
        return locale.say(
            N_("Next: round {round}, table {table}: {players}."),
            round=first.round, table=first.table, players=locale.join_and(_there(standing, first)),
        )  # fmt: skip
    following = locale.say(
        N_("All tables are played. The next round: q40k league draw {name}"),
        name=quote_name(standing.league.name),
    )
    return " ".join([*_seeded_on(locale, standing), following])


def _seeded_on(locale: Locale, standing: Standing) -> Iterator[str]:
    """Tell who advances from a tie in a knock-out only by seed: the table may want to play on."""
    final = len(standing.rounds[-1]) == 1
    for table in standing.rounds[-1] if standing.league.kind == "knockout" else ():
        tied = tied_at_the_cut(standing.league, table, final=final)
        if tied:
            on = [name for name in advancing(standing.league, table) if name in tied]
            on = on[: 1 if final else None]
            yield locale.say(
                N_("{tied} tied at table {table}: {on} goes on by the better seed, unless you say"
                   " the order (q40k league result {name} {round}.{table})."),
                tied=locale.join_and(tied), table=table.table, on=locale.join_and(on),
                name=quote_name(standing.league.name), round=table.round,
            )  # fmt: skip

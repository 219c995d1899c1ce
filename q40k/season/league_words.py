"""Leagues in words: standings, what was played, what is next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.season.decisions import Kind
from q40k.season.league import Row, Seated, Standing, through, tied_at_the_cut
from q40k.season.words import made_table

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
"""What may be told of somebody in a league, by the head of its column."""
_PLAIN: Final = ("Place", "Points", "Wins", "Tables played")
_COLUMNS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "robin": _PLAIN,
    "swiss": (*_PLAIN, "Opponents’ points"),
    "groups": _PLAIN,
    "knockout": ("Place", "Rounds survived", "Wins", "Tables played"),
}
"""What decides, by the kind of league, and so is told."""


def league_chapters(locale: Locale, standings: Iterable[Standing]) -> list[Chapter]:
    """A chapter for every league."""
    return [chapter(locale, one) for one in standings]


def chapter(locale: Locale, one: Standing) -> Chapter:
    """A league: its standings, its tables, and as a note what is next."""
    kind = locale.gettext(KINDS[one.league.kind])
    tables = [_standings(locale, one, number) for number in range(len(one.groups))]
    heads = (_round(locale), N_("Table"), N_("Order of finish"), "#")
    rows = (_result(locale, each) for each in _played(one))
    tables += [made_table(locale, heads, rows, (2,)), _open(locale, one)]
    return Chapter(f"{one.league.name} · {kind}", tuple(tables), what_next(locale, one))


def _round(locale: Locale) -> str:
    """A round of a league, whatever a game calls a round of its own."""
    return locale.pgettext("league", "Round")


def _standings(locale: Locale, one: Standing, number: int) -> Table:
    letter = ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)
    group = locale.say(N_("Group {letter}"), letter=letter)
    first = group if one.league.groups else locale.gettext(N_("Player"))
    heads = _COLUMNS[one.league.kind]
    rows = tuple(_row(locale, row, heads) for row in one.groups[number])
    figures = tuple(range(1, len(heads) + 1))
    return Table((first, *(locale.gettext(head) for head in heads)), rows, figures)


def _row(locale: Locale, row: Row, heads: Sequence[str]) -> tuple[str, ...]:
    name = locale.say(N_("{player} (has left)"), player=row.player) if row.gone else row.player
    return name, *(_CELLS[head](locale, row) for head in heads)


def _played(one: Standing) -> Iterator[Seated]:
    return (each for tables in one.rounds for each in tables if each.order is not None)


def _result(locale: Locale, one: Seated) -> tuple[str, ...]:
    place, parts = 1, []
    for tied in one.order or ():
        parts.append(f"{place}. {' = '.join(tied)}")
        place += len(tied)
    order = " · ".join(parts)
    if one.alone:
        order = locale.say(N_("{players}, unopposed"), players=order)
    source = str(one.match) if one.match else locale.gettext(N_("said")) if one.said else ""
    return str(one.round), str(one.table), order, source


def _open(locale: Locale, one: Standing) -> Table:
    heads = (_round(locale), N_("Table"), N_("To be played, in the order of seats"))
    rows = ((str(each.round), str(each.table), ", ".join(_there(one, each))) for each in one.open)
    return made_table(locale, heads, rows, (2,))


def _there(one: Standing, table: Seated) -> list[str]:
    """Who is to play at a table, in the order of seats: not who has left."""
    gone = {row.player for rows in one.groups for row in rows if row.gone}
    return [name for name in table.players if name not in gone]


def called(league: str) -> str:
    """The name of a league as the command line takes it: in quotes where it is several words."""
    return league if re.fullmatch(r"[\w.-]+", league) else f'"{league}"'


def what_next(locale: Locale, one: Standing) -> str:
    """What is next in a league: a table, a draw; or who has won it."""
    if one.over:
        over = locale.say(N_("It is over: {players} came first."),
                          players=locale.join_and(one.winners))  # fmt: skip
        return " ".join([*_seeded_on(locale, one), over])
    if one.open:
        first = one.open[0]
        return locale.say(
            N_("Next: round {round}, table {table}: {players}."),
            round=first.round, table=first.table, players=locale.join_and(_there(one, first)),
        )  # fmt: skip
    following = locale.say(
        N_("All tables are played. The next round: q40k league draw {name}"),
        name=called(one.league.name),
    )
    return " ".join([*_seeded_on(locale, one), following])


def _seeded_on(locale: Locale, one: Standing) -> Iterator[str]:
    """Who goes on from a tie in a knock-out by nothing but the seed: tables may want to play on."""
    final = len(one.rounds[-1]) == 1
    for table in one.rounds[-1] if one.league.kind == "knockout" else ():
        tied = tied_at_the_cut(one.league, table, final=final)
        if tied:
            on = [name for name in through(one.league, table) if name in tied]
            on = on[: 1 if final else None]
            yield locale.say(
                N_("{tied} tied at table {table}: {on} goes on by the better seed, unless you say"
                   " the order (q40k league result {name} {round}.{table})."),
                tied=locale.join_and(tied), table=table.table, on=locale.join_and(on),
                name=called(one.league.name), round=table.round,
            )  # fmt: skip

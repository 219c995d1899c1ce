"""Word leagues: standings, results, byes, and what is next, for the terminal and for the HTML page."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.season.decisions import Kind
from q40k.season.facts import LeagueTable
from q40k.season.league import LeagueStanding, Row, advancing, heirs, tied_at_the_cut
from q40k.season.wording import make_table

KINDS: Mapping[Kind, str] = {
    "robin": N_("everybody against everybody"),
    "swiss": N_("Swiss"),
    "groups": N_("groups"),
    "knockout": N_("knock-out"),
}


_CELLS: Mapping[str, Callable[[Locale, Row], str]] = {
    N_("Place"): lambda _locale, row: "–" if row.is_last else str(row.place),
    N_("Moved"): lambda _locale, row: f"{'▲' if row.moved > 0 else '▼'}{abs(row.moved)}" if row.moved else "",
    N_("Rounds survived"): lambda _locale, row: str(row.through),
    N_("Points"): lambda locale, row: locale.points(row.points),
    N_("Wins"): lambda _locale, row: str(row.wins),
    N_("Tables played"): lambda _locale, row: str(row.played),
    N_("Opponents’ points"): lambda locale, row: locale.points(row.met),
}
"""The cells of a league's table, by the heading of the column."""
_PLAIN = ("Place", "Moved", "Points", "Wins", "Tables played")
_COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    "robin": _PLAIN,
    "swiss": (*_PLAIN, "Opponents’ points"),
    "groups": _PLAIN,
    "knockout": ("Place", "Moved", "Rounds survived", "Wins", "Tables played"),
}
"""The columns of each kind of league: those that decide it."""


def league_chapters(locale: Locale, leagues: Iterable[LeagueStanding]) -> list[Chapter]:
    """Return a chapter for every league."""
    return [chapter(locale, standing) for standing in leagues]


def chapter(locale: Locale, standing: LeagueStanding) -> Chapter:
    """Return the chapter of a league: its standings, its tables, and a note on what is next."""
    kind = locale.gettext(KINDS[standing.league.kind])
    tables = standings_tables(locale, standing)
    heads = (_round(locale), N_("Table"), N_("Order of finish"), "#")
    rows = _results(locale, standing)
    tables += [make_table(locale, heads, rows, (2,)), _open(locale, standing)]
    return Chapter(f"{standing.league.name} · {kind}", tuple(tables), what_next(locale, standing))


def brief_chapter(locale: Locale, standing: LeagueStanding) -> Chapter:
    """Return a league for a board: its standings, the tables to be played now, and who sits out and why."""
    tables = [table for table in standing.open if table.round == standing.round_to_play]
    now = pairings(locale, standing, tables, _BYES[standing.league.kind] if tables else "")
    return Chapter(round_title(locale, standing), (*standings_tables(locale, standing), now))


def round_title(locale: Locale, standing: LeagueStanding) -> str:
    """Return the name of a league, with the round that is played."""
    return locale.say(N_("{league} · round {round}"), league=standing.league.name, round=standing.round_to_play)


def pairings(locale: Locale, standing: LeagueStanding, tables: Iterable[LeagueTable], bye: str) -> Table:
    """Return who sits at these tables of the round that is played, and who sits out, by the message `bye` if any."""
    byes = standing.byes[standing.round_to_play - 1] if bye else ()
    rows = [(str(table.table), " – ".join(filter(standing.is_member, table.players))) for table in tables]
    rows += [("–", locale.say(bye, player=name)) for name in byes]
    return make_table(locale, (N_("Table"), N_("In the order of seats")), rows, (1,))


def _round(locale: Locale) -> str:
    """Return “Round” of a league, whatever a game calls its own rounds."""
    return locale.pgettext("league", "Round")


def standings_tables(locale: Locale, standing: LeagueStanding) -> list[Table]:
    """Return the standings, group by group."""
    return [_standings(locale, standing, number) for number in range(len(standing.groups))]


def _standings(locale: Locale, standing: LeagueStanding, number: int) -> Table:
    letter = ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)
    group = locale.say(N_("Group {letter}"), letter=letter)
    first = group if standing.league.groups else locale.gettext(N_("Player"))
    moved = any(row.moved for row in standing.rows.values())
    heads = [head for head in _COLUMNS[standing.league.kind] if moved or head != "Moved"]
    rows = tuple(_row(locale, row, heads) for row in standing.groups[number])
    figures = tuple(range(1, len(heads) + 1))
    return Table((first, *(locale.gettext(head) for head in heads)), rows, figures)


def _row(locale: Locale, row: Row, heads: Sequence[str]) -> tuple[str, ...]:
    name = locale.say(N_("{player} (has left)"), player=row.player) if row.has_left else row.player
    return name, *(_CELLS[head](locale, row) for head in heads)


def _results(locale: Locale, standing: LeagueStanding) -> Iterator[tuple[str, ...]]:
    """Yield the rows of decided tables, and after those of each round who sits it out."""
    for number, (tables, byes) in enumerate(zip(standing.rounds, standing.byes, strict=True), 1):
        for table in tables:
            if table.order is not None and table.by != "bye":
                yield _result(locale, standing, table)
        for name in byes:
            yield str(number), "–", bye_reason(locale, standing, name), ""


_BYES: Mapping[Kind, str] = {
    "robin": N_("{player} sits out: the number of players is odd"),
    "swiss": N_("{player} sits out and wins: of those who sat out least, nobody has fewer points"),
    "groups": N_("{player} sits out: the number of players in the group is odd"),
    "knockout": N_("{player} goes on without playing: a place in the bracket is free"),
}


def bye_reason(locale: Locale, standing: LeagueStanding, player: str) -> str:
    """Tell that somebody sits out a round, and why."""
    return locale.say(_BYES[standing.league.kind], player=player)


def order_text(table: LeagueTable) -> str:
    """Return the order of finish of a table: "1. Ann · 2. Bob = Cid · 4. Dan"; no line ends between place and name."""
    place, parts = 1, []
    for tied in table.order or ():
        parts.append(f"{place}.\u00a0{' = '.join(tied)}")
        place += len(tied)
    return "\u00a0· ".join(parts)


def _result(locale: Locale, standing: LeagueStanding, table: LeagueTable) -> tuple[str, ...]:
    order, number = order_text(table), standing.numbers.get(table.match)
    source = str(number) if number else locale.gettext(N_("said")) if table.by == "word" else ""
    if table.is_unopposed:
        order = locale.say(N_("{players}, unopposed"), players=order)
    return str(table.round), str(table.table), order, source


def _open(locale: Locale, standing: LeagueStanding) -> Table:
    heads = (_round(locale), N_("Table"), N_("To be played, in the order of seats"))
    rows = ((str(table.round), str(table.table), ", ".join(_there(standing, table))) for table in standing.open)
    return make_table(locale, heads, rows, (2,))


def _there(standing: LeagueStanding, table: LeagueTable) -> list[str]:
    """Return the players of a table, in the order of seats, without those who left."""
    return [name for name in table.players if standing.is_member(name)]


def quote_name(league: str) -> str:
    """Return the name of a league for the command line, in quotes if it is several words."""
    return league if re.fullmatch(r"[\w.-]+", league) else f'"{league}"'


def what_next(locale: Locale, standing: LeagueStanding) -> str:
    """Tell what is next in a league: a table, a draw, or who has won it."""
    notes = [_ahead_of_clock(locale, number) for number in standing.ahead]
    notes += [] if standing.open else _seeded_on(locale, standing)
    if standing.is_over:
        over = N_("It is over: {players} came first.") if standing.winners else N_("It is over: nobody is left.")
        return " ".join([*notes, locale.say(over, players=locale.join_and(standing.winners))])
    if standing.open:
        first = standing.open[0]
        following = locale.say(
            N_("Next: round {round}, table {table}: {players}."),
            round=first.round,
            table=first.table,
            players=locale.join_and(_there(standing, first)),
        )
    else:
        notes += _tell_heir(locale, standing)
        message = N_("All tables are played. The next round: q40k league draw {name}")
        following = locale.say(message, name=quote_name(standing.league.name))
    return " ".join([*notes, following])


def _ahead_of_clock(locale: Locale, number: int) -> str:
    message = N_("Round {number} was drawn in the future: a clock was wrong. Later matches of the library decide it.")
    return locale.say(message, number=number)


def _tell_heir(locale: Locale, standing: LeagueStanding) -> Iterator[str]:
    """Tell who takes the place of somebody who left a knock-out after coming through."""
    for table in standing.rounds[-1] if standing.league.kind == "knockout" else ():
        for leaver, heir in heirs(standing.league, table, standing.contenders):
            yield locale.say(
                N_(
                    "{left} has left, so {player} goes on, the next at table {table}; if they do not want the"
                    " place: q40k league leave {name} {typed}"
                ),
                left=leaver,
                player=heir,
                table=table.table,
                name=quote_name(standing.league.name),
                typed=quote_name(heir),
            )


def _seeded_on(locale: Locale, standing: LeagueStanding) -> Iterator[str]:
    """Tell who advances from a tie in a knock-out only by seed: the table may want to play on."""
    league, members, final = standing.league, standing.contenders, len(standing.rounds[-1]) == 1
    for table in standing.rounds[-1] if league.kind == "knockout" else ():
        tied = tied_at_the_cut(league, table, members, final=final)
        if tied:
            on = [name for name in advancing(league, table, members, final=final) if name in tied]
            yield locale.say(
                N_(
                    "{tied} tied at table {table}: {on} goes on by the better seed, unless you say"
                    " the order (q40k league result {name} {round}.{table})."
                ),
                tied=locale.join_and(tied),
                table=table.table,
                on=locale.join_and(on),
                name=quote_name(league.name),
                round=table.round,
            )

"""Fold the facts of a league into its state: rounds as they were drawn, tables as they were decided.

A fact touches only what it tells of. A fact without its ground, such as a decision by withdrawal
after the leaving was undone, changes nothing; so undone facts need no cleaning up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.kernel.text import fold_name
from q40k.season import decisions


class LeagueTable(Struct, frozen=True):
    """Hold a table of a round (numbers from 1): its players in the order of seats, and their order of finish.

    The order is None while the table is open. `match` is the identity of the match that decided it,
    or that a person has named. Somebody alone at a table of a knock-out has a bye.
    """

    round: int
    table: int
    players: tuple[str, ...]
    order: decisions.Order | None = None
    by: decisions.Ground | Literal["", "bye"] = ""
    match: str = ""

    @property
    def is_unopposed(self) -> bool:
        """Tell whether the table was decided without being played."""
        return self.by in ("bye", "withdrawal")


class DrawnRound(Struct, frozen=True):
    """Hold a round as it was drawn at a time; the fields are those of `Drawn`."""

    tables: tuple[LeagueTable, ...]
    byes: tuple[str, ...]
    at: str
    before: frozenset[str]

    @property
    def is_begun(self) -> bool:
        """Tell whether a table was played."""
        return any(table.by in ("match", "word") and table.order is not None for table in self.tables)

    @property
    def is_decided(self) -> bool:
        """Tell whether no table is open."""
        return all(table.order is not None for table in self.tables)


class LeagueState(Struct, frozen=True):
    """Hold a league after its facts.

    `left` are the keys of those who have left, each with whether the league was over by then.
    """

    league: decisions.League
    rounds: tuple[DrawnRound, ...] = ()
    left: Mapping[str, bool] = {}
    is_over: bool = False
    is_kept: bool = False

    @property
    def members(self) -> tuple[str, ...]:
        """Return the players who have not left, in the order of seeds."""
        return tuple(filter(self.is_member, self.league.players))

    @property
    def contenders(self) -> tuple[str, ...]:
        """Return the players who have not left before the end."""
        return tuple(name for name in self.league.players if self.left.get(fold_name(name), True))

    def is_member(self, name: str) -> bool:
        """Tell whether somebody plays and has not left."""
        return fold_name(name) not in self.left

    @property
    def tables(self) -> Iterator[LeagueTable]:
        """Yield every table, in the order of the draw."""
        return (table for drawn in self.rounds for table in drawn.tables)

    def find_table(self, round_: int, table: int) -> LeagueTable | None:
        """Return the table with these numbers, or None."""
        tables = self.rounds[round_ - 1].tables if 0 < round_ <= len(self.rounds) else ()
        return tables[table - 1] if 0 < table <= len(tables) else None

    @property
    def is_played_out(self) -> bool:
        """Tell whether nothing is left to play or to draw."""
        if not self.rounds or any(table.order is None for table in self.tables):
            return False
        if self.league.kind == "knockout":
            return len(self.rounds[-1].tables) == 1
        return len(self.rounds) >= self.league.last


def found_league(league: decisions.League, at: str) -> LeagueState:
    """Return a league with the rounds that were drawn when it was founded."""
    state = LeagueState(league, is_kept=league.form == 1)
    for tables in league.rounds:
        state = _add_round(state, tables, at, league.before)
    return state


def fold(state: LeagueState, fact: decisions.Fact, at: str) -> LeagueState:
    """Return the league after another fact, written at a time."""
    match fact:
        case decisions.Drawn():
            strangers = {name for seats in fact.round for name in seats} - {*state.league.players}
            if fact.number in (0, len(state.rounds) + 1) and not strangers:
                state = _add_round(state, fact.round, at, fact.before, fact.byes)
        case decisions.Corrected():
            state = _correct(state, fact)
        case decisions.Decided():
            state = _decide(state, fact)
        case decisions.Withdrawn():
            key = fold_name(fact.player)
            if key in map(fold_name, state.members):
                state = replace(state, left={**state.left, key: state.is_over})
        case decisions.Joined():
            state = _join(state, fact, at)
        case decisions.Over():
            state = replace(state, is_over=state.is_played_out or len(state.members) < 2)
        case decisions.Migrated():
            state = replace(state, is_kept=False)
        case decisions.League():
            state = found_league(fact, at)
    return state


# -- rounds ----------------------------------------------------------------------------------


def _add_round(
    state: LeagueState, tables: decisions.Round, at: str, before: Iterable[str], byes: tuple[str, ...] = ()
) -> LeagueState:
    drawn = _make_round(state, len(state.rounds) + 1, tables, at, before, byes)
    return replace(state, rounds=(*state.rounds, drawn))


def _make_round(
    state: LeagueState, number: int, tables: decisions.Round, at: str, before: Iterable[str], byes: tuple[str, ...] = ()
) -> DrawnRound:
    seated = tuple(_make_table(number, place, seats) for place, seats in enumerate(tables, 1))
    return DrawnRound(seated, byes or _find_byes(state, tables), at, frozenset(before))


def _make_table(number: int, place: int, players: tuple[str, ...]) -> LeagueTable:
    if len(players) == 1:
        return LeagueTable(number, place, players, (players,), "bye")
    return LeagueTable(number, place, players)


def _find_byes(state: LeagueState, tables: decisions.Round) -> tuple[str, ...]:
    """Return who sits out a round: in a knock-out those alone at a table, otherwise the odd member of each group.

    In rounds for a latecomer most members sit out; those are no byes.
    """
    if state.league.kind == "knockout":
        return tuple(seats[0] for seats in tables if len(seats) == 1)
    sitting = {name for seats in tables for name in seats}
    byes: list[str] = []
    for group in state.league.groups or (state.league.players,):
        members = [name for name in group if state.is_member(name)]
        rest = [name for name in members if name not in sitting]
        byes += rest if len(rest) == 1 and len(members) > 1 else ()
    return tuple(byes)


def _join(state: LeagueState, joined: decisions.Joined, at: str) -> LeagueState:
    """Add a player, or take one back; a table that stays as it was drawn keeps its result."""
    league, who = state.league, joined.player
    if who not in league.players:
        groups = tuple(
            (*group, who) if number == joined.group else group for number, group in enumerate(league.groups, 1)
        )
        league = replace(league, players=(*league.players, who), groups=groups)
    left = {key: late for key, late in state.left.items() if key != fold_name(who)}
    state = replace(state, league=league, left=left)
    if not joined.rounds:
        return state
    rounds = list(state.rounds[: joined.kept])
    for number, tables in enumerate(joined.rounds, joined.kept + 1):
        drawn = _make_round(state, number, tables, at, joined.before)
        if number <= len(state.rounds):
            old = state.rounds[number - 1]
            tables_ = tuple(
                next((was for was in old.tables if was.table == table.table and was.players == table.players), table)
                for table in drawn.tables
            )
            drawn = replace(drawn, tables=tables_, at=old.at, before=old.before | drawn.before)
        rounds.append(drawn)
    return replace(state, rounds=tuple(rounds))


# -- tables ----------------------------------------------------------------------------------


def _decide(state: LeagueState, fact: decisions.Decided) -> LeagueState:
    table = state.find_table(fact.round, fact.table)
    if table is None or table.by == "bye":
        return state
    if fact.by != "word" and table.order is not None:
        return state
    if fact.by == "withdrawal" and sum(map(state.is_member, table.players)) > 1:
        return state
    order = complete_order(fact.order, table.players) if fact.order else None  # else that of the named match
    return _replace_table(state, replace(table, order=order, by=fact.by, match=fact.match))


def _correct(state: LeagueState, fact: decisions.Corrected) -> LeagueState:
    """Change a decided table. One that is open again is decided by the match a person has named, or anew."""
    table = state.find_table(fact.round, fact.table)
    if table is None or table.order is None or table.by == "bye":
        return state
    if fact.by == "match" and table.match != fact.match:
        return state
    if fact.order:
        order = complete_order(fact.order, table.players)
        return _replace_table(state, replace(table, order=order, by=fact.by, match=fact.match))
    is_named = fact.by == "word" and fact.match
    table = replace(table, order=None, by="word" if is_named else "", match=fact.match if is_named else "")
    return replace(_replace_table(state, table), is_over=False)


def complete_order(order: decisions.Order, players: Iterable[str]) -> decisions.Order:
    """Return an order of finish of the players of a table, with those it does not name last."""
    seats = tuple(players)
    named = {name for tied in order for name in tied}
    rest = tuple(player for player in seats if player not in named)
    ranked = (tuple(name for name in tied if name in seats) for tied in (*order, rest))
    return tuple(tied for tied in ranked if tied)


def _replace_table(state: LeagueState, table: LeagueTable) -> LeagueState:
    drawn = state.rounds[table.round - 1]
    tables = (*drawn.tables[: table.table - 1], table, *drawn.tables[table.table :])
    rounds = (*state.rounds[: table.round - 1], replace(drawn, tables=tables), *state.rounds[table.round :])
    return replace(state, rounds=rounds)


PlayerKey = Callable[[str], str]
"""Return the key of the player for whom a name stands in the season."""

"""Find the facts of a league that follow automatically from the matches and from who has left.

`settle` is pure: the same facts and matches give the same new facts. A table is decided by the first
match of just its players that was not over when the round was drawn. What is decided stays, unless
its match is amended or does not count any more: then a correction follows. A match that was deleted or
cannot be read leaves its table decided.
"""

from collections.abc import Iterable, Iterator
from math import inf

from q40k.kernel.text import fold_name
from q40k.season.decisions import Corrected, Decided, Fact, Order, Over, Round
from q40k.season.facts import DrawnRound, LeagueState, LeagueTable, PlayerKey, fold
from q40k.season.matches import Match, Spool
from q40k.season.results import moment


class Evidence:
    """Find the matches that count, in the order of play, by identity and by players."""

    def __init__(
        self,
        matches: Spool[Match],
        player_key: PlayerKey,
        now: str = "",
        void: frozenset[str] = frozenset(),
        until: float = inf,
    ) -> None:
        """Without the time it is `now`, no draw is in the future. `void` are matches that do not count any more.

        A match that ended after `until` is not there yet.
        """
        self.player_key, self.now, self.void = player_key, now, void
        self._matches, self._until = matches, until

    def until(self, at: str) -> "Evidence":
        """Return the evidence of a time: the matches that had ended."""
        return Evidence(self._matches, self.player_key, self.now, self.void, moment(at))

    def find(self, identity: str) -> Match | None:
        """Return a match that counts."""
        return next(self._find_ended("identity = ?", identity), None)

    def _find_ended(self, condition: str, value: str) -> Iterator[Match]:
        return (match for match in self._matches.where(condition, value) if moment(match.ended) <= self._until)

    def matches_of(self, players: Iterable[str], game: str) -> list[Match]:
        """Return the matches of just these players, at least two, in a game ("" is any)."""
        people = frozenset(map(self.player_key, players))
        matches = self._find_ended("people = ?", people_key(people)) if len(people) > 1 else ()
        return [match for match in matches if game in ("", match.game)]

    def finished_before(self, rounds: Iterable[Round], game: str) -> tuple[str, ...]:
        """Return the identities of the matches that fit a table of rounds and were over when these were drawn."""
        tables = {frozenset(seats): seats for tables in rounds for seats in tables}
        return tuple(match.identity for seats in tables.values() for match in self.matches_of(seats, game))


def people_key(keys: Iterable[str]) -> str:
    """Return one text for players in any order, by their keys."""
    return "\n".join(sorted({*keys}))


def is_in_future(drawn: DrawnRound, now: str) -> bool:
    """Tell whether a round was drawn later than now: then a clock was wrong."""
    return bool(now) and moment(drawn.at) > moment(now)


def settle(state: LeagueState, evidence: Evidence) -> list[Fact]:
    """Return the facts that follow now, in order."""
    facts: list[Fact] = []
    number = -1
    while number < len(facts):
        number = len(facts)
        for table in list(state.tables):
            for fact in _facts_of(state, table, evidence):
                state = fold(state, fact, evidence.now)
                facts.append(fact)
    if not state.is_over:
        over = Over(state.league.name)
        if fold(state, over, evidence.now).is_over:
            facts.append(over)
    return facts


def _facts_of(state: LeagueState, table: LeagueTable, evidence: Evidence) -> Iterator[Fact]:
    league, where = state.league, (state.league.name, table.round, table.table)
    if table.match:
        order = _order_by(evidence, table)
        is_gone = table.match not in evidence.void and evidence.find(table.match) is None
        if order != table.order and not is_gone:
            kind = Decided if table.order is None else Corrected
            by = table.by if table.by == "word" else "match"
            yield kind(*where, match=table.match, order=order or (), by=by)
    elif table.order is None:
        drawn = state.rounds[table.round - 1]
        staying = tuple(filter(state.is_member, table.players))
        candidates = (*evidence.matches_of(table.players, league.game), *evidence.matches_of(staying, league.game))
        used = {each.match for each in state.tables} | drawn.before if candidates else set()
        free = (match for match in candidates if match.identity not in used and _is_after(match, drawn, evidence))
        if (match := next(free, None)) is not None:
            order = order_of(match, table.players, evidence.player_key)
            yield Decided(*where, match=match.identity, order=order, by="match")
        elif len(staying) < 2 and _has_come_up(state, table):
            rest = tuple(player for player in table.players if player not in staying)
            yield Decided(*where, order=tuple(tied for tied in (staying, rest) if tied), by="withdrawal")


def _is_after(match: Match, drawn: DrawnRound, evidence: Evidence) -> bool:
    """Tell whether a match may have ended after a draw, if the clock of the draw was right."""
    return moment(match.ended) >= moment(drawn.at) or is_in_future(drawn, evidence.now)


def _has_come_up(state: LeagueState, table: LeagueTable) -> bool:
    """Tell whether the turn of a table has come: its round is played, or is the next one, or nothing else is left."""
    played = max((number for number, drawn in enumerate(state.rounds, 1) if drawn.is_begun), default=0)
    if table.round <= played + 1 and all(drawn.is_decided for drawn in state.rounds[: table.round - 1]):
        return True
    is_playable = any(each.order is None and sum(map(state.is_member, each.players)) > 1 for each in state.tables)
    return table.round <= played or not is_playable


def _order_by(evidence: Evidence, table: LeagueTable) -> Order | None:
    """Return how the match of a table ended by now; None if it counts no more, or is of others."""
    match = evidence.find(table.match)
    if match is None:
        return None
    people = {fold_name(entrant.player) for entrant in match.people}
    if table.by == "match" and not people <= {*map(evidence.player_key, table.players)}:
        return None
    return order_of(match, table.players, evidence.player_key)


def order_of(match: Match, players: Iterable[str], player_key: PlayerKey) -> Order:
    """Return the order of finish among the players of a table; absent ones come last."""
    places = {fold_name(entrant.player): entrant.place for entrant in match.people}
    last = len(match.entrants) + 1
    by_place: dict[int, list[str]] = {}
    for player in players:
        by_place.setdefault(places.get(player_key(player), last), []).append(player)
    return tuple(tuple(tied) for _place, tied in sorted(by_place.items()))

"""Leagues that are played in a test: facts of people, and what follows from them, as a library keeps both."""

from __future__ import annotations

from random import Random

from q40k.season.decisions import Decided, Decision, Decisions, Kind, League
from q40k.season.facts import LeagueState, LeagueTable
from q40k.season.league import standing
from q40k.season.results import Finished
from q40k.season.rounds import begin, draw
from q40k.season.season import Season, build_season
from tests.season.evenings import ended_match

KINDS: tuple[Kind, ...] = ("robin", "swiss", "groups", "knockout")


class Played:
    """A league that is played: its lines, as a library keeps them, and the matches beside them."""

    def __init__(self, league: League) -> None:
        self.record = Decisions()
        self.matches: list[Finished] = []
        self.unfinished: list[str] = []
        self.steps: list[LeagueState] = []
        self.write(league)

    @property
    def season(self) -> Season:
        return build_season(self.matches, self.record, unfinished=self.unfinished)

    @property
    def state(self) -> LeagueState:
        (state,) = self.season.club.leagues.values()
        return state

    def settle(self) -> None:
        """Write what follows automatically, as each verb does first."""
        for line in self.season.pending:
            self.record.add(line.at, decision=line.decision, auto=True, before=line.before)

    def write(self, decision: Decision) -> None:
        self.settle()
        self.record.add("2026-03-01T12:00:00+00:00", decision=decision)
        self.settle()

    def play(self, order: str) -> Finished:
        """A match ends; the library has it, and nobody has looked at the league yet."""
        self.matches.append(ended_match(order))
        return self.matches[-1]

    def play_on(self) -> None:
        """Every match goes on: its end is taken back."""
        self.unfinished += [match.identity for match in self.matches]
        self.matches.clear()

    def undo(self) -> bool:
        """Take back the newest decision of a person, as `q40k season undo` does."""
        line = next((line for line in reversed(self.record.standing) if not line.auto), None)
        if line is not None and not isinstance(line.decision, League):
            self.record.add("2026-03-01T12:00:00+00:00", undo=line.n)
            self.settle()
            return True
        return False


def play_out(kind: Kind, players: int, table: int, seed: int, rounds: int = 0) -> Played:
    """A league to its end, with results by lot."""
    lots = Random(seed)
    names = [f"p{number}" for number in range(players)]
    played = Played(begin("L", kind, names, table=min(table, players), rounds=rounds, group=4, seed=str(seed)))
    while not played.state.is_over:
        for each in standing(played.state).open:
            decide_by_lot(played, each, lots)
        if not played.state.is_over:
            played.write(draw(played.state, played.season.evidence))
    return played


def decide_by_lot(played: Played, table: LeagueTable, lots: Random) -> None:
    order = list(table.players)
    lots.shuffle(order)
    played.write(Decided("L", table.round, table.table, order=tuple((name,) for name in order)))

"""Who has won, worked out from what was told aloud; silent once the table has overruled the book.

It joins the umpires of the random matches, and follows what those never see: who leaves, who
changes teams, whose score or champion is put right.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.state.clock import TimeUp
from q40k.games.quake.state.ending import Ended, PlayedOn
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.points import PortalsCounted
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.table.corrections import ChampionCorrected
from q40k.games.quake.state.table.opening import MatchOpened
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.teams import TeamChanged
from q40k.kernel.events import Event
from tests.games.quake.rules.test_random_mods import Referee
from tests.games.quake.rules.umpire import Umpire

BEYOND = (Ended, PlayedOn, TimeUp, TeamChanged)
"""What ends the umpire's business: the table has agreed on something else."""


class Adjusting(Umpire):
    """The umpire of team matches, who also hears of corrections, and of who goes home."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[str] = set()

    def on_left(self, event: Left) -> None:
        self.gone.add(event.player)

    def on_joined(self, event: Joined) -> None:
        super().on_joined(event)
        self.gone.discard(event.player)

    def _targets_left(self) -> set[str]:
        return super()._targets_left() - self.gone

    def _alive(self) -> set[str]:
        there = set(self.team) - self.down - self.away - self.gone
        return {self.team[player] for player in there}

    def on_adjusted(self, event: Adjusted) -> None:
        self.score[self.team[event.player]] += event.score

    def on_champion_corrected(self, event: ChampionCorrected) -> None:
        self.value[event.player] = event.champion.points
        for player, points in event.paid.items():
            self._pay(self.team[player], points)


class Alone(Referee):
    """The referee of everyone against everyone, by the goal the table has agreed on."""

    times = 10

    def _by_score(self, scored: set[str]) -> None:
        there = [p for p in self.ranking if p in self.present and p in scored]
        over = [p for p in there if self.scores[p] >= self.times * self.values[p]]
        if over and self.winner is None:
            self.winner = max(over, key=lambda p: Fraction(self.scores[p], self.values[p]))


class Judge:
    """Follows a match command by command; `winner` is who must have won by now."""

    def __init__(self, mod: Mod) -> None:
        self.mod = mod
        self.retired = False
        self.team = Adjusting() if mod.in_teams else None
        self.alone = None if mod.in_teams else Alone(mod)

    def hear(self, events: Iterable[Event], then: Match) -> None:
        """All that one command and its answers brought about, and the state they led to."""
        events = list(events)
        if self.retired or any(isinstance(event, BEYOND) for event in events):
            self.retired = True
            return
        if self.alone is not None:
            self._alone(events, then)
        elif any(isinstance(event, Left) for event in events) and then.play.phase != "setup":
            self.retired = True  # a team that goes home is no business of the book's
        else:
            self._in_teams(events, then)

    def _alone(self, events: list[Any], then: Match) -> None:
        assert self.alone is not None
        for event in events:
            if isinstance(event, MatchOpened):
                self.alone.times = event.times_to_win
            if isinstance(event, ChampionCorrected):
                self.retired = True  # all scores are told anew; their sum is checked elsewhere
                return
        self.alone.read(events, then.play.waiting)
        won = (self.alone.winner,) if self.alone.winner else ()
        assert then.outcome.winner == won, f"the winner is {then.outcome.winner}, and must be {won}"

    def _in_teams(self, events: list[Any], then: Match) -> None:
        assert self.team is not None
        if any(isinstance(event, ChampionCorrected) for event in events):
            self.retired = True
            return
        for event in events:
            if isinstance(event, PortalsCounted):
                stood = {p.id: p.position.portal if p.in_play else None for p in then.players.values()}
                self.team.portal = stood
        self.team.hear(events)
        won = (self.team.winner,) if self.team.winner else ()
        assert then.outcome.winner == won, f"the winner is {then.outcome.winner}, and must be {won}"

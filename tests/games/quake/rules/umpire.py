"""An umpire who knows only what was told aloud, and works out for itself who has won.

It shares nothing with the rules: it counts from the events what a score keeper at the table would
count, and says who has won, and which round is whose.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from q40k.games.quake.packs.models import HuntWin, Mod, PointsWin, RoundsWin, ScoreWin
from q40k.games.quake.state.bonus import NukePaid, Thrown, VortexDrags
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.flags import (
    FlagCaptured,
    FlagDropped,
    FlagHandedOver,
    FlagKept,
    FlagReturned,
    FlagsPlaced,
    FlagTaken,
)
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.objectives.hunt import CleanersSet
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.points import PortalsCounted
from q40k.games.quake.state.objectives.rounds import RoundAwaited, RoundDrawn, RoundOpened, RoundWon
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.positions import StandSet
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.table.opening import MatchOpened
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.teams import Penetrated, RespawnedInBase
from q40k.games.quake.state.turn import TurnOpened
from q40k.kernel.events import Event


class Umpire:
    """Keeps the score of one match in teams, event by event."""

    def __init__(self) -> None:
        self.mod: Mod
        self.team: dict[str, str] = {}
        self.value: dict[str, int] = {}
        self.worth: dict[str, int] = {}
        self.score: dict[str, Fraction] = {}
        self.down: set[str] = set()
        self.away: set[str] = set()
        self.gone: set[str] = set()
        self.leaving: set[str] = set()
        self.portal: dict[str, int | None] = {}
        self.rounds: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.structure: dict[str, int] = {}
        self.flag_of: dict[str, str | None] = {}
        self.flag_away: set[str] = set()
        self.carrier: dict[str, str] = {}
        self.cleaners = ""
        self.turn = 0
        self.first_leg: int | None = None
        self.winner = ""
        self.said: list[str] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Count what was told. Raises AssertionError where the rules told something else."""
        for event in events:
            method = getattr(self, f"on_{event.type.replace('-', '_')}", None)
            if method is not None:
                method(event)
        self._nothing_missed()

    # -- who plays, who lives

    def on_match_opened(self, event: MatchOpened) -> None:
        self.mod = event.mod

    def on_joined(self, event: Joined) -> None:
        assert event.team is not None
        self.team[event.player] = event.team
        self.value[event.player] = event.champion.points
        self.worth[event.player] = max(event.champion.points, self.worth.get(event.player, 0))
        self.score.setdefault(event.team, Fraction(0))
        self.rounds.setdefault(event.team, 0)
        self.points.setdefault(event.team, 0)
        self.structure.setdefault(event.team, self.mod.parameters.structure_points)

        self.gone.discard(event.player)

    def on_left(self, event: Left) -> None:
        self.gone.add(event.player)
        self.leaving.discard(event.player)
        self.down.discard(event.player)
        self.portal[event.player] = None

    def on_round_awaited(self, event: RoundAwaited) -> None:
        self.away.add(event.player)

    def _dies(self, player: str) -> None:
        self.down.add(player)
        self.portal[player] = None

    def on_killed(self, event: Killed) -> None:
        self._dies(event.victim)
        for killer in event.killers:
            share = Fraction(self.value[event.victim], len(event.killers))
            friend = self.team[killer] == self.team[event.victim]
            self._pay(self.team[killer], -share if friend else share)

    def on_accident(self, event: AccidentSuffered) -> None:
        self._dies(event.player)
        self._pay(self.team[event.player], Fraction(-self.value[event.player]))

    def on_nuke_paid(self, event: NukePaid) -> None:
        self._pay(self.team[event.picker], Fraction(-self.value[event.picker]))

    def _pay(self, team: str, points: Fraction) -> None:
        if self.mod.has("victory-points"):
            self.score[team] += points

    def on_respawned(self, event: Respawned) -> None:
        self.down.discard(event.player)
        self.portal[event.player] = event.portal if event.stand == "in" else None

    def on_respawned_in_base(self, event: RespawnedInBase) -> None:
        self.down.discard(event.player)
        self.portal[event.player] = None

    # -- where they stand

    def on_moved(self, event: Moved) -> None:
        self.portal[event.player] = event.portal

    def on_teleported(self, event: Teleported) -> None:
        self.portal[event.player] = event.exit if event.stand == "in" else None

    def on_stand_set(self, event: StandSet) -> None:
        self.portal[event.player] = event.portal

    def on_thrown(self, event: Thrown) -> None:
        self.portal[event.player] = None

    def on_vortex_drags(self, event: VortexDrags) -> None:
        self.portal.update({player: event.portals.get(player) for player in event.to})

    # -- flags and buildings

    def on_flags_placed(self, event: FlagsPlaced) -> None:
        self.flag_of = dict(event.flags)

    def on_flag_taken(self, event: FlagTaken) -> None:
        self.carrier[event.flag] = event.player
        self.flag_away.add(event.flag)

    def on_flag_handed_over(self, event: FlagHandedOver) -> None:
        assert self.carrier[event.flag] == event.player
        self.carrier[event.flag] = event.to

    def on_flag_kept(self, event: FlagKept) -> None:
        self.carrier[event.flag] = event.player

    def on_flag_dropped(self, event: FlagDropped) -> None:
        assert self.carrier.pop(event.flag) == event.player
        if event.player not in self.down:
            self.leaving.add(event.player)

    def on_flag_returned(self, event: FlagReturned) -> None:
        self.carrier.pop(event.flag, None)
        self.flag_away.discard(event.flag)

    def on_flag_captured(self, event: FlagCaptured) -> None:
        team = self.team[event.player]
        assert self.carrier[event.flag] == event.player
        assert self.flag_of[event.flag] != team
        assert not any(of == team and flag in self.flag_away for flag, of in self.flag_of.items())
        self.said.append(team)

    def on_penetrated(self, event: Penetrated) -> None:
        self.structure[event.team] = max(0, self.structure[event.team] - event.times)
        assert event.left == self.structure[event.team]
        standing = [team for team, structure in self.structure.items() if structure]
        if len(standing) == 1:
            self.said.append(standing[0])

    # -- turns, rounds, the end

    def on_turn_opened(self, event: TurnOpened) -> None:
        self.turn += 1
        assert event.turn == self.turn

    def on_portals_counted(self, event: PortalsCounted) -> None:
        held: dict[str, list[int]] = {}
        for portal in range(1, 6):
            teams = {self.team[p] for p, stood in self.portal.items() if stood == portal}
            if len(teams) == 1:
                held.setdefault(teams.pop(), []).append(portal)
        assert {team: list(portals) for team, portals in event.held.items()} == held
        for team, portals in held.items():
            self.points[team] += len(portals)

    def _alive(self) -> set[str]:
        there = set(self.team) - self.down - self.away - self.gone
        return {self.team[player] for player in there}

    def on_round_won(self, event: RoundWon) -> None:
        if event.how in ("flag", "structures"):
            assert self.said.pop() == event.side
        else:
            assert self._alive() == {event.side}
        self.rounds[event.side] += 1
        assert event.wins == self.rounds[event.side]

    def on_round_drawn(self, _event: RoundDrawn) -> None:
        assert not self._alive()

    def on_round_opened(self, _event: RoundOpened) -> None:
        self.down.clear()
        self.away.clear()
        self.portal.clear()
        self.flag_away.clear()
        self.carrier.clear()
        self.turn = 0
        self.structure = dict.fromkeys(self.structure, self.mod.parameters.structure_points)

    def on_cleaners_set(self, event: CleanersSet) -> None:
        if self.cleaners:
            assert self.cleaners != event.team
            assert not self._targets_left()
            self.first_leg = self.turn
            assert event.to_beat == self.first_leg
        self.cleaners = event.team

    def _targets_left(self) -> set[str]:
        targets = {player for player, team in self.team.items() if team != self.cleaners}
        return targets - self.down - self.away - self.gone

    def on_won(self, event: Won) -> None:
        self.winner = event.winner

    def _nothing_missed(self) -> None:
        """What the umpire has counted and what the rules have said are one."""
        assert not self.said
        assert not self.leaving, "only who dies or leaves drops a flag"
        assert self.leader() == self.winner

    def leader(self) -> str:
        """Who has won by now; "" for nobody."""
        win = self.mod.win
        if isinstance(win, ScoreWin):
            worth = {team: sum(self.worth[p] for p in self.team if self.team[p] == team) for team in self.score}
            times = {team: points / worth[team] for team, points in self.score.items() if worth[team]}
            over = [team for team in times if times[team] >= win.times]
            best = [team for team in over if times[team] == max(times[team] for team in over)]
            return self.winner if self.winner in best else "".join(best[:1])
        if isinstance(win, RoundsWin):
            return next((team for team, won in self.rounds.items() if won >= win.rounds), "")
        if isinstance(win, PointsWin):
            most = max(self.points.values(), default=0)
            best = [team for team, points in self.points.items() if points == most]
            return best[0] if most >= win.points and len(best) == 1 else ""
        assert isinstance(win, HuntWin)
        return self._hunt_winner()

    def _hunt_winner(self) -> str:
        """The second cleaners win with fewer turns, else the targets of their leg.

        The first cleaners win at once if they need one turn.
        """
        if self.first_leg is None:
            at_once = self.turn == 1 and not self._targets_left()
            return self.cleaners if at_once else ""
        targets = next(team for team in self.rounds if team != self.cleaners)
        if self.turn and not self._targets_left():
            return self.cleaners if self.turn < self.first_leg else targets
        if self.winner:  # given up at the end of the last turn in which it could be done
            assert self.turn >= self.first_leg - 1
            return targets
        assert self.turn < self.first_leg
        return ""

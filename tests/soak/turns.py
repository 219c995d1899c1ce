"""Who acted when, and whether flags that came home are home: told from the commands of a match of Quake 40K."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.teams import zone_of
from q40k.geometry.outlines import within
from tests.soak.random_game import CarriedOut

ACTS = frozenset(("move", "jump", "leap", "climb", "swim", "portal", "deep-strike", "shoot", "charge"))
"""The commands that only somebody gives whose part of the phase is not over (TURN-1, TEAM-3)."""


class Parts:
    """Whose part of the running phase has begun, and whose is over."""

    def __init__(self) -> None:
        self.open_phase()

    def open_phase(self) -> None:
        """Begin a phase, in which nobody has acted yet."""
        self.active: str | None = None
        self.begun: set[str] = set()
        self.over: set[str] = set()

    def follow(self, carried_out: CarriedOut) -> None:
        """Follow a command; assert that nobody acts by it whose part of the phase is over.

        What the game master has overruled is exempt.
        """
        command = carried_out.command
        player = _actor(carried_out.before, command)
        if player is not None and not command.get("override"):
            assert player not in self.over, f"the part of {player} is over: {command}"
            self.begun.add(player)
        interrupted = self.active
        for event in carried_out.events:
            self.hear(event)
            if event.type == "activated" and command.get("override"):
                self.over -= {event.player, interrupted}  # type: ignore[attr-defined] # the phase goes on where it was

    def hear(self, event: Any) -> None:
        """Follow one event."""
        if event.type == "phase-opened":
            self.open_phase()
        elif event.type == "activated":
            if self.active in self.begun and event.player != self.active:
                self.over.add(self.active)
            self.active = event.player
        elif event.type == "part-ended" or (event.type == "accident" and event.player == self.active):
            self.over.add(event.player)
        elif event.type == "killed" and event.victim == self.active and event.victim in self.begun:
            self.over.add(event.victim)
        elif event.type in ("joined", "left"):
            self.over.discard(event.player)


def nobody_acts_twice(commands: Sequence[CarriedOut]) -> None:
    """Assert that nobody acts whose part of a phase is over, by its end or by a death in it."""
    parts = Parts()
    for carried_out in commands:
        parts.follow(carried_out)


def _actor(state: Match, command: Mapping[str, Any]) -> str | None:
    """Return the id of who acts by a command; None of another kind of command."""
    if command["do"] not in ACTS:
        return None
    return next((p.id for p in state.players.values() if p.name == command["player"]), None)


def flags_brought_home_are_home(carried_out: CarriedOut) -> None:
    """Assert that nobody has come to stand in its own base with a flag and still carries it (FLAG-1).

    Its own flag must be there, and its place must be known.
    """
    before, after = carried_out.before, carried_out.after
    for flag in after.flags.values():
        if flag.carrier is None or not after.running or after.outcome.over:
            continue
        at, zone = after.players[flag.carrier].position.at, zone_of(after, flag.carrier)
        if at is None or zone is None or not within(at, zone.polygon):
            continue
        own = [f for f in after.flags.values() if f.team == after.side_of(flag.carrier) and not f.at_home]
        earlier = before.flags.get(flag.id)
        stood = flag.carrier in before.players and before.players[flag.carrier].position.at == at
        kept = earlier is not None and earlier.carrier == flag.carrier
        assert own or (stood and kept), f"{flag.carrier} stands at home with {flag.id}: {carried_out.command}"

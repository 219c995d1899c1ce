"""Quake 40K as the kernel sees a game: its blank state, its fold, its rules by command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins
from pydantic import TypeAdapter

from q40k import __version__
from q40k.games.quake.rules import (
    assault,
    barrels,
    bonus,
    clock,
    commands,
    ending,
    flags,
    melee,
    melees,
    movement,
    placing,
    score,
    shooting,
    special_moves,
    structures,
    table,
    teams,
    teleporter,
    turn,
    vampirism,
    victory,
)
from q40k.games.quake.rules.commands import AnyCommand, Command
from q40k.games.quake.rules.events import AnyEvent, Overridden
from q40k.games.quake.rules.folds import fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Refusal, Rule
from q40k.kernel.state import decode, encode, shape_of

_COMMAND: TypeAdapter[Command] = TypeAdapter(AnyCommand)
_EVENTS: TypeAdapter[list[Any]] = TypeAdapter(list[AnyEvent])


def _shape() -> str:
    """What a snapshot is written by: a state of other fields is no state of ours."""
    return f"{__version__} {shape_of(Match)}"


_RULES: dict[type[Any], Callable[[Live[Match], Any], Rule[None]]] = {
    commands.New: table.new,
    commands.Join: table.join,
    commands.Leave: table.leave,
    commands.Start: turn.start,
    commands.Deploy: turn.deploy,
    commands.Move: movement.move,
    commands.UsePortal: movement.use_portal,
    commands.Jump: special_moves.jump,
    commands.Swim: special_moves.swim,
    commands.Leap: special_moves.leap,
    commands.Climb: special_moves.climb,
    commands.DeepStrike: teleporter.deep_strike,
    commands.Take: vampirism.take,
    commands.StandIn: movement.stand_in,
    commands.PlaceAt: placing.place,
    commands.Pickup: bonus.pickup,
    commands.Drop: bonus.drop,
    commands.Shoot: shooting.shoot,
    commands.Contact: melees.contact,
    commands.Charge: assault.charge,
    commands.Fight: melee.fight,
    commands.Kill: score.kill,
    commands.Accident: score.accident,
    commands.Act: teams.act,
    commands.ChangeTeam: teams.change_team,
    commands.TouchFlag: flags.touch,
    commands.HandOver: flags.hand_over,
    commands.Capture: flags.capture,
    commands.Penetrate: structures.penetrate,
    commands.HitBarrel: barrels.hit,
    commands.Next: turn.next_champion,
    commands.EndPhase: turn.end_phase,
    commands.Adjust: score.adjust,
    commands.Rename: table.rename,
    commands.Correct: table.correct,
    commands.PlayOn: ending.play_on,
    commands.End: ending.end,
    commands.Describe: table.describe,
    commands.Dice: table.dice,
    commands.D3: table.d3,
    commands.SetClock: clock.set_clock,
}


class Quake:
    """The game of Quake 40K, for the kernel's driver, session and verification."""

    def blank(self) -> Match:
        """The state before the first command."""
        return Match()

    def fold(self, state: Match, event: Event) -> Match:
        """The state after `event`."""
        return fold(state, event)

    def carry_out(self, live: Live[Match], command: Command) -> Rule[None]:
        """Carry out a command, then see whether somebody has won a round or the match."""
        before = live.state
        yield from clock.read(live, command.clock)
        yield from _RULES[type(command)](live, command)
        yield from victory.check(live, before)
        yield from turn.carry_on(live, before)
        yield from ending.end_by_the_clock(live, before)

    def overridden(self, refusal: Refusal, command: Command) -> Overridden | None:
        """The record that a refusal was passed, if the game master gave a reason."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(
            rule=refusal.rule,
            code=refusal.code,
            facts=dict(refusal.facts),
            reason=command.override,
        )

    def roller(self, state: Match, who: str | None) -> str:
        """Who rolls by default: the player's own habit, or the table's."""
        player = state.players.get(who) if who else None
        return (player.roller if player else None) or state.setup.roller

    def seed(self, state: Match) -> str:
        """The seed of the match's own dice."""
        return state.setup.seed

    def read_command(self, text: str) -> Command:
        """A command from JSON. Raises pydantic's ValidationError."""
        return _COMMAND.validate_json(text)

    def write_command(self, command: Command) -> str:
        """A command as JSON, without what it leaves unsaid."""
        return command.model_dump_json(exclude_none=True, fallback=to_builtins)

    def read_events(self, text: str) -> Sequence[Event]:
        """Events from JSON."""
        return _EVENTS.validate_json(text)

    def write_events(self, events: Sequence[Event]) -> str:
        """Events as JSON."""
        written = [event.model_dump_json(fallback=to_builtins) for event in events]
        return "[" + ",".join(written) + "]"

    def read_state(self, text: str) -> Match:
        """A state from its snapshot. Raises ValueError when it is of another version."""
        shape, _, body = text.partition("\n")
        if shape != _shape():
            raise ValueError("a snapshot of another version")
        return decode(body, Match)

    def write_state(self, state: Match) -> str:
        """A state as a snapshot: a line that tells its version, then its JSON."""
        return f"{_shape()}\n{encode(state)}"

"""Blips are drawn from the pile and put down, at deployment and as reinforcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.command import Command, Place
from q40k.games.space_hulk.rules.envelopes import enveloped, opened
from q40k.games.space_hulk.rules.places import board, cell, standing_on
from q40k.games.space_hulk.rules.questions import find_cell, forbid, must_be_open, refuse
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import BLIP_AP, Acts, Blip, Lurking, Match, Position
from q40k.games.space_hulk.rules.turn.phases import end_marine_turn
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import exactly, nearest
from q40k.kernel.questions import DiceQuestion
from q40k.packs.said import Name

WAITING: Final = 3
"""So many blips wait at one entry (SH-ENTRY-4)."""
NEAR: Final = 6
"""A marine so near to an entry's first square holds reinforcements up (SH-ENTRY-5)."""


@command
class PutBlip(Command, tag="blip"):
    """A blip is drawn and put down: before an `entry`, or in the set-up `at` a square.

    `seal` is what a record holds in the place of what it shows, as long as it lies there.
    """

    name: Name
    at: Place | None = None
    entry: Place | None = None
    seal: str | None = None

    def sealed(self, told: Sequence[Event]) -> PutBlip:
        """What was drawn is in a record, but nobody reads it there.

        Rule: SH-SECRET-1
        """
        drawn = [one.value for one in told if isinstance(one, BlipPlaced)]
        return self.replace(seal=enveloped("stealer", self.name, drawn))


@event
class PileShuffled(Event, tag="pile-shuffled"):
    """The pile was out: all used blips are shuffled into a new one (SH-BLIP-3)."""

    many: int


@event
class BlipPlaced(Event, tag="blip-placed"):
    """A blip lies there; `value` is a secret of the stealer player, None where the table deals."""

    name: str
    at: str | None = None
    entry: str | None = None
    held: bool = False
    value: int | None = None


@fold(PileShuffled)
def _shuffled(state: Match, _event: PileShuffled) -> Match:
    return state.replace(up={})


@fold(BlipPlaced)
def _placed(state: Match, event: BlipPlaced) -> Match:
    blip = Blip(
        event.name,
        event.value,
        state.play.turn,
        position=Position(event.at),
        lurking=Lurking(event.entry, event.held),
        acts=Acts(ap=BLIP_AP),
    )
    return state.replace(blips={**state.blips, event.name: blip})


@rule(PutBlip)
def put_blip(live: Live[Match], command: PutBlip) -> Rule[None]:
    """Draw a blip and put it down.

    Rule: SH-SETUP-5, SH-BLIP-1, SH-BLIP-2, SH-BLIP-3, SH-BOX-3, SH1-BOX-3, SH-ENTRY-1, SH1-ENTRY-1
    """
    must_be_open(live.state)
    if live.state.play.finishing:
        yield from end_marine_turn(live)
    state = live.state
    if exactly(command.name, {**state.marines, **state.stealers, **state.blips}):
        raise forbid("SH-BOARD-1", "name-taken", name=command.name)
    if state.play.phase not in ("setup", "stealer-reinforcement"):
        phase = {"phase": state.play.phase, "wanted": "stealer-reinforcement"}
        yield from refuse("SH-ENTRY-1", "other-phase", **phase)
    at = entry = None
    if command.entry is not None:
        entry = yield from _entry(state, command.entry)
    elif command.at is not None:
        at = yield from _square(state, command.at)
    yield from _as_many_as_come(state)
    held = entry is not None and state.play.phase != "setup" and near_entry(state, entry)
    value = yield from drawn(live, command.seal)
    yield BlipPlaced(name=command.name, at=at, entry=entry, held=held, value=value)


def _entry(state: Match, said: str) -> Rule[str]:
    """The entry that is meant, with room for a further blip.

    Rule: SH-ENTRY-4, SH1-ENTRY-4
    """
    layout = state.setup.layout
    known = {one.id for one in layout.entries} if layout is not None else None
    name = said.upper()
    if known is not None and name not in known:
        raise forbid("SH-ENTRY-1", "unknown-entry", said=said, nearest=nearest(name, known))
    waiting = sum(one.lurking.entry == name for one in state.lying)
    if waiting >= WAITING:
        yield from refuse("SH-ENTRY-4", "entry-full", entry=name, most=WAITING)
    return name


def _square(state: Match, said: str) -> Rule[str | None]:
    """The free square that is meant; reinforcements come before entries."""
    if state.play.phase != "setup":
        yield from refuse("SH-ENTRY-1", "entries-only")
    if board(state) is None:
        return None
    ground, there = find_cell(state, said)
    other = standing_on(state).get(there)
    if other is not None:
        raise forbid("SH-BOARD-1", "square-taken", at=ground.name(there), who=other)
    return ground.name(there)


def _as_many_as_come(state: Match) -> Rule[None]:
    """Refuse more blips than the mission brings in a turn.

    Rule: SH-ENTRY-1, SH1-ENTRY-1
    """
    many = state.mission.blips_per_turn
    if many is None or state.play.phase == "setup":
        return
    come = sum(one.placed == state.play.turn for one in state.blips.values())
    if come >= many:
        yield from refuse("SH-ENTRY-1", "blips-came", many=many)


def drawn(live: Live[Match], seal: str | None = None) -> Rule[int | None]:
    """Draw a blip from the pile; its value only where the app deals.

    Rule: SH-BLIP-2, SH-BLIP-3, SH-SECRET-1
    """
    if live.state.undrawn == 0:
        up = sum(live.state.pile.up.values())
        if not up:
            raise forbid("SH-BLIP-3", "no-blips")
        yield PileShuffled(many=up)
    if live.state.options.blips == "table":
        return None
    left = mix_left(live.state)
    if seal is not None:
        value = opened("stealer", seal, "SH-SECRET-1")[0]
        if left.get(value, 0) <= 0:
            raise forbid("SH-SECRET-1", "seal-broken")
        return value
    many = sum(left.values())
    (die,) = yield DiceQuestion("blip-value", None, "SH-BLIP-2", {}, (many,), secret=True)
    for value, n in sorted(left.items()):
        if die <= n:
            return value
        die -= n
    return max(left)


def mix_left(state: Match) -> dict[int, int]:
    """How many blips of each value the pile holds, where the app has dealt all of them."""
    out = [one.value for one in state.lying]
    return {
        value: n - state.pile.up.get(value, 0) - out.count(value)
        for value, n in state.pile.mix.items()
    }


def near_entry(state: Match, entry: str) -> bool:
    """Whether a marine is so near that what is put before an entry now must wait.

    Rule: SH-ENTRY-5, SH1-ENTRY-5, SH-BOARD-7, SH1-BOARD-7
    """
    ground = board(state)
    if ground is None or entry not in ground.entries:
        return False
    first = ground.first_square(entry)
    found: list[Cell] = [at for one in state.standing if (at := cell(state, one.id)) is not None]
    ways = (ground.route(one, first) for one in found)
    return any(far is not None and far <= NEAR for far in ways)

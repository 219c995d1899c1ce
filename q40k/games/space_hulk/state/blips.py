"""Blips: the pile, the entries, and who waits there."""

from typing import Annotated, ClassVar

from msgspec import Meta

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state.match import BLIP_AP, Acts, Blip, Lurking, Match, Position
from q40k.games.space_hulk.state.places import board, cell
from q40k.games.space_hulk.state.registry import Command, Event, Place
from q40k.kernel.commands import Name

WAITING = 3
"""The most blips that may wait at one entry (SH-ENTRY-4)."""


NEAR = 6
"""The distance of a marine from an entry's first square that delays reinforcements (SH-ENTRY-5)."""


class PutBlip(Command, tag="blip"):
    """Draw a blip and put it down at an `entry`, or in the set-up `at` a square.

    In early records `seal` replaces its value while it lies unrevealed.
    """

    draws_in_secret: ClassVar[bool] = True

    name: Name
    at: Place | None = None
    entry: Place | None = None
    seal: str | None = None


class PileShuffled(Event, tag="pile-shuffled"):
    """The pile was empty: all used blips are shuffled into a new one (SH-BLIP-3)."""

    many: int

    def fold(self, state: Match) -> Match:
        return state.replace(up={})


class BlipPlaced(Event, tag="blip-placed"):
    """A blip is put down. `value` is a secret of the stealer player, None where the table deals."""

    name: str
    at: str | None = None
    entry: str | None = None
    held: bool = False
    value: int | None = None

    def fold(self, state: Match) -> Match:
        blip = Blip(
            self.name,
            self.value,
            state.play.turn,
            position=Position(self.at),
            lurking=Lurking(self.entry, self.held),
            acts=Acts(ap=BLIP_AP),
        )
        return state.replace(blips={**state.blips, self.name: blip})


def next_blip(state: Match) -> str:
    """Return the name of the next blip: B1, B2 and so on."""
    many = len(state.blips) + 1
    while f"B{many}" in state.blips:
        many += 1
    return f"B{many}"


def count_waiting(state: Match, entry: str) -> int:
    """Return how many blips wait at an entry."""
    return sum(blip.lurking.entry == entry for blip in state.blips_in_play)


def is_marine_near_entry(state: Match, entry: str) -> bool:
    """Return whether a marine is so near that pieces put at an entry now must wait.

    Rule: SH-ENTRY-5, SH1-ENTRY-5, SH-BOARD-7, SH1-BOARD-7
    """
    ground = board(state)
    if ground is None or entry not in ground.entries:
        return False
    first = ground.first_square(entry)
    marines: list[Cell] = [at for marine in state.marines_in_play if (at := cell(state, marine.id)) is not None]
    routes = (ground.route_length(start, first) for start in marines)
    return any(steps is not None and steps <= NEAR for steps in routes)


# -- a forgotten entry ---------------------------------------------------------------------


DIE = 6


class Unclear(Command, tag="unclear"):
    """Let a die decide at which of these entries a blip lies."""

    name: Name
    entries: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=DIE)]


class EntryDrawn(Event, tag="entry-drawn"):
    """A die has decided at which entry a blip lies."""

    blip: str
    entry: str
    die: int

    def fold(self, state: Match) -> Match:
        held = state.blips[self.blip].lurking.held
        return state.with_blip(self.blip, lurking=Lurking(self.entry, held))

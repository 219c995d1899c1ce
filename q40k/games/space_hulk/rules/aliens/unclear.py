"""Roll for the entry of a blip when nobody remembers it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from q40k.games.space_hulk.rules.command import Command, Place
from q40k.games.space_hulk.rules.questions import find_piece, forbid, must_be_open
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Blip, Lurking, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import nearest
from q40k.kernel.questions import DiceQuestion
from q40k.packs.said import Name

DIE: Final = 6


@command
class Unclear(Command, tag="unclear"):
    """Let a die decide at which of these entries a blip lies."""

    name: Name
    entries: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=DIE)]


@event
class EntryDrawn(Event, tag="entry-drawn"):
    """A die has decided at which entry a blip lies."""

    blip: str
    entry: str
    die: int


@fold(EntryDrawn)
def _drawn(state: Match, event: EntryDrawn) -> Match:
    held = state.blips[event.blip].lurking.held
    return state.with_blip(event.blip, lurking=Lurking(event.entry, held))


@rule(Unclear)
def unclear(live: Live[Match], command: Unclear) -> Rule[None]:
    """Roll between entries with equal chances; results left over are rolled again.

    Rule: SH1-ENTRY-10
    """
    must_be_open(live.state)
    blip = find_piece(live.state, command.name)
    if not isinstance(blip, Blip) or blip.lurking.entry is None:
        raise forbid("SH1-ENTRY-10", "not-waiting", who=blip.id)
    layout = live.state.setup.layout
    known_entries = {entry.id for entry in layout.entries} if layout is not None else None
    entries = tuple(name.upper() for name in command.entries)
    for name in entries:
        if known_entries is not None and name not in known_entries:
            raise forbid(
                "SH-ENTRY-1", "unknown-entry", said=name, nearest=nearest(name, known_entries)
            )
    share = DIE // len(entries)
    facts = {"blip": blip.id, "among": entries}
    die = DIE + 1
    while die > share * len(entries):
        (die,) = yield DiceQuestion("entry-drawn", None, "SH1-ENTRY-10", facts, (DIE,))
    yield EntryDrawn(blip=blip.id, entry=entries[(die - 1) // share], die=die)

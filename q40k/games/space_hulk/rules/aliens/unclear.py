"""A blip of which nobody knows any more at which entry it lies: dice decide."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from q40k.games.space_hulk.rules.command import Command, Place
from q40k.games.space_hulk.rules.questions import find, forbid, must_be_open
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
    """It is unclear at which of these entries a blip lies: a die decides."""

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
    """Let a die decide between entries, in equal shares; what is over is rolled again.

    Rule: SH1-ENTRY-10
    """
    must_be_open(live.state)
    blip = find(live.state, command.name)
    if not isinstance(blip, Blip) or blip.lurking.entry is None:
        raise forbid("SH1-ENTRY-10", "not-waiting", who=blip.id)
    layout = live.state.setup.layout
    known = {one.id for one in layout.entries} if layout is not None else None
    among = tuple(said.upper() for said in command.entries)
    for said in among:
        if known is not None and said not in known:
            raise forbid("SH-ENTRY-1", "unknown-entry", said=said, nearest=nearest(said, known))
    share = DIE // len(among)
    facts = {"blip": blip.id, "among": among}
    die = DIE + 1
    while die > share * len(among):
        (die,) = yield DiceQuestion("entry-drawn", None, "SH1-ENTRY-10", facts, (DIE,))
    yield EntryDrawn(blip=blip.id, entry=among[(die - 1) // share], die=die)

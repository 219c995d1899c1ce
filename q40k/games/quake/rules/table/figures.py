"""What the table says of figures and players: painted, WYSIWYG, race, age."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.bonus.wrath import Judged
from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.questions import find_player, forbid
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name, Text


@command
class Describe(Command, tag="describe"):
    """Describe a player's figure, or the player: what TIE-1 counts, and whether it is `based`.

    TIE-1 counts paint (six colours) and looks. Special bonus 2 asks for paint and base, which
    `finished` covers together.
    """

    player: Name
    painted: bool | None = None
    based: bool | None = None
    finished: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Meta(ge=0, le=150)] | None = None


@event
class Described(Event, tag="described"):
    """The table described a player's figure, or the player (TIE-1)."""

    player: str
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    based: bool | None = None


_DESCRIBED_FIELDS = ("painted", "based", "wysiwyg", "race", "age")


@fold(Described)
def _described(state: Match, event: Described) -> Match:
    values = {name: getattr(event, name) for name in _DESCRIBED_FIELDS}
    changes = {name: value for name, value in values.items() if value is not None}
    return change_player(state, event.player, **changes)


@rule(Describe)
def describe(live: Live[Match], command: Describe) -> Rule[None]:
    """Note the three ticks on a figure (painted, based, WYSIWYG), its race, its player's age.

    Rule: TIE-1, TABLE-4
    """
    player = find_player(live.state, command.player)
    described = {
        name: getattr(command, name)
        for name in _DESCRIBED_FIELDS
        if getattr(command, name) not in (None, "")
    }
    if not described and command.finished is None:
        raise forbid("TABLE-4", "nothing-described", player=player.name)
    if described:
        yield Described(player=player.id, **described)
    if command.finished is not None:
        yield Judged(player=player.id, finished=command.finished)

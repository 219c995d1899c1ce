"""The registry of Space Hulk: its events, folds, commands and rules; what every command shares."""

from typing import Annotated

from msgspec import Meta

from q40k.games.space_hulk.state.match import Match
from q40k.kernel import events
from q40k.kernel.commands import TEXT_LENGTH, CleanedBy, Name
from q40k.kernel.registry import Registry
from q40k.kernel.text import clean_text
from q40k.tabletop.rules import Command as TableCommand


def _place(text: str) -> str:
    return clean_text(text).upper()[:TEXT_LENGTH]


Place = Annotated[str, CleanedBy(_place)]
"""The name of a square, door, entry or exit."""


Points = Annotated[int, Meta(ge=0, le=20)]


# -- the registry --------------------------------------------------------------------------

REGISTRY: "Registry[Match, Command]" = Registry()


fold = REGISTRY.fold


rule = REGISTRY.rule


class Event(events.Event):
    """A fact of a match of Space Hulk."""

    register = REGISTRY.event


class Command(TableCommand):
    """What somebody asks for in a match of Space Hulk.

    `hasty`: nobody may be asked twice now. A refusal that could be overruled is allowed and marked;
    the table settles it after the bell. Raises Wrong.
    """

    register = REGISTRY.command

    hasty: bool = False


class Act(Command):
    """An action of a figure or blip; `cp` of its points are command points (SH-CP-7)."""

    who: Name
    cp: Points = 0

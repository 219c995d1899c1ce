"""The registry of events, folds, commands and rules, and what every command shares."""

import re
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from q40k.games.epic.state.match import Match
from q40k.kernel import events
from q40k.kernel.commands import CleanedBy, InvalidValue
from q40k.kernel.registry import Registry
from q40k.kernel.text import clean_text
from q40k.packs.base import FINITE
from q40k.tabletop.rules import Command as TableCommand

_FORMATION = re.compile(r"[^\s/,]{1,20}")


@lru_cache
def _formation(text: str) -> str:
    clean = clean_text(text)
    if not _FORMATION.fullmatch(clean):
        raise InvalidValue("short-name", "no id of a formation", {"most": 20})
    return clean


FormationId = Annotated[str, CleanedBy(_formation)]


Cm = Annotated[float, Meta(ge=0, le=500), FINITE]


Coordinate = Annotated[float, Meta(ge=-1000, le=1000), FINITE]


Place = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=3)]
"""x and y in cm from the bottom left corner, and optionally the facing in degrees."""


Places = Annotated[tuple[Place, ...], Meta(max_length=60)]


# -- the registry --------------------------------------------------------------------------


REGISTRY: "Registry[Match, Command]" = Registry()


fold = REGISTRY.fold


rule = REGISTRY.rule


class Event(events.Event):
    """A fact of a match of Epic Escarmouches."""

    register = REGISTRY.event


class Command(TableCommand):
    """What somebody asks for in a match of Epic Escarmouches."""

    register = REGISTRY.command

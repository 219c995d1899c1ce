"""What every command shares: names, texts, a reason to overrule, and haste."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from q40k.kernel.checking import Cleaned
from q40k.kernel.commands import Command as Base
from q40k.kernel.text import clean_text
from q40k.packs.base import FINITE, Wrong

NAME_LENGTH = 20
TEXT_LENGTH = 200


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise Wrong("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise Wrong("name-long", "a name of more than 20 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise Wrong("reason-empty", "a reason is needed")
    return clean


def _place(text: str) -> str:
    return clean_text(text).upper()[:TEXT_LENGTH]


Name = Annotated[str, Cleaned(_name)]
Text = Annotated[str, Cleaned(_text)]
Reason = Annotated[str, Cleaned(_reason)]
Place = Annotated[str, Cleaned(_place)]
"""A square, a door, an entry or an exit, as it is called."""
Points = Annotated[int, Meta(ge=0, le=20)]


class Command(Base, frozen=True):
    """What every command may carry.

    `hasty` says that nobody may be asked twice now: what could be overruled is taken as allowed,
    and marked, to be settled after the bell. Raises Wrong.
    """

    override: Reason | None = None
    clock: Annotated[float, Meta(ge=0, le=10_000_000), FINITE] | None = None
    hasty: bool = False


class Act(Command, frozen=True):
    """An action of a figure or blip; `cp` of its points are command points (SH-CP-7)."""

    who: Name
    cp: Points = 0

"""Commands of close combat: contacts, charges, fights."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from q40k.games.quake.rules.commands.base import Base, Inches, Name, Place, Text, Way
from q40k.games.quake.rules.commands.fighting import SaveKind

Blows = Annotated[int, Field(ge=0, le=100)]


class Contact(Base):
    """Say with whom a champion is in base contact, all of them, where no position is kept.

    In the assault and the close-combat phase whoever comes into contact fights (MELEE-5); in the
    others it does not (DIFF-5).
    """

    do: Literal["contact"] = "contact"
    player: Name
    others: tuple[Name, ...] = ()


class Charge(Base):
    """Charge a champion, a flag by its id, or the building of a team (ASSAULT-1, 2, FLAG-5).

    `distance` in inches where no position is kept; left out, the table has measured it itself.
    `cover` (the target is in cover), `difficult` and `dangerous` (the ground between) are the
    table's word, in the place of what the positions say; `three`: it rolls three dice in difficult
    ground. `to` is where it comes to stand, in cm, `path` the places it goes through before.
    """

    do: Literal["charge"] = "charge"
    player: Name
    target: Name
    distance: Inches | None = None
    cover: bool | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    to: Place | None = None
    path: Way | None = None


class Fight(Base):
    """Fight a melee: the next in order, or that of the champion named in `melee` (MELEE-1 to 5).

    `weapons` says what a champion fights with (an id or a name; "/two-handed" after it swings it
    so), `split` how many of its attacks go to whom; what is left unsaid is asked where it matters.
    `saves` is the save a champion takes instead of the best.
    """

    do: Literal["fight"] = "fight"
    melee: Name | None = None
    weapons: dict[Name, Text] | None = None
    split: dict[Name, dict[Name, Blows]] | None = None
    saves: dict[Name, SaveKind] | None = None

"""Commands of the table: opening a match, players, corrections."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Mod, Weapon
from q40k.games.quake.rules.commands.base import Base, Name, Place, Points, Reason, Stand, Text


class New(Base):
    """Lay out a match. `packs` holds the data itself, so that the match keeps it."""

    do: Literal["new"] = "new"
    mod: str
    arena: str | None = None
    seed: int | str | None = None
    name: Text = ""
    addons: tuple[str, ...] = ()
    options: dict[str, Any] = Field(default_factory=dict)
    dice: Literal["hand", "app"] = "hand"
    mod_data: Mod | None = None
    arena_data: Arena | None = None
    tables_data: BonusTables | None = None


class Join(Base):
    """Enter a player with a champion: an id, or an inline profile.

    `profile` and `arms` are the data: the figure, and the lines of all it can fight with.
    """

    do: Literal["join"] = "join"
    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    team: Name | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    stand: Stand = "beside"
    at: Place | None = None
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()


class Leave(Base):
    """A player leaves (INIT-5)."""

    do: Literal["leave"] = "leave"
    player: Name


class Start(Base):
    """Roll initiative and open deployment."""

    do: Literal["start"] = "start"


class Adjust(Base):
    """Change a score by a difference, with a reason."""

    do: Literal["adjust"] = "adjust"
    player: Name
    score: Points
    why: Reason


class Rename(Base):
    """Put a player's name right."""

    do: Literal["rename"] = "rename"
    player: Name
    to: Name


class Correct(Base):
    """Put a player's champion right: scores and order follow as if it had been so all along."""

    do: Literal["correct"] = "correct"
    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()


class End(Base):
    """Break the match off: the result so far counts, or TIE-1."""

    do: Literal["end"] = "end"
    why: Text = ""


class Describe(Base):
    """Say of a player's figure, or of the player, what TIE-1 counts, and if it is `finished`.

    A finished figure is painted and based: special bonus 2 asks for it.
    """

    do: Literal["describe"] = "describe"
    player: Name
    painted: bool | None = None
    finished: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Field(ge=0, le=150)] | None = None


class PlayOn(Base):
    """Play on after the win."""

    do: Literal["play-on"] = "play-on"


class Dice(Base):
    """Say who rolls a player's dice by default, or everyone's."""

    do: Literal["dice"] = "dice"
    by: Literal["hand", "app"]
    player: Name | None = None


class D3(Base):
    """Say how a D3 is typed: as 1 to 3, or as the D6 it was rolled on."""

    do: Literal["d3"] = "d3"
    on_d6: bool


class SetClock(Base):
    """Play by the clock: minutes for the match, seconds for each champion's part; or pause it."""

    do: Literal["clock"] = "clock"
    minutes: Annotated[float, Field(gt=0, le=1440, allow_inf_nan=False)] | None = None
    seconds: Annotated[float, Field(gt=0, le=86400, allow_inf_nan=False)] | None = None
    pause: bool | None = None
    off: bool = False

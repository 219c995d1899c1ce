"""What can be asked of the referee: the commands of a match, as match scripts write them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from q40k.packs.models import Arena, BonusTables, Champion, Mod

NAME_LENGTH = 30
TEXT_LENGTH = 200

# No exponents: "1e999999999" would keep the computer busy for ever.
_PLAIN_POINTS = re.compile(r"[+-]?\d{1,9}(\.\d{1,9}|/\d{1,9})?", re.ASCII)


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Text without what a terminal would obey instead of showing, and without spare spaces."""
    shown = (
        c if unicodedata.category(c)[0] != "Z" else " "
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c in "\t\n"
    )
    return " ".join("".join(shown).split())


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise PydanticCustomError("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise PydanticCustomError("name-long", "a name of more than 30 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise PydanticCustomError("reason-empty", "a reason is needed")
    return clean


def _points(value: Any) -> Any:
    if isinstance(value, str) and not _PLAIN_POINTS.fullmatch(value):
        raise PydanticCustomError("points", "points such as 15, -7.5 or 20/3")
    if isinstance(value, float):
        return Fraction(str(value))
    return value


Name = Annotated[str, AfterValidator(_name)]
Text = Annotated[str, AfterValidator(_text)]
Reason = Annotated[str, AfterValidator(_reason)]
Points = Annotated[Fraction, BeforeValidator(_points), Field(ge=-1_000_000, le=1_000_000)]
Number = Annotated[int, Field(ge=1, le=5)]
Inches = Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)]
Coordinate = Annotated[float, Field(ge=-10000, le=10000, allow_inf_nan=False)]
Place = tuple[Coordinate, Coordinate]
Stand = Literal["in", "beside"]


class Base(BaseModel):
    """What every command may carry: the reason for which a refusal is overridden."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    override: Reason | None = None


class New(Base):
    """Lay out a match. `packs` holds the data itself, so that the match keeps it."""

    do: Literal["new"] = "new"
    mod: str
    arena: str | None = None
    seed: int | str | None = None
    name: Text = ""
    addons: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    dice: Literal["hand", "app"] = "hand"
    mod_data: Mod | None = None
    arena_data: Arena | None = None
    tables_data: BonusTables | None = None


class Join(Base):
    """Enter a player with a champion: an id, or an inline profile. `profile` is the data."""

    do: Literal["join"] = "join"
    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    team: Text | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    stand: Stand = "beside"
    profile: Champion | None = None


class Leave(Base):
    """A player leaves (INIT-5)."""

    do: Literal["leave"] = "leave"
    player: Name


class Start(Base):
    """Roll initiative and open deployment."""

    do: Literal["start"] = "start"


class Deploy(Base):
    """Deploy a champion at a place in cm, in a tile, or without a position kept."""

    do: Literal["deploy"] = "deploy"
    player: Name
    at: Place | None = None
    tile: Text | None = None


class Move(Base):
    """Move to a place in cm, or so many inches."""

    do: Literal["move"] = "move"
    player: Name
    to: Place | None = None
    inches: Inches | None = None


class UsePortal(Base):
    """Step onto a portal, having moved so many inches since the last jump (PORTAL-1 to 7).

    With `continues` the jumper's movement is not over, and whoever it telefragged waits.
    """

    do: Literal["portal"] = "portal"
    player: Name
    portal: Number
    moved: Inches | None = None
    stand: Stand = "in"
    continues: bool = False


class StandIn(Base):
    """Say which portal a champion stands in, or none."""

    do: Literal["stand"] = "stand"
    player: Name
    portal: Number | None = None


class Pickup(Base):
    """Pick up a bonus token (BONUS-1)."""

    do: Literal["pickup"] = "pickup"
    player: Name
    token: Text


class Drop(Base):
    """Put a token back in its place: a pick-up entered by mistake, or a table's own ruling."""

    do: Literal["drop"] = "drop"
    player: Name


class Kill(Base):
    """One or several champions killed another."""

    do: Literal["kill"] = "kill"
    player: Name | tuple[Name, ...]
    victim: Name
    how: Text | None = None
    stand: Stand = "beside"

    @property
    def killers(self) -> tuple[str, ...]:
        """The names of all who share the kill."""
        return (self.player,) if isinstance(self.player, str) else self.player


class Accident(Base):
    """A champion died by nobody's hand (SCORE-2)."""

    do: Literal["accident"] = "accident"
    player: Name
    cause: Text = ""
    stand: Stand = "beside"


class Next(Base):
    """End the active champion's part of the phase."""

    do: Literal["next"] = "next"


class EndPhase(Base):
    """End the phase for everyone."""

    do: Literal["end-phase"] = "end-phase"


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


Command = (
    New
    | Join
    | Leave
    | Start
    | Deploy
    | Move
    | UsePortal
    | StandIn
    | Pickup
    | Drop
    | Kill
    | Accident
    | Next
    | EndPhase
    | Adjust
    | Rename
    | Correct
    | PlayOn
    | Dice
    | D3
)
AnyCommand = Annotated[Command, Field(discriminator="do")]
"""Every command, told apart by `do`."""

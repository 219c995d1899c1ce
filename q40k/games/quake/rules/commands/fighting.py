"""Commands of fights: shots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from q40k.games.quake.rules.commands.base import Base, Inches, Name, Place, Text

SaveKind = Literal["armour", "cover", "invulnerable"]
CoverSave = Annotated[int, Field(ge=2, le=6)]


class Shoot(Base):
    """Fire a weapon at a champion, a barrel or a team's building (SHOOT-1 to 4).

    `weapon` is the id or the name of one the champion carries; it may be left out where it
    carries only one. `distance` in inches, `in_cover` (the cover save) and `dark` (a dark zone)
    are the table's word, where no position is kept or in the place of what the positions say;
    `close` says without a distance that the target is within 12 in (a melta: half range).
    `moved` and `charging` say so of the shooter; what is left unsaid of its moves is known.
    `save` is the save the target's owner takes instead of the best.

    Under a template: `also` names who else is touched ("ask" asks the table), `at` is where the
    marker lies in cm, `angle` where a flame points (0 is to the right, 90 up). `shots` is the
    number for a weapon whose line leaves it open.
    """

    do: Literal["shoot"] = "shoot"
    player: Name
    target: Name
    weapon: Text | None = None
    distance: Inches | None = None
    in_cover: CoverSave | None = None
    dark: bool = False
    close: bool = False
    moved: bool | None = None
    charging: bool = False
    save: SaveKind | None = None
    also: tuple[Name, ...] | Literal["ask"] | None = None
    at: Place | None = None
    angle: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] | None = None
    shots: Annotated[int, Field(ge=1, le=20)] | None = None

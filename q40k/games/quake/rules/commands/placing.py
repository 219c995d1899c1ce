"""The command that says where a champion stands."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.commands.base import Angle, Base, Level, Name, Place


class PlaceAt(Base):
    """Say where a champion stands, in cm, or that its place is not known any more.

    `level` is how high, in inches, where that is not on top of what can be climbed; `angle`
    where an oval base points, in degrees.
    """

    do: Literal["place"] = "place"
    player: Name
    at: Place | None = None
    level: Level | None = None
    angle: Angle | None = None

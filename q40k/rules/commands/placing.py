"""The command that says where a champion stands."""

from __future__ import annotations

from typing import Literal

from q40k.rules.commands.base import Base, Name, Place


class PlaceAt(Base):
    """Say where a champion stands, in cm, or that its place is not known any more."""

    do: Literal["place"] = "place"
    player: Name
    at: Place | None = None

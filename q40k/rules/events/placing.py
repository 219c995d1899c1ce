"""Places said by the game master."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.telling import Event


class Placed(Event):
    """The game master said where a champion stands, in cm, or that nobody knows.

    `portal` is the portal the whole base lies on there, `in_water` says that it stands in water.
    """

    type: Literal["placed"] = "placed"
    player: str
    at: tuple[float, float] | None = None
    portal: int | None = None
    in_water: bool = False

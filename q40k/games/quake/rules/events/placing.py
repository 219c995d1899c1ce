"""Places said by the game master."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event


class Placed(Event):
    """The game master said where a champion stands, in cm, or that nobody knows.

    `portal` is the portal the whole base lies on there, `in_water` says that it stands in water;
    `level` is how high it stands, in inches, None on top of what can be climbed; `angle` where
    its base points, None as before.
    """

    type: Literal["placed"] = "placed"
    player: str
    at: tuple[float, float] | None = None
    portal: int | None = None
    in_water: bool = False
    level: float | None = None
    angle: float | None = None

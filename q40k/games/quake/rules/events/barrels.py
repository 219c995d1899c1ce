"""Barrels: set out, hit, exploding."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event

Explosion = Literal["ordnance", "plasma", "napalm", "vortex"]


class BarrelsSet(Event):
    """The barrels of the match, each with its place when that is known (BARREL-1)."""

    type: Literal["barrels-set"] = "barrels-set"
    barrels: dict[str, tuple[float, float] | None]


class BarrelExploded(Event):
    """A barrel exploded, set off by a champion (BARREL-2, 3, 5, 6); napalm goes on burning."""

    type: Literal["barrel-exploded"] = "barrel-exploded"
    barrel: str
    player: str
    explosion: Explosion


class BarrelDoubled(Event):
    """A barrel became two (BARREL-4)."""

    type: Literal["barrel-doubled"] = "barrel-doubled"
    barrel: str
    player: str
    second: str

"""What a champion's way meets on an arena, beside scenery and bases (BONUS-1, FLAG-1, PORTAL-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Arena
from q40k.geometry import paths
from q40k.geometry.paths import Met, Obstacle, Throw
from q40k.geometry.positions import Figure
from q40k.geometry.regions import half_in
from q40k.geometry.spots import Spot

BARREL_RADIUS_CM: Final = 1.0
"""A barrel stands on 20 mm, as a token does."""
Kind = Literal["scenery", "champion", "barrel", "portal", "edge"]
_KINDS: Final[Mapping[str, Kind]] = {
    "scenery": "scenery",
    "figure": "champion",
    "barrel": "barrel",
    "portal": "portal",
    "edge": "edge",
}


def kind_of(met: Met) -> Kind:
    """What a way meets, in the words of the game."""
    return _KINDS[met.kind]


def throw(positions: ArenaPositions, thrown: Figure, angle_deg: float, inches: float) -> Throw:
    """A champion thrown in a straight line, as by the mega bumper: what it meets first.

    Barrels and portals are obstacles, as scenery of any height, bases and the table's edge are.

    Rule: BONUS-1
    """
    return paths.throw(positions, thrown, angle_deg, inches, tuple(_obstacles(positions.arena)))


def _obstacles(arena: Arena) -> Iterator[Obstacle]:
    for portal in arena.portals:
        yield Obstacle("portal", str(portal.number), portal.at, half_in(portal.diameter_in))
    for barrel in arena.barrels:
        yield Obstacle("barrel", barrel.id, barrel.at, BARREL_RADIUS_CM)


def moved_over(arena: Arena, mover: Figure, waypoints: Sequence[Spot]) -> tuple[str, ...]:
    """The tokens and flags whose middle the base passes over, where they lie at the start.

    Rule: BONUS-1, FLAG-1
    """
    places = [(t.id, t.at) for t in arena.tokens] + [(f.id, f.at) for f in arena.flags]
    return paths.passed_over(mover, waypoints, places)

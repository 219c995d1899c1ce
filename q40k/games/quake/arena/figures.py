"""Hold champions on an arena as geometry: their heights and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np
import shapely

from q40k.games.quake.packs.arena import Arena, Portal, Scenery
from q40k.games.w40k3e.profiles import Champion, UnitType
from q40k.geometry.bases import HAIR_CM, Base
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import Spot

HEIGHTS_IN: Final[Mapping[UnitType, float]] = MappingProxyType(
    {
        "infantry": 1.25,
        "jump_infantry": 1.25,
        "jet_pack": 1.5,
        "terminator": 1.5,
        "bike": 1.5,
        "jetbike": 2.0,
        "beast": 1.0,
        "cavalry": 2.0,
        "drone": 1.25,
        "swarm": 0.5,
        "monstrous_creature": 3.0,
        "other": 1.25,
    }
)
"""The height of a figure by its unit type, in inches: a ruling, not a measurement."""


def figure(
    name: str, champion: Champion, spot: Spot, *, elevation_in: float = 0.0, angle_deg: float = 0.0
) -> Figure:
    """Return a champion of the packs at a spot; its height depends on its unit type."""
    base, kind = Base.of(champion, angle_deg), champion.unit_type
    return Figure(name, spot, base, HEIGHTS_IN[kind], elevation_in, kind)


@dataclass(frozen=True)
class ArenaPositions(Positions[Scenery]):
    """Hold figures on an arena: its field, and what else is on it."""

    arena: Arena = field(kw_only=True)

    @cached_property
    def portals(self) -> Mapping[int, Portal]:
        """Return the portals by number."""
        return {portal.number: portal for portal in self.arena.portals}

    @cached_property
    def in_the_dark(self) -> Mapping[str, str]:
        """Return the figures whose base has its centre in a dark zone, and the zone.

        A figure on top of a zone, or higher, is not in it; a zone without height has no top.

        Rule: SHOOT-3
        """
        dark = [n for n, piece in enumerate(self.field.pieces) if piece.scenery.dark]
        if not dark or not self.figures:
            return {}
        cores, swells = self.field.cores[dark][None, :], self.field.swells[dark]
        away = shapely.distance(shapely.points(self.spots)[:, None], cores) - swells
        tops = np.array([self.field.pieces[n].scenery.height_in or np.inf for n in dark])
        feet = np.array([figure_.elevation_in for figure_ in self.figures])
        within = (away <= HAIR_CM) & (feet[:, None] < tops)
        return {
            figure_.id: self.field.pieces[dark[int(row.argmax())]].scenery.id
            for figure_, row in zip(self.figures, within, strict=True)
            if row.any()
        }


def laid_on(arena: Arena, figures: Iterable[Figure] = ()) -> ArenaPositions:
    """Return figures on an arena. Raises BoardError for an arena with invalid geometry."""
    return ArenaPositions(arena.field, tuple(figures), arena=arena)

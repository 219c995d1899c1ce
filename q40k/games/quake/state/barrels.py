"""BARRELS: where they stand, which burn, and which a template touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from q40k.games.quake.packs.arena import TOKEN_RADIUS_CM
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.parts import Barrel
from q40k.games.quake.state.registry import Command, Event
from q40k.geometry.space import Inches, distance_cm
from q40k.kernel.commands import Name, Text
from q40k.kernel.lookup import lookup
from q40k.tabletop.asking import forbid

if TYPE_CHECKING:
    from q40k.geometry.templates import Template


# -- explosions and napalm ----------------------------------------------------------------


Explosion = Literal["ordnance", "plasma", "napalm", "vortex"]


TEMPLATE_IN = Inches(5)
"""The diameter of the ordnance template."""


# -- barrels: set out, shot at, exploding in chains ---------------------------------------


class HitBarrel(Command, tag="barrel"):
    """A champion hit a barrel (BARREL-2)."""

    player: Name
    barrel: Text


class BarrelsSet(Event, tag="barrels-set"):
    """The barrels of the match, each with its place when that is known (BARREL-1)."""

    barrels: dict[str, tuple[float, float] | None]

    def fold(self, state: Match) -> Match:
        return state.replace(barrels={name: Barrel(name, at) for name, at in self.barrels.items()})


class BarrelExploded(Event, tag="barrel-exploded"):
    """A barrel exploded, set off by a champion (BARREL-2, 3, 5, 6); napalm goes on burning."""

    barrel: str
    player: str
    explosion: Explosion

    def fold(self, state: Match) -> Match:
        barrels = dict(state.barrels)
        if self.explosion == "napalm":
            barrels[self.barrel] = barrels[self.barrel].replace(burning=True)
        else:
            del barrels[self.barrel]
        return state.replace(barrels=barrels)


class BarrelDoubled(Event, tag="barrel-doubled"):
    """A barrel became two (BARREL-4)."""

    barrel: str
    player: str
    second: str

    def fold(self, state: Match) -> Match:
        second = Barrel(self.second, state.barrels[self.barrel].at)
        return state.replace(barrels={**state.barrels, self.second: second})


def find_barrel(state: Match, name: str) -> Barrel:
    """Return the barrel of that id, if it does not burn. Raises Refused (BARREL-1, 2, 5)."""
    if not state.barrels:
        raise forbid("BARREL-1", "no-barrels")
    result = lookup(name, state.barrels, prefixes=False, similarity=0.3)
    barrel = result.only
    if barrel is None:
        near = result.nearest.id if result.nearest else None
        raise forbid("BARREL-2", "unknown-barrel", barrel=name, nearest=near)
    if barrel.burning:
        raise forbid("BARREL-5", "barrel-burns", barrel=barrel.id)
    return barrel


BARREL_HEIGHT_IN = 1.0


def touched_barrels(
    state: Match, template: Template | None, levels_in: tuple[float, float]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the barrels under a template, even partly, and those of which no place tells.

    The nearest to the middle of the template comes first. It touches what is on its own level.

    Rule: BARREL-2, DIFF-3
    """
    intact = tuple(barrel for barrel in state.barrels.values() if not barrel.burning)
    if template is None or not intact:
        return (), tuple(barrel.id for barrel in intact)
    from q40k.games.quake.state.positions import floor_height
    from q40k.geometry.space import Base

    base, (low, high) = Base(20 * TOKEN_RADIUS_CM), levels_in
    distances = {
        barrel.id: distance_cm(barrel.at, template.spot)
        for barrel in intact
        if barrel.at is not None
        and template.touch(base, barrel.at)
        and low - BARREL_HEIGHT_IN < floor_height(state, barrel.at) < high + BARREL_HEIGHT_IN
    }
    unknown = tuple(barrel.id for barrel in intact if barrel.at is None)
    return tuple(sorted(distances, key=distances.__getitem__)), unknown

"""BARRELS: where they stand, which burn, and which a template touches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from q40k.games.quake.packs.arena import TOKEN_RADIUS_CM
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.ground import flies
from q40k.games.quake.state.movement.water import is_swimming
from q40k.games.quake.state.parts import Barrel
from q40k.games.quake.state.positions import base_of, floor_height
from q40k.games.quake.state.registry import Command, Event
from q40k.games.quake.state.shooting import IN_WATER
from q40k.games.w40k3e.damage import hit_plan
from q40k.games.w40k3e.plans import AUTOMATIC, Attack
from q40k.geometry.space import Base, Inches, Spot, between_segments, distance_cm, to_cm
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


def count_fires(
    state: Match, player: Player, spots: tuple[Spot, ...], *, declared: bool = False, thrown: bool = False
) -> int:
    """Return how many burning barrels a champion's path burns it at; a flyer burns only where it lands.

    If a barrel's place is unknown, the table says that the path crosses one (`declared`).

    Rule: BARREL-5
    """
    fires = [barrel for barrel in state.barrels.values() if barrel.burning]
    if not fires or not player.in_play:
        return 0
    path = spots[-1:] if flies(state, player) and not thrown else spots
    crossed = sum(barrel.at is not None and _crosses(player, path, barrel.at) for barrel in fires)
    return crossed or int(declared)


def _crosses(player: Player, spots: tuple[Spot, ...], fire: Spot) -> bool:
    """Whether a base that passes these places touches the template around a fire."""
    if not spots:
        return False

    base = base_of(player)
    reach = to_cm(Inches(TEMPLATE_IN / 2)) + base.radius_cm
    legs = list(pairwise(spots)) or [(spots[0], spots[0])]
    return any(between_segments(leg, base.spine(fire)) < reach for leg in legs)


PARTLY_ON = 4
"""The roll that hits champions only partly under a plasma or a vortex (BARREL-3, 6)."""


class Blast(Struct, frozen=True):
    """One kind of explosion; `forgiving`: a champion only partly under it is hit on a 4+."""

    rule: str
    strength: int
    ap: int | None
    forgiving: bool = False
    slays: bool = False


BLASTS: dict[Explosion, Blast] = {
    "ordnance": Blast("BARREL-2", 5, 4),
    "plasma": Blast("BARREL-3", 7, 2, forgiving=True),
    "napalm": Blast("BARREL-5", 5, 4),
    "vortex": Blast("BARREL-6", 10, None, forgiving=True, slays=True),
}


def plan_blast(state: Match, target: Player, blast: Blast, *, partly: bool = False) -> Attack:
    """Return the hit of an explosion. For saves it counts as a shot."""
    wet = IN_WATER if is_swimming(state, target) else ()
    return hit_plan(
        blast.strength,
        fighter(state, target, *wet),
        blast.rule,
        ap=blast.ap,
        to_hit=PARTLY_ON if partly else AUTOMATIC,
        slays=blast.slays,
        ordnance=True,
        scope="shooting",
    )

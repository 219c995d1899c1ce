"""Where a champion may be deployed: wholly on the table, in a tile of its own (DEPLOY-1, 2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from q40k.games.quake.arena import tiles
from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.bases import HAIR_CM, Base, gap_cm, within_box
from q40k.geometry.field import Field
from q40k.geometry.paths import is_deadly
from q40k.geometry.positions import Figure
from q40k.geometry.space import Spot
from q40k.geometry.surfaces import barred_by


@dataclass(frozen=True, slots=True)
class Deploy:
    """What there is to say about deploying a base at a spot.

    `taken_by` are those whose tile it is; `blocked_by` the impassable scenery and the bases that
    are in the way. The latter are facts for the table, not rules of deployment.
    """

    on_table: bool
    tile: str
    taken_by: tuple[str, ...]
    blocked_by: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the rules allow it.

        Rule: DEPLOY-1
        """
        return self.on_table and not self.taken_by


def on_table(field: Field[Scenery], base: Base, spot: Spot) -> bool:
    """Whether the whole base lies on the table.

    Rule: DEPLOY-1
    """
    return within_box(base, spot, field.size)


def tile(field: Field[Scenery], spot: Spot) -> str:
    """The tile of a champion: the one that holds the centre of its base.

    Rule: DEPLOY-1
    """
    return tiles.tile_of(spot, field.size)


def free_tiles(positions: ArenaPositions, ignoring: Iterable[str] = ()) -> tuple[str, ...]:
    """The tiles that hold no champion yet, in the order of their names on the table.

    Rule: DEPLOY-1
    """
    taken = {tile(positions.field, one.spot) for one in positions.others(*ignoring)}
    return tuple(name for name in tiles.tiles(positions.field.size) if name not in taken)


def deploy(positions: ArenaPositions, base: Base, spot: Spot, who: str = "") -> Deploy:
    """Judge a deployment; `who` is the champion itself, if it stands there already.

    A token or a portal under the base is nothing against it (DEPLOY-2).

    Rule: DEPLOY-1, DEPLOY-2
    """
    field, others = positions.field, positions.others(who)
    mine = tile(field, spot)
    return Deploy(
        on_table=on_table(field, base, spot),
        tile=mine,
        taken_by=tuple(one.id for one in others if tile(field, one.spot) == mine),
        blocked_by=blocked_by(field, others, base, spot),
    )


def blocked_by(
    field: Field[Scenery], others: Iterable[Figure], base: Base, spot: Spot, hair: float = HAIR_CM
) -> tuple[str, ...]:
    """What a base would be stuck in on top of what is there, or dead on, and the figures it would
    overlap by more than a hair."""
    return barred_at(field, base, spot) + tuple(
        one.id for one in others if gap_cm(base, spot, one.base, one.spot) < -hair
    )


def barred_at(field: Field[Scenery], base: Base, spot: Spot) -> tuple[str, ...]:
    """What a base would be stuck in on top of what is there, and the lethal ground it would be on.

    Rule: ARENA-5
    """
    floor = field.floor_in(spot)
    pits = [one for one in field.pieces_under(spot) if is_deadly(one) and one.height_in >= floor]
    return tuple(one.id for one in (*barred_by(field, base, spot, floor), *pits))

"""Judge deployments: wholly on the table, in a tile of its own (DEPLOY-1, 2) or a base (BASE-1)."""

from collections.abc import Iterable, Sequence

import shapely
from msgspec import Struct
from shapely.ops import nearest_points

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs import arena
from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.field import Field
from q40k.geometry.paths import centre_limits, is_deadly, near_base, walls
from q40k.geometry.positions import Figure
from q40k.geometry.space import HAIR_CM, Base, Spot, gap_cm, within_box
from q40k.geometry.surfaces import barred_by


class Deploy(Struct, frozen=True):
    """Hold the judgement of deploying a base at a spot.

    `taken_by` are the champions in that tile. `blocked_by` are impassable scenery and bases in the
    way: facts for the table, not rules of deployment.
    """

    on_table: bool
    tile: str
    taken_by: tuple[str, ...]
    blocked_by: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Tell whether the rules allow it.

        Rule: DEPLOY-1
        """
        return self.on_table and not self.taken_by


def on_table(field: Field[Scenery], base: Base, spot: Spot) -> bool:
    """Tell whether the whole base is on the table.

    Rule: DEPLOY-1
    """
    return within_box(base, spot, field.size)


def tile(field: Field[Scenery], spot: Spot) -> str:
    """Return the tile of a champion: the one that contains the centre of its base.

    Rule: DEPLOY-1
    """
    return arena.tile_of(spot, field.size)


def free_tiles(positions: ArenaPositions, ignoring: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the tiles without a champion, in the order of their names.

    Rule: DEPLOY-1
    """
    occupied = {tile(positions.field, figure.spot) for figure in positions.others(*ignoring)}
    return tuple(name for name in arena.tiles(positions.field.size) if name not in occupied)


def deploy(positions: ArenaPositions, base: Base, spot: Spot, who: str = "") -> Deploy:
    """Judge a deployment; `who` is the champion itself, if it is on the table already.

    A token or a portal under the base does not matter (DEPLOY-2).

    Rule: DEPLOY-1, DEPLOY-2
    """
    field, others = positions.field, positions.others(who)
    mine = tile(field, spot)
    return Deploy(
        on_table=on_table(field, base, spot),
        tile=mine,
        taken_by=tuple(figure.id for figure in others if tile(field, figure.spot) == mine),
        blocked_by=blocked_by(field, others, base, spot),
    )


def blocked_by(field: Field[Scenery], others: Iterable[Figure], base: Base, spot: Spot) -> tuple[str, ...]:
    """Return the scenery a base would be stuck in or die on, and the figures it would overlap."""
    return barred_at(field, base, spot) + tuple(
        figure.id for figure in others if gap_cm(base, spot, figure.base, figure.spot) < -HAIR_CM
    )


def barred_at(field: Field[Scenery], base: Base, spot: Spot) -> tuple[str, ...]:
    """Return the scenery a base would be stuck in, and the lethal ground under it.

    Rule: ARENA-5
    """
    floor = field.floor_in(spot)
    pits = [piece for piece in field.pieces_under(spot) if is_deadly(piece) and piece.height_in >= floor]
    return tuple(piece.id for piece in (*barred_by(field, base, spot, floor), *pits))


# -- room in a base (BASE-1) -----------------------------------------------------------------------


ROUNDING_CM = 0.02


def room_in(positions: ArenaPositions, corners: Sequence[Spot], base: Base, who: str = "") -> Spot | None:
    """Return a place for a base wholly in a zone, near its middle, to a tenth of a mm.

    It is on the table, in nothing impassable and on no other base; None without room.

    Rule: BASE-1
    """
    field, others = positions.field, positions.others(who)
    zone = shapely.Polygon(corners)
    middle = zone.centroid
    left, bottom, right, top = centre_limits(field, base)
    if left > right or bottom > top:
        return None
    room = zone.buffer(-base.reach_cm - ROUNDING_CM).intersection(shapely.box(left, bottom, right, top))
    occupied = [near_base(figure, base) for figure in others]
    room = room.difference(shapely.union_all([walls(field, base), *occupied]).buffer(ROUNDING_CM))
    if room.is_empty:
        return None
    point, _ = nearest_points(room, middle)
    spot = (round(float(point.x), 2), round(float(point.y), 2))
    if within_box(base, spot, field.size) and not blocked_by(field, others, base, spot):
        return spot
    return (float(point.x), float(point.y))

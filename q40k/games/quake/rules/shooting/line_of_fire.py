"""The line of fire between two champions: distance, sight, cover, darkness, water.

Nothing is known if one of them has no place; then the table's word counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.rules.movement.water import is_swimming
from q40k.games.quake.rules.positions import base_of, positions_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.space import Spot, apart_in

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.hiding import LinesTo
    from q40k.geometry.sight import View


WHOLE = 1 - 1e-9
"""From this share on, nothing of a base is hidden."""


IN_WATER = (Modifier("cover", 5, "MOVE-4", "shooting"), Modifier("invulnerable", 5, "MOVE-4", "shooting"))
"""What water does for a swimmer shot at from outside it (MOVE-4)."""


__all__ = ("IN_WATER", "LineOfFire", "distance_to", "line_of_fire", "positions_of")


class LineOfFire(Struct, frozen=True):
    """How a shooter sees its target.

    `distance_in` is from base to base, None if unknown. `share` is how much of the target's base
    can be seen; `hiders` hide the rest (ids of scenery and of champions). `helps` are cover and
    water. `dark`: the target stands in a dark zone.
    """

    distance_in: float | None = None
    share: float | None = None
    hiders: tuple[str, ...] = ()
    helps: tuple[Modifier, ...] = ()
    dark: bool = False

    @property
    def visible(self) -> bool:
        """Return whether three quarters of the base can be seen, or that is unknown (SHOOT-2)."""
        if self.share is None:
            return True
        from q40k.geometry.sight import is_enough

        return is_enough(self.share)


def line_of_fire(state: Match, shooter: Player, target: Player, standing: ArenaPositions | None = None) -> LineOfFire:
    """Return the line of fire between two champions, as their places give it.

    `standing` saves computing the positions again. Cover is scenery that the target stands in, or
    that crosses the lines to its base. A swimmer is known without places.

    Rule: SHOOT-2, SHOOT-3, MOVE-4
    """
    if shooter.position.at is None or target.position.at is None or shooter.id == target.id:
        return LineOfFire(helps=IN_WATER if target.movement.in_water and not shooter.movement.in_water else ())
    from q40k.geometry.positions import gap_in

    positions = positions_of(state) if standing is None else standing
    seen = views_of(positions, shooter.id, (target.id,), lines_to(state))[target.id]
    best = _cover(positions, shooter.id, target.id)
    helps: tuple[Modifier, ...] = ()
    if best is not None and best.cover is not None:
        helps = (Modifier("cover", best.cover, best.id, "shooting"),)
    if is_swimming(state, target) and not is_swimming(state, shooter):
        helps += IN_WATER
    return LineOfFire(
        round(gap_in(positions.figure(shooter.id), positions.figure(target.id)), 2),
        seen.share,
        seen.hiders if seen.share < WHOLE else (),
        helps,
        target.id in positions.in_the_dark,
    )


def lines_to(state: Match) -> LinesTo:
    """Return whether lines of sight go to the target's top or to its base, as the table plays.

    Rule: SHOOT-2
    """
    return "figure" if state.setup.mod is None else state.setup.mod.parameters.lines_to


def views_of(positions: ArenaPositions, shooter: str, targets: Iterable[str], aim: LinesTo) -> dict[str, View]:
    """Return how a champion sees others; each view is kept with the positions, until somebody moves.

    Rule: SHOOT-2
    """
    names, views = tuple(targets), positions.views
    missing = [name for name in names if (shooter, name, aim) not in views]
    if missing:
        from q40k.geometry.sight import seen_by

        for name, view in seen_by(positions, shooter, missing, aim).items():
            views[shooter, name, aim] = view
    return {name: views[shooter, name, aim] for name in names}


def _cover(positions: ArenaPositions, shooter: str, target: str) -> Scenery | None:
    """Return the best cover between two champions, or that the target stands in.

    Rule: SHOOT-2, ARENA-5
    """
    if (shooter, target) not in positions.covers:
        positions.covers[shooter, target] = _find_best_cover(positions, shooter, target)
    return positions.covers[shooter, target]


def _find_best_cover(positions: ArenaPositions, shooter: str, target: str) -> Scenery | None:
    worth = {p.scenery.id: p.scenery for p in positions.field.pieces if p.scenery.cover}
    if not worth:
        return None
    from q40k.geometry.sight import find_cover

    low = views_of(positions, shooter, (target,), "base")[target]
    crossed = tuple(piece_id for piece_id in low.hiders if piece_id in worth) if low.share < WHOLE else ()
    covers = find_cover(positions, shooter, target, crossed)
    pieces = [worth[piece_id] for piece_id in covers if piece_id in worth]
    return min(pieces, key=lambda piece: piece.cover or 0, default=None)


def distance_to(shooter: Player, spot: Spot | None, rise_in: float = 0.0) -> float | None:
    """Return the inches from the shooter's base to a point; None if a place is unknown.

    The point is `rise_in` higher than the shooter's feet.
    """
    if shooter.position.at is None or spot is None:
        return None
    from q40k.geometry.space import to_point_cm

    return round(apart_in(to_point_cm(base_of(shooter), shooter.position.at, spot), rise_in), 2)

"""What the places of champions say of a shot: distance, sight, cover, darkness, water.

Nothing is known where one of the two has no place; the table's word then counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.rules.movement.water import swims
from q40k.games.quake.rules.positions.places import base_of, positions_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.space import apart_in
from q40k.geometry.spots import Spot

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.hiding import LinesTo
    from q40k.geometry.sight import View


WHOLE = 1 - 1e-9
"""From such a share on nothing of a base is hidden."""


IN_WATER = (
    Modifier("cover", 5, "MOVE-4", "shooting"),
    Modifier("invulnerable", 5, "MOVE-4", "shooting"),
)
"""What water does for a swimmer who is shot at from outside (MOVE-4)."""


__all__ = ("IN_WATER", "Setting", "distance_to", "positions_of", "setting")


class Setting(Struct, frozen=True):
    """How a target lies to its shooter.

    `distance_in` is from base to base, None when it is not known; `share` is how much of the
    target's base can be seen, `hiders` what hides the rest (ids of scenery and of champions);
    `helps` are cover and water; `dark` says that the target stands in a dark zone.
    """

    distance_in: float | None = None
    share: float | None = None
    hiders: tuple[str, ...] = ()
    helps: tuple[Modifier, ...] = ()
    dark: bool = False

    @property
    def visible(self) -> bool:
        """Whether three quarters of the base can be seen, or nobody knows (SHOOT-2)."""
        if self.share is None:
            return True
        from q40k.geometry.sight import enough

        return enough(self.share)


def setting(
    state: Match,
    shooter: Player,
    target: Player,
    standing: ArenaPositions | None = None,
    seen: View | None = None,
    low: View | None = None,
) -> Setting:
    """What the places of two champions say. `standing`, `seen` and `low` (how the target and its
    base are seen) save working them out again.

    Cover is that of scenery the target stands in, or that lies between and crosses the lines to
    its base. Who swims is known without places too.

    Rule: SHOOT-2, SHOOT-3, MOVE-4
    """
    if shooter.position.at is None or target.position.at is None or shooter.id == target.id:
        return Setting(
            helps=IN_WATER if target.movement.in_water and not shooter.movement.in_water else ()
        )
    from q40k.geometry.contact import gap_in
    from q40k.geometry.sight import seen_by

    known = positions_of(state) if standing is None else standing
    if seen is None:
        seen = seen_by(known, shooter.id, (target.id,), lines_to(state))[target.id]
    best = _cover(known, shooter.id, target.id, low)
    helps: tuple[Modifier, ...] = ()
    if best is not None and best.cover is not None:
        helps = (Modifier("cover", best.cover, best.id, "shooting"),)
    if swims(state, target) and not swims(state, shooter):
        helps += IN_WATER
    return Setting(
        round(gap_in(known.figure(shooter.id), known.figure(target.id)), 2),
        seen.share,
        seen.hiders if seen.share < WHOLE else (),
        helps,
        target.id in known.in_the_dark,
    )


def lines_to(state: Match) -> LinesTo:
    """Whether lines of sight go to the target's top, or to its base, as the table plays.

    Rule: SHOOT-2
    """
    return "figure" if state.setup.mod is None else state.setup.mod.parameters.lines_to


def _cover(known: ArenaPositions, shooter: str, target: str, low: View | None) -> Scenery | None:
    """The best cover between two champions, or that the target stands in.

    Rule: SHOOT-2, ARENA-5
    """
    worth = {p.scenery.id: p.scenery for p in known.field.pieces if p.scenery.cover}
    if not worth:
        return None
    from q40k.geometry.cover import covering
    from q40k.geometry.sight import seen_by

    if low is None:
        low = seen_by(known, shooter, (target,), "base")[target]
    crossed = tuple(one for one in low.hiders if one in worth) if low.share < WHOLE else ()
    found = covering(known, shooter, target, crossed)
    pieces = [worth[one] for one in found if one in worth]
    return min(pieces, key=lambda piece: piece.cover or 0, default=None)


def distance_to(shooter: Player, spot: Spot | None, rise_in: float = 0.0) -> float | None:
    """From the rim of the shooter's base to a point, so much higher or lower than its feet, in
    inches; None when a place is unknown."""
    if shooter.position.at is None or spot is None:
        return None
    from q40k.geometry.bases import to_point_cm

    return round(apart_in(to_point_cm(base_of(shooter), shooter.position.at, spot), rise_in), 2)

"""What the places of champions say of a shot: distance, sight, cover, darkness, water.

Nothing is known where one of the two has no place; the table's word then counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.rules.positions.places import base_of, in_water, standing_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.spots import Spot

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions


WHOLE = 1 - 1e-9
"""From such a share on nothing of a base is hidden."""


IN_WATER = (
    Modifier("cover", 5, "MOVE-4", "shooting"),
    Modifier("invulnerable", 5, "MOVE-4", "shooting"),
)
"""What water does for a swimmer who is shot at from outside (MOVE-4)."""


__all__ = ("IN_WATER", "Setting", "distance_to", "setting", "standing_of")


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
    share: float | None = None,
) -> Setting:
    """What the places of two champions say. `standing` and `share` save working them out again.

    Cover is that of scenery the target stands in, or that hides a part of it. Who swims is known
    without places too.

    Rule: SHOOT-2, SHOOT-3, MOVE-4
    """
    if shooter.position.at is None or target.position.at is None or shooter.id == target.id:
        return Setting(
            helps=IN_WATER if target.movement.in_water and not shooter.movement.in_water else ()
        )
    from q40k.geometry.contact import gap_in
    from q40k.geometry.sight import sight

    known = standing_of(state) if standing is None else standing
    field = known.field
    hiders: tuple[str, ...] = ()
    if share is None or share < WHOLE:  # what is seen whole is hidden by nothing
        seen = sight(known, shooter.id, target.id)
        share, hiders = seen.share, seen.hiders
    beside = field.touching(base_of(target), target.position.at)
    pieces = [*beside, *(p.scenery for p in field.pieces if p.scenery.id in hiders)]
    best = min((p for p in pieces if p.cover), key=lambda p: p.cover or 0, default=None)
    helps: tuple[Modifier, ...] = ()
    if best is not None and best.cover is not None:
        helps = (Modifier("cover", best.cover, best.id, "shooting"),)
    wet = target.movement.in_water or in_water(state, target.position.at, target.position.level)
    if wet and not (
        shooter.movement.in_water or in_water(state, shooter.position.at, shooter.position.level)
    ):
        helps += IN_WATER
    return Setting(
        round(gap_in(known.figure(shooter.id), known.figure(target.id)), 2),
        share,
        hiders,
        helps,
        target.id in known.in_the_dark,
    )


def distance_to(shooter: Player, spot: Spot | None) -> float | None:
    """From the rim of the shooter's base to a point, in inches; None when a place is unknown."""
    if shooter.position.at is None or spot is None:
        return None
    from q40k.geometry.bases import to_point_cm
    from q40k.geometry.units import Centimetres, to_inches

    gap = to_point_cm(base_of(shooter), shooter.position.at, spot)
    return round(to_inches(Centimetres(max(0.0, gap))), 2)

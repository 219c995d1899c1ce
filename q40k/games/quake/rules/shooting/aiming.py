"""A shot before any die: its circumstances, and its plan by the 3rd edition."""

from __future__ import annotations

from msgspec import Struct

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import fighter, is_stealthy
from q40k.games.quake.rules.shooting.line_of_fire import LineOfFire
from q40k.games.quake.rules.shooting.shot import Shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan


class ShotTerms(Struct, frozen=True):
    """What the table says of a shot; fields it leaves out are known, or stay unknown.

    The fields are those of the command `shoot`. `inside`: the target comes back in its portal if it
    dies.
    """

    distance_in: float | None = None
    in_cover: int | None = None
    dark: bool = False
    close: bool = False
    moved: bool | None = None
    charging: bool = False
    shots: int | None = None
    inside: bool = False

    @classmethod
    def of(cls, command: Shoot) -> ShotTerms:
        """Return what a command says of a shot."""
        return cls(
            command.distance,
            command.in_cover,
            command.dark,
            command.close,
            command.moved,
            command.charging,
            command.shots,
        )


NO_TERMS = ShotTerms()
"""The terms of a shot of which the table says nothing."""


def aim_of(shooter: Player, terms: ShotTerms, distance_in: float | None) -> Aim:
    """Return the circumstances as the 3rd edition takes them; the table's word takes precedence."""
    return Aim(
        distance_in=terms.distance_in if terms.distance_in is not None else distance_in,
        close=terms.close,
        moved=shooter.turn.moved if terms.moved is None else terms.moved,
        charging=terms.charging,
        shots=terms.shots,
    )


def plan_of(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    aim: Aim,
    line: LineOfFire,
    in_cover: int | None = None,
    boons: tuple[Modifier, ...] = (),
) -> ShootingPlan:
    """Return the plan of a shot at a champion, with everything that helps and hinders both.

    A cover save given by the table replaces the scenery's; 0 means no cover. `boons` help the
    shooter against this target.

    Rule: SHOOT-4, PORTAL-8, MOVE-4
    """
    helps = line.helps
    if in_cover is not None:
        helps = tuple(
            effect for effect in helps if effect.effect != "cover" or effect.source == "MOVE-4"
        )
        if in_cover:
            helps += (Modifier("cover", in_cover, "ARENA-5", "shooting"),)
    firing = fighter(state, shooter, *boons)
    return shooting_plan(firing, weapon, fighter(state, target, *helps), aim)


def plan_at_thing(
    state: Match, shooter: Player, weapon: Weapon, hull: Hull | None, aim: Aim
) -> ShootingPlan:
    """Return the plan of a shot at a building, or at a barrel (None), which need only be hit.

    Rule: BARREL-2, BASE-1
    """
    return shooting_plan(fighter(state, shooter), weapon, hull or Fighter(), aim)


def is_in_dark(state: Match, target: Player, line: LineOfFire, *, dark: bool) -> bool:
    """Return whether a target is in a dark zone, or counts as in one.

    Rule: SHOOT-3
    """
    return dark or line.dark or is_stealthy(state, target)

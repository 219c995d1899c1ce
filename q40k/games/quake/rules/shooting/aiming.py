"""A shot before any die: its circumstances, and the plan of the 3rd edition for them."""

from __future__ import annotations

from msgspec import Struct

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import fighter, stealthy
from q40k.games.quake.rules.shooting.line_of_fire import Setting
from q40k.games.quake.rules.shooting.shot import Shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan


class Said(Struct, frozen=True):
    """What the table says of a shot; what it leaves unsaid is known, or stays unknown.

    The fields are those of the command `shoot`; `inside`: the target comes back in its portal if it
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
    def of(cls, command: Shoot) -> Said:
        """What a command says."""
        return cls(
            command.distance,
            command.in_cover,
            command.dark,
            command.close,
            command.moved,
            command.charging,
            command.shots,
        )


NOTHING_SAID = Said()
"""A shot of which the table says nothing."""


def aim(shooter: Player, said: Said, distance_in: float | None) -> Aim:
    """The circumstances as the 3rd edition takes them; the table's word comes first."""
    return Aim(
        distance_in=said.distance_in if said.distance_in is not None else distance_in,
        close=said.close,
        moved=shooter.turn.moved if said.moved is None else said.moved,
        charging=said.charging,
        shots=said.shots,
    )


def plan_of(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    how: Aim,
    where: Setting,
    in_cover: int | None = None,
    boons: tuple[Modifier, ...] = (),
) -> ShootingPlan:
    """The plan of a shot at a champion, with everything that helps and hinders both.

    A cover save the table says comes in the place of the scenery's, 0 says that there is none.
    `boons` help the shooter against this very target.

    Rule: SHOOT-4, PORTAL-8, MOVE-4
    """
    helps = where.helps
    if in_cover is not None:
        helps = tuple(one for one in helps if one.effect != "cover" or one.source == "MOVE-4")
        if in_cover:
            helps += (Modifier("cover", in_cover, "ARENA-5", "shooting"),)
    firing = fighter(state, shooter, *boons)
    return shooting_plan(firing, weapon, fighter(state, target, *helps), how)


def plan_at_thing(
    state: Match, shooter: Player, weapon: Weapon, hull: Hull | None, how: Aim
) -> ShootingPlan:
    """The plan of a shot at a building, or at a barrel (None), which only has to be hit.

    Rule: BARREL-2, BASE-1
    """
    return shooting_plan(fighter(state, shooter), weapon, hull or Fighter(), how)


def in_the_dark(state: Match, target: Player, where: Setting, *, said: bool) -> bool:
    """Whether a target is in a dark zone, or counts as in one.

    Rule: SHOOT-3
    """
    return said or where.dark or stealthy(state, target)

"""Shoot as an action, and reload the cannon."""

from __future__ import annotations

from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.paying import begin_marine_action
from q40k.games.space_hulk.rules.questions import find_marine, forbid, must_be_in_edition
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import (
    How,
    find_target,
    gun_of,
    must_be_able_to_fire,
    plan_shot,
)
from q40k.games.space_hulk.rules.shooting.firing import roll_shot
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.units import GUNS
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Shoot(Act, tag="shoot"):
    """Shoot at a stealer or a closed door."""

    target: Name


@command
class Reload(Act, tag="reload"):
    """Reload the assault cannon: once in a mission."""


@event
class Reloaded(Event, tag="reloaded"):
    """The assault cannon has been reloaded."""

    who: str
    ammo: int


@fold(Reloaded)
def _reloaded(state: Match, event: Reloaded) -> Match:
    return state.with_marine(event.who, ammo=event.ammo, reloaded=True)


@rule(Shoot)
def shoot(live: Live[Match], command: Shoot) -> Rule[None]:
    """Shoot, standing. A shot that a move still owes is free and counts as moving.

    Rule: SH-SHOOT-1, SH-SHOOT-3, SH-SHOOT-4, SH-AP-5, SH-SUSTAIN-1
    """
    marine = find_marine(live.state, command.who)
    gun = gun_of(marine)
    yield from introduce(live, command.target)
    target = find_target(live.state, command.target)
    is_owed = marine.aim.owed
    how: How = "moving" if is_owed else "standing"
    yield from must_be_able_to_fire(live.state, marine, plan_shot(live.state, marine, target, how))
    yield from begin_marine_action(live, command, 0 if is_owed else gun.ap, keeps=("aim",))
    yield from roll_shot(live, plan_shot(live.state, live.state.marines[marine.id], target, how))


@rule(Reload)
def reload(live: Live[Match], command: Reload) -> Rule[None]:
    """Reload the cannon to ten shots, whatever was left.

    Rule: SH-CANNON-3, SH-AP-5
    """
    must_be_in_edition(live.state, "reload")
    marine = find_marine(live.state, command.who)
    gun = GUNS[marine.kind.gun] if marine.kind.gun else None
    if gun is None or not gun.explodes or gun.shots is None:
        raise forbid("SH-CANNON-3", "no-cannon", who=marine.id)
    if marine.arms.reloaded:
        raise forbid("SH-CANNON-3", "reloaded-already", who=marine.id)
    yield from begin_marine_action(live, command, RELOAD_AP)
    yield Reloaded(who=marine.id, ammo=gun.shots)


RELOAD_AP = 4
"""The cost of reloading (SH-CANNON-3)."""

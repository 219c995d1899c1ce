"""Whether a champion can shoot at all now, at any target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, used_turbo
from q40k.games.quake.rules.shooting.aiming import NO_TERMS, aim_of, plan_of
from q40k.games.quake.rules.shooting.arms import can_fire, guns
from q40k.games.quake.rules.shooting.line_of_fire import line_of_fire
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.reasons import Reason
from q40k.games.w40k3e.traits import has
from q40k.kernel.events import Refusal

TARGETLESS_CODES = ("heavy-moved", "ordnance-moved")
"""What forbids a weapon's shot at any target."""


def shot_hindrances(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """Yield why a champion may not fire a weapon: one a phase, none jammed, none after a flag.

    Rule: SHOOT-4, FLAG-4
    """
    who = shooter.name
    if shooter.turn.shot is not None and not _fires_both(shooter, weapon):
        fired = shooter.turn.shot.weapon
        name: object = next((gun.name for gun in shooter.arms if gun.id == fired), fired)
        yield Refusal("SHOOT-4", "has-shot", {"player": who, "weapon": name})
    if shooter.turn.second == "fleet":
        yield Refusal("SHOOT-4", "ran-instead", {"player": who})
    if has(shooter.abilities, "no-shot"):
        yield Refusal("SHOOT-4", "no-shot-now", {"player": who})
    if used_turbo(shooter):
        spent = shooter.movement.spent
        yield Refusal("SHOOT-4", "turbo", {"player": who, "inches": spent})
    if weapon.id in shooter.life.jammed:
        yield Refusal("SHOOT-4", "weapon-jammed", {"player": who, "weapon": weapon.name})
    if any(shooter.id in flag.sharers for flag in state.flags.values()):
        yield Refusal("FLAG-4", "gave-the-flag", {"player": who})


def _fires_both(shooter: Player, weapon: Weapon) -> bool:
    """Return whether a champion that fired a pistol may fire another in the same phase.

    Rule: TRAIT-1, SHOOT-4
    """
    fired = shooter.turn.shot
    if fired is None or fired.again or not has(shooter.abilities, "both-pistols"):
        return False
    first = next((gun for gun in shooter.arms if gun.id == fired.weapon), None)
    pistols = first is not None and first.type == weapon.type == "pistol"
    return pistols and weapon.id != fired.weapon


def refusal_of(finding: Reason, shooter: Player, weapon: Weapon) -> Refusal:
    """Return a plan's finding against a shot as a refusal (SHOOT-4)."""
    facts: dict[str, Any] = dict(finding.facts)
    if "range" in facts:
        facts["reach"] = facts.pop("range")
    return Refusal(
        "SHOOT-4", finding.code, {"player": shooter.name, "weapon": weapon.name, **facts}
    )


def cannot_shoot(state: Match, shooter: Player) -> Refusal | None:
    """Return why a champion can fire none of its weapons; None if it can fire one.

    Rule: SHOOT-4, FLAG-4
    """
    first: Refusal | None = None
    for weapon in guns(state, shooter):
        refusal = next(_refusals_at_any(state, shooter, weapon), None)
        if refusal is None:
            return None
        first = first or refusal
    if first is not None:
        return first
    jammed = next((gun for gun in arms_of(state, shooter) if can_fire(gun)), None)
    if jammed is not None:
        return next(shot_hindrances(state, shooter, jammed), None)
    none = {"player": shooter.name, "weapons": ()}
    return Refusal("SHOOT-4", "which-weapon", none, overridable=False)


def _refusals_at_any(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """Yield the refusals of a weapon's shot at any target."""
    yield from shot_hindrances(state, shooter, weapon)
    anybody = next((p for p in state.players.values() if p.in_play and p.id != shooter.id), None)
    if anybody is None:
        return
    line = line_of_fire(state, shooter, anybody)
    aim = aim_of(shooter, NO_TERMS, line.distance_in)
    for finding in plan_of(state, shooter, weapon, anybody, aim, line).findings:
        if finding.code in TARGETLESS_CODES:
            yield refusal_of(finding, shooter, weapon)

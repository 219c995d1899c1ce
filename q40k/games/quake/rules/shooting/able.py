"""Whether a champion can shoot at all now, whatever it would aim at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, opened_up
from q40k.games.quake.rules.shooting.aiming import NOTHING_SAID, aim, plan_of
from q40k.games.quake.rules.shooting.arms import fires, guns
from q40k.games.quake.rules.shooting.line_of_fire import setting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.reasons import Reason
from q40k.games.w40k3e.traits import has
from q40k.kernel.events import Refusal

WHOEVER_IT_IS = ("heavy-moved", "ordnance-moved")
"""What forbids a weapon's shot at any target."""


def hindered(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """Why a champion may not fire a weapon: one a phase, none jammed, none after a flag.

    Rule: SHOOT-4, FLAG-4
    """
    who = shooter.name
    if shooter.turn.shot is not None and not _fires_both(shooter, weapon):
        fired = shooter.turn.shot.weapon
        name: object = next((one.name for one in shooter.arms if one.id == fired), fired)
        yield Refusal("SHOOT-4", "has-shot", {"player": who, "weapon": name})
    if shooter.turn.second == "fleet":
        yield Refusal("SHOOT-4", "ran-instead", {"player": who})
    if has(shooter.abilities, "no-shot"):
        yield Refusal("SHOOT-4", "no-shot-now", {"player": who})
    if opened_up(shooter):
        spent = shooter.movement.spent
        yield Refusal("SHOOT-4", "turbo", {"player": who, "inches": spent})
    if weapon.id in shooter.life.jammed:
        yield Refusal("SHOOT-4", "weapon-jammed", {"player": who, "weapon": weapon.name})
    if any(shooter.id in flag.sharers for flag in state.flags.values()):
        yield Refusal("FLAG-4", "gave-the-flag", {"player": who})


def _fires_both(shooter: Player, weapon: Weapon) -> bool:
    """Whether a champion that has fired a pistol may fire another one in the same phase.

    Rule: TRAIT-1, SHOOT-4
    """
    fired = shooter.turn.shot
    if fired is None or fired.again or not has(shooter.abilities, "both-pistols"):
        return False
    first = next((one for one in shooter.arms if one.id == fired.weapon), None)
    pistols = first is not None and first.type == weapon.type == "pistol"
    return pistols and weapon.id != fired.weapon


def unlawful(why: Reason, shooter: Player, weapon: Weapon) -> Refusal:
    """What a plan has against a shot, as the refusal of it (SHOOT-4)."""
    facts: dict[str, Any] = dict(why.facts)
    if "range" in facts:
        facts["reach"] = facts.pop("range")
    return Refusal("SHOOT-4", why.code, {"player": shooter.name, "weapon": weapon.name, **facts})


def cannot_shoot(state: Match, shooter: Player) -> Refusal | None:
    """Why a champion can fire none of its weapons, at whomever; None when it can fire one.

    Rule: SHOOT-4, FLAG-4
    """
    first: Refusal | None = None
    for weapon in guns(state, shooter):
        found = next(_against(state, shooter, weapon), None)
        if found is None:
            return None
        first = first or found
    if first is not None:
        return first
    jammed = next((one for one in arms_of(state, shooter) if fires(one)), None)
    if jammed is not None:
        return next(hindered(state, shooter, jammed), None)
    none = {"player": shooter.name, "weapons": ()}
    return Refusal("SHOOT-4", "which-weapon", none, overridable=False)


def _against(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """All that is against firing a weapon at whomever."""
    yield from hindered(state, shooter, weapon)
    anybody = next((p for p in state.players.values() if p.in_play and p.id != shooter.id), None)
    if anybody is None:
        return
    where = setting(state, shooter, anybody)
    how = aim(shooter, NOTHING_SAID, where.distance_in)
    for why in plan_of(state, shooter, weapon, anybody, how, where).findings:
        if why.code in WHOEVER_IT_IS:
            yield unlawful(why, shooter, weapon)

"""Plan hits that nobody aims: falls, explosions, templates, the perils of the warp."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from q40k.games.w40k3e.charts import cap_strength
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import AttackEffect, Modifier, Modifiers, Scope
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Count, Test
from q40k.games.w40k3e.reasons import reason
from q40k.games.w40k3e.striking import Blow, plan_damage

NoSave = Literal["armour", "cover", "invulnerable", "all"]
_IGNORES: dict[NoSave, AttackEffect] = {
    "armour": "ignores-armour",
    "cover": "ignores-cover",
    "invulnerable": "ignores-invulnerable",
    "all": "ignores-saves",
}


def hit_plan(
    strength: int,
    target: Fighter | Hull,
    source: str,
    *,
    ap: int | None = None,
    hits: int = 1,
    to_hit: int = AUTOMATIC,
    no_save: tuple[NoSave, ...] = (),
    slays: bool = False,
    ordnance: bool = False,
    scope: Scope = "any",
) -> Attack:
    """Plan `hits` hits of `strength`, such as a fall or a barrel.

    `to_hit` is the lowest roll that hits: 1 needs no roll, 4 is for a figure partly under a marker.
    `no_save` names the saves that do not count. `slays`: a hit kills without a roll. `source` is
    the rule it comes from. With `scope` "shooting", defences against shooting help. A strength
    above 10 counts as 10; one below 1 does nothing.
    """
    mods = [Modifier(_IGNORES[kind], 0, source) for kind in no_save]
    if slays:
        mods.append(Modifier("hit-slays", 0, source))
    why = (reason("hits-given", source, hits=hits),)
    hit = Test(to_hit, reasons=(reason("hits-on", source, needed=to_hit),))
    base = Attack(label=source, count=Count(hits if strength > 0 else 0, reasons=why))
    if to_hit > AUTOMATIC:
        base = replace(base, hit=hit)
    strength = cap_strength(strength)
    strength_why = (reason("strength", source, strength=strength),)
    blow = Blow(strength, ap, scope, ordnance=ordnance, template=ordnance, reasons=strength_why)
    return plan_damage(base, blow, Modifiers(tuple(mods)), target, psyker=None)


def perils_plan(psyker: Fighter) -> Attack:
    """Plan the perils of the warp: a S6 hit without armour save (w40k3e 6, from memory)."""
    return hit_plan(6, psyker, "w40k3e 6", no_save=("armour", "cover"))

"""Hits that nobody aims: falls, explosions, templates, the perils of the warp."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from q40k.games.w40k3e.charts import capped
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import AttackEffect, Modifier, Modifiers, Scope
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Count, Test
from q40k.games.w40k3e.reasons import reason
from q40k.games.w40k3e.striking import Blow, struck

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
    """The plan of `hits` that strike at `strength`, such as a fall or a barrel.

    `to_hit` is what each needs first (1: nothing; 4 for who is only partly under a marker);
    `no_save` names the saves that do not count; `slays`: whoever is hit dies, without a roll.
    `source` is the rule it comes from; `scope` "shooting" lets what
    helps only against shooting help here. A strength above 10 counts as 10, one below 1 does
    nothing.
    """
    mods = [Modifier(_IGNORES[kind], 0, source) for kind in no_save]
    if slays:
        mods.append(Modifier("hit-slays", 0, source))
    why = (reason("hits-given", source, hits=hits),)
    hit = Test(to_hit, reasons=(reason("hits-on", source, needed=to_hit),))
    base = Attack(label=source, count=Count(hits if strength > 0 else 0, reasons=why))
    if to_hit > AUTOMATIC:
        base = replace(base, hit=hit)
    strength = capped(strength)
    said = (reason("strength", source, strength=strength),)
    blow = Blow(strength, ap, scope, ordnance=ordnance, template=ordnance, reasons=said)
    return struck(base, blow, Modifiers(tuple(mods)), target, psyker=None)


def perils_plan(psyker: Fighter) -> Attack:
    """The perils of the warp: a S6 hit without armour save (w40k3e 6, by memory only)."""
    return hit_plan(6, psyker, "w40k3e 6", no_save=("armour", "cover"))

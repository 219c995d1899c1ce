"""Plan grenades and bombs against vehicles and buildings in close combat: one blow, no bonuses.

Source: w40k3e 10
"""

from __future__ import annotations

from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.gear import GRENADES
from q40k.games.w40k3e.modifiers import Modifiers
from q40k.games.w40k3e.plans import Attack, Count, Penetration
from q40k.games.w40k3e.reasons import Reason, reason

HULLS = "w40k3e 10"
_STRENGTH = {"frag": (4, 1), "krak": (6, 1), "tankbusta": (6, 2), "melta": (8, 2)}
_TABLES = {"haywire": (0, 1, 1, 1, 1, 2), "emp": (0, 0, 0, 1, 1, 2)}


def grenades_of(striker: Fighter) -> tuple[str, ...]:
    """Return the ids of gear in its kit that can be used against a hull."""
    return tuple(item for item in striker.kit if item in GRENADES)


def grenade_plan(striker: Fighter, gear_id: str, hull: Hull) -> Attack:
    """Plan one grenade or bomb against a hull: it hits automatically and penetrates armour.

    Raises KeyError for gear that is no grenade.
    """
    kind = GRENADES[gear_id]
    mods = Modifiers.holding(striker.modifiers, "melee")
    count = Count(1, reasons=(reason("grenade-once", HULLS),))
    if kind in _TABLES:
        table = _TABLES[kind]
        least = table.index(1) + 1
        why = reason("penetration-table", gear_id, glances=least, penetrates=6)
        plan = Penetration(hull.av, 0, table=table, structure=hull.structure, reasons=(why,))
        return Attack(label=gear_id, count=count, hull=plan)
    strength, dice = _STRENGTH[kind]
    reasons: list[Reason] = [reason("strength", gear_id, strength=strength)]
    for modifier in mods.all("penetration"):
        strength += modifier.value
        reasons.append(
            reason("penetration-by", modifier.source, by=modifier.value, strength=strength)
        )
    if dice > 1:
        reasons.append(reason("penetration-dice", gear_id, dice=dice, keep="sum"))
    reasons.append(reason("penetration", HULLS, strength=strength, av=hull.av))
    plan = Penetration(
        hull.av, strength, dice=dice, structure=hull.structure, reasons=tuple(reasons)
    )
    return Attack(label=gear_id, count=count, hull=plan, strength=strength)

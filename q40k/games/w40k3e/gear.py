"""What gear does in a fight between single figures, and what it does not.

Gear that saves or mounts its bearer has done so in the profile; gear that stands for weapons is
read as those. The rest is here: as modifiers, as something without an effect between two figures,
or as something of which no source at hand says what it does, which the table then plays by hand
(and may hand in as modifiers). Gear that brings a trait acts by that (`traits`): where both say
something, what stands here is for matches that were begun before there were traits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.profiles import Gear, Weapon


def _gear(gear_id: str, *given: Modifier) -> tuple[Modifier, ...]:
    return tuple(Modifier(m.effect, m.value, gear_id, m.scope, m.charging) for m in given)


_FRAG = Modifier("assault-grenades", 1, scope="melee")
_PLASMA = Modifier("assault-grenades", 2, scope="melee")
_STORM_SHIELD = Modifier("invulnerable", 4, scope="melee")
_HUNTER = Modifier("penetration", 1)

GEAR_MODIFIERS: dict[str, tuple[Modifier, ...]] = {
    name: _gear(name, *given)
    for name, given in {
        "frag-grenades": (_FRAG,),
        "frag-stikkbombz": (_FRAG,),
        "flesh-hooks": (_FRAG,),
        "plasma-grenades": (_PLASMA,),
        "plasma-and-haywire-grenades": (_PLASMA,),
        "photon-grenades": (Modifier("no-charge-bonus", scope="melee"),),
        "storm-shield": (_STORM_SHIELD,),
        "thunder-hammer-and-storm-shield": (_STORM_SHIELD,),
        "furious-charge": (
            Modifier("strength", 1, scope="melee", charging=True),
            Modifier("initiative", 1, scope="melee", charging=True),
        ),
        "master-crafted": (Modifier("reroll-one-hit"),),
        "tank-hunter": (_HUNTER,),
        "tank-hunters": (_HUNTER,),
        "shadow-field": (Modifier("breaking-invulnerable", 2),),
        "disruption-fields": (Modifier("six-glances", scope="melee"),),
        "toxic-sacs": (Modifier("strength", 1, scope="melee"),),
        "crushing-blow": (Modifier("strength", 1, scope="melee"),),
        "fast-shot": (Modifier("shots", 1, scope="shooting"),),
        "more-dakka": (Modifier("shots", 1, scope="shooting"),),
        "shootier": (Modifier("strength", 1, scope="shooting"),),
        "conceal": (Modifier("cover", 5, scope="shooting"),),
        "tormentor-helm": (Modifier("second-weapon", scope="melee"),),
    }.items()
}
"""What gear changes, as modifiers whose source is the gear's id."""

GRENADES: dict[str, str] = {
    "krak-grenades": "krak",
    "krak-stikkbombz": "krak",
    "melta-bombs": "melta",
    "haywire-grenades": "haywire",
    "plasma-and-haywire-grenades": "haywire",
    "tankbusta-bombz": "tankbusta",
    "emp-grenades": "emp",
    "frag-grenades": "frag",
    "frag-stikkbombz": "frag",
}
"""Gear that is used against hulls in close combat, by the grenade's kind (`melee.grenade_plan`)."""

WITHOUT_EFFECT: dict[str, str] = {
    "markerlight": "helps the shots of others",
    "multi-tracker": "two weapons in one phase: two shooting plans",
    "target-lock": "lets squad members shoot at different targets",
    "infiltrate": "a deployment",
    "deep-strike": "a deployment",
    "stealth": "a deployment and spotting",
    "embolden": "Leadership, and everyone is fearless",
    "trophy-rack": "Leadership, and everyone is fearless",
    "daemonic-visage": "Leadership, and everyone is fearless",
    "synapse": "Leadership, and everyone is fearless",
    "terrorfex": "pinning, and everyone is fearless",
    "acrobatic": "a charge move",
    "psyk-out-grenades": "only against psykers, which no profile names",
}
"""Gear that changes no number between two figures, and why."""

BY_HAND: dict[str, str] = {
    "cyclone-missile-launcher": "no source at hand says what it does in numbers",
}
"""Gear that the table plays by hand, and why; what a trait says of gear stands with the traits."""

BUILT_IN = {
    "fires-as-flamer": "flamer",
    "built-in-shuriken-catapult": "shuriken-catapult",
    "built-in-splinter-rifle": "splinter-rifle",
}
"""Close-combat weapons that hold a gun: the weapon line it fires as, by tag."""


def gear_modifiers(kit: Iterable[str]) -> tuple[Modifier, ...]:
    """The modifiers of everything in a kit (ids of weapons and gear)."""
    return tuple(one for item in kit for one in GEAR_MODIFIERS.get(item, ()))


def weapon_lines(
    kit: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> tuple[Weapon, ...]:
    """Every weapon line a kit holds: its own, those its gear stands for, and built-in guns.

    Ids that are neither (a home-made weapon named in a script) are left out.
    """
    found: dict[str, Weapon] = {}
    for item in kit:
        ids = gear[item].lines if item in gear else (item,)
        for line in ids:
            if line not in weapons:
                continue
            found[line] = weapons[line]
            for tag in weapons[line].tags:
                gun = BUILT_IN.get(tag)
                if gun is not None and gun in weapons:
                    found[gun] = weapons[gun]
    return tuple(found.values())

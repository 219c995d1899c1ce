"""Hold what gear does in a fight between single figures, and what it does not.

Armour, shields and mounts are already part of the profile. Gear that stands for weapons is read as
those weapons. The other gear is listed here: as modifiers, as gear without effect, or as gear the
table plays by hand because no source says what it does. Gear that brings a trait acts through that
trait (`traits`); its modifiers here serve matches older than the traits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.profiles import Gear, Weapon


def _gear(gear_id: str, *modifiers: Modifier) -> tuple[Modifier, ...]:
    return tuple(Modifier(m.effect, m.value, gear_id, m.scope, m.charging) for m in modifiers)


_FRAG = Modifier("assault-grenades", 1, scope="melee")
_PLASMA = Modifier("assault-grenades", 2, scope="melee")
_STORM_SHIELD = Modifier("invulnerable", 4, scope="melee")
_HUNTER = Modifier("penetration", 1)

GEAR_MODIFIERS: dict[str, tuple[Modifier, ...]] = {
    gear_id: _gear(gear_id, *modifiers)
    for gear_id, modifiers in {
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
"""The modifiers of gear; their source is the gear's id."""

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
"""Gear used against hulls in close combat, with the kind of grenade (`grenades.grenade_plan`)."""

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
"""Gear that the table plays by hand, and why. Gear whose trait is played by hand is listed there.
"""

BUILT_IN = {
    "fires-as-flamer": "flamer",
    "built-in-shuriken-catapult": "shuriken-catapult",
    "built-in-splinter-rifle": "splinter-rifle",
}
"""Close-combat weapons that contain a gun: the weapon line it fires as, by tag."""


def gear_modifiers(kit: Iterable[str]) -> tuple[Modifier, ...]:
    """Return the modifiers of everything in a kit (ids of weapons and gear)."""
    return tuple(modifier for item in kit for modifier in GEAR_MODIFIERS.get(item, ()))


def weapon_lines(
    kit: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> tuple[Weapon, ...]:
    """Return every weapon line of a kit: its own, those of its gear, and built-in guns.

    Skip ids that are neither, such as a home-made weapon named in a script.
    """
    lines: dict[str, Weapon] = {}
    for item in kit:
        ids = gear[item].lines if item in gear else (item,)
        for line in ids:
            if line not in weapons:
                continue
            lines[line] = weapons[line]
            for tag in weapons[line].tags:
                gun = BUILT_IN.get(tag)
                if gun is not None and gun in weapons:
                    lines[gun] = weapons[gun]
    return tuple(lines.values())

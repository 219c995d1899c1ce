"""Hold what gear and the tags of weapons do in a fight between single figures.

Armour, shields and mounts are already part of the profile. Gear that stands for weapons is read
as those weapons. The other gear is listed here: as modifiers, as gear without effect, or as gear
the table plays by hand because no source says what it does. Gear that brings a trait acts
through that trait (`traits`); its modifiers here serve matches older than the traits.
"""

from collections.abc import Iterable, Mapping

from q40k.games.w40k3e.modifiers import Modifier, Scope
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
"""Gear used against hulls in close combat, with the kind of grenade (`melee.grenade_plan`)."""

BUILT_IN = {
    "fires-as-flamer": "flamer",
    "built-in-shuriken-catapult": "shuriken-catapult",
    "built-in-splinter-rifle": "splinter-rifle",
}
"""Close-combat weapons that contain a gun: the weapon line it fires as, by tag."""


def gear_modifiers(kit: Iterable[str]) -> tuple[Modifier, ...]:
    """Return the modifiers of everything in a kit (ids of weapons and gear)."""
    return tuple(modifier for item in kit for modifier in GEAR_MODIFIERS.get(item, ()))


def weapon_lines(kit: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]) -> tuple[Weapon, ...]:
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


# -- tags of weapons -------------------------------------------------------------------------------


_MELEE_POWER = (Modifier("ignores-armour", scope="melee"),)

TAG_MODIFIERS: dict[str, tuple[Modifier, ...]] = {
    "any-unsaved-wound-slays": (Modifier("wound-slays"),),
    "counts-as-extra-ccw-even-two-handed": (Modifier("second-weapon", scope="melee"),),
    "counts-as-two-ccw": (Modifier("second-weapon", scope="melee"),),
    "counts-as-two-ccw-plus-1-attack": (Modifier("second-weapon", scope="melee"),),
    "enemy-base-contact-minus-1-attack-min-1": (Modifier("enemy-attacks", -1, scope="melee"),),
    "gauss-vehicle-6-glances": (Modifier("six-glances"),),
    "gauss-wound-6-always-wounds": (Modifier("gauss"),),
    "gets-hot": (Modifier("gets-hot"),),
    "hit-roll-6-is-ap1": (Modifier("six-pierces", 1),),
    "hits-on-2plus": (Modifier("hits-on", 2),),
    "ignores-armour": (Modifier("ignores-armour"),),
    "ignores-armour-and-invulnerable": (Modifier("ignores-armour"), Modifier("ignores-invulnerable")),
    "ignores-cover": (Modifier("ignores-cover"),),
    "ignores-invulnerable": (Modifier("ignores-invulnerable"),),
    "initiative-1": (Modifier("initiative-set", 1, scope="melee"),),
    "jams-on-triple-1": (Modifier("jams", 3),),
    "lance": (Modifier("lance"),),
    "master-crafted": (Modifier("reroll-one-hit"),),
    "melta": (Modifier("melta"),),
    "multi-wound-victim-ld-test-or-slain": (Modifier("leadership-test"),),
    "no-effect-on-vehicles-tyranids-daemons-wraiths": (Modifier("no-effect-on-vehicles"),),
    "no-saves-at-all-even-invulnerable": (Modifier("ignores-saves"),),
    "or-power-weapon-in-melee": _MELEE_POWER,
    "plus-1-attack": (Modifier("second-weapon", scope="melee"),),
    "plus-1-attack-pair": (Modifier("second-weapon", scope="melee"),),
    "plus-1-initiative-on-charge": (Modifier("initiative", 1, scope="melee", charging=True),),
    "plus-1-strength-on-charge": (Modifier("strength", 1, scope="melee", charging=True),),
    "power-weapon-in-melee": _MELEE_POWER,
    "psychic-test-slays": (Modifier("psychic-test"),),
    "rending": (Modifier("rending"),),
    "repeat-hit-up-to-4": (Modifier("hits-again", 4),),
    "reroll-failed-wounds": (Modifier("reroll-wounds"),),
    "reroll-misses": (Modifier("reroll-hits"),),
    "reroll-one-miss": (Modifier("reroll-one-hit"),),
    "s8-vs-leadership-as-toughness": (Modifier("against-leadership", 8),),
    "survivor-cannot-attack-next-round": (Modifier("stuns"),),
    "target-armour-save-max-4plus": (Modifier("save-at-best", 4),),
    "twin-linked": (Modifier("reroll-hits"),),
    "two-wound-rolls-per-hit": (Modifier("two-wound-rolls", 2),),
    "vehicle-2d6": (Modifier("penetration-dice", 2),),
    "vehicle-2d6-in-melee": (Modifier("penetration-dice", 2, scope="melee"),),
    "vehicle-2d6-s": (Modifier("penetration-dice", 2),),
    "vehicle-2xs-d6": (Modifier("strength-times", 2),),
    "vehicle-4plus-glance-6-pen": (Modifier("glances-from", 4),),
    "vehicle-6-glances": (Modifier("glances-on-six"),),
    "vehicle-penetration-d6-only": (Modifier("strength-none"),),
    "vehicle-strength-x3": (Modifier("strength-times", 3),),
    "wound-6-instant-death": (Modifier("six-slays"),),
    "wounds-on-2plus": (Modifier("wounds-on", 2),),
    "wounds-on-4plus": (Modifier("wounds-on", 4),),
}
"""Tags that are only modifiers."""


def weapon_modifiers(weapon: Weapon, scope: Scope) -> tuple[Modifier, ...]:
    """Return the modifiers of a weapon's tags that hold in `scope`; their source is the weapon's
    id.
    """
    return tuple(
        Modifier(modifier.effect, modifier.value, weapon.id, modifier.scope, modifier.charging)
        for tag in weapon.tags
        for modifier in TAG_MODIFIERS.get(tag, ())
        if modifier.scope in ("any", scope)
    )

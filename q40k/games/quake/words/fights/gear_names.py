"""Names of what strikes or helps without being a weapon: gear, falls, explosions, the warp.

A match keeps gear by its id only. So the gear that counts in a fight is named here, as the codexes
name it.
"""

from __future__ import annotations

from q40k.i18n.locale import N_, Locale

GEAR: dict[str, str] = {
    "conceal": N_("Conceal (psychic power)"),
    "crushing-blow": N_("Crushing blow (exarch power)"),
    "disruption-fields": N_("Disruption fields"),
    "emp-grenades": N_("EMP grenades"),
    "fast-shot": N_("Fast shot (exarch power)"),
    "flesh-hooks": N_("Flesh hooks"),
    "frag-grenades": N_("Frag grenades"),
    "frag-stikkbombz": N_("Frag stikkbombz"),
    "furious-charge": N_("Furious charge (veteran skill)"),
    "haywire-grenades": N_("Haywire grenades"),
    "krak-grenades": N_("Krak grenades"),
    "krak-stikkbombz": N_("Krak stikkbombz"),
    "master-crafted": N_("Master-crafted weapon"),
    "melta-bombs": N_("Melta bombs"),
    "more-dakka": N_("More dakka (kustom job)"),
    "photon-grenades": N_("Photon grenades"),
    "plasma-and-haywire-grenades": N_("Plasma and haywire grenades"),
    "plasma-grenades": N_("Plasma grenades"),
    "shadow-field": N_("Shadow field"),
    "shootier": N_("Shootier (kustom job)"),
    "storm-shield": N_("Storm shield"),
    "tank-hunter": N_("Tank hunter (exarch power)"),
    "tank-hunters": N_("Tank hunters (veteran skill)"),
    "tankbusta-bombz": N_("Tankbusta bombz"),
    "thunder-hammer-and-storm-shield": N_("Thunder hammer and storm shield"),
    "tormentor-helm": N_("Tormentor helm"),
    "toxic-sacs": N_("Toxin sacs"),
}
STRIKES: dict[str, str] = {
    "MOVE-3": N_("the fall"),
    "MOVE-5": N_("the fall"),
    "BARREL-2": N_("the explosion"),
    "BARREL-3": N_("the plasma"),
    "BARREL-5": N_("the napalm"),
    "BARREL-6": N_("the vortex"),
    "w40k3e 6": N_("the warp"),
    "w40k3e 7": N_("the ground"),
}
"""Names of hits that nobody aims, by the rule that causes them."""


def gear_name(locale: Locale, name: str) -> str | None:
    """Return the name of gear by its id; None for unknown gear."""
    return locale.gettext(GEAR[name]) if name in GEAR else None


def strike_name(locale: Locale, label: str) -> str | None:
    """Return the name of what strikes, by the label of its plan; None if it is unknown."""
    if label in STRIKES:
        return locale.gettext(STRIKES[label])
    return gear_name(locale, label)

"""Mods in a line each, and the names of what a table may agree on."""

from __future__ import annotations

from q40k.games.quake.packs.models import Mod
from q40k.i18n.locale import N_, Locale

_TERMS = {
    "times_to_win": N_("times its own value to win"),
    "points_to_win": N_("points to win"),
    "rounds": N_("rounds to win"),
    "points": N_("points to win by portals held"),
    "budget": N_("budget"),
    "lives": N_("lives a round"),
    "armour": N_("armour of the buildings"),
    "structure_points": N_("structure points of the buildings"),
    "barrels_each": N_("barrels for each champion"),
}


def term_name(locale: Locale, option: str) -> str:
    """What an option of a match is called."""
    return locale.gettext(_TERMS.get(option, option))


def in_short(locale: Locale, mod: Mod) -> str:
    """A mod in a few words: who plays, what is special, what wins."""
    _ = locale.gettext
    parts = [_("teams") if mod.in_teams else _("everyone alone")]
    specials = (
        ("chief-fight", N_("chiefs")),
        ("perfect-fighter", N_("any gear")),
        ("clone", N_("same figure")),
        ("flags", N_("one flag") if mod.parameters.flags == "one" else N_("flags")),
        ("structures", N_("buildings")),
        ("domination", N_("portals to hold")),
        ("hunt", N_("a hunt each")),
        ("barrels", N_("barrels")),
    )
    parts += [_(words) for rule, words in specials if rule in mod.rules]
    if mod.has("sudden-death") and not mod.has("hunt"):
        lives = mod.parameters.lives
        parts.append(locale.ngettext("{number} life", "{number} lives", lives).format(number=lives))
    return " · ".join(part for part in (*parts, _wins(locale, mod)) if part)


def _wins(locale: Locale, mod: Mod) -> str:
    win = mod.win
    if win.by == "score":
        return f"×{win.times}"
    if win.by == "rounds":
        return locale.ngettext("{number} round", "{number} rounds", win.rounds).format(
            number=win.rounds
        )
    if win.by == "points":
        return locale.ngettext("{number} point", "{number} points", win.points).format(
            number=win.points
        )
    return ""

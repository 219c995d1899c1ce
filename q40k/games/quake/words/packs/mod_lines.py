"""Mods in a line each, and the names of the options a table may agree on."""

from __future__ import annotations

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.words.objectives.objective import find_win_words, option_names, rule_words_in
from q40k.i18n.locale import N_, Locale

_TERMS = {
    "budget": N_("budget"),
    "lives": N_("lives a round"),
    "barrels_each": N_("barrels for each champion"),
}


def term_name(locale: Locale, option: str) -> str:
    """Return the name of an option of a match."""
    return locale.gettext((_TERMS | option_names()).get(option, option))


def in_short(locale: Locale, mod: Mod) -> str:
    """Return a mod in a few words: who plays, what is special, what wins."""
    _ = locale.gettext
    parts = [_("teams") if mod.in_teams else _("everyone alone")]
    specials = (
        ("chief-fight", N_("chiefs")),
        ("perfect-fighter", N_("any gear")),
        ("clone", N_("same figure")),
    )
    parts += [_(words) for rule, words in specials if rule in mod.rules]
    parts += [words.short(locale, mod) for words in rule_words_in(mod)]
    if mod.has("barrels"):
        parts.append(_("barrels"))
    if mod.has("announce"):
        parts.append(_("announced first"))
    if mod.has("sudden-death") and not mod.has("hunt"):
        lives = mod.parameters.lives
        parts.append(locale.ngettext("{number} life", "{number} lives", lives).format(number=lives))
    return " · ".join(
        part for part in (*parts, find_win_words(mod.win.by).short(locale, mod)) if part
    )

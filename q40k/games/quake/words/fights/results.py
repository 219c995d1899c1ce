"""Sentences of the result of an attack: hits, wounds, saves."""

from __future__ import annotations

from q40k.games.quake.rules.damage import Struck
from q40k.i18n.locale import N_, Locale


def hits(locale: Locale, number: int) -> str:
    """Return a number of hits: "a miss", "1 hit", "3 hits"."""
    if number == 0:
        return locale.gettext(N_("a miss"))
    return locale.ngettext("{number} hit", "{number} hits", number).format(number=number)


def attack_result(locale: Locale, result: Struck) -> str:
    """Return what an attack did to one champion: "2 hits, 1 wound, saved"."""
    if result.told:
        return locale.gettext(N_("dead"))
    parts = [hits(locale, result.hits)]
    if result.hits and not result.wounds:
        parts.append(locale.gettext(N_("no wound")))
    elif result.wounds:
        parts.append(
            locale.ngettext("{number} wound", "{number} wounds", result.wounds).format(
                number=result.wounds
            )
        )
        parts.append(_saves_text(locale, result))
    return ", ".join(parts)


def _saves_text(locale: Locale, result: Struck) -> str:
    if not result.lost and not result.dead:
        return locale.ngettext("saved", "all saved", result.wounds)
    if result.unsaved < result.wounds:
        return locale.say(N_("{number} not saved"), number=result.unsaved)
    return locale.ngettext("not saved", "none saved", result.wounds)

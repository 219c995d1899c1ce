"""What an attack did: hits, wounds, saves."""

from __future__ import annotations

from q40k.games.quake.rules.damage.rolling import Struck
from q40k.i18n.locale import N_, Locale


def hits(locale: Locale, number: int) -> str:
    """So many hits: "a miss", "1 hit", "3 hits"."""
    if number == 0:
        return locale.gettext(N_("a miss"))
    return locale.ngettext("{number} hit", "{number} hits", number).format(number=number)


def struck(locale: Locale, one: Struck) -> str:
    """What an attack did to one champion: "2 hits, 1 wound, saved"."""
    if one.told:
        return locale.gettext(N_("dead"))
    parts = [hits(locale, one.hits)]
    if one.hits and not one.wounds:
        parts.append(locale.gettext(N_("no wound")))
    elif one.wounds:
        parts.append(
            locale.ngettext("{number} wound", "{number} wounds", one.wounds).format(
                number=one.wounds
            )
        )
        parts.append(_saved(locale, one))
    return ", ".join(parts)


def _saved(locale: Locale, one: Struck) -> str:
    if not one.lost and not one.dead:
        return locale.ngettext("saved", "all saved", one.wounds)
    if one.unsaved < one.wounds:
        return locale.say(N_("{number} not saved"), number=one.unsaved)
    return locale.ngettext("not saved", "none saved", one.wounds)

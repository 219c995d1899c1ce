"""Shots in sentences: who fired what at whom, and what came of it, in one line."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.reasons import weapon_name
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import after


def _shot(locale: Locale, state: Match, event: e.Shot) -> str:
    shooter = name_of(state, event.shooter)
    facts = {
        "shooter": shooter,
        "weapon": weapon_name(locale, state, event.shooter, event.weapon),
        "target": name_of(state, event.target or ""),
    }
    if event.unseen:
        sentence = N_("{shooter} cannot make out {target} in the dark: the shot is lost ({weapon})")
        return locale.say(sentence, **facts)
    if event.barrel is not None:
        head = locale.say(N_("{shooter} shoots at barrel {barrel} ({weapon})"),
                          barrel=event.barrel, **facts)  # fmt: skip
        result = hits(locale, event.hits)
    elif event.building is not None:
        head = locale.say(N_("{shooter} shoots at the building of {team} ({weapon})"),
                          team=event.building, **facts)  # fmt: skip
        result = _pierced(locale, event)
    else:
        head = locale.say(N_("{shooter} shoots at {target} ({weapon})"), **facts)
        result = _result(locale, state, event)
    return locale.chained((after(locale, head, result), *_mishaps(locale, event, shooter)))


def _result(locale: Locale, state: Match, event: e.Shot) -> str:
    if not event.victims:
        return hits(locale, event.hits)
    if len(event.victims) == 1:
        return struck(locale, event.victims[0])
    return ", ".join(
        after(locale, name_of(state, one.player), struck(locale, one)) for one in event.victims
    )


def _pierced(locale: Locale, event: e.Shot) -> str:
    said = hits(locale, event.hits)
    if not event.hits:
        return said
    if not event.penetrating:
        return locale.say(N_("{hits}, and the armour holds"), hits=said)
    pierced = locale.ngettext(
        "the armour is pierced once", "the armour is pierced {number} times", event.penetrating
    ).format(number=event.penetrating)
    return f"{said}, {pierced}"


def _mishaps(locale: Locale, event: e.Shot, shooter: str) -> list[str]:
    said = []
    if event.burns:
        said.append(locale.say(N_("the weapon burns {shooter}"), shooter=shooter))
    if event.perils:
        said.append(locale.say(N_("the warp strikes back at {shooter}"), shooter=shooter))
    if event.jammed:
        said.append(locale.gettext(N_("the weapon jams")))
    return said


def hits(locale: Locale, number: int) -> str:
    """So many hits: "a miss", "1 hit", "3 hits"."""
    if number == 0:
        return locale.gettext(N_("a miss"))
    return locale.ngettext("{number} hit", "{number} hits", number).format(number=number)


def struck(locale: Locale, one: e.Struck) -> str:
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


def _saved(locale: Locale, one: e.Struck) -> str:
    if not one.lost and not one.dead:
        return locale.ngettext("saved", "all saved", one.wounds)
    if one.unsaved < one.wounds:
        return locale.say(N_("{number} not saved"), number=one.unsaved)
    return locale.ngettext("not saved", "none saved", one.wounds)


def _broken(locale: Locale, state: Match, event: e.SaveBroken) -> str:
    return locale.say(N_("The field of {player} collapses"), player=name_of(state, event.player))


TELLERS: Tellers = {
    e.Shot: _shot,
    e.SaveBroken: _broken,
}

"""Charges, melees and blows in sentences, one line each."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of, names_of
from q40k.games.quake.words.reasons import weapon_name
from q40k.games.quake.words.telling.fighting import hits, struck
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import after


def _contact(locale: Locale, state: Match, event: e.ContactSet) -> str:
    who = name_of(state, event.player)
    if not event.others:
        return locale.say(N_("{player} is in contact with nobody"), player=who)
    others = locale.listed(names_of(state, event.others))
    sentence = N_("{player} is in contact with {others}")
    if event.engages:
        sentence = N_("{player} is in contact with {others}: they fight")
    return locale.say(sentence, player=who, others=others)


def _charged(locale: Locale, state: Match, event: e.Charged) -> str:
    facts = {
        "player": name_of(state, event.player),
        "target": _goal(locale, state, event),
        "reach": locale.inches(event.reach_in),
    }
    if not event.reached:
        return locale.say(N_("{player} charges {target} and gets only {reach} far"), **facts)
    sentence = N_("{player} charges {target}")
    if event.trailing:
        sentence = N_("{player} charges {target}, hot on its heels")
    elif event.into_cover:
        sentence = N_("{player} charges {target} in cover")
    said = locale.say(sentence, **facts)
    return f"{said} ({locale.inches(event.distance_in)})" if event.distance_in else said


def _goal(locale: Locale, state: Match, event: e.Charged) -> str:
    if event.target is not None:
        return name_of(state, event.target)
    if event.flag is not None:
        return locale.say(N_("flag {flag}"), flag=event.flag)
    return locale.say(N_("the building of {team}"), team=event.building)


def _opened(locale: Locale, state: Match, event: e.MeleeOpened) -> str:
    members = locale.listed(names_of(state, event.members))
    return locale.say(N_("Melee: {members}"), members=members)


def _blow(locale: Locale, state: Match, event: e.Blow) -> str:
    facts = {
        "striker": name_of(state, event.striker),
        "weapon": weapon_name(locale, state, event.striker, event.weapon),
        "team": event.building or "",
        "target": name_of(state, event.target or ""),
    }
    if event.building is not None:
        armed, bare = (
            N_("{striker} strikes the building of {team} ({weapon})"),
            N_("{striker} strikes the building of {team}"),
        )
        result = _pierced(locale, event.penetrating)
    else:
        armed, bare = N_("{striker} strikes {target} ({weapon})"), N_("{striker} strikes {target}")
        result = struck(locale, event.struck) if event.struck else hits(locale, 0)
    said = after(locale, locale.say(armed if event.weapon else bare, **facts), result)
    if event.perils:
        warp = locale.say(N_("the warp strikes back at {shooter}"), shooter=facts["striker"])
        said = f"{said}; {warp}"
    return said


def _pierced(locale: Locale, number: int) -> str:
    if not number:
        return locale.gettext(N_("the armour holds"))
    return locale.ngettext(
        "the armour is pierced once", "the armour is pierced {number} times", number
    ).format(number=number)


def _stunned(locale: Locale, state: Match, event: e.Stunned) -> str:
    sentence = N_("{player} is stunned: no blow up to the end of turn {turn}")
    return locale.say(sentence, player=name_of(state, event.player), turn=event.until)


def _joined(locale: Locale, state: Match, event: e.MeleeJoined) -> str:
    others = locale.listed(names_of(state, event.others))
    sentence = N_("{player} joins the melee of {others}")
    return locale.say(sentence, player=name_of(state, event.player), others=others)


def _left(locale: Locale, state: Match, event: e.MeleesLeft) -> str:
    melees = locale.chained(locale.listed(names_of(state, one)) for one in event.melees)
    return locale.say(N_("Not fought: {melees}"), melees=melees)


TELLERS: Tellers = {
    e.ContactSet: _contact,
    e.Charged: _charged,
    e.MeleeOpened: _opened,
    e.Blow: _blow,
    e.Stunned: _stunned,
    e.MeleeJoined: _joined,
    e.MeleesLeft: _left,
}

"""Charges, melees and blows in sentences, one line each."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of, names_of
from q40k.words.reasons import after, weapon_name
from q40k.words.speech import N_, Speech
from q40k.words.telling.fighting import hits, struck
from q40k.words.telling.shared import Tellers


def _contact(speech: Speech, state: Match, event: e.ContactSet) -> str:
    who = name_of(state, event.player)
    if not event.others:
        return speech.say(N_("{player} is in contact with nobody"), player=who)
    others = speech.listed(names_of(state, event.others))
    sentence = N_("{player} is in contact with {others}")
    if event.engages:
        sentence = N_("{player} is in contact with {others}: they fight")
    return speech.say(sentence, player=who, others=others)


def _charged(speech: Speech, state: Match, event: e.Charged) -> str:
    facts = {
        "player": name_of(state, event.player),
        "target": _goal(speech, state, event),
        "reach": speech.inches(event.reach_in),
    }
    if not event.reached:
        return speech.say(N_("{player} charges {target} and gets only {reach} far"), **facts)
    sentence = N_("{player} charges {target}")
    if event.trailing:
        sentence = N_("{player} charges {target}, hot on its heels")
    elif event.into_cover:
        sentence = N_("{player} charges {target} in cover")
    said = speech.say(sentence, **facts)
    return f"{said} ({speech.inches(event.distance_in)})" if event.distance_in else said


def _goal(speech: Speech, state: Match, event: e.Charged) -> str:
    if event.target is not None:
        return name_of(state, event.target)
    if event.flag is not None:
        return speech.say(N_("flag {flag}"), flag=event.flag)
    return speech.say(N_("the building of {team}"), team=event.building)


def _opened(speech: Speech, state: Match, event: e.MeleeOpened) -> str:
    members = speech.listed(names_of(state, event.members))
    return speech.say(N_("Melee: {members}"), members=members)


def _blow(speech: Speech, state: Match, event: e.Blow) -> str:
    facts = {
        "striker": name_of(state, event.striker),
        "weapon": weapon_name(speech, state, event.striker, event.weapon),
        "team": event.building or "",
        "target": name_of(state, event.target or ""),
    }
    if event.building is not None:
        armed, bare = (
            N_("{striker} strikes the building of {team} ({weapon})"),
            N_("{striker} strikes the building of {team}"),
        )
        result = _pierced(speech, event.penetrating)
    else:
        armed, bare = N_("{striker} strikes {target} ({weapon})"), N_("{striker} strikes {target}")
        result = struck(speech, event.struck) if event.struck else hits(speech, 0)
    said = after(speech, speech.say(armed if event.weapon else bare, **facts), result)
    if event.perils:
        warp = speech.say(N_("the warp strikes back at {shooter}"), shooter=facts["striker"])
        said = f"{said}; {warp}"
    return said


def _pierced(speech: Speech, number: int) -> str:
    if not number:
        return speech.gettext(N_("the armour holds"))
    return speech.ngettext(
        "the armour is pierced once", "the armour is pierced {number} times", number
    ).format(number=number)


def _stunned(speech: Speech, state: Match, event: e.Stunned) -> str:
    sentence = N_("{player} is stunned: no blow up to the end of turn {turn}")
    return speech.say(sentence, player=name_of(state, event.player), turn=event.until)


def _joined(speech: Speech, state: Match, event: e.MeleeJoined) -> str:
    others = speech.listed(names_of(state, event.others))
    sentence = N_("{player} joins the melee of {others}")
    return speech.say(sentence, player=name_of(state, event.player), others=others)


def _left(speech: Speech, state: Match, event: e.MeleesLeft) -> str:
    melees = speech.chained(speech.listed(names_of(state, one)) for one in event.melees)
    return speech.say(N_("Not fought: {melees}"), melees=melees)


TELLERS: Tellers = {
    e.ContactSet: _contact,
    e.Charged: _charged,
    e.MeleeOpened: _opened,
    e.Blow: _blow,
    e.Stunned: _stunned,
    e.MeleeJoined: _joined,
    e.MeleesLeft: _left,
}

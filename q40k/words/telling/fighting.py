"""Shots in sentences: who fired what at whom, and what came of it, in one line."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.reasons import after, weapon_name
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _shot(speech: Speech, state: Match, event: e.Shot) -> str:
    shooter = name_of(state, event.shooter)
    facts = {
        "shooter": shooter,
        "weapon": weapon_name(speech, state, event.shooter, event.weapon),
        "target": name_of(state, event.target or ""),
    }
    if event.unseen:
        sentence = N_("{shooter} cannot make out {target} in the dark: the shot is lost ({weapon})")
        return speech.say(sentence, **facts)
    if event.barrel is not None:
        head = speech.say(N_("{shooter} shoots at barrel {barrel} ({weapon})"),
                          barrel=event.barrel, **facts)  # fmt: skip
        result = hits(speech, event.hits)
    elif event.building is not None:
        head = speech.say(N_("{shooter} shoots at the building of {team} ({weapon})"),
                          team=event.building, **facts)  # fmt: skip
        result = _pierced(speech, event)
    else:
        head = speech.say(N_("{shooter} shoots at {target} ({weapon})"), **facts)
        result = _result(speech, state, event)
    return speech.chained((after(speech, head, result), *_mishaps(speech, event, shooter)))


def _result(speech: Speech, state: Match, event: e.Shot) -> str:
    if not event.victims:
        return hits(speech, event.hits)
    if len(event.victims) == 1:
        return struck(speech, event.victims[0])
    return ", ".join(
        after(speech, name_of(state, one.player), struck(speech, one)) for one in event.victims
    )


def _pierced(speech: Speech, event: e.Shot) -> str:
    said = hits(speech, event.hits)
    if not event.hits:
        return said
    if not event.penetrating:
        return speech.say(N_("{hits}, and the armour holds"), hits=said)
    pierced = speech.ngettext(
        "the armour is pierced once", "the armour is pierced {number} times", event.penetrating
    ).format(number=event.penetrating)
    return f"{said}, {pierced}"


def _mishaps(speech: Speech, event: e.Shot, shooter: str) -> list[str]:
    said = []
    if event.burns:
        said.append(speech.say(N_("the weapon burns {shooter}"), shooter=shooter))
    if event.perils:
        said.append(speech.say(N_("the warp strikes back at {shooter}"), shooter=shooter))
    if event.jammed:
        said.append(speech.gettext(N_("the weapon jams")))
    return said


def hits(speech: Speech, number: int) -> str:
    """So many hits: "a miss", "1 hit", "3 hits"."""
    if number == 0:
        return speech.gettext(N_("a miss"))
    return speech.ngettext("{number} hit", "{number} hits", number).format(number=number)


def struck(speech: Speech, one: e.Struck) -> str:
    """What an attack did to one champion: "2 hits, 1 wound, saved"."""
    if one.told:
        return speech.gettext(N_("dead"))
    parts = [hits(speech, one.hits)]
    if one.hits and not one.wounds:
        parts.append(speech.gettext(N_("no wound")))
    elif one.wounds:
        parts.append(
            speech.ngettext("{number} wound", "{number} wounds", one.wounds).format(
                number=one.wounds
            )
        )
        parts.append(_saved(speech, one))
    return ", ".join(parts)


def _saved(speech: Speech, one: e.Struck) -> str:
    if not one.lost and not one.dead:
        return speech.ngettext("saved", "all saved", one.wounds)
    if one.unsaved < one.wounds:
        return speech.say(N_("{number} not saved"), number=one.unsaved)
    return speech.ngettext("not saved", "none saved", one.wounds)


def _broken(speech: Speech, state: Match, event: e.SaveBroken) -> str:
    return speech.say(N_("The field of {player} collapses"), player=name_of(state, event.player))


TELLERS: Tellers = {
    e.Shot: _shot,
    e.SaveBroken: _broken,
}

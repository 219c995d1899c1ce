"""A melee at a glance: who is likely to die in the round that comes."""

from __future__ import annotations

from q40k.rules.melee_odds import odds_of_melee
from q40k.rules.melees import Melee, melee_of, next_melees
from q40k.rules.state import Match
from q40k.words.reasons import after
from q40k.words.speech import N_, Speech

MOST = 3
"""So many melees are named that wait to be fought; the others are only counted."""


def glance(speech: Speech, state: Match, members: Melee) -> str:
    """The fighters of a melee with the chance of each to die; names alone where they are many."""
    odds = odds_of_melee(state, members)
    names = [state.players[p].name for p in members]
    if odds is None:
        return speech.listed(names)
    sentence = N_("{name} dies {chance}")
    parts = [
        speech.say(sentence, name=name, chance=speech.percent(odds.dies[p]))
        for name, p in zip(names, members, strict=True)
    ]
    both = odds.together.get(frozenset(members))
    if both and len(members) == 2:
        parts.append(speech.say(N_("both {chance}"), chance=speech.percent(both)))
    return " · ".join(parts)


def melee_at_a_glance(speech: Speech, state: Match, player: str) -> str:
    """The melee a champion is in that is still to be fought; nothing if it is in none."""
    if not (state.running and state.fray.engaged):
        return ""
    members = melee_of(state, player)
    return glance(speech, state, members) if len(members) > 1 else ""


def waiting(speech: Speech, state: Match) -> tuple[str, ...]:
    """In the close-combat phase: the melees that may be fought now, each at a glance."""
    if state.phase != "melee":
        return ()
    found = next_melees(state)
    if not found:
        return (speech.gettext(N_("No melee is left to fight.")),)
    lines = [
        after(speech, speech.gettext(N_("Next")), glance(speech, state, one))
        for one in found[:MOST]
    ]
    return (*lines, *((f"… +{len(found) - MOST}",) if len(found) > MOST else ()))

"""A melee at a glance: who is likely to die in the round that comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.bonus.special import known_wrath
from q40k.games.quake.rules.melee.blows import find_grip, plan, plan_at_building
from q40k.games.quake.rules.melee.contact import Melee, melee_of, next_melees, opponents_of
from q40k.games.quake.rules.odds import odds_of, odds_of_melee
from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import with_label
from q40k.kernel.events import Refused

MOST = 3
"""So many melees are named that wait to be fought; the others are only counted."""


def glance(locale: Locale, state: Match, members: Melee) -> str:
    """The fighters of a melee with the chance of each to die; names alone where they are many."""
    odds = odds_of_melee(state, members)
    names = [state.players[p].name for p in members]
    if odds is None:
        return locale.join_and(names)
    sentence = N_("{name} dies {chance}")
    parts = [
        locale.say(sentence, name=name, chance=locale.percent(odds.dies[p]))
        for name, p in zip(names, members, strict=True)
    ]
    both = odds.together.get(frozenset(members))
    if both and len(members) == 2:
        parts.append(locale.say(N_("both {chance}"), chance=locale.percent(both)))
    return " · ".join(parts)


def melee_at_a_glance(locale: Locale, state: Match, player: str) -> str:
    """The melee a champion is in that is still to be fought; nothing if it is in none."""
    if not (state.running and state.close_combat.engaged):
        return ""
    members = melee_of(state, player)
    return glance(locale, state, members) if len(members) > 1 else ""


def grip_notes(locale: Locale, state: Match, player: str, ways: Sequence[str]) -> dict[str, str]:
    """What each way to fight may do to the foe it strikes first: its chance to die."""
    striker = state.players[player]
    foes = opponents_of(state, player)
    if not foes:
        return {}
    charged = striker.turn.charge.target if striker.turn.charge else None
    victim = state.players[charged if charged in foes else foes[0]]
    notes = {}
    for way in ways:
        grip = find_grip(state, striker, way, striker.turn.building)
        if grip.grenade:
            continue
        blows = plan(state, striker, grip, victim)[0]
        lives = Fraction(1)
        for one in blows:
            lives *= 1 - odds_of(one.attack).dies
        order = blows[0].initiative
        notes[way] = locale.say(
            N_("I {initiative} · {victim} † {chance}"),
            initiative=order,
            victim=victim.name,
            chance=locale.percent(1 - lives),
        )
    return notes


def victim_notes(
    locale: Locale, state: Match, player: str, facts: Mapping[str, Any], whom: Sequence[str]
) -> dict[str, str]:
    """The chance of each foe to die of all the attacks, and of a building to be penetrated."""
    striker = state.players[player]
    try:
        grip = find_grip(state, striker, str(facts.get("grip", "")), striker.turn.building)
    except Refused:  # it was lost in this very round
        return {}
    notes = {}
    for name in whom:
        victim = state.player_named(name)
        if name == facts.get("split"):
            continue
        if victim is not None and not grip.grenade:
            known = known_wrath(state, player, victim.id)
            dies = odds_of(plan(state, striker, grip, victim, *known)[0][0].attack).dies
            notes[name] = f"† {locale.percent(dies)}"
        elif victim is None and name == striker.turn.building:
            pierced = odds_of(plan_at_building(state, striker, grip, name)[0][0].attack)
            sentence = N_("penetrated {chance}")
            share = locale.percent(pierced.penetrating.at_least(1))
            notes[name] = locale.say(sentence, chance=share)
    return notes


def waiting(locale: Locale, state: Match) -> tuple[str, ...]:
    """In the close-combat phase: the melees that may be fought now, each at a glance."""
    if state.play.phase != "melee":
        return ()
    found = next_melees(state)
    if not found:
        return (locale.gettext(N_("No melee is left to fight.")),)
    lines = [
        with_label(locale, locale.gettext(N_("Next")), glance(locale, state, one))
        for one in found[:MOST]
    ]
    return (*lines, *((f"… +{len(found) - MOST}",) if len(found) > MOST else ()))

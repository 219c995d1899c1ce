"""The chances of a melee in a line: who is likely to die in the next round."""

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
"""How many waiting melees are named; the others are only counted."""


def melee_line(locale: Locale, state: Match, members: Melee) -> str:
    """Return the fighters of a melee with their chances to die; only names if they are many."""
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
    """Return the line of a champion's melee that is still to be fought; empty if none."""
    if not (state.running and state.close_combat.engaged):
        return ""
    members = melee_of(state, player)
    return melee_line(locale, state, members) if len(members) > 1 else ""


def grip_notes(locale: Locale, state: Match, player: str, grips: Sequence[str]) -> dict[str, str]:
    """Return, for each way to fight, the chance that the first foe dies."""
    striker = state.players[player]
    foes = opponents_of(state, player)
    if not foes:
        return {}
    target = striker.turn.charge.target if striker.turn.charge else None
    victim = state.players[target if target in foes else foes[0]]
    notes = {}
    for name in grips:
        grip = find_grip(state, striker, name, striker.turn.building)
        if grip.grenade:
            continue
        blows = plan(state, striker, grip, victim)[0]
        survival = Fraction(1)
        for blow in blows:
            survival *= 1 - odds_of(blow.attack).dies
        initiative = blows[0].initiative
        notes[name] = locale.say(
            N_("I {initiative} · {victim} † {chance}"),
            initiative=initiative,
            victim=victim.name,
            chance=locale.percent(1 - survival),
        )
    return notes


def victim_notes(
    locale: Locale, state: Match, player: str, facts: Mapping[str, Any], names: Sequence[str]
) -> dict[str, str]:
    """Return the chance of each foe to die from all attacks, or of a building to be hit."""
    striker = state.players[player]
    try:
        grip = find_grip(state, striker, str(facts.get("grip", "")), striker.turn.building)
    except Refused:  # the weapon was lost in this round
        return {}
    notes = {}
    for name in names:
        victim = state.player_named(name)
        if name == facts.get("split"):
            continue
        if victim is not None and not grip.grenade:
            wrath = known_wrath(state, player, victim.id)
            dies = odds_of(plan(state, striker, grip, victim, *wrath)[0][0].attack).dies
            notes[name] = f"† {locale.percent(dies)}"
        elif victim is None and name == striker.turn.building:
            odds = odds_of(plan_at_building(state, striker, grip, name)[0][0].attack)
            sentence = N_("penetrated {chance}")
            share = locale.percent(odds.penetrating.at_least(1))
            notes[name] = locale.say(sentence, chance=share)
    return notes


def waiting_melees(locale: Locale, state: Match) -> tuple[str, ...]:
    """List the melees that may be fought now, in the close-combat phase."""
    if state.play.phase != "melee":
        return ()
    melees = next_melees(state)
    if not melees:
        return (locale.gettext(N_("No melee is left to fight.")),)
    lines = [
        with_label(locale, locale.gettext(N_("Next")), melee_line(locale, state, melee))
        for melee in melees[:MOST]
    ]
    return (*lines, *((f"… +{len(melees) - MOST}",) if len(melees) > MOST else ()))

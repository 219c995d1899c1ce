"""Close combat: the chances of a melee in a line, and the forms to fight it."""

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from q40k.games.quake.screen.base import Desk, action, in_play, player_options, refuse_outside, running
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import (
    Contact,
    Fight,
    Melee,
    contacts_of,
    find_grip,
    melee_of,
    next_melees,
    opponents_of,
    plan,
    plan_at_building,
)
from q40k.games.quake.state.odds import odds_of, odds_of_melee
from q40k.games.w40k3e.melee import FIRST, Blows
from q40k.i18n.locale import N_, Locale, with_label
from q40k.kernel.events import Refused
from q40k.tui.fields import Field, Option, Pick, Several
from q40k.tui.forms import Form

# -- chances in a line ---------------------------------------------------------------------------


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
        notes[name] = locale.say(
            N_("{when} · {victim} † {chance}"),
            when=_when(locale, blows[0]),
            victim=victim.name,
            chance=locale.percent(1 - survival),
        )
    return notes


def _when(locale: Locale, blows: Blows) -> str:
    """Return when blows fall: "I 4", at whose initiative they do so in fact, or before or after all others."""
    order = blows.order
    if order >= FIRST:
        return locale.say(N_("I {initiative}, first"), initiative=blows.initiative)
    if order < 0:
        return locale.say(N_("I {initiative}, last"), initiative=blows.initiative)
    return locale.say(N_("I {initiative}"), initiative=order)


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
            dies = odds_of(plan(state, striker, grip, victim)[0][0].attack).dies
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
        with_label(locale, locale.gettext(N_("Next")), melee_line(locale, state, melee)) for melee in melees[:MOST]
    ]
    return (*lines, *((f"… +{len(melees) - MOST}",) if len(melees) > MOST else ()))


# -- forms ---------------------------------------------------------------------------------------


@action(
    "fight",
    "play",
    key="i",
    at=120,
    bar=1,
    name=N_("Into close combat"),
    help=N_("The melee next in order is fought: highest initiative first, blow by blow."),
    when=running,
    usual=lambda state: state.play.phase == "melee" and bool(next_melees(state)),
    refusal=refuse_outside("melee"),
)
def fight(desk: Desk) -> Form:
    """Fight the next melee (I); ask which only where the rules leave a choice."""
    _ = desk.locale.gettext
    state = desk.state
    waiting = next_melees(state)
    if len(waiting) < 2:
        return Fight(declines=(yield from _who_stays_out(desk, waiting)))
    labels = [desk.locale.join_and(state.players[p].name for p in melee) for melee in waiting]
    which = yield Pick(
        _("Which melee is fought?"),
        rule="TEAM-5",
        hint=_("number; Enter: the marked one"),
        options=tuple(
            Option(str(n), state.players[members[0]].name, label)
            for n, (members, label) in enumerate(zip(waiting, labels, strict=True), 1)
        ),
    )
    chosen = next(members for members in waiting if state.players[members[0]].name == which)
    declines = yield from _who_stays_out(desk, (chosen,))
    fights = [name for p in chosen if (name := state.players[p].name) not in declines]
    return Fight(melee=fights[0] if len(fights) > 1 else None, declines=declines)


def _who_stays_out(desk: Desk, waiting: tuple[Melee, ...]) -> Generator[Field, Any, tuple[str, ...]]:
    """Ask who returned to a melee and does not join it; Enter joins.

    Rule: MELEE-5
    """
    _ = desk.locale.gettext
    state, out = desk.state, list[str]()
    for melee in waiting:
        for player in (p for p in melee if p in state.close_combat.back):
            name = state.players[player].name
            joins = yield Pick(
                _("{name} came back into this melee.").format(name=name),
                why=_("It may join it, and need not."),
                rule="MELEE-5",
                options=(Option("1", True, _("it fights")), Option("2", False, _("it stays out of it"))),
            )
            out += [] if joins else [name]
    return tuple(out)


@action(
    "contact",
    "play",
    key="comma c",
    at=180,
    name=N_("Contact"),
    help=N_("Say who stands base to base with whom, where no places are kept."),
    when=running,
    usual=lambda state: state.play.phase in ("assault", "melee"),
)
def contact(desk: Desk) -> Form:
    """Ask who is in contact with whom, where no places are kept (, c)."""
    _ = desk.locale.gettext
    state = desk.state
    among = in_play(desk)
    who = yield Pick(
        _("Who is in contact?"),
        rule="DIFF-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    player = state.player_named(who)
    assert player is not None
    now = [state.players[p].name for p in contacts_of(state, player.id)]
    others = yield Several(
        _("{name} touches whom?").format(name=who),
        why=_("All of them; nobody: it stands alone. Now: {names}").format(
            names=desk.locale.join_and(now) if now else "–"
        ),
        rule="DIFF-2",
        hint=_("numbers, Backspace takes back, then Enter"),
        options=player_options(desk, in_play(desk, [player.id])),
        picked=list(now),
        nobody=True,
    )
    return Contact(player=who, others=tuple(others))

"""Melees: who fights whom, in which order, and what becomes of those nobody fought."""

from __future__ import annotations

from q40k.games.quake.rules.melee.contact import in_contact, joined
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn import acting
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class MeleeJoined(Event, tag="melee-joined"):
    """A champion that came back joins what is left of a melee (MELEE-5)."""

    player: str
    others: tuple[str, ...]


@event
class MeleesLeft(Event, tag="melees-left"):
    """The close-combat phase ends with melees that nobody fought."""

    melees: tuple[tuple[str, ...], ...]


@fold(MeleeJoined)
def _melee_joined(state: Match, event: MeleeJoined) -> Match:
    return joined(state, event.player, event.others)


Melee = tuple[str, ...]
"""The ids of everyone in one melee, in the order of play."""


def melees(state: Match) -> tuple[Melee, ...]:
    """Every melee that is still to be fought in this phase, in the order of play of its first.

    A melee is everyone joined by charges and by fights that go on; mere contact fights nobody, but
    whoever died in this phase and came back in contact with one is in it. Who strikes at a
    building fights, too, alone if need be.

    Rule: MELEE-3, MELEE-5, DIFF-5, BASE-1
    """
    done = {player for members in state.close_combat.fought for player in members}
    ready = [p for p in state.order if state.players[p].in_play and p not in done]
    group = {p: [p] for p in ready}
    back = state.close_combat.back
    for one, other in state.close_combat.engaged:
        joined = one in back or other in back  # whoever joined a melee is in it, wherever it lands
        if one in group and other in group and (joined or in_contact(state, one, other)):
            _join(group, one, other)
    for one in back:
        for other in ready if one in group else ():
            if len(group[other]) > 1 and in_contact(state, one, other):
                _join(group, one, other)
    found: dict[int, Melee] = {}
    for player in ready:
        members = group[player]
        if len(members) > 1 or state.players[player].turn.building is not None:
            found.setdefault(id(members), tuple(p for p in ready if p in members))
    return tuple(found.values())


def _join(group: dict[str, list[str]], one: str, other: str) -> None:
    if group[one] is group[other]:
        return
    joined = group[one] + group[other]
    for player in joined:
        group[player] = joined


def melee_of(state: Match, player: str) -> Melee:
    """The melee a champion is in that is still to be fought; () if it is in none.

    Rule: MELEE-3
    """
    return next((one for one in melees(state) if player in one), ())


def engaged(state: Match, player: str) -> tuple[str, ...]:
    """With whom a champion fights, base to base.

    Rule: DIFF-5, DIFF-7
    """
    pairs = (pair for pair in state.close_combat.engaged if player in pair)
    others = {one for pair in pairs for one in pair} - {player}
    return tuple(p for p in state.order if p in others and in_contact(state, player, p))


def next_melees(state: Match) -> tuple[Melee, ...]:
    """The melees that may be fought now, the next in order first.

    Without teams, and where a bonus decides the order of play, it is the one of the first in that
    order. In teams they are picked by turns: first by the team that opened the assault, and any
    with one of its champions in it.

    Rule: MELEE-1, TEAM-5
    """
    waiting = melees(state)
    if not state.alternates or not waiting:
        return waiting[:1]
    sides, opening = state.sides, acting.opening_team(state)
    start = sides.index(opening) if opening in sides else 0
    turn = start + len(state.close_combat.fought)
    for step in range(len(sides)):
        team = sides[(turn + step) % len(sides)]
        theirs = tuple(one for one in waiting if any(state.side_of(p) == team for p in one))
        if theirs:
            return theirs
    return waiting


def victims_of(state: Match, player: str, among: Melee) -> tuple[str, ...]:
    """Whom a champion may strike in its melee: everyone, in contact or not.

    In teams it strikes no friend as long as there is a foe.

    Rule: MELEE-3, TEAM-4
    """
    others = tuple(p for p in among if p != player and state.players[p].in_play)
    side = state.side_of(player)
    return tuple(p for p in others if state.side_of(p) != side) or others


def join_what_is_left(live: Live[Match], player: str, was: Melee) -> Rule[None]:
    """A champion that comes back onto fighters joins those of their melee who are left.

    `was` is the melee before they died.

    Rule: MELEE-5
    """
    left = tuple(p for p in was if p != player and live.state.players[p].in_play)
    if left and player in live.state.close_combat.back:
        yield MeleeJoined(player=player, others=left)


def tell_what_is_left(live: Live[Match]) -> Rule[None]:
    """The phase ends: melees that nobody fought are told, not forced.

    Rule: MELEE-1
    """
    left = melees(live.state) if live.state.play.phase == "melee" else ()
    if left:
        yield MeleesLeft(melees=left)

"""Melees: who fights whom, in which order, and what happens to melees nobody fought."""

from __future__ import annotations

from q40k.games.quake.rules.melee.contact import in_contact, join_fight
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
    return join_fight(state, event.player, event.others)


Melee = tuple[str, ...]
"""The ids of everyone in a melee, in the order of play."""


def melees(state: Match) -> tuple[Melee, ...]:
    """Return every melee still to be fought in this phase, by the order of its first member.

    Charges and continuing fights link champions to a melee; contact alone does not. A champion that
    died in this phase and came back in contact with a melee is in it. A champion striking a
    building is in a melee, even alone.

    Rule: MELEE-3, MELEE-5, DIFF-5, BASE-1
    """
    fought = {player for members in state.close_combat.fought for player in members}
    ready = [p for p in state.order if state.players[p].in_play and p not in fought]
    group = {p: [p] for p in ready}
    back = state.close_combat.back
    for first, second in state.close_combat.engaged:
        # A champion that rejoined a melee is in it wherever it landed.
        rejoined = first in back or second in back
        if first in group and second in group and (rejoined or in_contact(state, first, second)):
            _join(group, first, second)
    for returned in back:
        for other in ready if returned in group else ():
            if len(group[other]) > 1 and in_contact(state, returned, other):
                _join(group, returned, other)
    by_group: dict[int, Melee] = {}
    for player in ready:
        members = group[player]
        if len(members) > 1 or state.players[player].turn.building is not None:
            by_group.setdefault(id(members), tuple(p for p in ready if p in members))
    return tuple(by_group.values())


def _join(group: dict[str, list[str]], first: str, second: str) -> None:
    if group[first] is group[second]:
        return
    merged = group[first] + group[second]
    for player in merged:
        group[player] = merged


def melee_of(state: Match, player: str) -> Melee:
    """Return the melee of a champion that is still to be fought; () if it is in none.

    Rule: MELEE-3
    """
    return next((members for members in melees(state) if player in members), ())


def opponents_of(state: Match, player: str) -> tuple[str, ...]:
    """Return the champions a champion fights, base to base.

    Rule: DIFF-5, DIFF-7
    """
    pairs = (pair for pair in state.close_combat.engaged if player in pair)
    others = {name for pair in pairs for name in pair} - {player}
    return tuple(p for p in state.order if p in others and in_contact(state, player, p))


def next_melees(state: Match) -> tuple[Melee, ...]:
    """Return the melees that may be fought now, the next in order first.

    Without teams, or when a bonus decides the order of play, it is the first in that order. Teams
    pick by turns, beginning with the team that opened the assault. A team picks any melee one of
    its champions is in.

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
        theirs = tuple(
            members for members in waiting if any(state.side_of(p) == team for p in members)
        )
        if theirs:
            return theirs
    return waiting


def victims_of(state: Match, player: str, among: Melee) -> tuple[str, ...]:
    """Return whom a champion may strike in its melee, in contact or not.

    In teams it strikes no friend while a foe is left.

    Rule: MELEE-3, TEAM-4
    """
    others = tuple(p for p in among if p != player and state.players[p].in_play)
    side = state.side_of(player)
    return tuple(p for p in others if state.side_of(p) != side) or others


def join_remaining(live: Live[Match], player: str, melee: Melee) -> Rule[None]:
    """Let a champion that came back onto fighters join the rest of their melee.

    `melee` is the melee before they died.

    Rule: MELEE-5
    """
    remaining = tuple(p for p in melee if p != player and live.state.players[p].in_play)
    if remaining and player in live.state.close_combat.back:
        yield MeleeJoined(player=player, others=remaining)


def report_unfought(live: Live[Match]) -> Rule[None]:
    """Report the melees that nobody fought as the phase ends; none is forced.

    Rule: MELEE-1
    """
    unfought = melees(live.state) if live.state.play.phase == "melee" else ()
    if unfought:
        yield MeleesLeft(melees=unfought)

"""Who is in base contact: by the bases where positions are known, else as the table says."""

from itertools import chain, combinations

from q40k.games.quake.rules.parts import Pair
from q40k.games.quake.rules.positions import bases_meet
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, change_player
from q40k.games.quake.rules.turn import acting
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


class Contact(Command, tag="contact"):
    """List everyone a champion is in base contact with, where no position is kept.

    Contact made in the assault or the close-combat phase starts a fight (MELEE-5). In other phases
    it does not (DIFF-5).
    """

    player: Name
    others: tuple[Name, ...] = ()


class ContactSet(Event, tag="contact-set"):
    """The table listed a champion's contacts; with `engages` they fight it (DIFF-5).

    `left` are the champions it no longer fights.
    """

    player: str
    others: tuple[str, ...] = ()
    engages: bool = False
    left: tuple[str, ...] = ()


def _without(pairs: tuple[Pair, ...], player: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if player not in pair)


def _add_pairs(pairs: tuple[Pair, ...], player: str, others: tuple[str, ...]) -> tuple[Pair, ...]:
    new = ((player, other) for other in others)
    return (*pairs, *(p for p in new if p not in pairs and p[::-1] not in pairs))


def part_from_all(state: Match, player: str) -> Match:
    """End all contacts and fights of a champion that has moved.

    Rule: DIFF-7
    """
    close_combat = state.close_combat
    if state.players[player].turn.building is not None:
        state = change_player(state, player, building=None)
    if player not in chain(*close_combat.contacts, *close_combat.engaged):
        return state
    remaining = close_combat.replace(engaged=_without(close_combat.engaged, player))
    return state.replace(contacts=_without(state.close_combat.contacts, player), close_combat=remaining)


def part_without_trail(state: Match, player: str) -> Match:
    """End a champion's contacts and forget its trail: no foot could follow it (DIFF-8)."""
    state, touched = part_from_all(state, player), state.close_combat.touched
    if player not in chain(*touched):
        return state
    return state.replace(close_combat=state.close_combat.replace(touched=_without(touched, player)))


def stay_out(state: Match, player: str) -> Match:
    """Leave a champion that came back out of all fights, whatever its contacts.

    Rule: MELEE-5
    """
    close_combat = state.close_combat
    back = tuple(p for p in close_combat.back if p != player)
    engaged = _without(close_combat.engaged, player)
    return state.replace(close_combat=close_combat.replace(back=back, engaged=engaged))


def join_fight(state: Match, player: str, others: tuple[str, ...]) -> Match:
    """Put a champion in contact with `others`, and in a fight with them."""
    close_combat = state.close_combat
    engaged = _add_pairs(close_combat.engaged, player, others)
    contacts = _add_pairs(state.close_combat.contacts, player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


# ---- the events of this module


@fold(ContactSet)
def _contact_set(state: Match, event: ContactSet) -> Match:
    player, others, close_combat = event.player, event.others, state.close_combat
    kept = tuple(p for p in close_combat.engaged if player not in p or {*p} - {player} <= {*others})
    engaged = _add_pairs(kept, player, others) if event.engages else kept
    contacts = _add_pairs(_without(state.close_combat.contacts, player), player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


def in_contact(state: Match, player: str, other: str) -> bool:
    """Return whether two champions on the table are in base contact.

    Rule: DIFF-2, DIFF-5
    """
    a, b = state.players[player], state.players[other]
    if player == other or not (a.in_play and b.in_play):
        return False
    if a.position.at is not None and b.position.at is not None:
        return bases_meet(state, a, b)
    return (player, other) in state.close_combat.contacts or (other, player) in state.close_combat.contacts


def contacts_of(state: Match, player: str) -> tuple[str, ...]:
    """Return everyone in contact with a champion, in the order of play.

    Rule: DIFF-2
    """
    return tuple(other for other in state.order if in_contact(state, player, other))


def contact_pairs(state: Match) -> tuple[tuple[str, str], ...]:
    """Return every pair in contact, each in the order of play.

    Rule: DIFF-2, DIFF-8
    """
    in_play = [p for p in state.order if state.players[p].in_play]
    if not state.close_combat.contacts:
        in_play = [p for p in in_play if state.players[p].position.at is not None]
    return tuple(pair for pair in combinations(in_play, 2) if in_contact(state, *pair))


@rule(Contact)
def contact(live: Live[Match], command: Contact) -> Rule[None]:
    """Note who a champion is in contact with: bookkeeping, in any phase.

    Contact made in the assault or the close-combat phase is a fight without a charge bonus. A list
    that leaves out a current opponent is refused; an empty list ends all its fights.

    Rule: DIFF-2, DIFF-5, DIFF-7, MELEE-5
    """
    must_be_started(live.state)
    state = live.state
    player = find_present(state, command.player)
    others = tuple(dict.fromkeys(find_present(state, name).id for name in command.others))
    for listed in (player.id, *others):
        if not state.players[listed].in_play:
            raise forbid("TURN-1", "not-on-table", player=state.players[listed].name)
    if player.id in others:
        raise forbid("DIFF-2", "touches-itself", player=player.name)
    if player.position.at is not None:
        for other in (p for p in state.order if p != player.id):
            both_known = state.players[other].position.at is not None and state.players[other].in_play
            if both_known and in_contact(state, player.id, other) != (other in others):
                name = state.players[other].name
                raise forbid("DIFF-2", "places-say", player=player.name, other=name)
    dropped = tuple(p for p in _opponents_in_contact(state, player.id) if p not in others)
    if dropped and others:
        names = tuple(state.players[p].name for p in dropped)
        yield from refuse("DIFF-7", "fight-left", player=player.name, others=names)
    engages = state.play.phase in ("assault", "melee")
    yield ContactSet(player=player.id, others=others, engages=engages, left=dropped)


def _opponents_in_contact(state: Match, player: str) -> tuple[str, ...]:
    engaged = {fighter for pair in state.close_combat.engaged if player in pair for fighter in pair}
    return tuple(p for p in contacts_of(state, player) if p in engaged)


# -- melees -------------------------------------------------------------------------------


class MeleeJoined(Event, tag="melee-joined"):
    """A champion that came back joins what is left of a melee (MELEE-5)."""

    player: str
    others: tuple[str, ...]


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
        theirs = tuple(members for members in waiting if any(state.side_of(p) == team for p in members))
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

"""Who is in base contact: where places are known the bases say so, elsewhere the table."""

from __future__ import annotations

from itertools import chain, combinations

from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.parts import Pair
from q40k.games.quake.rules.positions.places import bases_meet
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Contact(Command, tag="contact"):
    """Say with whom a champion is in base contact, all of them, where no position is kept.

    In the assault and the close-combat phase whoever comes into contact fights (MELEE-5); in the
    others it does not (DIFF-5).
    """

    player: Name
    others: tuple[Name, ...] = ()


@event
class ContactSet(Event, tag="contact-set"):
    """The table said with whom a champion is in contact; `engages`: they fight (DIFF-5).

    `left` are those it fought up to now, and does no more.
    """

    player: str
    others: tuple[str, ...] = ()
    engages: bool = False
    left: tuple[str, ...] = ()


def _without(pairs: tuple[Pair, ...], player: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if player not in pair)


def _added(pairs: tuple[Pair, ...], player: str, others: tuple[str, ...]) -> tuple[Pair, ...]:
    new = ((player, other) for other in others)
    return (*pairs, *(p for p in new if p not in pairs and p[::-1] not in pairs))


def parted(state: Match, player: str) -> Match:
    """A champion has moved: it touches and fights nobody any more.

    Rule: DIFF-7
    """
    close_combat = state.close_combat
    if state.players[player].turn.building is not None:
        state = changed(state, player, building=None)
    if player not in chain(*close_combat.contacts, *close_combat.engaged):
        return state
    left = close_combat.replace(engaged=_without(close_combat.engaged, player))
    return state.replace(contacts=_without(state.close_combat.contacts, player), close_combat=left)


def vanished(state: Match, player: str) -> Match:
    """A champion went where nobody's foot could follow: not even its trail is left (DIFF-8)."""
    state, touched = parted(state, player), state.close_combat.touched
    if player not in chain(*touched):
        return state
    return state.replace(close_combat=state.close_combat.replace(touched=_without(touched, player)))


def stayed_out(state: Match, player: str) -> Match:
    """The state with a champion that came back and fights nobody, whomever it touches.

    Rule: MELEE-5
    """
    close_combat = state.close_combat
    back = tuple(p for p in close_combat.back if p != player)
    engaged = _without(close_combat.engaged, player)
    return state.replace(close_combat=close_combat.replace(back=back, engaged=engaged))


def joined(state: Match, player: str, others: tuple[str, ...]) -> Match:
    """The state with a champion in contact and at blows with `others`."""
    close_combat = state.close_combat
    engaged = _added(close_combat.engaged, player, others)
    contacts = _added(state.close_combat.contacts, player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


# ---- the chapter's own events


@fold(ContactSet)
def _contact_set(state: Match, event: ContactSet) -> Match:
    player, others, close_combat = event.player, event.others, state.close_combat
    kept = tuple(p for p in close_combat.engaged if player not in p or {*p} - {player} <= {*others})
    engaged = _added(kept, player, others) if event.engages else kept
    contacts = _added(_without(state.close_combat.contacts, player), player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


def in_contact(state: Match, one: str, other: str) -> bool:
    """Whether two champions on the table are in base contact.

    Rule: DIFF-2, DIFF-5
    """
    a, b = state.players[one], state.players[other]
    if one == other or not (a.in_play and b.in_play):
        return False
    if a.position.at is not None and b.position.at is not None:
        return bases_meet(state, a, b)
    return (one, other) in state.close_combat.contacts or (
        other,
        one,
    ) in state.close_combat.contacts


def touching(state: Match, player: str) -> tuple[str, ...]:
    """Everyone in contact with a champion, in the order of play.

    Rule: DIFF-2
    """
    return tuple(other for other in state.order if in_contact(state, player, other))


def pairs(state: Match) -> tuple[tuple[str, str], ...]:
    """Every pair in contact, each in the order of play.

    Rule: DIFF-2, DIFF-8
    """
    here = [p for p in state.order if state.players[p].in_play]
    if not state.close_combat.contacts:
        here = [p for p in here if state.players[p].position.at is not None]
    return tuple(pair for pair in combinations(here, 2) if in_contact(state, *pair))


@rule(Contact)
def contact(live: Live[Match], command: Contact) -> Rule[None]:
    """Note with whom a champion is in contact: bookkeeping, in any phase.

    Contact made in the assault or the close-combat phase is a fight, without a charge bonus. Nobody
    is left out of a fight that goes on unless that is meant; a list of nobody ends it.

    Rule: DIFF-2, DIFF-5, DIFF-7, MELEE-5
    """
    must_be_started(live.state)
    state = live.state
    player = find_present(state, command.player)
    others = tuple(dict.fromkeys(find_present(state, name).id for name in command.others))
    for one in (player.id, *others):
        if not state.players[one].in_play:
            raise forbid("TURN-1", "not-on-table", player=state.players[one].name)
    if player.id in others:
        raise forbid("DIFF-2", "touches-itself", player=player.name)
    if player.position.at is not None:
        for other in (p for p in state.order if p != player.id):
            placed = state.players[other].position.at is not None and state.players[other].in_play
            if placed and in_contact(state, player.id, other) != (other in others):
                name = state.players[other].name
                raise forbid("DIFF-2", "places-say", player=player.name, other=name)
    left = tuple(p for p in _fights(state, player.id) if p not in others)
    if left and others:
        names = tuple(state.players[p].name for p in left)
        yield from refuse("DIFF-7", "fight-left", player=player.name, others=names)
    engages = state.play.phase in ("assault", "melee")
    yield ContactSet(player=player.id, others=others, engages=engages, left=left)


def _fights(state: Match, player: str) -> tuple[str, ...]:
    """With whom a champion fights by contact that was told, in the order of play."""
    engaged = {one for pair in state.close_combat.engaged if player in pair for one in pair}
    return tuple(p for p in touching(state, player) if p in engaged)

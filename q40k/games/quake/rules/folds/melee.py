"""What contacts, charges and blows change; and how whoever goes or dies leaves a melee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed
from q40k.games.quake.rules.parts import Charge, CloseCombat, Pair
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Event

Fold = Callable[[Match, Any], Match]


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
    if not any(player in pair for pair in (*state.close_combat.contacts, *close_combat.engaged)):
        return state
    left = close_combat.replace(engaged=_without(close_combat.engaged, player))
    return state.replace(contacts=_without(state.close_combat.contacts, player), close_combat=left)


def vanished(state: Match, player: str) -> Match:
    """A champion went where nobody's foot could follow: not even its trail is left (DIFF-8)."""
    state, touched = parted(state, player), state.close_combat.touched
    if not any(player in pair for pair in touched):
        return state
    return state.replace(close_combat=state.close_combat.replace(touched=_without(touched, player)))


def fell(state: Match, player: str) -> Match:
    """A champion died: its charge is over, and it may fight once more if it comes back so.

    Rule: MELEE-5
    """
    state = vanished(state, player)
    known = state.players[player]
    if known.turn.charge is not None or known.turn.stunned:
        state = changed(state, player, charge=None, stunned=0)
    close_combat = state.close_combat
    if state.play.phase != "melee" and not close_combat.fought:
        return state
    fought = tuple(tuple(p for p in members if p != player) for members in close_combat.fought)
    back = close_combat.back
    if state.play.phase == "melee" and player not in back:
        back = (*back, player)
    return state.replace(close_combat=close_combat.replace(fought=fought, back=back))


def _turn(state: Match, event: e.TurnOpened) -> Match:
    rested = {
        name: player.replace(charge=None) if player.turn.charge else player
        for name, player in state.players.items()
    }
    return state.replace(
        players=rested, close_combat=state.close_combat.replace(touched=event.contacts)
    )


def _phase(state: Match, _event: e.PhaseOpened) -> Match:
    close_combat = state.close_combat
    return (
        state.replace(close_combat=close_combat.replace(back=(), fought=()))
        if close_combat.back or close_combat.fought
        else state
    )


def _round(state: Match, _event: e.RoundOpened) -> Match:
    rested = {
        name: player.replace(charge=None, building=None, stunned=0)
        for name, player in state.players.items()
    }
    return state.replace(players=rested, contacts=(), close_combat=CloseCombat())


AFTERWARDS: dict[type[Event], Fold] = {
    e.Moved: lambda state, event: parted(state, event.player),
    e.Thrown: lambda state, event: parted(state, event.player),
    e.Jumped: lambda state, event: parted(state, event.player),
    e.Leapt: lambda state, event: parted(state, event.player),
    e.Climbed: lambda state, event: parted(state, event.player),
    e.DeepStruck: lambda state, event: vanished(state, event.player),
    e.PortalEntered: lambda state, event: vanished(state, event.player),
    e.Left: lambda state, event: vanished(state, event.player),
    e.Killed: lambda state, event: fell(state, event.victim),
    e.AccidentSuffered: lambda state, event: fell(state, event.player),
    e.TurnOpened: _turn,
    e.PhaseOpened: _phase,
    e.RoundOpened: _round,
}
"""What events of other chapters change of melees, once their own fold is done."""


def with_melees(folds: Folds) -> Folds:
    """The folds of all chapters, each followed by what it changes of melees."""

    def both(kind: type[Event]) -> Fold:
        first, then = folds[kind], AFTERWARDS[kind]
        return lambda state, event: then(first(state, event), event)

    return {**folds, **{kind: both(kind) for kind in AFTERWARDS}}


# ---- the chapter's own events


def _contact(state: Match, event: e.ContactSet) -> Match:
    player, others, close_combat = event.player, event.others, state.close_combat
    kept = tuple(p for p in close_combat.engaged if player not in p or {*p} - {player} <= {*others})
    engaged = _added(kept, player, others) if event.engages else kept
    contacts = _added(_without(state.close_combat.contacts, player), player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


def _charged(state: Match, event: e.Charged) -> Match:
    player = event.player
    if event.distance_in != 0:
        state = changed(parted(state, player), player, portal=event.portal, near=None, tile=None)
    charge = Charge(event.target, event.into_cover)
    building = event.building if event.reached else None
    state = changed(state, player, charge=charge, building=building)
    if event.to is not None:
        state = changed(state, player, at=event.to)
    if event.target is None or not event.reached:
        return state
    return _joined_pairs(state, player, (event.target,))


def _joined_pairs(state: Match, player: str, others: tuple[str, ...]) -> Match:
    close_combat = state.close_combat
    engaged = _added(close_combat.engaged, player, others)
    contacts = _added(state.close_combat.contacts, player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


def _opened(state: Match, event: e.MeleeOpened) -> Match:
    return state.replace(
        close_combat=state.close_combat.replace(fought=(*state.close_combat.fought, event.members))
    )


def _blow(state: Match, event: e.Blow) -> Match:
    striker = state.players[event.striker]
    if not event.spent or event.weapon in striker.life.jammed:
        return state
    return changed(state, event.striker, jammed=(*striker.life.jammed, event.weapon))


def _stunned(state: Match, event: e.Stunned) -> Match:
    return changed(state, event.player, stunned=event.until)


def _joined(state: Match, event: e.MeleeJoined) -> Match:
    return _joined_pairs(state, event.player, event.others)


FOLDS: Folds = {
    e.ContactSet: _contact,
    e.Charged: _charged,
    e.MeleeOpened: _opened,
    e.Blow: _blow,
    e.Stunned: _stunned,
    e.MeleeJoined: _joined,
    e.MeleesLeft: as_it_was,
}

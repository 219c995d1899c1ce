"""Bonus tokens: held, spent, back in their places."""

from typing import Any

from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.state import Held, Match, change_player
from q40k.kernel.events import Live, Rule


class TokenReturned(Event, tag="token-returned"):
    """A token went back to its place (BONUS-4)."""

    token: str
    player: str


class TokenTaken(Event, tag="token-taken"):
    """A token was picked up and its kind rolled (BONUS-1); `kind` such as "equipment-35"."""

    player: str
    token: str
    kind: str


class BonusChosen(Event, tag="bonus-chosen"):
    """The holder chose its kind from the list."""

    player: str
    kind: str


class BonusSpent(Event, tag="bonus-spent"):
    """The bonus has had its effect and stays beside its holder (BONUS-7)."""

    player: str


class MindControlled(Event, tag="mind-controlled"):
    """The holder also controls another player's champion."""

    player: str
    target: str


@fold(TokenReturned)
def _token_returned(state: Match, event: TokenReturned) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].replace(holder=None)}
    player = state.players[event.player]
    wounds = min(player.life.wounds, player.champion.w)  # wounds that the bonus added go with it
    return change_player(state, event.player, bonus=None, wounds=wounds).replace(tokens=tokens)


@fold(TokenTaken)
def _token_taken(state: Match, event: TokenTaken) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].replace(holder=event.player)}
    return change_player(state, event.player, bonus=Held(event.token, event.kind)).replace(tokens=tokens)


def _change_bonus(state: Match, player: str, **changes: Any) -> Match:
    held = state.players[player].bonus
    return state if held is None else change_player(state, player, bonus=held.replace(**changes))


@fold(BonusChosen)
def _bonus_chosen(state: Match, event: BonusChosen) -> Match:
    return _change_bonus(state, event.player, kind=event.kind)


@fold(BonusSpent)
def _bonus_spent(state: Match, event: BonusSpent) -> Match:
    return _change_bonus(state, event.player, spent=True)


@fold(MindControlled)
def _mind_controlled(state: Match, event: MindControlled) -> Match:
    return _change_bonus(state, event.player, target=event.target)


@fold(RoundOpened)
def _tokens_home(state: Match, _event: RoundOpened) -> Match:
    tokens = {name: token.replace(holder=None) for name, token in state.tokens.items()}
    return state.replace(tokens=tokens)


def drop_token(live: Live[Match], player: str) -> Rule[None]:
    """Return a champion's token to its place, to be picked up and rolled anew.

    Rule: BONUS-4, RESPAWN-2
    """
    held = live.state.players[player].bonus
    if held is not None:
        yield TokenReturned(token=held.token, player=player)

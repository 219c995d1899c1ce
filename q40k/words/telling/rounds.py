"""Rounds in sentences: lives lost, who is out, who won."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _opened(speech: Speech, _state: Match, event: e.RoundOpened) -> str:
    return speech.say(N_("Round {round}: everyone is alive again"), round=event.round)


def _life_lost(speech: Speech, state: Match, event: e.LifeLost) -> str:
    return speech.ngettext(
        "{player} has {left} life left in this round",
        "{player} has {left} lives left in this round",
        event.left,
    ).format(player=name_of(state, event.player), left=event.left)


def _eliminated(speech: Speech, state: Match, event: e.Eliminated) -> str:
    sentence = N_("{player} is out until the round is won")
    return speech.say(sentence, player=name_of(state, event.player))


def _awaited(speech: Speech, state: Match, event: e.RoundAwaited) -> str:
    sentence = N_("{player} waits for the next round")
    return speech.say(sentence, player=name_of(state, event.player))


_HOW = {
    "last-alive": N_("Last alive: {side} wins round {round} ({wins} won so far)"),
    "others-left": N_("Nobody else is left: {side} wins round {round} ({wins} won so far)"),
    "flag": N_("The flag is home: {side} wins round {round} ({wins} won so far)"),
    "structures": N_("No other building stands: {side} wins round {round} ({wins} won so far)"),
}


def _won(speech: Speech, state: Match, event: e.RoundWon) -> str:
    side = state.side_name(event.side)
    return speech.say(_HOW[event.how], side=side, round=event.round, wins=event.wins)


def _drawn(speech: Speech, _state: Match, event: e.RoundDrawn) -> str:
    sentence = N_("The last ones died together: round {round} is drawn and played again")
    return speech.say(sentence, round=event.round)


TELLERS: Tellers = {
    e.RoundOpened: _opened,
    e.LifeLost: _life_lost,
    e.Eliminated: _eliminated,
    e.RoundAwaited: _awaited,
    e.RoundWon: _won,
    e.RoundDrawn: _drawn,
}

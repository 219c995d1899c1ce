"""Bonus tokens in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.cards import bonus_of
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _token_returned(speech: Speech, state: Match, event: e.TokenReturned) -> str:
    sentence = N_("{player} loses token {token}, which goes back to its place")
    return speech.say(sentence, player=name_of(state, event.player), token=event.token)


def _token_taken(speech: Speech, state: Match, event: e.TokenTaken) -> str:
    sentence = N_("{player} picks up {token}: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(speech, state, event.kind)
    return speech.say(sentence, player=who, token=event.token, bonus=bonus)


def _bonus_chosen(speech: Speech, state: Match, event: e.BonusChosen) -> str:
    sentence = N_("{player} chooses: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(speech, state, event.kind)
    return speech.say(sentence, player=who, bonus=bonus)


def _bonus_spent(speech: Speech, state: Match, event: e.BonusSpent) -> str:
    sentence = N_("The bonus of {player} is spent; its token stays alongside")
    return speech.say(sentence, player=name_of(state, event.player))


def _controlled(speech: Speech, state: Match, event: e.MindControlled) -> str:
    sentence = N_("Mind control: {player} now plays {target} too")
    who, target = name_of(state, event.player), name_of(state, event.target)
    return speech.say(sentence, player=who, target=target)


def _vortex(speech: Speech, state: Match, event: e.VortexDrags) -> str:
    sentence = N_("Vortex: every other champion is dragged {distance} towards {player}")
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, distance=speech.inches(6))


TELLERS: Tellers = {
    e.TokenReturned: _token_returned,
    e.TokenTaken: _token_taken,
    e.BonusChosen: _bonus_chosen,
    e.BonusSpent: _bonus_spent,
    e.MindControlled: _controlled,
    e.VortexDrags: _vortex,
}

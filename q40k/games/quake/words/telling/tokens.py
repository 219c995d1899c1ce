"""Bonus tokens in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.labels import bonus_of
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def _token_returned(locale: Locale, state: Match, event: e.TokenReturned) -> str:
    sentence = N_("{player} loses token {token}, which goes back to its place")
    return locale.say(sentence, player=name_of(state, event.player), token=event.token)


def _token_taken(locale: Locale, state: Match, event: e.TokenTaken) -> str:
    sentence = N_("{player} picks up {token}: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(locale, state, event.kind)
    return locale.say(sentence, player=who, token=event.token, bonus=bonus)


def _bonus_chosen(locale: Locale, state: Match, event: e.BonusChosen) -> str:
    sentence = N_("{player} chooses: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(locale, state, event.kind)
    return locale.say(sentence, player=who, bonus=bonus)


def _bonus_spent(locale: Locale, state: Match, event: e.BonusSpent) -> str:
    sentence = N_("The bonus of {player} is spent; its token stays alongside")
    return locale.say(sentence, player=name_of(state, event.player))


def _controlled(locale: Locale, state: Match, event: e.MindControlled) -> str:
    sentence = N_("Mind control: {player} now plays {target} too")
    who, target = name_of(state, event.player), name_of(state, event.target)
    return locale.say(sentence, player=who, target=target)


def _vortex(locale: Locale, state: Match, event: e.VortexDrags) -> str:
    sentence = N_("Vortex: every other champion is dragged {distance} towards {player}")
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, distance=locale.inches(6))


TELLERS: Tellers = {
    e.TokenReturned: _token_returned,
    e.TokenTaken: _token_taken,
    e.BonusChosen: _bonus_chosen,
    e.BonusSpent: _bonus_spent,
    e.MindControlled: _controlled,
    e.VortexDrags: _vortex,
}

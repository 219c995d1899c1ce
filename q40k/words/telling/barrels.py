"""Barrels in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers

_EXPLOSIONS = {
    "ordnance": N_("{player} sets barrel {barrel} off: ordnance template, S5 AP4"),
    "plasma": N_("{player} sets barrel {barrel} off, and it is plasma: S7 AP2, partly hit on 4+"),
    "napalm": N_("{player} sets barrel {barrel} off: napalm, S5 AP4 for whoever crosses it"),
    "vortex": N_("{player} sets barrel {barrel} off: a vortex swallows whom it touches"),
}


def _set(speech: Speech, _state: Match, event: e.BarrelsSet) -> str:
    number = len(event.barrels)
    return speech.ngettext(
        "{number} barrel stands about", "{number} barrels stand about", number
    ).format(number=number)


def _exploded(speech: Speech, state: Match, event: e.BarrelExploded) -> str:
    who = name_of(state, event.player)
    return speech.say(_EXPLOSIONS[event.explosion], player=who, barrel=event.barrel)


def _doubled(speech: Speech, state: Match, event: e.BarrelDoubled) -> str:
    who = name_of(state, event.player)
    sentence = N_("{player} hits barrel {barrel}, and there are two: {second} stands beside it")
    return speech.say(sentence, player=who, barrel=event.barrel, second=event.second)


TELLERS: Tellers = {
    e.BarrelsSet: _set,
    e.BarrelExploded: _exploded,
    e.BarrelDoubled: _doubled,
}

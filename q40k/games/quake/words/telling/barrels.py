"""Barrels in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale

_EXPLOSIONS = {
    "ordnance": N_("{player} sets barrel {barrel} off: ordnance template, S5 AP4"),
    "plasma": N_("{player} sets barrel {barrel} off, and it is plasma: S7 AP2, partly hit on 4+"),
    "napalm": N_("{player} sets barrel {barrel} off: napalm, S5 AP4 for whoever crosses it"),
    "vortex": N_("{player} sets barrel {barrel} off: a vortex swallows whom it touches"),
}


def _set(locale: Locale, _state: Match, event: e.BarrelsSet) -> str:
    number = len(event.barrels)
    return locale.ngettext(
        "{number} barrel stands about", "{number} barrels stand about", number
    ).format(number=number)


def _exploded(locale: Locale, state: Match, event: e.BarrelExploded) -> str:
    who = name_of(state, event.player)
    return locale.say(_EXPLOSIONS[event.explosion], player=who, barrel=event.barrel)


def _doubled(locale: Locale, state: Match, event: e.BarrelDoubled) -> str:
    who = name_of(state, event.player)
    sentence = N_("{player} hits barrel {barrel}, and there are two: {second} stands beside it")
    return locale.say(sentence, player=who, barrel=event.barrel, second=event.second)


TELLERS: Tellers = {
    e.BarrelsSet: _set,
    e.BarrelExploded: _exploded,
    e.BarrelDoubled: _doubled,
}

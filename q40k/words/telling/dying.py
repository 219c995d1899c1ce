"""Wounds in sentences; deaths have a room of their own."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _nuke(speech: Speech, state: Match, event: e.NukeRolled) -> str:
    hurt = N_("The nuke hits {player}: {die}, and {needed}+ wounds")
    unhurt = N_("The nuke hits {player}: {die}, but only {needed}+ wounds")
    sentence = hurt if event.die >= event.needed else unhurt
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, die=event.die, needed=event.needed)


def _wounded(speech: Speech, state: Match, event: e.Wounded) -> str:
    return speech.ngettext(
        "{player} takes a wound: {left} wound left",
        "{player} takes a wound: {left} wounds left",
        event.left,
    ).format(player=name_of(state, event.player), left=event.left)


TELLERS: Tellers = {
    e.NukeRolled: _nuke,
    e.Wounded: _wounded,
}

"""Wounds in sentences; deaths have a room of their own."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def _nuke(locale: Locale, state: Match, event: e.NukeRolled) -> str:
    hurt = N_("The nuke hits {player}: {die}, and {needed}+ wounds")
    unhurt = N_("The nuke hits {player}: {die}, but only {needed}+ wounds")
    sentence = hurt if event.die >= event.needed else unhurt
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, die=event.die, needed=event.needed)


def _wounded(locale: Locale, state: Match, event: e.Wounded) -> str:
    return locale.ngettext(
        "{player} takes a wound: {left} wound left",
        "{player} takes a wound: {left} wounds left",
        event.left,
    ).format(player=name_of(state, event.player), left=event.left)


TELLERS: Tellers = {
    e.NukeRolled: _nuke,
    e.Wounded: _wounded,
}

"""Flags in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def flag_name(locale: Locale, state: Match, flag: str) -> str:
    """What a flag is called: by whose it is, "the flag" where all fight for one."""
    known = state.flags.get(flag)
    if known is None or known.team is None:
        return locale.gettext(N_("the flag"))
    return locale.say(N_("the flag of {team}"), team=known.team)


def _placed(locale: Locale, _state: Match, event: e.FlagsPlaced) -> str:
    if len(event.flags) == 1:
        return locale.gettext(N_("The flag stands half-way"))
    return locale.gettext(N_("A flag stands in every base"))


def _taken(locale: Locale, state: Match, event: e.FlagTaken) -> str:
    first, again = N_("{player} takes {flag}"), N_("{player} picks up {flag}")
    who, flag = name_of(state, event.player), flag_name(locale, state, event.flag)
    return locale.say(again if event.again else first, player=who, flag=flag)


def _dropped(locale: Locale, state: Match, event: e.FlagDropped) -> str:
    flag = flag_name(locale, state, event.flag)
    return locale.say(N_("{player} drops {flag}"), player=name_of(state, event.player), flag=flag)


def _returned(locale: Locale, state: Match, event: e.FlagReturned) -> str:
    flag = flag_name(locale, state, event.flag)
    if event.player is None:
        return locale.say(N_("Back to where it began: {flag}"), flag=flag)
    who = name_of(state, event.player)
    return locale.say(N_("{player} sends {flag} back home"), player=who, flag=flag)


def _handed(locale: Locale, state: Match, event: e.FlagHandedOver) -> str:
    who, to = name_of(state, event.player), name_of(state, event.to)
    flag = flag_name(locale, state, event.flag)
    return locale.say(N_("{player} hands {flag} over to {to}"), player=who, to=to, flag=flag)


def _kept(locale: Locale, state: Match, event: e.FlagKept) -> str:
    who, dead = name_of(state, event.player), name_of(state, event.dead)
    flag = flag_name(locale, state, event.flag)
    sentence = N_("{player} still holds {flag}: they shared it, and only {dead} is dead")
    return locale.say(sentence, player=who, flag=flag, dead=dead)


def _captured(locale: Locale, state: Match, event: e.FlagCaptured) -> str:
    who, flag = name_of(state, event.player), flag_name(locale, state, event.flag)
    return locale.say(N_("{player} brings {flag} home"), player=who, flag=flag)


TELLERS: Tellers = {
    e.FlagsPlaced: _placed,
    e.FlagTaken: _taken,
    e.FlagDropped: _dropped,
    e.FlagReturned: _returned,
    e.FlagHandedOver: _handed,
    e.FlagKept: _kept,
    e.FlagCaptured: _captured,
}

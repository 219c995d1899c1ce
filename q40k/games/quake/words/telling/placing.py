"""Places that are said, in sentences."""

from __future__ import annotations

from q40k.games.quake.arena.tiles import tile_of
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def _placed(locale: Locale, state: Match, event: e.Placed) -> str:
    who = name_of(state, event.player)
    if event.at is None:
        return locale.say(N_("Nobody knows where {player} stands any more"), player=who)
    if event.portal is not None:
        return locale.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)
    assert state.setup.arena is not None
    tile = tile_of(event.at, state.setup.arena.size)
    return locale.say(N_("{player} stands in tile {tile}"), player=who, tile=tile)


TELLERS: Tellers = {e.Placed: _placed}

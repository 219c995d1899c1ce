"""Places that are said, in sentences."""

from __future__ import annotations

from q40k.board.places import tile_of
from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _placed(speech: Speech, state: Match, event: e.Placed) -> str:
    who = name_of(state, event.player)
    if event.at is None:
        return speech.say(N_("Nobody knows where {player} stands any more"), player=who)
    if event.portal is not None:
        return speech.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)
    assert state.arena is not None
    tile = tile_of(event.at, state.arena.size)
    return speech.say(N_("{player} stands in tile {tile}"), player=who, tile=tile)


TELLERS: Tellers = {e.Placed: _placed}

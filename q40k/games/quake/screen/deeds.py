"""What champions may do for what the mod is about: each kind of deed registered by its chapter.

@deeds(40)
def _buildings(state: Match, one: Player) -> Iterator[Deed]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk
from q40k.tui.forms import Form


class Deed(Struct, frozen=True):
    """Something `player` may do: `words` say it, `note` stands beside it, both with the `facts`.

    `does` is the command for it, or the form that asks for what there is still to know.
    """

    player: str
    words: str
    note: str
    does: Command | Callable[[Desk], Form]
    facts: Mapping[str, object] = {}


Finder = Callable[[Match, Player], Iterator[Deed]]

_FINDERS: dict[int, Finder] = {}


def deeds(at: int) -> Callable[[Finder], Finder]:
    """Register what finds the deeds of a champion on the table; `at` is their place in the menu."""

    def registered(finder: Finder) -> Finder:
        if at in _FINDERS:
            raise ValueError(f"two kinds of deed at {at}")
        _FINDERS[at] = finder
        return finder

    return registered


def found(state: Match, player: str | None = None) -> tuple[Deed, ...]:
    """What `player` (the active one) may do, and what belongs beside it."""
    who = state.play.active if player is None else player
    if not state.running or state.outcome.over or who is None or not state.players[who].in_play:
        return ()
    one = state.players[who]
    return tuple(deed for _at, finder in sorted(_FINDERS.items()) for deed in finder(state, one))

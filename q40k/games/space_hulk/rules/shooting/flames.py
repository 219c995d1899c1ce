"""Fire in a section: its squares, and the dice for the pieces in it."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import Cause, kill_event
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.shooting.pieces import is_immune
from q40k.games.space_hulk.rules.state import Fire, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

BURNS: Final = 2


@event
class Burning(Event, tag="burning"):
    """A section burns, on these squares if places are kept; `counters` are added to it."""

    section: str
    squares: tuple[str, ...] = ()
    counters: int = 1


@event
class FlamesRolled(Event, tag="flames-rolled"):
    """The dice for all pieces in the flames."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]


@fold(Burning)
def _burning(state: Match, event: Burning) -> Match:
    before = state.fires.get(event.section, Fire(counters=0))
    squares = tuple(dict.fromkeys((*before.squares, *event.squares)))
    fire = Fire(squares, before.counters + event.counters)
    burnt = tuple(dict.fromkeys((*state.tally.burnt, event.section)))
    return state.replace(fires={**state.fires, event.section: fire}, burnt=burnt)


def burn_pieces(live: Live[Match], pieces: tuple[str, ...], by: Cause) -> Rule[None]:
    """Roll a die for each piece in the flames: destroyed on 2+. The Alpha does not burn.

    Rule: SH-FLAMER-3, SH-FLAMER-6, SH-ALPHA-4, SH1-FLAMER-3
    """
    targets = tuple(piece for piece in pieces if not is_immune(live.state, piece))
    dice = yield from roll("marine", "flames", "SH-FLAMER-3", len(targets), targets=targets)
    if not targets:
        return
    yield FlamesRolled(targets=targets, dice=dice)
    for target, die in zip(targets, dice, strict=True):
        if die >= BURNS:
            yield kill_event(live.state, target, by)

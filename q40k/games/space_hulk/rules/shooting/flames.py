"""Fire in a section: what burns, who is in it, the dice."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import Cause, kill
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.shooting.pieces import immune
from q40k.games.space_hulk.rules.state import Fire, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

BURNS: Final = 2


@event
class Burning(Event, tag="burning"):
    """A section burns: these of its squares, where places are kept. It is one more counter."""

    section: str
    squares: tuple[str, ...] = ()
    counters: int = 1


@event
class FlamesRolled(Event, tag="flames-rolled"):
    """The dice for all who were in the flames."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]


@fold(Burning)
def _burning(state: Match, event: Burning) -> Match:
    before = state.fires.get(event.section, Fire(counters=0))
    squares = tuple(dict.fromkeys((*before.squares, *event.squares)))
    fire = Fire(squares, before.counters + event.counters)
    burnt = tuple(dict.fromkeys((*state.tally.burnt, event.section)))
    return state.replace(fires={**state.fires, event.section: fire}, burnt=burnt)


def burn(live: Live[Match], pieces: tuple[str, ...], by: Cause) -> Rule[None]:
    """A die for each piece in the flames: destroyed on 2+. The Alpha does not burn.

    Rule: SH-FLAMER-3, SH-FLAMER-6, SH-ALPHA-4, SH1-FLAMER-3
    """
    targets = tuple(one for one in pieces if not immune(live.state, one))
    dice = yield from roll("marine", "flames", "SH-FLAMER-3", len(targets), targets=targets)
    if not targets:
        return
    yield FlamesRolled(targets=targets, dice=dice)
    for one, die in zip(targets, dice, strict=True):
        if die >= BURNS:
            yield kill(live.state, one, by)

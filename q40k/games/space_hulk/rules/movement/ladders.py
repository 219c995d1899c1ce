"""Ladders: a marine who climbs to the top may fall to the foot."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.losses import kill_event
from q40k.games.space_hulk.rules.places import board, pieces_by_square
from q40k.games.space_hulk.rules.questions import roll_one
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

FALLS: Final = 1


@event
class Climbed(Event, tag="climbed"):
    """A marine has come to the top of a ladder and rolled this die; `fell` says whether he fell."""

    who: str
    die: int
    fell: bool
    at: str | None = None


@fold(Climbed)
def _climbed(state: Match, event: Climbed) -> Match:
    if not event.fell:
        return state
    changes: dict[str, object] = {"ap": 0}
    if event.at is not None:
        changes["at"] = event.at
    return state.with_marine(event.who, **changes)


def climb(live: Live[Match], who: str, top: Cell | None) -> Rule[bool]:
    """Roll for a marine who has come to a top; return whether he fell. A piece at the foot dies.

    Rule: SH-LADDER-4, SH-LADDER-5, SH-LADDER-6
    """
    die = yield from roll_one("marine", "ladder", "SH-LADDER-4", who=who)
    ground = board(live.state)
    foot = None if ground is None or top is None else ground.ladders.get(top)
    fell = die == FALLS
    below = pieces_by_square(live.state).get(foot) if fell and foot is not None else None
    if below is not None:
        yield kill_event(live.state, below, "fall")
    at = ground.name(foot) if ground is not None and foot is not None and fell else None
    yield Climbed(who=who, die=die, fell=fell, at=at)
    return fell

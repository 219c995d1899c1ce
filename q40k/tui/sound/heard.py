"""What is heard of a match: a clip at a call, and when the clock warns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from q40k.games.game import Game
from q40k.kernel.calls import Call
from q40k.table.settings import Settings
from q40k.table.shown.clock import Alarm

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

ALARMS: dict[Alarm, Clip] = {
    "match-short": "clock",
    "match-over": "horn",
    "part-called": "bell",
    "part-over": "bell",
}
"""What is heard of the clock, where a game has nothing of its own for it."""
CLOCK = "clock"
"""What the clock is called among the kinds of call that make no sound."""


def kinds(game: Game) -> tuple[str, ...]:
    """Every kind of call, the weightiest first."""
    weights = game.calls.kinds if game.calls is not None else {}
    return tuple(sorted(weights, key=lambda kind: -weights[kind]))


def audible(game: Game) -> tuple[str, ...]:
    """Every kind of call that can be heard, the weightiest first, and the clock."""
    heard = (kind for kind in kinds(game) if game.clips.get(kind, "call") is not None)
    return (*heard, CLOCK)


def of_calls(game: Game, taste: Settings, calls: Iterable[Call]) -> Clip | None:
    """What is heard of calls made at the same time: only the weightiest; None is silence."""
    if game.calls is None or not (taste.sound and taste.calls):
        return None
    weights = game.calls.kinds
    made = {one.kind for one in calls}.difference(taste.silent, taste.mute)
    clips = (game.clips.get(kind, "call") for kind in sorted(made, key=lambda one: -weights[one]))
    return next((clip for clip in clips if clip is not None), None)


def of_alarm(game: Game, taste: Settings, alarm: Alarm) -> Clip | None:
    """What is heard of the clock; None is silence."""
    if not taste.sound or CLOCK in taste.mute:
        return None
    return game.clips.get(alarm, ALARMS[alarm])

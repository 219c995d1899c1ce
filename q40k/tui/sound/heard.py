"""The clips of a match: one at a call, and one when the clock warns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from q40k.games.game import Game
from q40k.kernel.commentary import Call
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
"""The clips of the clock, for a game without its own."""
CLOCK = "clock"
"""The name of the clock among the kinds of call that make no sound."""


def kinds(game: Game) -> tuple[str, ...]:
    """Return every kind of call, the most important first."""
    weights = game.calls.kinds if game.calls is not None else {}
    return tuple(sorted(weights, key=lambda kind: -weights[kind]))


def audible(game: Game) -> tuple[str, ...]:
    """Return every kind of call that can be heard, the most important first, and the clock."""
    with_clip = (kind for kind in kinds(game) if game.clips.get(kind, "call") is not None)
    return (*with_clip, CLOCK)


def clip_of_calls(game: Game, settings: Settings, calls: Iterable[Call]) -> Clip | None:
    """Return the clip of calls made at the same time: the most important; None is silence."""
    if game.calls is None or not (settings.sound and settings.calls):
        return None
    weights = game.calls.kinds
    called = {call.kind for call in calls}.difference(settings.silent, settings.mute)
    clips = (
        game.clips.get(kind, "call") for kind in sorted(called, key=lambda call: -weights[call])
    )
    return next((clip for clip in clips if clip is not None), None)


def clip_of_alarm(game: Game, taste: Settings, alarm: Alarm) -> Clip | None:
    """Return the clip of the clock's warning; None is silence."""
    if not taste.sound or CLOCK in taste.mute:
        return None
    return game.clips.get(alarm, ALARMS[alarm])

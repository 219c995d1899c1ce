"""What the map costs: a redraw after ten entries and after ten thousand, a frame from nothing."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from statistics import median

from msgspec import structs

from benchmarks.matches import lay_out, play
from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.map_scene import Line, Overlay, Scene, scene
from q40k.games.quake.table.landmarks import Known
from q40k.packs.library import Library
from q40k.table.match_library import throw_away
from q40k.tui.map.draw import draw
from q40k.tui.map.palette import DARK
from q40k.tui.map.port import Port
from q40k.tui.map.rows import beside, left_ruler, strip

PLAYERS = 24
FRAME = 1 / 60
PANE = (80, 30)
SCREEN = (200, 55)
"""The largest map anybody is likely to have, in characters."""


def state_after(library: Library, entries: int) -> Match:
    """A match of 24 champions whose places are all known, after so many more entries."""
    match_session = throw_away()
    lay_out(match_session, library, PLAYERS)
    play(match_session, match_session.head + entries)
    if match_session.state.outcome.over:
        match_session.do(c.PlayOn())
    assert match_session.state.setup.arena is not None
    boxes = list(Known(match_session.state.setup.arena.size).tiles.values())
    for box, one in zip(boxes, match_session.state.players.values(), strict=False):
        if one.in_play:
            at = (box[0] + 10, box[1] + 10)
            match_session.do(c.PlaceAt(player=one.name, at=at, override="as it lies"))
    state = match_session.state
    match_session.close()
    return state


def shown(state: Match, size: tuple[int, int], step: int, bare: Scene | None = None) -> None:
    """One redraw: the cursor and the way to it have moved by a step."""
    cursor = (10 + step % 40, 12.0)
    made = scene(state, Overlay(lines=(Line(((5, 5), cursor)),), cursor=cursor))
    assert made is not None
    if bare is not None:
        made = replace(made, arena=bare.arena)
    port = Port(made.arena.size, *size)
    cells = draw(made, port, DARK)
    beside(cells, port, DARK)
    for left, row in zip(left_ruler(port, DARK), cells, strict=True):
        strip([*left, *row])


def redraws(young: Match, old: Match, runs: int = 150) -> tuple[float, float]:
    """The median seconds of a redraw of a young and of an old match, taken in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for step in range(runs):
        for state, kept in zip((young, old), times, strict=True):
            kept.append(_timed(partial(shown, state, PANE, step)))
    return median(times[0]), median(times[1])


def whole_frame(state: Match, library: Library, runs: int = 30) -> float:
    """The median seconds of a full redraw of the largest arena, nothing of it known before."""
    arena = library.arenas["hivegate-180"]
    times = []
    for step in range(runs):
        fresh = Scene(structs.replace(arena))  # another arena, so that nothing kept is any use
        times.append(_timed(partial(shown, state, SCREEN, step, fresh)))
    return median(times)


def _timed(work: partial[None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began

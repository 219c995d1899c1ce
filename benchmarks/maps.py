"""What the map costs: a redraw after ten entries and after ten thousand, a frame from nothing."""

from __future__ import annotations

import time
from functools import partial
from statistics import median

from msgspec.structs import replace

from benchmarks.matches import lay_out, play
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.ending import PlayOn
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.table.places import Surroundings
from q40k.games.quake.table.scene import bare_scene, scene
from q40k.geometry.scene import Line, Overlay
from q40k.table.match_library import temporary_match
from q40k.tui.map.draw import Painter, left_ruler, strip, write_names_beside
from q40k.tui.map.graphics import Graphics, Protocol
from q40k.tui.map.layer import PixelLayer
from q40k.tui.map.palette import DARK
from q40k.tui.map.port import Port

PLAYERS = 24
LARGEST_GOAL = 3.0
PANE = (80, 30)
HALF, GOAL = (97, 54), 7_000
"""The map of half of a screen of 200x60 in characters, and the seconds from a key to its picture in pixels."""
CELL = (9, 18)
"""A character of the terminal in dots."""
SCREEN = (200, 55)
"""The largest map anybody is likely to have, in characters."""


def state_after(library: Library, entries: int) -> Match:
    """A match of 24 champions whose places are all known, after so many more entries."""
    match_session = temporary_match()
    lay_out(match_session, library, PLAYERS)
    play(match_session, match_session.head + entries)
    if match_session.state.outcome.over:
        match_session.do(PlayOn())
    assert match_session.state.setup.arena is not None
    boxes = list(Surroundings(match_session.state.setup.arena.size).tiles.values())
    for box, one in zip(boxes, match_session.state.players.values(), strict=False):
        if one.in_play:
            at = (box[0] + 10, box[1] + 10)
            match_session.do(PlaceAt(player=one.name, at=at, override="as it lies"))
    state: Match = match_session.state
    match_session.close()
    return state


def shown(painter: Painter, state: Match, size: tuple[int, int], step: int, arena: Arena | None = None) -> None:
    """One redraw, perhaps on another arena: the cursor and the way to it have moved by a step."""
    cursor = (10 + step % 40, 12.0)
    made = scene(state)
    assert made is not None
    if arena is not None:
        table = bare_scene(arena)
        made = replace(made, size=table.size, ground=table.ground, labels=table.labels, grid=table.grid)
    port = Port(made.size, *size)
    overlay = Overlay(lines=(Line(((5, 5), cursor)),), cursor=cursor)
    cells = painter.draw(made, port, DARK, overlay)
    write_names_beside(cells, port, made.grid, DARK)
    for left, row in zip(left_ruler(port, made.grid, DARK), cells, strict=True):
        strip([*left, *row])


def redraws(young: Match, old: Match, runs: int = 150) -> tuple[float, float]:
    """The median seconds of a redraw of a young and of an old match, taken in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    painters = (Painter(), Painter())
    for step in range(runs):
        for state, painter, kept in zip((young, old), painters, times, strict=True):
            kept.append(_timed(partial(shown, painter, state, PANE, step)))
    return median(times[0]), median(times[1])


def whole_frames(state: Match, library: Library, runs: int = 30) -> tuple[float, float]:
    """The median seconds of a full redraw of the largest and of the smallest arena, nothing of it known before."""
    by_area = sorted(library.arenas.values(), key=lambda arena: arena.size[0] * arena.size[1])
    times = [
        [_timed(partial(shown, Painter(), state, SCREEN, step, arena)) for step in range(runs)]
        for arena in (by_area[-1], by_area[0])
    ]
    return median(times[0]), median(times[1])


def pixels(state: Match, protocol: Protocol, size: tuple[int, int], runs: int = 60) -> tuple[float, float]:
    """The CPU seconds of a picture: 95 of 100 changes of a cursor and its way, and a whole one of new colours.

    Drawn and worded as for a terminal; what the terminal itself needs is not in it.
    """
    layer = PixelLayer(Graphics(protocol, CELL))
    made = scene(state)
    assert made is not None
    port = Port(made.size, *size, aspect=layer.aspect)
    rows = range(port.rows)
    layer.draw(made, port, DARK, Overlay())
    layer.word_rows(rows, (0, 0))
    changes = []
    for step in range(runs):
        cursor = (10 + step % 40, 12.0 + step % 7)
        began = time.process_time()
        changed = layer.draw(made, port, DARK, Overlay(lines=(Line(((5, 5), cursor)),), cursor=cursor))
        layer.word_change(changed, (0, 0))
        changes.append(time.process_time() - began)
    whole = []
    for _ in range(max(3, runs // 10)):
        began = time.process_time()
        layer.word_rows(rows, (0, 0))
        whole.append(time.process_time() - began)
    return sorted(changes)[round(0.95 * (runs - 1))], median(whole)


def _timed(work: partial[None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began

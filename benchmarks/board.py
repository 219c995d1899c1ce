"""What the board costs: one redraw's checks, and all lines of sight against a plain loop.

Shadows that end in the middle of bases need polygons, as in the plain loop: some 500 looks here.
They are cut off in a few calls for all looks together.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np
import shapely

from q40k.games.quake.arena.deployment import free_tiles
from q40k.games.quake.arena.figures import ArenaPositions, laid_on, spotting
from q40k.games.quake.arena.portals import arrival, occupants
from q40k.geometry.hiding import screens_of, stretches, transparent
from q40k.geometry.positions import gap_in, groups, nearest
from q40k.geometry.sight import View, seen_by
from q40k.geometry.space import outline
from q40k.geometry.templates import find_touched_figures, ordnance
from q40k.geometry.wedges import eyes_of
from tests.games.quake.arena.tables import crowd
from tests.geometry.by_polygons import Shade, share_seen

CHAMPIONS, PIECES = 24, 60
TOLERANCE = 1e-3
"""The accuracy of shares that polygons tell; other shares are accurate to 1e-9."""
GOAL = 1_000
"""All checks of a redraw, in chess moves replayed: about half a frame."""
EVERY = 9
"""The plain loop is measured on every ninth pair, as all of them take it a minute."""


def full_table(champions: int = CHAMPIONS, pieces: int = PIECES) -> ArenaPositions:
    """Champions, a sixth of them on ovals, and pieces of scenery on 180 x 120 cm."""
    return crowd(1, champions, pieces)


def anew(table: ArenaPositions) -> ArenaPositions:
    """The same table with nothing worked out yet but the field."""
    return laid_on(table.arena, table.figures)


def timed(runs: int, work: Callable[[], object]) -> tuple[float, float]:
    """The median time of some runs by the clock and by the processor, in seconds."""
    times = []
    for _ in range(runs):
        began, busy = time.perf_counter(), time.process_time()
        work()
        times.append((time.perf_counter() - began, time.process_time() - busy))
    return median(clock for clock, _ in times), median(busy for _, busy in times)


def frame(table: ArenaPositions, runs: int = 60) -> tuple[float, float]:
    """The time of all checks of one redraw, a champion having just been moved: clock, processor."""
    redraw(table)
    return timed(runs, lambda: redraw(anew(table)))


def redraw(table: ArenaPositions) -> None:
    """All that can be asked of a table in one picture, as the champion F0 has it."""
    others = [one.id for one in table.others("F0")]
    mine = table.figure("F0")
    free_tiles(table)
    groups(table)
    for token in table.arena.tokens:
        nearest(table, token.at)
    for portal in table.portals:
        occupants(table, portal)
        arrival(table, portal, mine.base, who="F0")
    seen_by(table, "F0", others)
    for other in others:
        gap_in(mine, table.figure(other))
        spotting(table, "F0", other)
    find_touched_figures(table, ordnance((90, 60)))


def all_pairs(table: ArenaPositions, runs: int = 7) -> float:
    """The processor's time for how everybody sees everybody, a pass for each, in seconds."""
    look_around(anew(table))
    return timed(runs, lambda: look_around(anew(table)))[1]


def look_around(table: ArenaPositions) -> list[dict[str, View]]:
    """How everybody sees everybody else."""
    return [seen_by(table, one.id, [other.id for other in table.others(one.id)]) for one in table.figures]


def plain_loop(table: ArenaPositions) -> tuple[float, float]:
    """The processor's time for all pairs, one shapely call after the other, and how far the answers differ.

    It asks for each pair what reaches into the strip from base to base, and takes the shadows of
    that from the target's outline, eye by eye: the best of the eyes is the share.
    """
    quick = look_around(table)
    count = len(table.figures)
    pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
    some = pairs[::EVERY]
    apart = 0.0
    began = time.process_time()
    for shooter, target in some:
        apart = max(apart, abs(plain_share(table, shooter, target) - quick[shooter][table.figures[target].id].share))
    took = (time.process_time() - began) * len(pairs) / len(some)
    if apart > TOLERANCE:
        raise AssertionError(f"the plain loop answers otherwise, by {apart:.4f}")
    return took, apart


def plain_share(table: ArenaPositions, shooter: int, target: int) -> float:
    """The share of one target that a shooter sees, by shapely alone."""
    one, other = table.figures[shooter], table.figures[target]
    rims = [*outline(one.base, one.spot), *outline(other.base, other.spot)]
    strip = shapely.MultiPoint(rims).convex_hull
    screens = screens_of(table)
    clear = transparent(table)
    open_ = clear[shooter] | clear[target]
    shades: list[Shade] = []
    for number in range(len(screens.owner)):
        if open_[screens.owner[number]]:
            continue
        (px, py), (qx, qy) = screens.p[number].tolist(), screens.q[number].tolist()
        radius = float(screens.radius[number])
        if shapely.LineString([(px, py), (qx, qy)]).distance(strip) > radius:
            continue
        row = np.array([[number], [shooter], [target]], dtype=np.intp)
        near, far = stretches(table, screens, (row[0], row[1], row[2]))
        shades.append((((px, py), (qx, qy)), radius, float(near[0]), float(far[0])))
    return max(share_seen((float(x), float(y)), other.base, other.spot, shades) for x, y in eyes_of(one))

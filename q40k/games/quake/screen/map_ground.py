"""What lies still on a map: table, tiles, bases, scenery, portals. Drawn once for each window.

Half a character is a dot. Each dot knows what it shows (a number among the `Ground`'s `looks`), so
that whatever moves can be drawn over it, and a map without colours be made from the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from q40k.games.quake.arena.picture import TEXTURES, Texture, texture
from q40k.games.quake.arena.tiles import TILE_CM
from q40k.games.quake.packs.arena import Arena
from q40k.geometry.outlines import Corners, around
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.tui.map.palette import Colour, Palette, mixed, rgb
from q40k.tui.map.port import Port

BEYOND, GROUND, CHEQUER = 0, 1, 2
_HIGHEST_IN: Final = 12.0
_FINE_CM: Final = 0.6
"""With dots as small as this a circle looks round wherever it lies."""
_SPARSE: Final[frozenset[Texture]] = frozenset(
    {"water", "lethal", "dangerous", "difficult", "climbable", "high", "dark", "blocks_sight"}
)
"""Textures whose character is strewn over their colour; the others are known by it alone."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a dot may show: its colour, the character of its texture, and what it stands for."""

    colour: Colour
    mark: str = " "
    strewn: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Letters on a map: where their middle is, and which colour they have."""

    at: Spot
    text: str
    colour: Colour
    bold: bool = False
    layer: str = "scenery"
    portal: int | None = None


@dataclass(frozen=True)
class Ground:
    """Everything that lies still: dots by row, what they may show, and the letters on them."""

    dots: tuple[tuple[int, ...], ...]
    looks: tuple[Look, ...]
    labels: tuple[Label, ...]


Tints = tuple[tuple[int, str], ...]
"""The colours of bases: their numbers, and whose they are."""
_KEPT: dict[tuple[int, Port, str, frozenset[str], Tints], tuple[Arena, Ground]] = {}
_MOST_KEPT: Final = 48


def ground(
    arena: Arena, port: Port, palette: Palette, layers: frozenset[str], tints: Tints = ()
) -> Ground:
    """The still part of a map; kept, as it is the same until the window moves."""
    shown = frozenset(layers & {"scenery", "portals", "tiles"})
    key = (id(arena), port, palette.name, shown, tints)
    known = _KEPT.get(key)
    if known is not None and known[0] is arena:
        return known[1]
    made = _drawn(arena, port, palette, shown, dict(tints))
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.pop(next(iter(_KEPT)))
    _KEPT[key] = (arena, made)
    return made


def _drawn(
    arena: Arena, port: Port, palette: Palette, layers: frozenset[str], tints: dict[int, str]
) -> Ground:
    looks = [Look(palette.beyond), Look(palette.ground), Look(palette.chequer)]
    dots = _table(port, chequered="tiles" in layers)
    labels: list[Label] = []
    for base in arena.bases:
        tint = rgb(tints[base.number]) if base.number in tints else palette.faint
        looks.append(Look(mixed(palette.ground, tint, 0.35), "'", strewn=True))
        _fill(dots, port, base.polygon, len(looks) - 1)
    for piece in arena.scenery if "scenery" in layers else ():
        looks.append(_look(texture(piece), piece.height_in, palette))
        _fill(dots, port, piece.corners, len(looks) - 1)
    for portal in arena.portals if "portals" in layers else ():
        looks.append(Look(palette.portal, "("))
        rim = around(_steadied(port, portal.at), portal.diameter_in * CM_PER_INCH / 2, 32)
        if not palette.plain:
            _fill(dots, port, rim, len(looks) - 1)
        text = f"({portal.number})" if palette.plain else str(portal.number)
        labels.append(Label(portal.at, text, palette.portal_ink, True, "portals", portal.number))
    labels += [
        Label(_middle(base.polygon), f"[{base.number}]", palette.ink, True) for base in arena.bases
    ]
    return Ground(tuple(map(tuple, dots)), tuple(looks), tuple(labels))


def _look(name: Texture, height_in: float, palette: Palette) -> Look:
    """How a piece looks: what is high is a little lighter."""
    if palette.plain:
        return Look(palette.ground, TEXTURES[name])
    lift = min(height_in, _HIGHEST_IN) / _HIGHEST_IN * 0.16
    to = palette.ink
    return Look(mixed(palette.textures[name], to, lift), TEXTURES[name], name in _SPARSE)


def _table(port: Port, *, chequered: bool) -> list[list[int]]:
    """The bare table, its tiles chequered or not."""
    left, top = port.corner
    dot, (width, height) = port.dot_cm, port.size
    columns = [
        int(x // TILE_CM) if 0 <= (x := left + (n + 0.5) * dot) < width else None
        for n in range(port.columns)
    ]
    rows = []
    for n in range(2 * port.rows):
        y = top - (n + 0.5) * dot
        tile = int(y // TILE_CM) if 0 <= y < height else None
        rows.append([
            BEYOND if tile is None or c is None else GROUND + chequered * ((tile + c) % 2)
            for c in columns
        ])  # fmt: skip
    return rows


def spans(port: Port, corners: Corners) -> Iterator[tuple[int, int, int]]:
    """Which dots lie in an outline: row, first column, column after the last, of what is shown."""
    points = [port.dots(corner) for corner in corners]
    ys = [y for _, y in points]
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    for row in range(max(0, floor(min(ys))), min(2 * port.rows, ceil(max(ys)) + 1)):
        y = row + 0.5
        meets = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in sides
            if (ay > y) != (by > y)
        )
        for start, end in zip(meets[::2], meets[1::2], strict=False):
            first, last = max(0, ceil(start - 0.5)), min(port.columns, ceil(end - 0.5))
            if first < last:
                yield row, first, last


def _fill(dots: list[list[int]], port: Port, corners: Corners, look: int) -> None:
    """Fill an outline; one thinner than a dot is drawn along its sides, so that walls show."""
    filled = 0
    for row, first, last in spans(port, corners):
        dots[row][first:last] = [look] * (last - first)
        filled += last - first
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    long = max(max(xs) - min(xs), max(ys) - min(ys)) / port.dot_cm
    if filled >= 0.7 * long:
        return
    for column, row in _along(port, corners):
        if 0 <= row < 2 * port.rows and 0 <= column < port.columns:
            dots[row][column] = look


def _along(port: Port, corners: Corners) -> Iterator[tuple[int, int]]:
    points = [port.dots(corner) for corner in corners]
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        steps = max(1, ceil(max(abs(bx - ax), abs(by - ay)) * 1.5))
        for step in range(min(steps, 4000)):
            share = step / steps
            yield floor(ax + (bx - ax) * share), floor(ay + (by - ay) * share)


def _steadied(port: Port, at: Spot) -> Spot:
    """A place moved to the middle of its character, so that what is small and round looks it."""
    return port.spot(*port.cell(at)) if port.dot_cm > _FINE_CM else at


@lru_cache(maxsize=64)
def _middle(corners: tuple[Spot, ...]) -> Spot:
    return (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )

"""What lies still on a map: the table, its squares and its areas.

Half a character is a dot. Each dot knows what it shows (a number among the `Ground`'s `looks`), so
that whatever moves can be drawn over it, and a map without colours be made from the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from q40k.geometry import outlines
from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import Area, Grid, Scene, Style
from q40k.geometry.spots import Spot
from q40k.tui.map.palette import Colour, Palette, mixed, rgb
from q40k.tui.map.port import Port

BEYOND, GROUND, CHEQUER = 0, 1, 2
_FINE_CM: Final = 0.6
"""With dots as small as this a circle looks round wherever it lies."""
_ROUND_SIDES: Final = 32


@dataclass(frozen=True, slots=True)
class Look:
    """What a dot may show: its colour, the character of its area, and whether that is strewn."""

    colour: Colour
    mark: str = " "
    strewn: bool = False


@dataclass(frozen=True)
class Ground:
    """Everything that lies still: dots by row, and what they may show."""

    dots: tuple[tuple[int, ...], ...]
    looks: tuple[Look, ...]


def ground(scene: Scene, port: Port, palette: Palette, *, chequered: bool) -> Ground:
    """The still part of a map."""
    looks = [Look(palette.beyond), Look(palette.ground), Look(palette.chequer)]
    dots = _table(port, scene.grid, chequered=chequered)
    for area in scene.ground:
        style = scene.styles[area.style]
        if palette.plain and not style.mark:
            continue
        outline = outline_of(area, port)
        if not _met(port, outline):
            continue
        looks.append(Look(filled(area, palette, scene.styles), style.mark, style.strewn))
        _fill(dots, port, outline, len(looks) - 1)
    return Ground(tuple(map(tuple, dots)), tuple(looks))


def filled(area: Area, palette: Palette, styles: Mapping[str, Style]) -> Colour:
    """What an area is filled with: as much of its colour as its style has, what is high lighter."""
    style = styles[area.style]
    colour = palette.of(style) if area.colour is None else rgb(area.colour)
    return mixed(mixed(palette.ground, colour, style.share), palette.ink, area.lift)


def outline_of(area: Area, port: Port) -> Corners:
    """The corners of an area in a window; a circle is laid so that it looks round there."""
    if area.circle is None:
        return area.corners
    at, radius_cm = area.circle
    return around(_steadied(port, at), radius_cm, _ROUND_SIDES)


def _table(port: Port, grid: Grid | None, *, chequered: bool) -> list[list[int]]:
    """The bare table, its squares chequered or not."""
    left, top = port.corner
    dot, (width, height) = port.dot_cm, port.size
    step = grid.step_cm if grid is not None else max(width, height)
    columns = [
        int(x // step) if 0 <= (x := left + (n + 0.5) * dot) < width else None
        for n in range(port.columns)
    ]
    rows = []
    for n in range(2 * port.rows):
        y = top - (n + 0.5) * dot
        square = int(y // step) if 0 <= y < height else None
        rows.append([
            BEYOND if square is None or c is None else GROUND + chequered * ((square + c) % 2)
            for c in columns
        ])  # fmt: skip
    return rows


def _met(port: Port, corners: Corners) -> bool:
    """Whether any of an outline may lie in a window."""
    points = [port.dots(corner) for corner in corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, down = port.columns, 2 * port.rows
    return max(xs) >= 0 and min(xs) < across and max(ys) >= 0 and min(ys) < down


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
    """Fill an outline; one thinner than a dot is drawn along its sides, so that walls show.

    One of which little is seen, as the rest lies outside, is not thin.
    """
    filled = 0
    for row, first, last in spans(port, corners):
        dots[row][first:last] = [look] * (last - first)
        filled += last - first
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    long = max(max(xs) - min(xs), max(ys) - min(ys)) / port.dot_cm
    whole = outlines.area(corners) / port.dot_cm**2
    if filled >= 0.7 * long or whole >= 1.5 * long:
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

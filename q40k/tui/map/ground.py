"""The fixed part of a map: the table, its squares and its areas.

A dot is half a character. Each dot stores its look as an index into the `Ground`'s `looks`. Moving
parts are drawn over the dots, and a map without colours is made from the same dots.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor

from q40k.geometry import outlines
from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import Area, Grid, Scene, Style
from q40k.tui.map.palette import Colour, Palette, mix, rgb
from q40k.tui.map.port import Port

BEYOND, GROUND, CHEQUER = 0, 1, 2
_FINE_CM = 0.6
"""Circles look round at any position if dots are not larger than this."""
_ROUND_SIDES = 32


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a dot: its colour, the character of its area, and whether that is strewn."""

    colour: Colour
    mark: str = " "
    strewn: bool = False


@dataclass(frozen=True)
class Ground:
    """The fixed part of a map: dots by row, and their looks."""

    dots: tuple[tuple[int, ...], ...]
    looks: tuple[Look, ...]


def draw_ground(scene: Scene, port: Port, palette: Palette, *, chequered: bool) -> Ground:
    """Draw the fixed part of a map."""
    looks = [Look(palette.beyond), Look(palette.ground), Look(palette.chequer)]
    dots = _table(port, scene.grid, chequered=chequered)
    for area in scene.ground:
        style = scene.styles[area.style]
        if palette.plain and not style.mark:
            continue
        outline = outline_of(area, port)
        if not _is_in_view(port, outline):
            continue
        looks.append(Look(fill_colour(area, palette, scene.styles), style.mark, style.strewn))
        _fill(dots, port, outline, len(looks) - 1)
    return Ground(tuple(map(tuple, dots)), tuple(looks))


def fill_colour(area: Area, palette: Palette, styles: Mapping[str, Style]) -> Colour:
    """Return the fill colour of an area: mixed by its style's share, lighter if raised."""
    style = styles[area.style]
    colour = palette.of(style) if area.colour is None else rgb(area.colour)
    return mix(mix(palette.ground, colour, style.share), palette.ink, area.lift)


def outline_of(area: Area, port: Port) -> Corners:
    """Return the corners of an area in a window. A small circle is shifted and sized so that it looks round.

    Its middle is that of a character: an odd number of dots wide, and an even number high.
    """
    if area.circle is None:
        return area.corners
    at, radius_cm = area.circle
    rim, dot = around((0.0, 0.0), 1.0, _ROUND_SIDES), port.dot_cm
    wide = high = radius_cm
    if dot > _FINE_CM:
        at = port.spot(*port.cell(at))
        dots = radius_cm / dot
        wide, high = (max(floor(dots), min(2, round(dots))) + 0.5) * dot, max(1, round(dots)) * dot
    return tuple((at[0] + x * wide, at[1] + y * high) for x, y in rim)


def _table(port: Port, grid: Grid | None, *, chequered: bool) -> list[list[int]]:
    """Return the dots of the bare table, chequered or not."""
    left, top = port.corner
    dot, (width, height) = port.dot_cm, port.size
    step = grid.step_cm if grid is not None else max(width, height)
    columns = [int(x // step) if 0 <= (x := left + (n + 0.5) * dot) < width else None for n in range(port.columns)]
    rows = []
    for n in range(2 * port.rows):
        y = top - (n + 0.5) * dot
        square = int(y // step) if 0 <= y < height else None
        rows.append(
            [BEYOND if square is None or c is None else GROUND + chequered * ((square + c) % 2) for c in columns]
        )
    return rows


def _is_in_view(port: Port, corners: Corners) -> bool:
    """Return whether a part of an outline may be in a window."""
    points = [port.dots(corner) for corner in corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, down = port.columns, 2 * port.rows
    return max(xs) >= 0 and min(xs) < across and max(ys) >= 0 and min(ys) < down


def spans(port: Port, corners: Corners) -> Iterator[tuple[int, int, int]]:
    """Yield the visible dots of an outline, as (row, first column, column after the last)."""
    points = [port.dots(corner) for corner in corners]
    ys = [y for _, y in points]
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    for row in range(max(0, floor(min(ys))), min(2 * port.rows, ceil(max(ys)) + 1)):
        y = row + 0.5
        meets = sorted(ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y))
        for start, end in zip(meets[::2], meets[1::2], strict=False):
            first, last = max(0, ceil(start - 0.5)), min(port.columns, ceil(end - 0.5))
            if first < last:
                yield row, first, last


def _fill(dots: list[list[int]], port: Port, corners: Corners, look: int) -> None:
    """Fill an outline. If it is thinner than a dot, draw its sides instead, so that walls show.

    An outline that is mostly outside the window does not count as thin.
    """
    count = 0
    for row, first, last in spans(port, corners):
        dots[row][first:last] = [look] * (last - first)
        count += last - first
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    length = max(max(xs) - min(xs), max(ys) - min(ys)) / port.dot_cm
    area = outlines.area(corners) / port.dot_cm**2
    if count >= 0.7 * length or area >= 1.5 * length:
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

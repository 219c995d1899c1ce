"""The art of `report/art.svg` for pictures in pixels: signs as polygons, textures as tiles.

Nothing here knows a scene. Lengths are in the units of the art: a sign fills a box of `SIGN`, a
texture repeats after `TILE`.
"""

import re
from functools import lru_cache
from itertools import pairwise
from math import acos, cos, degrees, hypot, pi, radians, sin

from PIL import Image, ImageDraw

from q40k.report.html import asset

Point = tuple[float, float]
Outline = tuple[Point, ...]

SIGN, TILE = 20.0, 8.0
_FINER = 4
"""A tile is drawn so many times larger and then reduced, for soft edges."""
_CURVE = 8
"""The number of lines that a curve is drawn with."""
_WORDS = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_FLAGS = re.compile(r"([Aa])([^A-Za-z]*)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 0}
_LOOKS = {
    "k": ((0, 0, 0, 90), 0.2),
    "w": ((255, 255, 255, 56), 0.2),
    "dk": ((0, 0, 0, 130), 0.5),
    "glow": ((255, 207, 90, 200), 0.4),
    "band": ((0, 0, 0, 120), 1.3),
    "kf": ((0, 0, 0, 84), 0.0),
}
"""The colour and the width of the lines of a texture by their class; 0 fills, as the page's style sheet does."""


@lru_cache(maxsize=1)
def _elements() -> dict[str, str]:
    """Return the source of each element of the art by its id."""
    return dict(re.findall(r'^<\w+ id="([^"]+)"(.*)$', asset("art.svg"), re.MULTILINE))


@lru_cache(maxsize=256)
def sign(name: str) -> tuple[Outline, ...]:
    """Return the outlines of a sign, y downwards; those inside others are holes. Unknown ones are empty."""
    source = _elements().get(f"a-{name}", "")
    match = re.search(r' d="([^"]+)"', source)
    return tuple(outline for outline, _closed in parse_path(match.group(1))) if match else ()


@lru_cache(maxsize=64)
def texture(name: str, size: int) -> Image.Image | None:
    """Return a tile of a texture, `size` dots wide, as marks to lay over a colour; None without one."""
    source = _elements().get(f"t-{name}")
    if source is None or size < 3:
        return None
    side = size * _FINER
    tile = Image.new("RGBA", (side, side))
    for look, path in re.findall(r'<path class="(\w+)" d="([^"]+)"', source):
        colour, width = _LOOKS[look]
        layer = Image.new("RGBA", tile.size)
        canvas = ImageDraw.Draw(layer)
        for outline, closed in parse_path(path):
            dots = [(x * side / TILE, y * side / TILE) for x, y in (*outline, *outline[: int(closed)])]
            if width:
                canvas.line(dots, fill=colour, width=max(1, round(width * side / TILE)))
            elif len(dots) > 2:
                canvas.polygon(dots, fill=colour)
        tile = Image.alpha_composite(tile, layer)
    return tile.resize((size, size), Image.Resampling.BOX)


# -- paths -----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def parse_path(path: str) -> tuple[tuple[Outline, bool], ...]:
    """Return the lines of an SVG path, each with whether it is closed."""
    words = _WORDS.findall(_FLAGS.sub(lambda match: match.group(1) + _space_flags(match.group(2)), path))
    outlines, points, at, command = list[tuple[Outline, bool]](), list[Point](), 0, ""
    guide: Point | None = None
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        kind = command.upper()
        numbers = [float(number) for number in words[at : at + _NUMBERS[kind]]]
        at += _NUMBERS[kind]
        here = points[-1] if points else (outlines[-1][0][0] if outlines else (0.0, 0.0))
        origin = here if command.islower() else (0.0, 0.0)
        if kind == "Z":
            outlines.append((tuple(points), True))
            points = []
            continue
        if kind == "M":
            if len(points) > 1:
                outlines.append((tuple(points), False))
            points = [(numbers[0] + origin[0], numbers[1] + origin[1])]
            continue
        if not points:  # a path goes on where a closed one began
            points = [here]
        steps, guide = _steps(kind, numbers, here, origin, guide)
        points += steps
    return (*outlines, (tuple(points), False)) if len(points) > 1 else tuple(outlines)


def _space_flags(arguments: str) -> str:
    """Return the arguments of arcs with spaces around their flags, which may be written without."""
    number = r"(-?(?:\d+\.?\d*|\.\d+))[\s,]*"
    return re.sub(number * 3 + r"([01])[\s,]*([01])[\s,]*" + number * 2, r"\1 \2 \3 \4 \5 \6 \7 ", arguments)


def _steps(
    kind: str, numbers: list[float], here: Point, origin: Point, guide: Point | None
) -> tuple[list[Point], Point | None]:
    """Return the points of one command after `here`, and the guide that a smooth curve continues."""
    if kind == "H":
        return [(numbers[0] + origin[0], here[1])], None
    if kind == "V":
        return [(here[0], numbers[0] + origin[1])], None
    if kind == "A":
        return _arc(here, numbers[0], bool(numbers[3]), bool(numbers[4]), _move(numbers[5:], origin)), None
    spots = [_move(numbers[place : place + 2], origin) for place in range(0, len(numbers), 2)]
    if kind == "T":
        mirrored = here if guide is None else (2 * here[0] - guide[0], 2 * here[1] - guide[1])
        spots = [mirrored, *spots]
    return (spots, None) if kind == "L" else (_curve([here, *spots]), spots[-2])


def _move(at: list[float], by: Point) -> Point:
    return at[0] + by[0], at[1] + by[1]


def _curve(guides: list[Point]) -> list[Point]:
    """Return points along a Bézier curve, without its first."""
    points = []
    for step in range(1, _CURVE + 1):
        share, spots = step / _CURVE, guides
        while len(spots) > 1:
            spots = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(spots)]
        points.append(spots[0])
    return points


def _arc(start: Point, radius: float, large: bool, clockwise: bool, end: Point) -> list[Point]:
    """Return points along an arc of a circle, without its first."""
    dx, dy = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    half = hypot(dx, dy)
    radius = max(radius, half)
    if not half:
        return [end]
    away = (radius**2 - half**2) ** 0.5 / half * (1 if large != clockwise else -1)
    middle = (start[0] + dx - dy * away, start[1] + dy + dx * away)
    first = _angle(start[0] - middle[0], start[1] - middle[1])
    turn = (_angle(end[0] - middle[0], end[1] - middle[1]) - first) % 360
    turn = turn if clockwise else turn - 360
    count = max(2, round(abs(turn) / 360 * 4 * _CURVE))
    angles = (radians(first + turn * step / count) for step in range(1, count + 1))
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def _angle(x: float, y: float) -> float:
    """Return the direction of a vector in degrees."""
    angle = acos(max(-1.0, min(1.0, x / (hypot(x, y) or 1.0))))
    return degrees(angle if y >= 0 else 2 * pi - angle)

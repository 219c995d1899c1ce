"""Line art for pieces to cut out: inks, signs, card frames and dice.

A sign is text: shapes of 24 by 24 units, y downwards, with `;` between them. Each begins with its look: `k` filled
with the deep ink, `m` with the main ink, `t` with its tint, `w` white, `l` a line, `n` white without an outline.
Then follow commands as SVG has them (M, L, C, Q, Z), `O x y r` for a disc, `R x y w h` for a box, `S points outer inner
x y` for a star, `G teeth outer inner` for a toothed wheel. A game's signs are in its `prints/signs.yaml`, each a list
of shapes.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from typing import Literal

from msgspec import Struct

from q40k.packs.shipped import read_shipped
from q40k.prints.drawing import BLACK, CUT, WHITE, Drawing, Ink, Spot
from q40k.prints.offer import ART, InkLevel

Hue = Literal["red", "blue", "green", "gold", "violet", "steel"]
BOX = 24.0
"""The width and height of a sign, in its own units."""
_LINE = 1.1
"""The width of a sign's lines, in its own units."""
_STEPS = 8
"""The number of lines that a curve is drawn with."""


class Palette(Struct, frozen=True):
    """The inks of a piece: for lines, for areas, and a light tint."""

    deep: str
    main: str
    tint: str


_HUES: dict[Hue, Palette] = {
    "red": Palette("#5c0f16", "#c2303a", "#f8e1dd"),
    "blue": Palette("#12305a", "#2f6fb5", "#dceaf6"),
    "green": Palette("#123f2b", "#2f8f5b", "#ddf1e4"),
    "gold": Palette("#553607", "#d2952b", "#faeed2"),
    "violet": Palette("#371457", "#7f49b3", "#ece1f6"),
    "steel": Palette("#22303a", "#62788a", "#e4eaee"),
}
_TWO = Palette(BLACK, "#c2303a", "#f6e3e1")
_PLAIN = Palette(BLACK, "#8a8a8a", WHITE)


def palette(ink: InkLevel, hue: Hue) -> Palette:
    """Return the inks of a hue; with two inks they are black and red, with one black and grey."""
    return _HUES[hue] if ink == "colour" else _TWO if ink in ART else _PLAIN


# -- signs -----------------------------------------------------------------------------------


def read_signs(folder: Path) -> dict[str, dict[str, str]]:
    """Return the groups of signs of a folder's `signs.yaml`, by name."""
    groups = read_shipped(folder / "signs.yaml", dict[str, dict[str, list[str]]])
    return {group: {name: ";".join(shapes) for name, shapes in signs.items()} for group, signs in groups.items()}


class _Shape(Struct, frozen=True):
    """A part of a sign: its look, its corners, and whether it is closed."""

    look: str
    spots: tuple[Spot, ...]
    closed: bool


def draw_sign(drawing: Drawing, sign: str, at: Spot, size_mm: float, inks: Palette) -> None:
    """Draw a sign around a place, `size_mm` wide and high."""
    unit = size_mm / BOX
    line = _LINE * unit
    looks = {
        "k": Ink(line_mm=0, fill=inks.deep),
        "n": Ink(line_mm=0, fill=WHITE),
        "m": Ink(line_mm=line, colour=inks.deep, fill=inks.main),
        "t": Ink(line_mm=line, colour=inks.deep, fill=inks.tint),
        "w": Ink(line_mm=line, colour=inks.deep, fill=WHITE),
        "l": Ink(line_mm=line, colour=inks.deep),
    }
    for shape in _parse(sign):
        spots = [(at[0] + (x - BOX / 2) * unit, at[1] + (BOX / 2 - y) * unit) for x, y in shape.spots]
        if shape.closed:
            drawing.polygon(spots, looks[shape.look])
        else:
            drawing.line(*spots, ink=looks[shape.look])


@lru_cache(256)
def _parse(sign: str) -> tuple[_Shape, ...]:
    return tuple(shape for part in sign.split(";") for shape in _parse_part(part.split()))


def _parse_part(words: list[str]) -> Iterator[_Shape]:
    look, spots, closed = words[0], list[Spot](), False
    at = 1
    while at < len(words):
        command = words[at]
        count = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0, "O": 3, "R": 4, "S": 5, "G": 3}.get(command)
        if count is None:  # further corners of a line
            command, count, at = "L", 2, at - 1
        numbers = [float(word) for word in words[at + 1 : at + 1 + count]]
        at += count + 1
        if command == "M" and spots:
            yield _Shape(look, tuple(spots), closed)
            spots, closed = [], False
        if command in "ML":
            spots.append((numbers[0], numbers[1]))
        elif command in "CQ":
            spots += _curve([spots[-1], *zip(numbers[::2], numbers[1::2], strict=True)])
        elif command == "Z":
            closed = True
        else:
            yield _Shape(look, tuple(_OUTLINES[command](*numbers)), closed=True)
    if spots:
        yield _Shape(look, tuple(spots), closed)


def _curve(guides: list[Spot]) -> Iterator[Spot]:
    """Yield places along a Bézier curve, without its first."""
    for step in range(1, _STEPS + 1):
        share, spots = step / _STEPS, guides
        while len(spots) > 1:
            spots = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(spots)]
        yield spots[0]


def _disc(x: float, y: float, radius: float) -> Iterator[Spot]:
    return ((x + radius * cos(turn * pi / 16), y + radius * sin(turn * pi / 16)) for turn in range(32))


def _box(x: float, y: float, wide: float, high: float) -> tuple[Spot, ...]:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def _star(points: float, outer: float, inner: float, x: float, y: float) -> Iterator[Spot]:
    for corner in range(2 * int(points)):
        turn, far = pi * corner / points - pi / 2, inner if corner % 2 else outer
        yield round(x + far * cos(turn), 2), round(y + far * sin(turn), 2)


def _cog(teeth: float, outer: float, inner: float) -> Iterator[Spot]:
    for tooth in range(int(teeth)):
        for share, far in ((-0.28, inner), (-0.2, outer), (0.2, outer), (0.28, inner)):
            turn = 2 * pi * (tooth + share) / teeth - pi / 2
            yield round(BOX / 2 + far * cos(turn), 2), round(BOX / 2 + far * sin(turn), 2)


_OUTLINES: dict[str, Callable[..., Iterable[Spot]]] = {"O": _disc, "R": _box, "S": _star, "G": _cog}


# -- frames, rings and dice ------------------------------------------------------------------


def draw_frame(drawing: Drawing, wide: float, high: float, inks: Palette, *, edge: float = 1.4) -> None:
    """Draw the edge of a card: a line to cut along, and a frame with cut corners inside it."""
    drawing.box((0, 0), wide, high, CUT)
    drawing.polygon(_chamfer(edge, edge, wide - edge, high - edge, 2.2), Ink(0.6, inks.deep, WHITE))
    inner = edge + 0.9
    drawing.polygon(_chamfer(inner, inner, wide - inner, high - inner, 1.8), Ink(0.2, inks.main))


def draw_banner(drawing: Drawing, at: Spot, wide: float, high: float, inks: Palette) -> None:
    """Draw the filled band behind a title."""
    drawing.polygon(_chamfer(at[0], at[1], at[0] + wide, at[1] + high, 1.4), Ink(0.3, inks.deep, inks.deep))


def _chamfer(left: float, bottom: float, right: float, top: float, cut: float) -> tuple[Spot, ...]:
    return (
        (left + cut, bottom),
        (right - cut, bottom),
        (right, bottom + cut),
        (right, top - cut),
        (right - cut, top),
        (left + cut, top),
        (left, top - cut),
        (left, bottom + cut),
    )


def draw_medal(drawing: Drawing, at: Spot, radius: float, inks: Palette) -> None:
    """Draw a tinted disc with a double rim to put a sign on."""
    drawing.circle(at, radius, Ink(0.5, inks.deep, inks.tint))
    drawing.circle(at, radius * 0.91, Ink(0.25, inks.main))


_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The places of the pips of a die in three rows of three."""


def draw_die(drawing: Drawing, at: Spot, side: float, number: int, *, colour: str = BLACK) -> None:
    """Draw the face of a die around a place."""
    half = side / 2
    drawing.polygon(
        _chamfer(at[0] - half, at[1] - half, at[0] + half, at[1] + half, side / 6), Ink(0.25, colour, WHITE)
    )
    for place in map(int, _PIPS[number]):
        across, up = place % 3 - 1, 1 - place // 3
        drawing.circle((at[0] + across * side * 0.27, at[1] + up * side * 0.27), side * 0.1, Ink(0, colour, colour))

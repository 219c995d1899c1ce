"""A game's `Scene` as SVG, written by hand, for any page: a report, the live board.

The colours of styles are rules in the page's style sheet, for dark and light pages. A drawing
itself holds no colours except those of its pieces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Literal

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import Area, Label, Line, Mark, Piece, Scene, Style
from q40k.kernel.text import printable
from q40k.table.shown import COLOURS

MOST_COVERED = 0.6
"""The greatest opacity of an area, so that the pieces on it are visible."""
LETTERS = 2.4
"""The height of letters, in hundredths of the longer side."""
LEAST = 2.1
"""The least radius of a figure, in hundredths of the longer side."""
MANY = 20
"""With more figures than these, figures are not identified by letters but by their position."""


# -- colours -------------------------------------------------------------------------------


def name_of(style: str) -> str:
    """Return the CSS class of a style."""
    return "s-" + re.sub(r"[^a-z0-9-]", "-", style.lower())


def variables(styles: Mapping[str, Style], ground: Literal["dark", "light"]) -> str:
    """Return the colours of styles on a ground, as declarations of a style sheet."""
    return "".join(f"--{name_of(name)}:{getattr(style, ground)};" for name, style in styles.items())


def classes(styles: Iterable[str]) -> str:
    """Return the style sheet rules that give drawings those colours."""
    names = [name_of(style) for style in styles]
    return "".join(
        f".area.{name}{{fill:var(--{name})}}"
        f".line.{name},.mark.{name} circle{{stroke:var(--{name})}}"
        f"text.{name}{{fill:var(--{name})}}"
        for name in names
    )


def seat_class(colour: str) -> str:
    """Return the class of a seat's colour; "" for any other colour."""
    return f"c{COLOURS.index(colour)}" if colour in COLOURS else ""


# -- the drawing ---------------------------------------------------------------------------


def drawing(scene: Scene, title: str, ground: str, people: str = "") -> str:
    """Return the whole table: its `ground`, and a group of pieces, which a script may fill."""
    wide, high = scene.size
    return (
        f'<svg viewBox="-1 -1 {wide + 2} {high + 2}" role="img"'
        f' aria-label="{_safe(title)}" class="map"><g id="still">{ground}</g>'
        f'<g id="pieces">{people}</g></svg>'
    )


def ground(scene: Scene) -> str:
    """Return the ground of the table, and the names on it."""
    wide, high = scene.size
    unit = max(wide, high) / 100
    table = f'<rect width="{wide}" height="{high}" class="table"/>'
    areas = "".join(_area(area, scene, high) for area in scene.ground)
    return table + areas + "".join(_label(label, high, unit) for label in scene.labels)


def ground_cover(scene: Scene) -> str:
    """Return what covers the table for now, and what lies on it."""
    return "".join(draw_ground_cover(scene, (*scene.areas, *scene.marks)))


def draw_ground_cover(scene: Scene, things: Iterable[Area | Mark]) -> Iterator[str]:
    """Yield the drawing of each object on the table."""
    high, unit = scene.size[1], max(scene.size) / 100
    named = {label.at for label in scene.labels}
    for thing in things:
        if isinstance(thing, Area):
            yield _area(thing, scene, high)
        else:
            yield _mark(thing, high, unit, beside=thing.at in named)


def moving_parts(scene: Scene, moved: Sequence[Line] = ()) -> str:
    """Return everything on the table that can change, and the lines of what somebody `moved`.

    Many pieces are drawn as small as their bases, and names are written over them.
    """
    high, unit = scene.size[1], max(scene.size) / 100
    many = len(scene.pieces) > MANY
    lines = "".join(_line(line, high) for line in (*scene.lines, *moved))
    least = (LEAST / 2 if many else LEAST) * unit
    pieces = "".join(_piece(piece, high, unit, least) for piece in scene.pieces)
    names = "".join(_label(label, high, unit) for label in scene.labels) if many else ""
    return ground_cover(scene) + lines + pieces + names


def _area(area: Area, scene: Scene, high: int) -> str:
    style = scene.styles.get(area.style)
    share = min(style.share if style else 1.0, MOST_COVERED)
    if area.circle is not None:
        (x, y), radius = area.circle
        shape = f'circle cx="{x:g}" cy="{high - y:g}" r="{radius:g}"'
    else:
        shape = f'polygon points="{_points(area.corners, high)}"'
    own = f' fill="{area.colour}"' if area.colour else ""
    kind = "own" if area.colour else name_of(area.style)
    drawn = f'<{shape} class="area {kind}"{own} fill-opacity="{share:g}"/>'
    lifted = f'<{shape} class="lift" fill-opacity="{area.lift:.2f}"/>' if area.lift else ""
    return drawn + lifted


def _points(corners: Corners, high: int) -> str:
    return " ".join(f"{x:.1f},{high - y:.1f}" for x, y in corners)


def _label(label: Label, high: int, unit: float) -> str:
    x, y = label.at
    size = LETTERS * unit
    kind = f' class="{name_of(label.style)}"' if label.style else ""
    return _text(label.text, x, high - y + size / 3, size, kind)


def _mark(mark: Mark, high: int, unit: float, *, beside: bool) -> str:
    """Return a marker in a ring of its colour; it is moved below a label at the same place."""
    x, y = mark.at[0], high - mark.at[1] + (1.4 * LETTERS * unit if beside else 0)
    radius = 0.8 * LETTERS * unit
    own = f' stroke="{mark.colour}"' if mark.colour else ""
    kind = f"mark {name_of(mark.style)}" if mark.style and not mark.colour else "mark"
    size = (0.85 if len(mark.letters) < 3 else 0.65) * LETTERS * unit
    letters = _text(mark.letters, 0, size / 3, size)
    return f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})"><circle r="{radius:.2f}"{own}/>{letters}</g>'


def _line(line: Line, high: int) -> str:
    return f'<polyline points="{_points(line.points, high)}" class="line {name_of(line.style)}"/>'


def _piece(piece: Piece, high: int, unit: float, least: float) -> str:
    """Return a figure: its base, or a ring if its position is only approximate, and its letters."""
    x, y = piece.at[0], high - piece.at[1]
    radius = max(radius_of(piece), least)
    seat = seat_class(piece.colour)
    kind = " ".join(filter(None, ("piece", seat, "about" * piece.about, "active" * piece.active)))
    own = "" if seat else f' fill="{piece.colour}"'
    base = f'<polygon class="base" points="{_points(piece.rim, high)}"/>' if piece.rim else ""
    ring = f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{radius * 1.35:.2f}"/>'
    size = min((1.1 if len(piece.letters) < 3 else 0.8) * LETTERS * unit, 1.7 * radius)
    letters = _text(piece.letters, x, y + size / 3, size)
    return (
        f'<g class="{kind}" data-id="{_safe(piece.id)}">{ring * piece.active}'
        f'<circle class="body" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.2f}"{own}/>'
        f"{base}{letters}</g>"
    )


def radius_of(piece: Piece) -> float:
    """Return half the width of a piece's base, in cm."""
    xs = [x for x, _y in piece.rim]
    return (max(xs) - min(xs)) / 2 if xs else 1.25


def _text(words: str, x: float, y: float, size: float, more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle"{more}'
    return f"<text {at}>{_safe(words)}</text>"


def _safe(words: str) -> str:
    return escape(printable(words))

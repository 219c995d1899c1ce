"""A game's `Scene` as SVG, by hand, for any page: a report, the live board.

What a style looks like is said by rules of the page's own style sheet, for a dark and for a light
page, so that a drawing holds no colour but those of its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, Literal

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import Area, Label, Line, Mark, Piece, Scene, Style
from q40k.kernel.text import printable
from q40k.table.colours import COLOURS

MOST_COVERED: Final = 0.6
"""So much of the table an area covers at most: what stands on it must be seen."""
LETTERS: Final = 2.4
"""How high letters are, in parts of a hundred of the longer side."""
LEAST: Final = 2.1
"""The least radius of what stands for a figure, in the same parts."""
MANY: Final = 20
"""Of more figures than so many nobody is known by letters, but where they stand."""


# -- colours -------------------------------------------------------------------------------


def name_of(style: str) -> str:
    """The class of a style."""
    return "s-" + re.sub(r"[^a-z0-9-]", "-", style.lower())


def variables(styles: Mapping[str, Style], ground: Literal["dark", "light"]) -> str:
    """The colours of styles on such a ground, as declarations of a style sheet."""
    return "".join(f"--{name_of(name)}:{getattr(one, ground)};" for name, one in styles.items())


def classes(styles: Iterable[str]) -> str:
    """The rules by which drawings have those colours."""
    named = [name_of(one) for one in styles]
    return "".join(
        f".area.{one}{{fill:var(--{one})}}.line.{one},.mark.{one} circle{{stroke:var(--{one})}}"
        f"text.{one}{{fill:var(--{one})}}"
        for one in named
    )


def seat_class(colour: str) -> str:
    """The class of a seat's colour; "" for a colour that is nobody's."""
    return f"c{COLOURS.index(colour)}" if colour in COLOURS else ""


# -- the drawing ---------------------------------------------------------------------------


def drawing(scene: Scene, title: str, ground: str, people: str = "") -> str:
    """The whole table: its `ground`, and a group of what moves, which a script may fill."""
    wide, high = scene.size
    return (
        f'<svg viewBox="-1 -1 {wide + 2} {high + 2}" role="img"'
        f' aria-label="{_safe(title)}" class="map"><g id="still">{ground}</g>'
        f'<g id="pieces">{people}</g></svg>'
    )


def still(scene: Scene) -> str:
    """What lies still, and its names."""
    wide, high = scene.size
    unit = max(wide, high) / 100
    table = f'<rect width="{wide}" height="{high}" class="table"/>'
    areas = "".join(_area(one, scene, high) for one in scene.ground)
    return table + areas + "".join(_label(one, high, unit) for one in scene.labels)


def lying(scene: Scene) -> str:
    """What covers the table for now, and what lies on it."""
    return "".join(laid(scene, (*scene.areas, *scene.marks)))


def laid(scene: Scene, things: Iterable[Area | Mark]) -> Iterator[str]:
    """Each of some things that lie on such a table, by itself."""
    high, unit = scene.size[1], max(scene.size) / 100
    named = {label.at for label in scene.labels}
    for one in things:
        if isinstance(one, Area):
            yield _area(one, scene, high)
        else:
            yield _mark(one, high, unit, beside=one.at in named)


def moving(scene: Scene, moved: Sequence[Line] = ()) -> str:
    """What covers the table for now, lies and stands on it, and how somebody has `moved`.

    Where many stand, each is as small as its base, and names are written over them.
    """
    high, unit = scene.size[1], max(scene.size) / 100
    many = len(scene.pieces) > MANY
    lines = "".join(_line(one, high) for one in (*scene.lines, *moved))
    least = (LEAST / 2 if many else LEAST) * unit
    pieces = "".join(_piece(one, high, unit, least) for one in scene.pieces)
    names = "".join(_label(one, high, unit) for one in scene.labels) if many else ""
    return lying(scene) + lines + pieces + names


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
    """What lies on the table, in a ring of its colour; below the words that lie there too."""
    x, y = mark.at[0], high - mark.at[1] + (1.4 * LETTERS * unit if beside else 0)
    radius = 0.8 * LETTERS * unit
    own = f' stroke="{mark.colour}"' if mark.colour else ""
    kind = f"mark {name_of(mark.style)}" if mark.style and not mark.colour else "mark"
    size = (0.85 if len(mark.letters) < 3 else 0.65) * LETTERS * unit
    letters = _text(mark.letters, 0, size / 3, size)
    return (
        f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})">'
        f'<circle r="{radius:.2f}"{own}/>{letters}</g>'
    )


def _line(line: Line, high: int) -> str:
    return f'<polyline points="{_points(line.points, high)}" class="line {name_of(line.style)}"/>'


def _piece(piece: Piece, high: int, unit: float, least: float) -> str:
    """A figure: its base, or a ring where it is only known about; its letters over it."""
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
    """Half the width of a piece's base, in cm."""
    xs = [x for x, _y in piece.rim]
    return (max(xs) - min(xs)) / 2 if xs else 1.25


def _text(words: str, x: float, y: float, size: float, more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle"{more}'
    return f"<text {at}>{_safe(words)}</text>"


def _safe(words: str) -> str:
    return escape(printable(words))

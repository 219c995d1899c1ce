"""The contents of a map as plain data in centimetres: areas, pieces, marks, lines and labels.

A game makes a `Scene` from a state. A drawer (terminal, page, sheet) knows no game: colours and
characters come from the named `styles`, and everything on a `layer` can be hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.geometry.outlines import Corners
from q40k.geometry.space import Spot

NEAR_CM = 1.5
"""The distance in which a click on a small item counts."""


class Style(Struct, frozen=True):
    """The look of an item: its colour on dark and on light ground, as "#rrggbb".

    `mark` is the character for an area where there are no colours; an area without one is not drawn
    there. `strewn`: the mark is also strewn over the colour. `share` is how much of the ground the
    mark covers, from 0 to 1. `art` names the texture or sign that pages draw. `wall_cm` is the
    thickness of the walls around all areas of the style together.
    """

    dark: str
    light: str
    mark: str = ""
    strewn: bool = False
    share: float = 1.0
    art: str = ""
    wall_cm: float = 0.0


class Area(Struct, frozen=True):
    """A part of the table: its `corners`, or a `circle` (centre, radius) that is drawn round.

    A `colour` replaces the colour of its style. `lift`, from 0 to 1, highlights high areas.
    `height_cm` is the height above the table; pages draw its shadow.
    """

    style: str
    corners: Corners = ()
    circle: tuple[Spot, float] | None = None
    colour: str | None = None
    lift: float = 0.0
    height_cm: float = 0.0
    layer: str = ""


class Piece(Struct, frozen=True):
    """A figure: its letters, its colour, and the rim of its base.

    Pages write its `name` beside it if there is room, and its letters if there is less.
    `about`: its position is only approximate, so no base is drawn. `active`: it is its turn.
    `quiet`: it has nothing to do now, and is drawn less prominently. Pages draw an `emblem` on its
    disc, or a `shape` seen from above instead of the disc, with the emblem on it in squares; `badges`
    are signs of its state at its edge. `rows` are its letters on a square that is two rows high.
    `facing` is in degrees from the right, counter-clockwise.
    """

    id: str
    letters: str
    at: Spot
    colour: str
    rim: Corners = ()
    about: bool = False
    active: bool = False
    quiet: bool = False
    emblem: str = ""
    shape: str = ""
    facing: float | None = None
    layer: str = ""
    name: str = ""
    rows: tuple[str, str] = ("", "")
    badges: tuple[str, ...] = ()


class Mark(Struct, frozen=True):
    """A small item on the table, drawn as letters in the colour of its style or its own."""

    id: str
    letters: str
    at: Spot
    style: str = ""
    colour: str | None = None
    layer: str = ""


class Line(Struct, frozen=True):
    """A line through points.

    Its `style` is one of the scene's, or "path", "good", "bad", "aim", "shot" or "faint".
    """

    points: tuple[Spot, ...]
    style: str = "path"
    layer: str = ""


class Label(Struct, frozen=True):
    """A text on the ground, centred on a point.

    `paper` is the style of its background, `plain` the text to use without colours. A label that
    `yields` moves beside its point if it would hide a piece or be hidden. Pages draw one with a
    `colour` as a banner of that colour, with an `emblem`.
    """

    at: Spot
    text: str
    style: str = ""
    paper: str = ""
    plain: str = ""
    layer: str = ""
    yields: bool = False
    colour: str | None = None
    emblem: str = ""


class Grid(Struct, frozen=True):
    """The squares of the table: their width in cm, and the names on both rulers.

    They are drawn on the table unless they are `bare`, because the areas show them.
    """

    step_cm: int
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    layer: str = ""
    bare: bool = False


class Scene(Struct, frozen=True):
    """Everything on a table, with the table's size in cm.

    `ground` holds the fixed areas, `areas` the temporary ones; later areas lie over earlier ones.
    `floor` is the style of the table itself. Pieces are not drawn wider than `square_cm`, if they
    stand in squares.
    """

    size: tuple[int, int]
    ground: tuple[Area, ...] = ()
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    grid: Grid | None = None
    floor: str = ""
    square_cm: float = 0.0
    styles: Mapping[str, Style] = field(default_factory=dict)

    def without(self, hidden: frozenset[str]) -> Scene:
        """Return a copy without the hidden layers."""
        if not hidden:
            return self
        return replace(
            self,
            ground=tuple(item for item in self.ground if item.layer not in hidden),
            areas=tuple(item for item in self.areas if item.layer not in hidden),
            marks=tuple(item for item in self.marks if item.layer not in hidden),
            pieces=tuple(item for item in self.pieces if item.layer not in hidden),
            lines=tuple(item for item in self.lines if item.layer not in hidden),
            labels=tuple(item for item in self.labels if item.layer not in hidden),
        )

    def nearest(self, at: Spot, reach_cm: float = NEAR_CM) -> Piece | Mark | None:
        """Return the nearest piece or mark within reach of a point."""
        small: tuple[Piece | Mark, ...] = (*self.pieces, *self.marks)
        item = min(small, key=lambda candidate: (dist(candidate.at, at), candidate.id), default=None)
        near = item is not None and dist(item.at, at) <= max(reach_cm, NEAR_CM)
        return item if near else None


class Overlay(Struct, frozen=True):
    """What pointing and looking add: `lit` areas (an outline, its holes after it), lines, a cursor.

    `ghost` is a base at a possible position, `words` are short texts at points. `tints` are areas
    tinted in the colour of one of the scene's styles; the ground shows through.
    """

    lit: tuple[tuple[Corners, ...], ...] = ()
    lines: tuple[Line, ...] = ()
    cursor: Spot | None = None
    ghost: Corners = ()
    words: tuple[tuple[Spot, str], ...] = ()
    tints: tuple[tuple[str, Corners], ...] = ()


NOTHING = Overlay()

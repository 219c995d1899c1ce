"""What a map shows, as plain facts in centimetres: areas, pieces, marks, lines and labels.

A game makes a `Scene` of a state. Whoever draws it (a terminal, a page, a sheet) knows no game:
colours and characters come by the names of `styles`, and what belongs to a `layer` can be hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.geometry.outlines import Corners
from q40k.geometry.spots import Spot

NEAR_CM: Final = 1.5
"""How near one has to come to something small to mean it."""


class Style(Struct, frozen=True):
    """How something looks: its colour on dark and on light ground, as "#rrggbb".

    `mark` is the character that stands for an area where there are no colours; an area without
    one is left out there. `strewn`: the mark is strewn over the colour too. `share` is how much of
    the ground it covers, from 0 to 1.
    """

    dark: str
    light: str
    mark: str = ""
    strewn: bool = False
    share: float = 1.0


class Area(Struct, frozen=True):
    """A part of the table: its `corners`, or a `circle` (centre, radius) that is to look round.

    A `colour` takes the place of that of its style. `lift`, from 0 to 1, sets off what is high.
    """

    style: str
    corners: Corners = ()
    circle: tuple[Spot, float] | None = None
    colour: str | None = None
    lift: float = 0.0
    layer: str = ""


class Piece(Struct, frozen=True):
    """A figure: the letters and the colour it is known by, and the rim of its base.

    `about`: its place is only known roughly, so no base is drawn. `active`: it is its turn.
    `quiet`: it has nothing to do now, and stands back behind those that have.
    """

    id: str
    letters: str
    at: Spot
    colour: str
    rim: Corners = ()
    about: bool = False
    active: bool = False
    quiet: bool = False
    layer: str = ""


class Mark(Struct, frozen=True):
    """Something small that lies on the table, as letters in the colour of its style or its own."""

    id: str
    letters: str
    at: Spot
    style: str = ""
    colour: str | None = None
    layer: str = ""


class Line(Struct, frozen=True):
    """A line along some places.

    Its `style` is one of the scene's, or "path", "good", "bad", "aim" or "faint".
    """

    points: tuple[Spot, ...]
    style: str = "path"
    layer: str = ""


class Label(Struct, frozen=True):
    """Letters on the ground, their middle on a place.

    `paper` is the style of what they are written on, `plain` what they are without colours. A label
    that `yields` is written beside its place where it would hide somebody, or be hidden.
    """

    at: Spot
    text: str
    style: str = ""
    paper: str = ""
    plain: str = ""
    layer: str = ""
    yields: bool = False


class Grid(Struct, frozen=True):
    """Squares of the table, chequered: how wide each is in cm, and the names of both rulers."""

    step_cm: int
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    layer: str = ""


class Scene(Struct, frozen=True):
    """All that lies and stands on a table of a size in cm.

    `ground` is what lies still, `areas` what covers it for now; later ones lie over earlier ones.
    """

    size: tuple[int, int]
    ground: tuple[Area, ...] = ()
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    grid: Grid | None = None
    styles: Mapping[str, Style] = field(default_factory=dict)

    def without(self, hidden: frozenset[str]) -> Scene:
        """The same without these layers."""
        if not hidden:
            return self
        return replace(
            self,
            ground=tuple(one for one in self.ground if one.layer not in hidden),
            areas=tuple(one for one in self.areas if one.layer not in hidden),
            marks=tuple(one for one in self.marks if one.layer not in hidden),
            pieces=tuple(one for one in self.pieces if one.layer not in hidden),
            lines=tuple(one for one in self.lines if one.layer not in hidden),
            labels=tuple(one for one in self.labels if one.layer not in hidden),
        )

    def nearest(self, at: Spot, reach_cm: float = NEAR_CM) -> Piece | Mark | None:
        """The piece or mark at a place: the nearest within reach."""
        small: tuple[Piece | Mark, ...] = (*self.pieces, *self.marks)
        found = min(small, key=lambda one: (dist(one.at, at), one.id), default=None)
        near = found is not None and dist(found.at, at) <= max(reach_cm, NEAR_CM)
        return found if near else None


class Overlay(Struct, frozen=True):
    """What pointing and looking add: `lit` areas (an outline, its holes after it), lines, a cursor.

    `ghost` is a base where it would be, `words` are short texts at places. `tints` are areas that
    are tinted in the colour of one of the scene's styles, which shows through.
    """

    lit: tuple[tuple[Corners, ...], ...] = ()
    lines: tuple[Line, ...] = ()
    cursor: Spot | None = None
    ghost: Corners = ()
    words: tuple[tuple[Spot, str], ...] = ()
    tints: tuple[tuple[str, Corners], ...] = ()


NOTHING: Final = Overlay()

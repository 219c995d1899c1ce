"""The hooks of a game for its map. The scene itself is the game's view of a state.

A hook gets the desk at which the match is played, and what the map asks about. Every hook is
optional.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from q40k.games import game as games
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.geometry.space import Spot
from q40k.i18n.locale import Locale
from q40k.tui.desk import Desk
from q40k.tui.fields import Field
from q40k.tui.forms import AnyDesk, Form

Dragged = str | Callable[[Any], Form] | None


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of the map that can be hidden: its name in scenes, and its label."""

    id: str
    name: str  # to be translated


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of the legend: letters in one style on the ground of another, and a word.

    With only an `area` the sample is a piece of that area.
    """

    word: str
    letters: str = ""
    style: str = ""
    paper: str = ""
    area: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of the actor to the selected figure: lines, words on the map, and a sentence."""

    lines: tuple[Line, ...]
    words: tuple[tuple[Spot, str], ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class MapParts:
    """The hooks of a game for its map.

    layers     the layers that the digits hide and show, in their order
    legend     the meaning of the colours and marks
    explain    the help text of the map for F1
    describe   the items at a point, as lines; the reach of the point in cm depends on the zoom
    actor      who acts, and where: the view follows them, and looks start there
    square_cm  the width of the squares, or 0 without squares: arrows step from square to square,
               and the map opens zoomed in enough to tell squares apart
    snap       the point that counts for one that is pointed at, such as the middle of its square
    overlay    what looking adds to the scene: paths, areas in sight; the cursor is passed if shown
    on_point   called for a point while nothing is being entered; `again`: the cursor was there
    uses_digit whether a digit means something in the game while nothing is being entered, so that
               it shows or hides no layer
    marked     the figure marked in the open entry, from the entry and the state
    relation   the relation of the actor to a figure
    on_drag    called for a piece dragged to a point; returns an action, whose entry then gets the
               point, a form, or None
    """

    layers: tuple[Layer, ...] = ()
    legend: Callable[[Locale, Any], tuple[Sample, ...]] = lambda _locale, _state: ()
    explain: Callable[[Locale], str] = lambda _locale: ""
    describe: Callable[[AnyDesk, Spot, float], list[str]] = lambda _desk, _at, _reach: []
    actor: Callable[[AnyDesk], tuple[str | None, Spot | None]] = lambda _desk: (None, None)
    square_cm: float = 0.0
    snap: Callable[[AnyDesk, Spot], Spot] = lambda _desk, at: at
    overlay: Callable[[AnyDesk, Spot | None], Overlay] = lambda _desk, _cursor: NOTHING
    on_point: Callable[[AnyDesk, Spot, bool], None] = lambda _desk, _at, _again: None
    uses_digit: Callable[[AnyDesk, str], bool] = lambda _desk, _digit: False
    marked: Callable[[Field | None, Any], str | None] = lambda _entry, _state: None
    relation: Callable[[AnyDesk, str], Relation | None] = lambda _desk, _other: None
    on_drag: Callable[[AnyDesk, str, Spot], Dragged] = lambda _desk, _piece, _at: None


def parts_of(desk: Desk) -> MapParts:
    """Return the map hooks of the game played at a desk."""
    parts: MapParts = games.load(desk.screen.map_parts) if desk.screen.map_parts else MapParts()
    return parts

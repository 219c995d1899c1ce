"""What a game says of its map, beside the scene, which is its view of a state.

A part takes the desk at which the match is played, and what the map is asked about. Any of them
may be left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from q40k.games import game as games
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.geometry.spots import Spot
from q40k.i18n.locale import Locale
from q40k.tui.desk import Desk
from q40k.tui.fields import Field
from q40k.tui.forms import AnyDesk, Form

Dragged = str | Callable[[Any], Form] | None


@dataclass(frozen=True, slots=True)
class Layer:
    """Something that can be hidden: the name its things have in a scene, and what it is called."""

    id: str
    name: str  # to be translated


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of the legend: letters in the colour of a style, on that of another, and a word.

    With an `area` alone the sample is a piece of it.
    """

    word: str
    letters: str = ""
    style: str = ""
    paper: str = ""
    area: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """What is between who acts and who is looked at: lines, words on the map, and a sentence."""

    lines: tuple[Line, ...]
    words: tuple[tuple[Spot, str], ...]
    told: str


@dataclass(frozen=True, slots=True)
class MapParts:
    """What a game says of its map.

    layers    what the digits hide and show, in their order
    legend    what the colours and marks mean
    explain   what F1 says of the map
    told      what is at a place, in lines; the place's reach in cm goes with the zoom
    actor     who acts, and where: the view follows them, and looks start there
    square_cm how wide the squares are that everything stands on: arrows go from one to the next,
              and the map opens so near that they can be told apart; 0 where there are none
    snapped   where a place that is pointed at counts, such as the middle of its square
    shown     what looking adds to the scene: ways, areas in sight; the cursor is given if it is out
    pointed   what it means that a place is pointed at while nothing is entered; `again` says that
              the cursor was there before
    typed     whether a digit means something in the game while nothing is entered, so that it shows
              or hides no layer
    marked    who is marked in the open entry, to be looked at: from the entry and the state
    between   what is between who acts and somebody
    dragged   what it means that a piece was dragged to a place: an action, whose entry is then
              pointed there, a form, or nothing
    """

    layers: tuple[Layer, ...] = ()
    legend: Callable[[Locale, Any], tuple[Sample, ...]] = lambda _locale, _state: ()
    explain: Callable[[Locale], str] = lambda _locale: ""
    told: Callable[[AnyDesk, Spot, float], list[str]] = lambda _desk, _at, _reach: []
    actor: Callable[[AnyDesk], tuple[str | None, Spot | None]] = lambda _desk: (None, None)
    square_cm: float = 0.0
    snapped: Callable[[AnyDesk, Spot], Spot] = lambda _desk, at: at
    shown: Callable[[AnyDesk, Spot | None], Overlay] = lambda _desk, _cursor: NOTHING
    pointed: Callable[[AnyDesk, Spot, bool], None] = lambda _desk, _at, _again: None
    typed: Callable[[AnyDesk, str], bool] = lambda _desk, _digit: False
    marked: Callable[[Field | None, Any], str | None] = lambda _entry, _state: None
    between: Callable[[AnyDesk, str], Between | None] = lambda _desk, _other: None
    dragged: Callable[[AnyDesk, str, Spot], Dragged] = lambda _desk, _piece, _at: None


def parts_of(desk: Desk) -> MapParts:
    """What the game that is played at a desk says of its map."""
    found: MapParts = games.load(desk.screen.map) if desk.screen.map else MapParts()
    return found

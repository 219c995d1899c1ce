"""The hooks of a game for its map. The scene itself is the game's view of a state."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from q40k.games import game as games
from q40k.geometry.scene import NOTHING, Line, Overlay, Scene
from q40k.geometry.space import Spot
from q40k.i18n.locale import Locale
from q40k.tui.desk import Desk
from q40k.tui.fields import Field
from q40k.tui.forms import AnyDesk, Form
from q40k.tui.game_screen import GameScreen

Dragged = str | Callable[[Any], Form] | None


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of the map that can be hidden: its name in scenes, and its label."""

    id: str
    name: str  # to be translated


@dataclass(frozen=True, slots=True)
class Sample:
    """A line of the legend: letters in one style on the ground of another, and a word.

    With only an `area` the sample is a piece of that area. `art` is the sign that a map in pixels
    shows instead of the letters. A `colour` replaces that of the style.
    """

    word: str
    letters: str = ""
    style: str = ""
    paper: str = ""
    area: str = ""
    art: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of the actor to the selected figure: lines, words on the map, and a sentence."""

    lines: tuple[Line, ...]
    words: tuple[tuple[Spot, str], ...]
    sentence: str


class MapParts:
    """The hooks of a game for its map. A game derives a class and overrides what differs.

    `desk` is the desk at which the match is played, `at` a point on the map.
    """

    layers: tuple[Layer, ...] = ()
    """The layers that the digits hide and show, in their order."""
    square_cm = 0.0
    """The width of the squares, or 0 without squares.

    With squares, arrows step from square to square, and the map opens zoomed in enough to tell them
    apart.
    """

    def scene(self, desk: AnyDesk, state: Any, columns: int, rows: int) -> Scene | None:
        """Return what the map shows of a state, in a terminal of so many columns and rows."""
        scene: Scene | None = desk.view.scene(state)
        return scene

    def legend(self, locale: Locale, state: Any) -> tuple[Sample, ...]:
        """Return the meaning of the colours and marks."""
        return ()

    def explain(self, locale: Locale) -> str:
        """Return the help text of the map for F1."""
        return ""

    def overview(self, locale: Locale, state: Any) -> list[str]:
        """Return the table in sentences; without any, everything on the map is told by its name."""
        return []

    def stands(self, desk: Desk, figure: str) -> str:
        """Return where a figure is and what is there, without its card; "" leaves that to `describe`."""
        return ""

    def describe(self, desk: AnyDesk, at: Spot, reach_cm: float) -> list[str]:
        """Return the items at a point, as lines; the reach depends on the zoom."""
        return []

    def actor(self, desk: AnyDesk) -> tuple[str | None, Spot | None]:
        """Return who acts, and where: the view follows them, and looks start there."""
        return None, None

    def snap(self, desk: AnyDesk, at: Spot) -> Spot:
        """Return the point that counts for one that is pointed at, such as its square's middle."""
        return at

    def overlay(self, desk: AnyDesk, cursor: Spot | None) -> Overlay:
        """Return what looking adds to the scene: paths, areas in sight.

        `cursor` is passed if it is shown.
        """
        return NOTHING

    def on_point(self, desk: AnyDesk, at: Spot, again: bool) -> None:
        """Handle a point while nothing is being entered; `again`: the cursor was there."""

    def uses_digit(self, desk: AnyDesk, digit: str) -> bool:
        """Return whether a digit means something in the game while nothing is being entered.

        It then shows or hides no layer.
        """
        return False

    def marked_figure(self, field: Field | None, state: Any) -> str | None:
        """Return the figure that is marked in the open field."""
        return None

    def relation(self, desk: AnyDesk, other: str) -> Relation | None:
        """Return the relation of the actor to a figure."""
        return None

    def sees(self, desk: AnyDesk, viewer: str) -> list[str]:
        """Return what a figure sees of every other, a sentence each; empty if that is not known."""
        return []

    def tells_distances(self, state: Any) -> bool:
        """Return whether distances may be told now; some tables guess them first."""
        return True

    def on_drag(self, desk: AnyDesk, piece: str, at: Spot) -> Dragged:
        """Return what follows when a piece is dragged to a point.

        That is an action, whose entry then gets the point, a form, or None.
        """
        return None


def parts_of(desk: Desk) -> MapParts:
    """Return the map hooks of the game played at a desk."""
    return parts_of_screen(desk.screen)


def parts_of_screen(screen: GameScreen) -> MapParts:
    """Return the map hooks of a game by its screen."""
    parts: MapParts = games.load(screen.map_parts) if screen.map_parts else MapParts()
    return parts

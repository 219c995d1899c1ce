"""Places as answers: typed as people say them, pointed at with the arrows, or clicked.

A field is fed keys and knows no screen: what is pointed at can be heard of without a map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct

from q40k.geometry.outlines import Corners
from q40k.geometry.spots import PlaceError, Spot
from q40k.tui.fields import CARET, EDITS, Edit, Field, Given, Move, Outcome

STEP_CM: Final = 1.0
LONG_STEPS: Final = 5
_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_MOST_LETTERS: Final = 120
WARN: Final = "⚠ "
"""What a note begins with that warns."""
MOST_CORNERS: Final = 50


class Said(Struct, frozen=True):
    """A place that was given: the corners before it, and the tile when only that was said."""

    at: Spot
    corners: tuple[Spot, ...] = ()
    tile: str | None = None


def step(key: str, step_cm: float = STEP_CM) -> Spot | None:
    """What an arrow key moves, in cm: 1 where the table has no squares, with Shift 5 times."""
    long = key.startswith("shift+")
    way = _STEPS.get(key.removeprefix("shift+"))
    if way is None:
        return None
    size = step_cm * LONG_STEPS if long else step_cm
    return (way[0] * size, way[1] * size)


def moved(at: Spot, by: Spot, size: tuple[int, int]) -> Spot:
    """A place moved by a step, kept on the table."""
    return (
        round(min(max(at[0] + by[0], 0.0), size[0]), 3),
        round(min(max(at[1] + by[1], 0.0), size[1]), 3),
    )


class SpotField(Field):
    """A place on the table. `read` understands words, `tell` says what a place would mean.

    `who` is whose place it is, `start` where it is now. With `bends`, Space on an empty line adds
    a corner of the way. `plain` reads what is no place and stands for itself, such as inches;
    `rim` draws the base at a place; `lit` are areas that light up, each an outline and its holes.
    """

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET
    size: tuple[int, int] = (60, 60)
    who: str = ""
    start: Spot | None = None
    at_spot: Spot | None = None
    corners: tuple[Spot, ...] = ()
    bends: bool = False
    may_be_empty: bool = False
    read: Callable[[str], Spot] = lambda _typed: (0.0, 0.0)
    tile: Callable[[str], str | None] = lambda _typed: None
    plain: Callable[[str], Any] = lambda _typed: None
    word: Callable[[PlaceError], str] = str
    tell: Callable[[tuple[Spot, ...]], tuple[str, ...]] = lambda _way: ()
    rim: Callable[[Spot], Corners] = lambda _at: ()
    lit: tuple[tuple[Corners, ...], ...] = ()
    reach_in: float = 0.0  # how far it may move, drawn as a circle

    @property
    def way(self) -> tuple[Spot, ...]:
        """The corners and the place pointed at."""
        return (*self.corners, self.at_spot) if self.at_spot is not None else self.corners

    def press(self, key: str, character: str | None) -> Outcome:
        """As any field; what comes of it is told after each key."""
        self.error = ""
        if key == "backspace" and not self.buffer and self.corners:
            self.at_spot, self.corners = self.corners[-1], self.corners[:-1]
            self.reprice()
            return Move.CHANGED
        came = Field.press(self, key, character)
        if came is Move.CHANGED:
            self.reprice()
        return came

    def take(self, key: str, character: str | None) -> Outcome:
        """The arrows point, letters say, Space bends, Enter gives."""
        by = step(key)
        if by is not None:
            return self._step(by)
        if key == "enter":
            return self._enter()
        if key == "space" and not self.buffer:
            return self._bend()
        if character is not None and character.isprintable() and len(self.buffer) < _MOST_LETTERS:
            self.insert(character)
            return Move.CHANGED
        return Move.NOTHING

    def _step(self, by: Spot) -> Outcome:
        before = self.at_spot or self.start or (self.size[0] / 2, self.size[1] / 2)
        self.point(moved(before, by, self.size))
        return Move.CHANGED

    def point(self, at: Spot) -> None:
        """Point at a place, as the arrows and the mouse do; words typed give way to it."""
        self.buffer, self.error = "", ""
        self.at_spot = at
        self.reprice()

    def _bend(self) -> Outcome:
        if not self.bends or self.at_spot is None or len(self.corners) >= MOST_CORNERS:
            return Move.NOTHING
        if self.corners and self.corners[-1] == self.at_spot:
            return Move.NOTHING
        self.corners = (*self.corners, self.at_spot)
        return Move.CHANGED

    def _enter(self) -> Outcome:
        if self.plain(self.buffer) is not None:
            return Given(self.plain(self.buffer))
        if self.buffer.strip():
            try:
                at = self.read(self.buffer)
            except PlaceError as error:
                self.error = self.word(error)
                return Move.CHANGED
            return Given(Said(at, self.corners, self.tile(self.buffer)))
        if self.at_spot is not None:
            return Given(Said(self.at_spot, self.corners))
        return Given(None) if self.may_be_empty else Move.NOTHING

    def reprice(self) -> None:
        """Say what the place means; words that are no place yet mean nothing yet."""
        if self.buffer.strip():
            try:
                self.at_spot = self.read(self.buffer)
            except PlaceError:
                self.at_spot = None
        way = self.way
        self.notes = self.tell(way) if way else ()


class Aimed(Struct, frozen=True):
    """A template that was laid: the template, and who is under it, wholly or in part, by id."""

    template: Any
    wholly: tuple[str, ...]
    partly: tuple[str, ...]

    @property
    def under(self) -> tuple[str, ...]:
        """Everyone under it."""
        return (*self.wholly, *self.partly)


class AimField(Field):
    """A template laid on the table: the arrows move it, `<` and `>` turn it, Enter lays it.

    `template` is one of `geometry.templates`; `touch` says who is under it, `tell` words that.
    """

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET
    size: tuple[int, int] = (60, 60)
    template: Any = None
    start: Spot = (0.0, 0.0)
    touch: Callable[[Any], Aimed] = lambda template: Aimed(template, (), ())
    tell: Callable[[Aimed], tuple[str, ...]] = lambda _aimed: ()
    turn: Callable[[Any, float], Any] = lambda template, _by: template
    move: Callable[[Any, Spot], Any] = lambda template, _by: template
    read: Callable[[str], Spot] = lambda _typed: (0.0, 0.0)
    word: Callable[[PlaceError], str] = str
    turns: bool = False
    turn_to: Callable[[Spot], Any] = lambda _at: None

    @property
    def aimed(self) -> Aimed:
        """Who is under the template as it lies."""
        return self.touch(self.template)

    def take(self, key: str, character: str | None) -> Outcome:
        """Arrows move, `<` and `>` turn, words say where, Enter lays it."""
        by = step(key)
        if by is not None:
            self.buffer = ""
            self.lay(self.move(self.template, by))
            return Move.CHANGED
        if character in ("<", ">", ",", ".") and self.turns and not self.buffer:
            self.lay(self.turn(self.template, 15.0 if character in ("<", ",") else -15.0))
            return Move.CHANGED
        if key == "enter":
            return self._enter()
        if character is not None and character.isprintable() and len(self.buffer) < _MOST_LETTERS:
            self.insert(character)
            return Move.CHANGED
        return Move.NOTHING

    def _enter(self) -> Outcome:
        if not self.buffer.strip():
            return Given(self.aimed)
        try:
            self.point(self.read(self.buffer))
        except PlaceError as error:
            self.error = self.word(error)
        return Move.CHANGED

    def point(self, at: Spot) -> None:
        """Lay the template on a place, or aim it there where it starts at somebody's base."""
        self.buffer = ""
        self.lay(self.template.moved(at) if not self.turns else self.turn_to(at))

    def lay(self, template: Any) -> None:
        """Lay the template, and say who is under it."""
        self.template = template
        self.reprice()

    def reprice(self) -> None:
        """Say who is under the template."""
        self.notes = self.tell(self.aimed)

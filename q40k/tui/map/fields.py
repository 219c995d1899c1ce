"""Fields for points on the table, and what they add to a map.

A point is typed as players say it, chosen with the arrows, or clicked. A field gets keys and knows
no screen. It works without a map.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.geometry.space import CM_PER_INCH, PlaceError, Spot
from q40k.tui.fields import CARET, EDITS, Edit, Entered, Field, Move, Outcome

STEP_CM = 1.0
LONG_STEPS = 5
_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_MOST_LETTERS = 120
WARN = "⚠ "
"""The beginning of a note that warns."""
MOST_CORNERS = 50


class SpotAnswer(Struct, frozen=True):
    """The answer of a SpotField: the point, the corners before it, and the tile if only that was
    typed.
    """

    at: Spot
    corners: tuple[Spot, ...] = ()
    tile: str | None = None


def arrow_step(key: str, step_cm: float = STEP_CM) -> Spot | None:
    """Return the step of an arrow key in cm; Shift makes it five times as long."""
    long = key.startswith("shift+")
    direction = _STEPS.get(key.removeprefix("shift+"))
    if direction is None:
        return None
    size = step_cm * LONG_STEPS if long else step_cm
    return (direction[0] * size, direction[1] * size)


def move_spot(at: Spot, by: Spot, size: tuple[int, int]) -> Spot:
    """Return a point moved by a step, limited to the table."""
    return (round(min(max(at[0] + by[0], 0.0), size[0]), 3), round(min(max(at[1] + by[1], 0.0), size[1]), 3))


class SpotField(Field):
    """A point on the table. `read` parses words, `tell` describes what a point would mean.

    `who` is the figure that is placed, `start` its current point. With `bends`, Space on an empty
    line adds a corner to the path. `plain` parses answers that are no point, such as inches. `rim`
    returns the base at a point. `lit` are areas to highlight, each an outline and its holes.
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
    tell: Callable[[tuple[Spot, ...]], tuple[str, ...]] = lambda _path: ()
    rim: Callable[[Spot], Corners] = lambda _at: ()
    lit: tuple[tuple[Corners, ...], ...] = ()
    reach_in: float = 0.0  # the radius of the circle that shows how far the figure may move

    @property
    def path(self) -> tuple[Spot, ...]:
        """The corners and the chosen point."""
        return (*self.corners, self.at_spot) if self.at_spot is not None else self.corners

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle a key like any field, and update the notes."""
        self.error = ""
        if key == "backspace" and not self.buffer and self.corners:
            self.at_spot, self.corners = self.corners[-1], self.corners[:-1]
            self.update_notes()
            return Move.CHANGED
        outcome = Field.press(self, key, character)
        if outcome is Move.CHANGED:
            self.update_notes()
        return outcome

    def take(self, key: str, character: str | None) -> Outcome:
        """Handle a key: arrows move the point, letters type, Space adds a corner, Enter answers."""
        by = arrow_step(key)
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
        self.point(move_spot(before, by, self.size))
        return Move.CHANGED

    def point(self, at: Spot) -> None:
        """Choose a point, as arrows and mouse do. Typed words are dropped."""
        self.buffer, self.error = "", ""
        self.at_spot = at
        self.update_notes()

    def _bend(self) -> Outcome:
        if not self.bends or self.at_spot is None or len(self.corners) >= MOST_CORNERS:
            return Move.NOTHING
        if self.corners and self.corners[-1] == self.at_spot:
            return Move.NOTHING
        self.corners = (*self.corners, self.at_spot)
        return Move.CHANGED

    def _enter(self) -> Outcome:
        if self.plain(self.buffer) is not None:
            return Entered(self.plain(self.buffer))
        if self.buffer.strip():
            try:
                at = self.read(self.buffer)
            except PlaceError as error:
                self.error = self.word(error)
                return Move.CHANGED
            return Entered(SpotAnswer(at, self.corners, self.tile(self.buffer)))
        if self.at_spot is not None:
            return Entered(SpotAnswer(self.at_spot, self.corners))
        return Entered(None) if self.may_be_empty else Move.NOTHING

    def update_notes(self) -> None:
        """Update the notes on the point. Words that are not yet a point have no notes."""
        if self.buffer.strip():
            try:
                self.at_spot = self.read(self.buffer)
            except PlaceError:
                self.at_spot = None
        path = self.path
        self.notes = self.tell(path) if path else ()


class AimAnswer(Struct, frozen=True):
    """The answer of an AimField: the template, and the ids of the figures under it."""

    template: Any
    wholly: tuple[str, ...]
    partly: tuple[str, ...]

    @property
    def under(self) -> tuple[str, ...]:
        """All ids under the template."""
        return (*self.wholly, *self.partly)


class AimField(Field):
    """A template on the table: arrows move it, `<` and `>` turn it, Enter places it.

    `template` is one of `geometry.templates`. `touch` returns the figures under it, `tell` their
    description.
    """

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET
    size: tuple[int, int] = (60, 60)
    template: Any = None
    start: Spot = (0.0, 0.0)
    touch: Callable[[Any], AimAnswer] = lambda template: AimAnswer(template, (), ())
    tell: Callable[[AimAnswer], tuple[str, ...]] = lambda _aimed: ()
    turn: Callable[[Any, float], Any] = lambda template, _by: template
    move: Callable[[Any, Spot], Any] = lambda template, _by: template
    read: Callable[[str], Spot] = lambda _typed: (0.0, 0.0)
    word: Callable[[PlaceError], str] = str
    turns: bool = False
    turn_to: Callable[[Spot], Any] = lambda _at: None

    @property
    def aimed(self) -> AimAnswer:
        """The template and the figures under it."""
        return self.touch(self.template)

    def take(self, key: str, character: str | None) -> Outcome:
        """Handle a key: arrows move the template, `<` and `>` turn it, words place it, Enter
        answers.
        """
        by = arrow_step(key)
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
            return Entered(self.aimed)
        try:
            self.point(self.read(self.buffer))
        except PlaceError as error:
            self.error = self.word(error)
        return Move.CHANGED

    def point(self, at: Spot) -> None:
        """Move the template to a point, or aim it there if it starts at a base."""
        self.buffer = ""
        self.lay(self.template.move_to(at) if not self.turns else self.turn_to(at))

    def lay(self, template: Any) -> None:
        """Place the template, and update the notes."""
        self.template = template
        self.update_notes()

    def update_notes(self) -> None:
        """Update the notes on the figures under the template."""
        self.notes = self.tell(self.aimed)


# -- what fields show on a map --------------------------------------------------------------

_RIM_CORNERS = 40


def overlay_of(field: Field | None) -> Overlay:
    """Return what an open field shows on the map."""
    if isinstance(field, SpotField):
        return _spot(field)
    if isinstance(field, AimField):
        return _template(field)
    return NOTHING


def _spot(field: SpotField) -> Overlay:
    lines = []
    if field.bends and field.start is not None and field.path:
        bad = any(note.startswith(WARN) for note in field.notes)
        lines.append(Line((field.start, *field.path), "bad" if bad else "path"))
    if field.reach_in and field.start is not None:
        lines.insert(0, ring(field.start, field.reach_in))
    ghost = field.rim(field.at_spot) if field.at_spot is not None else ()
    return Overlay(field.lit, tuple(lines), field.at_spot, ghost)


def _template(field: AimField) -> Overlay:
    rim = field.template.outline()
    step = max(1, len(rim) // _RIM_CORNERS)
    line = Line((*rim[::step], rim[0]), "aim")
    return Overlay(lines=(line,), cursor=field.template.spot, lit=((rim,),))


def ring(at: Spot, inches: float) -> Line:
    """Return a circle around a point, with its radius in inches."""
    rim = around(at, inches * CM_PER_INCH, _RIM_CORNERS)
    return Line((*rim, rim[0]), "faint")

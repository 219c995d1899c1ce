"""The board under work as a scene: a window of squares, also of wall to paint on.

Squares look as on the map of a match. The window counts squares of the plane: they keep their place
when a level grows and its squares get new names.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from q40k.games.space_hulk.editor.work import Pieces, Work
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Cell, Level, Opening, cell_of
from q40k.games.space_hulk.packs.pieces import shape
from q40k.games.space_hulk.table.scene import ARROWS, CHEQUER, SQUARE, STYLES
from q40k.geometry.scene import Area, Label, Mark, Overlay, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.tabletop.colours import seat_colour

At = tuple[int, int]
"""A square of the plane: columns to the east, rows to the north."""
MARKED = "marked"
FAULT = "fault"
WARNED = "warned"
BLOCK = 5
FAINT = 0.05
"""The contrast of every other block of wall."""
LOOKS = STYLES | {
    MARKED: Style("#e0c060", "#8a6a00", "*"),
    FAULT: Style("#ff3b30", "#c00000", "!"),
    WARNED: Style("#ff9f30", "#b05c00", "?"),
    "locked": Style("#e0402a", "#a01010", "X"),
    "generator": Style("#8ea0f0", "#2f3fb0"),
}


class Window(Struct, frozen=True):
    """The visible part: a level, and squares of the plane from the south-western one on."""

    level: int
    left: int
    low: int
    wide: int
    high: int

    def shows(self, at: At) -> bool:
        """Return whether a square of the plane is in the window."""
        return 0 <= at[0] - self.left < self.wide and 0 <= at[1] - self.low < self.high

    def spot(self, at: At) -> Spot:
        """Return the middle of a square of the plane in the scene."""
        return SQUARE * (at[0] - self.left + 0.5), SQUARE * (at[1] - self.low + 0.5)

    def box(self, at: At) -> tuple[Spot, ...]:
        """Return the corners of a square of the plane in the scene."""
        left, low = SQUARE * (at[0] - self.left), SQUARE * (at[1] - self.low)
        right, high = left + SQUARE, low + SQUARE
        return ((left, low), (right, low), (right, high), (left, high))

    def within(self, lowest: At, highest: At) -> tuple[Spot, ...]:
        """Return the corners of the visible part of a block of squares."""
        first, last = self.box(lowest)[0], self.box(highest)[2]
        left, low = max(first[0], 0), max(first[1], 0)
        right, high = min(last[0], SQUARE * self.wide), min(last[1], SQUARE * self.high)
        return ((left, low), (right, low), (right, high), (left, high))


def on_plane(work: Work, cell: Cell) -> At:
    """Return the place of a square on the plane of its level."""
    x, y = work.origin(cell[0])
    return cell[1] + x, cell[2] + y


def cell_at(work: Work, level: int, at: At) -> Cell:
    """Return the square at a place on the plane; a square without a name is below 0."""
    x, y = work.origin(level)
    return level, at[0] - x, at[1] - y


def make_scene(work: Work, window: Window, pieces: Pieces) -> Scene:
    """Return the visible part of the work as a scene."""
    rows = work.rows(pieces)
    level = next((other for other in rows.levels if other.number == window.level), None)
    return Scene(
        (SQUARE * window.wide, SQUARE * window.high),
        ground=(*_walls(work, window), *_squares(work, level, window)),
        areas=tuple(_doors(work, level, window)),
        marks=tuple(_marks(work, window)),
        pieces=tuple(_marines(work, window)),
        labels=tuple(_openings(work, window)),
        styles=LOOKS,
    )


def overlay(window: Window, cursor: At, marked: Iterable[At], faults: Iterable[tuple[str, At]]) -> Overlay:
    """Return the cursor, the marked squares and the squares with faults."""
    tints = [(style, window.box(at)) for style, at in sorted(set(faults)) if window.shows(at)]
    tints += [(MARKED, window.box(at)) for at in marked if window.shows(at)]
    tints.append((MARKED, window.box(cursor)))
    x, y = window.spot(cursor)
    corner = (x - SQUARE * 0.375, y + SQUARE / 4)  # off the middle, so that the square's content stays visible
    return Overlay(cursor=corner, tints=tuple(tints))


def ghost(piece: tuple[str, ...], cursor: At) -> set[At]:
    """Return the squares that a piece would cover at the cursor."""
    floor, _joints = shape(piece)
    return {(cursor[0] + x, cursor[1] + y) for x, y in floor}


def _walls(work: Work, window: Window) -> Iterator[Area]:
    """Yield wall everywhere, with a contrast between blocks of five squares for counting."""
    right, high = SQUARE * window.wide, SQUARE * window.high
    yield Area("wall", ((0, 0), (right, 0), (right, high), (0, high)))
    level, x, y = cell_at(work, window.level, (window.left, window.low))
    for column in range(x // BLOCK, (x + window.wide) // BLOCK + 1):
        for row in range(y // BLOCK, (y + window.high) // BLOCK + 1):
            if (column + row) % 2:
                first = on_plane(work, (level, column * BLOCK, row * BLOCK))
                last = (first[0] + BLOCK - 1, first[1] + BLOCK - 1)
                yield Area("wall", window.within(first, last), lift=FAINT)


def _squares(work: Work, level: Level | None, window: Window) -> Iterator[Area]:
    letters: list[str] = []
    for cell, _letter, section in () if level is None else level.cells():
        if section not in letters:
            letters.append(section)
        at = on_plane(work, cell)
        if window.shows(at):
            style = "other" if letters.index(section) % 2 else "floor"
            lift = CHEQUER * ((at[0] + at[1]) % 2)
            yield Area(style, window.box(at), lift=lift)


def _doors(work: Work, level: Level | None, window: Window) -> Iterator[Area]:
    locked = {cell_of(square) for square in work.board.locked}
    for cell, letter, _section in () if level is None else level.cells():
        at = on_plane(work, cell)
        if letter == DOOR and window.shows(at):
            yield Area("locked" if cell in locked else "door", window.box(at))


def _visible_place(work: Work, window: Window, name: str | None) -> At | None:
    """Return the place of a named square on the plane, or None if the window does not show it."""
    cell = None if name is None else cell_of(name)
    if cell is None or cell[0] != window.level:
        return None
    at = on_plane(work, cell)
    return at if window.shows(at) else None


def _marks(work: Work, window: Window) -> Iterator[Mark]:
    board = work.board
    things = [
        *((item.id, item.id[:1], item.square, "object") for item in work.mission.objects),
        *((ladder.id, "v", ladder.top, "ladder") for ladder in board.ladders),
        *((ladder.id, "^", ladder.foot, "ladder") for ladder in board.ladders),
        *((f"generator {at}", "*", at, "generator") for at in board.generators),
        *((f"locked {at}", "x", at, "") for at in board.locked),
    ]
    for id, letters, name, style in things:
        at = _visible_place(work, window, name)
        if at is not None:
            yield Mark(id, letters, window.spot(at), style)


def _marines(work: Work, window: Window) -> Iterator[Piece]:
    for number, start in enumerate(work.mission.start, 1):
        at = _visible_place(work, window, start.at)
        if at is not None:
            letters = f"{number}{ARROWS[start.facing]}"
            yield Piece(f"start {number}", letters, window.spot(at), seat_colour(0))


def _openings(work: Work, window: Window) -> Iterator[Label]:
    openings: list[tuple[Opening, str]] = [(opening, "entry") for opening in work.board.entries]
    openings += [(opening, "exit") for opening in work.board.exits]
    for opening, style in openings:
        at = _visible_place(work, window, opening.square)
        if at is not None:
            dx, dy = STEPS[opening.side]
            yield Label(window.spot((at[0] + dx, at[1] + dy)), opening.id, style, plain=opening.id)


def bounds(work: Work, level: int, pieces: Pieces) -> tuple[At, At] | None:
    """Return the south-western and north-eastern squares of a level on the plane; None without
    floor.
    """
    rows = work.rows(pieces)
    ats = [
        on_plane(work, cell)
        for other in rows.levels
        if other.number == level
        for cell, _letter, _section in other.cells()
    ]
    if not ats:
        return None
    xs, ys = [x for x, _ in ats], [y for _, y in ats]
    return (min(xs), min(ys)), (max(xs), max(ys))

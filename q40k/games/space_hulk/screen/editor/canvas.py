"""The board to draw on: a window of squares, with the names of its rows and columns."""

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from q40k.games.space_hulk.editor import picture
from q40k.games.space_hulk.packs.boards import name_of
from q40k.games.space_hulk.screen.editor.hand import Hand
from q40k.geometry.scene import Overlay
from q40k.tui.fields import Search
from q40k.tui.map.draw import Cell, Cells, Painter, blank, strip
from q40k.tui.map.palette import Palette, palette_of
from q40k.tui.map.port import Port
from q40k.tui.steady import Steady

WIDTHS = (2, 4, 6)
"""The columns of a square, by zoom; it takes half as many rows."""
RULER = 3
ROUND = 2
"""The squares that stay visible around the cursor."""


class Canvas(Steady):
    """The board under work. The screen takes the keys; the mouse points and marks."""

    class Pointed(Message):
        """A square was clicked, or the mouse was dragged from another one to it."""

        def __init__(self, at: picture.At, start: picture.At) -> None:
            super().__init__()
            self.at = at
            self.start = start

    def __init__(self, hand: Hand) -> None:
        super().__init__(id="canvas")
        self.hand = hand
        self.width_at = 1
        self.window = picture.Window(0, 0, 0, 1, 1)
        self._painter = Painter()
        self._rows: list[Strip] = []
        self._cells: Cells = []
        self._wide = 0
        self._held: picture.At | None = None

    def zoom(self, by: int) -> None:
        """Draw squares larger or smaller."""
        self.width_at = min(max(self.width_at + by, 0), len(WIDTHS) - 1)
        self.show()

    def on_mount(self) -> None:
        """Redraw when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show())

    def on_resize(self, _event: events.Resize) -> None:
        """Draw as much as fits."""
        self.show()

    # -- drawing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the work."""
        if not self.size.width or not self.size.height:
            return
        self._move_window()
        hand, palette = self.hand, palette_of(self.app)
        window, work = self.window, hand.work
        cells = self._painter.draw(
            picture.make_scene(work, window, hand.bench.pieces), self._port(), palette, self._overlay()
        )
        ruler = self._left_ruler(palette)
        rows = [[*ruler[y], *row] for y, row in enumerate(cells)]
        rows.append(self._lower_ruler(palette))
        rows += [[] for _ in range(self.size.height - len(rows))]
        self._show_rows(rows, palette)

    def _show_rows(self, rows: Cells, palette: Palette) -> None:
        """Show rows, and redraw only those that changed."""
        width, empty = self.size.width, self._blank(palette)
        if (width, len(rows)) != (self._wide, len(self._rows)):
            self._wide, self._cells, self._rows = width, [], [blank(width)] * len(rows)
        for y, row in enumerate(rows):
            if not self._cells or self._cells[y] != row:
                self._rows[y] = strip([*row, *[empty] * (width - len(row))])
                self.refresh(Region(0, y, width, 1))
        self._cells = rows

    def _overlay(self) -> Overlay:
        hand = self.hand
        faults = (
            (picture.FAULT if fault.is_error else picture.WARNED, picture.on_plane(hand.work, fault.cell))
            for fault in hand.bench.faults
            if fault.cell is not None and fault.cell[0] == hand.level
        )
        return picture.overlay(self.window, hand.cursor, [*hand.marked, *self._ghost()], faults)

    def _ghost(self) -> set[picture.At]:
        """Return the squares covered by the piece that is marked in a list."""
        field = None if self.hand.entry is None else self.hand.entry.field
        options = field.choices() if isinstance(field, Search) else ()
        if field is None or not options:
            return set()
        return picture.ghost(self.hand.bench.pieces[options[field.at].value].rows, self.hand.cursor)

    def _move_window(self) -> None:
        """Move the window only as far as the cursor needs."""
        across = WIDTHS[self.width_at]
        width = max(1, (self.size.width - RULER) // across)
        height = max(1, (self.size.height - 1) * 2 // across)
        window, (x, y) = self.window, self.hand.cursor
        if (window.wide, window.level) != (width, self.hand.level):
            west, low = self._centre(width, height)
        else:  # the upper left corner stays in place while a form is open below
            west, low = window.left, window.low + window.high - height
        self.window = picture.Window(self.hand.level, _within(x, west, width), _within(y, low, height), width, height)

    def _centre(self, width: int, height: int) -> picture.At:
        """Return the window's first square that puts the drawn board in its middle."""
        bounds = self.hand.bounds()
        (west, low), (right, top) = bounds or (self.hand.cursor, self.hand.cursor)
        return (west + right + 1 - width) // 2, (low + top + 1 - height) // 2

    def _port(self) -> Port:
        across, window = WIDTHS[self.width_at], self.window
        size = (4 * window.wide, 4 * window.high)
        return Port(size, window.wide * across, window.high * across // 2)

    def _left_ruler(self, palette: Palette) -> Cells:
        """Draw the numbers of the rows, each beside the middle of its squares."""
        port = self._port()
        rows = [[self._blank(palette)] * RULER for _ in range(port.rows)]
        for n in range(self.window.high):
            y = picture.cell_at(self.hand.work, self.hand.level, (0, self.window.low + n))[2]
            _, row = port.cell((0, 4 * n + 2))
            if y >= 0 and 0 <= row < len(rows):
                rows[row] = [self._letter(c, palette) for c in f"{y + 1:>2} "]
        return rows

    def _lower_ruler(self, palette: Palette) -> list[Cell]:
        """Draw the letters of the columns."""
        port = self._port()
        row = [self._blank(palette)] * (RULER + port.columns)
        for n in range(self.window.wide):
            x = picture.cell_at(self.hand.work, self.hand.level, (self.window.left + n, 0))[1]
            column, _ = port.cell((4 * n + 1, 0))
            if x >= 0:
                letters = name_of((1, x, 0), levels=False).removesuffix("1")
                for place, letter in enumerate(letters, RULER + column):
                    if place < len(row):
                        row[place] = self._letter(letter, palette)
        return row

    def _blank(self, palette: Palette) -> Cell:
        return Cell(" ", None, None if palette.plain else palette.beyond)

    def _letter(self, letter: str, palette: Palette) -> Cell:
        if palette.plain:
            return Cell(letter, None, None)
        return Cell(letter, palette.faint, palette.beyond)

    def render_line(self, y: int) -> Strip:
        """Return one row of the board."""
        return self._rows[y] if y < len(self._rows) else blank(self.size.width)

    # -- the mouse -------------------------------------------------------------------------

    def _at(self, event: events.MouseEvent) -> picture.At | None:
        """Return the square under the mouse, or None."""
        across, window = WIDTHS[self.width_at], self.window
        x, y = (event.x - RULER) // across, event.y * 2 // across
        if event.x < RULER or not (0 <= x < window.wide and 0 <= y < window.high):
            return None
        return window.left + x, window.low + window.high - 1 - y

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to mark."""
        self._held = self._at(event)
        if self._held is not None:
            self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Point at a square, or mark from the held square to it."""
        self.release_mouse()
        at, held, self._held = self._at(event), self._held, None
        if at is not None and held is not None:
            self.post_message(self.Pointed(at, held))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in."""
        event.stop()
        self.zoom(1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out."""
        event.stop()
        self.zoom(-1)


def _within(place: int, first: int, count: int) -> int:
    """Return the first visible square, moved as little as needed to show a place well."""
    margin = min(ROUND, (count - 1) // 2)
    return min(max(first, place - count + 1 + margin), place - margin)

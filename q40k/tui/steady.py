"""Widgets that keep still: drawn once when they change, and not at all when they do not.

Textual treats a widget of a new size as one that scrolls further, and lays out the whole screen a
second time, a frame or two later. These widgets never show more than their size, and declare it.
"""

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from rich.segment import Segment
from textual.color import Color
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size, Spacing
from textual.reactive import Reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

MOST_DRAWN = 300
"""The most rows of a part that are kept as they were drawn, in each of its looks."""
MOST_LOOKS = 4
"""The most looks of a part whose rows are kept, such as with and without the focus."""


class Themed(Widget):
    """A widget that uses colours of the theme, and none of the terminal."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters without the one for colours of the terminal."""
        return [line for line in super().get_line_filters() if not isinstance(line, ANSIToTruecolor)]


class Look(NamedTuple):
    """What all rows of a part depend on."""

    width: int
    style: Style
    theme: str
    border: tuple[tuple[str, Color], ...]
    padding: Spacing


class Drawn(Themed):
    """A widget that draws its own rows; a row that was drawn before is not drawn again."""

    ALLOW_SELECT: ClassVar[bool] = False  # drawn rows do not know where their words are

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._drawn: dict[Look, dict[Hashable, Strip]] = {}
        """The drawn rows of each look, by what else they depend on."""
        self._look: Look | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return rows as they are drawn; what all of them depend on is asked once."""
        self._look = self._present_look()
        lines = super().render_lines(crop)
        self._look = None
        return lines

    def draw(self, depends: Hashable, make: Callable[[], Content]) -> Strip:
        """Return a row as it is drawn; it is made only if no row was drawn that `depends` on the same."""
        drawn = self.drawn_rows()
        if depends not in drawn:
            drawn[depends] = self.draw_row(make())
        return drawn[depends]

    def drawn_rows(self) -> dict[Hashable, Strip]:
        """Return the rows that were drawn in the present look."""
        look = self._look or self._present_look()
        if look not in self._drawn and len(self._drawn) == MOST_LOOKS:
            self._drawn.clear()
        drawn = self._drawn.setdefault(look, {})
        if len(drawn) > MOST_DRAWN:
            drawn.clear()
        return drawn

    def draw_row(self, row: Content) -> Strip:
        """Return a row of text as it is drawn."""
        look = self._look or self._present_look()
        row = row.truncate(look.width)
        parts = row.render(look.style, end="", parse_style=_style_of)
        return Strip([Segment(text, own.rich_style) for text, own in parts], row.cell_length)

    def _present_look(self) -> Look:
        styles = self.styles
        return Look(self.size.width, self.visual_style, self.app.theme, tuple(styles.border), styles.padding)


def _style_of(style: Style | str) -> Style:
    return style if isinstance(style, Style) else Style.parse(style)


class Steady(Themed):
    """A part of a screen that does not scroll: its size moves nothing else."""

    virtual_size = Reactive(Size(0, 0), repaint=False)
    _depends: tuple[object, ...] = ()

    def has_changed(self, *depends: object) -> bool:
        """Return whether anything it depends on is another object than at the last call."""
        same = len(depends) == len(self._depends) and all(map(operator.is_, depends, self._depends))
        self._depends = depends
        return not same

    def forget(self) -> None:
        """Show everything at the next call, whatever it depends on."""
        self._depends = ()

    def redraw(self, rows: Iterable[int]) -> None:
        """Draw some of its visible rows again, and nothing else."""
        width, height = self.size
        regions = [Region(0, y, width, 1) for y in rows if y < height]
        if regions:
            self.refresh(*regions)


class Lined(Drawn, Steady):
    """A part of a screen that shows rows of text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._drawing: Sequence[Content] | None = None
        self._painted: tuple[Region, Size, list[Strip]] | None = None
        """The lines as they were rendered last, with the region and the size that they are for."""

    def visible_rows(self) -> Sequence[Content]:
        """Return the rows that fit the present size."""
        return ()

    def render(self) -> Content:
        """Return all visible rows."""
        return Content("\n").join(self.visible_rows())

    def refresh(self, *regions: Region, **options: bool) -> Self:
        """Initiate a refresh, before which the lines are what they were."""
        self._painted = None
        return super().refresh(*regions, **options)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines as they are drawn; they are asked once after each refresh."""
        size = self.outer_size
        if crop.column_span != (0, size.width):
            return super().render_lines(crop)
        if self._painted is None or self._painted[:2] != (crop, size):
            self._painted = crop, size, self._paint(crop)
        return self._painted[2]

    def _paint(self, crop: Region) -> list[Strip]:
        """Return whole lines, with padding and border; a line that was drawn before is not drawn again."""
        rows, top, height = self.visible_rows(), self.gutter.top, self.content_size.height
        depends = [_dependence(y - top, rows, height) for y in crop.line_range]
        drawn = self.drawn_rows()
        missing = [place for place, key in enumerate(depends) if key not in drawn]
        if missing:
            first, after = missing[0], missing[-1] + 1
            self._drawing = rows
            lines = super().render_lines(Region(0, crop.y + first, crop.width, after - first))
            self._drawing = None
            drawn.update(zip(depends[first:after], lines, strict=True))
        return [drawn[key] for key in depends]

    def render_line(self, y: int) -> Strip:
        """Return a row as it is drawn."""
        rows = self.visible_rows() if self._drawing is None else self._drawing
        return self.draw_row(rows[y] if y < len(rows) else Content(""))


def _dependence(y: int, rows: Sequence[Content], height: int) -> Hashable:
    """Return what a line depends on besides the look.

    `y` is counted from the first of the `height` rows inside padding and border.
    """
    if not 0 <= y < height:
        return y if y < 0 else y - height
    row = rows[y] if y < len(rows) else Content("")
    return (row.plain, *row.spans)


def changed_rows(before: Sequence[Content], now: Sequence[Content]) -> list[int]:
    """Return the indexes of the rows that changed."""
    both = min(len(before), len(now))
    return [y for y in range(max(len(before), len(now))) if y >= both or not before[y].is_same(now[y])]


class TextPanel(Lined):
    """Text on a screen; only changed rows are drawn again."""

    DEFAULT_CSS: ClassVar[str] = "TextPanel { height: auto; }"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.shown: tuple[Content, ...] = ()
        """The rows before they are wrapped, as they were told last."""
        self._wrapped: tuple[tuple[Content, ...], int, list[Content]] | None = None

    def tell(self, *rows: Content) -> None:
        """Show rows of text. Other parts move only if the styles leave its size to the text."""
        if len(rows) == len(self.shown) and all(map(Content.is_same, rows, self.shown)):
            return
        width, flows = self.content_size.width, self.styles.auto_dimensions
        before = self.lines(width) if width else []
        self.shown = rows
        now = self.lines(width) if width else []
        least = int(self.styles.min_height.value) - self.gutter.height if self.styles.min_height else 0
        if flows and (max(least, len(now)) != max(least, len(before)) or not width):
            self.refresh(layout=True)
        else:
            self.redraw(changed_rows(before, now))

    def lines(self, width: int) -> list[Content]:
        """Return the text wrapped to `width`; an empty text has no lines."""
        cached, width = self._wrapped, max(1, width)
        if cached is None or cached[0] is not self.shown or cached[1] != width:
            lines = [line for row in self.shown for line in self.wrap(row, width)] if any(self.shown) else []
            cached = self._wrapped = (self.shown, width, lines)
        return cached[2]

    def wrap(self, row: Content, width: int) -> list[Content]:
        """Return a row of the text in lines of that width."""
        return [row] if "\n" not in row.plain and row.cell_length <= width else row.wrap(width)

    def visible_rows(self) -> Sequence[Content]:
        """Return the text wrapped to its width."""
        return self.lines(self.content_size.width)

    def render(self) -> Content:
        """Return the whole text; its height may depend on it."""
        return Content("\n").join(self.shown)


class Covered(Widget):
    """Holds parts that cover it: it paints nothing but a border or a colour of its own.

    Where none of its parts is, the screen below it is seen.
    """

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return blank lines, or none; Textual's own take ten times as long at each repaint."""
        if self.gutter:
            return super().render_lines(crop)
        if self.styles.background.is_transparent:
            return []
        return [Strip.blank(crop.width, self.visual_style.rich_style)] * crop.height


class Row(Horizontal, Covered):
    """Parts beside each other, which fill it."""


class Column(Vertical, Covered):
    """Parts below each other, which fill it."""

"""Parts of a screen that keep still: drawn once when they change, and not at all when not.

Textual takes a widget that has got another size for one that scrolls further now, and so lays the
whole screen out a second time, a frame or two later. What stands here shows no more than its size,
and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.widget import Widget


class Steady(Widget):
    """A part of a screen that does not scroll: another size moves nothing else."""

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def redraw(self, rows: Iterable[int]) -> None:
        """Draw some of its rows again, as far as they are seen, and nothing else."""
        width, height = self.size
        regions = [Region(0, y, width, 1) for y in rows if y < height]
        if regions:
            self.refresh(*regions)


def others(before: Sequence[Content], now: Sequence[Content]) -> list[int]:
    """Which rows are others than before."""
    both = min(len(before), len(now))
    return [
        y for y in range(max(len(before), len(now))) if y >= both or not before[y].is_same(now[y])
    ]


class Told(Steady):
    """Words on a screen; only the rows that are others are drawn again."""

    DEFAULT_CSS: ClassVar[str] = "Told { height: auto; }"

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.shown = Content("")
        """The words, as they were told last."""
        self._wrapped: tuple[Content, int, list[Content]] | None = None

    def tell(self, words: Content) -> None:
        """Show words. They move other parts only where the styles leave it to them how large."""
        if words.is_same(self.shown):
            return
        width, flows = self.content_size.width, self.styles.auto_dimensions
        before = self.lines(width) if width else []
        self.shown = words
        now = self.lines(width) if width else []
        if flows and (len(now) != len(before) or not width):
            self.refresh(layout=True)
        else:
            self.redraw(others(before, now))

    def lines(self, width: int) -> list[Content]:
        """The words in lines so wide; no words take none."""
        known, width = self._wrapped, max(1, width)
        if known is None or known[0] is not self.shown or known[1] != width:
            lines = self.shown.wrap(width) if self.shown.plain else []
            known = self._wrapped = (self.shown, width, lines)
        return known[2]

    def render(self) -> Content:
        """The words."""
        return self.shown


class Row(Horizontal):
    """Parts beside each other, which fill it."""

    virtual_size = Reactive(Size(0, 0), repaint=False)


class Column(Vertical):
    """Parts below each other, which fill it."""

    virtual_size = Reactive(Size(0, 0), repaint=False)

"""Parts of a screen that keep still: drawn once when they change, and not at all when not.

Textual takes a widget that has got another size for one that scrolls further now, and so lays the
whole screen out a second time, a frame or two later. What stands here shows no more than its size,
and says so.
"""

from __future__ import annotations

from typing import Any

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget
from textual.widgets import Static


class Steady(Widget):
    """A part of a screen that does not scroll: another size moves nothing else."""

    virtual_size = Reactive(Size(0, 0), repaint=False)


class Told(Static):
    """Words on a screen, drawn again only when they are others."""

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.shown = Content("")
        """The words, as they were told last."""

    def tell(self, words: Content) -> None:
        """Show words. They move other parts only where the styles leave it to them how large."""
        if not words.is_same(self.shown):
            moves = self.styles.auto_dimensions and self._rows(words) != self._rows(self.shown)
            self.shown = words
            self.update(words, layout=moves)

    def _rows(self, words: Content) -> int:
        return len(words.wrap(max(1, self.content_size.width))) if words.plain else 0


class Row(Horizontal):
    """Parts beside each other, which fill it."""

    virtual_size = Reactive(Size(0, 0), repaint=False)


class Column(Vertical):
    """Parts below each other, which fill it."""

    virtual_size = Reactive(Size(0, 0), repaint=False)

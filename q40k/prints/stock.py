"""Everything that can be printed of one match: the sheets of each kind, made when first wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from q40k.games.game import load
from q40k.prints.offer import Kind, Order, Prints

if TYPE_CHECKING:
    from q40k.prints.sheets import Sheet


class Stock:
    """The sheets there are of an order, kind by kind; made in a thread beside the screen, too."""

    def __init__(self, offer: Prints, order: Order) -> None:
        self.order = order
        self._offer = offer
        self._kinds: Mapping[str, Kind] = {}
        self._wish: Any = None
        self._made: dict[str, list[Sheet]] = {}

    def sheets(self, word: str) -> list[Sheet]:
        """The sheets of a kind; none when the match does not say enough yet. Raises TooLarge."""
        if word not in self._made:
            self._open()
            kind = self._kinds[word]
            self._made[word] = kind.make(self._wish) if kind.possible(self._wish) else []
        return self._made[word]

    def evening(self) -> Iterable[str]:
        """The kinds that an evening of the match needs."""
        self._open()
        return [word for word, kind in self._kinds.items() if kind.of_evening(self._wish)]

    def _open(self) -> None:
        """Read what draws; it takes a moment the first time."""
        if not self._kinds:
            self._wish = load(self._offer.wish)(self.order)
            self._kinds = load(self._offer.kinds)

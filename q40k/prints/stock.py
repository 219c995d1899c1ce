"""The sheets of everything that can be printed of one match, made when first needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from q40k.games.game import load
from q40k.prints.offer import Kind, Order, Prints

if TYPE_CHECKING:
    from q40k.prints.sheets import Sheet


class Stock:
    """The sheets of an order, kind by kind; they may be made in a thread."""

    def __init__(self, offer: Prints, order: Order) -> None:
        self.order = order
        self._offer = offer
        self._kinds: Mapping[str, Kind] = {}
        self._wish: Any = None
        self._made: dict[str, list[Sheet]] = {}

    def sheets(self, word: str) -> list[Sheet]:
        """Return the sheets of a kind; none if the match lacks data for it. Raises TooLarge."""
        if word not in self._made:
            self._load_kinds()
            kind = self._kinds[word]
            self._made[word] = kind.make(self._wish) if kind.possible(self._wish) else []
        return self._made[word]

    def evening_kinds(self) -> Iterable[str]:
        """Return the kinds that an evening of the match needs."""
        self._load_kinds()
        return [word for word, kind in self._kinds.items() if kind.of_evening(self._wish)]

    def _load_kinds(self) -> None:
        """Import the code that draws; the first time takes a moment."""
        if not self._kinds:
            self._wish = load(self._offer.wish)(self.order)
            self._kinds = load(self._offer.kinds)

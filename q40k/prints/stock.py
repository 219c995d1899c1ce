"""The sheets of everything that can be printed of one match, made when first needed."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from q40k.prints.offer import Order, Prints
from q40k.prints.sheets import Sheet


class Stock:
    """The sheets of an order, kind by kind; they may be made in a thread."""

    def __init__(self, offer: Prints, order: Order) -> None:
        self.order = order
        self._offer = offer
        self._sheets: dict[str, list[Sheet]] = {}

    def sheets(self, word: str) -> list[Sheet]:
        """Return the sheets of a kind; none if the match lacks data for it. Raises TooLarge."""
        if word not in self._sheets:
            kind = self._offer.kinds[word]
            self._sheets[word] = kind.make(self._wish) if kind.possible(self._wish) else []
        return self._sheets[word]

    def evening_kinds(self) -> Iterable[str]:
        """Return the kinds that an evening of the match needs."""
        return [word for word, kind in self._offer.kinds.items() if kind.of_evening(self._wish)]

    @cached_property
    def _wish(self) -> Any:
        return self._offer.make_wish(self.order)

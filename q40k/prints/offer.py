"""The description of what a game can print: its kinds by word, and the code that makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.prints.paper import Paper

if TYPE_CHECKING:
    from q40k.prints.sheets import Sheet

ALL, SEATS = "all", "seats"
OF_THE_SHELL: Final = {
    SEATS: N_("codes for phones, while the board is open to the local network (Ctrl+L)"),
    ALL: N_("what an evening needs of all this"),
}
"""The kinds that every game has in addition to its own."""


class Order(Struct, frozen=True):
    """What to print: a (masked) state, with packs; and its paper and language."""

    locale: Locale
    paper: Paper
    state: Any
    library: Any
    measured: float = 100.0


def always(_wish: Any) -> bool:
    """Return True."""
    return True


class Kind(Struct, frozen=True):
    """A kind of sheets to print.

    `make` makes its sheets from a wish, which is the game's own. The kind is `possible` if the wish
    has the data for it, and `needed` if an evening with that wish needs it.
    """

    make: Callable[[Any], list[Sheet]]
    needed: Callable[[Any], bool] = always
    possible: Callable[[Any], bool] = always

    def of_evening(self, wish: Any) -> bool:
        """Return whether it belongs to everything an evening needs."""
        return self.possible(wish) and self.needed(wish)


class Prints(Struct, frozen=True):
    """What a game can print; `kinds` and `wish` are "module:attribute", loaded when needed.

    `about` describes each kind, by its word, in messages of the game's catalogue. `kinds` names the
    mapping of the same words to `Kind`s, and `wish` the function that makes a wish from an `Order`.
    """

    about: Mapping[str, str]
    kinds: str
    wish: str

"""What a game has to print, as it says it to the shell: its kinds by word, and what makes them."""

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
"""The kinds that every game has beside its own."""


class Order(Struct, frozen=True):
    """What is to be printed of: a (masked) state, with packs; and on what, in which language."""

    locale: Locale
    paper: Paper
    state: Any
    library: Any
    measured: float = 100.0


def always(_wish: Any) -> bool:
    """In any case."""
    return True


class Kind(Struct, frozen=True):
    """Something to print.

    `make` makes its sheets of a wish, which is the game's own. It is `possible` when the wish says
    enough for that, and `needed` when an evening so wished needs it.
    """

    make: Callable[[Any], list[Sheet]]
    needed: Callable[[Any], bool] = always
    possible: Callable[[Any], bool] = always

    def of_evening(self, wish: Any) -> bool:
        """Whether it belongs to all that an evening needs."""
        return self.possible(wish) and self.needed(wish)


class Prints(Struct, frozen=True):
    """What a game has to print; what stands elsewhere is "module:attribute", loaded late.

    `about` says what each kind is, by its word, in messages of the game's catalogue; `kinds` is
    where each `Kind` stands by the same words, and `wish` what makes a wish of an `Order`.
    """

    about: Mapping[str, str]
    kinds: str
    wish: str

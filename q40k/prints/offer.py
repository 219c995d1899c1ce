"""The description of what a game can print: its kinds of sheets, by word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.prints.paper import Frame, Paper

if TYPE_CHECKING:
    from q40k.prints.sheets import Sheet

InkLevel = Literal["colour", "two", "full", "half", "outline"]
"""Art in colour or in black and red; or plain pieces with much, half or little ink."""
INK_LEVELS: tuple[InkLevel, ...] = ("colour", "two", "full", "half", "outline")
ART: tuple[InkLevel, ...] = ("colour", "two")
ALL, SEATS = "all", "seats"
OF_THE_SHELL = {
    SEATS: N_("codes for phones, while the board is open to the local network (Ctrl+L)"),
    ALL: N_("what an evening needs of all this"),
}
"""The kinds that every game has in addition to its own."""


class Order(Struct, frozen=True):
    """What to print: a (masked) state, with packs; its paper and language; the address of an open board, for links."""

    locale: Locale
    paper: Paper
    state: Any
    library: Any
    measured: float = 100.0
    ink: InkLevel = "colour"
    board: str = ""


class Wish(Struct, frozen=True):
    """What to print of a game, on which paper, with links to which board; a game adds its own fields."""

    locale: Locale
    paper: Paper
    measured: float = 100.0
    ink: InkLevel = "colour"
    board: str = ""

    @property
    def frame(self) -> Frame:
        """The printable area of the upright paper."""
        return self.paper.frame(self.measured)

    @property
    def landscape(self) -> Frame:
        """The printable area of the paper on its side."""
        return self.paper.landscape().frame(self.measured)


def always(_wish: Any) -> bool:
    """Return True."""
    return True


class Kind(Struct, frozen=True):
    """A kind of sheets to print.

    `about` describes it, a message of the game's catalogue. `maker` names the function that makes
    its sheets from the game's wish, as "module:function". The kind is `possible` if the wish has
    the data for it, and `needed` if an evening with that wish needs it.
    """

    about: str
    maker: str
    needed: Callable[[Any], bool] = always
    possible: Callable[[Any], bool] = always

    def make(self, wish: Any) -> list[Sheet]:
        """Return its sheets; its module is imported only now. Raises TooLarge."""
        sheets: list[Sheet] = resolve_name(self.maker)(wish)
        return sheets

    def of_evening(self, wish: Any) -> bool:
        """Return whether it belongs to everything an evening needs."""
        return self.possible(wish) and self.needed(wish)


class Prints(Struct, frozen=True):
    """What a game can print.

    `kinds` are by their words on the command line. `wish` names the function that makes the game's
    wish from an `Order`, as "module:function".
    """

    kinds: Mapping[str, Kind]
    wish: str

    @property
    def about(self) -> dict[str, str]:
        """The description of each kind, by its word."""
        return {word: kind.about for word, kind in self.kinds.items()}

    def make_wish(self, order: Order) -> Any:
        """Return the game's wish for an order; its module is imported only now."""
        return resolve_name(self.wish)(order)

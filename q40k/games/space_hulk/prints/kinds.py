"""Everything Space Hulk prints, by its word on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from q40k.games.space_hulk.prints.orders import orders
from q40k.games.space_hulk.prints.reference import reference
from q40k.games.space_hulk.prints.wish import Wish
from q40k.prints.sheets import Sheet

KINDS: Final[dict[str, Callable[[Wish], list[Sheet]]]] = {
    "reference": reference,
    "orders": orders,
}

"""Everything Epic Escarmouches prints, by its word on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from q40k.games.epic.prints.orders import orders
from q40k.games.epic.prints.reference import reference
from q40k.games.epic.prints.roster import roster
from q40k.games.epic.prints.wish import Wish
from q40k.prints.sheets import Sheet

KINDS: Final[dict[str, Callable[[Wish], list[Sheet]]]] = {
    "reference": reference,
    "orders": orders,
    "roster": roster,
}

"""Everything Epic Escarmouches prints, by its word on the command line."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.prints.orders import orders
from q40k.games.epic.prints.reference import reference
from q40k.games.epic.prints.roster import roster
from q40k.prints.offer import Kind

KINDS: Final[dict[str, Kind]] = {
    "reference": Kind(reference),
    "orders": Kind(orders),
    "roster": Kind(roster, possible=lambda wish: any(side.formations for side in wish.sides)),
}

"""Everything Space Hulk prints, by its word on the command line."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.prints.orders import orders
from q40k.games.space_hulk.prints.reference import reference
from q40k.prints.offer import Kind

KINDS: Final[dict[str, Kind]] = {
    "reference": Kind(reference),
    "orders": Kind(orders),
}

"""What was already said of a match of Space Hulk to be set up."""

from __future__ import annotations

from msgspec import structs

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.table.context import Prefilled as Base


class Prefilled(Base, frozen=True):
    """What the call said of the match: its mission and its edition."""

    mission: str | None = None
    edition: EditionId | None = None

    def without_the_match(self) -> Prefilled:
        """What was said of all but the match itself, which was refused as it was said."""
        return structs.replace(self, mission=None, edition=None)

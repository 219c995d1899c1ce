"""What was already said of a match of Space Hulk to be set up."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field, structs

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.table.context import Prefilled as Base


class Prefilled(Base, frozen=True):
    """What the call said of the match: its mission and its edition, who deals, its timer."""

    mission: str | None = None
    edition: EditionId | None = None
    deal: Literal["table", "app"] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def without_the_match(self) -> Prefilled:
        """What was said of all but the match itself, which was refused as it was said."""
        return structs.replace(self, mission=None, edition=None)

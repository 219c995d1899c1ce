"""The opening of a match: what a call has already said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field, structs

from q40k.table.context import Prefilled as Base
from q40k.tabletop.rules import BotSeat


class ExpectedSide(Struct, frozen=True):
    """A side of a match to come: who plays it, the army list, and the bot if one does."""

    player: str
    army: str
    bot: BotSeat | None = None


class Prefilled(Base, frozen=True):
    """The settings given in the call: the scenario, the sides, and the points of their forces; None asks.

    `switches` are the house rules. `names` are proposed for sides whose army is asked.
    """

    scenario: str | None = None
    sides: tuple[ExpectedSide, ...] = ()
    points: int | None = None
    switches: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()

    def without_the_match(self) -> Prefilled:
        """Return the settings without the scenario, which was refused."""
        return structs.replace(self, scenario=None, switches={})

    def with_players(self, names: Sequence[str], figures: Mapping[str, str]) -> Prefilled:
        """Return the options for these players, whose armies are asked."""
        return structs.replace(self, sides=(), names=tuple(names))

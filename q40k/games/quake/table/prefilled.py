"""What was said of a match before it is set up."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field as struct_field
from msgspec.structs import asdict, replace

from q40k.table import context


class Prefilled(context.Prefilled, frozen=True):
    """What was already said of a match to be set up; the rest is asked.

    Without a `mod` it is asked. `players` hold each a name, the champion's id and the ids of the
    gear. `field` are the champions proposed to those who are still without one, by id, in the order
    of joining; `budget` is what the table agreed on, where the mod has one (CHAMPION-5, TEAM-1).
    `teams` says who of the players is in which team, `options` and `addons` are those of the match,
    `minutes` and `each` (seconds) the limits of its clock (TABLE-7).
    """

    mod: str | None = None
    arena: str | None = None
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    field: tuple[str, ...] = ()
    budget: int | None = None
    teams: Mapping[str, str] = struct_field(default_factory=dict)
    options: Mapping[str, int] = struct_field(default_factory=dict)
    addons: tuple[str, ...] = ()
    minutes: float | None = None
    each: float | None = None

    def without_the_match(self) -> Prefilled:
        """What was said of the players, the dice and the clock alone; the match is asked."""
        return replace(self, mod=None, arena=None, budget=None, options={}, addons=())


def prefilled(said: context.Prefilled) -> Prefilled:
    """What was said, also when nothing of it was about this game."""
    return said if isinstance(said, Prefilled) else Prefilled(**asdict(said))

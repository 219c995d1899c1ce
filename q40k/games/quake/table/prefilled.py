"""The options of a match that are known before its set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import field as struct_field
from msgspec.structs import asdict, replace

from q40k.kernel.text import fold_name
from q40k.table import context
from q40k.tabletop.rules import BotSeat


class Prefilled(context.Prefilled, frozen=True):
    """The options of a new match that were already chosen; the rest is asked.

    Without a `mod` it is asked. `players` hold a name, the champion's id ("" if it is to be asked)
    and the ids of the gear. `field` are the ids of champions proposed to those without one, in the
    order of joining. `bots` says which players bots play. `budget` is what the table agreed on, if
    the mod has one (CHAMPION-5, TEAM-1). `teams` says which team each player is in. `options` and
    `addons` are those of the match, `minutes` and `each` (seconds) the limits of its clock
    (TABLE-7); `d3` is how a D3 is typed
    (TABLE-5).
    """

    mod: str | None = None
    arena: str | None = None
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    field: tuple[str, ...] = ()
    budget: int | None = None
    bots: Mapping[str, BotSeat] = struct_field(default_factory=dict)
    teams: Mapping[str, str] = struct_field(default_factory=dict)
    options: Mapping[str, int] = struct_field(default_factory=dict)
    addons: tuple[str, ...] = ()
    minutes: float | None = None
    each: float | None = None
    d3: Literal["d3", "d6"] | None = None

    def without_the_match(self) -> Prefilled:
        """Return the options of the players, the dice and the clock; the match is asked."""
        return replace(self, mod=None, arena=None, budget=None, options={}, addons=())

    def with_fresh_figures(self) -> Prefilled:
        """Return the options with the same players; each champion is asked."""
        return replace(self, players=tuple((name, "", ()) for name, _champion, _gear in self.players))

    def with_players(self, names: Sequence[str], figures: Mapping[str, str]) -> Prefilled:
        """Return the options for these players; those of them who were there keep champion and gear."""
        before = {fold_name(name): (champion, gear) for name, champion, gear in self.players}
        players = tuple((name, *before.get(fold_name(name), (figures.get(name, ""), ()))) for name in names)
        return replace(self, players=players, bots={}, teams={})

    def after(self, earlier: Prefilled) -> Prefilled:
        """Return these options, filled up with those of an `earlier` match.

        Players are those of both. A player in both has the champion of these options.
        """
        names = {fold_name(name) for name, _champion, _gear in self.players}
        others = (player for player in earlier.players if fold_name(player[0]) not in names)
        return replace(
            self,
            dice=self.dice or earlier.dice,
            mod=self.mod or earlier.mod,
            arena=self.arena or earlier.arena,
            players=(*others, *self.players),
            bots={**earlier.bots, **self.bots},
            teams={**earlier.teams, **self.teams},
            options={**earlier.options, **self.options},
            addons=self.addons or earlier.addons,
            minutes=self.minutes or earlier.minutes,
            each=self.each or earlier.each,
            d3=self.d3 or earlier.d3,
        )


def as_prefilled(options: context.Prefilled) -> Prefilled:
    """Return the options, also if none of them is of this game."""
    return options if isinstance(options, Prefilled) else Prefilled(**asdict(options))

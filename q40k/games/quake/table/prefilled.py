"""What was said of a match before it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field as struct_field
from msgspec.structs import asdict, replace

from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.options import ADDONS, options_of
from q40k.table import context


class Prefilled(context.Prefilled, frozen=True):
    """What was already said of a match to be set up; the rest is asked.

    Without a `mod` it is asked. `players` hold each a name, the champion's id ("" when it is to be
    asked) and the ids of the gear. `field` are the champions proposed to those who are still
    without one, by id, in the order of joining; `budget` is what the table agreed on, where the mod
    has one (CHAMPION-5, TEAM-1). `teams` says who of the players is in which team, `options` and
    `addons` are those of the match, `minutes` and `each` (seconds) the limits of its clock
    (TABLE-7); `d3` is how a D3 is typed (TABLE-5).
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
    d3: Literal["d3", "d6"] | None = None

    def without_the_match(self) -> Prefilled:
        """What was said of the players, the dice and the clock alone; the match is asked."""
        return replace(self, mod=None, arena=None, budget=None, options={}, addons=())

    def with_fresh_figures(self) -> Prefilled:
        """The same players; the champion of each is asked."""
        return replace(
            self, players=tuple((name, "", ()) for name, _champion, _gear in self.players)
        )

    def after(self, earlier: Prefilled) -> Prefilled:
        """What was said now, and where nothing was, what an `earlier` match says.

        Players are those of both; who is in both comes with the champion that was said now.
        """
        named = {name.casefold() for name, _champion, _gear in self.players}
        others = (one for one in earlier.players if one[0].casefold() not in named)
        return replace(
            self,
            dice=self.dice or earlier.dice,
            mod=self.mod or earlier.mod,
            arena=self.arena or earlier.arena,
            players=(*others, *self.players),
            teams={**earlier.teams, **self.teams},
            options={**earlier.options, **self.options},
            addons=self.addons or earlier.addons,
            minutes=self.minutes or earlier.minutes,
            each=self.each or earlier.each,
            d3=self.d3 or earlier.d3,
        )


def of_match(state: Match) -> Prefilled:
    """What was said of a match as it stands: all but its name and its seed.

    The numbers of its mod are those that were agreed; the players are those at the table.
    """
    mod, clock = state.setup.mod, state.clock
    seated = [player for player in state.players.values() if player.present]
    limit, d3_on_d6 = clock.limit if clock else None, state.setup.d3_on_d6
    return Prefilled(
        dice=state.setup.roller,
        mod=mod.id if mod else None,
        arena=state.setup.arena.id if state.setup.arena else None,
        players=tuple((one.name, one.champion.id, one.gear) for one in seated),
        teams={one.name: one.team for one in seated if one.team},
        options=_numbers(state),
        addons=tuple(name for name, brings in ADDONS.items() if mod and mod.has(brings)),
        minutes=limit / 60 if limit else None,
        each=clock.each if clock else None,
        d3=None if d3_on_d6 is None else "d6" if d3_on_d6 else "d3",
    )


def _numbers(state: Match) -> dict[str, int]:
    """The numbers of the mod as the table agreed on them."""
    mod = state.setup.mod
    if mod is None:
        return {}
    found: dict[str, int | None] = {}
    for name, option in options_of(mod).items():
        part, key = option.path or ("", "")
        found[name] = getattr(getattr(mod, part), key) if part else state.setup.points_to_win
    return {name: number for name, number in found.items() if number is not None}


def prefilled(said: context.Prefilled) -> Prefilled:
    """What was said, also when nothing of it was about this game."""
    return said if isinstance(said, Prefilled) else Prefilled(**asdict(said))

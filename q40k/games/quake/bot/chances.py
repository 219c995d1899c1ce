"""Exact odds, remembered by what they depend on: profiles, weapon, range band, cover.

They come from the plans and the resolver that also ask for the dice of people, so they cannot
disagree with them.
"""

from collections.abc import Callable
from itertools import count
from typing import Any, Generic, TypeVar

from msgspec import Struct

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.state.bonus import fighter, is_finished, used_turbo
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.odds import duel_odds_of_round, odds_of
from q40k.games.quake.state.traits import leadership, lowers_leadership
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.shooting import FLAME_IN, Aim, shooting_plan

RAPID_FIRE_IN = 12.0
MOST_REMEMBERED = 60_000
MOST_PLAYERS = 5_000

T = TypeVar("T")

Key = tuple[Any, ...]
Parts = tuple[Any, ...]


class Fire(Struct, frozen=True):
    """What a weapon does to a target by distance.

    `reaches` are the upper ends of its range bands in inches; beyond the last it cannot hit.
    `kills` and `burns` are the chances in each band that the target, or the shooter, dies; `wounds`
    are the mean wounds lost. `charges`: the shooter may charge after it.
    """

    weapon: str
    reaches: tuple[float, ...] = ()
    kills: tuple[float, ...] = ()
    burns: tuple[float, ...] = ()
    wounds: tuple[float, ...] = ()
    charges: tuple[bool, ...] = ()
    shape: str = ""

    def band(self, distance_in: float) -> int | None:
        """Return the number of the band of a distance; None out of range."""
        for number, reach in enumerate(self.reaches):
            if distance_in <= reach + 1e-6:
                return number
        return None


class Duel(Struct, frozen=True):
    """The chances of a round of close combat: that the champion dies, and that its foe dies."""

    dies: float
    kills: float


class ByPlayer(Generic[T]):
    """What follows from a champion alone, kept for as long as it stays the same."""

    def __init__(self, work_out: Callable[[Player], T]) -> None:
        self._work_out = work_out
        self._kept: dict[int, tuple[Player, T]] = {}  # by identity, so each champion must stay alive

    def __call__(self, player: Player) -> T:
        """Return what follows from a champion."""
        kept = self._kept.get(id(player))
        if kept is None:
            if len(self._kept) > MOST_PLAYERS:
                self._kept.clear()
            kept = self._kept[id(player)] = player, self._work_out(player)
        return kept[1]


class Memory:
    """The odds worked out so far."""

    def __init__(self) -> None:
        self._known: dict[Key, Any] = {}
        self._numbers: dict[Key, int] = {}
        self._data: dict[tuple[int, ...], tuple[Parts, int]] = {}  # by identity, so each part must stay alive
        self._parts: dict[str, list[tuple[Parts, int]]] = {}
        self._count = count()  # never begins again: a number that is still in use must not mean something else
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        for kept in (self._known, self._numbers, self._data, self._parts):
            kept.clear()
        self.shooter_key = ByPlayer(self._number_of_shooter)
        self.target_key = ByPlayer(self._number_of_target)
        self.lowers_leadership = ByPlayer(lowers_leadership)

    def recall(self, key: Key, work_out: Callable[[], Any]) -> Any:
        """Return what is remembered under a key, worked out when first needed."""
        kept = self._known.get(key)
        if kept is None:
            kept = work_out()
            if max(len(self._known), len(self._numbers), len(self._data)) > MOST_REMEMBERED:
                self.clear()
            self._known[key] = kept
        return kept

    def _number_of_data(self, name: str, parts: Parts) -> int:
        """Return the number of some data; equal data of two players or matches have the same."""
        by_identity = tuple(map(id, parts))
        kept = self._data.get(by_identity)
        if kept is None:
            same = self._parts.setdefault(name, [])
            number = next((number for other, number in same if other == parts), None)
            if number is None:
                number = next(self._count)
                same.append((parts, number))
            kept = self._data[by_identity] = parts, number
        return kept[1]

    def _number_of(self, key: Key) -> int:
        """Return the number of a key, which is quicker to look up than the key itself."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = next(self._count)
        return number

    def _number_of_shooter(self, player: Player) -> int:
        """Return what names all that the odds of a champion that strikes depend on, apart from its place."""
        champion, turn = player.champion, player.turn
        number = self._number_of_data(champion.id, (champion, player.arms, player.traits))
        by_move = any(effect.when for trait in player.abilities for effect in trait.effects)
        moves = (turn.moved, used_turbo(player)) if by_move else ()
        return self._number_of((number, player.gear, _bonus_key(player), player.gifts, turn.using, turn.under, moves))

    def _number_of_target(self, player: Player) -> int:
        """Return what names all that the odds of a champion that is struck depend on, apart from its place."""
        life, inside = player.life, (player.position.portal is not None, player.movement.in_water)
        return self._number_of((self.shooter_key(player), life.wounds, life.broken, is_finished(player), *inside))

    def world_key(self, state: Match) -> int:
        """Return what names the bonus tables of a match, and each Leadership where somebody lowers it; -1 without."""
        tables, players = state.setup.tables, state.players.values()
        number = -1 if tables is None else self._number_of_data(tables.id, (tables,))
        if not any(map(self.lowers_leadership, players)):
            return number
        return self._number_of((number, *((player.id, leadership(state, player)) for player in players)))

    def strike_key(self, state: Match, striker: Player, target: Player) -> tuple[int, int, int]:
        """Return what names all that the odds of a champion's strikes at another depend on, apart from places."""
        return self.world_key(state), self.shooter_key(striker), self.target_key(target)

    def fire(
        self,
        state: Match,
        shooter: Player,
        weapon: Weapon,
        target: Player,
        *,
        cover: int = 0,
        moved: bool | None = None,
    ) -> Fire:
        """Return what a weapon does to a target; `cover` is the target's save from scenery, 0 for none."""
        moves = shooter.turn.moved if moved is None else moved
        key = "fire", *self.strike_key(state, shooter, target), weapon.id, cover, moves
        result: Fire = self.recall(key, lambda: _work_out_fire(state, shooter, weapon, target, cover, moves))
        return result

    def duel(
        self, state: Match, player: Player, other: Player, *, charging: bool = True, into_cover: bool = False
    ) -> Duel:
        """Return the chances of a round of close combat, with the charge bonus or without.

        Where both stand does not matter: who charges `into_cover` says so.
        """
        key: Key = (
            "duel",
            self.world_key(state),
            self.target_key(player),
            self.target_key(other),
            charging,
            into_cover,
        )
        for member in (player, other):
            key += _shot_of(member), member.turn.stunned >= state.play.turn, member.life.jammed, member.in_play

        def work_out() -> Duel:
            odds = duel_odds_of_round(state, player.id, other.id, charging=charging, into_cover=into_cover)
            return Duel(float(odds.dies[player.id]), float(odds.dies[other.id]))

        result: Duel = self.recall(key, work_out)
        return result


def _bonus_key(player: Player) -> Key:
    held = player.bonus
    if held is None:
        return ()
    figures = tuple(sorted(held.figures.items()))
    arms, traits = tuple(w.id for w in held.arms), tuple(t.id for t in held.traits)
    return (held.kind, held.spent, held.kit, held.unit_type, figures, arms, traits)


def _shot_of(player: Player) -> str:
    return player.turn.shot.weapon if player.turn.shot is not None else ""


def _work_out_fire(state: Match, shooter: Player, weapon: Weapon, target: Player, cover: int, moved: bool) -> Fire:
    helps = (Modifier("cover", cover, "ARENA-5", "shooting"),) if cover else ()
    firing, aimed_at = fighter(state, shooter), fighter(state, target, *helps)
    first = shooting_plan(firing, weapon, aimed_at, Aim(0.0, moved=moved))
    if any(finding.code != "out-of-range" for finding in first.findings):
        return Fire(weapon.id)
    limits = {float(FLAME_IN if first.range_in is None else first.range_in)}
    limits |= {limit for limit in (RAPID_FIRE_IN, *(reach / 2 for reach in limits)) if limit < max(limits)}
    bands: list[tuple[float, float, float, float, bool]] = []
    for number, reach in enumerate(sorted(limits)):
        # The first band begins at 0: what holds there holds up to its end.
        plan = first if number == 0 else shooting_plan(firing, weapon, aimed_at, Aim(reach, moved=moved))
        if plan.findings:
            break
        odds = odds_of(plan.attack)
        band = reach, float(odds.dies), float(odds.burned), float(odds.lost.mean), plan.may_charge
        if bands and bands[-1][1:] == band[1:]:
            bands.pop()
        bands.append(band)
    reaches, kills, burns, wounds, charges = zip(*bands, strict=True) if bands else ((), (), (), (), ())
    return Fire(weapon.id, reaches, kills, burns, wounds, charges, first.shape)


MEMORY = Memory()
"""The odds that this process has worked out."""

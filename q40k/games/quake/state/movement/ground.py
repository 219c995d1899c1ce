"""Difficult ground: what a path crosses, and how it tests."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.positions import feet_height, floor_height
from q40k.games.quake.state.positions import in_water as stands_in_water
from q40k.games.quake.state.registry import Event
from q40k.games.w40k3e.ground import danger, distance_dice, moves_over, needs_danger_test
from q40k.games.w40k3e.traits import Trait, has
from q40k.geometry.space import CONTACT_CM, Base, Spot

if TYPE_CHECKING:
    from q40k.geometry.surfaces import Stretch


class GroundTested(Event, tag="ground-tested"):
    """A test in difficult ground: the dice, and the most inches moved (MOVE-2, PORTAL-9).

    `limit` is the most the champion may walk in the phase. Without it `most` is what it may still
    move.
    """

    player: str
    dice: tuple[int, ...]
    most: int
    limit: float | None = None

    def fold(self, state: Match) -> Match:
        more = float(self.most)
        if self.limit is not None:
            more = self.limit - state.players[self.player].movement.spent
        return change_player(limit_movement(state, self.player, more), self.player, tested=True)


class DangerTested(Event, tag="danger-tested"):
    """A die for danger; a 1 does damage. `what` is the kind of danger."""

    player: str
    what: Literal["dangerous", "landing", "mount"]
    die: int


def limit_movement(state: Match, player: str, inches: float) -> Match:
    """Limit a champion's movement to so many inches more."""
    mover = state.players[player]
    limit = round(mover.movement.spent + inches, 6)
    return change_player(
        state, player, limit=limit if mover.movement.limit is None else min(mover.movement.limit, limit)
    )


class Ground(Struct, frozen=True):
    """The ground a move crosses.

    `lands_hard`: the move ends in difficult ground. `water`: it enters water after `dry_in` inches.
    `ends_in_water`: it ends in water, None if nobody knows.
    """

    difficult: bool = False
    dangerous: bool = False
    lands_hard: bool = False
    water: bool = False
    dry_in: float = 0.0
    ends_in_water: bool | None = None


Danger = Literal["dangerous", "landing", "mount"]


class GroundTest(Struct, frozen=True):
    """What a champion rolls for the ground it crosses.

    `dice` is the number of D6 for its distance, 0 for none. `danger` is the kind of danger for which
    it rolls a die, None for none: up to `fails_on` it is dead if that `kills`, else it loses a wound.
    `crashes`: it dies without a die.
    """

    dice: int = 0
    danger: Danger | None = None
    fails_on: int = 1
    kills: bool = False
    crashes: bool = False


def plan_ground(
    unit_type: str, traits: tuple[Trait, ...], ground: Ground, *, three: bool = False, charging: bool = False
) -> GroundTest:
    """Return what whoever moves as that unit type rolls for the ground: rules and odds ask this plan.

    Mounts that ride in difficult ground, and whoever lands in it, crash on a 1. Dangerous ground
    costs a wound.

    Rule: MOVE-2, PORTAL-9, ASSAULT-2
    """
    dice = distance_dice(unit_type, traits, difficult=ground.difficult, three=three, charging=charging)
    if ground.lands_hard and has(traits, "dies-in-difficult"):
        return GroundTest(dice, crashes=True)
    if not needs_danger_test(
        unit_type, dangerous=ground.dangerous, difficult=ground.difficult, ends_in_difficult=ground.lands_hard
    ):
        return GroundTest(dice)
    rules = danger(unit_type)
    kind: Danger = "dangerous" if ground.dangerous else "mount" if rules.kills else "landing"
    return GroundTest(dice, kind, rules.fails_on, kills=rules.kills or kind != "dangerous")


def moves_as(state: Match, player: Player) -> str:
    """Return the unit type a champion moves as; a jump pack token makes it jump infantry.

    Rule: BONUS-1
    """
    return "jump_infantry" if state.holds(player.id, "jump-pack") else profile(player).unit_type


def flies(state: Match, player: Player) -> bool:
    """Return whether a champion moves in a straight line over obstacles.

    Rule: MOVE-1
    """
    return moves_over(moves_as(state, player))


def ground_to(
    state: Match,
    player: Player,
    to: Spot | None,
    waypoints: tuple[Spot, ...] = (),
    *,
    heights: tuple[Stretch, ...] = (),
    difficult: bool = False,
    dangerous: bool = False,
) -> Ground:
    """Return the ground a move crosses: as the table said, and by the scenery where it is known.

    `heights` are those of its walk; ground lower than its feet has no effect. Only the landing
    place matters to a champion that flies.

    Rule: MOVE-1, MOVE-4, PORTAL-9
    """
    by_table = Ground(difficult, dangerous, lands_hard=difficult)
    if to is None or player.position.at is None or not _has_ground(state):
        return by_table
    from q40k.geometry.surfaces import Stretch, crossings

    base, ground = Base.of(player.champion, player.position.angle), state.arena.field
    start, top = feet_height(state, player), floor_height(state, to)
    end = heights[-1].level_in if heights else min(start, top)
    over = top if flies(state, player) else end
    ends = [piece for piece in ground.touching(base, to) if piece.height_in >= over]
    in_water = stands_in_water(state, to, over)
    hard_end = any(piece.difficult for piece in ends)
    if flies(state, player):
        return replace(
            by_table,
            dangerous=dangerous or any(piece.dangerous for piece in ends),
            lands_hard=difficult or hard_end,
            water=in_water,
            ends_in_water=in_water,
        )
    level = heights or (Stretch(0.0, inf, end),)
    crossed = crossings(ground, base, (player.position.at, *waypoints, to), level)
    wet = [crossing.enters_in for crossing in crossed if crossing.scenery.water]
    return Ground(
        difficult or any(crossing.scenery.difficult for crossing in crossed),
        dangerous or any(crossing.scenery.dangerous for crossing in crossed),
        difficult or hard_end,
        bool(wet),
        round(min(wet, default=0.0), 6),
        in_water,
    )


def _has_ground(state: Match) -> bool:
    """Return whether the arena has ground that matters to a move; saves the geometry."""
    pieces = state.arena.scenery
    return any(piece.difficult or piece.dangerous or piece.water for piece in pieces)


def can_be_climbed(state: Match, player: Player, to: Spot | None) -> bool:
    """Return whether a climbable piece is where a champion is or goes; True if nobody knows.

    Rule: MOVE-6, ARENA-5
    """
    if player.position.at is None or state.setup.arena is None or not state.setup.arena.scenery:
        return True
    if has(player.abilities, "climbs-anything"):
        return True

    field = state.setup.arena.field
    reach = Base(20 * (Base.of(player.champion).reach_cm + CONTACT_CM))
    spots = (player.position.at,) if to is None else (player.position.at, to)
    return any(piece.climbable for spot in spots for piece in field.touching(reach, spot))

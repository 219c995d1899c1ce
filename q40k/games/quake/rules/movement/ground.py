"""Hard ground: what a move crosses, its tests, and what a 1 does.

The scenery gives the ground where positions are known; elsewhere the table does.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.rules import damage
from q40k.games.quake.rules.bonus.modifiers import fighter, profile
from q40k.games.quake.rules.positions import feet_height, floor_height
from q40k.games.quake.rules.positions import in_water as stands_in_water
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.w40k3e.damage import wounds_plan
from q40k.games.w40k3e.ground import (
    danger,
    difficult_dice,
    difficult_in,
    moves_over,
    needs_danger_test,
    needs_difficult_test,
)
from q40k.games.w40k3e.traits import has
from q40k.geometry.space import Base, Spot
from q40k.kernel.events import Live, Rule

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


@fold(GroundTested)
def _ground_tested(state: Match, event: GroundTested) -> Match:
    more = float(event.most)
    if event.limit is not None:
        more = event.limit - state.players[event.player].movement.spent
    return change_player(limit_movement(state, event.player, more), event.player, tested=True)


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


_DANGERS: dict[str, Literal["dangerous", "landing", "mount"]] = {
    "danger-dangerous": "dangerous",
    "danger-landing": "landing",
    "danger-mount": "mount",
}


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
    from q40k.geometry.space import CONTACT_CM

    field = state.setup.arena.field
    reach = Base(20 * (Base.of(player.champion).reach_cm + CONTACT_CM))
    spots = (player.position.at,) if to is None else (player.position.at, to)
    return any(piece.climbable for spot in spots for piece in field.touching(reach, spot))


def face_hard_ground(live: Live[Match], who: str, ground: Ground, *, three: bool = False) -> Rule[None]:
    """Test a champion that walks through difficult ground: its best die is the most it may move.

    It limits all the walking of the phase, or after a portal what is left after it. The test is
    made once in a movement phase. Mounts and fliers roll for danger instead.

    Rule: MOVE-2, PORTAL-9
    """
    player = live.state.players[who]
    kind = moves_as(live.state, player)
    walks = not moves_over(kind) and not danger(kind).kills
    hard = needs_difficult_test(player.abilities, difficult=ground.difficult)
    if not (hard and walks) or player.movement.tested:
        return
    dice = (6,) * difficult_dice(three=three, traits=player.abilities)
    rolled = yield from roll(live, who, "difficult-ground", "MOVE-2", dice)
    spent, most = player.movement.spent, int(difficult_in(rolled, kind, player.abilities))
    limit = spent + most if player.movement.came_by else max(spent, float(most))
    yield GroundTested(player=who, dice=rolled, most=most, limit=round(limit, 6))


def risk_danger(live: Live[Match], who: str, ground: Ground) -> Rule[None]:
    """Roll a D6 for dangerous ground, for mounts in difficult ground and jump packs landing in it.

    On a 1 dangerous ground costs a wound without armour save; the others crash and are dead.

    Rule: PORTAL-9, SCORE-2
    """
    player = live.state.players[who]
    kind = moves_as(live.state, player)
    hard, lands = ground.difficult, ground.lands_hard
    if lands and has(player.abilities, "dies-in-difficult"):
        yield from damage.die_by_accident(live, who, "crashed")
        return
    if not needs_danger_test(kind, dangerous=ground.dangerous, difficult=hard, ends_in_difficult=lands):
        return
    key = "danger-landing"
    if ground.dangerous:
        key = "danger-dangerous"
    elif danger(kind).kills:
        key = "danger-mount"
    (die,) = yield from roll(live, who, key, "PORTAL-9")
    what = _DANGERS[key]
    yield DangerTested(player=who, what=what, die=die)
    if die > danger(kind).fails_on:
        return
    if what != "dangerous" or danger(kind).kills:
        yield from damage.die_by_accident(live, who, "crashed")
        return
    attack = wounds_plan(1, fighter(live.state, player), "w40k3e 7", no_save=("armour", "cover"))
    outcome = yield from damage.resolve(attack, None, who, "PORTAL-9")
    yield damage.Harmed(cause="dangerous-ground", struck=damage.struck_by(outcome, None, who))
    yield from damage.apply_attack(live, who, attack, outcome, cause="dangerous-ground")

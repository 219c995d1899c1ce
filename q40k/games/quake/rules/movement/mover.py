"""What jumps, leaps, climbs and swims share: find the mover, spend its inches, burn it on its path."""

from __future__ import annotations

from q40k.games.quake.rules import barrels
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.move import declare
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.state import positions, questions
from q40k.games.quake.state.match import Match, Player
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


def find_mover(live: Live[Match], name: str, rule: str) -> Rule[Player]:
    """Find the champion that moves now; refuse if it may not move.

    Rule: TURN-1
    """
    questions.must_be_started(live.state)
    player = questions.find_present(live.state, name)
    yield from must_be_active(live, player, "movement")
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    return player


def swim_out(live: Live[Match], player: Player) -> Rule[Player | None]:
    """Roll the swim of a champion in the water that has not swum yet; None if it drowns.

    Rule: MOVE-4
    """
    wet = player.movement.in_water and not player.movement.swum
    if wet and not (yield from roll_to_swim(live, player.id)):
        return None
    return live.state.players[player.id]


def refuse_bad_landing(live: Live[Match], player: Player, to: Spot) -> Rule[None]:
    """Refuse to land off the table, in something impassable or lethal, or on another base.

    Rule: MOVE-1, ARENA-5
    """
    yield from declare(live, player, to, None)
    yield from refuse_each(
        positions.standing_obstacles(
            live.state, player, to, positions.floor_height(live.state, to), player.position.angle
        )
    )


def refuse_bad_height(live: Live[Match], player: Player, change: float) -> Rule[None]:
    """Refuse to go so many inches up or down onto another base at the same place.

    Rule: DIFF-5
    """
    at, level = player.position.at, max(0.0, positions.feet_height(live.state, player) + change)
    for other in positions.bases_at(live.state, player, at, level) if at is not None else ():
        yield from refuse("DIFF-5", "on-a-base", player=player.name, other=other.name)


def burn_on_path(live: Live[Match], before: Player, to: Spot | None, *, napalm: bool = False) -> Rule[bool]:
    """Burn a champion whose jump, leap or climb crosses napalm; return whether it died.

    Rule: BARREL-5
    """
    at = before.position.at
    spots = () if to is None else (to,) if at is None else (at, to)
    yield from barrels.cross_napalm(live, before.id, spots, declared=napalm)
    return not live.state.players[before.id].in_play

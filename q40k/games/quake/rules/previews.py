"""What a move would be, before it is said: for a screen to show while a champion is dragged."""

from __future__ import annotations

from dataclasses import dataclass

from q40k.games.quake.arena import tiles
from q40k.games.quake.rules import positions as board
from q40k.games.quake.rules.ground import Ground, ground_to
from q40k.games.quake.rules.movement import allowance
from q40k.games.quake.rules.paths import Way, obstacles, passed_over, way_of
from q40k.games.quake.rules.positions import Obstacle
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.spots import Spot

HAIR_IN = 1e-6


@dataclass(frozen=True, slots=True)
class Preview:
    """A move as the rules would take it.

    `inches` is what it costs, `left_in` what is left of the `allowance_in` after it, below zero
    when it is too long. `ground` is what it crosses, `obstacles` what the rules would refuse it
    for, with rule ids and facts as in a refusal; `over` the ids of tokens and flags it passes
    over. `portal` is the portal it ends wholly on, `tile` the tile it ends in.
    """

    way: Way
    inches: float
    allowance_in: float
    left_in: float
    ground: Ground
    obstacles: tuple[Obstacle, ...]
    over: tuple[str, ...]
    portal: int | None
    tile: str

    @property
    def ok(self) -> bool:
        """Whether the rules would allow it."""
        return not self.obstacles


def move_preview(
    state: Match,
    player: Player,
    waypoints: tuple[Spot, ...],
    *,
    level: float | None = None,
    angle: float | None = None,
) -> Preview | None:
    """What a move through waypoints, the last of them its end, would be.

    None when nobody knows where the champion stands, or without a waypoint.

    Rule: MOVE-1, PORTAL-1, BONUS-1, ARENA-5
    """
    if not waypoints or player.position.at is None or state.setup.arena is None:
        return None
    *between, to = waypoints
    way = way_of(state, player, to, tuple(between), level=level, angle=angle)
    assert way is not None
    most = allowance(state, player)
    left = most - player.movement.spent - way.inches
    return Preview(
        way,
        way.inches,
        most,
        left,
        ground_to(state, player, to, tuple(between)),
        tuple(_refusals(state, player, way, most, left)),
        passed_over(state, player, way.spots, way.base),
        board.portal_at(state, player, to, angle),
        tiles.tile_of(to, state.setup.arena.size),
    )


def _refusals(
    state: Match, player: Player, way: Way, most: float, left: float
) -> tuple[Obstacle, ...]:
    assert state.setup.arena is not None
    found = []
    x, y = way.spots[-1]
    if not board.on_table(state, player, (x, y), way.base.angle_deg):
        width, height = state.setup.arena.size
        facts = {"x": x, "y": y, "width": width, "height": height}
        found.append(Obstacle("MOVE-1", "off-table", facts))
    if player.movement.halted:
        found.append(Obstacle("MOVE-1", "moves-no-more", {"player": player.name}))
    if left < -HAIR_IN:
        had = max(0.0, most - player.movement.spent)
        facts_of = {"player": player.name, "inches": way.inches, "left": had, "allowance": most}
        found.append(Obstacle("MOVE-1", "too-far", facts_of))
    return (*found, *obstacles(state, player, way))

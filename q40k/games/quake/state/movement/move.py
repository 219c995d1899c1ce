"""MOVEMENT: moves as commands and events, and how far a champion may go."""

from msgspec import Struct

from q40k.games.quake.state import positions
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player, change_player, stand_at
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.movement.ground import Ground, ground_to
from q40k.games.quake.state.registry import Angle, Command, Event, Inches, Level, Place, Stand, Waypoints, land_mover
from q40k.games.w40k3e.traits import greatest
from q40k.geometry.space import Inches as In
from q40k.geometry.space import to_cm
from q40k.kernel.commands import Name


class Move(Command, tag="move"):
    """Move to a place in cm, through the places of `path`, or so many inches.

    `level` is how high it then stands, in inches, if that changes. `angle` is where an oval base
    points, in degrees. `difficult` and `dangerous` name the ground, where the scenery does not.
    `three`: the champion rolls three dice for difficult ground. `napalm`: it crosses a burning
    barrel's napalm (BARREL-5). `stand`: whether it comes back in its portal or beside it if it
    dies.
    """

    player: Name
    to: Place | None = None
    path: Waypoints | None = None
    inches: Inches | None = None
    level: Level | None = None
    angle: Angle | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover


class Moved(Event, tag="moved"):
    """A champion moved; `spent` is all its movement of this phase so far, in inches.

    `in_water`: it is in the water now (MOVE-4). `cut`: hard ground or water stopped it short.
    `over` are tokens and flags it passed over and may have (BONUS-1, FLAG-1). `level` is how high
    it stands, in inches; None is on top of a climbable piece. `angle` is where its base points,
    None if it did not turn. `moved` is False for a move of no inches, which does not count as one
    (SHOOT-4).
    """

    player: str
    to: tuple[float, float] | None = None
    portal: int | None = None
    spent: float = 0
    in_water: bool = False
    cut: bool = False
    over: tuple[str, ...] = ()
    level: float | None = None
    angle: float | None = None
    moved: bool = True

    def fold(self, state: Match) -> Match:
        """Put the champion at the end of its move; a move of no inches changes no place."""
        if not self.moved and self.to is None:
            return change_player(state, self.player, spent=self.spent, in_water=self.in_water)
        before = state.players[self.player]
        return change_player(
            state,
            self.player,
            **stand_at(self.to, self.portal, level=self.level, angle=self.angle),
            spent=self.spent,
            moved=before.turn.moved or self.moved,
            in_water=self.in_water,
            kept=self.to is not None,
            over=(*before.movement.over, *self.over),
        )


STRAIGHT_INCHES = 0.01
"""A move that is longer than the straight line by less is straight."""


def allowance(state: Match, player: Player) -> float:
    """Return how many inches the champion may move in this movement phase.

    Its bonus counts, and the limits of hard ground and water.
    """
    own = (greatest(player.abilities, "move"), greatest(player.abilities, "turbo"))
    most = float(max(profile(player).move_inches, *own))
    most = max([most, *(m.value for m in player.turn.under if m.effect == "move")])
    if state.holds(player.id, "jump-pack"):
        most = max(12.0, most)
    return most if player.movement.limit is None else min(most, player.movement.limit)


def movement_left(state: Match, player: Player) -> float:
    """Return how many more inches the champion may move in this movement phase."""
    return max(0.0, allowance(state, player) - player.movement.spent)


def announced_reach(state: Match, player: Player, inches: float, path: paths.MovePath | None) -> float | None:
    """Return how far an announced move gets that proves too long; None if it is not.

    Such a move is not refused: it comes up short.

    Rule: MOVE-2
    """
    if path is None or not state.announces or player.movement.halted:
        return None
    remaining = movement_left(state, player)
    return remaining if inches > remaining + 1e-6 else None


STEP_CM = 0.5


def shorten_flight(state: Match, player: Player, path: paths.MovePath, most: float) -> paths.PlannedMove:
    """Return where a flight announced too far comes down.

    It is the farthest place on its line within reach, or lower than the planned landing.

    Rule: MOVE-2
    """
    along_cm = float(to_cm(In(most)))
    while along_cm > 0:
        _start, *between, spot = path.along(along_cm)
        top = positions.floor_height(state, spot)
        landing = paths.plan_move(state, player, spot, tuple(between), angle=path.base.angle_deg)
        near = landing.path is not None and landing.path.inches <= most + 1e-6
        free = not positions.walls_at(state, player, spot, top) and not positions.bases_at(state, player, spot, top)
        if free and (near or top < path.to_in):
            return landing
        along_cm -= STEP_CM
    return paths.plan_move(state, player, path.spots[0], angle=path.base.angle_deg)


class Walk(Struct, frozen=True):
    """A declared walk, swim or flight of so many inches, with the ground it crosses.

    It goes `most` inches at most, None if all of them. `flown` is what was announced of a flight
    that proved too far. `swims`: it stays in the water, unless its place says differently. `three`:
    three dice for hard ground. `still`: no inches, which is no move. `napalm`: it crosses napalm.
    """

    planned: paths.PlannedMove
    inches: float
    ground: Ground
    most: float | None = None
    flown: paths.MovePath | None = None
    swims: bool = False
    three: bool = False
    still: bool = False
    napalm: bool = False


def ground_of(
    state: Match, player: Player, planned: paths.PlannedMove, *, difficult: bool = False, dangerous: bool = False
) -> Ground:
    """Return the ground of a declared move, as the table said and by the scenery.

    Rule: MOVE-1, MOVE-4, PORTAL-9
    """
    heights = planned.heights
    return ground_to(
        state, player, planned.to, planned.between, heights=heights, difficult=difficult, dangerous=dangerous
    )


def plan_walk(
    state: Match,
    player: Player,
    planned: paths.PlannedMove,
    inches: float,
    most: float | None = None,
    *,
    falls: bool = False,
    difficult: bool = False,
    dangerous: bool = False,
) -> Walk:
    """Return a walk that gets `most` inches far, over ground as the table said and by the scenery.

    With `falls` a flight that is farther comes down on its way.

    Rule: MOVE-1, MOVE-2, MOVE-4, PORTAL-9
    """
    flown = planned.path if falls and planned.path is not None and planned.path.flies else None
    if flown is not None and most is not None:
        planned = shorten_flight(state, player, flown, most)
        inches = min(most, planned.path.inches if planned.path else 0.0)
    ground = ground_of(state, player, planned, difficult=difficult, dangerous=dangerous)
    return Walk(planned, inches, ground, most, flown)


def explain_too_far(state: Match, player: Player, path: paths.MovePath, remaining: float) -> positions.Obstacle:
    """Explain why a walk up and down is too far: by the gap it might leap, or its climbing.

    Rule: MOVE-1, MOVE-5
    """
    gap = next(paths.leapable_gaps(state, path), None)
    inches = round(path.inches, 2)
    if gap is not None:
        return paths.gap_obstacle(player, gap, "gap", {"inches": inches, "left": remaining})
    facts = {"player": player.name, "inches": inches, "left": remaining}
    along, climb = round(path.length_in, 2), round(path.climb_in, 2)
    return positions.Obstacle("MOVE-1", "too-far-up", {**facts, "along": along, "climb": climb})

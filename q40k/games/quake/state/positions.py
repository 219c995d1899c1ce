"""Where champions are, if the table has given their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from q40k.games.quake.packs import arena
from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state.match import Match, Player, change_player, stand_at
from q40k.games.quake.state.registry import Angle, Command, Event, Level, Number, Place
from q40k.games.quake.state.respawn import arrival_changes
from q40k.geometry import space
from q40k.geometry.space import Spot
from q40k.kernel.commands import Name

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.positions import Figure


def put_after_move(
    state: Match, player: str, spent: float, to: Spot | None, portal: int | None, level: float | None = None
) -> Match:
    """Put a champion that moved at a place, or somewhere unknown."""
    before = state.players[player]
    kept = to is not None and (before.position.kept or to != before.position.at)
    there = stand_at(to, portal, level=level)
    return change_player(state, player, **there, spent=spent, moved=True, in_water=False, kept=kept)


class PlaceAt(Command, tag="place"):
    """Say where a champion stands, in cm, or that its place is not known any more.

    `level` is how high it stands, in inches, if not on top of a climbable piece. `angle` is where
    an oval base points, in degrees.
    """

    player: Name
    at: Place | None = None
    level: Level | None = None
    angle: Angle | None = None


class StandIn(Command, tag="stand"):
    """Say which portal a champion stands in, or none."""

    player: Name
    portal: Number | None = None


class Placed(Event, tag="placed"):
    """The game master said where a champion stands, in cm, or that nobody knows.

    `portal` is the portal the whole base is on there. `in_water`: it stands in water. `level` is
    how high it stands, in inches; None is on top of a climbable piece. `angle` is where its base
    points, None if unchanged.
    """

    player: str
    at: tuple[float, float] | None = None
    portal: int | None = None
    in_water: bool = False
    level: float | None = None
    angle: float | None = None

    def fold(self, state: Match) -> Match:
        if self.at is None:
            return change_player(state, self.player, at=None, level=None, kept=False)
        there = stand_at(self.at, self.portal, level=self.level, angle=self.angle)
        return change_player(state, self.player, **there, in_water=self.in_water, kept=True)


class StandSet(Event, tag="stand-set"):
    """The game master said which portal a champion stands in, or none (PORTAL-6).

    `at` is where in it, in cm, if somebody stands at its centre already.
    """

    player: str
    portal: int | None
    at: tuple[float, float] | None = None

    def fold(self, state: Match) -> Match:
        if self.portal is None:
            return change_player(state, self.player, **stand_at(None))
        changes = arrival_changes(state, self.portal, "in")
        if self.at is not None:
            changes["at"] = self.at
        return change_player(state, self.player, **changes, in_water=False)


def is_placed(player: Player) -> bool:
    """Return whether a champion's place was entered; the middle of a portal does not count."""
    return player.position.kept or (player.position.at is not None and player.position.portal is None)


def people_keep_places(state: Match) -> bool:
    """Return whether a bot may go by places: people keep the place of any champion they play, or have placed none yet.

    Where bots are alone, they keep all places.

    Rule: TABLE-8
    """
    people = [player for player in state.players.values() if player.present and player.bot is None]
    if state.play.phase == "deployment":
        people = [player for player in people if player.life.placed]
    return not people or any(is_placed(player) for player in people)


def forget_places(state: Match) -> Match:
    """Return the state without any champion's place; portals stay known."""
    players = {
        name: player.replace(at=None, level=None, kept=False) if player.position.at is not None else player
        for name, player in state.players.items()
    }
    return state.replace(players=players)


# -- positions as geometry ----------------------------------------------------------------


MOST_KEPT = 4
"""The number of positions that the cache keeps."""


class Obstacle(Struct, frozen=True):
    """Why a path may not be taken: the rule, a code word and its facts, as in a refusal."""

    rule: str
    code: str
    facts: dict[str, Any] = field(default_factory=dict)


def spot_of(state: Match, player: str) -> space.Spot | None:
    """Return where a champion stands, in cm; None if it is off the table or that is unknown."""
    champion = state.players[player]
    return champion.position.at if champion.in_play else None


def base_of(player: Player, angle: float | None = None) -> space.Base:
    """Return a champion's base as it is turned, or turned to an angle in degrees."""
    return space.Base.of(player.champion, player.position.angle if angle is None else angle)


def positions_of(state: Match) -> ArenaPositions:
    """Return every champion whose place is known, with its height; cached while nobody moves.

    Raises BoardError for an arena without a valid geometry.
    """
    # The cache belongs to the arena's field, so that both are freed together.
    kept: list[tuple[dict[str, Player], ArenaPositions]] = state.arena.field.cache.setdefault("stood", [])
    for players, positions in kept:
        if players is state.players:
            return positions
    from q40k.games.quake.arena.figures import laid_on

    figures = tuple(_figures(state))
    same = (earlier for _, earlier in kept if earlier.figures == figures)
    current = next(same, None) or laid_on(state.arena, figures)
    kept.append((state.players, current))
    del kept[:-MOST_KEPT]
    return current


def positions_of_all(state: Match) -> ArenaPositions | None:
    """Return the positions of everyone; None if a place is not known."""
    in_play = [p for p in state.players.values() if p.in_play]
    if not in_play or any(p.position.at is None for p in in_play):
        return None
    return positions_of(state)


def _figures(state: Match) -> list[Figure]:
    return [
        figure_of(state, player, player.position.at)
        for player in state.players.values()
        if player.position.at is not None and player.in_play
    ]


def figure_of(state: Match, player: Player, at: space.Spot) -> Figure:
    """Return a champion as a figure at a place: on the ground there, or as it stands now."""
    from q40k.games.quake.arena.figures import figure

    stands = player.position
    level = stands.level if at == stands.at else None
    height = floor_height(state, at) if level is None else level
    return figure(player.id, player.champion, at, elevation_in=height, angle_deg=stands.angle)


def floor_height(state: Match, at: space.Spot) -> float:
    """Return the height of the ground at a place, in inches: the top of a climbable piece, or 0."""
    if not any(piece.climbable for piece in state.arena.scenery):
        return 0.0

    return state.arena.field.floor_in(at)


def feet_height(state: Match, player: Player) -> float:
    """Return how high a champion stands above the table, in inches; 0 if its place is unknown."""
    if player.position.level is not None:
        return player.position.level
    return 0.0 if player.position.at is None else floor_height(state, player.position.at)


def on_table(state: Match, player: Player, at: space.Spot, angle: float | None = None) -> bool:
    """Return whether the whole base is on the table.

    Rule: DEPLOY-1
    """
    return space.within_box(base_of(player, angle), at, state.arena.size)


def off_table(
    state: Match, player: Player, at: space.Spot, angle: float | None = None, rule: str = "MOVE-1"
) -> Iterator[Obstacle]:
    """Yield an obstacle if the whole base is not on the table at a place.

    Rule: DEPLOY-1, MOVE-1
    """
    if not on_table(state, player, at, angle):
        width, height = state.arena.size
        yield Obstacle(rule, "off-table", {"x": at[0], "y": at[1], "width": width, "height": height})


def portal_at(state: Match, player: Player, at: space.Spot, angle: float | None = None) -> int | None:
    """Return the portal that the whole base is on at a place, if any.

    Rule: PORTAL-1, PORTAL-6
    """
    base = base_of(player, angle)
    for portal in state.arena.portals:
        if space.within_disc(base, at, portal.at, portal.diameter_in * space.CM_PER_INCH / 2):
            return portal.number
    return None


def is_on_top(scenery: Scenery, level: float) -> bool:
    """Return whether a champion at that height stands on top of a piece, not in it."""
    return 0 < scenery.height_in <= level


def scenery_at(state: Match, at: space.Spot, level: float | None = None) -> tuple[Scenery, ...]:
    """Return the scenery that a base's centre is in at a place, without what it stands above.

    Rule: ARENA-5
    """
    if not state.arena.scenery:
        return ()

    height = floor_height(state, at) if level is None else level
    return tuple(piece for piece in state.arena.field.pieces_under(at) if piece.height_in >= height)


def in_water(state: Match, at: space.Spot, level: float | None = None) -> bool:
    """Return whether a champion with its base's centre at a place stands in water.

    Rule: MOVE-4, ARENA-5
    """
    if not any(piece.water for piece in state.arena.scenery):
        return False
    return any(piece.water for piece in scenery_at(state, at, level))


def walls_at(
    state: Match, player: Player, at: space.Spot, level: float, angle: float | None = None
) -> tuple[Scenery, ...]:
    """Return what the base would be stuck in at that height: walls and solid pieces.

    Rule: ARENA-5
    """
    if not any(piece.bars_in for piece in state.arena.scenery):
        return ()
    from q40k.geometry.surfaces import barred_by

    return barred_by(state.arena.field, base_of(player, angle), at, level)


def has_foothold(state: Match, player: Player, at: space.Spot, level: float, angle: float | None = None) -> bool:
    """Return whether there is something to stand on, or to hold on to, at that height.

    Rule: MOVE-6
    """
    if level <= 0:
        return True
    from q40k.geometry.surfaces import is_supported

    return is_supported(state.arena.field, base_of(player, angle), at, level)


def bases_at(
    state: Match, player: Player, at: space.Spot, level: float, angle: float | None = None
) -> tuple[Player, ...]:
    """Return the others that its base would overlap by more than a millimetre, at one level.

    Mere contact is no overlap.

    Rule: DIFF-5
    """
    base = base_of(player, angle)
    return tuple(
        other
        for other in state.players.values()
        if other.position.at is not None
        and other.in_play
        and other.id != player.id
        and space.gap_cm(base, at, base_of(other), other.position.at) < -space.CONTACT_CM
        and at_one_level(player, level, other, feet_height(state, other))
    )


def at_one_level(player: Player, feet_in: float, other: Player, theirs_in: float) -> bool:
    """Return whether two champions whose bases meet on the plan also meet in height.

    Rule: DIFF-2, DIFF-5
    """
    if feet_in == theirs_in:
        return True
    from q40k.games.quake.arena.figures import HEIGHTS_IN

    height, other_height = (HEIGHTS_IN[p.champion.unit_type] for p in (player, other))
    return space.are_level(feet_in, height, theirs_in, other_height)


def bases_meet(state: Match, player: Player, other: Player) -> bool:
    """Return whether two champions with known places are in contact.

    They are within a millimetre on the plan, and at one level.

    Rule: DIFF-2, DIFF-5
    """
    assert player.position.at is not None
    assert other.position.at is not None
    gap = space.gap_cm(base_of(player), player.position.at, base_of(other), other.position.at)
    near = gap <= space.CONTACT_CM + space.HAIR_CM
    return near and at_one_level(player, feet_height(state, player), other, feet_height(state, other))


def distance_between(state: Match, player: Player, other: Player) -> float | None:
    """Return the distance in space from base to base, in inches; None if a place is unknown.

    Rule: SHOOT-1, ASSAULT-2
    """
    if player.position.at is None or other.position.at is None:
        return None
    if bases_meet(state, player, other):
        return 0.0
    gap = space.gap_cm(base_of(player), player.position.at, base_of(other), other.position.at)
    return round(space.apart_in(gap, feet_height(state, other) - feet_height(state, player)), 3)


def tile_of(state: Match, player: Player) -> str | None:
    """Return the tile a champion stands in: by its place, else as the table said."""
    at = player.position.at
    return player.position.tile if at is None else arena.tile_of(at, state.arena.size)


def height_above(state: Match, player: Player, spot: space.Spot | None) -> float:
    """Return how much higher than a champion's feet the ground at a place is, in inches."""
    return 0.0 if spot is None else floor_height(state, spot) - feet_height(state, player)


def keeps_positions(state: Match, player: Player) -> bool:
    """Return whether an arriving champion gets a place: its own was kept, or all others' are, not bots' alone."""
    if player.position.kept or not people_keep_places(state):
        return player.position.kept
    any_kept = False
    for other in state.players.values():
        if other.in_play and other.id != player.id:
            if not other.position.kept or other.position.at is None:
                return False
            any_kept = True
    return any_kept


def standing_obstacles(
    state: Match, player: Player, at: space.Spot, level: float, angle: float, rule: str = "MOVE-1"
) -> Iterator[Obstacle]:
    """Yield why a champion cannot stand at a place.

    It is in something impassable, solid or lethal, on nothing, or on another's base.

    Rule: MOVE-1, MOVE-6, ARENA-5, DIFF-5
    """
    name = player.name
    for wall in walls_at(state, player, at, level, angle):
        facts = {"player": name, "scenery": wall.name}
        if wall.impassable:
            yield Obstacle("ARENA-5", "in-a-wall", facts)
        else:
            yield Obstacle("ARENA-5", "in-solid", {**facts, "high": wall.height_in})
    if not has_foothold(state, player, at, level, angle):
        yield Obstacle("MOVE-6", "on-nothing", {"player": name, "high": level})
    for pit in scenery_at(state, at, level):
        if pit.lethal and not pit.impassable:
            yield Obstacle("ARENA-5", "in-lethal", {"player": name, "scenery": pit.name})
    for other in bases_at(state, player, at, level, angle):
        yield Obstacle(rule, "on-a-base", {"player": name, "other": other.name})

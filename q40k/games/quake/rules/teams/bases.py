"""BASES: each team's own zone, where it deploys and where its dead come back."""

from q40k.games.quake.packs.arena import TILE_CM, tiles
from q40k.games.quake.packs.models import TeamBase
from q40k.games.quake.rules import positions
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.geometry.outlines import within
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule


class BasesTaken(Event, tag="bases-taken"):
    """The arena's base of each team; None where the table agrees on one (BASE-1)."""

    bases: dict[str, int | None]


class RespawnedInBase(Event, tag="respawned-in-base"):
    """A champion came (back) onto the table in its team's base (BASE-1).

    `at` is where, in cm, if known. `in_water`: it stands in water there.
    """

    player: str
    at: tuple[float, float] | None = None
    entry: bool = False
    in_water: bool = False


@fold(BasesTaken)
def _bases_taken(state: Match, event: BasesTaken) -> Match:
    teams = {name: team.replace(base=event.bases.get(name)) for name, team in state.teams.items()}
    return state.replace(teams=teams)


@fold(RespawnedInBase)
def _respawned_in_base(state: Match, event: RespawnedInBase) -> Match:
    wounds = state.players[event.player].champion.w
    state = change_player(
        state, event.player, alive=True, placed=True, at=event.at, portal=None, near=None,
        tile=None, level=None, wounds=wounds, spent=0.0, came_by=None, beacon=False,
        kept=event.at is not None, in_water=event.in_water,
    )  # fmt: skip
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


def home_spot(state: Match, player: Player, zone: TeamBase | None) -> Spot | None:
    """Return a free place near the middle of a team's base, when places are kept.

    Rule: BASE-1
    """
    if zone is None or not positions.keeps_positions(state, player):
        return None
    from q40k.games.quake.arena.deployment import room_in

    return room_in(positions.positions_of(state), zone.polygon, positions.base_of(player), player.id)


def in_bases(state: Match) -> bool:
    """Return whether teams deploy and come back in bases (BASE-1)."""
    return state.setup.mod is not None and state.in_teams and state.setup.mod.has("bases")


def zone_of(state: Match, player: str) -> TeamBase | None:
    """Return the zone of a player's team; None where the table agreed on one.

    Rule: BASE-1
    """
    team = state.teams.get(state.side_of(player))
    if team is None or team.base is None or state.setup.arena is None:
        return None
    return next((base for base in state.setup.arena.bases if base.number == team.base), None)


def must_lie_in_base(state: Match, player: Player, at: Spot | None) -> Rule[None]:
    """Refuse a place outside the team's zone; the centre of the champion's base decides.

    Rule: BASE-1
    """
    zone = zone_of(state, player.id)
    if at is not None and zone is not None and not within(at, zone.polygon):
        x, y = at
        yield from refuse("BASE-1", "not-in-base", player=player.name, x=x, y=y, base=zone.number)


def must_deploy_in_base(state: Match, player: Player, at: Spot | None, tile: str | None) -> Rule[None]:
    """Refuse a place outside the team's zone, or a tile that does not overlap it.

    Rule: BASE-1, DEPLOY-1
    """
    zone = zone_of(state, player.id)
    if at is not None:
        yield from must_lie_in_base(state, player, at)
    elif zone is not None and tile is not None and tile not in _tiles_of(zone, state.arena.size):
        base = zone.number
        yield from refuse("BASE-1", "tile-not-in-base", player=player.name, tile=tile, base=base)


def _tiles_of(zone: TeamBase, size: tuple[int, int]) -> frozenset[str]:
    """Return the tiles that overlap a zone, tested by the centres of squares of 1 cm."""
    columns = size[0] // TILE_CM
    names = tiles(size)
    overlapping = set()
    for place, name in enumerate(names):
        left, low = place % columns * TILE_CM, place // columns * TILE_CM
        squares = ((left + x + 0.5, low + y + 0.5) for x in range(TILE_CM) for y in range(TILE_CM))
        if any(within(square, zone.polygon) for square in squares):
            overlapping.add(name)
    return frozenset(overlapping)


def arrive_in_base(live: Live[Match], player: str, at: Spot | None, *, entry: bool = False) -> Rule[None]:
    """Bring a champion (back) anywhere into its team's base, as its owner likes, without a die.

    Rule: BASE-1, INIT-4
    """
    state, champion = live.state, live.state.players[player]
    yield from must_lie_in_base(state, champion, at)
    if at is None:
        at = home_spot(state, champion, zone_of(state, player))
    else:
        yield from positions.refuse_each(
            positions.standing_obstacles(
                state, champion, at, positions.floor_height(state, at), champion.position.angle, "BASE-1"
            )
        )
    wet = at is not None and positions.in_water(state, at)
    yield RespawnedInBase(player=player, at=at, entry=entry, in_water=wet)

"""DEPLOYMENT: the start of the match, and the first place of every champion."""

from typing import Literal

from q40k.games.quake.packs import arena
from q40k.games.quake.rules import barrels, initiative, positions, rounds
from q40k.games.quake.rules import initiative as acting
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import Angle, Command, Event, Level, Place, fold, rule
from q40k.games.quake.rules.state import Match, Player, angle_change, change_player
from q40k.games.quake.rules.teams import bases, teams
from q40k.games.quake.rules.turn.acting import Activated
from q40k.games.quake.rules.turn.turn import open_turn
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule

# -- shortages of tokens and barrels: reported, never refused -----------------------------


LEAST = 3
"""The least number of equipment and weapon tokens, however few champions play (BONUS-6)."""

Kind = Literal["equipment", "weapon", "barrels"]


class RunShort(Event, tag="run-short"):
    """The arena has fewer tokens of a category, or places for barrels, than the champions need.

    `there` is how many it has, `wanted` how many it should have, for so many `champions`.
    """

    what: Kind
    there: int
    wanted: int
    champions: int


def report_shortages(live: Live[Match]) -> Rule[None]:
    """Report too few equipment or weapon tokens, or too few places for barrels.

    Each champion needs a token of both kinds, three at least, and places for its barrels.

    Rule: BONUS-6, BARREL-1
    """
    setup = live.state.setup
    assert setup.mod is not None
    assert setup.arena is not None
    champions = sum(player.present for player in live.state.players.values())
    supplies: list[tuple[Kind, int, int]] = []
    if setup.mod.has("bonus"):
        needed = max(LEAST, champions)
        tokens = [token.category for token in setup.arena.tokens]
        supplies += [("equipment", tokens.count("equipment"), needed)]
        supplies += [("weapon", tokens.count("weapon"), needed)]
    if setup.mod.has("barrels"):
        each = setup.mod.parameters.barrels_each
        supplies.append(("barrels", len(setup.arena.barrels), each * champions))
    for what, available, needed in supplies:
        if available < needed:
            yield RunShort(what=what, there=available, wanted=needed, champions=champions)


# -- start and deployment -----------------------------------------------------------------


class Start(Command, tag="start"):
    """Roll initiative and open deployment; `count`: report what the arena is short of."""

    count: bool = False


class Deploy(Command, tag="deploy"):
    """Deploy a champion at a place in cm, in a tile, or without a position kept.

    `level` is its height in inches, if it is not on top of what can be climbed. `angle` is where an
    oval base points, in degrees.
    """

    player: Name
    at: Place | None = None
    tile: Text | None = None
    level: Level | None = None
    angle: Angle | None = None


class Deployed(Event, tag="deployed"):
    """A champion was deployed; without `at` nobody keeps its position.

    `level` is its height in inches, None on top of what can be climbed. `angle` is where its base
    points, None as before. `in_water`: it stands in water (MOVE-4).
    """

    player: str
    at: tuple[float, float] | None = None
    tile: str | None = None
    portal: int | None = None
    level: float | None = None
    angle: float | None = None
    in_water: bool = False


@fold(Deployed)
def _deployed(state: Match, event: Deployed) -> Match:
    return change_player(
        state,
        event.player,
        placed=True,
        at=event.at,
        portal=event.portal,
        tile=event.tile,
        level=event.level,
        kept=event.at is not None,
        in_water=event.in_water,
        **angle_change(event.angle),
    )


@rule(Start)
def start(live: Live[Match], command: Start) -> Rule[None]:
    """Roll for the order of play and open deployment.

    Rule: INIT-1, INIT-2, TEAM-2, DEPLOY-1, BONUS-6, BARREL-1
    """
    if live.state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    if live.state.play.phase != "setup":
        raise forbid("TABLE-2", "already-started")
    if not any(p.present for p in live.state.players.values()):
        raise forbid("TABLE-2", "nobody-joined")
    yield from teams.line_up(live) if live.state.in_teams else initiative.rank_all(live)
    yield from barrels.set_out_barrels(live)
    if command.count:
        yield from report_shortages(live)
    if rounds.in_rounds(live.state):
        yield from rounds.open_round(live)
        return
    yield initiative.DeploymentOpened()
    yield from deploy_next(live)


def deploy_next(live: Live[Match]) -> Rule[None]:
    """Hand deployment to the next player; after the last, open turn 1.

    Rule: DEPLOY-1, TEAM-3, TURN-1
    """
    following = acting.next_to_deploy(live.state)
    if following is not None:
        yield Activated(player=following)
    else:
        yield from open_turn(live)


@rule(Deploy)
def deploy(live: Live[Match], command: Deploy) -> Rule[None]:
    """Put a champion into a tile that holds none yet, with or without a position kept.

    With bases it is put into the base of its team, where several may share a tile. Its place lies
    wholly on the table, in nothing impassable or lethal and on no other base. A token or a portal
    there is allowed.

    Rule: DEPLOY-1, DEPLOY-2, BASE-1, ARENA-5
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if live.state.play.phase != "deployment" or player.life.placed:
        raise forbid("DEPLOY-1", "already-deployed", player=player.name)
    if player.id not in acting.may_deploy_now(live.state):
        active = live.state.players[live.state.play.active or player.id].name
        yield from refuse("DEPLOY-1", "not-your-deployment", player=player.name, active=active)
    tile = yield from _deployment_tile(live, player, command)
    at, state = command.at, live.state
    yield Deployed(
        player=player.id,
        at=at,
        tile=tile,
        portal=positions.portal_at(state, player, at, command.angle) if at else None,
        level=command.level if at else None,
        angle=command.angle,
        in_water=at is not None and positions.in_water(state, at, command.level),
    )
    yield from deploy_next(live)


def _deployment_tile(live: Live[Match], player: Player, command: Deploy) -> Rule[str | None]:
    state = live.state
    size = state.arena.size
    tile = command.tile.upper() if command.tile else None
    if tile is not None and tile not in arena.tiles(size):
        last = arena.tiles(size)[-1]
        raise forbid("DEPLOY-1", "unknown-tile", tile=tile, last=last)
    if command.at is not None:
        if not positions.on_table(state, player, command.at, command.angle):
            x, y = command.at
            yield from refuse("DEPLOY-1", "off-table", x=x, y=y, width=size[0], height=size[1])
        tile = arena.tile_of(command.at, size)
        angle = player.position.angle if command.angle is None else command.angle
        level = positions.floor_height(state, command.at) if command.level is None else command.level
        yield from positions.refuse_each(
            positions.standing_obstacles(state, player, command.at, level, angle, "DEPLOY-1")
        )
    if bases.in_bases(state):
        yield from bases.must_deploy_in_base(state, player, command.at, tile)
        return tile
    for other in state.players.values():
        theirs = arena.tile_of(other.position.at, size) if other.position.at else other.position.tile
        if tile is not None and other.in_play and theirs == tile:
            yield from refuse("DEPLOY-1", "tile-taken", tile=tile, player=other.name)
    return tile

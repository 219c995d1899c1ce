"""DEPLOYMENT: begin the match, and set up every champion."""

from q40k.games.quake.packs import arena
from q40k.games.quake.rules import barrels, teams
from q40k.games.quake.rules.objectives.rounds import open_round
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.rules.table.initiative import rank_all
from q40k.games.quake.rules.teams import must_deploy_in_base
from q40k.games.quake.rules.turn import open_turn
from q40k.games.quake.state import positions
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table import initiative
from q40k.games.quake.state.table.deployment import Deploy, Deployed, Kind, RunShort, Start
from q40k.games.quake.state.table.initiative import may_deploy_now, next_to_deploy
from q40k.games.quake.state.teams import in_bases
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse

# -- shortages of tokens and barrels: reported, never refused -----------------------------


LEAST = 3
"""The least number of equipment and weapon tokens, however few champions play (BONUS-6)."""


def report_shortages(live: Live[Match]) -> Rule[None]:
    """Report too few equipment or weapon tokens, or too few places for barrels.

    Each champion needs a token of both kinds, three at least, and places for its barrels.

    Rule: BONUS-6, BARREL-1
    """
    mod, arena = live.state.mod, live.state.arena
    champions = sum(player.present for player in live.state.players.values())
    supplies: list[tuple[Kind, int, int]] = []
    if mod.has("bonus"):
        needed = max(LEAST, champions)
        tokens = [token.category for token in arena.tokens]
        supplies += [("equipment", tokens.count("equipment"), needed)]
        supplies += [("weapon", tokens.count("weapon"), needed)]
    if mod.has("barrels"):
        each = mod.parameters.barrels_each
        supplies.append(("barrels", len(arena.barrels), each * champions))
    for what, available, needed in supplies:
        if available < needed:
            yield RunShort(what=what, there=available, wanted=needed, champions=champions)


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
    yield from teams.line_up(live) if live.state.in_teams else rank_all(live)
    yield from barrels.set_out_barrels(live)
    if command.count:
        yield from report_shortages(live)
    if rounds.in_rounds(live.state):
        yield from open_round(live)
        return
    yield initiative.DeploymentOpened()
    yield from deploy_next(live)


def deploy_next(live: Live[Match]) -> Rule[None]:
    """Hand deployment to the next player; after the last, open turn 1.

    Rule: DEPLOY-1, TEAM-3, TURN-1
    """
    following = next_to_deploy(live.state)
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
    player = find_present(live.state, command.player)
    if live.state.play.phase != "deployment" or player.life.placed:
        raise forbid("DEPLOY-1", "already-deployed", player=player.name)
    if player.id not in may_deploy_now(live.state):
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
        yield from refuse_each(positions.off_table(state, player, command.at, command.angle, "DEPLOY-1"))
        tile = arena.tile_of(command.at, size)
        angle = player.position.angle if command.angle is None else command.angle
        level = positions.floor_height(state, command.at) if command.level is None else command.level
        yield from refuse_each(positions.standing_obstacles(state, player, command.at, level, angle, "DEPLOY-1"))
    if in_bases(state):
        yield from must_deploy_in_base(state, player, command.at, tile)
        return tile
    for other in state.players.values():
        if tile is not None and other.in_play and positions.tile_of(state, other) == tile:
            yield from refuse("DEPLOY-1", "tile-taken", tile=tile, player=other.name)
    return tile

"""DEPLOYMENT and TURN: whose part it is, phase by phase."""

from __future__ import annotations

from q40k.games.quake.arena import tiles
from q40k.games.quake.rules import acting, barrels, bases, teams, victory
from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.contact import pairs
from q40k.games.quake.rules.initiative import rank_all
from q40k.games.quake.rules.melees import tell_what_is_left
from q40k.games.quake.rules.positions import floor, in_water, no_room, on_table, portal_at
from q40k.games.quake.rules.questions import (
    arrange_players,
    find_present,
    forbid,
    must_be_started,
    refuse,
)
from q40k.games.quake.rules.respawn import respawn_waiting
from q40k.games.quake.rules.rounds import in_rounds, open_round
from q40k.games.quake.rules.state import PHASES, Match, Player
from q40k.games.quake.rules.vortex import dragged
from q40k.games.quake.rules.water import stay_afloat
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def start(live: Live[Match], _command: c.Start) -> Rule[None]:
    """Roll for the order of play and open deployment.

    Rule: INIT-1, INIT-2, TEAM-2, DEPLOY-1
    """
    if live.state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    if live.state.play.phase != "setup":
        raise forbid("TABLE-2", "already-started")
    if not any(p.present for p in live.state.players.values()):
        raise forbid("TABLE-2", "nobody-joined")
    yield from teams.line_up(live) if live.state.in_teams else rank_all(live)
    yield from barrels.set_out(live)
    if in_rounds(live.state):
        yield from open_round(live)
        return
    yield e.DeploymentOpened()
    yield from deploy_next(live)


def deploy_next(live: Live[Match]) -> Rule[None]:
    """Hand deployment to whoever comes next; after the last, open turn 1.

    Rule: DEPLOY-1, TEAM-3, TURN-1
    """
    following = acting.next_to_deploy(live.state)
    if following is not None:
        yield e.Activated(player=following)
    else:
        yield from open_turn(live)


def deploy(live: Live[Match], command: c.Deploy) -> Rule[None]:
    """Put a champion into a tile that holds none yet, with or without a position kept.

    With bases it is put into that of its team, where several may share a tile. A place lies
    wholly on the table, in nothing impassable or lethal and on no other base; a token or a portal
    there is nothing against it.

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
    yield e.Deployed(
        player=player.id,
        at=at,
        tile=tile,
        portal=portal_under(state, player, at, command.angle) if at else None,
        level=command.level if at else None,
        angle=command.angle,
        in_water=at is not None and in_water(state, at, command.level),
    )
    yield from deploy_next(live)


def _deployment_tile(live: Live[Match], player: Player, command: c.Deploy) -> Rule[str | None]:
    state = live.state
    assert state.setup.arena is not None
    size = state.setup.arena.size
    tile = command.tile.upper() if command.tile else None
    if tile is not None and tile not in tiles.tiles(size):
        last = tiles.tiles(size)[-1]
        raise forbid("DEPLOY-1", "unknown-tile", tile=tile, last=last)
    if command.at is not None:
        if not on_table(state, player, command.at, command.angle):
            x, y = command.at
            yield from refuse("DEPLOY-1", "off-table", x=x, y=y, width=size[0], height=size[1])
        tile = tiles.tile_of(command.at, size)
        angle = player.position.angle if command.angle is None else command.angle
        level = floor(state, command.at) if command.level is None else command.level
        for one in no_room(state, player, command.at, level, angle, "DEPLOY-1"):
            yield from refuse(one.rule, one.code, **one.facts)
    if bases.in_bases(state):
        yield from bases.must_deploy_in_base(state, player, command.at, tile)
        return tile
    for other in state.players.values():
        theirs = (
            tiles.tile_of(other.position.at, size) if other.position.at else other.position.tile
        )
        if tile is not None and other.in_play and theirs == tile:
            yield from refuse("DEPLOY-1", "tile-taken", tile=tile, player=other.name)
    return tile


def portal_under(state: Match, player: Player, at: Spot, angle: float | None = None) -> int | None:
    """The portal on which the whole base lies at `at`, if any (PORTAL-1)."""
    return portal_at(state, player, at, angle)


def open_turn(live: Live[Match]) -> Rule[None]:
    """Open the next turn in its movement phase.

    A player who decides the order of play does so now, for this turn (special bonus 4); in teams
    it decides which team opens each phase.

    Rule: TURN-1, BONUS-1
    """
    yield e.TurnOpened(turn=live.state.play.turn + 1, contacts=pairs(live.state))
    for player in live.state.order:
        if live.state.holds(player, "order-of-play"):
            if live.state.in_teams:
                yield from teams.decide_turn(live, player)
                break
            order = yield from arrange_players(
                live, player, "order-of-play", "BONUS-1", _in_the_round(live.state)
            )
            yield e.OrderChosen(player=player, order=order)
            break
    yield from open_phase(live, 0)


def open_phase(live: Live[Match], number: int) -> Rule[None]:
    """Open the phase with this number; after the last, the next turn.

    What the turn's end brings comes first: unless it opened a round or won the match, play goes on.

    Rule: TURN-1
    """
    if number == len(PHASES):
        yield from tell_what_is_left(live)
        yield from victory.end_of_turn(live)
        if live.state.running and not live.state.outcome.over:
            yield from open_turn(live)
        return
    yield e.PhaseOpened(phase=PHASES[number])
    if PHASES[number] == "movement":
        for player in live.state.order:
            if live.state.holds(player, "vortex"):
                yield _drags(live.state, player)
    yield e.Activated(player=acting.first(live.state))


def _drags(state: Match, holder: str) -> e.VortexDrags:
    """What the vortex does: where everyone ends, and what they stand in there.

    Rule: BONUS-1, PORTAL-6
    """
    to, players = dragged(state, holder), state.players
    portals = {p: portal_at(state, players[p], spot) for p, spot in to.items()}
    return e.VortexDrags(
        player=holder,
        to=to,
        portals={p: number for p, number in portals.items() if number is not None},
        wet=tuple(p for p, spot in to.items() if in_water(state, spot)),
    )


def _in_the_round(state: Match) -> tuple[str, ...]:
    return tuple(p for p in state.order if not state.players[p].life.out)


def pass_on(live: Live[Match], player: str) -> Rule[None]:
    """Hand the phase on from `player` to whoever acts next.

    After the last, the next phase opens.

    Rule: TURN-1, TEAM-3
    """
    if live.state.in_teams:
        yield e.PartEnded(player=player)
    following = acting.following(live.state, player)
    if following is not None:
        yield e.Activated(player=following)
    else:
        yield from open_phase(live, PHASES.index(live.state.play.phase) + 1)


def _must_be_playing(state: Match) -> str:
    """The id of the active champion. Refuses when nobody can end a phase."""
    must_be_started(state)
    if state.play.active is None:
        raise forbid("TURN-1", "nobody-active")
    if state.play.phase == "deployment":
        raise forbid("DEPLOY-1", "still-deploying", player=state.players[state.play.active].name)
    return state.play.active


def next_champion(live: Live[Match], _command: c.Next) -> Rule[None]:
    """End the active champion's part of the phase.

    Rule: TURN-1, PORTAL-7, MOVE-4
    """
    active = _must_be_playing(live.state)
    yield from stay_afloat(live, (active,))
    yield from respawn_waiting(live)
    yield from pass_on(live, active)


def end_phase(live: Live[Match], _command: c.EndPhase) -> Rule[None]:
    """End the phase for everyone who has not acted yet.

    Rule: TURN-1, MOVE-4
    """
    _must_be_playing(live.state)
    yield from stay_afloat(live, live.state.order)
    yield from respawn_waiting(live)
    yield from open_phase(live, PHASES.index(live.state.play.phase) + 1)


def carry_on(live: Live[Match], before: Match) -> Rule[None]:
    """Hand the phase on from a champion that has left, or is out of the round.

    `before` is the state before the action, which knows whose part it was.

    Rule: TURN-1, SUDDEN-1, INIT-5
    """
    state = live.state
    if state.outcome.over:
        if state.play.active is not None and not state.players[state.play.active].present:
            yield e.Activated(player=None)
        return
    if not state.running or not state.order:
        return
    active = state.play.active or before.play.active
    if active is None:
        yield e.Activated(player=acting.first(state))
    elif (
        state.play.active is None
        or not state.players[active].present
        or state.players[active].life.out
    ):
        yield from pass_on(live, active)

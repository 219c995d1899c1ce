"""RESPAWN: the dead come back at once, by a portal or in their base, or are out."""

from __future__ import annotations

from msgspec.structs import replace

from q40k.games.quake.rules.command import Stand
from q40k.games.quake.rules.portals.arrivals import arrived, come_out
from q40k.games.quake.rules.portals.exit import roll_portal
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.respawn.telefrag import telefrag
from q40k.games.quake.rules.rounds import Eliminated, LifeLost, dies_for_good
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.bases import arrive_in_base, in_bases
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Respawned(Event, tag="respawned"):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4).

    `at` is where, in cm, when places are kept; `in_water`: it stands in water there.
    """

    player: str
    portal: int
    die: int
    stand: Stand
    entry: bool = False
    at: tuple[float, float] | None = None
    in_water: bool = False


@fold(Respawned)
def _respawned(state: Match, event: Respawned) -> Match:
    there = arrived(state, event.portal, event.stand, event.at)
    known = state.players[event.player]
    back = replace(
        known,
        beacon=False,
        life=replace(known.life, alive=True, placed=True, wounds=known.champion.w),
        movement=replace(known.movement, spent=0.0, came_by=None, in_water=event.in_water),
        position=replace(known.position, **there),
    )
    waiting = tuple([p for p in state.play.waiting if p != event.player])
    return state.replace(players={**state.players, event.player: back}, waiting=waiting)


Landing = Stand | Spot
"""How a champion comes back: in or beside its portal, or at a place in its base, in cm."""


def respawn_waiting(
    live: Live[Match], stand: Landing = "beside", of: tuple[str, ...] = ()
) -> Rule[None]:
    """Put back the dead in the order they died; arrivals may telefrag, and so on.

    `stand` is where the players `of` come back, the first time; everyone else comes back beside.
    When the match is won by their death they wait, where the table has agreed on that.

    Rule: RESPAWN-1, PORTAL-7, SCORE-4
    """
    while live.state.play.waiting and not _won_by_now(live.state):
        player = live.state.play.waiting[0]
        yield from come_back(live, player, stand if player in of else "beside")
        of = tuple([p for p in of if p != player])


def _won_by_now(state: Match) -> bool:
    """Whether a side is at its goal and no die can change that, so that nobody need come back.

    While somebody of it stands in a portal an arrival might kill it, and cost it the win.

    Rule: SCORE-4, PORTAL-6
    """
    mod = state.setup.mod
    if state.setup.last_respawn or mod is None or mod.win.by != "score" or state.outcome.winner:
        return False
    at_goal = {side for side in state.sides if state.score_of(side) >= state.goal_of(side)}
    return bool(at_goal) and not any(
        one.position.portal is not None and state.side_of(one.id) in at_goal
        for one in state.players.values()
    )


def come_back(live: Live[Match], player: str, stand: Landing = "beside") -> Rule[None]:
    """What becomes of one of the dead: it is out, or it comes back by a portal or in its base.

    Under sudden death it has so many lives a round; in a hunt only the targets are put out.

    Rule: SUDDEN-1, RESPAWN-1
    """
    state = live.state
    assert state.setup.mod is not None
    if dies_for_good(state, player):
        left = state.setup.mod.parameters.lives - state.players[player].life.lives_lost - 1
        if left <= 0:
            yield Eliminated(player=player)
            return
        yield LifeLost(player=player, left=left)
    yield from arrive(live, player, stand)


def respawn_newly_dead(live: Live[Match], before: tuple[str, ...]) -> Rule[None]:
    """Put back the dead, unless nobody has died since `before` was all who waited.

    Whoever waits for the end of a jumper's movement goes on waiting while nobody else dies.

    Rule: PORTAL-7
    """
    if live.state.play.waiting != before:
        yield from respawn_waiting(live)


def arrive(
    live: Live[Match], player: str, stand: Landing = "beside", *, entry: bool = False
) -> Rule[None]:
    """A champion appears by a portal: 1D6, 6 is a free choice; occupants are telefragged.

    Where teams have bases it appears in its own one instead, without a die.

    Coming back by the portal where it died does not disintegrate it.

    Rule: RESPAWN-1, RESPAWN-3, RESPAWN-4, INIT-4, BASE-1
    """
    at = None if isinstance(stand, str) else stand
    if in_bases(live.state):
        yield from arrive_in_base(live, player, at, entry=entry)
        return
    key = "entry-portal" if entry else "respawn-portal"
    die, portal = yield from roll_portal(live, player, key, "RESPAWN-1")
    how = stand if isinstance(stand, str) else "beside"
    known = live.state.players[player]
    spot, how, wet = yield from come_out(live, known, portal, at, how)
    yield Respawned(
        player=player, portal=portal, die=die, stand=how, entry=entry, at=spot, in_water=wet
    )
    yield from telefrag(live, portal, player)

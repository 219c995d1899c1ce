"""RESPAWN: the dead come back, and telefrag those in their portal."""

from msgspec.structs import replace

from q40k.games.quake.rules.damage import die_by_accident
from q40k.games.quake.rules.melee.contact import join_remaining, melees
from q40k.games.quake.rules.portals.arrivals import arrival_changes, come_out, roll_portal
from q40k.games.quake.rules.registry import Event, Stand, fold
from q40k.games.quake.rules.rounds import Eliminated, LifeLost, dies_for_good
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.bases import arrive_in_base, in_bases
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule

# -- telefrags ----------------------------------------------------------------------------


def telefrag(live: Live[Match], portal: int, by: str) -> Rule[None]:
    """Kill every champion standing in a portal, without any roll: it is their accident.

    They die in the order of play. A champion that came back so into a melee joins the rest of it.

    Rule: PORTAL-6, SCORE-3, MELEE-5
    """
    victims = tuple(p for p in live.state.occupants(portal) if p != by)
    fighting = melees(live.state) if victims and live.state.play.phase == "melee" else ()
    for victim in victims:
        yield from die_by_accident(live, victim, "telefragged", by=by, portal=portal)
    for melee in fighting:
        if any(victim in melee for victim in victims):
            yield from join_remaining(live, by, melee)


# -- respawns -----------------------------------------------------------------------------


class Respawned(Event, tag="respawned"):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4).

    `at` is where, in cm, when places are kept. `in_water`: it stands in water there.
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
    changes = arrival_changes(state, event.portal, event.stand, event.at)
    dead = state.players[event.player]
    back = replace(
        dead,
        beacon=False,
        life=replace(dead.life, alive=True, placed=True, wounds=dead.champion.w),
        movement=replace(dead.movement, spent=0.0, came_by=None, in_water=event.in_water),
        position=replace(dead.position, **changes),
    )
    waiting = tuple([p for p in state.play.waiting if p != event.player])
    return replace(state, players={**state.players, event.player: back}, play=replace(state.play, waiting=waiting))


Landing = Stand | Spot
"""How a champion comes back: in or beside its portal, or at a place in its base, in cm."""


def respawn_waiting(live: Live[Match], stand: Landing = "beside", of: tuple[str, ...] = ()) -> Rule[None]:
    """Put back the dead in the order they died; arrivals may telefrag, and so on.

    `stand` is where the players `of` come back, the first time; all others come back beside. If
    their death won the match they wait, where the table has agreed on that.

    Rule: RESPAWN-1, PORTAL-7, SCORE-4
    """
    while live.state.play.waiting and not _is_decided(live.state):
        player = live.state.play.waiting[0]
        yield from come_back(live, player, stand if player in of else "beside")
        of = tuple([p for p in of if p != player])


def _is_decided(state: Match) -> bool:
    """Return whether a side is at its goal and no die can change it, so nobody need come back.

    An arrival could kill a champion of that side that stands in a portal, and cost it the win.

    Rule: SCORE-4, PORTAL-6
    """
    mod = state.setup.mod
    if state.setup.last_respawn or mod is None or mod.win.by != "score" or state.outcome.winner:
        return False
    at_goal = {side for side in state.sides if state.score_of(side) >= state.goal_of(side)}
    return bool(at_goal) and not any(
        player.position.portal is not None and state.side_of(player.id) in at_goal for player in state.players.values()
    )


def come_back(live: Live[Match], player: str, stand: Landing = "beside") -> Rule[None]:
    """Put one of the dead out, or bring it back by a portal or in its base.

    Under sudden death it has so many lives a round; in a hunt only the targets can be out.

    Rule: SUDDEN-1, RESPAWN-1
    """
    state = live.state
    if dies_for_good(state, player):
        remaining = state.mod.parameters.lives - state.players[player].life.lives_lost - 1
        if remaining <= 0:
            yield Eliminated(player=player)
            return
        yield LifeLost(player=player, left=remaining)
    yield from arrive(live, player, stand)


def respawn_newly_dead(live: Live[Match], before: tuple[str, ...]) -> Rule[None]:
    """Put back the dead if anybody died since `before` was all who waited.

    Champions that wait for the end of a jumper's movement go on waiting while nobody else dies.

    Rule: PORTAL-7
    """
    if live.state.play.waiting != before:
        yield from respawn_waiting(live)


def arrive(live: Live[Match], player: str, stand: Landing = "beside", *, entry: bool = False) -> Rule[None]:
    """Bring a champion in by a portal: 1D6, 6 is a free choice; occupants are telefragged.

    Where teams have bases it appears in its own base instead, without a die. Coming back by the
    portal where it died does not disintegrate it.

    Rule: RESPAWN-1, RESPAWN-3, RESPAWN-4, INIT-4, BASE-1
    """
    at = None if isinstance(stand, str) else stand
    if in_bases(live.state):
        yield from arrive_in_base(live, player, at, entry=entry)
        return
    key = "entry-portal" if entry else "respawn-portal"
    die, portal = yield from roll_portal(live, player, key, "RESPAWN-1")
    beside_or_in = stand if isinstance(stand, str) else "beside"
    newcomer = live.state.players[player]
    spot, beside_or_in, wet = yield from come_out(live, newcomer, portal, at, beside_or_in)
    yield Respawned(player=player, portal=portal, die=die, stand=beside_or_in, entry=entry, at=spot, in_water=wet)
    yield from telefrag(live, portal, player)

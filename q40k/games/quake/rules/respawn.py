"""RESPAWN: bring the dead back, roll their portals, and telefrag those who stand there."""

import math
from collections.abc import Iterator
from itertools import product
from math import ceil, hypot

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.rules.damage import die_by_accident
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.teams import arrive_in_base
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import Melee, MeleeJoined, melees
from q40k.games.quake.state.movement.water import Halted
from q40k.games.quake.state.objectives.rounds import Eliminated, LifeLost, dies_for_good
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.registry import Landing, Stand
from q40k.games.quake.state.respawn import BeaconUsed, Respawned, has_beacon
from q40k.games.quake.state.teams import in_bases
from q40k.geometry.space import CM_PER_INCH, Centimetres, Spot, to_inches, within_box, within_disc
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, refuse


def join_remaining(live: Live[Match], player: str, melee: Melee) -> Rule[None]:
    """Let a champion that came back onto fighters join the rest of their melee.

    `melee` is the melee before they died.

    Rule: MELEE-5
    """
    remaining = tuple(p for p in melee if p != player and live.state.players[p].in_play)
    if remaining and player in live.state.close_combat.back:
        yield MeleeJoined(player=player, others=remaining)


AROUND_IN = 1.0
"""How far around a portal a champion may come out (PORTAL-3)."""


Place = tuple[Spot | None, Stand, bool]
"""Where in cm (None: unknown), in or beside the portal, and whether that is in water."""


def come_out(live: Live[Match], player: Player, portal: int, place: Spot | None, stand: Stand) -> Rule[Place]:
    """Return where a champion comes out of a portal: the given place, else the suggested one.

    A given place is within an inch of the footprint, on the table and in nothing impassable. It is
    not on another base if that can be avoided. A champion standing in the portal does not obstruct
    it: it dies. If no place is given and places are not kept, the place is unknown.

    Rule: PORTAL-1, PORTAL-3, RESPAWN-1
    """
    state = live.state
    if place is not None:
        yield from _refuse_bad_exit(state, player, portal, place)
        inside = positions.portal_at(state, player, place) == portal
        return place, "in" if inside else "beside", positions.in_water(state, place)
    if not positions.keeps_positions(state, player):
        return None, stand, False
    at = suggest_place(state, player, portal, stand)
    if at is None:  # too large for the footprint, or a living champion obstructs it
        other: Stand = "beside" if stand == "in" else "in"
        at = suggest_place(state, player, portal, other)
        stand = stand if at is None else other
    return at, stand, at is not None and positions.in_water(state, at)


def suggest_place(state: Match, player: Player, portal: int, stand: Stand) -> Spot | None:
    """Return a legal place in or beside a portal; None if there is no room.

    Rule: PORTAL-3, RESPAWN-1
    """
    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.games.quake.arena.portals import arrival

    table, base = positions.positions_of(state), positions.base_of(player)
    occupants = state.occupants(portal)
    landing = arrival(table, portal, base, occupants, player.id)
    at = landing.inside if stand == "in" else landing.beside
    if at is None:
        return None
    exit_portal = table.portals[portal]
    around = (exit_portal.diameter_in / 2 + AROUND_IN) * CM_PER_INCH
    others = () if landing.crowded else table.others(player.id, *occupants)
    for spot in _rounded_spots(at):
        inside = positions.portal_at(state, player, spot) == portal
        if (
            inside == (stand == "in")
            and within_disc(base, spot, exit_portal.at, around)
            and within_box(base, spot, table.field.size)
            and not blocked_by(table.field, others, base, spot)
        ):
            return spot
    return at


def _rounded_spots(at: Spot) -> Iterator[Spot]:
    """Yield the places of whole tenths of a millimetre around a place, the nearest first."""
    x, y = at[0] * 100, at[1] * 100
    yield round(x) / 100, round(y) / 100
    yield from product((math.floor(x) / 100, ceil(x) / 100), (math.floor(y) / 100, ceil(y) / 100))


def _refuse_bad_exit(state: Match, player: Player, portal: int, at: Spot) -> Rule[None]:
    from q40k.games.quake.arena.portals import lands

    base, name = positions.base_of(player), player.name
    occupants = state.occupants(portal)
    landing = lands(positions.positions_of(state), portal, base, at, occupants, player.id)
    if not landing.within:
        exit_portal = state.arena.portal(portal)
        far = max(hypot(x - exit_portal.at[0], y - exit_portal.at[1]) for x, y in base.spine(at))
        rim = far + base.radius_cm - exit_portal.diameter_in * CM_PER_INCH / 2
        inches = round(to_inches(Centimetres(rim)), 2)
        yield from refuse("PORTAL-3", "not-at-the-portal", player=name, portal=portal, inches=inches, reach=AROUND_IN)
    if not landing.on_table:
        width, height = state.arena.size
        x, y = at
        yield from refuse("PORTAL-3", "off-table", x=x, y=y, width=width, height=height)
    scenery = {piece.id: piece for piece in state.arena.scenery}
    level = positions.floor_height(state, at)
    for wall in landing.walls:
        if not positions.is_on_top(scenery[wall], level):
            code = "in-lethal" if scenery[wall].lethal and not scenery[wall].impassable else "in-a-wall"
            yield from refuse("PORTAL-3", code, player=name, scenery=scenery[wall].name)
    for other in landing.bases if landing.avoidable else ():
        yield from refuse("PORTAL-3", "on-a-base", player=name, other=state.players[other].name)


def roll_portal(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[tuple[int, int]]:
    """Roll 1D6: 1 to 5 is the portal of arrival, on a 6 the owner chooses any; (die, portal).

    The holder of a beacon may roll the die once more, also if it has just died with one. This is
    decided after the roll, before a 6 becomes a choice.

    Rule: PORTAL-2, BONUS-1
    """
    (die,) = yield from roll(live, player, key, rule, entered=entered)
    if has_beacon(live.state, player):
        again = yield from choose(player, "beacon", "BONUS-1", ("yes", "no"), die=die)
        if again == "yes":
            yield BeaconUsed(player=player, die=die)
            (die,) = yield from roll(live, player, key, rule, entered=entered)
    if die < 6:
        return die, die
    portal: int = yield from choose(player, "choose-portal", "PORTAL-2", PORTALS, entered=entered)
    return die, portal


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


def settle_command(live: Live[Match], before: Match) -> Rule[None]:
    """Put back whom a command has killed, unless they wait for the end of a jumper's movement.

    `before` is the state before the command. Those who wait already come back with the next dead,
    or with a jump that ends the movement: once its victims are back, the jumper moves no more.

    Rule: PORTAL-7
    """
    waiting = live.state.play.waiting
    jumper = next((event.player for event in live.events if isinstance(event, PortalEntered)), None)
    if waiting and (jumper or waiting != before.play.waiting) and not live.command.keeps_moving(live.state):
        yield from settle(live)
        if jumper is not None and live.state.players[jumper].in_play and not live.state.players[jumper].movement.halted:
            yield Halted(player=jumper)


def settle(live: Live[Match]) -> Rule[None]:
    """Put back the dead in the order they died; arrivals may telefrag, and so on.

    The command says how each comes back the first time; then it is beside its portal. If their
    death won the match they wait, where the table has agreed on that.

    Rule: RESPAWN-1, PORTAL-7, SCORE-4
    """
    back: set[str] = set()
    while live.state.play.waiting and not _is_decided(live.state):
        player = live.state.play.waiting[0]
        landing: Landing = "beside" if player in back else live.command.landing(live.state, player)
        back.add(player)
        yield from come_back(live, player, landing)


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

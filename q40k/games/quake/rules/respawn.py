"""DEATH and RESPAWN: the dead come back at once, by a portal, onto whoever stands there."""

from __future__ import annotations

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.arrivals import come_out
from q40k.games.quake.rules.bases import arrive_in_base, in_bases
from q40k.games.quake.rules.carrying import drop_flags
from q40k.games.quake.rules.melees import join_what_is_left, melees
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

Landing = e.Stand | Spot
"""How a champion comes back: in or beside its portal, or at a place in its base, in cm."""


def drop_token(live: Live[Match], player: str) -> Rule[None]:
    """A champion's token goes back to its place, to be picked up and rolled anew.

    Rule: BONUS-4, RESPAWN-2
    """
    held = live.state.players[player].bonus
    if held is not None:
        yield e.TokenReturned(token=held.token, player=player)


def die_by_accident(
    live: Live[Match],
    player: str,
    cause: str,
    *,
    how: str | None = None,
    by: str | None = None,
    portal: int | None = None,
) -> Rule[None]:
    """An accidental death costs the dead champion its own value; nobody scores.

    Rule: SCORE-2, RESPAWN-2, FLAG-2
    """
    state = live.state
    assert state.setup.mod is not None
    paid = {player: -state.players[player].value} if state.setup.mod.has("victory-points") else {}
    yield e.AccidentSuffered(player=player, cause=cause, paid=paid, how=how, by=by, portal=portal)
    yield from drop_token(live, player)
    yield from drop_flags(live, player, state.players[player].position.at)


def die_by_hand(
    live: Live[Match],
    victim: str,
    killers: tuple[str, ...],
    *,
    how: str | None = None,
    cause: str = "kill",
) -> Rule[None]:
    """A kill scores the victim's value, shared equally and exactly among the killers.

    The share of a killer of the victim's own team is lost, not scored.

    Rule: SCORE-1, MELEE-4, TEAM-4, RESPAWN-2, FLAG-2
    """
    state = live.state
    assert state.setup.mod is not None
    share = state.players[victim].value / len(killers)
    side = state.side_of(victim)
    paid = {}
    if state.setup.mod.has("victory-points"):
        paid = {k: -share if state.side_of(k) == side else share for k in killers}
    yield e.Killed(victim=victim, killers=killers, paid=paid, how=how, cause=cause)
    yield from drop_token(live, victim)
    yield from drop_flags(live, victim, state.players[victim].position.at)


def telefrag(live: Live[Match], portal: int, by: str) -> Rule[None]:
    """An arrival kills whoever stands in that portal, without any roll: their accident.

    Several occupants die in the order of play. Who came back so into a melee joins what is left
    of it.

    Rule: PORTAL-6, SCORE-3, MELEE-5
    """
    victims = tuple(p for p in live.state.occupants(portal) if p != by)
    fighting = melees(live.state) if victims and live.state.play.phase == "melee" else ()
    for victim in victims:
        yield from die_by_accident(live, victim, "telefragged", by=by, portal=portal)
    for melee in fighting:
        if any(victim in melee for victim in victims):
            yield from join_what_is_left(live, by, melee)


def respawn_waiting(
    live: Live[Match], stand: Landing = "beside", of: tuple[str, ...] = ()
) -> Rule[None]:
    """Put back the dead in the order they died; arrivals may telefrag, and so on.

    `stand` is where the players `of` come back, the first time; everyone else comes back beside.

    Rule: RESPAWN-1, PORTAL-7
    """
    while live.state.play.waiting:
        player = live.state.play.waiting[0]
        yield from come_back(live, player, stand if player in of else "beside")
        of = tuple(p for p in of if p != player)


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
            yield e.Eliminated(player=player)
            return
        yield e.LifeLost(player=player, left=left)
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

    A beacon's re-roll is decided when the die lies there, before a 6 is made a choice.
    Coming back by the portal where it died does not disintegrate it.

    Rule: RESPAWN-1, RESPAWN-3, RESPAWN-4, INIT-4, BASE-1
    """
    at = None if isinstance(stand, str) else stand
    if in_bases(live.state):
        yield from arrive_in_base(live, player, at, entry=entry)
        return
    key = "entry-portal" if entry else "respawn-portal"
    die = yield from _portal_die(live, player, key, "RESPAWN-1")
    if live.state.players[player].beacon:
        again = yield from choose(player, "beacon", "BONUS-1", ("yes", "no"), die=die)
        if again == "yes":
            yield e.BeaconUsed(player=player, die=die)
            die = yield from _portal_die(live, player, key, "RESPAWN-1")
    portal = yield from _portal_of(player, die)
    how = stand if isinstance(stand, str) else "beside"
    known = live.state.players[player]
    spot, how, wet = yield from come_out(live, known, portal, at, how)
    yield e.Respawned(
        player=player, portal=portal, die=die, stand=how, entry=entry, at=spot, in_water=wet
    )
    yield from telefrag(live, portal, player)


def roll_portal(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[tuple[int, int]]:
    """1D6: 1 to 5 is the portal of arrival, on a 6 the owner chooses any; (die, portal).

    Rule: PORTAL-2
    """
    die = yield from _portal_die(live, player, key, rule, entered)
    portal = yield from _portal_of(player, die, entered)
    return die, portal


def _portal_die(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[int]:
    (die,) = yield from roll(live, player, key, rule, entered=entered)
    return die


def _portal_of(player: str, die: int, entered: int | None = None) -> Rule[int]:
    if die < 6:
        return die
    portal: int = yield from choose(player, "choose-portal", "PORTAL-2", PORTALS, entered=entered)
    return portal

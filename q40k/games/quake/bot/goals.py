"""Where a champion would like to be: tokens, flags, portals to hold, buildings, its foes."""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import grips_against, plan_at_building
from q40k.games.quake.state.odds import thing_odds
from q40k.games.quake.state.parts import Flag
from q40k.games.quake.state.teams import zone_of
from q40k.games.w40k3e.odds import attack_odds
from q40k.geometry.outlines import within
from q40k.geometry.space import Spot

HOLD = 2.0
"""How many turns a portal taken is usually held."""
RETURN = 0.6
"""What sending home one's own flag is worth, as a share of taking the other."""


class Goal(Struct, frozen=True):
    """A place worth going to: what it is, where, its worth once there, and its name or number."""

    kind: str
    at: Spot
    worth: float
    name: str = ""
    near_in: float = 0.0
    """From this distance on it is reached."""


def find_goals(
    outlook: Outlook, personality: Personality, impatience: float = 0.0, *, takes_any: bool = False
) -> tuple[Goal, ...]:
    """Return all places worth going to; the impatient (1) go and look for foes.

    `takes_any`: every token is, also one that would keep its holder from taking a better one.
    """
    goals = [*_flags(outlook, personality), *_tokens(outlook, personality, takes_any=takes_any)]
    goals += [*_portals_to_hold(outlook), *_buildings(outlook), *_foes(outlook, personality, impatience)]
    return tuple(goals)


def _tokens(outlook: Outlook, personality: Personality, *, takes_any: bool) -> Iterator[Goal]:
    if outlook.me.bonus is not None or not outlook.stakes.mod.has("bonus"):
        return
    for token in outlook.state.tokens.values():
        if token.holder is None:
            worth = outlook.stakes.token(token.category) * personality.tokens
            if worth > 0 or takes_any:
                yield Goal("token", token.place, worth, token.id)


def _flags(outlook: Outlook, personality: Personality) -> Iterator[Goal]:
    share = outlook.stakes.round_share * 0.5 * personality.flags
    for flag in outlook.state.flags.values():
        if flag.carrier == outlook.me.id:
            home = home_of(outlook.state, outlook.me)
            if home is not None and not _waits_at_home(outlook):
                yield Goal("home", home, 2 * share, flag.id)
        elif flag.carrier is None:
            at = flag.home if flag.at_home else flag.at
            worth = _worth_of_flag(outlook, flag)
            if at is not None and worth:
                yield Goal("flag", at, share * worth, flag.id)


def _waits_at_home(outlook: Outlook) -> bool:
    """Return whether a carrier is at home already, and its own flag is not."""
    zone, at = zone_of(outlook.state, outlook.me.id), outlook.me.position.at
    return zone is not None and at is not None and within(at, zone.polygon)


def _worth_of_flag(outlook: Outlook, flag: Flag) -> float:
    """Return what touching a flag is worth: 1 to take it, less to send one's own home, 0 for nothing."""
    if flag.team == outlook.stakes.side:
        return 0.0 if flag.at_home else RETURN
    return 1.0


def home_of(state: Match, player: Player) -> Spot | None:
    """Return the middle of the base of a champion's team; None without one."""
    zone = zone_of(state, player.id)
    return None if zone is None else _middle(zone.polygon)


def _middle(corners: tuple[Spot, ...]) -> Spot:
    x, y = np.array(corners).mean(axis=0)
    return round(float(x), 2), round(float(y), 2)


def _portals_to_hold(outlook: Outlook) -> Iterator[Goal]:
    if not outlook.stakes.mod.has("domination"):
        return
    points = max(1, getattr(outlook.stakes.mod.win, "points", 15))
    mates = {mate.position.portal for mate in outlook.mates}
    assert outlook.state.setup.arena is not None
    for portal in outlook.state.setup.arena.portals:
        if portal.number not in mates and outlook.stakes.mod.parameters.hold in (None, portal.number):
            contested = any(foe.position.portal == portal.number for foe in outlook.foes)
            worth = HOLD / points * (0.5 if contested else 1.0)
            yield Goal("portal", portal.at, worth, str(portal.number))


def _buildings(outlook: Outlook) -> Iterator[Goal]:
    for name, at, _structure in rival_buildings(outlook):
        yield Goal("building", at, outlook.stakes.round_share * 0.3, name, near_in=4.0)


def rival_buildings(outlook: Outlook) -> Iterator[tuple[str, Spot, int]]:
    """Yield the buildings whose armour the champion can penetrate: whose, the middle of its base, and the
    structure points left.
    """
    bases = {base.number: base for base in outlook.state.arena.bases}
    for name, team in outlook.state.teams.items():
        if name != outlook.stakes.side and team.structure and team.base in bases and _can_penetrate(outlook, name):
            yield name, _middle(bases[team.base].polygon), team.structure


def _can_penetrate(outlook: Outlook, team: str) -> bool:
    state, me = outlook.state, outlook.me
    shots = (thing_odds(state, me, gun, team) for gun in outlook.guns)
    plans = (plan_at_building(state, me, grip, team)[0] for grip in grips_against(state, me, team))
    strikes = (attack_odds(blow.attack) for blows in plans for blow in blows)
    return any(odds.strikes for odds in shots) or any(odds.penetrating.mean for odds in strikes)


def _foes(outlook: Outlook, personality: Personality, impatience: float) -> Iterator[Goal]:
    hides = outlook.state.hunt is not None and outlook.state.hunt.cleaners != outlook.stakes.side
    for foe in outlook.foes:
        if foe.position.at is None or hides:
            continue
        best = max((kills for fire in outlook.fires(foe) for kills in fire.kills), default=0.0)
        reach = max((fire.reaches[-1] for fire in outlook.fires(foe) if max(fire.kills) >= best / 2), default=0.0)
        worth = outlook.stakes.kill(foe) * max(best, 0.1) * personality.blood
        if foe.id in outlook.state.shares.get(outlook.me.id, ()):
            worth *= personality.grudge
        if any(flag.carrier == foe.id for flag in outlook.state.flags.values()):
            worth += outlook.stakes.round_share * 0.3 * personality.flags
        near = max(2.0, 0.7 * reach * (1.0 - impatience))
        yield Goal("foe", foe.position.at, worth, foe.id, near_in=near)

"""Where a champion would like to be: tokens, flags, portals to hold, buildings, its foes."""

from collections.abc import Iterator
from math import dist

from msgspec import Struct

from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.stakes import home_of, middle_of
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.flags import carried_flags
from q40k.games.quake.state.melee import grips_against, plan_at_building
from q40k.games.quake.state.odds import thing_odds
from q40k.games.quake.state.parts import Flag
from q40k.games.quake.state.teams import zone_of
from q40k.games.w40k3e.odds import attack_odds
from q40k.geometry.outlines import within
from q40k.geometry.space import CM_PER_INCH, Spot

HOLD = 2.0
"""How many turns a portal taken is usually held."""


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
    stakes, home = outlook.stakes, home_of(outlook.state, outlook.stakes.side)
    for flag in carried_flags(outlook.state, outlook.me.id):
        if home is not None and not _waits_at_home(outlook):
            yield Goal("home", home, stakes.round_share * personality.flags, flag)
    for item, at in flags_to_touch(outlook):
        if at is not None:
            yield Goal("flag", at, stakes.flag(item, stakes.side) * personality.flags, item.id)


def flags_to_touch(outlook: Outlook) -> Iterator[tuple[Flag, Spot | None]]:
    """Yield the flags that nobody carries, and where they are if known; a team leaves its own in its base."""
    for flag in outlook.state.flags.values():
        if flag.carrier is None and not (flag.at_home and flag.team == outlook.stakes.side):
            yield flag, flag.home if flag.at_home else flag.at


def flags_in_reach(outlook: Outlook) -> Iterator[tuple[str, float]]:
    """Yield the flags that a charge reaches, and what each is worth; none after a shot."""
    here, stakes = outlook.me.position.at, outlook.stakes
    if here is None or outlook.me.turn.shot is not None:
        return
    for flag, at in flags_to_touch(outlook):
        if at is not None and dist(at, here) / CM_PER_INCH <= outlook.charge_in + 0.5:
            yield flag.id, stakes.flag(flag, stakes.side)


def _waits_at_home(outlook: Outlook) -> bool:
    """Return whether a carrier is at home already, and its own flag is not."""
    zone, at = zone_of(outlook.state, outlook.me.id), outlook.me.position.at
    return zone is not None and at is not None and within(at, zone.polygon)


def _portals_to_hold(outlook: Outlook) -> Iterator[Goal]:
    if not outlook.stakes.mod.has("domination"):
        return
    points = max(1, getattr(outlook.stakes.mod.win, "points", 15))
    mates = {mate.position.portal for mate in outlook.mates}
    for portal in outlook.state.arena.portals:
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
            yield name, middle_of(bases[team.base].polygon), team.structure


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

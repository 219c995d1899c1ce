"""ASSAULT: charges, and whether one may be made; the blows wait for the next phase."""

from __future__ import annotations

from math import dist

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.rules.barrels.explosions import cross_napalm
from q40k.games.quake.rules.bonus.modifiers import arms_of, opened_up, profile
from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Command, Inches, Place, Stand, Waypoints
from q40k.games.quake.rules.flags.flags import touched
from q40k.games.quake.rules.melee.contact import in_contact, joined, parted
from q40k.games.quake.rules.melee.melees import engaged
from q40k.games.quake.rules.movement.ground import Ground, flies, ground_to, risk_danger
from q40k.games.quake.rules.movement.paths import (
    Way,
    dips,
    gap_told,
    obstacles,
    passed_over,
    way_of,
)
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.parts import ChargeMade, Flag
from q40k.games.quake.rules.positions.places import (
    Obstacle,
    apart,
    at_one_level,
    base_of,
    feet,
    floor,
    no_room,
    portal_at,
    refuse_each,
    rise,
)
from q40k.games.quake.rules.questions import (
    choose,
    find,
    find_present,
    forbid,
    must_be_started,
    refuse,
    roll,
)
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.shooting.line_of_fire import distance_to, setting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.minds import dares
from q40k.games.quake.rules.turn.acting import only_active
from q40k.games.w40k3e.ground import charge_in, difficult_dice, difficult_in, goes_hard
from q40k.games.w40k3e.traits import has
from q40k.geometry.bases import gap_cm
from q40k.geometry.space import apart_in
from q40k.geometry.spots import Spot
from q40k.geometry.units import Inches as In
from q40k.geometry.units import to_cm
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Charge(Command, tag="charge"):
    """Charge a champion, a flag by its id, or the building of a team (ASSAULT-1, 2, FLAG-5).

    `distance` in inches where no position is kept; left out, the table has measured it itself.
    `cover` (the target is in cover), `difficult` and `dangerous` (the ground between) are the
    table's word, in the place of what the positions say; `three`: it rolls three dice in difficult
    ground. `to` is where it comes to stand, in cm, `path` the places it goes through before;
    `napalm` says that it crosses a burning barrel's (BARREL-5), `stand` whether it comes back in
    its portal if it dies on the way.
    """

    player: Name
    target: Name
    distance: Inches | None = None
    cover: bool | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    to: Place | None = None
    path: Waypoints | None = None
    napalm: bool = False
    stand: Stand = "beside"


@event
class Charged(Event, tag="charged"):
    """A champion charged a champion, a flag or a team's building (ASSAULT-1, FLAG-5).

    `distance_in` is None when nobody said it; `reach_in` is how far the champion could go, `dice`
    those of hard ground. `reached` is whether it got there, `trailing` that the prey had only been
    followed (DIFF-8), `into_cover` that the target was in cover, `to` where it stands now, `level`
    how high, in inches, None on top of what can be climbed there. `over` are tokens and flags it
    passed over on its way (BONUS-1, FLAG-1). `in_water`: it ends in water, None when nobody knows.
    """

    player: str
    target: str | None = None
    flag: str | None = None
    building: str | None = None
    distance_in: float | None = None
    reach_in: float = 0.0
    dice: tuple[int, ...] = ()
    reached: bool = True
    trailing: bool = False
    into_cover: bool = False
    to: Spot | None = None
    portal: int | None = None
    level: float | None = None
    over: tuple[str, ...] = ()
    in_water: bool | None = None


@fold(Charged)
def _charged(state: Match, event: Charged) -> Match:
    player = event.player
    if event.distance_in != 0:
        state = changed(parted(state, player), player, portal=event.portal, near=None, tile=None)
    charge = ChargeMade(event.target, event.into_cover)
    building = event.building if event.reached else None
    over = (*state.players[player].movement.over, *event.over)
    state = changed(state, player, charge=charge, building=building, over=over)
    if event.to is not None:
        state = changed(state, player, at=event.to, level=event.level)
    if event.in_water is not None:
        state = changed(state, player, in_water=event.in_water)
    if event.target is None or not event.reached:
        return state
    return joined(state, player, (event.target,))


HAIR_IN = 0.005
"""What is shown with two decimals is not too far by less than that."""


class Aim(Struct, frozen=True):
    """What is charged, one of the three; `distance_in` is None when nobody knows it."""

    player: Player | None = None
    flag: Flag | None = None
    building: str | None = None
    distance_in: float | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        if self.player is not None:
            return self.player.name
        return self.flag.id if self.flag is not None else str(self.building)


@rule(Charge)
def charge(live: Live[Match], command: Charge) -> Rule[None]:
    """Charge a champion, a flag or a building, into contact; it fights in the next phase.

    Where places are known its way leads through nothing impassable or lethal and through no base:
    the straight line, or `path`. Where the table announces before it measures, a charge that is too
    far is not refused, but comes up short.

    Rule: ASSAULT-1, ASSAULT-2, MOVE-2, DIFF-8, FLAG-5, TURN-1, MOVE-1, MOVE-4
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    aim = _target(live.state, player, command)
    yield from only_active(live, player, "assault")
    yield from _may_charge(live, player, aim)
    to = _place_beside(live.state, player, aim, command)
    way = _way_there(live.state, player, aim, to, command)
    if way is not None and command.distance is None:
        aim = replace(aim, distance_in=_length(player, way, aim, command))
    reach = float(charge_in(profile(player).unit_type, player.abilities))
    trailing = aim.player is not None and trails(live.state, player, aim.player)
    short = aim.distance_in is not None and aim.distance_in > reach + HAIR_IN and not trailing
    fails = short and live.state.announces
    if short and not fails:
        yield from refuse_each([_too_far(live.state, player, aim, way, reach)])
    yield from refuse_each(obstacles(live.state, player, way) if way is not None else ())
    if aim.player is not None and not (yield from dares(live, player, aim.player, None)):
        return
    ground = _ground(live.state, player, to, way, aim, command)
    reach, dice = yield from _through(
        live, player, ground, reach, three=command.three, touching=aim.distance_in == 0
    )
    wet = aim.distance_in != 0 and (ground.water or player.movement.in_water)
    if wet and not player.movement.swum:
        flown = way is not None and way.flies
        dry = (aim.distance_in or 0.0) if flown else ground.dry_in
        if not (yield from roll_to_swim(live, player.id, after=dry, stand=command.stand)):
            return
        reach = min(reach, _swims(live.state.players[player.id]))
    reached = yield from _gets_there(player, aim, reach, limited=bool(dice) or wet or fails)
    if ground.dangerous or ground.difficult:
        yield from risk_danger(live, player.id, ground)
    spots = way.spots if way is not None and reached else ()
    yield from cross_napalm(live, player.id, spots, said=command.napalm)
    if not live.state.players[player.id].in_play:
        yield from respawn_waiting(live, command.stand, (player.id,))
        return
    yield from _arrive(live, player, aim, command, reach, dice, to, way,
                       reached=reached, trailing=trailing,
                       in_water=ground.ends_in_water)  # fmt: skip


def _target(state: Match, player: Player, command: Charge) -> Aim:
    """Whom or what a charge is aimed at. Raises Refused (TABLE-1 for a name that is none)."""
    said = command.target
    other = state.named(said)
    if other is not None:
        return _at_champion(state, player, other, command.distance)
    for flag in state.flags.values():
        if flag.id.casefold() == said.casefold():
            if flag.carrier is not None and flag.carrier != player.id:
                carrier = state.players[flag.carrier]
                return _at_champion(state, player, carrier, command.distance)
            spot = flag.home if flag.at_home else flag.at
            away = distance_to(player, spot, rise(state, player, spot))
            return Aim(flag=flag, distance_in=_known(command, away))
    team = next((t for t in state.teams if t.casefold() == said.casefold()), None)
    if team is not None and state.teams[team].structure is not None:
        if not state.teams[team].structure:
            raise forbid("BASE-1", "building-down", team=team)
        return Aim(building=team, distance_in=command.distance)
    find(state, said)
    raise AssertionError("a name that is nobody's was found")


def _at_champion(state: Match, player: Player, other: Player, said: float | None) -> Aim:
    if other.id == player.id:
        raise forbid("ASSAULT-2", "charges-itself", player=player.name)
    if not other.in_play:
        raise forbid("ASSAULT-2", "not-on-table", player=other.name)
    if in_contact(state, player.id, other.id):
        return Aim(other, distance_in=0.0)
    return Aim(other, distance_in=said if said is not None else apart(state, player, other))


def _known(command: Charge, measured: float | None) -> float | None:
    return command.distance if command.distance is not None else measured


def trails(state: Match, player: Player, prey: Player) -> bool:
    """Whether a champion may follow one who left it: in contact at the start of the turn, the prey
    acting later, and moved no further than a charge goes. Who has moved away itself follows nobody.

    Teams that act by turns have no order, so whoever of the two moved away acted later.

    Rule: DIFF-8
    """
    pairs = state.close_combat.touched
    if (player.id, prey.id) not in pairs and (prey.id, player.id) not in pairs:
        return False
    if player.turn.moved:
        return False
    later = state.alternates or prey.id in state.after(player.id)
    return (
        later
        and prey.movement.spent <= charge_in(profile(player).unit_type, player.abilities) + HAIR_IN
    )


def _may_charge(live: Live[Match], player: Player, aim: Aim) -> Rule[None]:
    """One charge a turn, none out of a fight, none after shots that forbid it.

    Rule: ASSAULT-2, SHOOT-4, DIFF-7, TEAM-4
    """
    state = live.state
    if player.turn.charge is not None:
        yield from refuse("ASSAULT-2", "has-charged", player=player.name)
    if opened_up(player):
        yield from refuse("ASSAULT-2", "turbo", player=player.name, inches=player.movement.spent)
    if has(player.abilities, "no-charge"):
        yield from refuse("ASSAULT-2", "no-charge-now", player=player.name)
    if player.turn.second in ("assault-move", "warp-jump"):
        yield from refuse("ASSAULT-2", "jumped-instead", player=player.name)
    foes = engaged(state, player.id)
    if foes:
        names = tuple(state.players[p].name for p in foes)
        yield from refuse("ASSAULT-2", "in-a-fight", player=player.name, others=names)
    side = state.side_of(player.id)
    if aim.player is not None and state.in_teams and state.side_of(aim.player.id) == side:
        yield from refuse("ASSAULT-2", "charges-a-friend", player=player.name, target=aim.name)
    if aim.building is not None and aim.building == side:
        yield from refuse("BASE-1", "own-building", player=player.name, team=aim.building)
    shot = player.turn.shot
    if shot is None:
        return
    if not shot.may_charge:
        weapon = next((w.name for w in arms_of(state, player) if w.id == shot.weapon), shot.weapon)
        yield from refuse("SHOOT-4", "no-charge-after-shot", player=player.name, weapon=weapon)
    if aim.flag is None and shot.target != (aim.player.id if aim.player else None):
        was = state.players[shot.target].name if shot.target else None
        yield from refuse(
            "ASSAULT-2", "shot-at-another", player=player.name, target=aim.name, was=was
        )


# ---- the way there


def _place_beside(state: Match, player: Player, aim: Aim, command: Charge) -> Spot | None:
    """Where the charger comes to stand: as said, else on the straight line, base to base."""
    if command.to is not None:
        return command.to
    other = aim.player
    if player.position.at is None or other is None or other.position.at is None:
        return None
    if in_contact(state, player.id, other.id):
        return player.position.at
    return beside(player, other, command.path[-1] if command.path else player.position.at)


def _way_there(
    state: Match, player: Player, aim: Aim, to: Spot | None, command: Charge
) -> Way | None:
    """The way of a charge over `path`, up or down to its prey; None when it is not known, or it
    is in contact already.

    Rule: MOVE-1
    """
    if to is None or aim.distance_in == 0:
        return None
    way = way_of(state, player, to, command.path or ())
    other = aim.player
    if way is None or other is None or other.position.at is None:
        return way
    theirs = feet(state, other)
    if at_one_level(player, way.to_in, other, theirs):
        return way
    return way_of(state, player, to, command.path or (), level=theirs)


def _length(player: Player, way: Way, aim: Aim, command: Charge) -> float:
    """How long a charge is: from base to base on the plan, or along the places said, and all that
    it climbs; who flies goes straight through the air.

    Rule: ASSAULT-2, MOVE-1
    """
    if command.path or (way.flies and way.inches - way.straight_in > HAIR_IN):
        return way.inches
    other = aim.player
    if other is None or other.position.at is None or player.position.at is None:
        return way.inches if way.climb_in or aim.distance_in is None else aim.distance_in
    gap = gap_cm(base_of(player), player.position.at, base_of(other), other.position.at)
    return round(apart_in(gap, 0.0) + way.climb_in, 3)


def _too_far(state: Match, player: Player, aim: Aim, way: Way | None, reach: float) -> Obstacle:
    """Why a charge is too far: the inches, and what of them goes up and down, or over what gap.

    Rule: ASSAULT-2, MOVE-5
    """
    assert aim.distance_in is not None
    inches = round(aim.distance_in, 2)
    facts = {"player": player.name, "target": aim.name, "inches": inches, "reach": reach}
    if way is None or not way.climb_in:
        return Obstacle("ASSAULT-2", "charge-too-far", facts)
    found = next(dips(state, way), None)
    if found is not None:
        told = gap_told(player, found, "charge-over-gap", facts)
        return Obstacle("ASSAULT-2", told.code, told.facts)
    climb = round(way.climb_in, 2)
    more = {"climb": climb, "along": round(inches - climb, 2)}
    return Obstacle("ASSAULT-2", "charge-too-far-up", {**facts, **more})


def beside(player: Player, other: Player, start: Spot | None = None) -> Spot:
    """The first place on the straight line to another where the two bases touch.

    The line begins at `start`, or where the champion stands.
    """
    start = start or player.position.at
    assert start is not None
    assert other.position.at is not None
    base, theirs = base_of(player), base_of(other)
    (x, y), (goal_x, goal_y) = start, other.position.at
    near, far = 0.0, 1.0
    for _ in range(60):
        half = (near + far) / 2
        at = (x + half * (goal_x - x), y + half * (goal_y - y))
        if gap_cm(base, at, theirs, other.position.at) > 0:
            near = half
        else:
            far = half
    return (round(x + near * (goal_x - x), 6), round(y + near * (goal_y - y), 6))


def _ground(
    state: Match, player: Player, to: Spot | None, way: Way | None, aim: Aim, command: Charge
) -> Ground:
    if aim.distance_in == 0:
        return Ground()
    return ground_to(
        state,
        player,
        to,
        command.path or (),
        heights=way.stretches if way is not None else (),
        difficult=command.difficult,
        dangerous=command.dangerous,
    )


def _through(
    live: Live[Match], player: Player, ground: Ground, reach: float, *, three: bool, touching: bool
) -> Rule[tuple[float, tuple[int, ...]]]:
    """Hard ground: the best die is the furthest a charge goes, twice as far for beasts.

    Rule: ASSAULT-2, MOVE-2
    """
    hard = goes_hard(player.abilities, difficult=ground.difficult)
    if (
        touching
        or not hard
        or (flies(live.state, player) and not has(player.abilities, "always-difficult"))
    ):
        return reach, ()
    dice = (6,) * difficult_dice(three=three, traits=player.abilities)
    rolled = yield from roll(live, player.id, "charge-ground", "ASSAULT-2", dice, reach=reach)
    kind = profile(player).unit_type
    return min(reach, float(difficult_in(rolled, kind, player.abilities, charging=True))), rolled


def _swims(player: Player) -> float:
    """How far a charge goes that has just rolled for its swim, in inches.

    Rule: MOVE-4
    """
    assert player.movement.limit is not None
    return player.movement.limit - player.movement.spent


def _gets_there(player: Player, aim: Aim, reach: float, *, limited: bool) -> Rule[bool]:
    """Whether a charge through hard ground or water arrives; asked where its length is unknown."""
    if not limited:
        return True
    if aim.distance_in is not None:
        return aim.distance_in <= reach + HAIR_IN
    said = yield from choose(
        player.id, "charge-arrives", "ASSAULT-2", ("yes", "no"), inches=reach, goal=aim.name
    )
    return bool(said == "yes")


def _arrive(
    live: Live[Match],
    player: Player,
    aim: Aim,
    command: Charge,
    reach: float,
    dice: tuple[int, ...],
    to: Spot | None,
    way: Way | None,
    *,
    reached: bool,
    trailing: bool,
    in_water: bool | None,
) -> Rule[None]:
    state, stands = live.state, player.position
    level, over = stands.level, tuple[str, ...]()
    if reached and way is not None:
        level, over = way.level, passed_over(state, player, way.spots, way.swept)
    elif not reached:
        to = in_water = None
        if stands.at is not None and aim.player is not None:
            to, level = _towards(state, player, aim, way, reach)
            high = floor(state, to) if level is None else level
            if any(no_room(state, player, to, high, stands.angle)):
                to, level = stands.at, stands.level  # it cannot stop there, so it stays
    portal = portal_at(state, player, to) if to is not None else None
    yield Charged(
        player=player.id,
        target=aim.player.id if aim.player else None,
        flag=aim.flag.id if aim.flag else None,
        building=aim.building,
        distance_in=aim.distance_in,
        reach_in=reach,
        dice=dice,
        reached=reached,
        trailing=trailing and (aim.distance_in is None or aim.distance_in > reach),
        into_cover=reached and aim.player is not None and _covered(state, player, aim, command),
        to=to,
        portal=portal,
        level=level if to is not None else None,
        in_water=in_water,
        over=over,
    )
    if reached and aim.flag is not None:
        yield from touched(live, player, aim.flag)


def _towards(
    state: Match, player: Player, aim: Aim, way: Way | None, inches: float
) -> tuple[Spot, float | None]:
    """Where a charge ends that gets only so many inches on its way, and how high."""
    assert player.position.at is not None
    assert aim.player is not None
    at, goal = player.position.at, aim.player.position.at
    if way is not None and (way.climb_in or len(way.spots) > 2):
        spots, level = way.after(inches)
        there = way_of(state, player, spots[-1], spots[1:-1], level=level)
        return spots[-1], there.level if there is not None else level
    if goal is None:
        return at, player.position.level

    length = dist(at, goal)
    part = min(1.0, to_cm(In(inches)) / length) if length else 0.0
    x, y = at[0] + part * (goal[0] - at[0]), at[1] + part * (goal[1] - at[1])
    return (round(x, 6), round(y, 6)), way.level if way is not None else player.position.level


def _covered(state: Match, player: Player, aim: Aim, command: Charge) -> bool:
    """Whether the target of a charge is in cover: as said, else by portal, water and scenery.

    Rule: ASSAULT-2, PORTAL-8, MOVE-4
    """
    target = aim.player
    assert target is not None
    if command.cover is not None:
        return command.cover
    if target.position.portal is not None or target.movement.in_water:
        return True
    if has(target.abilities, "in-cover-when-charged"):
        return True
    return any(one.effect == "cover" for one in setting(state, player, target).helps)

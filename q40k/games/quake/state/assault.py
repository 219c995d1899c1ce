"""ASSAULT: charges as commands and events, and who is engaged."""

from math import dist

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.state import parts, positions
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.melee import in_contact, join_fight, part_from_all
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.movement.ground import Ground, GroundTest, ground_to, moves_as, plan_ground
from q40k.games.quake.state.questions import find_player
from q40k.games.quake.state.registry import Command, Event, Inches, Place, Stand, Waypoints, land_mover
from q40k.games.quake.state.shooting import distance_to, line_of_fire
from q40k.games.quake.state.teams import find_building
from q40k.games.w40k3e.ground import charge_in
from q40k.games.w40k3e.traits import has
from q40k.geometry.space import Inches as In
from q40k.geometry.space import Spot, apart_in, gap_cm, to_cm
from q40k.kernel.commands import Name
from q40k.kernel.text import fold_name
from q40k.tabletop.asking import forbid


class Charge(Command, tag="charge"):
    """Charge a champion, a flag by its id, or the building of a team (ASSAULT-1, 2, FLAG-5).

    `distance` is in inches, where no positions are kept; without it the table has measured itself.
    `cover` (the target is in cover), `difficult` and `dangerous` (the ground between) are what the
    table says. `three`: it rolls three dice in difficult ground. `to` is where it ends, in cm,
    `path` the places it passes before. `napalm`: it crosses the template of a burning barrel
    (BARREL-5). `stand`: whether it comes back in its portal if it dies on its path.
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
    landing = land_mover


class Charged(Event, tag="charged"):
    """A champion charged a champion, a flag or a team's building (ASSAULT-1, FLAG-5).

    `distance_in` is None if nobody said it. `reach_in` is how far the champion could go, `dice`
    those of hard ground. `reached`: it arrived. `trailing`: it only followed its prey (DIFF-8).
    `into_cover`: the target was in cover. `to` is where it stands now. `level` is its height in
    inches, None on top of what can be climbed there. `over` are tokens and flags it passed over
    (BONUS-1, FLAG-1). `in_water`: it ends in water; None is unknown.
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

    def fold(self, state: Match) -> Match:
        player = self.player
        if self.distance_in != 0:
            state = change_player(part_from_all(state, player), player, portal=self.portal, near=None, tile=None)
        charge = parts.ChargeMade(self.target, self.into_cover)
        building = self.building if self.reached else None
        over = (*state.players[player].movement.over, *self.over)
        state = change_player(state, player, charge=charge, building=building, over=over)
        if self.to is not None:
            state = change_player(state, player, at=self.to, level=self.level)
        if self.in_water is not None:
            state = change_player(state, player, in_water=self.in_water)
        if self.target is None or not self.reached:
            return state
        return join_fight(state, player, (self.target,))


HAIR_IN = 0.005
"""Distances show two decimals: exceeding a limit by less than this is allowed."""


def trails(state: Match, player: Player, prey: Player) -> bool:
    """Whether a champion may follow one that left contact.

    They were in contact at the start of the turn, the prey acts later, and it moved no further than
    a charge goes. A champion that has moved away itself follows nobody. Teams that alternate have
    no order: the one of the two that moved away acted later.

    Rule: DIFF-8
    """
    pairs = state.close_combat.touched
    if (player.id, prey.id) not in pairs and (prey.id, player.id) not in pairs:
        return False
    if player.turn.moved:
        return False
    later = state.alternates or prey.id in state.after(player.id)
    return later and prey.movement.spent <= charge_in(profile(player).unit_type, player.abilities) + HAIR_IN


class Aim(Struct, frozen=True):
    """The target of a charge, one of the three; `distance_in` is None if unknown."""

    player: Player | None = None
    flag: parts.Flag | None = None
    building: str | None = None
    distance_in: float | None = None

    @property
    def name(self) -> str:
        """The target's name."""
        if self.player is not None:
            return self.player.name
        return self.flag.id if self.flag is not None else str(self.building)


def _find_target(state: Match, player: Player, command: Charge) -> Aim:
    """Find the target of a charge. Raises Refused (TABLE-1 for an unknown name)."""
    name = command.target
    other = state.player_named(name)
    if other is not None:
        return _aim_at_champion(state, player, other, command.distance)
    for flag in state.flags.values():
        if fold_name(flag.id) == fold_name(name):
            if flag.carrier is not None and flag.carrier != player.id:
                carrier = state.players[flag.carrier]
                return _aim_at_champion(state, player, carrier, command.distance)
            measured = distance_to(state, player, flag.home if flag.at_home else flag.at)
            return Aim(flag=flag, distance_in=measured if command.distance is None else command.distance)
    team = find_building(state, name)
    if team is not None:
        return Aim(building=team, distance_in=command.distance)
    return _aim_at_champion(state, player, find_player(state, name), command.distance)


def _aim_at_champion(state: Match, player: Player, other: Player, distance: float | None) -> Aim:
    if other.id == player.id:
        raise forbid("ASSAULT-2", "charges-itself", player=player.name)
    if not other.in_play:
        raise forbid("ASSAULT-2", "not-on-table", player=other.name)
    if in_contact(state, player.id, other.id):
        return Aim(other, distance_in=0.0)
    return Aim(
        other, distance_in=distance if distance is not None else positions.distance_between(state, player, other)
    )


# ---- the way there


def _place_beside(state: Match, player: Player, aim: Aim, command: Charge) -> Spot | None:
    """Return where the charger ends: as said, else straight ahead, base to base."""
    if command.to is not None:
        return command.to
    other = aim.player
    if player.position.at is None or other is None or other.position.at is None:
        return None
    if in_contact(state, player.id, other.id):
        return player.position.at
    return beside(player, other, command.path[-1] if command.path else player.position.at)


def _path_there(state: Match, player: Player, aim: Aim, to: Spot | None, command: Charge) -> paths.MovePath | None:
    """Return the path of a charge over `path`, up or down to its prey.

    Return None if it is unknown, or if they are in contact already.

    Rule: MOVE-1
    """
    if to is None or aim.distance_in == 0:
        return None
    path = paths.find_path(state, player, to, command.path or ())
    other = aim.player
    if path is None or other is None or other.position.at is None:
        return path
    theirs = positions.feet_height(state, other)
    if positions.at_one_level(player, path.to_in, other, theirs):
        return path
    return paths.find_path(state, player, to, command.path or (), level=theirs)


def _length(player: Player, path: paths.MovePath, aim: Aim, command: Charge) -> float:
    """Return the length of a charge in inches, with everything it climbs.

    It is measured from base to base on the plan, or along the places said. A flyer goes straight
    through the air.

    Rule: ASSAULT-2, MOVE-1
    """
    if command.path or (path.flies and path.inches - path.straight_in > HAIR_IN):
        return path.inches
    other = aim.player
    if other is None or other.position.at is None or player.position.at is None:
        return path.inches if path.climb_in or aim.distance_in is None else aim.distance_in
    gap = gap_cm(positions.base_of(player), player.position.at, positions.base_of(other), other.position.at)
    return round(apart_in(gap, 0.0) + path.climb_in, 3)


def beside(player: Player, other: Player, start: Spot | None = None) -> Spot:
    """Return the first place on the straight line to another where the two bases touch.

    The line begins at `start`, or where the champion stands.
    """
    start = start or player.position.at
    assert start is not None
    assert other.position.at is not None
    base, theirs = positions.base_of(player), positions.base_of(other)
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


def _find_ground(
    state: Match, player: Player, to: Spot | None, path: paths.MovePath | None, aim: Aim, command: Charge
) -> Ground:
    if aim.distance_in == 0:
        return Ground()
    return ground_to(
        state,
        player,
        to,
        command.path or (),
        heights=path.stretches if path is not None else (),
        difficult=command.difficult,
        dangerous=command.dangerous,
    )


def _end_of_short_charge(
    state: Match, player: Player, aim: Aim, path: paths.MovePath | None, inches: float
) -> tuple[Spot, float | None]:
    """Return where a charge ends after only so many inches of its path, and how high."""
    assert player.position.at is not None
    assert aim.player is not None
    at, goal = player.position.at, aim.player.position.at
    if path is not None and (path.climb_in or len(path.spots) > 2):
        spots, level = path.after(inches)
        shortened = paths.find_path(state, player, spots[-1], spots[1:-1], level=level)
        return spots[-1], shortened.level if shortened is not None else level
    if goal is None:
        return at, player.position.level

    length = dist(at, goal)
    part = min(1.0, to_cm(In(inches)) / length) if length else 0.0
    x, y = at[0] + part * (goal[0] - at[0]), at[1] + part * (goal[1] - at[1])
    return (round(x, 6), round(y, 6)), path.level if path is not None else player.position.level


def charges_into_cover(state: Match, player: Player, target: Player) -> bool:
    """Return whether the target of a charge is in cover: by portal, water, trait and scenery.

    Rule: ASSAULT-2, PORTAL-8, MOVE-4
    """
    if target.position.portal is not None or target.movement.in_water:
        return True
    if has(target.abilities, "in-cover-when-charged"):
        return True
    return any(modifier.effect == "cover" for modifier in line_of_fire(state, player, target).helps)


# -- the plan of a charge -----------------------------------------------------------------


class ChargePlan(Struct, frozen=True):
    """A charge before its dice: the rule carries it out, and its odds are worked out from it.

    It ends at `to`, over `path`; both are None where places do not tell. `reach_in` is how far it
    goes without dice, `ground` what it crosses, `test` what it rolls for that. `trailing`: it
    follows its prey (DIFF-8). `is_too_far`: it is longer than its reach. `swims`: it rolls for its
    swim after `dry_in` inches.
    """

    player: Player
    aim: Aim
    to: Spot | None
    path: paths.MovePath | None
    reach_in: float
    ground: Ground
    test: GroundTest
    trailing: bool = False
    is_too_far: bool = False
    wet: bool = False
    swims: bool = False
    dry_in: float = 0.0


def plan_charge(state: Match, player: Player, command: Charge) -> ChargePlan:
    """Return the plan of a charge: whom, how far, over what. Raises Refused (TABLE-1 for an unknown name).

    Rule: ASSAULT-1, ASSAULT-2, MOVE-1, MOVE-2, MOVE-4, DIFF-8, FLAG-5
    """
    aim = _find_target(state, player, command)
    to = _place_beside(state, player, aim, command)
    path = _path_there(state, player, aim, to, command)
    if path is not None and command.distance is None:
        aim = replace(aim, distance_in=_length(player, path, aim, command))
    reach = float(charge_in(profile(player).unit_type, player.abilities))
    trailing = aim.player is not None and trails(state, player, aim.player)
    ground = _find_ground(state, player, to, path, aim, command)
    wet = aim.distance_in != 0 and (ground.water or player.movement.in_water)
    flown = path is not None and path.flies
    test = GroundTest()
    if aim.distance_in != 0:
        test = plan_ground(moves_as(state, player), player.abilities, ground, three=command.three, charging=True)
    return ChargePlan(
        player,
        aim,
        to,
        path,
        reach,
        ground,
        test,
        trailing=trailing,
        is_too_far=aim.distance_in is not None and aim.distance_in > reach + HAIR_IN and not trailing,
        wet=wet,
        swims=wet and not player.movement.swum,
        dry_in=(aim.distance_in or 0.0) if flown else ground.dry_in,
    )


def refuse_too_far(state: Match, plan: ChargePlan) -> positions.Obstacle:
    """Return why a charge is too far: its inches, its climb, or the gap it crosses.

    Rule: ASSAULT-2, MOVE-5
    """
    player, aim, path = plan.player, plan.aim, plan.path
    assert aim.distance_in is not None
    inches = round(aim.distance_in, 2)
    facts = {"player": player.name, "target": aim.name, "inches": inches, "reach": plan.reach_in}
    if path is None or not path.climb_in:
        return positions.Obstacle("ASSAULT-2", "charge-too-far", facts)
    gap = next(paths.leapable_gaps(state, path), None)
    if gap is not None:
        obstacle = paths.gap_obstacle(player, gap, "charge-over-gap", facts)
        return positions.Obstacle("ASSAULT-2", obstacle.code, obstacle.facts)
    climb = round(path.climb_in, 2)
    rise = {"climb": climb, "along": round(inches - climb, 2)}
    return positions.Obstacle("ASSAULT-2", "charge-too-far-up", {**facts, **rise})


def end_of_charge(
    state: Match, plan: ChargePlan, reach_in: float, *, reached: bool
) -> tuple[Spot | None, float | None]:
    """Return where a charge ends and at what height; a short one stops on its way, where it can stand.

    Rule: ASSAULT-2, MOVE-1
    """
    player, position = plan.player, plan.player.position
    if reached:
        return plan.to, position.level if plan.path is None else plan.path.level
    if position.at is None or plan.aim.player is None:
        return None, position.level
    to, level = _end_of_short_charge(state, player, plan.aim, plan.path, reach_in)
    high = positions.floor_height(state, to) if level is None else level
    if any(positions.standing_obstacles(state, player, to, high, position.angle)):
        return position.at, position.level  # it cannot stop there, so it stays
    return to, level

"""ASSAULT: charge into contact: who may be charged, how far, by which path."""

from math import dist

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.rules import barrels, flags
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.ground import risk_danger
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.traits import dares
from q40k.games.quake.state import parts, positions
from q40k.games.quake.state.assault import HAIR_IN, Charge, Charged, trails
from q40k.games.quake.state.bonus import arms_of, profile, used_turbo
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import in_contact, opponents_of
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.movement.ground import Ground, flies, ground_to
from q40k.games.quake.state.questions import find_player, find_present, must_be_started
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.shooting import distance_to, line_of_fire
from q40k.games.w40k3e.ground import charge_in, difficult_dice, difficult_in, needs_difficult_test
from q40k.games.w40k3e.traits import has
from q40k.geometry.space import Inches as In
from q40k.geometry.space import Spot, apart_in, gap_cm, to_cm
from q40k.kernel.events import Live, Rule
from q40k.kernel.text import fold_name
from q40k.tabletop.asking import choose, forbid, refuse


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


@rule(Charge)
def charge(live: Live[Match], command: Charge) -> Rule[None]:
    """Charge a champion, a flag or a building, into contact; it fights in the next phase.

    Where places are known, its path leads through nothing impassable or lethal and through no base:
    the straight line, or `path`. If the table announces before it measures, a charge that is too
    far is not refused; it falls short.

    Rule: ASSAULT-1, ASSAULT-2, MOVE-2, DIFF-8, FLAG-5, TURN-1, MOVE-1, MOVE-4
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    aim = _find_target(live.state, player, command)
    yield from must_be_active(live, player, "assault")
    yield from _check_charge(live, player, aim)
    to = _place_beside(live.state, player, aim, command)
    path = _path_there(live.state, player, aim, to, command)
    if path is not None and command.distance is None:
        aim = replace(aim, distance_in=_length(player, path, aim, command))
    reach = float(charge_in(profile(player).unit_type, player.abilities))
    trailing = aim.player is not None and trails(live.state, player, aim.player)
    short = aim.distance_in is not None and aim.distance_in > reach + HAIR_IN and not trailing
    fails = short and live.state.announces
    if short and not fails:
        yield from refuse_each([_too_far(live.state, player, aim, path, reach)])
    yield from refuse_each(paths.obstacles(live.state, player, path) if path is not None else ())
    if aim.player is not None and not (yield from dares(live, player, aim.player, None)):
        return
    ground = _find_ground(live.state, player, to, path, aim, command)
    reach, dice = yield from _roll_hard_ground(
        live, player, ground, reach, three=command.three, touching=aim.distance_in == 0
    )
    wet = aim.distance_in != 0 and (ground.water or player.movement.in_water)
    if wet and not player.movement.swum:
        flown = path is not None and path.flies
        dry = (aim.distance_in or 0.0) if flown else ground.dry_in
        shore = path.after(dry)[0][-1] if path is not None and dry else None
        if not (yield from roll_to_swim(live, player.id, after=dry, at=shore)):
            return
        reach = min(reach, _swim_reach(live.state.players[player.id]))
    reached = yield from _decide_arrival(player, aim, reach, limited=bool(dice) or wet or fails)
    if ground.dangerous or ground.difficult:
        yield from risk_danger(live, player.id, ground)
    spots = path.spots if path is not None and reached else ()
    yield from barrels.cross_napalm(live, player.id, spots, declared=command.napalm)
    if not live.state.players[player.id].in_play:
        return
    yield from _arrive(
        live,
        player,
        aim,
        command,
        reach,
        dice,
        to,
        path,
        reached=reached,
        trailing=trailing,
        in_water=ground.ends_in_water,
    )


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
            spot = flag.home if flag.at_home else flag.at
            measured = distance_to(player, spot, positions.height_above(state, player, spot))
            return Aim(flag=flag, distance_in=_pick_distance(command, measured))
    team = next((t for t in state.teams if fold_name(t) == fold_name(name)), None)
    if team is not None and state.teams[team].structure is not None:
        if not state.teams[team].structure:
            raise forbid("BASE-1", "building-down", team=team)
        return Aim(building=team, distance_in=command.distance)
    find_player(state, name)
    raise AssertionError("a name that is nobody's was found")


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


def _pick_distance(command: Charge, measured: float | None) -> float | None:
    return command.distance if command.distance is not None else measured


def _check_charge(live: Live[Match], player: Player, aim: Aim) -> Rule[None]:
    """Refuse a second charge, a charge out of a fight, or one after shots that forbid it.

    Rule: ASSAULT-2, SHOOT-4, DIFF-7, TEAM-4
    """
    state = live.state
    if player.turn.charge is not None:
        yield from refuse("ASSAULT-2", "has-charged", player=player.name)
    if used_turbo(player):
        yield from refuse("ASSAULT-2", "turbo", player=player.name, inches=player.movement.spent)
    if has(player.abilities, "no-charge"):
        yield from refuse("ASSAULT-2", "no-charge-now", player=player.name)
    if player.turn.second in ("assault-move", "warp-jump"):
        yield from refuse("ASSAULT-2", "jumped-instead", player=player.name)
    opponents = opponents_of(state, player.id)
    if opponents:
        names = tuple(state.players[p].name for p in opponents)
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
        yield from refuse("ASSAULT-2", "shot-at-another", player=player.name, target=aim.name, was=was)


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


def _too_far(state: Match, player: Player, aim: Aim, path: paths.MovePath | None, reach: float) -> positions.Obstacle:
    """Return why a charge is too far: its inches, its climb, or the gap it crosses.

    Rule: ASSAULT-2, MOVE-5
    """
    assert aim.distance_in is not None
    inches = round(aim.distance_in, 2)
    facts = {"player": player.name, "target": aim.name, "inches": inches, "reach": reach}
    if path is None or not path.climb_in:
        return positions.Obstacle("ASSAULT-2", "charge-too-far", facts)
    gap = next(paths.leapable_gaps(state, path), None)
    if gap is not None:
        obstacle = paths.gap_obstacle(player, gap, "charge-over-gap", facts)
        return positions.Obstacle("ASSAULT-2", obstacle.code, obstacle.facts)
    climb = round(path.climb_in, 2)
    rise = {"climb": climb, "along": round(inches - climb, 2)}
    return positions.Obstacle("ASSAULT-2", "charge-too-far-up", {**facts, **rise})


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


def _roll_hard_ground(
    live: Live[Match], player: Player, ground: Ground, reach: float, *, three: bool, touching: bool
) -> Rule[tuple[float, tuple[int, ...]]]:
    """Roll for hard ground: the best die limits the charge, twice as far for beasts.

    Rule: ASSAULT-2, MOVE-2
    """
    hard = needs_difficult_test(player.abilities, difficult=ground.difficult)
    if touching or not hard or (flies(live.state, player) and not has(player.abilities, "always-difficult")):
        return reach, ()
    dice = (6,) * difficult_dice(three=three, traits=player.abilities)
    rolled = yield from roll(live, player.id, "charge-ground", "ASSAULT-2", dice, reach=reach)
    kind = profile(player).unit_type
    return min(reach, float(difficult_in(rolled, kind, player.abilities, charging=True))), rolled


def _swim_reach(player: Player) -> float:
    """Return how far a charge goes, in inches, that has just rolled for its swim.

    Rule: MOVE-4
    """
    assert player.movement.limit is not None
    return player.movement.limit - player.movement.spent


def _decide_arrival(player: Player, aim: Aim, reach: float, *, limited: bool) -> Rule[bool]:
    """Return whether a charge through hard ground or water arrives; ask if unknown."""
    if not limited:
        return True
    if aim.distance_in is not None:
        return aim.distance_in <= reach + HAIR_IN
    answer = yield from choose(player.id, "charge-arrives", "ASSAULT-2", ("yes", "no"), inches=reach, goal=aim.name)
    return bool(answer == "yes")


def _arrive(
    live: Live[Match],
    player: Player,
    aim: Aim,
    command: Charge,
    reach: float,
    dice: tuple[int, ...],
    to: Spot | None,
    path: paths.MovePath | None,
    *,
    reached: bool,
    trailing: bool,
    in_water: bool | None,
) -> Rule[None]:
    state, position = live.state, player.position
    level, over = position.level, tuple[str, ...]()
    if reached and path is not None:
        level, over = path.level, paths.items_passed(state, player, path.spots, path.swept_base)
    elif not reached:
        to = in_water = None
        if position.at is not None and aim.player is not None:
            to, level = _end_of_short_charge(state, player, aim, path, reach)
            high = positions.floor_height(state, to) if level is None else level
            if any(positions.standing_obstacles(state, player, to, high, position.angle)):
                to, level = position.at, position.level  # it cannot stop there, so it stays
    portal = positions.portal_at(state, player, to) if to is not None else None
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
        into_cover=reached and aim.player is not None and _is_in_cover(state, player, aim, command),
        to=to,
        portal=portal,
        level=level if to is not None else None,
        in_water=in_water,
        over=over,
    )
    if reached and aim.flag is not None:
        yield from flags.touch_flag(live, player, aim.flag)


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


def _is_in_cover(state: Match, player: Player, aim: Aim, command: Charge) -> bool:
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
    return any(modifier.effect == "cover" for modifier in line_of_fire(state, player, target).helps)

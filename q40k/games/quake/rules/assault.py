"""ASSAULT: charge into contact: who may be charged, how far, by which path."""

from q40k.games.quake.rules import barrels, flags
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.ground import risk_danger
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.traits import dares
from q40k.games.quake.state import assault, positions
from q40k.games.quake.state.bonus import arms_of, profile, used_turbo
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import opponents_of
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.parts import Fired
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e.ground import difficult_in
from q40k.games.w40k3e.traits import has
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, refuse


@rule(assault.Charge)
def charge(live: Live[Match], command: assault.Charge) -> Rule[None]:
    """Charge a champion, a flag or a building, into contact; it fights in the next phase.

    Where places are known, its path leads through nothing impassable or lethal and through no base:
    the straight line, or `path`. If the table announces before it measures, a charge that is too
    far is not refused; it falls short.

    Rule: ASSAULT-1, ASSAULT-2, MOVE-2, DIFF-8, FLAG-5, TURN-1, MOVE-1, MOVE-4
    """
    player = find_present(live.state, command.player)
    plan = assault.plan_charge(live.state, player, command)
    yield from must_be_active(live, player, "assault")
    yield from _check_charge(live, player, plan.aim)
    yield from _measure(live.state, plan)
    if plan.aim.player is not None and not (yield from dares(live, player, plan.aim.player, None)):
        return
    reach, dice = yield from _roll_reach(live, plan)
    if not (yield from _swims(live, plan)):
        return
    if plan.swims:
        reach = min(reach, _swim_reach(live.state.players[player.id]))
    limited = bool(dice) or plan.wet or (plan.is_too_far and live.state.announces)
    reached = yield from _decide_arrival(plan, reach, limited=limited)
    yield from risk_danger(live, player.id, plan.test)
    spots = plan.path.spots if plan.path is not None and reached else ()
    yield from barrels.cross_napalm(live, player.id, spots, declared=command.napalm)
    if live.state.players[player.id].in_play:
        yield from _arrive(live, plan, command, reach, dice, reached=reached)


def _measure(state: Match, plan: assault.ChargePlan) -> Rule[None]:
    """Refuse a charge that is too far, unless the table announces first, and one through obstacles.

    Rule: ASSAULT-2, MOVE-1, MOVE-2
    """
    if plan.is_too_far and not state.announces:
        yield from refuse_each([assault.refuse_too_far(state, plan)])
    yield from refuse_each(paths.obstacles(state, plan.player, plan.path) if plan.path is not None else ())


def _check_charge(live: Live[Match], player: Player, aim: assault.Aim) -> Rule[None]:
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
    if player.turn.shot is not None:
        yield from _check_shot(state, player, player.turn.shot, aim)


def _check_shot(state: Match, player: Player, shot: Fired, aim: assault.Aim) -> Rule[None]:
    """Refuse a charge after a shot that forbids it, or at somebody else than was shot at.

    Rule: ASSAULT-2, SHOOT-4
    """
    if not shot.may_charge:
        weapon = next((w.name for w in arms_of(state, player) if w.id == shot.weapon), shot.weapon)
        yield from refuse("SHOOT-4", "no-charge-after-shot", player=player.name, weapon=weapon)
    if aim.flag is None and shot.target != (aim.player.id if aim.player else None):
        was = state.players[shot.target].name if shot.target else None
        yield from refuse("ASSAULT-2", "shot-at-another", player=player.name, target=aim.name, was=was)


def _roll_reach(live: Live[Match], plan: assault.ChargePlan) -> Rule[tuple[float, tuple[int, ...]]]:
    """Roll for difficult ground: the best die limits the charge, twice as far for beasts.

    Rule: ASSAULT-2, MOVE-2
    """
    player, reach = plan.player, plan.reach_in
    if not plan.test.dice:
        return reach, ()
    rolled = yield from roll(live, player.id, "charge-ground", "ASSAULT-2", (6,) * plan.test.dice, reach=reach)
    most = difficult_in(rolled, profile(player).unit_type, player.abilities, charging=True)
    return min(reach, float(most)), rolled


def _swims(live: Live[Match], plan: assault.ChargePlan) -> Rule[bool]:
    """Roll for the swim of a charge through water; return whether the champion lives.

    Rule: MOVE-4
    """
    if not plan.swims:
        return True
    shore = plan.path.after(plan.dry_in)[0][-1] if plan.path is not None and plan.dry_in else None
    return (yield from roll_to_swim(live, plan.player.id, after=plan.dry_in, at=shore))


def _swim_reach(player: Player) -> float:
    """Return how far a charge goes, in inches, that has just rolled for its swim.

    Rule: MOVE-4
    """
    assert player.movement.limit is not None
    return player.movement.limit - player.movement.spent


def _decide_arrival(plan: assault.ChargePlan, reach: float, *, limited: bool) -> Rule[bool]:
    """Return whether a charge through difficult ground or water arrives; ask if unknown."""
    aim = plan.aim
    if not limited:
        return True
    if aim.distance_in is not None:
        return aim.distance_in <= reach + assault.HAIR_IN
    who = plan.player.id
    answer = yield from choose(who, "charge-arrives", "ASSAULT-2", ("yes", "no"), inches=reach, goal=aim.name)
    return bool(answer == "yes")


def _arrive(
    live: Live[Match],
    plan: assault.ChargePlan,
    command: assault.Charge,
    reach: float,
    dice: tuple[int, ...],
    *,
    reached: bool,
) -> Rule[None]:
    """Put the charger where its charge ends, and let it touch the flag it was aimed at.

    Rule: ASSAULT-1, FLAG-5, BONUS-1
    """
    state, player, aim, path = live.state, plan.player, plan.aim, plan.path
    to, level = assault.end_of_charge(state, plan, reach, reached=reached)
    over = paths.items_passed(state, player, path.spots, path.swept_base) if reached and path is not None else ()
    into_cover = command.cover
    if into_cover is None:
        into_cover = reached and aim.player is not None and assault.charges_into_cover(state, player, aim.player)
    yield assault.Charged(
        player=player.id,
        target=aim.player.id if aim.player else None,
        flag=aim.flag.id if aim.flag else None,
        building=aim.building,
        distance_in=aim.distance_in,
        reach_in=reach,
        dice=dice,
        reached=reached,
        trailing=plan.trailing and (aim.distance_in is None or aim.distance_in > reach),
        into_cover=reached and aim.player is not None and into_cover,
        to=to,
        portal=positions.portal_at(state, player, to) if to is not None else None,
        level=level if to is not None else None,
        in_water=plan.ground.ends_in_water if reached else None,
        over=over,
    )
    if reached and aim.flag is not None:
        yield from flags.touch_flag(live, player, aim.flag)

"""The marine turn of a plain bot: shoot what is seen, burn what comes, move on in pairs, watch."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from q40k.games.space_hulk.board.facings import FACINGS, direction, quarter_turns
from q40k.games.space_hulk.bot.choice import Choice, Why
from q40k.games.space_hulk.bot.fields import LOST, Field, Stand, costs_to, turn_towards
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.melee.assault import Assault
from q40k.games.space_hulk.rules.melee.fighters import Sides, fight_terms
from q40k.games.space_hulk.rules.melee.guard import Guard
from q40k.games.space_hulk.rules.movement.doors import Door
from q40k.games.space_hulk.rules.movement.step import Step
from q40k.games.space_hulk.rules.movement.turning import Turn
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.offers import foes_ahead, targets
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.shooting.aim import can_fire, plan_shot
from q40k.games.space_hulk.rules.shooting.flamer import FLAMER_RANGE, Flame
from q40k.games.space_hulk.rules.shooting.overwatch import Overwatch, Unjam
from q40k.games.space_hulk.rules.shooting.shoot import Reload, Shoot
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.phases import EndTurn
from q40k.games.space_hulk.rules.turn.points import points_left

CLOSE: Final = 4
"""A stealer so near is shot at with every point."""
WARY: Final = 9
"""With an alien so near, two points are kept for overwatch."""
WATCH_AP: Final = 2
TOUCH: Final = 2
"""A rear guard so far from the next marine closes up before he looks back."""


def orders(state: Match) -> Iterator[Choice]:
    """What the bot would do now in the marine turn, the first choice first; at last it ends."""
    field = Field(state)
    for marine in _in_order(field):
        yield from _of(field, marine)
    yield from _by_points(field)
    yield Choice(EndTurn(), "over")


def _in_order(field: Field) -> list[Marine]:
    """Who acts: the active one first, then those nearest to where they go."""
    state = field.state
    able = [
        one
        for one in state.marines_in_play
        if one.acts.ap > 0 and (one.id == state.play.active or not one.acts.activated)
    ]
    return sorted(able, key=lambda one: (one.id != state.play.active, _to_go(field, one)))


def _of(field: Field, marine: Marine) -> Iterator[Choice]:
    """What one marine would do next."""
    here, facing = cell(field.state, marine.id), marine.position.facing
    if here is None or facing is None:
        return
    if marine.stance.overwatch or marine.stance.guard:
        return
    yield from _burns(field, marine, here)
    yield from _fights(field, marine)
    yield from _goes(field, marine, here, facing)
    yield from _holds(field, marine, here, facing)


# -- fighting ------------------------------------------------------------------------------


def _fights(field: Field, marine: Marine) -> Iterator[Choice]:
    """Shoot at the nearest stealer in sight, or hit whom stands ahead, whichever kills more."""
    state, ap = field.state, marine.acts.ap
    if marine.stance.jammed and ap >= 1:
        yield Choice(Unjam(who=marine.id), "unjam")
    ahead = [one for one in foes_ahead(state, marine.id) if one in state.stealers]
    seen = [one for one in targets(state, marine) if one in state.stealers]
    here = cell(state, marine.id)
    assert here is not None
    seen.sort(key=lambda one: (one != marine.aim.target, _apart(field, here, one)))
    shoots = Fraction(0)
    if seen:
        shot = plan_shot(state, marine, (ahead or seen)[0], "standing")
        shoots = shot_odds(shot.gun.dice, shot.needs, shot.hits).kill
    if ahead and ap >= 1:
        sides = Sides(marine=marine.id, stealer=ahead[0], marine_attacks=True)
        odds = fight_odds(fight_terms(state, sides))
        if odds.marine > shoots or not seen:
            yield Choice(Assault(who=marine.id, target=ahead[0]), "stronger")
    if not seen or ap < 1:
        return
    target = ahead[0] if ahead else seen[0]
    close = _apart(field, here, target) <= CLOSE
    if ap > WATCH_AP or (close and marine.aim.target == target) or ahead:
        yield Choice(Shoot(who=marine.id, target=target), "seen")
    if marine.kind.gun == "assault-cannon" and marine.arms.ammo == 0 and ap >= 4:
        yield Choice(Reload(who=marine.id), "ammunition")


def _apart(field: Field, here: Cell, alien: str) -> int:
    there = cell(field.state, alien)
    return 99 if there is None else max(abs(there[1] - here[1]), abs(there[2] - here[2]))


def _burns(field: Field, marine: Marine, here: Cell) -> Iterator[Choice]:
    """Burn the section with most aliens in it, none of ours, and a square in sight."""
    state, ground = field.state, field.ground
    if marine.kind.gun != "heavy-flamer" or not marine.arms.ammo or marine.acts.ap < WATCH_AP:
        return
    worth: dict[str, float] = {}
    for there, who in field.taken.items():
        section = ground.section(there)
        value = -9.0 if who in state.marines else 1.0 if who in state.stealers else 1.6
        worth[section] = worth.get(section, 0.0) + value
    wanted = burn_goals(state)
    for section in wanted - set(state.tally.burnt):
        worth[section] = worth.get(section, 0.0) + 5
    mine = ground.section(here)
    for section, value in sorted(worth.items(), key=lambda one: -one[1]):
        if value < 1 or section == mine or section in state.fires:
            continue
        for there in ground.section_squares(section):
            if there in field.taken and field.taken[there] not in state.stealers:
                continue
            near = max(abs(there[1] - here[1]), abs(there[2] - here[2])) <= FLAMER_RANGE
            if near and field.eyes.sees(marine, there, to_fire=True):
                why: Why = "burn-goal" if section in wanted else "burn"
                yield Choice(Flame(who=marine.id, square=ground.name(there)), why)
                return


# -- moving --------------------------------------------------------------------------------


def burn_goals(state: Match) -> set[str]:
    """The sections that the marines are to burn."""
    goals = (one for one in state.mission.goals if one.side == "marine" and one.by == "burn")
    return {section for one in goals for section in one.sections}


def goal_of(state: Match) -> Goal | None:
    """The goal of the marines that is played for: the first one."""
    return next((one for one in state.mission.goals if one.side == "marine"), None)


def way_costs(field: Field, marine: Marine) -> dict[Stand, int] | None:
    """What it costs from everywhere to where a marine goes; None where he stays."""
    state, ground = field.state, field.ground
    goal = goal_of(state)
    if goal is None:
        return None
    if goal.by == "carry-out":
        thing = state.things[goal.object or ""]
        if thing.at is not None and (there := ground.cell(thing.at)) is not None:
            return costs_to(ground, frozenset((there,)), field.shut, None)
    if goal.by in ("leave", "carry-out") and ground.exits:
        out = ground.exits[goal.exit] if goal.exit else next(iter(ground.exits.values()))
        at = ground.cell(out.square)
        assert at is not None
        return costs_to(ground, frozenset((at,)), field.shut, out.side)
    if goal.by == "hold":
        free = frozenset(_held(field, goal, marine.id))
        return costs_to(ground, free, field.shut, None) if free else None
    if goal.by == "burn":
        left = burn_goals(state) - set(state.tally.burnt)
        posts = {there for one in left for there in _posts(field, one)}
        return costs_to(ground, frozenset(posts), field.shut, None) if posts else None
    return None


def _held(field: Field, goal: Goal, mine: str) -> set[Cell]:
    """The squares that are to be held."""
    ground = field.ground
    found = {at for name in goal.squares if (at := ground.cell(name)) is not None}
    found -= {at for at, who in field.taken.items() if who in field.state.marines and who != mine}
    for said in goal.sections:
        section = ground.find_section(said)
        if section is not None:
            found |= set(ground.section_squares(section))
    return found


def _posts(field: Field, section: str) -> set[Cell]:
    """The squares beside a section, whence it can be burnt."""
    ground = field.ground
    name = ground.find_section(section)
    if name is None:
        return set()
    inside = set(ground.section_squares(name))
    return {near for one in inside for near in ground.neighbours(one)} - inside


def _to_go(field: Field, marine: Marine) -> int:
    costs, here = way_costs(field, marine), cell(field.state, marine.id)
    if costs is None or here is None or marine.position.facing is None:
        return 0
    return costs.get((here, marine.position.facing), LOST)


def _goes(field: Field, marine: Marine, here: Cell, facing: Facing) -> Iterator[Choice]:
    """Go on towards the goal, as long as there are points beyond those for overwatch there."""
    costs = way_costs(field, marine)
    if costs is None:
        return
    togo = costs.get((here, facing), LOST)
    if togo in (0, LOST):
        return
    found = sorted(_acts_on(field, marine, (here, facing), costs), key=lambda one: one[:2])
    for cost, _risk, price, stand, command in found:
        if cost > togo:
            return
        if price <= marine.acts.ap - _kept(field, marine, stand, costs.get(stand, togo)):
            yield Choice(command, "way" if cost else "leave")


def _kept(field: Field, marine: Marine, stand: Stand, togo: int) -> int:
    """The points kept to watch: overwatch with an alien near, and the turns before it.

    None where time or the exit presses.
    """
    state, (here, facing) = field.state, stand
    limit = state.mission.turn_limit
    hurried = limit is not None and togo > 2 * max(0, limit - state.play.turn)
    if hurried or togo <= marine.acts.ap or not can_fire(marine):
        return 0
    if not _wary(field, here):
        return 0
    turns = quarter_turns(facing, field.best_facing(here, facing))
    if turns == 2 and _behind(field, marine, here):
        return 0
    return turns + (0 if _points_for(state, marine) else WATCH_AP)


def _wary(field: Field, here: Cell) -> bool:
    """Whether aliens may come this turn; alone they may lie in ambush at any time."""
    return field.state.options.solo or field.alien_near(here) <= WARY


def _points_for(state: Match, marine: Marine) -> bool:
    """Whether command points are left for the overwatch of a marine, and one to react with."""
    owed = sum(
        one.acts.activated and one.id != marine.id and can_fire(one) and not one.stance.overwatch
        for one in state.marines_in_play
    )
    return (points_left(state) or 0) - 1 >= WATCH_AP * (owed + 1)


def _behind(field: Field, marine: Marine, here: Cell) -> bool:
    """Whether a marine has fallen behind: the nearest of the others is out of touch."""
    others = (cell(field.state, one.id) for one in field.state.marines_in_play if one.id != marine.id)
    ways = field.ground.route_lengths(here)
    return min((ways.get(at, 0) for at in others if at is not None), default=0) > TOUCH


Going = tuple[int, float, int, Stand, Act]
"""What it costs to go that way, the risk of it, its price, where it leads, the command."""


def _acts_on(
    field: Field, marine: Marine, stand: Stand, costs: dict[Stand, int]
) -> Iterator[Going]:
    """The acts by which a marine might go on."""
    state, ground, (here, facing) = field.state, field.ground, stand
    for out in ground.exits.values():
        straight = ground.cell(out.square) == here and quarter_turns(facing, out.side) != 1
        if straight and _leaves(state, marine, out.id):
            yield 0, 0, 1, stand, Step(who=marine.id, to=out.id)
    for there in ground.neighbours(here):
        yield from _steps(field, marine, stand, there, costs)
    for other in FACINGS:
        if quarter_turns(facing, other) == 1:
            turn = Turn(who=marine.id, facing=other)
            for there in _before(field, here, other):
                yield 1 + costs.get((here, other), LOST), 2, 2, (there, other), turn


def _before(field: Field, here: Cell, facing: Facing) -> Iterator[Cell]:
    """The square ahead of a marine who would turn, if he could then step on it or open it."""
    level, x, y = here
    dx, dy = STEPS[facing]
    there = (level, x + dx, y + dy)
    if field.ground.is_floor(there) and there not in field.taken and there not in field.fires:
        yield there


def _steps(
    field: Field, marine: Marine, stand: Stand, there: Cell, costs: dict[Stand, int]
) -> Iterator[Going]:
    """A step to a square, with the free shot where there is a target; or a door opened."""
    ground, (here, facing) = field.ground, stand
    ladder = ground.ladders.get(here) == there
    kind = "forward" if ladder else direction(facing, there[1] - here[1], there[2] - here[2])
    after, name = costs.get((there, facing), LOST), ground.name(there)
    if kind == "sideways" or there in field.taken or there in field.fires:
        return
    if there in field.shut:
        if kind == "forward":
            yield after + 2, 1, 1, stand, Door(who=marine.id, at=name)
        return
    price = 2 if ladder or kind == "backward" else 1
    risk = field.danger.get(there, 0.0) / 100
    seen = next((one for one in targets(field.state, marine) if one in field.state.stealers), None)
    for target in dict.fromkeys((None if ladder else seen, None)):
        step = Step(who=marine.id, to=name, shoot=target)
        yield after + price, risk + (seen != target), price, (there, facing), step


def _leaves(state: Match, marine: Marine, exit: str) -> bool:
    """Whether a marine should leave by an exit: that is the goal, or he carries what must out."""
    goal = goal_of(state)
    if goal is None or goal.exit not in (None, exit):
        return False
    carries = any(one.id == goal.object for one in state.carried_objects(marine.id))
    return goal.by == "leave" or (goal.by == "carry-out" and carries)


# -- holding -------------------------------------------------------------------------------


def _holds(field: Field, marine: Marine, here: Cell, facing: Facing) -> Iterator[Choice]:
    """Look to where danger comes from, and go on overwatch, or on guard."""
    ap = marine.acts.ap
    best = field.best_facing(here, facing)
    spare = ap - (0 if can_fire(marine) and _points_for(field.state, marine) else WATCH_AP)
    if best != facing and (spare >= quarter_turns(facing, best) or ap == 1):
        yield Choice(Turn(who=marine.id, facing=turn_towards(facing, best)), "look")
    if ap >= WATCH_AP:
        if can_fire(marine):
            yield Choice(Overwatch(who=marine.id), "watch")
        elif "guard" in field.state.edition.subjects:
            yield Choice(Guard(who=marine.id), "guard")


def _by_points(field: Field) -> Iterator[Choice]:
    """At last command points: overwatch for whoever is in danger without it, keeping one."""
    state = field.state
    points = points_left(state) or 0
    if points < WATCH_AP:
        return
    for marine in state.marines_in_play:
        here = cell(state, marine.id)
        if here is None or marine.stance.overwatch or marine.stance.guard:
            continue
        if can_fire(marine) and _wary(field, here):
            yield Choice(Overwatch(who=marine.id, cp=WATCH_AP), "by-points")

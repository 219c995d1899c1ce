"""The bot's choices: the marine turn, reactions, and the placing of seen stealers.

It shoots at what is seen, burns, moves on in pairs, and watches.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from q40k.bots.bot import Move as BotMove
from q40k.games.space_hulk.board import FACINGS, direction, quarter_turns
from q40k.games.space_hulk.bot.fields import LOST, Field, Stand, costs_to, turn_towards
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.rules import conversion, melee, registry
from q40k.games.space_hulk.rules.movement.doors import Door
from q40k.games.space_hulk.rules.movement.steps import Step, Turn
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.offers import foes_ahead, reactions, targets
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.reactions import PassWindow, React
from q40k.games.space_hulk.rules.shooting.aim import can_fire, in_sight, plan_shot, watchers
from q40k.games.space_hulk.rules.shooting.firing import Overwatch, Reload, Shoot, Unjam
from q40k.games.space_hulk.rules.shooting.flames import FLAMER_RANGE, Flame
from q40k.games.space_hulk.rules.state import Conversion, Marine, Match
from q40k.games.space_hulk.rules.turn import EndTurn, points_left
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.state import to_data

Why = Literal[
    "begin", "points", "place", "burn-goal", "burn", "unjam", "stronger", "seen", "ammunition",
    "leave", "way", "look", "watch", "guard", "by-points", "over", "react", "near", "pass",
    "aliens", "turn-over",
]  # fmt: skip
WHY: dict[Why, str] = {
    "begin": N_("all stand"),
    "points": N_("points come first"),
    "place": N_("where marines see it, as far off as may be"),
    "burn-goal": N_("that is to be burnt"),
    "burn": N_("what lurks there burns together"),
    "unjam": N_("a jammed gun shoots nobody"),
    "stronger": N_("here a blow kills more often than a shot"),
    "seen": N_("it is in sight"),
    "ammunition": N_("the gun is empty"),
    "leave": N_("the goal is to get out"),
    "way": N_("the goal lies that way"),
    "look": N_("danger comes from there"),
    "watch": N_("what is left goes into watching"),
    "guard": N_("a marine who cannot watch can parry"),
    "by-points": N_("points are left, and danger is near"),
    "over": N_("nobody has anything better to do"),
    "react": N_("it moved before a gun that waited for it"),
    "near": N_("it is near enough to be worth a point"),
    "pass": N_("nobody can do anything about it"),
    "aliens": N_("it is their turn"),
    "turn-over": N_("the turn is over"),
}


class Choice(NamedTuple):
    """A command, and the reason for it."""

    command: registry.Command
    why: Why


def choice_text(locale: Locale, choice: Choice) -> str:
    """Return a choice and its reason: "step: Bolt1 C4 (that way lies the goal)"."""
    done, why = WORDS.command(locale, choice.command), locale.gettext(WHY[choice.why])
    return locale.say(N_("{done} ({why})"), done=done, why=why)


UNTOLD = ("pass", "aliens", "turn-over")
"""Moves that need no line, as the log has it or nothing is done."""


@WORDS.moves
def move_text(locale: Locale, _state: Match, move: BotMove[registry.Command]) -> str:
    """Return a move of the bot and its reason; nothing for an answer."""
    if move.command is None or move.why[0].key in UNTOLD:
        return ""
    why: Any = move.why[0].key
    return locale.say(N_("The bot: {done}"), done=choice_text(locale, Choice(move.command, why)))


# -- the marine turn -------------------------------------------------------------------------


CLOSE = 4
"""A stealer within this distance is shot at with every point."""
WARY = 9
"""With an alien within these steps, two points are kept for overwatch."""
WATCH_AP = 2
TOUCH = 2
"""A rear guard farther than this from the next marine closes up before he looks back."""


def orders(state: Match) -> Iterator[Choice]:
    """Yield the bot's choices in the marine turn, best first; the last one ends the turn."""
    field = Field(state)
    for marine in _in_order(field):
        yield from _marine_choices(field, marine)
    yield from _point_choices(field)
    yield Choice(EndTurn(), "over")


def _in_order(field: Field) -> list[Marine]:
    """Return the marines who can act: the active one, then those nearest to their goal."""
    state = field.state
    able = [
        marine
        for marine in state.marines_in_play
        if marine.acts.ap > 0 and (marine.id == state.play.active or not marine.acts.activated)
    ]
    return sorted(able, key=lambda marine: (marine.id != state.play.active, _goal_distance(field, marine)))


def _marine_choices(field: Field, marine: Marine) -> Iterator[Choice]:
    """Yield the choices of one marine."""
    here, facing = cell(field.state, marine.id), marine.position.facing
    if here is None or facing is None:
        return
    if marine.stance.overwatch or marine.stance.guard:
        return
    yield from _flame_choices(field, marine, here)
    yield from _attack_choices(field, marine)
    yield from _move_choices(field, marine, here, facing)
    yield from _watch_choices(field, marine, here, facing)


# -- fighting ------------------------------------------------------------------------------


def _attack_choices(field: Field, marine: Marine) -> Iterator[Choice]:
    """Shoot at the nearest visible stealer, or attack the one ahead, whichever kills more."""
    state, ap = field.state, marine.acts.ap
    if marine.stance.jammed and ap >= 1:
        yield Choice(Unjam(who=marine.id), "unjam")
    ahead = [stealer for stealer in foes_ahead(state, marine.id) if stealer in state.stealers]
    visible = [stealer for stealer in targets(state, marine) if stealer in state.stealers]
    here = cell(state, marine.id)
    assert here is not None
    visible.sort(key=lambda stealer: (stealer != marine.aim.target, _apart(field, here, stealer)))
    shot_chance = Fraction(0)
    if visible:
        shot = plan_shot(state, marine, (ahead or visible)[0], "standing")
        shot_chance = shot_odds(shot.gun.dice, shot.needs, shot.hits).kill
    if ahead and ap >= 1:
        sides = melee.Sides(marine=marine.id, stealer=ahead[0], marine_attacks=True)
        odds = fight_odds(melee.fight_terms(state, sides))
        if odds.marine > shot_chance or not visible:
            yield Choice(melee.Assault(who=marine.id, target=ahead[0]), "stronger")
    if not visible or ap < 1:
        return
    target = ahead[0] if ahead else visible[0]
    close = _apart(field, here, target) <= CLOSE
    if ap > WATCH_AP or (close and marine.aim.target == target) or ahead:
        yield Choice(Shoot(who=marine.id, target=target), "seen")
    if marine.kind.gun == "assault-cannon" and marine.arms.ammo == 0 and ap >= 4:
        yield Choice(Reload(who=marine.id), "ammunition")


def _apart(field: Field, here: Cell, alien: str) -> int:
    there = cell(field.state, alien)
    return 99 if there is None else max(abs(there[1] - here[1]), abs(there[2] - here[2]))


def _flame_choices(field: Field, marine: Marine, here: Cell) -> Iterator[Choice]:
    """Burn the section that is worth most: many aliens, no marines, and a square in sight."""
    state, ground = field.state, field.ground
    if marine.kind.gun != "heavy-flamer" or not marine.arms.ammo or marine.acts.ap < WATCH_AP:
        return
    worth: dict[str, float] = {}
    for there, who in field.occupied.items():
        section = ground.section(there)
        value = -9.0 if who in state.marines else 1.0 if who in state.stealers else 1.6
        worth[section] = worth.get(section, 0.0) + value
    goals = burn_goals(state)
    for section in goals - set(state.tally.burnt):
        worth[section] = worth.get(section, 0.0) + 5
    own = ground.section(here)
    for section, value in sorted(worth.items(), key=lambda entry: -entry[1]):
        if value < 1 or section == own or section in state.fires:
            continue
        for there in ground.section_squares(section):
            if there in field.occupied and field.occupied[there] not in state.stealers:
                continue
            near = max(abs(there[1] - here[1]), abs(there[2] - here[2])) <= FLAMER_RANGE
            if near and field.eyes.sees(marine, there, to_fire=True):
                why: Why = "burn-goal" if section in goals else "burn"
                yield Choice(Flame(who=marine.id, square=ground.name(there)), why)
                return


# -- moving --------------------------------------------------------------------------------


def burn_goals(state: Match) -> set[str]:
    """Return the sections that the marines are to burn."""
    goals = (goal for goal in state.mission.goals if goal.side == "marine" and goal.by == "burn")
    return {section for goal in goals for section in goal.sections}


def marine_goal(state: Match) -> Goal | None:
    """Return the marines' first goal, or None."""
    return next((goal for goal in state.mission.goals if goal.side == "marine"), None)


def goal_costs(field: Field, marine: Marine) -> dict[Stand, int] | None:
    """Return the cost from each square and facing to a marine's destination; None if he stays."""
    state, ground = field.state, field.ground
    goal = marine_goal(state)
    if goal is None:
        return None
    if goal.by == "carry-out":
        item = state.things[goal.object or ""]
        if item.at is not None and (there := ground.cell(item.at)) is not None:
            return costs_to(ground, frozenset((there,)), field.shut, None)
    if goal.by in ("leave", "carry-out") and ground.exits:
        exit = ground.exits[goal.exit] if goal.exit else next(iter(ground.exits.values()))
        at = ground.cell(exit.square)
        assert at is not None
        return costs_to(ground, frozenset((at,)), field.shut, exit.side)
    if goal.by == "hold":
        free = frozenset(_hold_squares(field, goal, marine.id))
        return costs_to(ground, free, field.shut, None) if free else None
    if goal.by == "burn":
        sections = burn_goals(state) - set(state.tally.burnt)
        posts = {there for section in sections for there in _posts(field, section)}
        return costs_to(ground, frozenset(posts), field.shut, None) if posts else None
    return None


def _hold_squares(field: Field, goal: Goal, mine: str) -> set[Cell]:
    """Return the squares of a "hold" goal that no other marine stands on."""
    ground = field.ground
    squares = {at for name in goal.squares if (at := ground.cell(name)) is not None}
    squares -= {at for at, who in field.occupied.items() if who in field.state.marines and who != mine}
    for label in goal.sections:
        section = ground.find_section(label)
        if section is not None:
            squares |= set(ground.section_squares(section))
    return squares


def _posts(field: Field, section: str) -> set[Cell]:
    """Return the squares beside a section, from which it can be burnt."""
    ground = field.ground
    name = ground.find_section(section)
    if name is None:
        return set()
    inside = set(ground.section_squares(name))
    return {near for square in inside for near in ground.neighbours(square)} - inside


def _goal_distance(field: Field, marine: Marine) -> int:
    costs, here = goal_costs(field, marine), cell(field.state, marine.id)
    if costs is None or here is None or marine.position.facing is None:
        return 0
    return costs.get((here, marine.position.facing), LOST)


def _move_choices(field: Field, marine: Marine, here: Cell, facing: Facing) -> Iterator[Choice]:
    """Go on towards the goal, but keep the points for overwatch there."""
    costs = goal_costs(field, marine)
    if costs is None:
        return
    distance = costs.get((here, facing), LOST)
    if distance in (0, LOST):
        return
    moves = sorted(_moves(field, marine, (here, facing), costs), key=lambda move: move[:2])
    for cost, _risk, price, stand, command in moves:
        if cost > distance:
            return
        if price <= marine.acts.ap - _points_to_keep(field, marine, stand, costs.get(stand, distance)):
            yield Choice(command, "way" if cost else "leave")


def _points_to_keep(field: Field, marine: Marine, stand: Stand, distance: int) -> int:
    """Return the points to keep for overwatch and the turns before it, with an alien near.

    Return 0 if time or the exit presses.
    """
    state, (here, facing) = field.state, stand
    limit = state.mission.turn_limit
    is_late = limit is not None and distance > 2 * max(0, limit - state.play.turn)
    if is_late or distance <= marine.acts.ap or not can_fire(marine):
        return 0
    if not _is_threatened(field, here):
        return 0
    turns = quarter_turns(facing, field.best_facing(here, facing))
    if turns == 2 and _is_out_of_touch(field, marine, here):
        return 0
    return turns + (0 if _can_watch_by_points(state, marine) else WATCH_AP)


def _is_threatened(field: Field, here: Cell) -> bool:
    """Return whether aliens may come this turn; in solo play an ambush is always possible."""
    return field.state.options.solo or field.steps_to_alien(here) <= WARY


def _can_watch_by_points(state: Match, marine: Marine) -> bool:
    """Return whether the command points suffice for a marine's overwatch and one reaction."""
    owed = sum(
        other.acts.activated and other.id != marine.id and can_fire(other) and not other.stance.overwatch
        for other in state.marines_in_play
    )
    return (points_left(state) or 0) - 1 >= WATCH_AP * (owed + 1)


def _is_out_of_touch(field: Field, marine: Marine, here: Cell) -> bool:
    """Return whether the nearest of the other marines is out of touch."""
    others = (cell(field.state, other.id) for other in field.state.marines_in_play if other.id != marine.id)
    lengths = field.ground.route_lengths(here)
    return min((lengths.get(at, 0) for at in others if at is not None), default=0) > TOUCH


Move = tuple[int, float, int, Stand, registry.Act]
"""The cost by this move to the goal, its risk, its price, where it leads, the command."""


def _moves(field: Field, marine: Marine, stand: Stand, costs: dict[Stand, int]) -> Iterator[Move]:
    """Yield the acts by which a marine might go on."""
    state, ground, (here, facing) = field.state, field.ground, stand
    for exit in ground.exits.values():
        straight = ground.cell(exit.square) == here and quarter_turns(facing, exit.side) != 1
        if straight and _should_leave(state, marine, exit.id):
            yield 0, 0, 1, stand, Step(who=marine.id, to=exit.id)
    for there in ground.neighbours(here):
        yield from _steps(field, marine, stand, there, costs)
    for other in FACINGS:
        if quarter_turns(facing, other) == 1:
            turn = Turn(who=marine.id, facing=other)
            for there in _square_ahead(field, here, other):
                yield 1 + costs.get((here, other), LOST), 2, 2, (there, other), turn


def _square_ahead(field: Field, here: Cell, facing: Facing) -> Iterator[Cell]:
    """Yield the square ahead of a marine after a turn, if it is free."""
    level, x, y = here
    dx, dy = STEPS[facing]
    there = (level, x + dx, y + dy)
    if field.ground.is_floor(there) and there not in field.occupied and there not in field.fires:
        yield there


def _steps(field: Field, marine: Marine, stand: Stand, there: Cell, costs: dict[Stand, int]) -> Iterator[Move]:
    """Yield a step to a square, with the free shot if it has a target, or the opening of a door."""
    ground, (here, facing) = field.ground, stand
    ladder = ground.ladders.get(here) == there
    kind = "forward" if ladder else direction(facing, there[1] - here[1], there[2] - here[2])
    after, name = costs.get((there, facing), LOST), ground.name(there)
    if kind == "sideways" or there in field.occupied or there in field.fires:
        return
    if there in field.shut:
        if kind == "forward":
            yield after + 2, 1, 1, stand, Door(who=marine.id, at=name)
        return
    price = 2 if ladder or kind == "backward" else 1
    risk = field.danger.get(there, 0.0) / 100
    visible = next((foe for foe in targets(field.state, marine) if foe in field.state.stealers), None)
    for target in dict.fromkeys((None if ladder else visible, None)):
        step = Step(who=marine.id, to=name, shoot=target)
        yield after + price, risk + (visible != target), price, (there, facing), step


def _should_leave(state: Match, marine: Marine, exit: str) -> bool:
    """Return whether a marine should leave by an exit: as the goal, or with its object."""
    goal = marine_goal(state)
    if goal is None or goal.exit not in (None, exit):
        return False
    carries = any(item.id == goal.object for item in state.carried_objects(marine.id))
    return goal.by == "leave" or (goal.by == "carry-out" and carries)


# -- holding -------------------------------------------------------------------------------


def _watch_choices(field: Field, marine: Marine, here: Cell, facing: Facing) -> Iterator[Choice]:
    """Turn to the greatest danger, and go on overwatch or guard."""
    ap = marine.acts.ap
    best = field.best_facing(here, facing)
    spare = ap - (0 if can_fire(marine) and _can_watch_by_points(field.state, marine) else WATCH_AP)
    if best != facing and (spare >= quarter_turns(facing, best) or ap == 1):
        yield Choice(Turn(who=marine.id, facing=turn_towards(facing, best)), "look")
    if ap >= WATCH_AP:
        if can_fire(marine):
            yield Choice(Overwatch(who=marine.id), "watch")
        elif "guard" in field.state.edition.subjects:
            yield Choice(melee.Guard(who=marine.id), "guard")


def _point_choices(field: Field) -> Iterator[Choice]:
    """Buy overwatch with command points for threatened marines, and keep one point."""
    state = field.state
    points = points_left(state) or 0
    if points < WATCH_AP:
        return
    for marine in state.marines_in_play:
        here = cell(state, marine.id)
        if here is None or marine.stance.overwatch or marine.stance.guard:
            continue
        if can_fire(marine) and _is_threatened(field, here):
            yield Choice(Overwatch(who=marine.id, cp=WATCH_AP), "by-points")


# -- reactions and placing -------------------------------------------------------------------


MOST_SHOOTERS = 3
"""At most this many marines shoot at one stealer."""
URGENT = 5
"""A stealer within this distance is worth a command point."""


def reaction_choices(state: Match) -> Iterator[Choice]:
    """Yield the bot's choices in the open reaction window, best first."""
    window = state.window
    assert window is not None
    points, able = reactions(state)
    if window.actor in state.stealers and points:
        yield from _paid_reactions(state, window.actor)
    if able and not state.edition.must_watch:
        if window.actor in state.stealers and watchers(state, window.actor):
            near = sorted(able, key=lambda name: _distance(state, name, window.actor))
            yield Choice(React(overwatch=tuple(near[:MOST_SHOOTERS])), "react")
        elif window.door is not None:
            yield Choice(React(overwatch=able[:1], door=window.door), "react")
    yield Choice(PassWindow(), "pass")


def _paid_reactions(state: Match, actor: str) -> Iterator[Choice]:
    """Yield jams to clear, then shots of marines not on overwatch, while the stealer is near."""
    watching = watchers(state, actor)
    near = [marine for marine in state.marines_in_play if _distance(state, marine.id, actor) <= URGENT]
    for marine in near:
        if marine.stance.jammed and marine.stance.watched and len(watching) == 0:
            yield Choice(_react(Unjam(who=marine.id)), "unjam")
    for marine in near:
        able = can_fire(marine) and marine.id not in watching
        if able and in_sight(state, marine, actor):
            yield Choice(_react(Shoot(who=marine.id, target=actor)), "near")


def _react(command: registry.Act) -> React:
    inside: dict[str, Any] = to_data(command, defaults=False)
    return React(who=command.who, with_=inside)


def _distance(state: Match, marine: str, alien: str) -> int:
    here, there = cell(state, marine), cell(state, alien)
    if here is None or there is None or here[0] != there[0]:
        return 99
    return max(abs(there[1] - here[1]), abs(there[2] - here[2]))


def place_next(state: Match, top: Conversion) -> registry.Command:
    """Place a seen blip's next stealer in the marines' sight, as far away as possible."""
    squares = conversion.squares_for_next(state, top)
    if top.left is None or not squares:
        return conversion.Convert(name=top.blip)
    field = Field(state)

    def worth(name: str) -> tuple[bool, int]:
        there = field.ground.cell(name)
        assert there is not None
        return bool(field.eyes.seers(there)), _marine_distance(field, there)

    best = max(sorted(squares), key=worth)
    return conversion.Convert(name=top.blip, squares=(best,))


def _marine_distance(field: Field, there: Cell) -> int:
    places = (cell(field.state, marine.id) for marine in field.state.marines_in_play)
    lengths = field.ground.route_lengths(there)
    return min((lengths.get(at, 99) for at in places if at is not None), default=99)

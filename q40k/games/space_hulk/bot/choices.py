"""The bot's choices: the marine turn, reactions, and the placing of seen stealers."""

from collections.abc import Iterator
from typing import Any

from q40k.games.space_hulk.board import FACINGS, quarter_turns
from q40k.games.space_hulk.bot.attacks import fires
from q40k.games.space_hulk.bot.fields import Field
from q40k.games.space_hulk.bot.marine_turn import MarineTurn, Plan
from q40k.games.space_hulk.bot.powers import powers
from q40k.games.space_hulk.bot.reasons import Choice, Why
from q40k.games.space_hulk.bot.reply import Post
from q40k.games.space_hulk.bot.search import plans
from q40k.games.space_hulk.state import conversion, melee, registry
from q40k.games.space_hulk.state.match import Conversion, Marine, Match
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Turn
from q40k.games.space_hulk.state.odds import shot_odds
from q40k.games.space_hulk.state.offers import doors_near, reactions
from q40k.games.space_hulk.state.places import cell, sees
from q40k.games.space_hulk.state.reactions import PassWindow, React
from q40k.games.space_hulk.state.shooting.aim import can_fire, in_sight, plan_shot, watchers
from q40k.games.space_hulk.state.shooting.firing import OVERWATCH_AP, Overwatch, Shoot, Unjam
from q40k.games.space_hulk.state.turn import EndTurn, points_left
from q40k.kernel.state import to_data

# -- the marine turn -------------------------------------------------------------------------


def orders(state: Match) -> Iterator[Choice]:
    """Yield the bot's choices in the marine turn, best first; the last one ends the turn."""
    marine_turn = MarineTurn(state)
    for candidates in _plans_by_marine(marine_turn):
        yield from (Choice(plan.command, plan.why) for plan in candidates)
    yield from _last_shots(marine_turn)
    yield Choice(EndTurn(), "over")


def _last_shots(marine_turn: MarineTurn) -> Iterator[Choice]:
    """Yield the shots that cost nothing: action points that are left are lost with the turn.

    In a position that is nearly lost nothing else seems better than to wait, and yet an alien less is one less.
    """
    for marine in _in_order(marine_turn):
        target = marine_turn.target(marine) if marine.id in marine_turn.posts else None
        if target is None or not can_fire(marine) or marine.stance.overwatch or marine.stance.guard:
            continue
        if marine_turn.budget(marine)[0] < 1 or marine.arms.ammo is not None:
            continue
        shot = plan_shot(marine_turn.state, marine, target, "standing")
        if shot_odds(shot.gun.dice, shot.needs, shot.hits).kill >= EVEN:
            yield Choice(Shoot(who=marine.id, target=target), "seen")


def _plans_by_marine(marine_turn: MarineTurn) -> Iterator[list[Plan]]:
    """Yield the plans of each who can act, the best first: the active marine, then those nearest to their goal."""
    yield powers(marine_turn, at_end=False)
    for marine in _in_order(marine_turn):
        yield plans(marine_turn, marine)
    yield powers(marine_turn, at_end=True)


def _in_order(marine_turn: MarineTurn) -> list[Marine]:
    """Return the marines who can act: the active one, then those nearest to their goal."""
    state = marine_turn.state
    able = [
        marine
        for marine in state.marines_in_play
        if marine_turn.points or (marine.acts.ap > 0 and (marine.id == state.play.active or not marine.acts.activated))
    ]
    return sorted(able, key=lambda marine: (marine.id != state.play.active, marine_turn.aims.distance(marine)))


# -- reactions and placing -------------------------------------------------------------------


EVEN = 0.5
"""A shot that kills so likely is fired rather than none."""
MOST_SHOOTERS = 3
"""At most this many marines shoot at one stealer."""
CHEAP = 0.012
"""What a command point is worth in the aliens' turn: what is left of them is lost."""


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
    """Yield what is worth its command points now, the best first."""
    marine_turn = MarineTurn(state)
    base = marine_turn.value()
    valued = [
        (value - CHEAP * cost, command, why)
        for marine in state.marines_in_play
        if not state.edition.seer_acts or sees(state, marine, actor)
        for value, cost, command, why in _reactions_of(marine_turn, marine, actor)
    ]
    valued.sort(key=lambda entry: -entry[0])
    for value, command, why in valued:
        if value > base:
            yield Choice(_react(command), why)


_Valued = Iterator[tuple[float, int, registry.Act, Why]]
"""What a marine may do: the value of the position after it, its cost in command points, why."""


def _reactions_of(marine_turn: MarineTurn, marine: Marine, actor: str) -> _Valued:
    """Yield what a marine may do by command points: the value of the position after it, its cost, the command."""
    post, points = marine_turn.posts.get(marine.id), points_left(marine_turn.state) or 0
    if post is None or points < 1:
        return
    yield from _with_weapon(marine_turn, marine, post, actor)
    yield from _on_its_square(marine_turn, marine, post)
    if points >= OVERWATCH_AP:
        yield from _for_two_points(marine_turn, marine, post, points)


def _with_weapon(marine_turn: MarineTurn, marine: Marine, post: Post, actor: str) -> _Valued:
    """Yield clearing a jam, or a shot at the alien that acts."""
    state = marine_turn.state
    if marine.stance.jammed:
        watching = post.replace(watches=marine.stance.watched)
        yield marine_turn.value((watching,)) + CHEAP, 1, Unjam(who=marine.id), "unjam"
    elif can_fire(marine) and in_sight(state, marine, actor) and marine.id not in watchers(state, actor):
        shot = plan_shot(state, marine, actor, "standing")
        chance = float(shot_odds(shot.gun.dice, shot.needs, shot.hits).kill)
        killed = marine_turn.value(threats=marine_turn.without(actor)) + marine_turn.aims.kill
        yield chance * killed + (1 - chance) * marine_turn.value(), 1, Shoot(who=marine.id, target=actor), "near"


def _on_its_square(marine_turn: MarineTurn, marine: Marine, post: Post) -> _Valued:
    """Yield turning, and shutting a door in front."""
    if not marine.stance.overwatch:
        for facing in FACINGS:
            if quarter_turns(post.facing, facing) == 1:
                turned = post.replace(facing=facing, guards=False)
                yield marine_turn.value((turned,)), 1, Turn(who=marine.id, facing=facing), "brace"
    for at in doors_near(marine_turn.state, marine.id):
        door = marine_turn.board.cell(at)
        if door is not None and door not in marine_turn.ground.shut:
            ground = marine_turn.ground._replace(shut=marine_turn.ground.shut | {door})
            closed = post.replace(watches=False, guards=False)
            yield marine_turn.value((closed,), ground=ground), 1, Door(who=marine.id, at=at), "shut-door"


def _for_two_points(marine_turn: MarineTurn, marine: Marine, post: Post, left: int) -> _Valued:
    """Yield what costs two points: flames, overwatch, guard."""
    for plan in fires(marine_turn, marine, post, left):
        assert isinstance(plan.command, registry.Act)
        yield plan.value, OVERWATCH_AP, plan.command, plan.why
    if can_fire(marine) and not marine.stance.overwatch:
        watching = post.replace(watches=True, guards=False)
        yield marine_turn.value((watching,)), OVERWATCH_AP, Overwatch(who=marine.id), "brace"
    if "guard" in marine_turn.state.edition.subjects and not marine.stance.guard:
        guarding = post.replace(watches=False, guards=True)
        yield marine_turn.value((guarding,)), OVERWATCH_AP, melee.Guard(who=marine.id), "brace"


def _react(command: registry.Act) -> React:
    inside: dict[str, Any] = to_data(command.replace(cp=0), defaults=False)
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
        return bool(field.eyes.seers(there)), field.steps_to_marine(there)

    best = max(sorted(squares), key=worth)
    return conversion.Convert(name=top.blip, squares=(best,))

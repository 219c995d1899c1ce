"""The actions of marines and aliens, a key or two for each."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, NamedTuple

from q40k.games.space_hulk.board import FACINGS
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.screen import base
from q40k.games.space_hulk.screen.reactions import opens_windows_by_hand
from q40k.games.space_hulk.screen.routes import go, route_to
from q40k.games.space_hulk.state.corrections import PutStealer
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.melee import Assault, Guard
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Step, Turn, find_seer_of_step, step_cost
from q40k.games.space_hulk.state.movement.terrain import find_step_path
from q40k.games.space_hulk.state.offers import doors_near, foes_ahead, moves, reactions, targets
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.reactions import PassWindow, React
from q40k.games.space_hulk.state.shooting.firing import Overwatch, Shoot, Unjam
from q40k.games.space_hulk.state.units import GUNS
from q40k.games.space_hulk.words.names import DIRECTIONS, read_direction
from q40k.i18n.locale import N_
from q40k.kernel.events import Refused
from q40k.kernel.text import is_digits
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form, yes_or_no

Side = Literal["left", "right"]


def can_act(state: Match) -> bool:
    """Return whether a piece may act now."""
    return base.marines_act(state) or bool(base.movable_pieces(state))


def can_figure_act(state: Match) -> bool:
    """Return whether a marine or stealer may act now: a blip neither turns nor attacks (SH-MELEE-1)."""
    return base.marines_act(state) or any(
        not isinstance(state.piece(name), Blip) for name in base.movable_pieces(state)
    )


def _step(desk: base.Desk, dir: str, *, shot: bool = False) -> Form:
    """Step in a direction, with a free shot if `shot` is set."""
    who = base.find_actor(desk)
    if who is None:
        return None
    piece = desk.state.piece(who)
    aim = None
    if shot and isinstance(piece, Marine):
        aim = yield from _aim(desk, piece, after_move=True)
    if isinstance(piece, Blip) and not (yield from _confirm_sight(desk, piece, None, dir)):
        return None
    return (yield from base.prepare(desk, Step(who=who, dir=dir, shoot=aim), _cost(desk.state, who, None, dir)))


def _cost(state: Match, who: str, to: str | None, dir: str | None) -> int:
    """Return the cost of a step in command points; 1 if it is unknown."""
    piece = state.piece(who)
    try:
        return step_cost(state, piece, find_step_path(state, who, to, dir, piece.position.facing)) or 1
    except Refused:
        return 1  # the rules give the reason


def _confirm_sight(desk: base.Desk, blip: Blip, to: str | None, dir: str | None) -> Form:
    """Return whether a blip is to step; a step into sight is confirmed first.

    Rule: SH-BLIP-5
    """
    try:
        marine = find_seer_of_step(desk.state, find_step_path(desk.state, blip.id, to, dir, "N"))
    except Refused:
        return True  # the rules give the reason
    if not marine:
        return True
    title = desk.locale.say(N_("{marine} would see {blip}: move it?"), marine=marine, blip=blip.id)
    return (yield Pick(title, options=yes_or_no(desk.locale)[::-1]))


def _aim(desk: base.Desk, marine: Marine, *, after_move: bool = False) -> Form:
    """Ask for the target of a shot, unless there is only one.

    Without a target in sight any stealer on the board is offered, as the table may see what the app
    does not. Return None if there is no target, and no blip that a move could bring into sight.
    """
    state = desk.state
    on_board = tuple(stealer.id for stealer in state.stealers_in_play if stealer.lurking.entry is None)
    candidates = tuple(name for name in targets(state, marine) if name in state.stealers)
    if board(state) is None:
        candidates = (*on_board, base.next_stealer(state))
    elif after_move or not candidates:
        candidates = on_board
    if not candidates and not (after_move and any(blip.position.at for blip in state.blips_in_play)):
        sentence = N_("{who} sees no stealer. To shoot at a door: , g")
        desk.notice = desk.locale.say(sentence, who=marine.id)
        return None
    actor = state.window.actor if state.window is not None else None
    if actor in candidates and board(state) is None:
        return actor
    first = (actor, marine.aim.target)
    candidates = tuple(sorted(candidates, key=lambda name: name not in first))
    if not candidates:
        return (yield Text(desk.locale.gettext(N_("At which target?")), names=tuple(state.stealers)))
    return (yield from base.pick(desk, N_("At which target?"), candidates))


SHOTS = ("forward-shot", "back-shot", "left-shot", "right-shot")
"""The actions that come with the free shot, which the prompt names as one."""


def has_enemies(state: Match) -> bool:
    """Return whether a step may come with more: a stealer to shoot at, or a stealer's own turn.

    Without a board nobody knows; then it always may.
    """
    return board(state) is None or any(stealer.position.at for stealer in state.stealers_in_play)


def can_turn_and_act(state: Match) -> bool:
    """Return whether a turn can come with a shot, or with a stealer's step (SH-MOVE-3)."""
    return base.marines_act(state) or (state.edition.turn_in_step and bool(base.movable_pieces(state)))


def _turn(desk: base.Desk, side: Side, *, shot: bool = False) -> Form:
    who = base.find_actor(desk)
    if who is None:
        return None
    piece = desk.state.piece(who)
    aim = None
    if shot and isinstance(piece, Stealer):
        return (yield from base.prepare(desk, Step(who=who, dir="forward", turn=side), 1))
    if shot and isinstance(piece, Marine):
        aim = yield from _aim(desk, piece, after_move=True)
    return (yield from base.prepare(desk, Turn(who=who, facing=side, shoot=aim), 1))


class _Way(NamedTuple):
    """A step or a turn, alone by its letter and with the free shot by the capital."""

    id: str
    bar: int
    does: Callable[..., Form]
    name: str
    help: str
    name_with_shot: str
    help_with_shot: str


_FORWARD = _Way(
    "forward",
    0,
    partial(_step, dir="forward"),
    N_("Forward"),
    N_("The piece that acts steps forward; Shift+F with its free shot."),
    N_("Forward and shoot"),
    N_("A step forward with the free shot."),
)
_BACK = _Way(
    "back",
    6,
    partial(_step, dir="backward"),
    N_("Back"),
    N_("The piece that acts steps back; Shift+B with its free shot."),
    N_("Back and shoot"),
    N_("A step back with the free shot."),
)
_LEFT = _Way(
    "left",
    3,
    partial(_turn, side="left"),
    N_("Turn left"),
    N_("The piece that acts turns to its left; Shift+L with its free shot."),
    N_("Turn left and shoot"),
    N_("A quarter turn to the left with the free shot; a stealer steps forward with it."),
)
_RIGHT = _Way(
    "right",
    3,
    partial(_turn, side="right"),
    N_("Turn right"),
    N_("The piece that acts turns to its right; Shift+R with its free shot."),
    N_("Turn right and shoot"),
    N_("A quarter turn to the right with the free shot; a stealer steps forward with it."),
)


def _register_ways() -> None:
    """Register steps, then turns, each alone and with the free shot."""
    for way in (_FORWARD, _BACK, _LEFT, _RIGHT):
        key, is_step = way.id[0], way in (_FORWARD, _BACK)
        alone, with_shot = (can_act, base.marines_act) if is_step else (can_figure_act, can_turn_and_act)
        add = partial(base.action.add, group="play")
        add(way.id, key=key, bar=way.bar, does=way.does, name=way.name, when=alone, help=way.help)
        add(
            f"{way.id}-shot",
            key=key.upper(),
            bar=9,
            does=partial(way.does, shot=True),
            usual=has_enemies,
            name=way.name_with_shot,
            when=with_shot,
            help=way.help_with_shot,
        )


_register_ways()


@base.action(
    "move",
    "play",
    key="n",
    bar=4,
    name=N_("Move to"),
    when=can_act,
    help=N_(
        "The piece that acts goes to a square that is typed: C4, EAST, up, forward-left; a stealer"
        " may turn with it: C4 W."
    ),
)
def move(desk: base.Desk) -> Form:
    """n: to a square, an exit, or in a direction."""
    who = base.find_actor(desk)
    if who is None:
        return None
    points = N_("{name}: {ap} AP")
    near = ", ".join(desk.locale.say(points, name=name, ap=cost) for name, cost in moves(desk.state, who).items())
    directions = tuple(map(desk.locale.gettext, DIRECTIONS.values()))
    text = yield Text(
        desk.locale.gettext(N_("Where to?")),
        why=near,
        hint=", ".join(directions[1::7]),
        names=(*directions, *base.square_names(desk.state)),
    )
    text = read_direction(desk.locale, text)
    ground = board(desk.state)
    piece = desk.state.piece(who)
    text, _space, last = text.strip().partition(" ")
    is_named = ground is not None and (ground.cell(text.upper()) is not None or text.upper() in ground.exits)
    step = Step(who=who, to=text) if is_named else Step(who=who, dir=text)
    new_facing = next((facing for facing in FACINGS if facing == last.strip().upper()), None)
    if new_facing is not None and isinstance(piece, Stealer):
        return (yield from base.prepare(desk, _step_with_turn(desk.state, piece, step, new_facing), 1))
    goal = None if ground is None else ground.cell(text.upper()) or text.upper()
    if is_named and goal is not None and len(route_to(desk, goal)) > 1:
        go(desk, goal)
        return None
    if isinstance(piece, Blip) and not (yield from _confirm_sight(desk, piece, step.to, step.dir)):
        return None
    return (yield from base.prepare(desk, step, _cost(desk.state, who, step.to, step.dir)))


def find_owed_shooter(state: Match) -> Marine | None:
    """Return the marine whose free shot waited for blips to be turned up, or None."""
    if state.play.phase != "stealer-action" or state.conversion is not None:
        return None
    return next((marine for marine in state.marines_in_play if marine.aim.owed), None)


def _step_with_turn(state: Match, stealer: Stealer, step: Step, new_facing: Facing) -> Step:
    """Return a stealer's step with its free quarter turn, which comes first if that is cheaper.

    Rule: SH-MOVE-3
    """

    def cost(facing: Facing | None) -> int:
        return step_cost(state, stealer, find_step_path(state, stealer.id, step.to, step.dir, facing))

    try:
        first = cost(new_facing) < cost(stealer.position.facing)
    except Refused:
        first = False  # the rules give the reason
    return step.replace(turn=new_facing, turn_first=first)


@base.action(
    "shoot",
    "play",
    key="s",
    bar=1,
    name=N_("Shoot"),
    when=lambda state: base.marines_act(state) or find_owed_shooter(state) is not None,
    help=N_("The marine who acts shoots, standing."),
)
def shoot(desk: base.Desk) -> Form:
    """s: a shot."""
    who = base.find_actor(desk)
    piece = find_owed_shooter(desk.state) or (None if who is None else desk.state.marines.get(who))
    if piece is None:
        return None
    target = yield from _aim(desk, piece)
    return None if target is None else (yield from _prepare_shot(desk, piece, target))


def _prepare_shot(desk: base.Desk, marine: Marine, target: str) -> Form:
    cost = GUNS[marine.kind.gun].ap if marine.kind.gun else 1
    return (yield from base.prepare(desk, Shoot(who=marine.id, target=target), cost))


@base.action(
    "shoot-door",
    "play",
    key="comma g",
    name=N_("Shoot a door"),
    when=base.marines_act,
    help=N_("The marine who acts shoots at a closed door."),
)
def shoot_door(desk: base.Desk) -> Form:
    """, g: a shot at a door."""
    who = base.find_actor(desk)
    piece = None if who is None else desk.state.marines.get(who)
    if piece is None:
        return None
    doors = [target for target in targets(desk.state, piece) if target not in desk.state.stealers]
    at = yield from _which_door(desk, doors)
    return None if at is None else (yield from _prepare_shot(desk, piece, at))


def _which_door(desk: base.Desk, near: Iterable[str]) -> Form:
    """Ask for one of the doors in reach; without a board also for one not mentioned yet.

    Return None if no door is in reach.
    """
    state = desk.state
    near = tuple(near)
    if board(state) is None:
        near = (*near, f"D{len(state.doors) + 1}")
    if not near:
        desk.notice = desk.locale.gettext(N_("No door is in reach."))
        return None
    return (yield from base.pick(desk, N_("Which door?"), near))


def _stand_ready(desk: base.Desk, command: type[Overwatch | Guard]) -> Form:
    """Let the marine who acts go on overwatch, or on guard."""
    who = base.find_actor(desk)
    return None if who is None else (yield from base.prepare(desk, command(who=who), 2))


base.action.add(
    "overwatch",
    "play",
    key="o",
    bar=2,
    name=N_("Overwatch"),
    when=base.marines_act,
    help=N_("The marine who acts goes on overwatch."),
    does=partial(_stand_ready, command=Overwatch),
)
base.action.add(
    "guard",
    "play",
    key="comma o",
    name=N_("Guard"),
    when=base.marines_act,
    help=N_("The marine who acts goes on guard."),
    does=partial(_stand_ready, command=Guard),
)


@base.action(
    "unjam",
    "play",
    key="j",
    bar=6,
    name=N_("Clear jam"),
    when=lambda state: base.marines_act(state) and any(marine.stance.jammed for marine in state.marines_in_play),
    help=N_("The marine who acts clears a jam, and is on overwatch again where he may."),
)
def unjam(desk: base.Desk) -> Form:
    """j: clear a jam."""
    who = base.find_actor(desk)
    jammed = [marine.id for marine in desk.state.marines_in_play if marine.stance.jammed]
    who = who if who in jammed else jammed[0]
    return (yield from base.prepare(desk, Unjam(who=who), 1))


def _assault(desk: base.Desk, side: Literal["rear"] | None = None) -> Form:
    """Ask whom to attack; `side` is set without a board if the defender looks away."""
    who = base.find_actor(desk)
    if who is None:
        return None
    state = desk.state
    foes = foes_ahead(state, who)
    if board(state) is None and who in state.marines:
        doors = (at for at, position in state.doors.items() if position == "closed")
        foes = (*foes, base.next_stealer(state), *doors)
    if not foes:
        desk.notice = desk.locale.gettext(N_("Nobody stands straight ahead."))
        return None
    target = yield from base.pick(desk, N_("Who is attacked?"), foes)
    return (yield from base.prepare(desk, Assault(who=who, target=target, side=side), 1))


base.action.add(
    "assault",
    "play",
    key="a",
    bar=1,
    name=N_("Assault"),
    when=can_figure_act,
    help=N_("The piece that acts attacks the piece or the closed door straight ahead."),
    does=_assault,
)
base.action.add(
    "assault-behind",
    "play",
    key="exclamation_mark",
    shown="!",
    name=N_("Assault from behind"),
    when=lambda state: can_act(state) and board(state) is None,
    help=N_("Without a board: the defender is attacked from behind, or from the side."),
    does=partial(_assault, side="rear"),
)


@base.action(
    "door",
    "play",
    key="d",
    bar=5,
    name=N_("Door"),
    when=can_act,
    help=N_("The piece that acts opens or closes a door it can reach."),
)
def door(desk: base.Desk) -> Form:
    """d: a door."""
    who = base.find_actor(desk)
    if who is None:
        return None
    at = yield from _which_door(desk, doors_near(desk.state, who))
    return None if at is None else (yield from base.prepare(desk, Door(who=who, at=at), 1))


# -- choosing, windows -----------------------------------------------------------------------


def _choices(state: Match) -> tuple[Option, ...]:
    """Return the pieces that may act, by number; without a board also a new stealer."""
    new = base.next_stealer(state) if opens_windows_by_hand(state) and not state.options.solo else None
    names = (*base.choosable_pieces(state), *((new,) if new else ()))
    return tuple(
        Option(str(n), name, name) for n, name in enumerate(names, 1) if name == new or state.piece(name).life.alive
    )


def choose(desk: base.Desk) -> Form:
    """Choose the piece that acts, by its number."""
    pieces = (*desk.state.marines, *desk.state.stealers, *desk.state.blips)
    who = yield Pick(desk.locale.gettext(N_("Who acts?")), options=_choices(desk.state))
    base.choose_piece(desk, who)
    return None if who in pieces else PutStealer(name=who)


def has_window(state: Match) -> bool:
    """Return whether a reaction is possible."""
    return state.window is not None


def _space_action(state: Match) -> str | None:
    """Return the action of Space without a reaction; in solo play it goes on with the turn."""
    if has_window(state) or not state.options.solo:
        return None
    if state.conversion is not None:
        return "convert"
    turns: dict[str, str] = {"end": "end-phase", "marine-command": "draw"}
    return turns.get(state.play.phase, "alien")


base.action.add(
    "pass",
    "play",
    key="space",
    bar=0,
    name=N_("No reaction"),
    usual=has_window,
    when=has_window,
    redirect=_space_action,
    help=N_("Nobody reacts to what the stealer did."),
    command=PassWindow,
)


ARROWS = {"up": "N", "right": "E", "down": "S", "left": "W"}


def uses_arrows(state: Match) -> bool:
    """Return whether an arrow is a step: on a board, while a piece can act."""
    return board(state) is not None and can_act(state)


def press_shortcut(desk: base.Desk, key: str, typed: str | None) -> None:
    """Take a digit as a die of the only shooter on overwatch, else as the number of the actor.

    Where the digit is also the number of a marine who may act by command points, it waits for the
    next key: Enter or a second die makes it a die; an action takes that marine. An arrow is a step
    in its direction.
    """
    first = base.take_first_die(desk)
    if first is not None and (key == "enter" or (typed or " ") in base.DICE):
        _shoot_by_dice(desk, first + (typed or "").strip())
        return
    if key in ARROWS and uses_arrows(desk.state):
        desk.open_form(lambda desk: _step(desk, ARROWS[key]))
        return
    if typed is None or not is_digits(typed) or typed == "0":
        return
    state = desk.state
    points, able = reactions(state)
    if state.window is not None and len(able) == 1 and typed in base.DICE and not base.pays_points(desk):
        if points and base.keep_first_die(desk, typed):
            return
        _shoot_by_dice(desk, typed)
        return
    if any(option.key.startswith(typed) for option in _choices(state)):
        desk.open_form(choose)
        desk.press(typed, typed)
    elif can_act(state):
        desk.notice = desk.locale.say(N_("Nobody who may act has the number {typed}."), typed=typed)


def _shoot_by_dice(desk: base.Desk, dice: str) -> None:
    """Let the only shooter on overwatch shoot, with the first dice."""
    desk.do(React(overwatch=reactions(desk.state)[1]))
    for die in dice:
        if desk.snapshot.question is not None:
            desk.press(die, die)

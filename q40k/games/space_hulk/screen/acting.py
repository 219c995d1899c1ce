"""The actions of marines and aliens: a key or two each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from q40k.games.space_hulk.board.facings import FACINGS
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.stepping import find_seer_of_step
from q40k.games.space_hulk.rules.aliens.window import PassWindow, React, find_closed_door
from q40k.games.space_hulk.rules.corrections import PutStealer
from q40k.games.space_hulk.rules.melee.assault import Assault
from q40k.games.space_hulk.rules.melee.guard import Guard
from q40k.games.space_hulk.rules.movement.doors import Door
from q40k.games.space_hulk.rules.movement.step import Step, step_cost
from q40k.games.space_hulk.rules.movement.turning import Turn
from q40k.games.space_hulk.rules.movement.ways import find_step_path
from q40k.games.space_hulk.rules.odds import volley_odds
from q40k.games.space_hulk.rules.offers import (
    doors_near,
    foes_ahead,
    moves,
    reactions,
    targets,
)
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.shooting.aim import Shot, plan_shot, watchers
from q40k.games.space_hulk.rules.shooting.overwatch import Overwatch, Unjam
from q40k.games.space_hulk.rules.shooting.shoot import Shoot
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer, Window
from q40k.games.space_hulk.screen.base import (
    POINTS,
    Desk,
    acting,
    action,
    choosable,
    choose_piece,
    chosen,
    marines_act,
    movable,
    next_stealer,
    pick,
)
from q40k.games.space_hulk.screen.going import go, route_to
from q40k.i18n.locale import N_
from q40k.kernel.events import Refused
from q40k.tui.fields import Option, Pick, Several, Text
from q40k.tui.forms import Form

Side = Literal["left", "right"]


def somebody_acts(state: Match) -> bool:
    """Whether a piece may act now."""
    return marines_act(state) or bool(movable(state))


def _step(desk: Desk, dir: str, *, shot: bool = False) -> Form:
    """A step in a direction, with a free shot if that is meant."""
    who = chosen(desk)
    if who is None:
        return None
    piece = desk.state.piece(who)
    aim = None
    if shot and isinstance(piece, Marine):
        aim = yield from _aim(desk, piece, after_move=True)
    if isinstance(piece, Blip) and not (yield from _unseen(desk, piece, None, dir)):
        return None
    return acting(desk, Step(who=who, dir=dir, shoot=aim), _cost(desk.state, who, None, dir))


def _cost(state: Match, who: str, to: str | None, dir: str | None) -> int:
    """What a step costs, for who pays it in command points; 1 where that cannot be known."""
    piece = state.piece(who)
    try:
        return (
            step_cost(state, piece, find_step_path(state, who, to, dir, piece.position.facing)) or 1
        )
    except Refused:
        return 1  # the rules say why not


def _unseen(desk: Desk, blip: Blip, to: str | None, dir: str | None) -> Form:
    """Whether a blip is to make a step; one into sight may still be thought better of.

    Rule: SH-BLIP-5
    """
    _ = desk.locale.gettext
    try:
        marine = find_seer_of_step(desk.state, find_step_path(desk.state, blip.id, to, dir, "N"))
    except Refused:
        return True  # the rules say why not
    if not marine:
        return True
    yes, no = _("yes"), _("no")
    options = (Option(no[:1], False, no), Option(yes[:1], True, yes))
    title = desk.locale.say(N_("{marine} would see {blip}: move it?"), marine=marine, blip=blip.id)
    return (yield Pick(title, options=options))


def _aim(desk: Desk, marine: Marine, *, after_move: bool = False) -> Form:
    """The target of a shot: the only one, one of several, or where nobody knows the next one.

    Where none is in sight any on the board, as the table may see what the app does not; None where
    there is none, and no blip that a move could bring into sight.
    """
    state = desk.state
    there = tuple(one.id for one in state.stealers_in_play if one.lurking.entry is None)
    found = tuple(one for one in targets(state, marine) if one in state.stealers)
    if board(state) is None:
        found = (*there, next_stealer(state))
    elif after_move or not found:
        found = there
    if not found and not (after_move and any(one.position.at for one in state.blips_in_play)):
        sentence = N_("{who} sees no stealer; Shift+G shoots at a door.")
        desk.notice = desk.locale.say(sentence, who=marine.id)
        return None
    actor = state.window.actor if state.window is not None else None
    if actor in found and board(state) is None:
        return actor
    first = (actor, marine.aim.target)
    found = tuple(sorted(found, key=lambda one: one not in first))
    if not found:
        return (yield Text(desk.locale.gettext(N_("At which target?"))))
    return (yield from pick(desk, N_("At which target?"), found))


@action(
    "forward", "play", key="f", bar=0, name=N_("Forward"), when=somebody_acts,
    help=N_("The piece that acts steps forward; Shift+F with its free shot."),
)  # fmt: skip
def forward(desk: Desk) -> Form:
    """F: a step forward."""
    return (yield from _step(desk, "forward"))


@action(
    "forward-shot", "play", key="F", name=N_("Forward and shoot"), when=marines_act,
    help=N_("A step forward with the free shot."),
)  # fmt: skip
def forward_shot(desk: Desk) -> Form:
    """Shift+F: a step forward with the free shot."""
    return (yield from _step(desk, "forward", shot=True))


@action(
    "back", "play", key="b", bar=110, name=N_("Back"), when=somebody_acts,
    help=N_("The piece that acts steps back; Shift+B with its free shot."),
)  # fmt: skip
def back(desk: Desk) -> Form:
    """B: a step back."""
    return (yield from _step(desk, "backward"))


@action(
    "back-shot", "play", key="B", name=N_("Back and shoot"), when=marines_act,
    help=N_("A step back with the free shot."),
)  # fmt: skip
def back_shot(desk: Desk) -> Form:
    """Shift+B: a step back with the free shot."""
    return (yield from _step(desk, "backward", shot=True))


def turns_with(state: Match) -> bool:
    """Whether a turn may come with a shot, or with the step of a stealer (SH-MOVE-3)."""
    return marines_act(state) or (state.edition.turn_in_step and bool(movable(state)))


def _turn(desk: Desk, side: Side, *, shot: bool = False) -> Form:
    who = chosen(desk)
    if who is None:
        return None
    piece = desk.state.piece(who)
    aim = None
    if shot and isinstance(piece, Stealer):
        return acting(desk, Step(who=who, dir="forward", turn=side), 1)
    if shot and isinstance(piece, Marine):
        aim = yield from _aim(desk, piece, after_move=True)
    return acting(desk, Turn(who=who, facing=side, shoot=aim), 1)


@action(
    "left", "play", key="l", bar=110, name=N_("Turn left"), when=somebody_acts,
    help=N_("The piece that acts turns to its left; Shift+L with its free shot."),
)  # fmt: skip
def left(desk: Desk) -> Form:
    """L: a quarter turn to the left."""
    return (yield from _turn(desk, "left"))


@action(
    "left-shot", "play", key="L", name=N_("Turn left and shoot"), when=turns_with,
    help=N_("A quarter turn to the left with the free shot; a stealer steps forward with it."),
)  # fmt: skip
def left_shot(desk: Desk) -> Form:
    """Shift+L: a quarter turn to the left with the free shot."""
    return (yield from _turn(desk, "left", shot=True))


@action(
    "right", "play", key="r", bar=110, name=N_("Turn right"), when=somebody_acts,
    help=N_("The piece that acts turns to its right; Shift+R with its free shot."),
)  # fmt: skip
def right(desk: Desk) -> Form:
    """R: a quarter turn to the right."""
    return (yield from _turn(desk, "right"))


@action(
    "right-shot", "play", key="R", name=N_("Turn right and shoot"), when=turns_with,
    help=N_("A quarter turn to the right with the free shot; a stealer steps forward with it."),
)  # fmt: skip
def right_shot(desk: Desk) -> Form:
    """Shift+R: a quarter turn to the right with the free shot."""
    return (yield from _turn(desk, "right", shot=True))


@action(
    "move", "play", key="n", bar=110, name=N_("Move to"), when=somebody_acts,
    help=N_(
        "The piece that acts goes to a square that is typed: C4, EAST, up, forward-left; a stealer"
        " may turn with it: C4 W."
    ),
)  # fmt: skip
def move(desk: Desk) -> Form:
    """N: to a square, an exit, or in a direction."""
    who = chosen(desk)
    if who is None:
        return None
    near = " ".join(f"{name} ({cost})" for name, cost in moves(desk.state, who).items())
    said = yield Text(desk.locale.gettext(N_("Where to?")), hint=near or "forward-left, up")
    ground = board(desk.state)
    piece = desk.state.piece(who)
    said, _space, last = said.strip().partition(" ")
    named = ground is not None and (
        ground.cell(said.upper()) is not None or said.upper() in ground.exits
    )
    step = Step(who=who, to=said) if named else Step(who=who, dir=said)
    looks = next((one for one in FACINGS if one == last.strip().upper()), None)
    if looks is not None and isinstance(piece, Stealer):
        return acting(desk, _turning(desk.state, piece, step, looks), 1)
    goal = None if ground is None else ground.cell(said.upper()) or said.upper()
    if named and goal is not None and len(route_to(desk, goal)) > 1:
        go(desk, goal)
        return None
    if isinstance(piece, Blip) and not (yield from _unseen(desk, piece, step.to, step.dir)):
        return None
    return acting(desk, step, _cost(desk.state, who, step.to, step.dir))


def owes(state: Match) -> Marine | None:
    """The marine whose free shot waited for blips to be turned up, in the Genestealers' turn."""
    if state.play.phase != "stealer-action" or state.conversion is not None:
        return None
    return next((one for one in state.marines_in_play if one.aim.owed), None)


def _turning(state: Match, stealer: Stealer, step: Step, looks: Facing) -> Step:
    """A stealer's step with its free quarter turn, before it where that makes it cheaper.

    Rule: SH-MOVE-3
    """

    def cost(facing: Facing | None) -> int:
        return step_cost(
            state, stealer, find_step_path(state, stealer.id, step.to, step.dir, facing)
        )

    try:
        first = cost(looks) < cost(stealer.position.facing)
    except Refused:
        first = False  # the rules say why not
    return step.replace(turn=looks, turn_first=first)


@action(
    "shoot", "play", key="s", bar=0, name=N_("Shoot"),
    when=lambda state: marines_act(state) or owes(state) is not None,
    help=N_("The marine who acts shoots, standing."),
)  # fmt: skip
def shoot(desk: Desk) -> Form:
    """S: a shot."""
    who = chosen(desk)
    piece = owes(desk.state) or (None if who is None else desk.state.marines.get(who))
    if piece is None:
        return None
    target = yield from _aim(desk, piece)
    return None if target is None else acting(desk, Shoot(who=piece.id, target=target), 1)


@action(
    "shoot-door", "play", key="G", name=N_("Shoot a door"), when=marines_act,
    help=N_("The marine who acts shoots at a closed door."),
)  # fmt: skip
def shoot_door(desk: Desk) -> Form:
    """Shift+G: a shot at a door."""
    who = chosen(desk)
    piece = None if who is None else desk.state.marines.get(who)
    if piece is None:
        return None
    doors = [one for one in targets(desk.state, piece) if one not in desk.state.stealers]
    return acting(desk, Shoot(who=piece.id, target=(yield from _which_door(desk, doors))), 1)


def _which_door(desk: Desk, near: Iterable[str]) -> Form:
    """One of the doors in reach; where no places are kept perhaps one nobody has spoken of yet."""
    state = desk.state
    if board(state) is None:
        near = (*near, f"D{len(state.doors) + 1}")
    elif not near:
        return (yield Text(desk.locale.gettext(N_("Which door?"))))
    return (yield from pick(desk, N_("Which door?"), near))


@action(
    "overwatch", "play", key="o", bar=0, name=N_("Overwatch"), when=marines_act,
    help=N_("The marine who acts goes on overwatch."),
)  # fmt: skip
def overwatch(desk: Desk) -> Form:
    """O: on overwatch."""
    yield from ()
    who = chosen(desk)
    return None if who is None else acting(desk, Overwatch(who=who), 2)


@action(
    "guard", "play", key="O", bar=110, name=N_("Guard"), when=marines_act,
    help=N_("The marine who acts goes on guard."),
)  # fmt: skip
def guard(desk: Desk) -> Form:
    """Shift+O: on guard."""
    yield from ()
    who = chosen(desk)
    return None if who is None else acting(desk, Guard(who=who), 2)


@action(
    "unjam", "play", key="j", bar=110, name=N_("Clear jam"),
    when=lambda state: marines_act(state) and any(one.stance.jammed for one in state.marines_in_play),
    help=N_("The marine who acts clears a jam, and is on overwatch again where he may."),
)  # fmt: skip
def unjam(desk: Desk) -> Form:
    """J: clear a jam."""
    yield from ()
    who = chosen(desk)
    jammed = [one.id for one in desk.state.marines_in_play if one.stance.jammed]
    who = who if who in jammed else jammed[0]
    return acting(desk, Unjam(who=who), 1)


@action(
    "assault", "play", key="a", bar=0, name=N_("Assault"), when=somebody_acts,
    help=N_("The piece that acts attacks who stands straight ahead, or a closed door."),
)  # fmt: skip
def assault(desk: Desk) -> Form:
    """A: close assault."""
    return (yield from _assault(desk))


@action(
    "assault-behind", "play", key="exclamation_mark", shown="!", name=N_("Assault from behind"),
    when=lambda state: somebody_acts(state) and board(state) is None,
    help=N_("Without a board: the defender is attacked from behind, or from the side."),
)  # fmt: skip
def assault_behind(desk: Desk) -> Form:
    """!: close assault on who does not face the attacker."""
    return (yield from _assault(desk, "rear"))


def _assault(desk: Desk, side: Literal["rear"] | None = None) -> Form:
    """Who attacks whom; `side` where no places are kept and the defender does not face it."""
    who = chosen(desk)
    if who is None:
        return None
    state = desk.state
    foes = foes_ahead(state, who)
    if board(state) is None and who in state.marines:
        doors = (at for at, now in state.doors.items() if now == "closed")
        foes = (*foes, next_stealer(state), *doors)
    if not foes:
        desk.notice = desk.locale.gettext(N_("Nobody stands straight ahead."))
        return None
    target = yield from pick(desk, N_("Who is attacked?"), foes)
    return acting(desk, Assault(who=who, target=target, side=side), 1)


@action(
    "door", "play", key="d", bar=60, name=N_("Door"), when=somebody_acts,
    help=N_("The piece that acts opens or closes a door it can reach."),
)  # fmt: skip
def door(desk: Desk) -> Form:
    """D: a door."""
    who = chosen(desk)
    if who is None:
        return None
    at = yield from _which_door(desk, doors_near(desk.state, who))
    return acting(desk, Door(who=who, at=at), 1)


# -- choosing, windows, conversion ---------------------------------------------------------------


def _choices(state: Match) -> tuple[Option, ...]:
    """The pieces that may act, by their numbers; without a board one nobody has spoken of yet."""
    new = next_stealer(state) if by_hand(state) and not state.options.solo else None
    names = (*choosable(state), *((new,) if new else ()))
    return tuple(
        Option(str(n), name, name)
        for n, name in enumerate(names, 1)
        if name == new or state.piece(name).life.alive
    )


def choose(desk: Desk) -> Form:
    """Choose the piece that acts: by its number, no further question."""
    known = (*desk.state.marines, *desk.state.stealers, *desk.state.blips)
    who = yield Pick(desk.locale.gettext(N_("Who acts?")), options=_choices(desk.state))
    choose_piece(desk, who)
    return None if who in known else PutStealer(name=who)


def window_open(state: Match) -> bool:
    """Whether somebody may react."""
    return state.window is not None


def _space(state: Match) -> str | None:
    """What Space is where nobody may react: alone it goes on, whatever comes next."""
    if window_open(state) or not state.options.solo:
        return None
    if state.conversion is not None:
        return "convert"
    turns: dict[str, str] = {"end": "end-phase", "marine-command": "draw"}
    return turns.get(state.play.phase, "alien")


@action(
    "pass", "play", key="space", bar=0, name=N_("No reaction"), usual=window_open,
    when=window_open, redirect=_space,
    help=N_("Nobody reacts to what the stealer did."),
)  # fmt: skip
def pass_window(_desk: Desk) -> PassWindow:
    """Space: nobody reacts."""
    return PassWindow()


def by_hand(state: Match) -> bool:
    """Whether windows are opened by hand: nobody's place is known, and the Genestealers act."""
    alien = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return alien and board(state) is None and state.window is None


@action(
    "react", "play", key="W", bar=0, name=N_("Reaction"), when=by_hand,
    help=N_("Without a board: a stealer has done something in sight, and somebody may react."),
)  # fmt: skip
def react(desk: Desk) -> Form:
    """Shift+W: somebody may react to a stealer."""
    known = tuple(one.id for one in desk.state.stealers_in_play if one.lurking.entry is None)
    name = yield from pick(desk, N_("To which stealer?"), (*known, next_stealer(desk.state)))
    return React(stealer=name)


@action(
    "volley", "play", key="k", bar=0, name=N_("Overwatch shots"),
    when=lambda state: bool(reactions(state)[1]),
    help=N_("Who is on overwatch shoots; of several it is said which. A die begins it too."),
)  # fmt: skip
def volley(desk: Desk) -> Form:
    """K: the shots on overwatch."""
    _points, able = reactions(desk.state)
    names = list(able)
    if len(able) > 1:
        numbers = {name: n for n, name in enumerate(desk.state.marines, 1)}
        window = desk.state.window
        assert window is not None
        shots = {name: _shot(desk.state, name, window) for name in able}
        options = tuple(
            Option(str(numbers[name]), name, name, _chance(desk, [shots[name]])) for name in able
        )
        all_of = desk.locale.say(N_("all of them: {share}"), share=_chance(desk, shots.values()))
        title = desk.locale.gettext(N_("Who shoots?"))
        names = yield Several(title, options=options, notes=(all_of,))
    at_door = yield from _at_the_door(desk, names)
    return React(overwatch=tuple(names), at_door=tuple(at_door))


def _at_the_door(desk: Desk, names: Iterable[str]) -> Form:
    """Who shoots at the door that was closed, of those who could shoot at who closed it, too.

    Rule: SH-DOOR-6
    """
    window, state = desk.state.window, desk.state
    shut = None if window is None else find_closed_door(state, window)
    if window is None or shut is None or window.actor not in state.stealers:
        return ()
    both = set(watchers(state, window.actor)) & set(watchers(state, shut))
    either = [name for name in names if name in both]
    if len(either) > 1:
        numbers = {name: n for n, name in enumerate(state.marines, 1)}
        options = tuple(Option(str(numbers[name]), name, name) for name in either)
        title = desk.locale.say(N_("Who shoots at the door on {at}?"), at=shut)
        return (yield Several(title, options=options, nobody=True))
    aim = (yield from pick(desk, N_("At which target?"), (window.actor, shut))) if either else None
    return either if aim == shut else ()


def _shot(state: Match, name: str, window: Window) -> Shot:
    """The overwatch shot of a marine in a window: at who acted, or the door it has closed."""
    actor, shut = window.actor, find_closed_door(state, window)
    hidden = actor not in state.stealers or name not in watchers(state, actor)
    aim = shut if shut is not None and hidden else actor
    return plan_shot(state, state.marines[name], aim, "overwatch")


def _chance(desk: Desk, shots: Iterable[Shot]) -> str:
    return desk.locale.percent(volley_odds(shots))


ARROWS = {"up": "N", "right": "E", "down": "S", "left": "W"}


def arrows(state: Match) -> bool:
    """Whether an arrow is a step: on a board, while somebody acts."""
    return board(state) is not None and somebody_acts(state)


def shortcut(desk: Desk, key: str, typed: str | None) -> None:
    """A digit is a die where one marine may shoot on overwatch, else it says who acts.

    An arrow is a step that way.
    """
    if key in ARROWS and arrows(desk.state):
        desk.open_form(lambda desk: _step(desk, ARROWS[key]))
        return
    if typed is None or not typed.isdigit() or typed == "0":
        return
    state = desk.state
    _points, able = reactions(state)
    if state.window is not None and len(able) == 1 and typed in "123456" and not _meant(desk):
        desk.do(React(overwatch=able))
        desk.press(typed, typed)
        return
    if any(one.key.startswith(typed) for one in _choices(state)):
        desk.open_form(choose)
        desk.press(typed, typed)
    elif somebody_acts(state):
        desk.notice = desk.locale.say(N_("Nobody who may act has the number {typed}."), typed=typed)


def _meant(desk: Desk) -> bool:
    """Whether points are to be spent, so that a digit names a marine."""
    return bool(desk.memory.get(POINTS))

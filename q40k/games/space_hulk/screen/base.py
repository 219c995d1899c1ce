"""The base of all screens: the desk, the registry of actions, the choice of the actor."""

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from q40k.games.space_hulk.board import Board
from q40k.games.space_hulk.state.conversion import free_name
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.offers import find_seers, pieces_to_act, reactions
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.reactions import React
from q40k.games.space_hulk.state.registry import Act, Command
from q40k.games.space_hulk.state.turn import public_points_left
from q40k.games.space_hulk.table.scene import arrange_levels
from q40k.i18n.locale import N_
from q40k.kernel.state import to_data
from q40k.packs.library import Library
from q40k.tui.actions import Actions
from q40k.tui.fields import Field, Pick, by_number
from q40k.tui.forms import FormDesk, yes_or_no

Desk: TypeAlias = "FormDesk[Match, Library]"

ROOM = "room"
"""The key in the desk's memory for the width and height of the map, in widths of a character."""
action = Actions()
"""The registry of the game's actions."""

WHO = "who"
"""The key in the desk's memory for the chosen piece, with its turn and phase."""
DICE = "123456"
FIRST_DIE = "first-die"
"""The key in the desk's memory for a digit that may be a die or a marine, with its state."""
POINTS = "points"
"""The key in the desk's memory for the moment in which command points are to pay the next action."""


def drawn_board(desk: Desk) -> Board | None:
    """Return the board as the map of this screen arranges its levels, or None if no places are kept."""
    ground, room = board(desk.state), desk.memory.get(ROOM)
    return ground if ground is None or room is None else arrange_levels(ground, *room)


def marines_act(state: Match) -> bool:
    """Return whether a marine may act: in his turn, or in a reaction window."""
    if state.play.phase == "marine-action":
        return bool(state.marines_in_play)
    return state.window is not None


def movable_pieces(state: Match) -> tuple[str, ...]:
    """Return the pieces that a person may move; in solo play the program moves the aliens."""
    aliens = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return () if aliens and state.options.solo else pieces_to_act(state)


def choosable_pieces(state: Match) -> tuple[str, ...]:
    """Return the pieces that can be chosen to act, in the order of their numbers."""
    return tuple(state.marines) if marines_act(state) else movable_pieces(state)


def uses_digit(desk: Desk, digit: str) -> bool:
    """Return whether a digit chooses a piece, or is the die of the only possible shooter."""
    state = desk.state
    if state.window is not None and len(reactions(state)[1]) == 1:
        return True
    return 1 <= int(digit) <= len(choosable_pieces(state))


def choose_piece(desk: Desk, who: str) -> None:
    """Make a piece the actor for this phase."""
    desk.memory[WHO] = (desk.state.play.turn, desk.state.play.phase, who)


def find_actor(desk: Desk) -> str | None:
    """Return the piece that acts: the chosen one, the active one, or the first that may.

    In a reaction window it is the first that sees the acting piece.
    """
    state = desk.state
    able = movable_pieces(state)
    turn, phase, who = desk.memory.get(WHO, (0, "", None))
    kept = who if (turn, phase) == (state.play.turn, state.play.phase) else None
    standing = tuple(marine.id for marine in state.marines_in_play)
    if state.window is not None:
        seers = find_seers(state, state.window.actor)
        return kept if kept in standing else next(iter((*seers, *standing)), None)
    preferred = (kept, state.play.active)
    own = standing if state.play.phase == "marine-action" else ()
    return next((str(name) for name in preferred if name in able or name in own), None) or next(iter(able), None)


def next_stealer(state: Match) -> str:
    """Return the name of a stealer that is not on the board yet."""
    return free_name(state, alpha=False)


def is_hasty(state: Match) -> bool:
    """Return whether the clock runs while the other side waits, so that nobody is asked twice."""
    running = state.timer.length is not None and state.timer.held is None
    return running and not state.options.solo


def keep_first_die(desk: Desk, digit: str) -> bool:
    """Keep a digit that may be a die or the number of a marine, who then acts; return whether there is one."""
    marines = list(desk.state.marines.values())
    number = int(digit)
    if number > len(marines) or not marines[number - 1].present:
        return False
    choose_piece(desk, marines[number - 1].id)
    desk.memory[FIRST_DIE] = (desk.state, digit)
    return True


def first_die(desk: Desk) -> str | None:
    """Return the digit that waits for the next key, if there is one in this state."""
    state, digit = desk.memory.get(FIRST_DIE, (None, None))
    return digit if state is desk.state else None


def take_first_die(desk: Desk) -> str | None:
    """Return the digit that has waited for this key, and forget it."""
    digit = first_die(desk)
    desk.memory.pop(FIRST_DIE, None)
    return digit


def _moment(state: Match) -> tuple[object, ...]:
    """Return the phase, or the reaction window, in which a choice of command points holds."""
    play, window = state.play, state.window
    if window is None:
        return (play.turn, play.phase)
    return (play.turn, play.phase, window.actor, state.piece(window.actor).acts.ap)


def pays_points(desk: Desk) -> bool:
    """Return whether command points pay the next action, as was chosen in this phase or window."""
    return bool(desk.memory.get(POINTS) == _moment(desk.state))


def pay_by_points(desk: Desk, pays: bool) -> None:
    """Choose whether command points pay the next action; the choice falls with its phase or window."""
    desk.memory[POINTS] = _moment(desk.state) if pays else None


def complete(desk: Desk, command: Act, points: int = 0) -> Command:
    """Complete a command: as a reaction, or paid partly in command points, and in haste."""
    state = desk.state
    pay_by_points(desk, False)
    marine = state.marines.get(command.who)
    if state.window is not None and marine is not None and not _is_owed(marine, command):
        inside: dict[str, Any] = to_data(command, defaults=False)
        return React(who=command.who, with_=inside)
    return command.replace(cp=points, hasty=is_hasty(state))


def prepare(desk: Desk, command: Act, cost: int) -> Generator[Field, Any, Any]:
    """Complete a command of this cost; ask whether command points pay what action points cannot.

    Rule: SH-CP-7, SH1-CP-7
    """
    points = cost if pays_points(desk) else 0
    marine = desk.state.marines.get(command.who)
    if marine is not None and not points:
        points = yield from _ask_for_points(desk, marine, command, cost)
    return complete(desk, command, points)


def _ask_for_points(desk: Desk, marine: Marine, command: Act, cost: int) -> Generator[Field, Any, int]:
    """Ask whether command points pay the rest of an action; return how many do."""
    state, available = desk.state, marine.acts.ap
    is_done = marine.acts.activated and state.play.active != marine.id
    rest = cost if is_done else cost - available
    in_turn = state.play.phase == "marine-action" and state.window is None
    if not in_turn or _is_owed(marine, command) or rest <= 0 or public_points_left(state) < rest:
        return 0
    sentence = N_("{who} has {left} AP, this costs {cost}: the other {rest} in command points?")
    if rest == cost:
        sentence = N_("{who} has no AP to spend: {cost} in command points?")
    title = desk.locale.say(sentence, who=marine.id, left=available, cost=cost, rest=rest)
    points: int = yield Pick(title, options=yes_or_no(desk.locale, rest, 0))
    return points


def _is_owed(marine: Marine, command: Act) -> bool:
    return marine.aim.owed and command.do == "shoot"


def pick(
    desk: Desk, title: str, among: Iterable[str], notes: dict[str, str] | None = None, sign: str = ""
) -> Generator[Field, Any, Any]:
    """Ask for one of some names by its number, each with a sign before it; a single name is not asked for."""
    names = tuple(among)
    if len(names) == 1:
        return names[0]
    options = by_number({name: sign + name for name in names}, notes)
    return (yield Pick(desk.locale.gettext(title), options=options))


def square_names(state: Match) -> tuple[str, ...]:
    """Return the names of all squares of the board, for fields where one is typed."""
    ground = board(state)
    return () if ground is None else tuple(ground.name(cell) for cell in sorted(ground.floor))

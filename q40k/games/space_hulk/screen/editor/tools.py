"""The tools of the editor: one list for the keys, the hints, the help and the docs."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Literal

from msgspec import Struct

from q40k.games.space_hulk.editor import painting, placing
from q40k.games.space_hulk.screen.editor import forms
from q40k.games.space_hulk.screen.editor.hand import Hand, Leaving
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.tui.forms import Form

Group = Literal["look", "paint", "place", "mission", "work"]
GROUPS: dict[Group, str] = {
    "paint": N_("Painting"),
    "place": N_("Placing"),
    "mission": N_("The mission"),
    "look": N_("Looking"),
    "work": N_("The work"),
}


class Tool(Struct, frozen=True):
    """A key of the editor: how it is written, its name and its purpose.

    `hint` is its place in the line of hints, 0 for none. `does` is None if the screen does it.
    """

    keys: tuple[str, ...]
    shown: str
    name: str
    help: str
    group: Group
    does: Callable[[Hand], object] | None = None
    hint: int = 0


# -- the actions -----------------------------------------------------------------------------


def _mark(hand: Hand) -> None:
    hand.mark = None if hand.mark is not None else hand.cursor


def _floor(hand: Hand) -> None:
    corner, opposite = hand.corners
    hand.do(lambda work: painting.paint_floor(work, hand.level, corner, opposite))


def _wall(hand: Hand) -> None:
    corner, opposite = hand.corners
    hand.do(lambda work: painting.paint_wall(work, hand.level, corner, opposite))


def _delete(hand: Hand) -> None:
    """Remove an item on the square; without one the floor, or the piece."""
    work, pieces = hand.work, hand.bench.pieces
    if hand.mark is None and (remaining := placing.remove_item(work, hand.cell, pieces)) is not None:
        hand.do(lambda _work: remaining)
    elif work.of_pieces:
        hand.do(lambda work: placing.remove_piece(work, hand.cell, pieces))
    else:
        _wall(hand)


def _door(hand: Hand) -> None:
    hand.do(lambda work: painting.cycle_door(work, hand.cell, hand.bench.pieces))


def _entry(hand: Hand) -> None:
    hand.do(lambda work: placing.cycle_entry(work, hand.cell, hand.bench.pieces))


def _exit(hand: Hand) -> None:
    hand.do(lambda work: placing.cycle_exit(work, hand.cell, hand.bench.pieces))


def _marine(hand: Hand) -> None:
    hand.do(lambda work: placing.place_start(work, hand.cell, hand.bench.pieces))


def _turn(hand: Hand) -> None:
    """Turn the start on the square, or the piece."""
    starts = any(kind == "start" for kind, _one in placing.items_on(hand.work, hand.cell))
    if hand.work.of_pieces and not starts:
        hand.do(lambda work: placing.turn(work, hand.cell, hand.bench.pieces))
    else:
        hand.do(lambda work: placing.turn_start(work, hand.cell))


def _generator(hand: Hand) -> None:
    hand.do(lambda work: placing.toggle_generator(work, hand.cell, hand.bench.pieces))


def _ladder(hand: Hand) -> None:
    """Keep the first end until the second is chosen, on another level."""
    first, here = hand.ladder, hand.cell
    if first is None or first[0] == here[0]:
        hand.ladder = here
        hand.say(N_("A ladder from {square}: go to the other level, then l there."), square=hand.work.name(here))
        return
    if hand.do(lambda work: placing.place_ladder(work, first, here, hand.bench.pieces)):
        hand.ladder = None


def _as_squares(hand: Hand) -> None:
    hand.do(lambda work: placing.convert_to_rows(work, hand.bench.pieces))


def _undo(hand: Hand) -> None:
    if hand.bench.undo():
        hand.after_change()
    else:
        hand.say(N_("There is nothing to take back."))


def _redo(hand: Hand) -> None:
    if hand.bench.redo():
        hand.after_change()
    else:
        hand.say(N_("There is nothing to do again."))


def _next_fault(hand: Hand) -> None:
    fault = hand.next_fault()
    if fault is not None:
        hand.notice, hand.bad = WORDS.problem(hand.locale, fault.problem), fault.is_error


def _let_go(hand: Hand) -> None:
    """Remove the mark; without one say how to leave."""
    if hand.mark is None:
        kept = N_("q leaves; what is not saved is kept as a draft.")
        if hand.bench.would_be_lost:
            kept = N_("The work is kept nowhere: q asks for another folder.")
        hand.say(N_("q leaves; another window keeps the draft.") if hand.bench.is_second_window else kept)
    hand.mark = hand.ladder = None


def _leave(hand: Hand) -> None:
    with suppress(OSError):  # there may be room by now
        if hand.bench.would_be_lost:
            hand.bench.keep()
    if hand.bench.would_be_lost:
        hand.ask(partial(forms.confirm_loss, hand))
    else:
        hand.leaving = Leaving()


def _open_form(make: Callable[[Hand], Form]) -> Callable[[Hand], object]:
    return lambda hand: hand.ask(partial(make, hand))


TOOLS = (
    Tool(
        ("space",),
        N_("Space"),
        N_("mark"),
        N_("A corner: moving on marks squares up to here, a click with the mouse held down does the same."),
        "paint",
        _mark,
        1,
    ),
    Tool(
        ("f", "enter"),
        "f",
        N_("floor"),
        N_(
            "Floor where there is wall, on the square or on all that is marked: a room "
            "or a corridor, each a section of its own."
        ),
        "paint",
        _floor,
        2,
    ),
    Tool(
        ("w",),
        "w",
        N_("wall"),
        N_("Wall on the square or on all that is marked; what stands there goes."),
        "paint",
        _wall,
    ),
    Tool(
        ("d",),
        "d",
        N_("door"),
        N_("A door; once more: one that nobody opens by hand; once more: none."),
        "paint",
        _door,
        3,
    ),
    Tool(
        ("s",),
        "s",
        N_("section"),
        N_("The square, what is marked, or the piece gets another letter."),
        "paint",
        _open_form(forms.section),
    ),
    Tool(
        ("delete", "backspace"),
        N_("Del"),
        N_("take away"),
        N_("What lies on the square, one thing at a time; then its floor, or the piece."),
        "paint",
        _delete,
        12,
    ),
    Tool(
        ("p",),
        "p",
        N_("piece"),
        N_("Lay a board piece with its south-western square here, on a board that is not painted."),
        "paint",
        _open_form(forms.piece),
    ),
    Tool(("P",), "Shift+P", N_("squares"), N_("Make squares of all pieces, to be painted on."), "paint", _as_squares),
    Tool(
        ("e",),
        "e",
        N_("entry"),
        N_("Where aliens come in; once more: at the next side of the square, at last none."),
        "place",
        _entry,
        4,
    ),
    Tool(
        ("x",),
        "x",
        N_("exit"),
        N_("Where one leaves; once more: at the next side of the square, at last none."),
        "place",
        _exit,
        5,
    ),
    Tool(("m",), "m", N_("marine"), N_("Where the next marine starts; once more turns him."), "place", _marine, 6),
    Tool(("r",), "r", N_("turn"), N_("The marine of the square, or the piece, turns to the right."), "place", _turn),
    Tool(
        ("o",),
        "o",
        N_("object"),
        N_("An object lies here: C.A.T., artefact, fallen marine."),
        "place",
        _open_form(forms.object_),
    ),
    Tool(("l",), "l", N_("ladder"), N_("One end of a ladder here; then the other on another level."), "place", _ladder),
    Tool(("asterisk",), "*", N_("generator"), N_("A force-field generator; once more: none."), "place", _generator),
    Tool(
        ("c",),
        "c",
        N_("call"),
        N_("Give an entry, an exit or an object another name."),
        "place",
        _open_form(forms.rename_item),
    ),
    Tool(
        ("g",),
        "g",
        N_("goals"),
        N_("What wins: a goal more, one changed or taken away."),
        "mission",
        _open_form(forms.goals),
        7,
    ),
    Tool(
        ("i",),
        "i",
        N_("mission"),
        N_("Name and story in both languages, marines, blips, turns, editions, the Alpha."),
        "mission",
        _open_form(forms.mission),
        8,
    ),
    Tool(
        ("t",),
        "t",
        N_("lesson"),
        N_("What newcomers are told, moment by moment, in both languages."),
        "mission",
        _open_form(forms.lesson),
    ),
    Tool(("v",), "v", N_("levels"), N_("One level more, or this one away."), "mission", _open_form(forms.levels)),
    Tool((), N_("Arrows"), N_("move"), N_("The cursor, with Shift by five squares; a click also moves it."), "look"),
    Tool(("pageup",), N_("PgUp"), N_("level up"), N_("Look at the level above."), "look", lambda hand: hand.climb(1)),
    Tool(
        ("pagedown",), N_("PgDn"), N_("level down"), N_("Look at the level below."), "look", lambda hand: hand.climb(-1)
    ),
    Tool(("plus", "equals_sign"), "+", N_("nearer"), N_("Squares are drawn larger; so does the wheel."), "look"),
    Tool(("minus",), "-", N_("farther"), N_("Squares are drawn smaller."), "look"),
    Tool(("n",), "n", N_("next fault"), N_("Go to what is wrong next, and say it."), "look", _next_fault),
    Tool(
        ("u", "ctrl+z"),
        "u",
        N_("undo"),
        N_("Take back what was done last, as often as you like; also Ctrl+Z."),
        "work",
        _undo,
    ),
    Tool(("y", "ctrl+y"), "y", N_("redo"), N_("Do again what was taken back; also Ctrl+Y."), "work", _redo),
    Tool(
        ("ctrl+s",),
        "Ctrl+S",
        N_("save it"),
        N_("Write the mission into its file; with faults it is kept as a draft."),
        "work",
        lambda hand: hand.save(),
        9,
    ),
    Tool(
        ("a",),
        "a",
        N_("save as"),
        N_("Go on under another id, in a file of its own."),
        "work",
        _open_form(forms.other_id),
    ),
    Tool(
        ("f5",),
        "F5",
        N_("play"),
        N_("Save, and begin a match of it, with two or alone."),
        "work",
        _open_form(forms.play),
        10,
    ),
    Tool(("f1", "question_mark"), "?", N_("keys"), N_("All keys; also F1."), "work", None, 11),
    Tool(("f2",), "F2", N_("language"), N_("English or French."), "work"),
    Tool(("f3",), "F3", N_("theme"), N_("Dark, light, or high contrast."), "work"),
    Tool(("escape",), N_("Esc"), N_("let go"), N_("Of what is marked."), "work", _let_go),
    Tool(
        ("q", "ctrl+q"),
        "q",
        N_("leave"),
        N_("Leave; what is not saved is kept as a draft, and offered again."),
        "work",
        _leave,
    ),
)
BY_KEY = {key: tool for tool in TOOLS for key in tool.keys}


def press(hand: Hand, key: str, character: str | None) -> Tool | None:
    """Give a key to the hand; return a tool that only the screen has."""
    hand.notice, hand.bad = "", False
    if hand.entry is not None:
        hand.press_field(key, character)
        return None
    if hand.step(key):
        return None
    tool = BY_KEY.get(key) or BY_KEY.get(character or "")
    if tool is not None and tool.does is not None:
        tool.does(hand)
        return None
    return tool

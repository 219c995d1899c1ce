"""Back and forth at the desk: undo, redo, Escape from a question, and what they moved in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import ValidationError

from q40k.games.quake.rules.command import Command
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.amending import amended, redone, undone
from q40k.kernel.session import TakenBack

if TYPE_CHECKING:
    from q40k.tui.desk import Desk


def undo(desk: Desk) -> None:
    """Take the last command back, answers and all."""
    _move(desk, desk.match_session.undo, forth=False)


def redo(desk: Desk) -> None:
    """Give back what the last undo took."""
    _move(desk, desk.match_session.redo, forth=True)


def step_back(desk: Desk) -> None:
    """Leave the rules' question: take back the answer before it, or the command."""
    _move(desk, desk.match_session.step_back, forth=False)


def _move(desk: Desk, act: Callable[[], TakenBack | None], *, forth: bool) -> None:
    """Take something back or give it back, and say what it was."""
    moved: list[TakenBack | None] = []
    done = desk.guarded(lambda: moved.append(act()))
    taken = moved[0] if done else None
    desk.redoes = True if taken is not None and not forth else None
    if taken is None:
        return
    if taken.amendment is not None:
        _ = desk.locale.gettext
        what = amended(desk.locale, WORDS, taken.amendment, desk.match_session.read_command)
        said = _("Given back: {what}") if forth else _("Taken back: {what}")
        desk.notice = said.format(what=what)
        return
    words = redone if forth else undone
    read = [_read(desk, text) for text in taken.commands]
    desk.notice = words(desk.locale, WORDS, [r for r in read if r is not None], taken.dice)


def _read(desk: Desk, text: str) -> Command | None:
    try:
        return desk.match_session.read_command(text)
    except ValidationError:
        return None

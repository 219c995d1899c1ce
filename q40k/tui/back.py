"""Back and forth at the desk: undo, redo, Escape from a question, and what they moved in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.i18n.amending import amended, redone, undone
from q40k.kernel.session import TakenBack
from q40k.tui.forms import AnyDesk


def undo(desk: AnyDesk) -> None:
    """Take the last command back, answers and all; at a question only the answer before it."""
    if desk.match_session.question is not None:
        step_back(desk)
    else:
        _move(desk, desk.match_session.undo, forth=False)


def redo(desk: AnyDesk) -> None:
    """Give back what the last undo took."""
    _move(desk, desk.match_session.redo, forth=True)


def step_back(desk: AnyDesk) -> None:
    """Leave the rules' question: take back the answer before it, or the command."""
    _move(desk, desk.match_session.step_back, forth=False)


def _move(desk: AnyDesk, act: Callable[[], TakenBack | None], *, forth: bool) -> None:
    """Take something back or give it back, and say what it was."""
    moved: list[TakenBack | None] = []
    done = desk.guarded(lambda: moved.append(act()))
    taken = moved[0] if done else None
    desk.redoes = True if taken is not None and not forth else None
    if taken is None:
        return
    if taken.amendment is not None:
        _ = desk.locale.gettext
        what = amended(desk.locale, desk.words, taken.amendment, desk.match_session.read_command)
        said = _("Given back: {what}") if forth else _("Taken back: {what}")
        desk.notice = said.format(what=what)
        return
    words = redone if forth else undone
    read = [one for one in (_read(desk, text) for text in taken.commands) if one is not None]
    desk.notice = words(desk.locale, desk.words, read, taken.dice, desk.state)


def _read(desk: AnyDesk, text: str) -> Any:
    try:
        return desk.match_session.read_command(text)
    except ValueError:
        return None

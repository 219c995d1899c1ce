"""Undo, redo and Escape at the desk, and notices of what they moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.i18n.amending import amendment_line, redo_sentence, undo_sentence
from q40k.kernel.session import UndoResult
from q40k.tui.forms import AnyDesk


def undo(desk: AnyDesk) -> None:
    """Undo the last command with its answers; at a question only the answer before it."""
    if desk.snapshot.question is not None:
        step_back(desk)
    else:
        _move(desk, desk.match_session.undo, forth=False)


def redo(desk: AnyDesk) -> None:
    """Redo what the last undo took back."""
    _move(desk, desk.match_session.redo, forth=True)


def step_back(desk: AnyDesk) -> None:
    """Leave the rules' question: undo the answer before it, or the command."""
    _move(desk, desk.match_session.step_back, forth=False)


def _move(desk: AnyDesk, act: Callable[[], UndoResult | None], *, forth: bool) -> None:
    """Undo or redo, and show a notice of what was moved."""
    moved: list[UndoResult | None] = []
    succeeded = desk.run_guarded(lambda: moved.append(act()))
    step = moved[0] if succeeded else None
    desk.can_redo = True if step is not None and not forth else None
    if step is None:
        return
    if step.amendment is not None:
        _ = desk.locale.gettext
        summary = amendment_line(
            desk.locale, desk.words, step.amendment, desk.match_session.read_command
        )
        message = _("Given back: {what}") if forth else _("Taken back: {what}")
        desk.notice = message.format(what=summary)
        return
    explain = redo_sentence if forth else undo_sentence
    commands = [
        command
        for command in (_read_command(desk, text) for text in step.commands)
        if command is not None
    ]
    desk.notice = explain(desk.locale, desk.words, commands, step.dice, desk.state)


def _read_command(desk: AnyDesk, text: str) -> Any:
    try:
        return desk.match_session.read_command(text)
    except ValueError:
        return None

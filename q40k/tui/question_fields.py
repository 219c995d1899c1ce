"""A question of the rules as a field: its words, its options and the keys that pick them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from q40k.i18n.questions import Asked
from q40k.kernel.questions import (
    DiceQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
)
from q40k.tui.fields import Dice, Field, Number, Option, Pick, Several, id_keys

if TYPE_CHECKING:
    from q40k.tui.forms import AnyDesk
    from q40k.tui.game_screen import GameScreen


def question_field(desk: AnyDesk, screen: GameScreen, question: Question) -> Field:
    """The field that takes the answer to `question`, with the draft of dice half typed."""
    asked = desk.words.ask(desk.locale, desk.state, question)
    own = screen.question(desk, question, asked)
    if own is not None:
        return own
    shared: dict[str, Any] = {
        "why": asked.why, "rule": asked.rule, "hint": asked.hint, "notes": asked.odds,
    }  # fmt: skip
    if isinstance(question, DiceQuestion):
        return Dice(asked.title, question=question, buffer=desk.match_session.draft, **shared)
    if isinstance(question, NumberQuestion):
        return Number(asked.title, **shared)
    options = _options(desk, screen, question, asked)
    if isinstance(question, OrderQuestion):
        return Several(asked.title, options=options, whole=True, **shared)
    if isinstance(question, SeveralQuestion):
        _ = desk.locale.gettext
        shared["hint"] = _("numbers, then Enter; Enter alone: none")
        return Several(asked.title, options=options, nobody=True, **shared)
    return Pick(asked.title, options=options, **shared)


def _options(
    desk: AnyDesk, screen: GameScreen, question: Question, asked: Asked
) -> tuple[Option, ...]:
    seats = {seat.name: str(n) for n, seat in enumerate(desk.view.seats(desk.state), 1)}
    named = all(value in seats for value, _label in asked.options)
    notes = screen.notes(desk, question)
    options = []
    ids = id_keys([str(value) for value, _label in asked.options])
    for place, (value, label) in enumerate(asked.options):
        if named:
            key = seats[str(value)]
        elif str(value).isdigit():
            key = str(value)
        elif value in ("yes", "no"):
            key = label[:1].casefold()
        else:
            key = ids[place]
        options.append(Option(key, value, label, notes.get(value, "")))
    return tuple(options)

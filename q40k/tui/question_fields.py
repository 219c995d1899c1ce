"""Turn a question of the rules into a field, with its words, options and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from q40k.i18n.questions import WordedQuestion
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
    """Return the field that takes the answer to `question`, with the draft of half-typed dice."""
    wording = desk.words.ask(desk.locale, desk.state, question)
    custom = screen.question_field(desk, question, wording)
    if custom is not None:
        return custom
    shared: dict[str, Any] = {
        "why": wording.why, "rule": wording.rule, "hint": wording.hint, "notes": wording.odds,
    }  # fmt: skip
    if isinstance(question, DiceQuestion):
        return Dice(wording.title, question=question, buffer=desk.match_session.draft, **shared)
    if isinstance(question, NumberQuestion):
        return Number(wording.title, **shared)
    options = _options(desk, screen, question, wording)
    if isinstance(question, OrderQuestion):
        return Several(wording.title, options=options, whole=True, **shared)
    if isinstance(question, SeveralQuestion):
        _ = desk.locale.gettext
        shared["hint"] = _("numbers, then Enter; Enter alone: none")
        return Several(wording.title, options=options, nobody=True, **shared)
    return Pick(wording.title, options=options, **shared)


def _options(
    desk: AnyDesk, screen: GameScreen, question: Question, wording: WordedQuestion
) -> tuple[Option, ...]:
    seats = {seat.name: str(n) for n, seat in enumerate(desk.snapshot.seats, 1)}
    named = all(value in seats for value, _label in wording.options)
    notes = screen.option_notes(desk, question)
    options = []
    ids = id_keys([str(value) for value, _label in wording.options])
    for place, (value, label) in enumerate(wording.options):
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

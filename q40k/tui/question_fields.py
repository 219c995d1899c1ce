"""A question of the rules as a field: its words, its options and the keys that pick them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from q40k.games.quake.screen.forms import id_keys, number, portal_options
from q40k.games.quake.screen.glance import grip_notes, victim_notes
from q40k.games.quake.screen.tally import tally_field
from q40k.games.quake.words.wording import WORDS
from q40k.kernel.questions import (
    ChoiceQuestion,
    DiceQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
    TallyQuestion,
)
from q40k.tui.fields import Dice, Field, Number, Option, Pick, Several

if TYPE_CHECKING:
    from q40k.tui.desk import Desk


def question_field(desk: Desk, question: Question) -> Field:
    """The field that takes the answer to `question`, with the draft of dice half typed."""
    asked = WORDS.ask(desk.locale, desk.state, question)
    shared: dict[str, Any] = {
        "why": asked.why, "rule": asked.rule, "hint": asked.hint, "notes": asked.odds,
    }  # fmt: skip
    if isinstance(question, TallyQuestion):
        return tally_field(desk, question, asked, shared)
    if isinstance(question, DiceQuestion):
        return Dice(asked.title, question=question, buffer=desk.match_session.draft, **shared)
    if isinstance(question, NumberQuestion):
        return Number(asked.title, **shared)
    options = _options(desk, question, asked.options)
    if isinstance(question, OrderQuestion):
        return Several(asked.title, options=options, whole=True, **shared)
    if isinstance(question, SeveralQuestion):
        _ = desk.locale.gettext
        shared["hint"] = _("numbers, then Enter; Enter alone: none")
        return Several(asked.title, options=options, nobody=True, **shared)
    return Pick(asked.title, options=options, **shared)


def _options(
    desk: Desk, question: Question, labels: tuple[tuple[Any, str], ...]
) -> tuple[Option, ...]:
    players = {p.name: p for p in desk.state.players.values()}
    named = all(value in players for value, _label in labels)
    options = []
    ids = id_keys([str(value) for value, _label in labels])
    for place, (value, label) in enumerate(labels):
        if named:
            key = number(players[value])
        elif str(value).isdigit():
            key = str(value)
        elif value in ("yes", "no"):
            key = label[:1].casefold()
        else:
            key = ids[place]
        options.append(Option(key, value, label))
    if isinstance(question, ChoiceQuestion) and question.key == "choose-portal":
        there = {option.value: option.note for option in portal_options(desk)}
        options = [Option(o.key, o.value, o.label, there[o.value]) for o in options]
    if question.key == "melee-weapon" and question.who is not None:
        notes = grip_notes(desk.locale, desk.state, question.who, [str(o.value) for o in options])
        options = [Option(o.key, o.value, o.label, notes.get(o.value, "")) for o in options]
    if question.key == "melee-victim" and question.who is not None:
        whom = [str(o.value) for o in options]
        notes = victim_notes(desk.locale, desk.state, question.who, question.facts, whom)
        options = [Option(o.key, o.value, o.label, notes.get(o.value, "")) for o in options]
    return tuple(options)

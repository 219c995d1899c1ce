"""The questions of the rules that have a field or notes of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.fights.tally import tally_field
from q40k.games.quake.screen.melee.glance import grip_notes, victim_notes
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.questions import ChoiceQuestion, Question, TallyQuestion
from q40k.tui.fields import Field


def field_of(desk: Desk, question: Question, asked: WordedQuestion) -> Field | None:
    """Return the field for a roll of fight dice, or None for any other question."""
    return tally_field(desk, question, asked) if isinstance(question, TallyQuestion) else None


def notes(desk: Desk, question: Question) -> Mapping[Any, str]:
    """Return the notes beside options: the odds of a weapon or a victim in a melee."""
    locale, state, who = desk.locale, desk.state, question.who
    if not isinstance(question, ChoiceQuestion):
        return {}
    if question.key == "melee-weapon" and who is not None:
        return grip_notes(locale, state, who, [str(option) for option in question.options])
    if question.key == "melee-victim" and who is not None:
        whom = [str(option) for option in question.options]
        return victim_notes(locale, state, who, question.facts, whom)
    return {}

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
    """The dice of a fight may be typed, counted or called dead."""
    return tally_field(desk, question, asked) if isinstance(question, TallyQuestion) else None


def notes(desk: Desk, question: Question) -> Mapping[Any, str]:
    """What is noted beside options: what a weapon or a victim promises."""
    locale, state, who = desk.locale, desk.state, question.who
    if not isinstance(question, ChoiceQuestion):
        return {}
    if question.key == "melee-weapon" and who is not None:
        return grip_notes(locale, state, who, [str(one) for one in question.options])
    if question.key == "melee-victim" and who is not None:
        whom = [str(one) for one in question.options]
        return victim_notes(locale, state, who, question.facts, whom)
    return {}

"""The fields for questions of the rules: a small number is one digit without Enter."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.screen.base import Desk
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.questions import NumberQuestion, Question
from q40k.tui.fields import UNSHIFTED, Entered, Field, Move, Outcome

ONE_DIGIT: Final = frozenset(("counter-shown", "parry", "guard", "value"))
"""The questions whose numbers have one digit."""


class Digit(Field):
    """A number of one digit: the counter, a die to parry or to roll again, a blip."""

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a digit as the answer, also without Shift."""
        del key
        digit = UNSHIFTED.get(character or "", character or "")
        return Entered(int(digit)) if digit.isdigit() and len(digit) == 1 else Move.NOTHING


def question_field(_desk: Desk, question: Question, worded: WordedQuestion) -> Field | None:
    """Return the field for a number of one digit; None for other questions."""
    if not isinstance(question, NumberQuestion) or question.key not in ONE_DIGIT:
        return None
    return Digit(
        worded.title, why=worded.why, rule=worded.rule, hint=worded.hint, notes=worded.odds
    )

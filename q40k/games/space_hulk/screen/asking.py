"""Questions of the rules as fields: a small number is one digit, and no Enter after it."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.screen.base import Desk
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.questions import NumberQuestion, Question
from q40k.tui.fields import UNSHIFTED, Entered, Field, Move, Outcome

ONE_DIGIT: Final = frozenset(("counter-shown", "parry", "guard", "value"))
"""Questions whose numbers never have two digits."""


class Digit(Field):
    """A number of one digit: the counter, a die to parry or to roll again, a blip."""

    def take(self, key: str, character: str | None) -> Outcome:
        """A digit is the answer, also without Shift."""
        del key
        digit = UNSHIFTED.get(character or "", character or "")
        return Entered(int(digit)) if digit.isdigit() and len(digit) == 1 else Move.NOTHING


def question(_desk: Desk, asked: Question, said: WordedQuestion) -> Field | None:
    """The field of a number of one digit; any other question has its plain one."""
    if not isinstance(asked, NumberQuestion) or asked.key not in ONE_DIGIT:
        return None
    return Digit(said.title, why=said.why, rule=said.rule, hint=said.hint, notes=said.odds)

"""The dice of a fight at three depths: every die, only how many passed, or "dead".

Each question takes any of the three, and Space lets the app roll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import field

from q40k.games.quake.rules.damage import Working
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.words.fights.reasons import reason_with_source
from q40k.games.quake.words.fights.workings import kind_name, working_line
from q40k.games.quake.words.names import name_of
from q40k.i18n.locale import N_
from q40k.i18n.sentences import with_label
from q40k.kernel.questions import DEAD, TallyQuestion
from q40k.tui.fields import UNSHIFTED, Dice, Entered, Move, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from q40k.i18n.questions import WordedQuestion
    from q40k.kernel.questions import Answer, Question


DEAD_KEYS = "dDmM"
"""D for dead, and M for « mort »: neither is a die result, so both work in any language."""


SAVES = ("armour", "cover", "invulnerable")


class Tally(Dice):
    """Dice to type, a count of passes after "=", all (+), none (0), dead (D)."""

    question: TallyQuestion = field(default_factory=lambda: TallyQuestion("tally"))

    @property
    def counting(self) -> bool:
        """Return whether a count is being typed instead of dice."""
        return self.buffer.startswith("=")

    @property
    def typed_count(self) -> int:
        """Return how many dice are typed so far."""
        return 0 if self.counting else sum(c.isdigit() for c in self.buffer)

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key; Tab asks for another save where there is one."""
        if key == "tab" and self.question.choices:
            self.error = ""
            return Entered(another_save(self.question))
        return Dice.press(self, key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a die, or one key for the result of all. Raises AnswerError if impossible."""
        if self.counting:
            return self._count(key, character)
        if not self.buffer and character is not None:
            outcome = self._at_once(UNSHIFTED.get(character, character))
            if outcome is not None:
                return outcome
        return Dice.take(self, key, character)

    def _at_once(self, character: str) -> Outcome | None:
        """Return the outcome of a key that answers for all the dice."""
        question = self.question
        if character == "=":
            self.buffer = "="
            return Move.CHANGED
        if character in DEAD_KEYS and question.finishes:
            return Entered(DEAD)
        if not question.summed and character in "+0":
            return Entered(f"={len(question.dice) if character == '+' else 0}")
        return None

    def _count(self, key: str, character: str | None) -> Outcome:
        if key in ("enter", "space"):
            return Entered(self.buffer) if len(self.buffer) > 1 else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if digit == "/" and self._apart and self.buffer[-1].isdigit():
            self.buffer += digit
            return Move.CHANGED
        if len(digit) != 1 or digit not in "0123456789" or len(self.buffer) > 12:
            return Move.NOTHING
        self.buffer += digit
        count = int(self.buffer[1:])
        is_complete = not self._apart and (not count or count * 10 > self.question.most_total)
        return Entered(self.buffer) if is_complete else Move.CHANGED

    @property
    def _apart(self) -> bool:
        """Whether 6s or 1s matter, so that a count may include their number."""
        return self.question.sixes or self.question.ones


def another_save(question: TallyQuestion) -> str:
    """Return the next save its owner may take; repeated calls go through all."""
    now = str(question.facts.get("subject"))
    after_now = SAVES[SAVES.index(now) + 1 :] + SAVES if now in SAVES else SAVES
    return next(save for save in after_now if save in question.choices)


def tally_field(desk: Desk, question: TallyQuestion, worded: WordedQuestion) -> Tally:
    """Return the field of a fight's dice, with its one-key answers."""
    _ = desk.locale.gettext
    keys = [("=", _("=2 two pass"))]
    if question.summed:
        keys = [("=", _("=7 the sum"))]
    elif len(question.dice) == 1:
        keys = [("+", _("+ passes")), ("0", _("0 fails"))]
    else:
        keys += [("+", _("+ all pass")), ("0", _("0 none passes"))]
    if question.finishes:
        keys.append(("d", _("D dead, no more dice")))
    other = ""
    if question.choices:
        kind = kind_name(desk.locale, "save", another_save(question))
        other = _("another save ({save})").format(save=kind)
    return Tally(
        worded.title,
        why=worded.why,
        rule=worded.rule,
        notes=worded.odds,
        question=question,
        buffer=desk.match_session.draft,
        also=tuple(keys),
        other=other,
    )


def unfold_question(desk: Desk) -> tuple[str, ...]:
    """Return each reason of the open question with its source, and the rolls before it."""
    question = desk.snapshot.question
    if not isinstance(question, TallyQuestion):
        return ()
    locale, state = desk.locale, desk.state
    lines = [reason_with_source(locale, state, why) for why in question.facts.get("why", ())]
    before = [working_line(locale, state, working(*roll)) for roll in answered_rolls(desk)]
    if before:
        lines += ["", locale.gettext(N_("So far:")), *before]
    head = with_label(locale, name_of(state, question.who or ""), kind_of(desk, question))
    return (f"{head} [{question.rule}]", *lines)


def kind_of(desk: Desk, question: Question) -> str:
    """Return what the dice of a question are for: "to hit"."""
    facts = question.facts
    return kind_name(desk.locale, str(facts.get("kind", "")), str(facts.get("subject", "")))


def answered_rolls(desk: Desk) -> Iterator[tuple[TallyQuestion, Answer]]:
    """Yield the answered rolls of the fight since the waiting command."""
    from q40k.kernel.journal.journal import JournalError

    try:
        for entry in desk.match_session.answered_questions():
            question, answer = entry.question, entry.answer
            if isinstance(question, TallyQuestion) and answer not in question.choices:
                yield question, answer
    except JournalError:
        return


def working(question: TallyQuestion, answer: Answer) -> Working:
    """Return an answered roll in the form used by fight events."""
    facts = question.facts
    dice = tuple(int(die) for die in answer) if isinstance(answer, tuple) else None
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        passed = counts[0]
    elif question.summed:
        passed = sum(dice or ())
    else:
        passed = sum(_passes(question, die) for die in dice or ())
    return Working(
        kind=str(facts.get("kind", "")),
        by=question.who,
        count=len(question.dice),
        needed=question.needed,
        at_most=bool(facts.get("at_most")),
        summed=question.summed,
        dice=dice,
        passed=passed,
        subject=str(facts.get("subject", "")),
        why=tuple(facts.get("why", ())),
    )


def _passes(question: TallyQuestion, die: int) -> bool:
    return die <= question.needed if question.facts.get("at_most") else die >= question.needed

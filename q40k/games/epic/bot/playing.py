"""A match in memory without a journal: commands go straight to the rules, dice are seeded."""

from __future__ import annotations

from random import Random

from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.game import EpicRules
from q40k.games.epic.rules.state import Match
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.kernel.questions import Answer, ChoiceQuestion, DiceQuestion, NumberQuestion, Question

RULES = EpicRules()


class Table:
    """The state of a match, its dice, and how many inputs the rules have taken."""

    def __init__(self, seed: int) -> None:
        self.state: Match = RULES.blank()
        self.dice = Random(seed)
        self.inputs = 0

    def do(self, command: Command) -> bool:
        """Carry out a command and answer its questions; return False if the rules refuse it."""
        run: Run[Match, Command] = Run(RULES, self.state, command)
        try:
            run.start()
            while run.question is not None:
                run.answer(self._answer(run.question))
                self.inputs += 1
        except Refused:
            return False
        self.inputs += 1
        self.state = run.state
        return True

    def _answer(self, question: Question) -> Answer:
        """Answer dice by chance, and choices by chance as well."""
        if isinstance(question, DiceQuestion):
            return tuple(self.dice.randint(1, sides) for sides in question.dice)
        if isinstance(question, NumberQuestion):
            return question.most
        assert isinstance(question, ChoiceQuestion)
        return self.dice.choice(question.options)

"""A match in memory without a journal: commands go straight through the rules, dice are seeded."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.game import HulkRules
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.kernel.questions import Answer, ChoiceQuestion, DiceQuestion, NumberQuestion, Question

RULES = HulkRules()


class Table:
    """The state of a match, and what chance says."""

    def __init__(self, seed: int, state: Match | None = None) -> None:
        self.state: Match = RULES.blank() if state is None else state
        self.dice = Random(seed)

    @property
    def view(self) -> Match:
        """The state as the marine player may know it."""
        return mask_state(self.state, "marine")

    def do(self, command: Command) -> bool:
        """Carry out a command and answer what it asks; False when the rules refuse it."""
        run: Run[Match, Command] = Run(RULES, self.state, command)
        try:
            run.start()
            while run.question is not None:
                run.go_on(self.answer(run.question, run.state))
        except Refused:
            return False
        self.state = run.state
        return True

    def answer(self, question: Question, state: Match) -> Answer:
        """Dice by chance; what is a choice as a plain player chooses."""
        if isinstance(question, DiceQuestion):
            return tuple(self.dice.randint(1, sides) for sides in question.dice)
        return chosen(question, state)


def chosen(question: Question, state: Match) -> Answer:
    """How a plain marine player answers what the rules ask of him.

    A low counter is drawn again; the best die of a stealer that would win is parried, one's own
    rolled again; psi points are added as far as they win.
    """
    facts = question.facts
    if question.key == "again":
        return "yes" if (state.counter.drawn or 0) <= LOW else "no"
    if question.key == "parry":
        return _best(facts["dice"]) if max(facts["dice"]) > max(facts["his"]) else 0
    if question.key == "guard":
        return _worst(facts["dice"]) if max(facts["theirs"]) >= max(facts["dice"]) else 0
    if question.key == "psi":
        return _psi(question)
    if isinstance(question, NumberQuestion):
        return question.least
    assert isinstance(question, ChoiceQuestion)
    return question.options[0]


LOW = 3
"""A counter that shows no more than this is put back."""
MOST_PSI = 3
"""As many points as a fight is worth."""


def _best(dice: Sequence[int]) -> int:
    return dice.index(max(dice)) + 1


def _worst(dice: Sequence[int]) -> int:
    return dice.index(min(dice)) + 1


def _psi(question: Question) -> int:
    """As many points as turn a fight, three at the most."""
    assert isinstance(question, NumberQuestion)
    behind = int(question.facts["stealer"]) - int(question.facts["marine"])
    wanted = behind + 1
    return min(wanted, question.most) if 0 < wanted <= MOST_PSI else 0

"""What a game brings to random evenings: how it is laid out, what is entered, what must hold."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from q40k.games import game as games
from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.kernel import events as questions
from q40k.kernel.commands import BadCommand
from q40k.kernel.events import Event, Question, Refused
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.match_session import MatchSession
from tests.soak.ideas import STRANGE, Said

if TYPE_CHECKING:
    from tests.soak.table import Table

NOT_ENTERED = (Refused, questions.AnswerError, ValidationError, BadCommand, PackError)
"""Why an entry at random may not be taken."""
STRANGE_VALUES: tuple[Any, ...] = (*STRANGE, None, [], {}, float("nan"), float("inf"), 10**40, True)


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """A command as the journal holds it, all its events, and the states before and after them."""

    command: Mapping[str, Any]
    events: list[Event]
    before: Any
    after: Any


class RandomGame(ABC):
    """A game as random evenings play it. A `variant` is what one evening plays: a mod, a mission."""

    id = ""
    run_up: tuple[int, ...] = (0, 30, 90)
    """How many inputs follow the opening, before an evening's first step."""
    resumes = 0.3
    """How often an input finds a finished match taken back to before its end."""

    def __init__(self) -> None:
        self.game: Game = games.find(self.id)
        self.rules = self.game.rules
        self.words = self.game.words
        self.locales = (Locale("en"), Locale("fr", self.words.locales))

    @abstractmethod
    def variants(self) -> tuple[str, ...]:
        """Return everything that an evening of this game can be."""

    @abstractmethod
    def library(self) -> Library:
        """Return the shipped packs, read once."""

    def lay_out(self, table: Table, variant: str, dice: Random) -> None:
        """Enter the commands of the opening, then play on for a while, so that evenings differ in stage."""
        for command in self.opening(variant, dice):
            with suppress(*NOT_ENTERED):
                table.enter(command)
            while table.question is not None:
                table.answer(table.question, dice)
        for _ in range(dice.choice(self.run_up)):
            table.play(dice)

    def opening(self, variant: str, dice: Random) -> list[Said]:
        """Return the commands that lay a match out, for `lay_out`."""
        del variant, dice
        return []

    @abstractmethod
    def command(self, state: Any, dice: Random) -> Said:
        """Return a command that suits the state; the rules may refuse some of them."""

    def nonsense(self, state: Any, dice: Random) -> Said:
        """Return a command that no table would give: a wrong value, or one field too many."""
        command = self.command(state, dice)
        field = dice.choice(sorted(command))
        return command | ({field: dice.choice(STRANGE_VALUES)} if dice.random() < 0.8 else {"x": 1})

    def replacement(self, state: Any, dice: Random) -> Said:
        """Return a command to enter in the past instead of another."""
        return self.command(state, dice)

    def complete(self, fields: Said, state: Any) -> Any:
        """Return the command with its packs' data. Raises one of NOT_ENTERED."""
        read = json.loads(json.dumps(fields))  # as a script holds it
        if not isinstance(read.get("do"), str):
            raise BadCommand("unknown-do")
        command = self.game.commands.check(read)
        packs = self.game.packs
        return packs.complete(self.library(), state, command) if packs.needs_packs(command) else command

    def answer(self, question: Question, state: Any, dice: Random) -> Any:
        """Return an answer that fits, as a value."""
        del state
        return fitting_answer(question, dice)

    def check(self, match_session: MatchSession) -> None:  # noqa: B027 - a game may have nothing to check
        """Assert what holds in every state, whatever the table has overruled."""

    def check_by_the_book(self, match_session: MatchSession) -> None:  # noqa: B027
        """Assert what holds in every state that no overruling and no correction has touched."""

    def is_overruled(self, events: list[Event]) -> bool:
        """Return whether the table has overruled the book."""
        return any(event.type == "overridden" for event in events)

    def sentences(self, locale: Locale, state: Any) -> list[str | None]:
        """Return further sentences of a state, beside those of events and questions."""
        del locale, state
        return []

    def judge(self, commands: list[CarriedOut], *, open_end: bool) -> None:  # noqa: B027
        """Assert what follows from all commands of a match: who acted when, that the right side has won.

        With an `open_end` the last command still waits for answers.
        """


def fitting_answer(question: Question, dice: Random) -> Any:
    """Return an answer that fits, as a value."""
    if isinstance(question, questions.TallyQuestion) and dice.random() < 0.3:
        return dice.choice(words_for_dice(question, dice))
    if isinstance(question, questions.NumberQuestion):
        return dice.randint(question.least, min(question.most, question.least + 9))
    if isinstance(question, questions.ChoiceQuestion):
        return dice.choice(question.options)
    return list_of_answers(question, dice)


def words_for_dice(question: questions.TallyQuestion, dice: Random) -> list[str]:
    """Return what may be said instead of each die: a total, a word, that somebody is dead."""
    total = dice.randint(question.least, max(question.least, question.most_total))
    return [f"={total}", *question.choices, *(["dead"] if question.finishes else [])]


def list_of_answers(question: Question, dice: Random) -> list[Any]:
    """Return an answer to a question that takes several."""
    if isinstance(question, questions.DiceQuestion):
        return [dice.randint(1, sides) for sides in question.dice]
    if isinstance(question, questions.OrderQuestion):
        return dice.sample(question.items, len(question.items))
    if isinstance(question, questions.SeveralQuestion):
        return dice.sample(question.options, dice.randint(0, min(2, len(question.options))))
    assert isinstance(question, questions.EachQuestion), question
    return [dice.choice(question.options) for _ in question.items]


def typed_answer(question: Question, value: Any) -> str | None:
    """Return the answer as a hand types it; None for a list of names with commas."""
    if isinstance(question, questions.EachQuestion):
        return "".join(option[:1] for option in value)
    if isinstance(question, questions.DiceQuestion) and isinstance(value, list):
        halved = [2 * v if sides == 3 and question.halved else v for v, sides in zip(value, question.dice, strict=True)]
        return " ".join(map(str, halved))
    if isinstance(value, list | tuple):
        return None if any("," in str(item) for item in value) else ", ".join(map(str, value))
    return str(value)

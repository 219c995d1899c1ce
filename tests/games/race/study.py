"""The dice race in a study: runners dare while somebody is ahead of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from q40k.bots.memory import Table, plain_answer
from q40k.i18n.locale import N_
from q40k.kernel.events import Answer, Event, Question
from q40k.study.happenings import Happening
from q40k.study.subject import Subject
from q40k.tabletop.rules import Level
from tests.games.race.game import GAME
from tests.games.race.rules.running import Ran, Run
from tests.games.race.rules.state import Command, Race


def dares(state: Race, runner: str) -> bool:
    """Return whether a bot dares: somebody is ahead."""
    here = state.runners[runner].course.square
    return any(other.course.square > here for other in state.runners.values())


def _answer(question: Question, state: Race) -> Answer:
    if question.key == "dare" and question.who is not None:
        return "yes" if dares(state, question.who) else "no"
    return plain_answer(question)


class RaceSubject(Subject):
    """The dice race: there is one command, and one choice in it."""

    rooms = ("tests.games.race.rules", "tests.games.race.study")
    has_secrets = True
    happening_words: ClassVar[Mapping[str, str]] = {"runs": N_("{who} runs")}

    def table(self, state: Race, seed: str) -> Table[Race, Command]:
        """Return a race in memory."""
        return Table(GAME.rules, seed, state, _answer)

    def choose(self, state: Race, chance: Random, level: Level) -> Command:
        """Return the only command."""
        return Run()

    def propose(self, state: Race, seat: str, most: int) -> Sequence[Command]:
        """Return the only command."""
        return (Run(),)

    def happenings(self, state: Race, events: Sequence[Event]) -> Iterator[Happening]:
        """Yield who runs."""
        for event in events:
            if isinstance(event, Ran):
                yield Happening("runs", event.runner)

    def guess(self, state: Race, seat: str | None, chance: Random) -> Race:
        """Draw the lucky numbers of all others anew."""
        if state.outcome.over:
            return state
        for id in state.runners:
            number = chance.randint(1, 6)
            if id != seat:
                state = state.with_runner(id, lucky=number)
        return state

"""A toy game: players throw dice into a pot. It proves that the kernel knows no other game.

Commands are dicts: {"do": "throw", "who": "Ann", "dice": [6, 6]} adds dice to the pot,
"name" asks for a colour, "sort" for an order of names, "two" for a die and then a colour, and
"take" is refused when the pot holds too little, or once and for all when it is empty.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from q40k.kernel.events import ChoiceQuestion, DiceQuestion, Event, Live, OrderQuestion, Refusal, Refused, Rule
from q40k.kernel.journal.journal import Journal
from q40k.kernel.registry import Registry
from q40k.kernel.session import Session

Command = dict[str, Any]
COLOURS = ("red", "green", "grey")


class Added(Event, tag="added"):
    points: int


class Named(Event, tag="named"):
    word: str


class Passed(Event, tag="passed"):
    why: str


Pot = tuple[int, tuple[str, ...]]
"""The points in the pot and the words that were said."""


def throw(live: Live[Pot], command: Command) -> Rule[None]:
    dice = yield DiceQuestion("throw", command.get("who"), "POT-1", {}, tuple(command["dice"]))
    yield Added(points=sum(dice))


def name(live: Live[Pot], command: Command) -> Rule[None]:
    word = yield ChoiceQuestion("colour", None, "POT-2", {}, COLOURS)
    yield Named(word=word)


def sort(live: Live[Pot], command: Command) -> Rule[None]:
    order = yield OrderQuestion("order", None, "POT-3", {}, COLOURS)
    yield Named(word=" ".join(order))


def two(live: Live[Pot], command: Command) -> Rule[None]:
    yield Named(word="first")
    (die,) = yield DiceQuestion("throw", None, "POT-1")
    yield Added(points=die)
    word = yield ChoiceQuestion("colour", None, "POT-2", {"seen": live.state[0]}, COLOURS)
    yield Named(word=word)


def take(live: Live[Pot], command: Command) -> Rule[None]:
    if not live.state[0]:
        raise Refused(Refusal("POT-4", "empty", overridable=False))
    if command["points"] > live.state[0]:
        yield Refusal("POT-5", "too-little", {"pot": live.state[0]})
    yield Added(points=-command["points"])


def fickle(live: Live[Pot], command: Command) -> Rule[None]:
    """Asks first and refuses then, which no rule should."""
    (die,) = yield DiceQuestion("throw", None, "POT-1")
    if die > 3:
        yield Refusal("POT-6", "too-high")
    yield Added(points=die)


RULES = {"throw": throw, "name": name, "sort": sort, "two": two, "take": take, "fickle": fickle}
REGISTRY: Registry[Pot, Command] = Registry()
for kind in (Added, Named, Passed):
    REGISTRY.event(kind)


class Counting:
    """The toy as the kernel sees it; with a `bonus` its rules tell another story."""

    def __init__(self, bonus: int = 0) -> None:
        self.bonus = bonus

    def blank(self) -> Pot:
        return 0, ()

    def fold(self, state: Pot, event: Event) -> Pot:
        if isinstance(event, Added):
            return state[0] + event.points, state[1]
        if isinstance(event, Named):
            return state[0], (*state[1], event.word)
        return state

    def carry_out(self, live: Live[Pot], command: Command) -> Rule[None]:
        yield from RULES[command["do"]](live, command)
        if self.bonus:
            yield Added(points=self.bonus)

    def load(self) -> None:
        """Do nothing: all is loaded."""

    def override_event(self, refusal: Refusal, command: Command) -> Passed | None:
        why = command.get("override")
        return Passed(why=why) if why and refusal.overridable else None

    def roller(self, _state: Pot, _who: str | None, /) -> str:
        return "hand"

    def seed(self, _state: Pot, /) -> str:
        return "pot"

    def read_command(self, text: str) -> Command:
        command: Command = json.loads(text)
        return command

    def write_command(self, command: Command) -> str:
        return json.dumps(command)

    def read_events(self, text: str) -> Sequence[Event]:
        return REGISTRY.read_events(text)

    def write_events(self, events: Sequence[Event]) -> str:
        return REGISTRY.write_events(events)

    def read_state(self, text: str) -> Pot:
        version, points, words = json.loads(text)
        if version != 1:
            raise ValueError("a snapshot of another version")
        return points, tuple(words)

    def write_state(self, state: Pot) -> str:
        return json.dumps([1, *state])


def session(journal: Journal, match: int, game: Counting | None = None) -> Session[Pot, Command]:
    return Session(game or Counting(), journal, match, lambda: "now")


def pot(journal: Journal | None = None) -> Session[Pot, Command]:
    """A pot in memory, or a new one in `journal`."""
    journal = journal or Journal(None)
    return session(journal, journal.create("pot", "now"))

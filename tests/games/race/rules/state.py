"""The state of a dice race, in parts, and the registry of its events, folds, commands and rules."""

from __future__ import annotations

from msgspec import field

from q40k.kernel import events
from q40k.kernel.registry import Registry
from q40k.kernel.state import Part, Record
from q40k.tabletop.rules import Command as TableCommand
from q40k.tabletop.rules import Roller
from tests.games.race.packs import Track

MOST_RUNNERS = 6
MOST_LETTERS = 30


class Setup(Part, frozen=True):
    """What the players agreed on when the match was laid out."""

    name: str = ""
    track: Track | None = None
    seed: str = ""
    roller: Roller = "hand"


class Course(Part, frozen=True):
    """How far a runner has come, and how often it has run."""

    square: int = 0
    runs: int = 0


class Secret(Part, frozen=True):
    """The lucky number of a runner: None before it is drawn, and for other viewers."""

    lucky: int | None = None


class Runner(Record, frozen=True):
    """A player in the race."""

    id: str
    name: str
    course: Course = field(default_factory=Course)
    secret: Secret = field(default_factory=Secret)


class Outcome(Part, frozen=True):
    """How the race ended; the winner by id."""

    over: bool = False
    winner: str | None = None


class Race(Record, frozen=True):
    """One race. Runners by id, in the order of joining, which is that of play."""

    runners: dict[str, Runner] = field(default_factory=dict)
    active: str | None = None
    setup: Setup = field(default_factory=Setup)
    outcome: Outcome = field(default_factory=Outcome)

    @property
    def track(self) -> Track:
        """The track, once the match is laid out."""
        assert self.setup.track is not None
        return self.setup.track

    @property
    def round(self) -> int:
        """The round of the active runner, or of the first runner, from 1; 0 before any run."""
        if not any(runner.course.runs for runner in self.runners.values()):
            return 0
        runner = self.runners[self.active or next(iter(self.runners))]
        return runner.course.runs + (0 if self.outcome.over else 1)

    def with_runner(self, id: str, **changes: object) -> Race:
        """Return the state with changes to a runner."""
        return self.replace(runners=self.runners | {id: self.runners[id].replace(**changes)})


REGISTRY: Registry[Race, Command] = Registry()
fold = REGISTRY.fold
rule = REGISTRY.rule


class Event(events.Event):
    """A fact of a dice race."""

    register = REGISTRY.event


class Command(TableCommand):
    """What somebody asks for in a dice race."""

    register = REGISTRY.command

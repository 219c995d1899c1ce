"""A run: a die, what the square does, and a second die for who dares."""

from __future__ import annotations

from q40k.kernel.commands import Command
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Refusal, Rule
from q40k.kernel.questions import ChoiceQuestion, DiceQuestion
from tests.games.race.rules.ending import finish
from tests.games.race.rules.registry import command, event, fold, rule
from tests.games.race.rules.state import Race


@event
class Ran(Event, tag="ran"):
    """A runner has run to a square; `thrown` is where the square threw it, if it did."""

    runner: str
    die: int
    square: int
    thrown: int | None = None


@event
class Stumbled(Event, tag="stumbled"):
    """A runner dared too much, and is back where its run began."""

    runner: str
    square: int


@event
class TurnOpened(Event, tag="turn-opened"):
    """The next one runs."""

    runner: str
    turn: int


@fold(Ran)
def _ran(state: Race, event: Ran) -> Race:
    square = event.square if event.thrown is None else event.thrown
    return state.with_runner(event.runner, square=square)


@fold(Stumbled)
def _stumbled(state: Race, event: Stumbled) -> Race:
    return state.with_runner(event.runner, square=event.square)


@fold(TurnOpened)
def _turn_opened(state: Race, event: TurnOpened) -> Race:
    before = state.active or next(iter(state.runners))
    runs = state.runners[before].course.runs + 1
    return state.with_runner(before, runs=runs).replace(active=event.runner)


@command
class Run(Command, tag="run"):
    """The runner whose turn it is runs."""


@rule(Run)
def run(live: Live[Race], _command: Run) -> Rule[None]:
    """Run a die's squares; then, if the runner dares, another's, at the risk of all of it.

    Rule: RACE-3, RACE-4
    """
    state = live.state
    if state.outcome.over:
        yield Refusal("RACE-3", "over", overridable=False)
    if len(state.runners) < 2:
        yield Refusal("RACE-3", "too-few", {"least": 2}, overridable=False)
    runner = state.active or next(iter(state.runners))
    began = state.runners[runner].course.square
    (die,) = yield DiceQuestion("run", runner, "RACE-3")
    yield _ran_by(live, runner, die)
    if _at(live, runner) < state.track.length:
        facts = {"lucky": state.runners[runner].secret.lucky}
        dares = yield ChoiceQuestion("dare", runner, "RACE-4", facts, options=("yes", "no"))
        if dares == "yes":
            (die,) = yield DiceQuestion("dared", runner, "RACE-4")
            if die == 1:
                yield Stumbled(runner=runner, square=began)
            else:
                yield _ran_by(live, runner, die)
    if _at(live, runner) >= state.track.length:
        yield from finish(live, runner)
        return
    ids = list(state.runners)
    following = ids[(ids.index(runner) + 1) % len(ids)]
    yield TurnOpened(runner=following, turn=live.state.runners[following].course.runs + 1)


def _at(live: Live[Race], runner: str) -> int:
    return live.state.runners[runner].course.square


def _ran_by(live: Live[Race], runner: str, die: int) -> Ran:
    track = live.state.track
    square = min(_at(live, runner) + die, track.length)
    thrown = track.thrown(square)
    return Ran(runner=runner, die=die, square=square, thrown=None if thrown == square else thrown)

"""A run, the end of a race, and its medal."""

from __future__ import annotations

from q40k.kernel.commentary import MedalRule, medal_for_events
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, forbid, roll_one
from tests.games.race.rules.state import Command, Event, Outcome, Race, rule


class Revealed(Event, tag="revealed"):
    """A runner shows its lucky number, which carries it so many squares on."""

    runner: str
    number: int
    square: int

    def fold(self, state: Race) -> Race:
        return state.with_runner(self.runner, square=self.square)


class Won(Event, tag="won"):
    """A runner has won."""

    runner: str

    def fold(self, state: Race) -> Race:
        return state.replace(outcome=Outcome(True, self.runner))


class End(Command, tag="end"):
    """End the race early: the players have to leave."""


@rule(End)
def end(live: Live[Race], _command: End) -> Rule[None]:
    """End the race with the runners where they are.

    Rule: RACE-5
    """
    if live.state.outcome.over:
        raise forbid("RACE-5", "over")
    if not live.state.runners:
        raise forbid("RACE-5", "nobody")
    leader = max(live.state.runners.values(), key=lambda runner: runner.course.square)
    yield from finish(live, leader.id)


def finish(live: Live[Race], first: str) -> Rule[None]:
    """Show the lucky numbers: each carries its owner on, and the farthest runner then wins.

    Among equals the runner `first` wins, then the one who joined first.

    Rule: RACE-5
    """
    for runner in live.state.runners.values():
        number = runner.secret.lucky or 0
        yield Revealed(runner=runner.id, number=number, square=runner.course.square + number)
    ranked = sorted(live.state.runners.values(), key=lambda runner: (-runner.course.square, runner.id != first))
    yield Won(runner=ranked[0].id)


# -- the run ------------------------------------------------------------------------------


class Ran(Event, tag="ran"):
    """A runner has run to a square; `thrown` is where the square threw it, if it did."""

    runner: str
    die: int
    square: int
    thrown: int | None = None

    def fold(self, state: Race) -> Race:
        square = self.square if self.thrown is None else self.thrown
        return state.with_runner(self.runner, square=square)


class Stumbled(Event, tag="stumbled"):
    """A runner dared too much, and is back where its run began."""

    runner: str
    square: int

    def fold(self, state: Race) -> Race:
        return state.with_runner(self.runner, square=self.square)


class TurnOpened(Event, tag="turn-opened"):
    """The turn of the next runner begins."""

    runner: str
    turn: int

    def fold(self, state: Race) -> Race:
        before = state.active or next(iter(state.runners))
        runs = state.runners[before].course.runs + 1
        return state.with_runner(before, runs=runs).replace(active=self.runner)


class Run(Command, tag="run"):
    """Let the active runner run."""


@rule(Run)
def run(live: Live[Race], _command: Run) -> Rule[None]:
    """Run as many squares as a die shows; a runner who dares risks them all with another die.

    Rule: RACE-3, RACE-4
    """
    state = live.state
    if state.outcome.over:
        raise forbid("RACE-3", "over")
    if len(state.runners) < 2:
        raise forbid("RACE-3", "too-few", least=2)
    runner = state.active or next(iter(state.runners))
    began = state.runners[runner].course.square
    die = yield from roll_one(runner, "run", "RACE-3")
    yield _run_event(live, runner, die)
    if _square_of(live, runner) < state.track.length:
        lucky = state.runners[runner].secret.lucky
        dares = yield from choose(runner, "dare", "RACE-4", ("yes", "no"), lucky=lucky)
        if dares == "yes":
            die = yield from roll_one(runner, "dared", "RACE-4")
            if die == 1:
                yield Stumbled(runner=runner, square=began)
            else:
                yield _run_event(live, runner, die)
    if _square_of(live, runner) >= state.track.length:
        yield from finish(live, runner)
        return
    ids = list(state.runners)
    following = ids[(ids.index(runner) + 1) % len(ids)]
    yield TurnOpened(runner=following, turn=live.state.runners[following].course.runs + 1)


def _square_of(live: Live[Race], runner: str) -> int:
    return live.state.runners[runner].course.square


def _run_event(live: Live[Race], runner: str, die: int) -> Ran:
    track = live.state.track
    square = min(_square_of(live, runner) + die, track.length)
    thrown = track.end_of_run(square)
    return Ran(runner=runner, die=die, square=square, thrown=None if thrown == square else thrown)


# -- medals -------------------------------------------------------------------------------


MEDALS: tuple[MedalRule[Race], ...] = (medal_for_events("stumbler", Stumbled, "runner"),)

"""The end of a race: the lucky numbers are shown, and count."""

from __future__ import annotations

from q40k.kernel.commands import Command
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Refusal, Rule
from tests.games.race.rules.registry import command, event, fold, rule
from tests.games.race.rules.state import Outcome, Race


@event
class Revealed(Event, tag="revealed"):
    """A runner shows its lucky number, which carries it so many squares on."""

    runner: str
    number: int
    square: int


@event
class Won(Event, tag="won"):
    """Somebody has won."""

    runner: str


@fold(Revealed)
def _revealed(state: Race, event: Revealed) -> Race:
    return state.with_runner(event.runner, square=event.square)


@fold(Won)
def _won(state: Race, event: Won) -> Race:
    return state.replace(outcome=Outcome(True, event.runner))


@command
class End(Command, tag="end"):
    """We have to leave: the race ends where it stands."""


@rule(End)
def end(live: Live[Race], _command: End) -> Rule[None]:
    """End the race where it stands.

    Rule: RACE-5
    """
    if live.state.outcome.over:
        yield Refusal("RACE-5", "over", overridable=False)
    if not live.state.runners:
        yield Refusal("RACE-5", "nobody", overridable=False)
    ahead = max(live.state.runners.values(), key=lambda one: one.course.square)
    yield from finish(live, ahead.id)


def finish(live: Live[Race], first: str) -> Rule[None]:
    """Show the lucky numbers: each carries its owner on, and who then is farthest has won.

    Among equals whoever was `first` wins, then who joined first.

    Rule: RACE-5
    """
    for one in live.state.runners.values():
        number = one.secret.lucky or 0
        yield Revealed(runner=one.id, number=number, square=one.course.square + number)
    ranked = sorted(
        live.state.runners.values(), key=lambda one: (-one.course.square, one.id != first)
    )
    yield Won(runner=ranked[0].id)

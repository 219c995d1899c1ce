"""The dice race as the shell sees it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from q40k.games.game import Moments, Racer, Seat, Status, View, Viewer
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_
from q40k.kernel.amending import Change
from q40k.kernel.events import Event
from q40k.kernel.questions import Question
from q40k.table.as_json import question_data
from tests.games.race.rules import table
from tests.games.race.rules.state import Race, Runner
from tests.games.race.scene import scene


class RaceView(View):
    """What the shell asks of a race. The lucky numbers are secret until it is over."""

    moments = Moments(highlights=("stumbled",), highlight_name=N_("stumble"), turn="turn-opened")

    def seats(self, state: Race) -> tuple[Seat, ...]:
        """Every runner, in the order of joining."""
        runners = enumerate(state.runners.values())
        return tuple(Seat(one.id, one.name, number) for number, one in runners)

    def status(self, state: Race) -> Status:
        """Where the race stands."""
        winner = state.outcome.winner
        return Status(
            is_laid_out=state.setup.track is not None,
            name=state.setup.name,
            turn=state.round,
            active=() if state.active is None or winner else (state.active,),
            over=state.outcome.over,
            winners=() if winner is None else (state.runners[winner].name,),
        )

    def race(self, state: Race) -> tuple[Racer, ...]:
        """How far everybody has come on the track."""
        if state.setup.track is None:
            return ()
        length = Fraction(state.track.length)
        return tuple(
            Racer(seat.id, seat.name, seat.colour, _square(state, seat.id), length)
            for seat in self.seats(state)
        )

    def changes(self, old: Race, new: Race) -> tuple[Change, ...]:
        """All that is otherwise in `new` than in `old`: the winner, then the runners."""
        return tuple(_changes(old, new))

    def scene(self, state: Race) -> Scene | None:
        """The track with everybody on it."""
        return scene(state)

    def mask_state(self, state: Race, viewer: Viewer) -> Race:
        """The state without the lucky numbers of others."""
        return table.masked(state, viewer)

    def mask_event(self, state: Race, event: Event, viewer: Viewer) -> Event:
        """The event without the lucky number of another."""
        return table.masked_event(state, event, viewer)

    def mask_question(self, state: Race, question: Question, viewer: Viewer) -> Question:
        """The question without the lucky number of another."""
        return table.masked_question(state, question, viewer)

    def as_json(self, state: Race, question: Question | None, log: list[str]) -> dict[str, Any]:
        """The whole state; `log` holds its sentences."""
        status = self.status(state)
        return {
            "track": state.setup.track.id if state.setup.track else None,
            "turn": status.turn,
            "active": state.runners[state.active].name if status.active and state.active else None,
            "runners": {one.name: _runner(one) for one in state.runners.values()},
            "winner": list(status.winners) or None,
            "asks": question_data(self.seats(state), question),
            "log": log,
        }


def _square(state: Race, runner: str) -> Fraction:
    return Fraction(state.runners[runner].course.square)


def _runner(one: Runner) -> dict[str, Any]:
    return {"square": one.course.square, "runs": one.course.runs, "lucky": one.secret.lucky}


def _changes(old: Race, new: Race) -> Iterator[Change]:
    before, after = RaceView().status(old), RaceView().status(new)
    if before.winners != after.winners:
        yield Change("winner", None, before.winners, after.winners)
    for id in dict.fromkeys((*old.runners, *new.runners)):
        then, now = old.runners.get(id), new.runners.get(id)
        if then is None or now is None:
            known = then or now
            yield Change("lacks" if now is None else "joins", known.name if known else id)
        elif then.course.square != now.course.square:
            yield Change("square", now.name, then.course.square, now.course.square)

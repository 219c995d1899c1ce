"""The dice race as the shell sees it, and its track from above."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from q40k.games.game import Moments, Racer, Seat, Status, View, Viewer
from q40k.geometry.scene import Area, Label, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_
from q40k.kernel.amending import Change
from q40k.kernel.events import Event, Question
from q40k.table.as_json import question_data
from tests.games.race.rules import table
from tests.games.race.rules.state import Race, Runner

SIDE_CM: Final = 10
COLUMNS: Final = 10
COLOURS: Final = ("#d7504a", "#2f9e66", "#4b84e0", "#b8841b", "#a05bd6", "#1f9aa0")
STYLES: Final = {
    "square": Style("#3c424b", "#d3cec2", "·"),
    "back": Style("#8f3413", "#f0925e", "<"),
    "on": Style("#31502d", "#b9d3a5", ">"),
    "line": Style("#e8c14b", "#7a5a00", "#"),
    "number": Style("#aaaaaa", "#59606b"),
}


def scene(state: Race) -> Scene | None:
    """Return the picture of the track and the runners; None before it is laid out."""
    if state.setup.track is None:
        return None
    track = state.setup.track
    rows = track.length // COLUMNS + 1
    throws = {throw.at: "on" if throw.by > 0 else "back" for throw in track.throws}
    styles = {**throws, track.length: "line"}
    squares = range(track.length + 1)
    return Scene(
        (COLUMNS * SIDE_CM, rows * SIDE_CM),
        ground=tuple(Area(styles.get(square, "square"), _corners(square)) for square in squares),
        pieces=tuple(_pieces(state)),
        labels=tuple(Label(middle(square), str(square), "number", layer="numbers") for square in squares),
        styles=STYLES,
    )


def _pieces(state: Race) -> list[Piece]:
    pieces = []
    for number, runner in enumerate(state.runners.values()):
        x, y = middle(min(runner.course.square, state.track.length))
        at = (x + (number % 3 - 1) * 3.2, y + (3 if number < 3 else -3))
        colour = COLOURS[number]
        is_active = runner.id == state.active
        pieces.append(Piece(runner.id, runner.name[:1].upper(), at, colour, active=is_active))
    return pieces


def middle(square: int) -> Spot:
    """Return the middle of a square: the rows go to and fro."""
    row, column = divmod(square, COLUMNS)
    column = COLUMNS - 1 - column if row % 2 else column
    return ((column + 0.5) * SIDE_CM, (row + 0.5) * SIDE_CM)


def _corners(square: int) -> tuple[Spot, ...]:
    x, y = middle(square)
    half = SIDE_CM / 2 - 0.5
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


# -- the shell ----------------------------------------------------------------------------


class RaceView(View):
    """The answers to the shell about a race. The lucky numbers are secret until it is over."""

    moments = Moments(highlights=("stumbled",), highlight_name=N_("stumble"), turn="turn-opened")

    def seats(self, state: Race) -> tuple[Seat, ...]:
        """Return every runner, in the order of joining."""
        runners = enumerate(state.runners.values())
        return tuple(Seat(runner.id, runner.name, number) for number, runner in runners)

    def status(self, state: Race) -> Status:
        """Return the status of the race."""
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
        """Return each runner's progress on the track."""
        if state.setup.track is None:
            return ()
        length = Fraction(state.track.length)
        return tuple(
            Racer(seat.id, seat.name, seat.colour, _square(state, seat.id), length) for seat in self.seats(state)
        )

    def changes(self, old: Race, new: Race) -> tuple[Change, ...]:
        """Return every difference between two states: the winner, then the runners."""
        return tuple(_changes(old, new))

    def scene(self, state: Race) -> Scene | None:
        """Return the picture of the track and the runners."""
        return scene(state)

    def mask_state(self, state: Race, viewer: Viewer) -> Race:
        """Return the state without the lucky numbers of others."""
        return table.mask_state(state, viewer)

    def mask_event(self, state: Race, event: Event, viewer: Viewer) -> Event:
        """Return the event without another runner's lucky number."""
        return table.mask_event(state, event, viewer)

    def mask_question(self, state: Race, question: Question, viewer: Viewer) -> Question:
        """Return the question without another runner's lucky number."""
        return table.mask_question(state, question, viewer)

    def as_json(self, state: Race, question: Question | None, log: list[str]) -> dict[str, Any]:
        """Return the whole state; `log` holds its sentences."""
        status = self.status(state)
        return {
            "track": state.setup.track.id if state.setup.track else None,
            "turn": status.turn,
            "active": state.runners[state.active].name if status.active and state.active else None,
            "runners": {runner.name: _runner(runner) for runner in state.runners.values()},
            "winner": list(status.winners) or None,
            "asks": question_data(self.seats(state), question),
            "log": log,
        }


def _square(state: Race, runner: str) -> Fraction:
    return Fraction(state.runners[runner].course.square)


def _runner(runner: Runner) -> dict[str, Any]:
    course = runner.course
    return {"square": course.square, "runs": course.runs, "lucky": runner.secret.lucky}


def _changes(old: Race, new: Race) -> Iterator[Change]:
    before, after = RaceView().status(old), RaceView().status(new)
    if before.winners != after.winners:
        yield Change("winner", None, before.winners, after.winners)
    for id in dict.fromkeys((*old.runners, *new.runners)):
        then, now = old.runners.get(id), new.runners.get(id)
        if then is None or now is None:
            runner = then or now
            yield Change("lacks" if now is None else "joins", runner.name if runner else id)
        elif then.course.square != now.course.square:
            yield Change("square", now.name, then.course.square, now.course.square)

"""The dice race, of which every chance can be worked out exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from q40k.games import game as games
from q40k.games.game import Game
from q40k.study.figures import Estimate, Study, estimate, work_out
from q40k.study.matches import encode_record, list_tasks, make_record
from q40k.study.playouts import Settings, play_tasks, read_weighing
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.race.playing import WHERE, play
from tests.games.race.study import dares

LENGTH = 12
TRACK = {"id": "short", "name": {"en": "Short", "fr": "Court"}, "length": LENGTH}
PLAYS = 100

Runs = list[list[Any]]
"""The answers of each run: a die, whether the runner dares, and perhaps another die."""


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Add the dice race."""
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("race", WHERE)
    return games.find("race")


def run_race(race: Game, runs: Runs, lucky: tuple[int, int] = (4, 6)) -> MatchSession:
    """Return a race of Ann and Bob on a short track, with some runs."""
    match_session = temporary_match(race)
    new = {"do": "new", "game": "race", "name": "Race", "seed": 7, "track_data": TRACK}
    joins = [{"do": "join", "player": name, "answers": [n]} for name, n in zip(("Ann", "Bob"), lucky, strict=True)]
    return play(match_session, new, *joins, *({"do": "run", "answers": run} for run in runs))


def play_race(race: Game, seed: int, choose: Callable[[Any, str, Random], str] | None = None) -> MatchSession:
    """Let bots race with dice by a seed; `choose` answers whether a runner dares, in their place."""
    dice, match_session = Random(seed), temporary_match(race)
    new = {"do": "new", "game": "race", "name": "Race", "seed": seed, "track_data": TRACK}
    joins = [{"do": "join", "player": name, "answers": [dice.randint(1, 6)]} for name in ("Ann", "Bob")]
    play(match_session, new, *joins)
    while not race.view.status(match_session.state).over:
        question = match_session.session.question
        if question is None:
            match_session.do(race.study.choose(match_session.state, dice, "straight"))
        elif question.key == "dare":
            state, who = match_session.session.state, str(question.who)
            plain = "yes" if dares(state, who) else "no"
            match_session.give(plain if choose is None else choose(state, who, dice))
        else:
            match_session.give((dice.randint(1, 6),))
    return match_session


def study_race(match_session: MatchSession, settings: Settings) -> Study:
    """Return the study of a race, without a shelf."""
    game, state = match_session.game, match_session.session.state
    record = make_record(game, state, match_session.inputs())
    tasks = list_tasks(game, record, settings)
    _seconds, encoded = play_tasks(game, encode_record(record), tasks)
    winners = [state.outcome.winner] if state.outcome.winner else []
    return work_out(record, tasks, [read_weighing(kept) for kept in encoded], {"p1": "p1", "p2": "p2"}, winners)


# -- exact chances, worked out another way -----------------------------------------------------


@cache
def chance(own: int, other: int, own_lucky: int, other_lucky: int) -> float:
    """Return the chance of the runner who runs next, by recursion over all dice."""
    return sum(after_die(own, own + die, other, own_lucky, other_lucky) for die in range(1, 7)) / 6


def after_die(began: int, own: int, other: int, own_lucky: int, other_lucky: int, dare: bool | None = None) -> float:
    """Return the chance of a runner after its first die; it dares as bots do, or as said."""
    if own < LENGTH and (other > own if dare is None else dare):
        squares = [began, *(own + die for die in range(2, 7))]
        return sum(at_end(square, other, own_lucky, other_lucky) for square in squares) / 6
    return at_end(own, other, own_lucky, other_lucky)


def at_end(own: int, other: int, own_lucky: int, other_lucky: int) -> float:
    """Return the chance of a runner at the end of its run."""
    if own >= LENGTH:
        return float(LENGTH + own_lucky >= other + other_lucky)
    return 1 - chance(other, own, other_lucky, own_lucky)


class ExactStep(NamedTuple):
    """A row of a study by recursion: its kind, its seat, the side that runs, and its chance before and after."""

    kind: str
    who: str
    runner: int
    before: float
    after: float


def exact_rows(runs: Runs, lucky: tuple[int, int]) -> Iterator[ExactStep]:
    """Yield the exact rows of the runs of Ann and Bob in turn, but for the first, with which a study begins."""
    squares = [0, 0]
    for number, run in enumerate(runs):
        runner = number % 2
        if number:
            yield from _exact_run(run, runner, squares[runner], squares[1 - runner], lucky[runner])
        squares[runner] = _final_square(run, squares[runner])


def _final_square(run: list[Any], began: int) -> int:
    if run[1:2] != ["yes"]:
        return began + int(run[0])
    return began if run[2] == 1 else began + int(run[0]) + int(run[2])


def _exact_run(run: list[Any], runner: int, began: int, other: int, own: int) -> Iterator[ExactStep]:
    """Yield the rows of a run; a runner knows its own lucky number, and the other's may be any."""
    unknown, here, seat = range(1, 7), began + run[0], ("p1", "p2")[runner]
    before = fmean(chance(began, other, own, number) for number in unknown)
    rolled = fmean(after_die(began, here, other, own, number) for number in unknown)
    yield ExactStep("choice", seat, runner, before, before)
    yield ExactStep("dice", "", runner, before, rolled)
    if len(run) == 1:
        return
    decided = fmean(after_die(began, here, other, own, number, run[1] == "yes") for number in unknown)
    yield ExactStep("choice", seat, runner, rolled, decided)
    if run[1] == "yes":
        end = fmean(at_end(_final_square(run, began), other, own, number) for number in unknown)
        yield ExactStep("dice", "", runner, decided, end)


def mean_luck(race: Game, seeds: Iterable[int]) -> Estimate:
    """Return Ann's mean luck over races of bots, each studied with few play-outs."""
    settings = Settings(plays=2, rerolls=1)
    return estimate([study_race(play_race(race, seed), settings).accounts[0].luck.mean for seed in seeds])

"""The dice race, of which every chance can be worked out exactly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.game import Game
from q40k.study.figures import Study, work_out
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

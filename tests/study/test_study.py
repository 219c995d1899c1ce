"""A study splits every swing into dice and choice: against exact chances, and over many races."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from q40k.games.game import Game
from q40k.study.figures import Account, Row
from q40k.study.playouts import Settings
from tests.games.race.study import dares
from tests.study.conftest import PLAYS, after_die, exact_rows, mean_luck, play_race, run_race, study_race
from tests.study.planted import look_at_race

EXACT = Settings(plays=PLAYS, rerolls=0)
CLOSE = 4.5 * sqrt(0.25 / PLAYS)
"""No mean of so many play-outs is so far from the exact chance, but by a chance of one in 100,000."""


def test_a_whole_match_agrees_with_a_recursion_over_all_dice(race: Game) -> None:
    """Every chance before and after every choice and roll, and the luck of both sides, by another way."""
    runs: list[list[Any]] = [[3, "no"], [2, "yes", 5], [1, "no"], [4, "no"], [5, "yes", 1], [6]]
    study = study_race(run_race(race, runs, lucky=(4, 6)), EXACT)
    exact = list(exact_rows(runs, (4, 6)))
    assert [(row.kind, row.who) for row in study.rows] == [(step.kind, step.who) for step in exact]
    luck = 0.0
    for row, step in zip(study.rows, exact, strict=True):
        side = step.runner
        assert abs(row.before[side] - step.before) < CLOSE, (row, step)
        assert abs(row.after[side] - step.after) < CLOSE, (row, step)
        assert abs(sum(row.after) - 1) < 1e-4
        luck += (step.after - step.before) * (1 if side else -1) * (step.kind == "dice")
    bob = study.accounts[1].luck
    error = bob.width / 2 / 1.96
    assert abs(bob.mean - luck) < 4.5 * error, "as unlikely as CLOSE"
    assert error < 0.1


def test_parts_of_an_account_add_up_and_dice_are_no_choice(race: Game) -> None:
    study = study_race(play_race(race, 3), Settings(plays=6, rerolls=2))
    for account in study.accounts:
        parts = (getattr(account, name).mean for name in ("luck", "own", "others", "reports", "table", "rest"))
        assert abs(account.start + sum(parts) - account.end) < 1e-4
        side = study.sides.index(account.side)
        dice = sum(row.after[side] - row.before[side] for row in study.rows if row.kind == "dice")
        assert abs(account.luck.mean - dice) < 1e-4, "the rows of the first look"
        assert abs(account.own.mean) < 1e-4, "a bot that plays as bots do chose nothing else"
    assert abs(_of(study.accounts, "luck") + _of(study.accounts, "luck", 1)) < 1e-4


def _of(accounts: tuple[Account, ...], name: str, at: int = 0) -> float:
    return float(getattr(accounts[at], name).mean)


def test_luck_is_zero_on_average_and_a_study_repeats_its_figures(race: Game) -> None:
    """Few play-outs are noise, but no side of the scales: over many races the mean of luck is zero.

    `python -m tests.study.long_counts` does it for 2,000 races.
    """
    luck = mean_luck(race, range(40))
    assert luck.low <= 0 <= luck.high
    assert luck.width > 0.1, "dice decide races"
    settings = Settings(plays=2, rerolls=1)
    assert study_race(play_race(race, 5), settings) == study_race(play_race(race, 5), settings)


def test_a_planted_error_is_found_with_its_player_entry_and_size(race: Game) -> None:
    """Bob, far ahead and one square from the line, dares: one of six throws him back to the start of his run."""
    match_session = run_race(race, [[1, "no"], [6, "no"], [1, "no"], [5, "yes", 1]], lucky=(1, 6))
    study = study_race(match_session, Settings(plays=150, rerolls=0))
    planted = next(row for row in study.rows if row.who == "p2" and row.cost is not None and row.entry > 15)
    unknown = range(1, 7)
    best = fmean(after_die(6, 11, 2, 6, lucky, dare=False) for lucky in unknown)
    given = fmean(after_die(6, 11, 2, 6, lucky, dare=True) for lucky in unknown)
    assert planted.cost is not None
    assert planted.cost.low <= max(best - given, 0) <= planted.cost.high


def test_choices_that_a_study_names_are_errors_with_their_player_entry_and_size(race: Game) -> None:
    """Runners now and then answer against their plan; `python -m tests.study.planted` does it for 40 races."""
    errors = look_at_race(race, 1, Settings(plays=20))
    named = [error for error in errors if error.is_named]
    assert named
    assert all(error.true > 0 for error in named), "costs by recursion over all dice"
    assert all(error.cost is not None and error.cost.low <= error.true <= error.cost.high for error in named)


def test_one_roll_that_decides_is_named(race: Game) -> None:
    """Bob stands one square from the line; Ann, six behind, throws the six that she needs."""
    match_session = run_race(race, [[5, "no"], [6, "no"], [1, "no"], [5, "no"], [6]], lucky=(3, 3))
    study = study_race(match_session, Settings(plays=60, rerolls=4))
    assert (study.verdict, study.winner) == ("roll", "p1")
    roll = next(row for row in study.rows if row.entry == study.decisive)
    assert roll.kind == "dice"
    assert roll in study.luckiest


def test_a_bad_player_loses_by_choices(race: Game) -> None:
    """Bob never dares, though he is behind; Ann plays as bots do, so that she chose nothing else."""

    def choose(state: Any, who: str, dice: Random) -> str:
        del dice
        return "yes" if dares(state, who) and who == "p1" else "no"

    rows: list[Row] = []
    for seed in range(4):
        rows += study_race(play_race(race, seed, choose), Settings(plays=30, rerolls=2)).rows
    own = {who: fmean(row.change.mean for row in rows if row.who == who and row.step) for who in ("p1", "p2")}
    assert own["p1"] == 0
    assert own["p2"] < 0

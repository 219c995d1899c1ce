"""Planted errors: who acts takes the worst choice of a kept puzzle, and a study finds player, entry and size."""

from __future__ import annotations

from math import hypot

import pytest

from q40k.games.game import find
from q40k.study.figures import estimate
from q40k.study.playouts import Playouts, Settings, Task
from q40k.study.puzzles import RIGHT, Puzzle, PuzzleMatch, read_book, state_at
from tests.study.planted import AT, look_at_puzzle

MOMENTS = {"quake": (8, 24, 48), "epic": (5, 8, 16), "space-hulk": (8, 2, 8)}
"""Puzzles of each game in which little is left to play, with the play-outs of a study that see
what the worst choice costs, and those that show all choices again. They go to the end, as those of the puzzle did."""
AFTERWARDS = 1
"""So many commands of bots are studied too, which are no errors."""


def moment(id: str, number: int) -> tuple[PuzzleMatch, Puzzle]:
    """Return a kept puzzle by its number, with its match."""
    book = read_book(find(id).study.puzzles)
    return [(match, puzzle) for match in book.matches for puzzle in match.puzzles][number]


@pytest.mark.parametrize("id", MOMENTS)
def test_a_planted_error_is_found_with_its_player_its_entry_and_its_size(id: str) -> None:
    """The study has other dice than the puzzle, which says what the choice costs."""
    number, plays, _again = MOMENTS[id]
    match, puzzle = moment(id, number)
    settings = Settings(plays=plays, rerolls=2)
    errors = look_at_puzzle(find(id), match.record, puzzle, settings, AFTERWARDS)
    assert [(error.entry, error.who) for error in errors if error.is_named] == [(AT, puzzle.seat)]
    planted = next(error for error in errors if error.is_planted)
    assert planted.true > 0.1
    assert planted.has_size, (planted.true, planted.cost)


@pytest.mark.parametrize("id", MOMENTS)
def test_the_figures_of_a_kept_puzzle_come_out_again_with_other_dice(id: str) -> None:
    number, _plays, again = MOMENTS[id]
    match, puzzle = moment(id, number)
    game, record = find(id), match.record
    task = Task("", puzzle.place, record.sides, Settings(plays=again, rerolls=2), dice="other")
    playouts = Playouts(game, state_at(game, record, puzzle), task, puzzle.seat)
    at = record.sides.index(puzzle.side)
    values = {c.body: [v[at] for v in playouts.values(game.rules.read_command(c.body))] for c in puzzle.choices}
    best = values[puzzle.choices[0].body]
    for choice in puzzle.choices:
        other = estimate([b - own for b, own in zip(best, values[choice.body], strict=True)])
        assert abs(other.mean - choice.behind.mean) <= hypot(other.width / 2, choice.behind.width / 2)
        assert choice.is_right or other.mean > RIGHT

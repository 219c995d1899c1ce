"""How many keys the usual entries take with nine players, the die typed by hand."""

from __future__ import annotations

from benchmarks import strokes
from tests.games.quake.screen.table import library


def test_the_usual_entries_take_few_keys() -> None:
    counts = strokes.counted(library())
    assert counts == {
        "a kill, its respawn die typed": 3,
        "an accident, its respawn die typed": 3,
        "a portal jump, its die typed": 3,
        "a pick-up, its D3 and D6 typed": 4,
        "the next champion": 1,
        "an undo": 1,
        "a shot told deadly, its respawn die typed": 5,
        "a charge": 2,
        "a melee told deadly, its respawn die typed": 3,
        "a set-up of six, their names pasted, the rest as offered": 13,
        "a turn of a bot without places, beside dice": 2,
        "a latecomer called Eve": 12,
        "another victim of a kill 10 entries back, its respawn die typed": 6,
    }
    assert all(count <= strokes.goal(name) for name, count in counts.items())


def test_the_benchmarks_can_be_imported() -> None:
    import benchmarks.__main__
    import benchmarks.hello
    import benchmarks.replay

    assert callable(benchmarks.__main__.main)
    assert len(benchmarks.replay.GAME) == 33
    assert benchmarks.hello.Hello.__doc__

"""Engines and shelf: the same figures anywhere, and nothing is played twice or lost."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.lab import engines
from q40k.lab.designs import Plan, list_bouts
from q40k.lab.engines import Engine, Progress
from q40k.lab.figures import TURNS, compare
from q40k.lab.jobs import BOUTS, Job, World, WorldDiffers, find_world, play_job, task_name
from q40k.lab.points import Price
from q40k.lab.shelf import NoShelf, Shelf
from q40k.lab.studies import Pair, Study, list_looks, play_pair, play_study, study_so_far
from q40k.lab.subject import Bout
from q40k.lab.tables import bar_lines, data, difference_lines, price_lines

ROOT = Path(__file__).resolve().parents[2]
PLAN = Plan(kind="coins", entries=("fair", "bent"), by_seat=True, shared={}, seats=2, design="all", games=60)


@contextmanager
def engine(
    coin: Game, path: Path, cores: int = 1, notify: Callable[[Progress], None] = lambda _p: None
) -> Iterator[Engine]:
    with closing(Shelf(path)) as shelf, Engine(coin, (), find_world(coin), shelf, cores, notify=notify) as playing:
        yield playing


def test_figures_are_the_same_on_one_core_and_on_two_of_which_one_dies(
    coin: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool breaks in the middle; what was kept stays, and a new pool plays the rest."""
    monkeypatch.setenv("DIES_BESIDE", str(tmp_path / "dead"))
    kept = []
    for cores in (1, 2):
        if cores == 2:
            monkeypatch.setattr(engines, "BOUTS", dataclasses.replace(BOUTS, play=_die_once))
        with engine(coin, tmp_path / f"{cores}.sqlite3", cores) as playing:
            kept.append(json.dumps(data(play_study(playing, PLAN), find_world(coin))))
            assert playing.played == 60
    assert kept[0] == kept[1]
    assert (tmp_path / "dead").exists()
    with closing(Shelf(tmp_path / "1.sqlite3")) as shelf:
        assert tuple(shelf.merge(tmp_path / "2.sqlite3")) == (0, 60, 0)


def _die_once(job: Job) -> tuple[float, tuple[bytes, ...]]:
    mark = Path(os.environ["DIES_BESIDE"])
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return play_job(job)
    os.kill(os.getpid(), signal.SIGKILL)
    return play_job(job)


def test_what_is_kept_is_not_played_again(coin: Game, tmp_path: Path) -> None:
    reports: list[Progress] = []
    bouts = list_bouts(PLAN)
    with engine(coin, tmp_path / "shelf", notify=reports.append) as playing:
        first = playing.play(bouts[:40])
        assert playing.play(bouts)[:40] == first
        assert playing.played == 60
    assert (reports[-1].finished, reports[-1].number) == (60, 60)
    assert [p.finished for p in reports] == sorted(p.finished for p in reports)
    assert (reports[0].finished, reports[0].seconds_left) == (0, None), "progress from the first second"
    assert all(p.seconds_left is None or p.seconds_left >= 0 for p in reports)


def test_an_interrupted_study_keeps_what_is_finished(coin: Game, tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.finished >= 5:
            raise KeyboardInterrupt

    with engine(coin, tmp_path / "shelf", notify=interrupt) as playing:
        with pytest.raises(KeyboardInterrupt):
            playing.play(list_bouts(PLAN))
        finished = playing.played
        assert study_so_far(playing, PLAN).figures.games == finished >= 5
    with engine(coin, tmp_path / "shelf") as playing:
        playing.play(list_bouts(PLAN))
        assert playing.played == 60 - finished


PROGRAM = """
import sys, time
from pathlib import Path
from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.lab import engines
from tests.lab.test_engines import PLAN, engine
from q40k.lab.studies import play_study
games.add("coin", "tests.games.coin.game:MANIFEST")
engines.JOB_SECONDS = 0.0

def wait(progress):
    if progress.finished == 7:
        print("seven", flush=True)
        time.sleep(600)

with engine(games.find("coin"), Path(sys.argv[1]), 2, notify=wait) as playing:
    play_study(playing, PLAN)
"""


def test_a_kill_in_the_middle_loses_no_finished_game_and_leaves_no_process(coin: Game, tmp_path: Path) -> None:
    path = tmp_path / "shelf"
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        child.communicate(timeout=60)  # until nobody writes to it any more, so both processes ended
    assert line == b"seven\n"
    with engine(coin, path) as playing:
        resumed = play_study(playing, PLAN)
        assert playing.played == 53
    with engine(coin, tmp_path / "whole") as playing:
        assert resumed.figures == play_study(playing, PLAN).figures


def test_a_study_stops_once_its_intervals_are_narrow(coin: Game, tmp_path: Path) -> None:
    with engine(coin, tmp_path / "shelf") as playing:
        study = play_study(playing, replace(PLAN, games=2000), 0.2)
    assert 60 <= study.figures.games <= 240
    assert all(figure.high - figure.low <= 0.2 for figure in study.figures.entries)


def test_what_a_study_says_so_far_is_shown_early_and_changes_nothing(coin: Game, tmp_path: Path) -> None:
    seen: list[Study] = []
    with engine(coin, tmp_path / "shelf") as playing:
        study = play_study(playing, replace(PLAN, games=200), look=seen.append)
    with engine(coin, tmp_path / "plain") as playing:
        assert study.figures == play_study(playing, replace(PLAN, games=200)).figures
    games = [each.figures.games for each in seen]
    assert games == sorted(games)
    assert games[0] <= 16
    assert 200 not in games, "the end is told by the study itself"
    lines = list(bar_lines(Locale("en"), seen[0], str))
    assert lines[0] == f"After {games[0]} games:"
    assert all("●" in line for line in lines[1:])


def test_a_field_of_six_is_shown_as_early_as_duels_however_many_take_part() -> None:
    many = replace(PLAN, design="fields", seats=6, entries=tuple(map(str, range(100))), games=600)
    assert list(list_looks(many))[:3] == [4, 8, 16]
    twelve = replace(PLAN, design="all", seats=12, entries=tuple("abcdef"), games=600)
    assert next(list_looks(twelve)) == 2


def test_prices_so_far_are_shown_with_those_first_that_are_most_surely_wrong() -> None:
    """A wide interval that holds the price says less than a narrow one that does not."""
    guess = Price(id="guess", listed=10, fair=18, low=6, high=54, games=5)
    dear = Price(id="dear", listed=20, fair=15, low=13, high=17, games=90)
    first, _about, *rows = price_lines(Locale("en"), [guess, dear], 96, str)
    assert first == "After 96 games:"
    assert rows == [
        "  dear                     ▕       ─●─ ┆            ▏ 15.0 (13.0 – 17.0)",
        "  guess                    ▕      ─────┆────────●───▏ 18.0 (6.0 – 54.0)",
    ]


def test_a_comparison_is_shown_early_and_stops_once_its_intervals_are_narrow(coin: Game, tmp_path: Path) -> None:
    """Both settings are played side by side, so that the first games of both tell something."""
    plan, seen = replace(PLAN, games=2000), list[Sequence[Pair]]()
    plans = (plan, replace(plan, options={"lives": 3}))
    with engine(coin, tmp_path / "shelf") as playing:
        pairs = play_pair(plans, (playing, playing), 0.2, seen.append)
        assert playing.played == 2 * len(pairs), "no game of either setting is played in vain"
    assert 60 <= len(pairs) <= 600
    assert all(row.high - row.low <= 0.2 for row in compare(plan, pairs) if row.id != TURNS)
    counts = [len(each) for each in seen]
    assert counts == sorted(counts)
    assert counts[0] <= 16
    assert [pairs[: len(each)] for each in seen] == seen, "what was shown is the beginning of what came of it"
    lines = list(difference_lines(Locale("en"), compare(plan, seen[0]), str))
    assert lines[0].endswith(" games:")
    assert {line.split()[0] for line in lines[1:]} == {"fair", "bent"}


def test_a_comparison_with_kept_results_takes_those_that_there_are(coin: Game, tmp_path: Path) -> None:
    with engine(coin, tmp_path / "shelf") as playing:
        kept = [None, *playing.play(list_bouts(PLAN))[1:]]
        pairs = play_pair((PLAN, PLAN), (playing, kept))
    assert len(pairs) == 59
    assert all(first == second for _bout, first, second in pairs)


def test_a_bout_is_named_by_all_it_depends_on(coin: Game) -> None:
    bout = Bout(("a", "b"), 1, "k", {"x": "1", "y": "2"}, {"lives": 3})
    same = Bout(("a", "b"), 1, "k", {"y": "2", "x": "1"}, {"lives": 3})
    others = [Bout(("b", "a"), 1, "k"), Bout(("a", "b"), 2, "k"), Bout(("a", "b"), 1, "k", {}, {"lives": 4})]
    assert task_name(bout) == task_name(same)
    assert len({task_name(other) for other in (bout, *others)}) == 4
    world = find_world(coin)
    changed = [World("other", *_facts(world)[1:]), World(*_facts(world)[:-1], "rules")]
    assert len({each.id for each in (world, *changed)}) == 3


def _facts(world: World) -> tuple[str, str, int, str, str]:
    return world.game, world.version, world.shape, world.packs, world.rules


def test_packs_make_another_world(tmp_path: Path) -> None:
    from q40k.games.game import find

    (tmp_path / "mods.yaml").write_text("mods: []\n", encoding="utf-8")
    assert find_world(find(), [str(tmp_path)]).packs != find_world(find()).packs


def test_a_process_with_other_rules_refuses_to_play(coin: Game) -> None:
    job = Job("coin", "tests.games.coin.game:MANIFEST", (), "another world", tuple(list_bouts(PLAN)[:1]))
    with pytest.raises(WorldDiffers):
        play_job(job)


def test_shelves_merge_and_differences_are_counted(tmp_path: Path) -> None:
    world = World("coin", "1", 1, "p", "r")
    with closing(Shelf(tmp_path / "1")) as first, closing(Shelf(tmp_path / "2")) as second:
        for shelf, results in ((first, [("a", b"1"), ("b", b"1")]), (second, [("b", b"2"), ("c", b"1")])):
            shelf.add_world(world)
            shelf.keep(world.id, results)
        assert tuple(first.merge(tmp_path / "2")) == (1, 0, 1)
        assert first.find(world.id, ["a", "b", "c"]) == {"a": b"1", "b": b"1", "c": b"1"}
        assert list(first.worlds("coin")) == [(world, 3)]
        assert list(first.worlds("quake")) == []
        (tmp_path / "text").write_text("no shelf at all, but long enough to be read", encoding="utf-8")
        for path in ("text", "nothing"):
            with pytest.raises(NoShelf):
                first.merge(tmp_path / path)


def test_jobs_hold_seconds_of_work(coin: Game, tmp_path: Path) -> None:
    """Once the pace is known a job takes two seconds; towards the end there is a job for each core."""
    with engine(coin, tmp_path / "shelf") as playing:
        playing.seconds, playing.played = 20.0, 100
        assert len(playing.next_job(deque(list_bouts(PLAN)), 2).tasks) == 10
        assert len(playing.next_job(deque(list_bouts(PLAN)[:6]), 2).tasks) == 3
        playing.seconds, playing.played = 0.1, 2
        assert len(playing.next_job(deque(list_bouts(PLAN)), 2).tasks) == 4, "two short ones say little"

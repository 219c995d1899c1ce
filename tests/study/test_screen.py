"""A study from the page of the end: in the background, with progress, stopped by Escape, and another try."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.lab import engines
from q40k.lab.engines import Progress, Stopped, Workshop
from q40k.lab.jobs import Job
from q40k.lab.match_study import open_workshop, play_study_job, record_of
from q40k.lab.shelf import Shelf
from q40k.study.matches import list_tasks
from q40k.study.playouts import Settings
from q40k.table.match_library import MatchLibrary
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.end import EndScreen
from q40k.tui.pages.study import StudyScreen
from tests.games.race.playing import ROOT, app_of, play, screen
from tests.study.conftest import run_race
from tests.study.test_verb import END, RACE


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads stand for processes: they start at once."""
    monkeypatch.setattr(engines, "ProcessPoolExecutor", lambda _cores, **_options: ThreadPoolExecutor(1))


def test_a_workshop_that_is_stopped_keeps_what_was_finished(race: Game, threads: None, tmp_path: Path) -> None:
    record = record_of(run_race(race, [[3, "no"], [2, "yes", 5], [1, "no"]]))
    tasks = list_tasks(race, record, Settings(plays=2, rerolls=0))
    with closing(Shelf(tmp_path / "shelf")) as shelf:
        workshops: list[Workshop[Any, Any]] = []

        def stop(_progress: Progress) -> None:
            workshops[0].stop.set()

        with open_workshop(race, record, shelf, 1, None, stop, in_background=True) as workshop:
            workshops.append(workshop)
            with pytest.raises(Stopped):
                workshop.play(tasks)
            kept = [result for result in workshop.results(tasks) if result is not None]
            assert 0 < len(kept) < len(tasks)
            workshop.stop.clear()


BEHIND_A_SCREEN = """
import sys
from q40k.lab.engines import open_executor
class Captured:
    fileno = staticmethod(lambda: -1)
    flush = staticmethod(lambda: None)
    write = staticmethod(lambda text: len(text))
if __name__ == "__main__":
    sys.stderr = Captured()
    with open_executor(1, in_background=True) as (executor, _number):
        print(executor.submit(abs, -7).result())
"""


def test_processes_begin_behind_a_screen_whose_stderr_has_no_number(tmp_path: Path) -> None:
    """Textual puts such a stderr in the place of the real one."""
    program = tmp_path / "behind.py"
    program.write_text(BEHIND_A_SCREEN, encoding="utf-8")
    call = [sys.executable, str(program)]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert done.stdout.strip() == "7", done.stderr


async def _study_of(pilot: Pilot[int]) -> StudyScreen:
    """Open the study from the podium, and wait until it is there."""
    await pilot.press("asterisk")
    await pilot.pause()
    assert isinstance(pilot.app.screen, EndScreen)
    await pilot.press("s")
    await pilot.pause()
    page = pilot.app.screen
    assert isinstance(page, StudyScreen)
    page.job.wait()
    page.show()
    await pilot.pause()
    return page


async def test_the_page_of_the_end_studies_the_match_and_plays_on_from_a_moment(
    race: Game, threads: None, tmp_path: Path
) -> None:
    with closing(MatchLibrary(tmp_path / "library")) as library:
        match_session = play(library.begin("Race", race), *RACE, END)
        app: MatchApp = app_of(match_session, "fr")
        async with app.run_test(size=(80, 24)) as pilot:
            page = await _study_of(pilot)
            assert page.job.page is not None, page.job.fault
            assert "Bob l’a emporté" in screen(app) or "Bob" in screen(app).splitlines()[1]
            await pilot.press("tab")
            await pilot.pause()
            assert "Comment chacun a choisi" in screen(app)
            await pilot.press("b", "1", "5", "enter")
            await pilot.pause()
            assert page.branched == 2
            await pilot.press("o")
            await pilot.pause()
        assert app.desk.destination is not None
        assert app.desk.destination.match == 2
        again = library.open(2, watch=True)
        assert again.head == 14
        again.close()
        match_session.close()


async def test_escape_stops_a_study_that_runs(
    race: Game, monkeypatch: pytest.MonkeyPatch, threads: None, tmp_path: Path
) -> None:
    """Keys are heard meanwhile; the end of the page leaves nothing running."""
    with closing(MatchLibrary(tmp_path / "library")) as library:
        match_session = play(library.begin("Race", race), *RACE, END)
        app = app_of(match_session)
        released = Event()

        def wait_and_play(job: Job) -> tuple[float, tuple[bytes, ...]]:
            released.wait()
            return play_study_job(job)

        monkeypatch.setattr("q40k.lab.match_study.play_study_job", wait_and_play)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("asterisk")
            await pilot.pause()
            await pilot.press("s")
            await pilot.pause()
            page = app.screen
            assert isinstance(page, StudyScreen)
            assert "Bots play the match on" in screen(app)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, EndScreen)
            released.set()
            page.job.wait()
            assert page.job.page is None
        match_session.close()


def test_what_a_page_says_of_a_match_without_a_library(race: Game) -> None:
    from q40k.tui.pages.study import open_study

    desk = app_of(run_race(race, [[3, "no"]])).desk
    assert open_study(desk) is None
    assert desk.notice == Locale("en").gettext("This match is in no library.")

"""Study a match on the engines of the lab: every command is a task, and its figures stay on the shelf."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from threading import Event, Thread

import msgspec

from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.lab.engines import Progress, Stopped, Workshop
from q40k.lab.jobs import Job, Work, World, WorldDiffers, find_world, open_game, task_name
from q40k.lab.shelf import NoShelf, Shelf
from q40k.report.study import StudyPage
from q40k.study.figures import AGAIN, CHOICES_AGAIN, ROLLS_AGAIN, Study, second_look, work_out
from q40k.study.matches import encode_record, list_tasks, make_record
from q40k.study.playouts import QUICK, USUAL, Record, Settings, Task, Weighing, play_tasks, read_weighing
from q40k.study.summaries import keep_summary
from q40k.study.tables import put_into_words
from q40k.table.folders import LAB_FILE, data_folder
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

STUDY_ROOMS = ("q40k.study.playouts", "q40k.study.subject", "q40k.table.shown")
"""What the figures of a study depend on, beside its game."""


def study_world(game: Game) -> World:
    """Return the world of the studies of a game: its rules, its bots, its packs, the version."""
    return find_world(game, (), (*STUDY_ROOMS, *game.study.rooms))


def play_study_job(job: Job) -> tuple[float, tuple[bytes, ...]]:
    """Weigh the commands of a job. Raises WorldDiffers."""
    game = open_game(job)
    if study_world(game).id != job.world:
        raise WorldDiffers(job.game)
    return play_tasks(game, job.record, job.tasks)


def record_of(match_session: MatchSession) -> Record:
    """Return an open match as it is studied. Raises JournalError."""
    return make_record(match_session.game, match_session.session.state, match_session.inputs())


def open_workshop(
    game: Game,
    record: Record,
    shelf: Shelf,
    cores: int,
    cluster: str | None,
    notify: Callable[[Progress], None],
    *,
    in_background: bool = False,
) -> Workshop[Task, Weighing]:
    """Return the workshop of a study; it is a context."""
    work: Work[Task, Weighing] = Work(task_name, play_study_job, read_weighing, encode_record(record))
    return Workshop(game, (), study_world(game), shelf, cores, cluster, notify, work=work, in_background=in_background)


def study_match(
    workshop: Workshop[Task, Weighing], shelf: Shelf, match_session: MatchSession, record: Record, settings: Settings
) -> Study:
    """Play a study; what is on the shelf is not played again. Raises as `Workshop.play`."""
    tasks = list_tasks(match_session.game, record, settings)
    shelf.keep(study_world(match_session.game).id, [(_note_name(record), msgspec.json.encode(settings))])
    number = len(tasks) + min(CHOICES_AGAIN + ROLLS_AGAIN, len(tasks))
    weighings = workshop.play(tasks, number, pace=AGAIN)
    study = _work_out(match_session, record, tasks, weighings)
    again = second_look(tasks, study)
    number = len(tasks) + len(again)
    looked = dict(zip((task.place for task in again), workshop.play(again, number, earlier=len(tasks)), strict=True))
    study = _work_out(match_session, record, tasks, weighings, looked)
    _keep_summary(match_session, study)
    return study


def _keep_summary(match_session: MatchSession, study: Study) -> None:
    """Keep what a season counts of a finished match."""
    game, journal, state = match_session.game, match_session.session.journal, match_session.session.state
    if journal.path is not None and game.view.status(state).over and study.accounts:
        names = {seat.id: seat.name for seat in game.view.seats(state)}
        last = journal.last(match_session.number)
        keep_summary(journal.path, match_session.row.identity, last, study, names)


def _note_name(record: Record) -> str:
    """Return the name under which the shelf notes the settings of the first study of a match."""
    return f"study-{blake2b(encode_record(record), digest_size=12).hexdigest()}"


def find_page(match_session: MatchSession, locale: Locale, path: Path | None = None) -> StudyPage | None:
    """Return the study of a match that lies whole on the shelf, for its report; None if there is none."""
    path = path or data_folder() / LAB_FILE
    # The shelf first: a game's study brings its bots, which take longer to load than a report to write.
    if not path.exists() or match_session.is_open_with_secrets or match_session.game.study is None:
        return None
    record = record_of(match_session)
    with closing(Shelf(path)) as shelf:
        study = _find_study(shelf, match_session, record)
    return None if study is None else _make_page(match_session, locale, record, study)


def _make_page(match_session: MatchSession, locale: Locale, record: Record, study: Study) -> StudyPage:
    words = put_into_words(match_session.game, locale, record, match_session.state, study)
    return StudyPage(study, record, words)


def find_weighings(
    shelf: Shelf, match_session: MatchSession, record: Record
) -> tuple[tuple[Task, ...], list[Weighing]] | None:
    """Return the tasks and weighings of the fullest study that lies whole on the shelf."""
    with open_workshop(match_session.game, record, shelf, 1, None, lambda _progress: None) as workshop:
        return next(_kept_weighings(workshop, shelf, match_session.game, record), None)


def _kept_weighings(
    workshop: Workshop[Task, Weighing], shelf: Shelf, game: Game, record: Record
) -> Iterator[tuple[tuple[Task, ...], list[Weighing]]]:
    """Yield the studies of a match whose first look lies whole on the shelf.

    First comes the usual one, then that of the settings first asked for, then the quick one.
    """
    name = _note_name(record)
    noted = shelf.find(study_world(game).id, [name]).get(name)
    for settings in () if noted is None else (USUAL, msgspec.json.decode(noted, type=Settings), QUICK):
        tasks = list_tasks(game, record, settings)
        weighings = _all_kept(workshop, tasks)
        if weighings:
            yield tasks, weighings


def _find_study(shelf: Shelf, match_session: MatchSession, record: Record) -> Study | None:
    """Return the fullest study of which both looks lie on the shelf."""
    game = match_session.game
    with open_workshop(game, record, shelf, 1, None, lambda _progress: None) as workshop:
        for tasks, weighings in _kept_weighings(workshop, shelf, game, record):
            again = second_look(tasks, _work_out(match_session, record, tasks, weighings))
            looked = _all_kept(workshop, again)
            if len(looked) == len(again):
                by_place = dict(zip((task.place for task in again), looked, strict=True))
                return _work_out(match_session, record, tasks, weighings, by_place)
    return None


def _all_kept(workshop: Workshop[Task, Weighing], tasks: Sequence[Task]) -> list[Weighing]:
    """Return what the shelf has of some tasks, if it has all of it."""
    results = [result for result in workshop.results(tasks) if result is not None]
    return results if len(results) == len(tasks) else []


def _work_out(
    match_session: MatchSession,
    record: Record,
    tasks: Sequence[Task],
    weighings: Sequence[Weighing],
    again: dict[int, Weighing] | None = None,
) -> Study:
    game, state = match_session.game, match_session.session.state
    sides_of = {seat.id: game.study.side(state, seat.id) for seat in game.view.seats(state)}
    status = game.view.status(state)
    names = {racer.side: racer.name for racer in game.view.race(state)}
    winners = [side for side, name in names.items() if name in status.winners] if status.over else []
    sees_places = game.study.sees_places(state)
    return work_out(record, tasks, weighings, sides_of, winners, again, sees_places=sees_places)


# -- in the background -------------------------------------------------------------------------


class StudyJob:
    """A study that a screen lets run in the background: a thread that waits for processes.

    What lies on the shelf is taken from there, unless `settings` ask for figures of their own.
    `page` is the study once it is there, `fault` what was in its way.
    """

    def __init__(
        self, library: Path, match: int, locale: Locale, settings: Settings | None = None, cores: int | None = None
    ) -> None:
        self.progress: Progress | None = None
        self.page: StudyPage | None = None
        self.fault: Exception | None = None
        self._library = library
        self._match = match
        self._locale = locale
        self._settings = settings
        self._cores = cores
        self._stop = Event()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Return whether it goes on."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Stop it soon; what was finished is kept."""
        self._stop.set()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._thread.join()

    def _work(self) -> None:
        """Study the match, with a connection of its own."""
        try:
            with closing(MatchLibrary(self._library, upgrade=False)) as library:
                match_session = library.open(self._match, watch=True)
                try:
                    self.page = self._study(match_session)
                finally:
                    match_session.close()
        except Stopped:
            pass
        except (JournalError, OSError, ValueError, sqlite3.Error, NoShelf, BrokenExecutor, WorldDiffers) as error:
            self.fault = error

    def _study(self, match_session: MatchSession) -> StudyPage:
        page = None if self._settings is not None else find_page(match_session, self._locale)
        if page is not None:
            return page
        record, in_background = record_of(match_session), self._cores is None
        cores = self._cores or max(1, (os.cpu_count() or 1) - 1)
        with (
            closing(Shelf(data_folder() / LAB_FILE)) as shelf,
            open_workshop(
                match_session.game, record, shelf, cores, None, self._note_progress, in_background=in_background
            ) as workshop,
        ):
            workshop.stop = self._stop
            study = study_match(workshop, shelf, match_session, record, self._settings or QUICK)
        return _make_page(match_session, self._locale, record, study)

    def _note_progress(self, progress: Progress) -> None:
        self.progress = progress

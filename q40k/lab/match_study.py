"""Study a match on the engines of the lab: every command is a task, and its figures stay on the shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import msgspec

from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.lab.engines import Progress, Workshop
from q40k.lab.jobs import Job, Work, World, WorldDiffers, find_world, open_game
from q40k.lab.shelf import FILE, Shelf
from q40k.report.study import StudyPage
from q40k.study.figures import Study, second_look, work_out
from q40k.study.matches import encode_record, list_tasks, make_record
from q40k.study.playouts import QUICK, Record, Settings, Task, Weighing, play_tasks, read_weighing, task_name
from q40k.study.tables import put_into_words
from q40k.table.folders import data_folder
from q40k.table.match_session import MatchSession

STUDY_ROOMS = ("q40k.study.playouts", "q40k.study.subject", "q40k.table.chances")
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
    game: Game, record: Record, shelf: Shelf, cores: int, cluster: str | None, notify: Callable[[Progress], None]
) -> Workshop[Task, Weighing]:
    """Return the workshop of a study; it is a context."""
    work = Work(task_name, play_study_job, read_weighing, encode_record(record))
    return Workshop(game, (), study_world(game), shelf, cores, cluster, notify, work=work)


def study_match(
    workshop: Workshop[Task, Weighing], shelf: Shelf, match_session: MatchSession, record: Record, settings: Settings
) -> Study:
    """Play a study; what is on the shelf is not played again. Raises as `Workshop.play`."""
    tasks = list_tasks(match_session.game, record, settings)
    shelf.keep(study_world(match_session.game).id, [(_note_name(record), msgspec.json.encode(settings))])
    weighings = workshop.play(tasks)
    study = _work_out(match_session, record, tasks, weighings)
    again = second_look(tasks, study)
    looked = dict(zip((task.place for task in again), workshop.play(again), strict=True)) if again else {}
    return _work_out(match_session, record, tasks, weighings, looked)


def _note_name(record: Record) -> str:
    """Return the name under which the shelf notes the settings of the first study of a match."""
    return f"study-{blake2b(encode_record(record), digest_size=12).hexdigest()}"


def find_page(match_session: MatchSession, locale: Locale, path: Path | None = None) -> StudyPage | None:
    """Return the study of a match that lies whole on the shelf, for its report; None if there is none."""
    game, path = match_session.game, path or data_folder() / FILE
    if game.study is None or match_session.is_open_with_secrets or not path.exists():
        return None
    record = record_of(match_session)
    with closing(Shelf(path)) as shelf:
        study = _find_study(shelf, match_session, record)
    if study is None:
        return None
    return StudyPage(study, record, put_into_words(game, locale, record, match_session.state, study))


def _find_study(shelf: Shelf, match_session: MatchSession, record: Record) -> Study | None:
    """Return the fullest study: of the usual settings, of those first asked for, or the quick one."""
    game = match_session.game
    name = _note_name(record)
    noted = shelf.find(study_world(game).id, [name]).get(name)
    asked = () if noted is None else (msgspec.json.decode(noted, type=Settings),)
    with open_workshop(game, record, shelf, 1, None, lambda _progress: None) as workshop:
        for settings in (Settings(), *asked, QUICK) if asked else ():
            tasks = list_tasks(game, record, settings)
            weighings = _all_kept(workshop, tasks)
            if not weighings:
                continue
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

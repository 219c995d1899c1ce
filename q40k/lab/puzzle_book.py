"""Puzzles: those that come along, those of one's own matches, and new ones made on the engines of the lab.

`python -m q40k.lab.puzzle_book quake` plays all puzzles that come along with a game to the end of their matches again,
with new dice, and writes the book without those that do not hold.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from q40k.games.game import Game, find, manifests
from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import JournalError
from q40k.lab.engines import Progress, Workshop
from q40k.lab.jobs import Job, Work, World, WorldDiffers, find_world, open_game, task_name
from q40k.lab.match_study import STUDY_ROOMS, find_weighings, record_of
from q40k.lab.shelf import Shelf
from q40k.study.playouts import Input, Record
from q40k.study.posing import SourcedPuzzle
from q40k.study.puzzles import (
    Book,
    NoBook,
    OtherRules,
    Puzzle,
    PuzzleMatch,
    play_to_the_end,
    puzzles_of_record,
    puzzles_of_study,
    read_book,
    state_at,
    write_book,
)
from q40k.study.subject import Unweighable
from q40k.table.folders import LAB_FILE, data_folder
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script

MOST_COMMANDS = 1500
"""A match that takes longer is broken off."""
NEW_DICE = 100_000
"""The play-outs of puzzles that are checked begin with this number: no look of their making had those dice."""
ROUND = 4
"""So many matches are played before the puzzles are counted."""


class MatchTask(Struct, frozen=True):
    """A short match of bots, by its number."""

    number: int


def puzzle_world(game: Game) -> World:
    """Return the world of the puzzles of a game."""
    rooms = (f"q40k.study.{room}" for room in ("consequences", "happenings", "puzzles"))
    return find_world(game, (), (*STUDY_ROOMS, *rooms, *game.study.rooms))


def play_puzzle_job(job: Job) -> tuple[float, tuple[bytes, ...]]:
    """Play the matches of a job and look for puzzles in them. Raises WorldDiffers."""
    game, begin = open_game(job), time.process_time()
    if puzzle_world(game).id != job.world:
        raise WorldDiffers(job.game)
    encoded = tuple(msgspec.json.encode(puzzles_of_record(game, _play(game, task))) for task in job.tasks)
    return time.process_time() - begin, encoded


def _play(game: Game, task: MatchTask) -> Record:
    """Return a match of bots that is over, or long enough: its opening, then the events of each command."""
    library, match_session, subject = game.packs.library(), temporary_match(game), game.study
    lines = [json.dumps(line) for line in subject.short_match(task.number)]
    for line in read_script(lines, None):
        play_line(match_session, lambda: library, line)
    record, seed = record_of(match_session), f"puzzles/{task.number}"
    table, chance, groups = subject.table(match_session.state, seed), Random(seed), list(record.groups)
    table.watch = lambda events: groups.append((Input(len(groups), "command", "", game.rules.write_events(events)),))
    with suppress(Unweighable):
        while len(groups) < MOST_COMMANDS and not game.view.status(table.state).over:
            subject.step(table, chance, "sound")
    return Record(record.sides, tuple(groups))


def _read_puzzles(encoded: bytes) -> PuzzleMatch:
    return msgspec.json.decode(encoded, type=PuzzleMatch)


def make_book(
    game: Game, shelf: Shelf, number: int, cores: int, cluster: str | None, notify: Callable[[Progress], None]
) -> Book:
    """Return a book of so many puzzles: matches are played until there are enough. Raises as `Workshop.play`."""
    work: Work[MatchTask, PuzzleMatch] = Work(task_name, play_puzzle_job, _read_puzzles)
    matches: list[PuzzleMatch] = []
    with Workshop(game, (), puzzle_world(game), shelf, cores, cluster, notify, work=work) as workshop:
        while sum(len(match.puzzles) for match in matches) < number:
            first = len(matches)
            matches += workshop.play([MatchTask(n) for n in range(first, first + ROUND)])
    return _cut(Book(game.id, tuple(matches)), number)


def _cut(book: Book, number: int) -> Book:
    """Return the first puzzles of a book, without matches that have none."""
    kept: list[PuzzleMatch] = []
    for match in book.matches:
        puzzles = match.puzzles[: number - sum(len(other.puzzles) for other in kept)]
        if puzzles:
            record = msgspec.structs.replace(match.record, groups=match.record.groups[: puzzles[-1].place + 1])
            kept.append(PuzzleMatch(record, puzzles))
    return msgspec.structs.replace(book, matches=tuple(kept))


def all_puzzles(path: Path | None) -> Iterator[SourcedPuzzle]:
    """Yield the puzzles of one's own matches, then those that come along. Those of a damaged file are left out."""
    if path is not None:
        with suppress(JournalError), closing(MatchLibrary(path)) as library:
            yield from own_puzzles(library)
    with suppress(NoBook, OSError):
        yield from kept_puzzles()


def kept_puzzles() -> Iterator[SourcedPuzzle]:
    """Yield the puzzles that come along with the games. Raises NoBook, OSError."""
    for manifest in manifests():
        study = find(manifest.id).study
        if study is not None and study.puzzles.exists():
            yield from puzzles_of_book(study.puzzles)


def puzzles_of_book(path: Path) -> Iterator[SourcedPuzzle]:
    """Yield the puzzles of a book. Raises NoBook, OSError."""
    book = read_book(path)
    for match in book.matches:
        for puzzle in match.puzzles:
            yield SourcedPuzzle(find(book.game), match.record, puzzle, N_("from a match of bots"))


def own_puzzles(library: MatchLibrary) -> Iterator[SourcedPuzzle]:
    """Yield the puzzles of the matches of a library that were studied. Raises JournalError."""
    if not (data_folder() / LAB_FILE).exists():
        return  # nothing was studied yet: no match is opened
    for row in library.matches():
        try:
            match_session = library.open(row.id, watch=True)
        except JournalError:
            continue
        with closing(match_session):
            own = find_own_puzzles(match_session)
            facts = {"number": row.id, "name": row.name or match_session.game.name}
        if own is not None:
            for puzzle in own.puzzles:
                yield SourcedPuzzle(match_session.game, own.record, puzzle, N_("match {number}, {name}"), facts)


def find_own_puzzles(match_session: MatchSession, path: Path | None = None) -> PuzzleMatch | None:
    """Return the puzzles of a match whose study lies on the shelf; None without a study."""
    game, path = match_session.game, path or data_folder() / LAB_FILE
    if game.study is None or match_session.is_open_with_secrets or not path.exists():
        return None
    record, state = record_of(match_session), match_session.session.state
    with closing(Shelf(path)) as shelf:
        weighed = find_weighings(shelf, match_session, record)
    if weighed is None:
        return None
    sides_of = {seat.id: game.study.side(state, seat.id) for seat in game.view.seats(state)}
    return puzzles_of_study(record, *weighed, sides_of)


# -- checking a book ---------------------------------------------------------------------------


def check_match(game_id: str, match: PuzzleMatch, first: int = NEW_DICE) -> PuzzleMatch:
    """Return a match of a book with its puzzles that hold to the end of the match, by play-outs from number `first`."""
    game, held = find(game_id), list[Puzzle]()
    for puzzle in match.puzzles:
        with suppress(OtherRules):
            state = state_at(game, match.record, puzzle)
            checked = play_to_the_end(game, match.record, state, puzzle, first)
            held += [checked] if checked is not None else []
    return PuzzleMatch(match.record, tuple(held))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the book of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=NEW_DICE, help="the first play-out: another number has new dice")
    options = parser.parse_args(arguments)
    path = find(options.game).study.puzzles
    book = read_book(path)
    with ProcessPoolExecutor(options.cores) as pool:
        matches = []
        for match in pool.map(partial(check_match, options.game, first=options.first), book.matches):
            matches.append(match)
            held = sum(len(each.puzzles) for each in matches)
            sys.stdout.write(f"{len(matches)} of {len(book.matches)} matches: {held} puzzles hold\n")
            sys.stdout.flush()
    checked = _cut(Book(book.game, tuple(matches)), len(book))
    write_book(path, checked, force=True)
    sys.stdout.write(f"{len(checked)} of {len(book)} puzzles of {options.game} are kept\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

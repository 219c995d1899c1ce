"""Work of the mission editor in tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from q40k.games.space_hulk.editor import painting, placing
from q40k.games.space_hulk.editor.bench import Bench, Checker
from q40k.games.space_hulk.editor.files import Known, Opened, merge_work, open_id
from q40k.games.space_hulk.editor.work import Pieces, Work, blank
from q40k.games.space_hulk.packs.boards import Cell, cell_of
from q40k.table.folders import packs_folder


@cache
def checker() -> Checker:
    """The check beside the shipped packs."""
    return Checker()


def pieces() -> Pieces:
    return checker().pieces


def cell(name: str) -> Cell:
    result = cell_of(name)
    assert result is not None
    return result


def rows(work: Work, number: int = 1) -> tuple[str, ...]:
    return next(level.rows for level in work.rows(pieces()).levels if level.number == number)


def two_rooms() -> Work:
    """Two rooms with a corridor between them; nothing stands in them yet."""
    work = painting.paint_floor(blank("our-hulk"), 1, (0, 0), (2, 2))
    work = painting.paint_floor(work, 1, (3, 1), (6, 1))
    return painting.paint_floor(work, 1, (7, 0), (9, 2))


def whole() -> Work:
    """Two rooms with all that a mission needs."""
    work = two_rooms()
    for name in ("D2", "G2"):
        work = painting.cycle_door(work, cell(name), pieces())
    work = placing.cycle_entry(work, cell("J1"), pieces())
    work = placing.cycle_exit(work, cell("J3"), pieces())
    for name in ("A1", "A2", "A3", "B1", "B2"):
        work = placing.place_start(work, cell(name), pieces())
    return work


def codes(work: Work) -> list[str]:
    """What is wrong with the work."""
    data = merge_work({}, Known(), work)
    return [fault.problem.code for fault in checker().faults("", data, work)]


def bench(path: Path, work: Work) -> Bench:
    """A bench with new work that goes to a file."""
    result = Bench(Opened(path=path, text="", known=Known(), work=blank("our-hulk"), origin="new"))
    result.do(lambda _old: work)
    return result


def open_bench(id: str) -> Bench:
    """A bench with a mission of that id."""
    folder = packs_folder("space-hulk")
    folders = (folder,) if folder.is_dir() else ()
    return Bench(open_id(id, folders), folders)

"""A season takes as much memory as its players need, however many matches they play."""

from __future__ import annotations

import errno
import gc
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.season import on_shelf
from q40k.cli.app import cli
from q40k.kernel import garbage
from q40k.kernel.journal import tables
from q40k.kernel.text import json_pieces
from q40k.season import matches
from q40k.season.data import data
from q40k.season.season import EVERYTHING, season
from q40k.table.match_library import MatchLibrary

MATCHES, PLAYERS = 200, 10
EACH = 300
"""So many bytes of a further match Python keeps ready after it was freed; one that is held takes thousands."""


def most_bytes(path: Path, read: Callable[[Path], None]) -> int:
    """The most memory that something takes which reads a season, all of whose matches are kept."""
    before = gc.get_threshold()
    garbage.collect_in_portions(started=False)
    tracemalloc.start()
    try:
        read(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*before)


def write_data(path: Path) -> None:
    """Write all data of a season, piece by piece."""
    with closing(MatchLibrary(path)) as library:
        for _piece in json_pieces(data(season(library), EVERYTHING)):
            pass


def show(path: Path) -> None:
    """Show a season, as the command line does."""
    assert "Who beats whom" in CliRunner().invoke(cli, "season", env={"Q40K_DATA_DIR": str(path.parent)}).stdout


@pytest.mark.parametrize("read", [write_data, show])
def test_four_times_the_matches_take_hardly_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], None]
) -> None:
    monkeypatch.setattr(matches, "HELD", 20)
    monkeypatch.setattr(tables, "AT_ONCE", 50)
    monkeypatch.setattr(garbage, "COLLECT", (500, 5, 5))
    few, many = (on_shelf(tmp_path / str(number), number, club=PLAYERS) for number in (MATCHES, 4 * MATCHES))
    most_bytes(many, read)  # what is loaded once
    assert most_bytes(many, read) - most_bytes(few, read) < EACH * 3 * MATCHES


class Full(sqlite3.Connection):
    """A database whose temporary file finds no room."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute("PRAGMA max_page_count = 2")


def test_a_full_disk_for_temporary_files_is_an_error_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_Temporary", Full)
    monkeypatch.setattr(matches, "HELD", 0)
    spool = matches.Spool(str, "number INTEGER")

    def fill() -> None:
        for number in range(1000):
            spool.add("x" * 100, number)

    with pytest.raises(OSError, match="full") as caught:
        fill()
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, gettempdir())
    spool._db.close()

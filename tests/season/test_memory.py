"""A season takes as much memory as its players need, however many matches they play."""

from __future__ import annotations

import errno
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from benchmarks.season import on_shelf
from q40k.i18n.locale import Locale
from q40k.kernel.journal import tables
from q40k.kernel.text import json_pieces
from q40k.season import matches
from q40k.season.data import data
from q40k.season.decisions import Decisions
from q40k.season.results import LibraryResults
from q40k.season.season import EVERYTHING, build_season
from q40k.season.wording import chapters
from q40k.table.match_library import MatchLibrary

MATCHES, PLAYERS = 200, 10


def most_bytes(path: Path) -> int:
    """The most memory that the chapters and the data of a season take, all of whose matches are kept."""
    english = Locale("en")
    with closing(MatchLibrary(path)) as library:
        tracemalloc.start()
        try:
            season = build_season(LibraryResults(library).finished_matches(), Decisions())
            chapters(english, season)
            for _piece in json_pieces(data(season, EVERYTHING)):
                pass
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def test_four_times_the_matches_take_hardly_more_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "HELD", 20)
    monkeypatch.setattr(tables, "AT_ONCE", 50)
    few, many = (on_shelf(tmp_path / str(number), number, club=PLAYERS) for number in (MATCHES, 4 * MATCHES))
    most_bytes(many)  # what is loaded once
    assert most_bytes(many) < 1.25 * most_bytes(few)


class Full(sqlite3.Connection):
    """A database whose temporary file finds no room."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute("PRAGMA max_page_count = 2")


def test_a_full_disk_for_temporary_files_is_an_error_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_Temporary", Full)
    spool = matches.Spool(str, "number INTEGER")

    def fill() -> None:
        for number in range(1000):
            spool.add("x" * 100, number)

    with pytest.raises(OSError, match="full") as caught:
        fill()
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, gettempdir())
    spool._db.close()

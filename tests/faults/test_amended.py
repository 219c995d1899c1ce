"""A damaged library with amendments in it: what stands is told from the entries alone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from q40k.care.recover import repair
from q40k.games.quake.state.game import Quake
from q40k.kernel.journal.journal import Entry
from q40k.table.match_library import MatchLibrary
from tests.faults.evening import lay
from tests.soak.evening import Evening, Step


def make_amended_library(folder: Path, seed: int) -> tuple[bytes, str, list[Entry]]:
    """A library of a match put right more than once: its bytes, its state, its entries."""
    evening = Evening(folder, "deathmatch", seed)
    dice = Random(seed)
    number = 0
    while evening.done["amended"] < 3 or number < 60:
        number += 1
        word = dice.choice(("play",) * 6 + ("undo", "redo", "amend"))
        evening.step(Step(word, number))
    state = Quake().write_state(evening.state)
    entries = evening.match_library.journal.entries(evening.match)
    evening.close()
    return evening.path.read_bytes(), state, entries


@pytest.mark.parametrize("seed", range(4))
def test_marks_that_are_lost_are_made_anew(tmp_path: Path, seed: int) -> None:
    library, state, entries = make_amended_library(tmp_path / "played", seed)
    path = lay(tmp_path / "damaged", library)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entries SET undone_by = NULL")
    (saved,) = repair(path).matches
    assert (saved.kept, saved.lost) == (len(entries), 0)
    match_library = MatchLibrary(path, lambda: "later")
    assert match_library.journal.entries(1) == entries
    match_session = match_library.open(1)
    assert Quake().write_state(match_session.state) == state
    match_session.close()
    match_library.close()


@pytest.mark.parametrize("seed", range(4))
def test_half_an_amendment_is_none(tmp_path: Path, seed: int) -> None:
    """Cut anywhere, a match is what it was after some entry, and can be played on."""
    library, _, entries = make_amended_library(tmp_path / "played", seed)
    notes = [entry for entry in entries if entry.kind == "amend"]
    for cut in (notes[-1].seq, notes[-1].seq + 1, notes[0].seq + 1, len(entries) // 2):
        path = lay(tmp_path / "damaged", library)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("DELETE FROM entries WHERE seq > ?", (cut,))
        (saved,) = repair(path).matches
        match_library = MatchLibrary(path, lambda: "later")
        kept = match_library.journal.entries(1)
        assert [entry.seq for entry in kept] == list(range(1, saved.kept + 1))
        assert match_library.verify(1).differs_at is None
        with closing(sqlite3.connect(path)) as db:
            (named,) = db.execute("SELECT coalesce(max(seq), 0) FROM replaced").fetchone()
        assert named <= saved.kept
        match_session = match_library.open(1)
        assert match_session.undo() is not None
        assert match_session.redo() is not None
        match_session.close()
        assert match_library.verify(1).differs_at is None
        match_library.close()

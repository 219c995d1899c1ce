"""The matches of a library put in order: archive, bin, branches; nothing is lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from q40k.care.notes import Place, read_places, recall, shelf_file
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.table.doctor import examine_library, repair
from q40k.table.history import branch
from q40k.table.match_library import MatchLibrary
from q40k.table.shelf import Origin, Section, Shelf, archive, delete, empty_bin, origin, restore
from tests.games.quake.screen.table import playing


@pytest.fixture
def held_library(tmp_path: Path) -> Iterator[MatchLibrary]:
    """A library of three short matches; the third was played last."""
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    for name in ("one", "two", "three"):
        match_session = match_library.begin(name)
        playing(("Ann", "Bob"), match_session=match_session)
        match_session.close()
    yield match_library
    match_library.close()


def listed_names(match_library: MatchLibrary, part: Section = "list") -> list[str]:
    return [row.name for row in Shelf(match_library).rows(part)]


def row(match_library: MatchLibrary, name: str) -> MatchRow:
    return next(match for match in match_library.matches() if match.name == name)


def wrong(match_library: MatchLibrary) -> list[str]:
    result = examine_library(match_library.path, lambda _place, _number: None)
    return [finding.code for finding in result if finding.state == "wrong"]


def test_what_is_archived_is_off_the_list_until_it_is_played_again(held_library: MatchLibrary) -> None:
    archive(held_library, row(held_library, "three"))
    assert (listed_names(held_library), listed_names(held_library, "archive")) == (["two", "one"], ["three"])
    assert held_library.find().name == "two"
    assert held_library.find("three").name == "three"
    held_library.open(3, watch=True).close()
    assert listed_names(held_library, "archive") == ["three"]
    held_library.open(3).close()
    assert listed_names(held_library) == ["three", "two", "one"]
    archive(held_library, row(held_library, "two"))
    archive(held_library, row(held_library, "two"), away=False)
    assert listed_names(held_library) == ["three", "two", "one"]


def test_what_is_deleted_lies_in_the_bin_and_comes_back_whole(held_library: MatchLibrary) -> None:
    before = held_library.journal.entries(3)
    archive(held_library, row(held_library, "three"))
    delete(held_library, row(held_library, "three"), "2026-11-22")
    assert (listed_names(held_library), listed_names(held_library, "bin")) == (["two", "one"], ["three"])
    assert Shelf(held_library).place(row(held_library, "three")).binned == "2026-11-22"
    with pytest.raises(JournalError, match="unknown-match"):
        held_library.find("three")
    assert held_library.find("3").name == "three"  # its number still tells
    with pytest.raises(JournalError, match="match-binned"):
        held_library.open(3)
    held_library.open(3, watch=True).close()
    restore(held_library, row(held_library, "three"))
    assert listed_names(held_library, "archive") == ["three"]  # where it was
    assert held_library.journal.entries(3) == before
    assert wrong(held_library) == []


def test_a_match_that_is_open_is_not_deleted(held_library: MatchLibrary) -> None:
    playing_it = held_library.open(2)
    with pytest.raises(JournalError, match="match-held"):
        delete(held_library, row(held_library, "two"), "now")
    assert listed_names(held_library, "bin") == []
    playing_it.close()
    delete(held_library, row(held_library, "two"), "now")
    assert listed_names(held_library, "bin") == ["two"]


def test_the_bin_is_emptied_on_purpose_and_nobody_misses_what_was_in_it(held_library: MatchLibrary) -> None:
    from q40k.care.backup import make_backup

    make_backup(held_library.path)
    removed = row(held_library, "two")
    delete(held_library, removed, "now")
    assert empty_bin(held_library) == 1
    assert [match.name for match in held_library.matches()] == ["three", "one"]
    assert held_library.journal.entries(2) == []
    assert wrong(held_library) == []  # neither the memory nor the backup calls for it
    held_library.remember()
    memory = recall(held_library.path)
    assert memory is not None
    assert removed.identity not in memory.matches
    assert held_library.begin("four").number == 4
    assert empty_bin(held_library) == 0


def test_what_was_emptied_comes_back_from_a_backup_into_the_bin(tmp_path: Path) -> None:
    from q40k.care.backup import make_backup

    path = tmp_path / "matches.sqlite3"
    match_library = MatchLibrary(path)
    match_session = match_library.begin("one")
    playing(("Ann", "Bob"), match_session=match_session)
    match_session.close()
    make_backup(path)
    delete(match_library, row(match_library, "one"), "now")
    empty_bin(match_library)
    match_library.close()
    repair(path)
    match_library = MatchLibrary(path)
    assert listed_names(match_library, "bin") == ["one"]
    restore(match_library, row(match_library, "one"))
    assert listed_names(match_library) == ["one"]
    match_library.close()


def test_a_branch_is_never_the_last_one_until_it_is_opened(held_library: MatchLibrary) -> None:
    match_session = held_library.open(1)
    number = branch(match_session, 5, "what if")
    match_session.close()
    assert held_library.find().name == "three"
    assert listed_names(held_library) == ["three", "two", "one", "what if"]  # below its match
    assert Shelf(held_library).origin(row(held_library, "what if")) == Origin(1, 5)
    other = held_library.open(number)
    assert origin(other) == Origin(1, 5)
    other.close()
    assert held_library.find().name == "what if"
    assert listed_names(held_library)[0] == "what if"
    delete(held_library, row(held_library, "one"), "now")
    assert Shelf(held_library).origin(row(held_library, "what if")) == Origin(1, 5)
    empty_bin(held_library)
    assert Shelf(held_library).origin(row(held_library, "what if")) == Origin(0, 5)


def test_a_branch_keeps_what_was_half_typed_when_it_is_opened(held_library: MatchLibrary) -> None:
    match_session = held_library.open(1)
    number = branch(match_session, 5, "what if")
    match_session.close()
    held_library.journal.keep_draft(number, "4")
    held_library.open(number).close()
    assert held_library.journal.draft(number) == "4"
    assert row(held_library, "what if").sound


@pytest.mark.parametrize("damage", [b"{torn", b"\xff", b"", b"[" * 100_000, None])
def test_marks_outlive_a_damaged_shelf_which_is_kept_aside(held_library: MatchLibrary, damage: bytes | None) -> None:
    delete(held_library, row(held_library, "two"), "now")
    shelf = shelf_file(held_library.path)
    shelf.unlink()
    if damage is not None:
        shelf.write_bytes(damage)
    assert listed_names(held_library) == ["three", "one"]
    archive(held_library, row(held_library, "one"))
    binned, archived = Place(binned="now"), Place(archived=True)
    assert read_places(held_library.path) == {
        row(held_library, "two").identity: binned,
        row(held_library, "one").identity: archived,
    }
    kept = list(shelf.parent.glob("*-damaged*"))
    assert [path.read_bytes() for path in kept] == ([] if damage is None else [damage])


def test_a_shelf_that_cannot_be_written_is_said(held_library: MatchLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(JournalError, match="journal-disk-full"):
            archive(held_library, row(held_library, "one"))
    assert listed_names(held_library) == ["three", "two", "one"]

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
def held(tmp_path: Path) -> Iterator[MatchLibrary]:
    """A library of three short matches; the third was played last."""
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    for name in ("one", "two", "three"):
        match_session = match_library.begin(name)
        playing(("Ann", "Bob"), match_session=match_session)
        match_session.close()
    yield match_library
    match_library.close()


def listed(match_library: MatchLibrary, part: Section = "list") -> list[str]:
    return [row.name for row in Shelf(match_library).rows(part)]


def row(match_library: MatchLibrary, name: str) -> MatchRow:
    return next(match for match in match_library.matches() if match.name == name)


def wrong(match_library: MatchLibrary) -> list[str]:
    found = examine_library(match_library.path, lambda _place, _number: None)
    return [one.code for one in found if one.state == "wrong"]


def test_what_is_archived_is_off_the_list_until_it_is_played_again(held: MatchLibrary) -> None:
    archive(held, row(held, "three"))
    assert (listed(held), listed(held, "archive")) == (["two", "one"], ["three"])
    assert held.find().name == "two"
    assert held.find("three").name == "three"
    held.open(3, watch=True).close()
    assert listed(held, "archive") == ["three"]
    held.open(3).close()
    assert listed(held) == ["three", "two", "one"]
    archive(held, row(held, "two"))
    archive(held, row(held, "two"), away=False)
    assert listed(held) == ["three", "two", "one"]


def test_what_is_deleted_lies_in_the_bin_and_comes_back_whole(held: MatchLibrary) -> None:
    before = held.journal.entries(3)
    archive(held, row(held, "three"))
    delete(held, row(held, "three"), "2026-11-22")
    assert (listed(held), listed(held, "bin")) == (["two", "one"], ["three"])
    assert Shelf(held).place(row(held, "three")).binned == "2026-11-22"
    with pytest.raises(JournalError, match="unknown-match"):
        held.find("three")
    assert held.find("3").name == "three"  # its number still tells
    with pytest.raises(JournalError, match="match-binned"):
        held.open(3)
    held.open(3, watch=True).close()
    restore(held, row(held, "three"))
    assert listed(held, "archive") == ["three"]  # where it was
    assert held.journal.entries(3) == before
    assert wrong(held) == []


def test_a_match_that_is_open_is_not_deleted(held: MatchLibrary) -> None:
    playing_it = held.open(2)
    with pytest.raises(JournalError, match="match-held"):
        delete(held, row(held, "two"), "now")
    assert listed(held, "bin") == []
    playing_it.close()
    delete(held, row(held, "two"), "now")
    assert listed(held, "bin") == ["two"]


def test_the_bin_is_emptied_on_purpose_and_nobody_misses_what_was_in_it(held: MatchLibrary) -> None:
    from q40k.care.backup import make_backup

    make_backup(held.path)
    gone = row(held, "two")
    delete(held, gone, "now")
    assert empty_bin(held) == 1
    assert [match.name for match in held.matches()] == ["three", "one"]
    assert held.journal.entries(2) == []
    assert wrong(held) == []  # neither the memory nor the backup calls for it
    held.remember()
    memory = recall(held.path)
    assert memory is not None
    assert gone.identity not in memory.matches
    assert held.begin("four").number == 4
    assert empty_bin(held) == 0


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
    assert listed(match_library, "bin") == ["one"]
    restore(match_library, row(match_library, "one"))
    assert listed(match_library) == ["one"]
    match_library.close()


def test_a_branch_is_never_the_last_one_until_it_is_opened(held: MatchLibrary) -> None:
    match_session = held.open(1)
    number = branch(match_session, 5, "what if")
    match_session.close()
    assert held.find().name == "three"
    assert listed(held) == ["three", "two", "one", "what if"]  # below its match
    assert Shelf(held).origin(row(held, "what if")) == Origin(1, 5)
    other = held.open(number)
    assert origin(other) == Origin(1, 5)
    other.close()
    assert held.find().name == "what if"
    assert listed(held)[0] == "what if"
    delete(held, row(held, "one"), "now")
    assert Shelf(held).origin(row(held, "what if")) == Origin(1, 5)
    empty_bin(held)
    assert Shelf(held).origin(row(held, "what if")) == Origin(0, 5)


def test_a_branch_keeps_what_was_half_typed_when_it_is_opened(held: MatchLibrary) -> None:
    match_session = held.open(1)
    number = branch(match_session, 5, "what if")
    match_session.close()
    held.journal.keep_draft(number, "4")
    held.open(number).close()
    assert held.journal.draft(number) == "4"
    assert row(held, "what if").sound


def test_a_shelf_that_is_damaged_shows_every_match(held: MatchLibrary) -> None:
    delete(held, row(held, "two"), "now")
    shelf_file(held.path).write_bytes(b"{torn")
    assert read_places(held.path) == {}
    assert listed(held) == ["three", "two", "one"]
    archive(held, row(held, "one"))
    assert read_places(held.path) == {row(held, "one").identity: Place(archived=True)}


def test_a_shelf_that_cannot_be_written_is_said(held: MatchLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(JournalError, match="journal-disk-full"):
            archive(held, row(held, "one"))
    assert listed(held) == ["three", "two", "one"]

"""The power goes: files cut at any byte, pages torn or zeroed. What was on the disk stays."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from q40k.care.recover import repair, torn_logs
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.table.match_library import MatchLibrary
from tests.faults.evening import PAGE, Cut, begin, cut_short, entries_of, lay, play

FRAME = 24 + PAGE
LOG_HEAD = 32


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    return cut_short(tmp_path_factory.mktemp("power"), 120)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Entry]]:
    library = tmp_path_factory.mktemp("whole") / "matches.sqlite3"
    lines = play(library, 180)
    return library.read_bytes(), lines


def playable(library: Path) -> None:
    """Every match verifies, opens, goes on and goes back."""
    match_library = MatchLibrary(library)
    for row in match_library.matches():
        assert match_library.verify(row.id).differs_at is None
        match_session = match_library.open(row.id)
        assert match_session.undo() is not None
        assert match_session.redo() is not None
        match_session.close()
    match_library.close()


def goes_on(library: Path) -> None:
    """The match opens, says what is lost of it, goes back and forth, and takes another entry."""
    match_library = MatchLibrary(library)
    match_session = match_library.open(1)
    assert match_session.damage is not None
    assert not match_session.damage.cut
    assert match_session.undo() is not None
    assert match_session.redo() is not None
    with pytest.raises(JournalError, match="entry-damaged"):
        match_session.inputs()
    match_session.close()
    match_library.close()


def cuts(log: bytes) -> list[int]:
    """Where a log is cut: around every frame's ends, and at many bytes between."""
    random = Random(3)
    frames = range(LOG_HEAD, len(log), FRAME)
    edges = [0, 1, LOG_HEAD - 1, *(edge + by for edge in frames for by in (-1, 0, 1))]
    chosen = random.sample(edges, 36) + [random.randrange(len(log)) for _ in range(20)]
    return [*chosen, len(log)]


def content(lines: list[Entry]) -> list[tuple[int, str, str]]:
    """What an entry holds that no undo changes."""
    return [(line.seq, line.body, line.events) for line in lines]


def test_a_log_cut_at_any_byte_keeps_all_that_was_shown_before(tmp_path: Path, cut: Cut) -> None:
    kept_numbers = set()
    for at in cuts(cut.log):
        library = lay(tmp_path / "a", cut.file, cut.log[:at])
        entries = entries_of(library)
        assert entries[1] == cut.first
        kept = entries.get(2, [])
        assert len(kept) >= max([n for size, n in cut.shown if size <= at], default=0)
        assert content(kept) == content(cut.second[: len(kept)])
        assert torn_logs(library) == []
        kept_numbers.add(len(kept))
    assert kept == cut.second
    assert len(kept_numbers) > 20


def test_a_log_cut_anywhere_leaves_a_match_that_plays_on(tmp_path: Path, cut: Cut) -> None:
    for at in Random(7).sample(range(len(cut.log)), 8):
        playable(lay(tmp_path / "a", cut.file, cut.log[:at]))


def test_a_log_damaged_in_its_middle_is_kept_and_told_and_repaired(tmp_path: Path, cut: Cut) -> None:
    frames = (len(cut.log) - LOG_HEAD) // FRAME
    start = LOG_HEAD + frames // 2 * FRAME
    torn = cut.log[:start] + bytes(FRAME) + cut.log[start + FRAME :]
    library = lay(tmp_path / "a", cut.file, torn)
    with pytest.raises(JournalError) as caught:
        MatchLibrary(library)
    assert caught.value.code == "journal-torn"
    [kept] = torn_logs(library)
    assert kept.read_bytes() == torn
    assert str(kept) == caught.value.facts["kept"]
    shorter = entries_of(library)[2]  # it is told once; then it opens with what can be read
    assert 0 < len(shorter) < len(cut.second)
    repaired = repair(library, [], torn_logs(library))
    longer = entries_of(library)[2]
    assert len(longer) > len(shorter)
    assert content(longer) == content(cut.second[: len(longer)])
    assert [saved.match for saved in repaired.matches] == [1, 2]
    playable(library)
    assert (repaired.aside / kept.name).read_bytes() == torn


def test_a_log_without_its_head_is_kept_and_repaired(tmp_path: Path, cut: Cut) -> None:
    library = lay(tmp_path / "a", cut.file, bytes(LOG_HEAD) + cut.log[LOG_HEAD:])
    with pytest.raises(JournalError, match="journal-torn"):
        MatchLibrary(library)
    assert 2 not in entries_of(library)
    repair(library, [], torn_logs(library))
    assert entries_of(library)[2] == cut.second
    playable(library)


def test_a_torn_log_of_another_course_of_the_match_is_not_mixed_in(tmp_path: Path, cut: Cut) -> None:
    library = lay(tmp_path / "a", cut.file, bytes(LOG_HEAD) + cut.log[LOG_HEAD:])
    with suppress(JournalError):
        MatchLibrary(library)
    match_library = MatchLibrary(library, lambda: "2026-05-02")
    match_session, step = begin(match_library, "3")  # the table plays on without repairing anything
    for _ in range(5):
        step()
    played = match_library.journal.entries(match_session.number)
    match_session.close()
    match_library.close()
    repair(library, [], torn_logs(library))
    assert entries_of(library)[match_session.number] == played
    playable(library)


def check_opening(library: Path) -> None:
    """Whoever opens the file gets its matches, or our own error: nothing else."""
    with suppress(JournalError):
        match_library = MatchLibrary(library)
        try:
            for row in match_library.matches():
                with suppress(ValueError):  # as the doctor takes it: a text that is none
                    match_library.verify(row.id)
        finally:
            match_library.close()


def prefix(library: Path, lines: list[Entry]) -> int:
    """How many entries a library has; they must be the first ones of the match."""
    response = entries_of(library).get(1, [])
    assert [(f.seq, f.body, f.events) for f in response] == [
        (line.seq, line.body, line.events) for line in lines[: len(response)]
    ]
    return len(response)


@pytest.mark.parametrize("damage", ["zeroed", "torn", "scrambled"])
def test_any_damaged_page_is_recovered_with_a_backup(
    tmp_path: Path, whole: tuple[bytes, list[Entry]], damage: str
) -> None:
    file, lines = whole
    backup = tmp_path / "backup.sqlite3"
    backup.write_bytes(file)
    random = Random(damage)
    pages = len(file) // PAGE
    for page in (0, *random.sample(range(1, pages), min(pages - 1, 9))):
        start = page * PAGE
        half = start + PAGE // 2
        hurt = bytearray(file)
        if damage == "zeroed":
            hurt[start : start + PAGE] = bytes(PAGE)
        elif damage == "torn":
            hurt[half : start + PAGE] = bytes(PAGE // 2)
        else:
            hurt[start : start + PAGE] = random.randbytes(PAGE)
        library = lay(tmp_path / "a", bytes(hurt))
        check_opening(library)
        library = lay(tmp_path / "a", bytes(hurt))
        repaired = repair(library, [backup])
        assert (repaired.aside / "matches.sqlite3").read_bytes() == bytes(hurt)
        assert prefix(library, lines) == len(lines), page
        assert entries_of(library)[1] == lines
    playable(library)


def test_any_zeroed_page_is_recovered_as_far_as_can_be_without_a_backup(
    tmp_path: Path, whole: tuple[bytes, list[Entry]]
) -> None:
    file, lines = whole
    kept = []
    for page in range(len(file) // PAGE):
        hurt = bytearray(file)
        hurt[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
        library = lay(tmp_path / "a", bytes(hurt))
        [saved] = repair(library).matches
        result = entries_of(library)[1]
        assert saved.kept == len(result)
        assert content(result) == content([lines[entry.seq - 1] for entry in result])
        assert saved.kept + saved.lost >= len(lines) - 60  # a page holds no more than these
        if saved.gap:  # what comes later stands on a state that was kept: it is played on
            goes_on(library)
        kept.append(saved.kept)
    assert kept[0] == len(lines)  # the first page holds no entry, only what the file is
    assert sum(1 for number in kept if number == len(lines)) >= 4
    playable(lay(tmp_path / "a", file))


def test_a_file_cut_at_any_byte_is_told_and_recovered_with_a_backup(
    tmp_path: Path, whole: tuple[bytes, list[Entry]]
) -> None:
    file, lines = whole
    backup = tmp_path / "backup.sqlite3"
    backup.write_bytes(file)
    for at in (0, 1, 15, 100, PAGE - 1, PAGE, *Random(4).sample(range(len(file)), 8)):
        library = lay(tmp_path / "a", file[:at])
        check_opening(library)
        library = lay(tmp_path / "a", file[:at])
        repair(library, [backup])
        assert entries_of(library)[1] == lines, at

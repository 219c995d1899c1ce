"""Readers beside a writer: they see the match of one moment, and never call it damaged."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from q40k.kernel.journal import soundness
from q40k.kernel.journal.journal import Journal
from tests.kernel.counting import pot, session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


@pytest.fixture
def writer(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as journal:
        yield journal


def test_a_match_is_sound_though_somebody_plays_on_during_the_check(
    path: Path, writer: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = pot(writer)
    going.submit({"do": "name"})
    going.type("red")
    compare = soundness._index

    def play_on(journal: Journal, match: int, after: int) -> tuple[int, int]:
        going.submit({"do": "name"})
        going.type("red")
        return compare(journal, match, after)

    monkeypatch.setattr(soundness, "_index", play_on)
    with closing(Journal(path)) as reader:
        assert soundness.check_match(reader, going.match).is_sound
        assert soundness.check_since_snapshot(reader, going.match).is_sound
    assert going.head == 6


def test_a_reader_sees_one_moment_until_it_leaves_it(path: Path, writer: Journal) -> None:
    going = pot(writer)
    going.submit({"do": "name"})
    with closing(Journal(path)) as reader:
        with reader.moment():
            assert reader.head(going.match) == 1
            going.type("red")
            with reader.moment():
                assert reader.head(going.match) == 1
            assert session(reader, going.match).head == 1
        assert reader.head(going.match) == 2


def test_what_is_written_within_a_moment_ends_it(path: Path, writer: Journal) -> None:
    going = pot(writer)
    going.submit({"do": "name"})
    with closing(Journal(path)) as reader, reader.moment():
        assert reader.matches()[0].name == "pot"
        going.type("red")
        reader.rename(going.match, "Friday")
        assert (reader.matches()[0].name, reader.head(going.match)) == ("Friday", 2)

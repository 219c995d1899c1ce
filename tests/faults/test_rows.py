"""A bit flips in a match's row of the list: that match may suffer, q40k and the others do not."""

from contextlib import closing
from pathlib import Path

import pytest

from q40k.cli.errors import FAULT
from q40k.kernel.journal.journal import Journal
from tests.cli.calls import good, import_match, q40k

TYPES = 11
"""So many bytes before the name say what type and length each field has."""


@pytest.fixture
def library(own_home: Path) -> tuple[Path, bytes, int]:
    """A library of two matches, what is in it, and where the row of the first one begins."""
    import_match()
    import_match()
    path = own_home / "data" / "matches.sqlite3"
    with closing(Journal(path)) as journal:
        identity = next(row.identity for row in journal.matches() if row.id == 1)
    whole = path.read_bytes()
    name = whole.rindex("Soirée".encode(), 0, whole.index(identity.encode()))
    return path, whole, name - TYPES


def flip(whole: bytes, bit: int) -> bytes:
    """The bytes with one bit changed."""
    return whole[: bit // 8] + bytes([whole[bit // 8] ^ (1 << bit % 8)]) + whole[bit // 8 + 1 :]


def hurt(library: tuple[Path, bytes, int], bit: int) -> None:
    """Flip a bit of the row, and forget what was done with the library meanwhile."""
    path, whole, start = library
    for beside in path.parent.glob(f"{path.name}-*"):
        beside.unlink()
    path.write_bytes(flip(whole, start * 8 + bit))


def test_no_flipped_bit_of_a_row_keeps_the_other_match_from_being_played(library: tuple[Path, bytes, int]) -> None:
    warned = 0
    for bit in range(0, TYPES * 8, 3):
        hurt(library, bit)
        warned += "match 1 is damaged: `q40k doctor --repair`" in q40k("list").stderr
        good("show", "2")
        good("do", "2", '{"do": "next"}')
        for call in (("show", "1"), ("season",), ("doctor",)):
            assert q40k(*call).exit_code < FAULT, (bit, call)
    assert warned > TYPES


@pytest.mark.parametrize("place", [1, 12, 40, 60], ids=["name", "created", "touched", "game"])
def test_a_text_that_is_none_any_more_is_named_and_repaired(library: tuple[Path, bytes, int], place: int) -> None:
    whole = good("log", "1")
    hurt(library, (TYPES + place) * 8 + 7)
    listed = q40k("list")
    assert listed.exit_code == 0
    assert "The list entry of match 1 is damaged: `q40k doctor --repair` mends it." in listed.stderr
    good("doctor", "--repair")
    assert good("log", "1") == whole
    assert q40k("list").stderr == ""

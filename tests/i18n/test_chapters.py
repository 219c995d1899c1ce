"""Tables that are wider than a terminal are told so that they fit, and nothing of them is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.i18n.chapters import Table, split_table
from q40k.i18n.width import width, wrap

GAP = 2


def wide(table: Table) -> int:
    lines = (table.heads, *table.rows)
    each = [max(width(line[at]) for line in lines) for at in range(len(table.heads))]
    return sum(each) + GAP * (len(each) - 1)


@given(st.integers(2, 15), st.integers(1, 6), st.integers(30, 90))
@settings(max_examples=25)
def test_a_table_of_numbers_comes_in_parts_that_fit_with_the_names_before_each(
    columns: int, rows: int, room: int
) -> None:
    heads = ("Player", *(f"Column {at}" for at in range(1, columns)))
    body = tuple((f"p{row}", *(str(row * at) for at in range(1, columns))) for row in range(rows))
    parts = list(split_table(Table(heads, body, tuple(range(1, columns))), room, GAP))
    assert all(wide(part) <= room for part in parts)
    assert [head for part in parts for head in part.heads[1:]] == list(heads[1:])
    for at, row in enumerate(body):
        assert {part.rows[at][0] for part in parts} == {row[0]}
        assert [cell for part in parts for cell in part.rows[at][1:]] == list(row[1:])


def test_long_words_are_broken_into_rows_of_their_own_and_none_is_lost() -> None:
    order = "1. Ann · 2. Bob = Cid · 4. Dan · 5. Eve · 6. Fay"
    table = Table(("#", "Name", "Order"), (("12", "Friday", order), ("3", "-", "1. Ann")), (0,))
    (result,) = split_table(table, 40, GAP)
    assert wide(result) <= 40
    assert result.rows[0][:2] == ("12", "Friday")
    assert result.rows[1][:2] == ("", "")
    assert result.rows[-1] == ("3", "-", "1. Ann")
    assert " ".join(row[2] for row in result.rows[:-1]) == order
    (narrow,) = split_table(table, 5, GAP)  # as narrow as it goes, but no word is broken
    assert " ".join(row[2] for row in narrow.rows) == f"{order} 1. Ann"
    assert {row[1] for row in narrow.rows} == {"Friday", "-", ""}
    (same,) = split_table(table, 80, GAP)
    assert same == table


def test_a_text_is_broken_between_words() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("a-very-long-word b", 5) == ["a-very-long-word", "b"]
    assert wrap("", 5) == [""]

"""Figures in words: chapters of tables, and of times to be drawn, for whatever lays them out."""

from __future__ import annotations

from msgspec import Struct


class Table(Struct, frozen=True):
    """Rows under heads. `figures` are the columns that hold numbers, by their places.

    In a `matrix` the first column names the same as the heads: who did it to whom.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()
    matrix: bool = False


class Span(Struct, frozen=True):
    """A time in a lane, from entry to entry (None: to the end of the match), and its words.

    `marks` are entries within it at which something was scored. It ended by somebody of the number
    of a colour, `by`, or by nobody, if it was `cut` short at all.
    """

    start: int
    end: int | None
    said: str
    marks: tuple[int, ...] = ()
    cut: bool = False
    by: int | None = None


class Lane(Struct, frozen=True):
    """Somebody's times, one after the other: a name, the number of a colour, the spans."""

    name: str
    colour: int
    spans: tuple[Span, ...]


class Chapter(Struct, frozen=True):
    """What there is to say of one matter: a title, tables, and a note on how to read them.

    `lanes` are to be drawn over the match, where anything can be drawn.
    """

    title: str
    tables: tuple[Table, ...]
    note: str = ""
    lanes: tuple[Lane, ...] = ()

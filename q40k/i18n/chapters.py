"""Figures in words: chapters of tables, for a report, a page or the command line to lay out."""

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


class Chapter(Struct, frozen=True):
    """What there is to say of one matter: a title, tables, and a note on how to read them."""

    title: str
    tables: tuple[Table, ...]
    note: str = ""

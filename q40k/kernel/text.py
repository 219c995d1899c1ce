"""Text from outside, without the characters that a terminal would obey instead of showing.

`clean_text` makes names of typed text, `fold_name` compares them, `is_digits` knows whole numbers,
`printable` shows text that may not be changed, and `escape_json` keeps all characters in JSON.
"""

import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from json import JSONEncoder, dumps
from typing import Any

_SAME_SIGNS = str.maketrans(dict.fromkeys("’‘ʼ´`′", "'") | dict.fromkeys("‐‑‒–—−", "-"))
"""Signs that keyboards write differently: apostrophes, and hyphens."""


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Return text without control characters and without spare spaces."""
    shown = (
        c if unicodedata.category(c)[0] != "Z" else " "
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c in "\t\n"
    )
    return " ".join("".join(shown).split())


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Return what tells a name from others: its clean text, whatever the case, the apostrophe and the hyphen."""
    return clean_text(name).casefold().translate(_SAME_SIGNS)


def text_encoding(start: bytes) -> str:
    """Return the encoding of a text that begins so: UTF-16 with its mark, as PowerShell's `>` writes it, or UTF-8."""
    return "utf-16" if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"


CSV_MARK = "\ufeff"
"""A table for spreadsheets begins with this in a file: without it they take accents for other letters."""

MOST_DIGITS = 18
"""A longer row of digits counts nothing at a table, and takes Python long to read."""


def is_digits(text: str | bytes) -> bool:
    """Return whether a text is a whole number that `int` reads: of 0 to 9 alone, not of ² or other scripts."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def printable(line: str) -> str:
    """Return a line to show, with a mark for each control character."""
    if line.isprintable():
        return line
    return "".join("\ufffd" if _commands(c) else c for c in line)


class Rows(list[Any]):
    """Rows that are worked out one by one as `json_pieces` comes to them; nothing else finds them here."""

    def __init__(self, make: Callable[[], Iterator[Any]]) -> None:
        super().__init__()
        self._make = make

    def __iter__(self) -> Iterator[Any]:
        return self._make()

    def __bool__(self) -> bool:
        return any(True for _row in self)


def json_pieces(data: Any, indent: int | None = None) -> Iterator[str]:
    """Yield data as JSON, some thousand pieces of it at a time."""
    pieces = JSONEncoder(ensure_ascii=False, indent=indent).iterencode(data)
    while text := "".join(islice(pieces, 10_000)):
        yield text


def escape_json(json: str) -> str:
    """Return the same JSON, with every control character escaped."""
    return "\n".join(line if line.isprintable() else _escape_line(line) for line in json.split("\n"))


def _escape_line(line: str) -> str:
    return "".join(dumps(c)[1:-1] if _commands(c) else c for c in line)


def _commands(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


_BULLET = r"^\s*(?:[-–—•*·▪◦►]\s+|\(?\d{1,3}(?:[.):]\s*|\t))?"
"""What stands before a name in a list from a chat: a bullet or a number, with blanks."""


def drop_bullet(line: str) -> str:
    """Return a line of a list without its bullet or number."""
    return " ".join(re.sub(_BULLET, "", line, count=1).split())


def join_lines(text: str) -> str:
    """Return a list of lines as one line with commas."""
    return ", ".join(filter(None, map(drop_bullet, text.splitlines())))

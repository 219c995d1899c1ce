"""Text that came from outside: what a terminal would obey instead of showing is taken out.

`clean_text` makes names of what was typed, `printable` shows what cannot be changed, and
`escaped` keeps all of it in JSON.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from json import dumps


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Text without what a terminal would obey instead of showing, and without spare spaces."""
    shown = (
        c if unicodedata.category(c)[0] != "Z" else " "
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c in "\t\n"
    )
    return " ".join("".join(shown).split())


def printable(line: str) -> str:
    """A line to show: a mark stands for every character that no line holds."""
    if line.isprintable():
        return line
    return "".join("\ufffd" if _commands(c) else c for c in line)


def escaped(json: str) -> str:
    """The same JSON, with every character escaped that a terminal would obey."""
    if json.isprintable():
        return json
    return "".join(_escape(c) if c != "\n" and _commands(c) else c for c in json)


def _commands(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escape(character: str) -> str:
    return dumps(character)[1:-1]

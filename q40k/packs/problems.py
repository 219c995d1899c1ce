"""Problems of packs, as facts.

A problem is a code word with facts, never a sentence: the sentences, in English and French, are in
the room of words. `CODES` lists every code that does not belong to one game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Fact = str | int | float | bool | tuple[str | int, ...] | None
Severity = Literal["error", "warning"]

LONGEST_SHOWN = 60

CODES: Mapping[str, tuple[str, ...]] = {
    "unreadable": ("reason",),
    "link-loop": (),
    "too-large": ("most",),
    "folder-too-large": ("most",),
    "packs-too-large": ("most",),
    "not-utf8": (),
    "empty-file": (),
    "yaml-syntax": ("detail",),
    "yaml-surprise": ("kind", "text"),
    "too-deep": ("most",),
    "too-many": ("most",),
    "duplicate-key": ("key", "first_line"),
    "unknown-key": ("key", "nearest"),
    "missing-key": ("key",),
    "wrong-type": ("expected", "got", "value"),
    "wrong-length": ("least", "most", "got"),
    "too-long": ("most", "got"),
    "out-of-range": ("least", "most", "above", "got"),
    "not-a-choice": ("got", "nearest", "choices"),
    "pattern": ("got", "pattern"),
    "invalid": ("type", "got"),
    "empty-text": (),
    "control-characters": ("text",),
    "not-finite": ("got",),
    "duplicate-id": ("kind", "id", "first_file", "first_line"),
    "unknown-reference": ("kind", "id", "nearest"),
    "bundle-unread": (),
    "bundle-too-large": ("most",),
    "bundle-too-many": ("most",),
    "bundle-many-objects": ("most",),
    "bundle-name": ("name",),
    "bundle-link": ("name",),
    "bundle-kind": ("name",),
    "bundle-twice": ("name",),
    "bundle-no-manifest": ("name",),
    "bundle-empty": (),
    "bundle-hash": (),
    "bundle-newer": ("shape", "latest"),
    "bundle-game": ("game", "nearest"),
    "bundle-code": (),
    "bundle-art-name": ("name", "choices"),
    "bundle-art": ("name", "least", "most", "bytes"),
}
"""Every code that the packs of any game may have, and the names of its facts.

The file itself
    unreadable          reason: what the system said, or "not-a-file"
    link-loop           a folder's symbolic link leads back to a folder above it
    too-large           most: the limit, in bytes
    folder-too-large    most: the limit of files and folders at and below one folder
    packs-too-large     most: the limit, in bytes, of all pack files below one folder
    not-utf8            the file is not text in UTF-8
    empty-file          nothing in it but comments
    yaml-syntax         detail: what the YAML parser says, in English
    yaml-surprise       kind and text; kind is one of "boolean" (a bare yes, no, on, off, True),
                        "octal" (010), "sexagesimal" (1:30), "number" (+1, 1_000, .5, 1e3),
                        "huge-number", "date", "empty" (a key without a value), "anchor",
                        "alias", "tag", "merge", "complex-key", "second-document", "surrogate"
    too-deep            most: the limit of nested lists and mappings
    too-many            most: so many problems are shown; there are more in this file

A key or a value
    duplicate-key       key; first_line: where it stood first
    unknown-key         key; nearest: the nearest key that may stand there, or None
    missing-key         key
    wrong-type          expected: one or more of "whole-number", "number", "text",
                        "true-or-false", "list", "mapping", "nothing"; got: one of the same;
                        value: what was there (None for lists and mappings)
    wrong-length        least, most (either may be None), got: a list of so many entries
    too-long            most, got: characters of a text
    out-of-range        least, most, above (each may be None; more than `above`), got
    not-a-choice        got; nearest (or None); choices: all that may stand there
    pattern             got; pattern: a regular expression (ids: small letters, digits, hyphens)
    invalid             type: the validator's own word; got: anything this list does not foresee
    empty-text          a name or a sentence with nothing in it
    control-characters  text: what is left when they are replaced
    not-finite          got: infinity, or no number at all

Between objects
    duplicate-id        kind (its key in a file), id, first_file, first_line: twice in one folder
    unknown-reference   kind (its key in a file), id; nearest, or None

A bundle
    bundle-unread       it is no zip file, or not a whole or plain one
    bundle-too-large    most: the limit, in bytes, of all of it
    bundle-too-many     most: the limit of its files
    bundle-many-objects most: the limit of the objects of a code
    bundle-name         name: a path that leads elsewhere, or that not every system can write
    bundle-link         name: a link or a device
    bundle-kind         name: neither a pack nor a text
    bundle-twice        name: of two files that some systems take for the same
    bundle-no-manifest  name: of the file that is missing
    bundle-empty        there is no pack in it
    bundle-hash         its content is not that of its manifest
    bundle-newer        shape: what it needs; latest: what this q40k knows
    bundle-game         game: unknown here; nearest, or None
    bundle-code         a text is no code of packs, or not all of it
    bundle-art-name     name: a picture of no printed piece of the game; choices: the pieces that may have one
    bundle-art          name: no whole PNG picture, or not of least to most dots a side and of so many bytes
"""


@dataclass(frozen=True)
class Problem:
    """One problem: its place, its object and what is wrong, as facts.

    `line` and `column` count from 1 and are None without such a place; `file` is empty for data
    from no file. A warning does not prevent the use of a pack.
    """

    file: str
    line: int | None
    column: int | None
    object_id: str | None
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    severity: Severity = "error"

    def __str__(self) -> str:
        """Return a line for logs and tests; people read the room of words instead."""
        facts = " ".join(f"{name}={value!r}" for name, value in self.facts.items())
        place = ":".join(str(part) for part in (self.file, self.line) if part)
        return " ".join(part for part in (place, self.object_id, self.code, facts) if part)


class PackError(Exception):
    """Packs or profiles that cannot be used, with every problem, in reading order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems by file, line and column, each once."""
    once = {(p.file, p.line, p.column, p.object_id, p.code, str(p)): p for p in problems}
    return sorted(once.values(), key=lambda p: (p.file, p.line or 0, p.column or 0))


def displayable(text: str) -> str:
    """Return `text` as a terminal may show it: without control characters, and not too long."""
    cut = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    return cut if cut.isprintable() else "".join(c if c.isprintable() else "�" for c in cut)

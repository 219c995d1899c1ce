"""Problems of packs, as facts.

A problem is a code word with facts, never a sentence: the sentences, in English and French, are in
the room of words. tests/packs/codes.py lists every code.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, field

Fact = str | int | float | bool | tuple[str | int, ...] | None
Severity = Literal["error", "warning"]

LONGEST_SHOWN = 60


class Problem(Struct, frozen=True):
    """One problem: its place, its object and what is wrong, as facts.

    `line` and `column` count from 1 and are None without such a place; `file` is empty for data
    from no file. A warning does not prevent the use of a pack.
    """

    file: str
    line: int | None
    column: int | None
    object_id: str | None
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
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

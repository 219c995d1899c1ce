"""Examines the codes that strangers bring, in a process of its own that cannot keep the board waiting.

Anybody in the room may have a code read, and reading one is long work: a bad code is made to be. The board hands
codes to one child process, one at a time. A code that takes too long ends the child, and the next one starts another.
"""

import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.live.child import Busy, Child
from q40k.packs.problems import PackError, Problem
from q40k.table.codes import Parcel, open_code
from q40k.table.folders import packs_folder

SECONDS = 10.0
"""A code may take so long. The first one includes the start of the child."""
MOST_MEMORY = 768 * 1024**2
"""So many bytes the child may reserve, where the system can limit it."""
NICE = 10
"""By so much the child steps back for the board and the app."""
MOST_WAITING = 32
"""So many codes may wait for the child; others are told to come back."""
MOST_KEPT = 64
"""So many examined codes, the newest, are remembered."""
MOST_PROBLEMS = 8
"""So many problems of a code are listed."""
_LINE = 2**20
"""No answer of the child is longer."""


class Exam(Struct, frozen=True):
    """What a code holds, in words, or the problems for which it is refused.

    `rows` are the kinds of its objects, each with their ids. `taken` are the ids that are in use here.
    """

    title: str = ""
    game: str = ""
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    warnings: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Examiner:
    """Has codes examined, and remembers the newest results as long as the packs here stay the same."""

    def __init__(self) -> None:
        self._child = Child("q40k.live.examiner", Exam, _LINE)
        self._waiting: set[str] = set()
        self._exams: OrderedDict[tuple[str, str], Exam] = OrderedDict()
        self._packs: Sequence[object] = ()

    async def examine(self, code: str, language: str, sender: str) -> Exam:
        """Return what a code holds. Each sender has one code examined at a time. Raises Busy."""
        if (packs := _pack_stamps()) != self._packs:
            self._exams.clear()
            self._packs = packs
        key = (code, language)
        if key in self._exams:
            return self._exams[key]
        if sender in self._waiting or len(self._waiting) >= MOST_WAITING:
            raise Busy
        self._waiting.add(sender)
        try:
            exam = self._exams[key] = await self._child.ask((code, language), SECONDS)
        finally:
            self._waiting.discard(sender)
        while len(self._exams) > MOST_KEPT:
            self._exams.popitem(last=False)
        return exam

    async def close(self) -> None:
        """End the child."""
        await self._child.close()


def _pack_stamps() -> Sequence[object]:
    """Return what changes when a file comes into a folder of packs, or leaves it."""
    root = packs_folder().parent
    with suppress(OSError):
        return [(entry.name, entry.stat().st_mtime_ns) for entry in os.scandir(root)]
    return ()


# -- the child -------------------------------------------------------------------------------------


def examine(code: str, language: str) -> Exam:
    """Return what a code holds, or why it is refused."""
    locale = Locale(language)
    try:
        parcel = open_code(code)
    except (PackError, OSError, MemoryError) as error:
        problems = (
            error.problems if isinstance(error, PackError) else [Problem("code", None, None, None, "bundle-code")]
        )
        return Exam(problems=tuple(_problem_line(locale, problem) for problem in problems[:MOST_PROBLEMS]))
    kinds, words = parcel.game.packs.kinds, parcel.game.words
    return Exam(
        _title(locale, parcel),
        parcel.game.name,
        tuple((kinds.of(kind).singular, ids) for kind, ids in parcel.contents.objects.items()),
        tuple(words.problem(locale, warning) for warning in parcel.contents.warnings),
        parcel.taken,
    )


def _problem_line(locale: Locale, problem: Problem) -> str:
    return ": ".join(filter(None, (problem.object_id, find().words.problem(locale, problem))))


def _title(locale: Locale, parcel: Parcel) -> str:
    """Return the name of what a code is about, or its id."""
    first = next(iter(parcel.objects.values()))[0]
    names = first.get("name")
    return str(names.get(locale.language) if isinstance(names, dict) else first.get("id"))


def limit_resources(memory: int, nice: int) -> None:
    """Step back for others, and let the system limit the memory in bytes, where it can do that."""
    if sys.platform == "win32":
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(nice)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def main() -> None:
    """Examine each code on standard input, until there are no more."""
    limit_resources(MOST_MEMORY, NICE)
    for line in sys.stdin.buffer:
        code, language = msgspec.json.decode(line, type=tuple[str, str])
        sys.stdout.buffer.write(msgspec.json.encode(examine(code, language)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

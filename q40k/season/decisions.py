"""Hold what a club has decided about its season: names, matches that count, leagues.

The journals do not contain this, so it has a file of its own beside the library: one decision a
line, and nothing is ever erased. An undo is a line that takes back the newest valid decision; a
redo restores it. The file is copied beside the backups and the mirror, and restored from there if
it is missing.
"""

import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from filelock import FileLock, Timeout
from msgspec import Meta, Struct, field

from q40k.care.backup import backups_folder
from q40k.care.mirror import mirror_folder
from q40k.kernel.journal.journal import JournalError

WAIT_SECONDS = 5

Kind = Literal["robin", "swiss", "groups", "knockout"]
Table = tuple[str, ...]
"""The players of a table, in the order of seats."""
Round = tuple[Table, ...]


class Same(Struct, frozen=True, tag="same", tag_field="do"):
    """The player called `old` in a match is the one the season calls `new`."""

    old: str
    new: str


class LeftOut(Struct, frozen=True, tag="leave-out", tag_field="do"):
    """A match, by its identity, does not count, for a reason; without one it counts again."""

    match: str
    why: str


class Tagged(Struct, frozen=True, tag="tag", tag_field="do"):
    """A match gets a tag, or loses it."""

    match: str
    tag: str
    on: bool = True


class League(Struct, frozen=True, tag="league", tag_field="do"):
    """A league or a knock-out: players, table size, and the rounds drawn so far.

    The `players` are in the order of their seeds. With `groups`, everybody plays within their
    group. From each table of a knock-out, `best` players advance. `game` is the id of the game that
    is played, "" for any. `seed` is that of the lots.
    """

    name: str
    kind: Kind
    players: tuple[str, ...]
    table: Annotated[int, Meta(ge=2, le=12)] = 2
    rounds: tuple[Round, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    last: int = 0
    best: int = 1
    seed: str = ""
    game: str = ""


class Drawn(Struct, frozen=True, tag="draw", tag_field="do"):
    """The next round of a league was drawn."""

    league: str
    round: Round


class Placed(Struct, frozen=True, tag="result", tag_field="do"):
    """A table of a league ended: as a match did, or in a reported `order`, ties together.

    Round and table are numbers from 1.
    """

    league: str
    round: int
    table: int
    match: str = ""
    order: tuple[tuple[str, ...], ...] = ()


class Withdrawn(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """A player leaves a league: tables already decided stay."""

    league: str
    player: str


class Joined(Struct, frozen=True, tag="join", tag_field="do"):
    """A player joins a league, and a `group` by its number from 1 if it has any.

    The first `kept` rounds stay as they were drawn; `rounds` replace the others.
    """

    league: str
    player: str
    kept: int
    rounds: tuple[Round, ...] = ()
    group: int = 0


Decision = Same | LeftOut | Tagged | League | Drawn | Placed | Withdrawn | Joined


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the file: a decision, or the number of one that is undone or redone."""

    n: int
    at: str
    decision: Decision | None = None
    undo: int = 0
    redo: int = 0


class Decisions(Struct):
    """Hold the lines of the file, and the number of unreadable lines."""

    lines: list[Line] = field(default_factory=list)
    unread: int = 0

    @property
    def undone(self) -> set[int]:
        """Return the numbers of the undone decisions."""
        numbers: set[int] = set()
        for line in self.lines:
            numbers.add(line.undo)
            numbers.discard(line.redo)
        return numbers - {0}

    @property
    def standing(self) -> list[Line]:
        """Return the lines of the valid decisions, oldest first."""
        undone = self.undone
        return [line for line in self.lines if line.decision is not None and line.n not in undone]

    @property
    def redoable(self) -> int:
        """Return the number a redo restores, or 0 if there is none since the last decision."""
        back: list[int] = []
        for line in self.lines:
            if line.undo:
                back.append(line.undo)
            elif line.redo:
                back = back[:-1]
            else:
                back.clear()
        return back[-1] if back else 0


def decisions_file(library: Path) -> Path:
    """Return the file of decisions about a library’s season: beside the library."""
    return library.with_name(f"{library.stem}-season.jsonl")


def copies_of(library: Path) -> list[Path]:
    """Return the copies of the file: beside the backups, and beside the mirror if there is one."""
    folders = (backups_folder(library), mirror_folder(library))
    return [folder / decisions_file(library).name for folder in folders if folder is not None]


def read_decisions(library: Path) -> Decisions:
    """Read the decisions; skip and count unreadable lines. Raises OSError."""
    path = decisions_file(library)
    kept = [copy for copy in copies_of(library) if copy.exists()]
    if kept and not path.exists():
        shutil.copyfile(kept[0], path)
    result = Decisions()
    raw = path.read_bytes() if path.exists() else b""
    for text in raw.splitlines():
        if not text.strip():
            continue
        try:
            result.lines.append(_DECODER.decode(text))
        except (msgspec.MsgspecError, RecursionError):  # cut by a power failure, or from a newer q40k
            result.unread += 1
    return result


def write_decisions(library: Path, at: str, *decisions: Decision) -> None:
    """Write decisions, all or none. Raises JournalError."""
    _append(library, at, [{"decision": decision} for decision in decisions])


def undo(library: Path, at: str, number: int = 0) -> Line | None:
    """Undo the decision with a number, or the newest, and return it; None if there is none.

    Raises JournalError.
    """
    standing = [line for line in _read(library).standing if number in (0, line.n)]
    if standing:
        _append(library, at, [{"undo": standing[-1].n}])
    return standing[-1] if standing else None


def resting_on(standing: Sequence[Line], line: Line) -> list[Line]:
    """Return the later decisions that need one decision: the consequences of a league’s draw."""
    if not isinstance(line.decision, League | Drawn | Joined):
        return []
    name = _league_of(line.decision)
    return [other for other in standing if other.n > line.n and _league_of(other.decision) == name]


def _league_of(decision: Decision | None) -> str | None:
    match decision:
        case League(name):
            return name.casefold()
        case Drawn(league) | Placed(league) | Withdrawn(league) | Joined(league):
            return league.casefold()
    return None


def redo(library: Path, at: str) -> Line | None:
    """Restore the last undone decision and return it, or None if there is none."""
    decisions = _read(library)
    number = decisions.redoable
    if number:
        _append(library, at, [{"redo": number}])
    return next((line for line in decisions.lines if line.n == number), None)


def _read(library: Path) -> Decisions:
    try:
        return read_decisions(library)
    except OSError as error:
        raise _failure(library, error) from error


def _append(library: Path, at: str, entries: Iterable[dict[str, Any]]) -> None:
    path = decisions_file(library)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            current = read_decisions(library)
            held = len(current.lines) + current.unread
            first = max([held, *(line.n for line in current.lines)]) + 1
            lines = [Line(number, at, **fields) for number, fields in enumerate(entries, first)]
            written = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
            before = path.read_bytes() if path.exists() else b""
            with path.open("ab") as file:
                file.write((b"\n" if before and not before.endswith(b"\n") else b"") + written)
                file.flush()
                os.fsync(file.fileno())
    except Timeout as error:
        raise JournalError("journal-busy", path=str(path)) from error
    except OSError as error:
        raise _failure(library, error) from error
    with suppress(OSError):
        backups_folder(library).mkdir(exist_ok=True)
    for copy in copies_of(library):
        with suppress(OSError):  # such as a memory stick that is unplugged
            shutil.copyfile(path, copy)


def _failure(library: Path, error: OSError) -> JournalError:
    return JournalError("journal-read-only", path=str(decisions_file(library)), detail=str(error))


_DECODER = msgspec.json.Decoder(Line)

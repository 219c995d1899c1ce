"""What a club has decided about its season: who is who, what counts, which leagues are played.

It cannot be worked out from the journals, so it is kept: in a file beside the library, a line a
decision, nothing ever erased. An undo is a line of its own that takes back the newest decision that
stands, and a redo one that gives it back. The file is copied beside the backups and the mirror, and
taken from there where it is gone.
"""

from __future__ import annotations

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
"""Who plays at a table, in the order of the seats."""
Round = tuple[Table, ...]


class Same(Struct, frozen=True, tag="same", tag_field="do"):
    """Whoever is called `old` in a match is the player that the season calls `new`."""

    old: str
    new: str


class LeftOut(Struct, frozen=True, tag="leave-out", tag_field="do"):
    """A match, by its identity, does not count, for a reason; without one it counts again."""

    match: str
    why: str


class Tagged(Struct, frozen=True, tag="tag", tag_field="do"):
    """A match bears a tag, or bears it no more."""

    match: str
    tag: str
    on: bool = True


class League(Struct, frozen=True, tag="league", tag_field="do"):
    """A league or a knock-out: who plays, at tables of how many, and the rounds drawn so far.

    The `players` are in the order of their seeds. In groups of so many each plays only within its
    `groups`. Of every table of a knock-out so many go on as `best` says. `game` is the id of the
    one that is played, "" for any. `seed` is that of the lots.
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
    """A table of a league ended: as a match did, or in an `order` that people said, ties together.

    Round and table are numbers from 1.
    """

    league: str
    round: int
    table: int
    match: str = ""
    order: tuple[tuple[str, ...], ...] = ()


class Withdrawn(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """A player plays no more in a league, from the tables on that have not ended yet."""

    league: str
    player: str


class Joined(Struct, frozen=True, tag="join", tag_field="do"):
    """A player plays in a league from now on, too, in a group by its number from 1, if it has any.

    The first rounds, so many, stay as they were drawn; these `rounds` are in the place of the rest.
    """

    league: str
    player: str
    kept: int
    rounds: tuple[Round, ...] = ()
    group: int = 0


Decision = Same | LeftOut | Tagged | League | Drawn | Placed | Withdrawn | Joined


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the file: a decision, or the number of one that is taken back or given back."""

    n: int
    at: str
    decision: Decision | None = None
    undo: int = 0
    redo: int = 0


class Decided(Struct):
    """All decisions as they stand, the lines they are from, and how many lines cannot be read."""

    lines: list[Line] = field(default_factory=list)
    unread: int = 0

    @property
    def undone(self) -> set[int]:
        """The numbers of those that are taken back."""
        found: set[int] = set()
        for line in self.lines:
            found.add(line.undo)
            found.discard(line.redo)
        return found - {0}

    @property
    def standing(self) -> list[Line]:
        """The lines of the decisions that stand, oldest first."""
        undone = self.undone
        return [one for one in self.lines if one.decision is not None and one.n not in undone]

    @property
    def redoable(self) -> int:
        """The decision that a redo gives back: none once anything else was decided; 0 then."""
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
    """Where the decisions about a library’s season are kept: beside it."""
    return library.with_name(f"{library.stem}-season.jsonl")


def copies_of(library: Path) -> list[Path]:
    """Where they are copied to: beside the backups, and beside the mirror if there is one."""
    folders = (backups_folder(library), mirror_folder(library))
    return [folder / decisions_file(library).name for folder in folders if folder is not None]


def decided(library: Path) -> Decided:
    """What was decided; a line that cannot be read is passed over, and counted. Raises OSError."""
    path = decisions_file(library)
    kept = [one for one in copies_of(library) if one.exists()]
    if kept and not path.exists():
        shutil.copyfile(kept[0], path)
    found = Decided()
    raw = path.read_bytes() if path.exists() else b""
    for text in raw.splitlines():
        if not text.strip():
            continue
        try:
            found.lines.append(_DECODER.decode(text))
        except (msgspec.MsgspecError, RecursionError):  # torn by a power cut, or of a newer q40k
            found.unread += 1
    return found


def decide(library: Path, at: str, *decisions: Decision) -> None:
    """Write decisions down, all or none. Raises JournalError."""
    _append(library, at, [{"decision": one} for one in decisions])


def undo(library: Path, at: str, number: int = 0) -> Line | None:
    """Take back the decision of a number, or the newest, and return it; None if none such stands.

    Raises JournalError.
    """
    standing = [one for one in _read(library).standing if number in (0, one.n)]
    if standing:
        _append(library, at, [{"undo": standing[-1].n}])
    return standing[-1] if standing else None


def resting_on(standing: Sequence[Line], line: Line) -> list[Line]:
    """Which later decisions that stand make no sense without one: what a league’s draw led to."""
    if not isinstance(line.decision, League | Drawn | Joined):
        return []
    name = _league_of(line.decision)
    return [one for one in standing if one.n > line.n and _league_of(one.decision) == name]


def _league_of(decision: Decision | None) -> str | None:
    match decision:
        case League(name):
            return name.casefold()
        case Drawn(league) | Placed(league) | Withdrawn(league) | Joined(league):
            return league.casefold()
    return None


def redo(library: Path, at: str) -> Line | None:
    """Give back what was taken back last, and return it; None when there is nothing."""
    found = _read(library)
    number = found.redoable
    if number:
        _append(library, at, [{"redo": number}])
    return next((one for one in found.lines if one.n == number), None)


def _read(library: Path) -> Decided:
    try:
        return decided(library)
    except OSError as error:
        raise _failure(library, error) from error


def _append(library: Path, at: str, said: Iterable[dict[str, Any]]) -> None:
    path = decisions_file(library)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            known = decided(library)
            held = len(known.lines) + known.unread
            first = max([held, *(one.n for one in known.lines)]) + 1
            lines = [Line(number, at, **one) for number, one in enumerate(said, first)]
            written = b"".join(msgspec.json.encode(one) + b"\n" for one in lines)
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
        with suppress(OSError):  # such as a stick that is out just now
            shutil.copyfile(path, copy)


def _failure(library: Path, error: OSError) -> JournalError:
    return JournalError("journal-read-only", path=str(decisions_file(library)), detail=str(error))


_DECODER = msgspec.json.Decoder(Line)

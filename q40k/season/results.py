"""The finished matches of a library, each with its order of finish.

All of it is worked out from the journals. What was worked out is kept beside the library, each
match with its last entry and that entry's checksum: who plays or amends a match has it worked out
again. The file may be lost or damaged; then it is made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec import Struct

from q40k import __version__
from q40k.care.shelf import ON_LIST, read_places
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.whole_file import write_whole
from q40k.packs.base import Names
from q40k.season.order import results_of
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.outcomes import Entrant
from q40k.table.story import steps

FORMAT: Final = 2
"""Raised when results are worked out otherwise, so that what is kept of old ones is not taken."""

Progress = Callable[[int, int], None]
"""Told, before a match is looked at, its place among those to be looked at, and their number."""


class Ended(Struct, frozen=True):
    """How a match ended, as far as its journal tells. Times are ISO, as the journal has them."""

    game: str
    played: Names | None
    began: str
    ended: str
    turns: int
    entrants: tuple[Entrant, ...]


class Finished(Struct, frozen=True):
    """A finished match of a library: its identity in any file, its number and name in this one."""

    identity: str
    number: int
    name: str
    ended: Ended


class _Kept(Struct, frozen=True):
    """The last entry of a match with its checksum, and how it ended; None while it has not."""

    entry: int
    checksum: int
    ended: Ended | None


class _File(Struct, frozen=True):
    """The file: `kept` is a dict of `_Kept` by identity, in the bytes that `checksum` is of."""

    made_by: str
    checksum: int
    kept: msgspec.Raw


def cache_file(library: Path) -> Path:
    """Where the results of a library are kept: beside it. Without it they are made anew."""
    return library.with_name(f"{library.stem}-results.json")


class Results:
    """The results of a library’s matches."""

    def __init__(self, library: MatchLibrary) -> None:
        """Take up those that are kept."""
        self._library = library
        self._path = cache_file(library.path)
        self._kept: dict[str, _Kept] = {}
        with suppress(OSError, msgspec.MsgspecError, ValueError, RecursionError):
            found = msgspec.json.decode(self._path.read_bytes(), type=_File)
            if (found.made_by, found.checksum) == (_MADE_BY, crc32(found.kept)):
                self._kept = _DECODER.decode(found.kept)
        self.unread: list[int] = []

    def finished(self, progress: Progress = lambda _place, _number: None) -> list[Finished]:
        """Every finished match that is not in the bin, in the order of play. Raises JournalError.

        A branch of a match that is finished itself is another end of it, and is left out. Matches
        that cannot be read are `unread`, by their numbers.
        """
        shelf, rows = read_places(self._library.path), self._library.matches()
        last = {row.id: self._library.journal.last(row.id) for row in rows}
        rows = [row for row in rows if not shelf.get(row.identity, ON_LIST).binned]
        stale = [row for row in rows if not self._known(row, last[row.id])]
        for place, row in enumerate(stale, 1):
            progress(place, len(stale))
            self._look(row, last[row.id])
        if stale:
            self._keep({row.identity for row in self._library.matches()})
        over = {}
        for row in rows:
            kept = self._kept.get(row.identity)
            if kept is not None and kept.ended is not None:
                over[row.identity] = Finished(row.identity, row.id, row.name, kept.ended)
        found = [one for one in over.values()
                 if shelf.get(one.identity, ON_LIST).of not in over]  # fmt: skip
        return sorted(found, key=lambda one: (moment(one.ended.ended), one.identity))

    def _known(self, row: MatchRow, last: tuple[int, int]) -> bool:
        kept = self._kept.get(row.identity)
        return kept is not None and (kept.entry, kept.checksum) == last

    def _look(self, row: MatchRow, last: tuple[int, int]) -> None:
        self._kept.pop(row.identity, None)
        try:
            match_session = self._library.open(row.id, watch=True, whole=False)
        except JournalError:
            self.unread.append(row.id)
            return
        try:
            self._kept[row.identity] = _Kept(*last, how_it_ended(match_session))
        except JournalError:
            self.unread.append(row.id)
        finally:
            match_session.close()

    def _keep(self, held: set[str]) -> None:
        """Keep what was made anew; silently nothing where it cannot be written."""
        kept = {identity: one for identity, one in self._kept.items() if identity in held}
        with suppress(OSError):
            written = _ENCODER.encode(kept)
            file = _File(_MADE_BY, crc32(written), msgspec.Raw(written))
            write_whole(self._path, msgspec.json.encode(file))


def moment(at: str) -> float:
    """A time of the journal in seconds; one that cannot be read is before all others."""
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return 0.0
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def how_it_ended(match_session: MatchSession) -> Ended | None:
    """How an open match ended; None while it has not. Raises JournalError."""
    game, state = match_session.game, match_session.session.state
    status = game.view.status(state)
    if not status.over:
        return None
    entries = match_session.inputs()
    return Ended(
        game=game.id,
        played=game.view.scenario_name(state),
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        turns=status.turn,
        entrants=results_of(game).entrants(state, lambda: steps(game, entries)),
    )


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"nothing of a season is a {type(value).__name__}")


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise TypeError(f"nothing of a season is a {kind.__name__}")


_MADE_BY: Final = f"{__version__}/{FORMAT}"
_ENCODER: Final = msgspec.json.Encoder(enc_hook=_written)
_DECODER: Final = msgspec.json.Decoder(dict[str, _Kept], dec_hook=_read)

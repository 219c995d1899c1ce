"""Matches in brief: who plays what, and how it stands; worked out once, kept beside the library."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import msgspec
from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.i18n.briefs import Brief
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.whole_file import write_whole
from q40k.table.match_library import MatchLibrary


class Kept(Struct, frozen=True):
    """A brief, and the last entry it was made of, with its checksum."""

    entry: int
    checksum: int
    brief: Brief


def briefs_file(library: Path) -> Path:
    """Where the briefs of a library are kept: beside it. Without it they are made anew."""
    return library.with_name(f"{library.stem}-briefs.json")


class Briefs:
    """The briefs of a library's matches."""

    def __init__(self, library: MatchLibrary) -> None:
        """Take up those that are kept."""
        self._library = library
        self._path = briefs_file(library.path)
        self._kept: dict[str, Kept] = {}
        with suppress(OSError, msgspec.MsgspecError, RecursionError):
            self._kept = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Kept])
        self._fresh = False

    def known(self, row: MatchRow) -> Brief | None:
        """The brief of a match, if it is at hand. Raises JournalError."""
        kept = self._kept.get(row.identity)
        last = self._library.journal.last(row.id)
        return kept.brief if kept is not None and (kept.entry, kept.checksum) == last else None

    def of(self, row: MatchRow) -> Brief | None:
        """The brief of a match; None of one that cannot be read here."""
        try:
            known = self.known(row)
            if known is not None:
                return known
            made = self._made(row)
            self._kept[row.identity] = Kept(*self._library.journal.last(row.id), made)
        except JournalError:
            return None
        self._fresh = True
        return made

    def _made(self, row: MatchRow) -> Brief:
        match_session = self._library.open(row.id, watch=True, whole=False)
        try:
            return brief(match_session.game.view, match_session.state)
        finally:
            match_session.close()

    def keep(self) -> None:
        """Keep what was made anew; silently nothing where it cannot be written."""
        if not self._fresh:
            return
        held = {row.identity for row in self._library.matches()}
        kept = {identity: one for identity, one in self._kept.items() if identity in held}
        with suppress(OSError):
            write_whole(self._path, msgspec.json.encode(kept))


def brief(view: View, state: object) -> Brief:
    """A match that stands so, in brief."""
    status = view.status(state)
    return Brief(
        opened=status.opened,
        played=view.played(state),
        seats=tuple(seat.name for seat in view.seats(state) if seat.present),
        turn=status.turn,
        over=status.over,
        winners=status.winners,
        leaders=_leaders(view.race(state)),
    )


def _leaders(race: Sequence[Racer]) -> tuple[str, ...]:
    """Who is nearest to winning; nobody while all are equally near."""
    most = max((one.part for one in race), default=Fraction(0))
    first = tuple(one.name for one in race if one.part == most)
    return first if len(first) < len(race) and most > 0 else ()

"""Work out the finished matches of a library, each with its order of finish.

The results come from the journals. They are cached beside the library, each match with its last
entry and that entry's checksum, so a match is worked out again once it is played or amended. The
cache is rebuilt if it is lost or damaged.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, suppress
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from q40k import __version__
from q40k.care.notes import ON_LIST, read_places
from q40k.games.game import Game, View
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Step
from q40k.kernel.journal.journal import Entry, JournalError, MatchRow
from q40k.kernel.whole_file import read_or, write_side
from q40k.packs.base import Names
from q40k.table.commentary import steps
from q40k.table.match_library import MatchLibrary
from q40k.table.outcomes import Count, Entrant, Results, places


class PlainResults:
    """Hold the results of a game without its own: winners first, then by the race."""

    counts: tuple[Count, ...] = ()

    def __init__(self, view: View) -> None:
        self._view = view

    def count(self, _steps: Iterable[Step[Any]]) -> None:
        """Count nothing: the last state says it all."""

    def entrants(self, state: Any, count: Callable[[], Any]) -> tuple[Entrant, ...]:
        """Return everybody who was present at the end."""
        winners = self._view.status(state).winners
        seats = [seat for seat in self._view.seats(state) if seat.present]
        progress = {racer.side: racer.progress for racer in self._view.race(state)}
        scores = {seat.id: (seat.name in winners, progress.get(seat.id, 0)) for seat in seats}
        order = places(scores)
        return tuple(Entrant(seat.name, seat.name, order[seat.id]) for seat in seats)

    def army(self, locale: Locale, army: str) -> str:
        """Return the army itself: only games with their own results have armies."""
        return army


def results_of(game: Game) -> Results:
    """Return the rules for the results of a game."""
    results: Results = game.results or PlainResults(game.view)
    return results


# -- the cached results ----------------------------------------------------------------------------


FORMAT = 4
"""Increase it when results are worked out differently, so that old caches are ignored."""

Progress = Callable[[int, int], None]
"""Called before each match that is worked out, with its place and their number."""

Engine = Callable[[], AbstractContextManager[Executor]]
"""Opens what works out portions of matches; its processes read the library at the same path."""
PORTION = 200
"""An engine works out so many matches at a time, and is opened for more than these."""


class Ended(Struct, frozen=True):
    """Hold how a match ended, by its journal. Times are ISO, as in the journal.

    `bots` are the names of those whom a bot played at the end.
    """

    game: str
    played: Names | None
    began: str
    ended: str
    turns: int
    entrants: tuple[Entrant, ...]
    bots: tuple[str, ...] = ()


class Finished(Struct, frozen=True):
    """Hold a finished match: its identity in any library, its number and name in this one.

    `last` is its last entry with the checksum.
    """

    identity: str
    number: int
    name: str
    ended: Ended
    last: tuple[int, int] = (0, 0)


class _Kept(Struct, frozen=True):
    """Hold the last entry of a match with its checksum, and how it ended; None if it has not."""

    entry: int
    checksum: int
    ended: Ended | None


class _File(Struct, frozen=True):
    """Hold the cache file: `kept` is a dict of `_Kept` by identity; `checksum` is that of its
    bytes.
    """

    made_by: str
    checksum: int
    kept: msgspec.Raw


def cache_file(library: Path) -> Path:
    """Return the cache file of a library: beside it."""
    return library.with_name(f"{library.stem}-results.json")


class LibraryResults:
    """Work out the results of a library’s matches."""

    def __init__(self, library: MatchLibrary) -> None:
        """Load the cache."""
        self._library = library
        self._path = cache_file(library.path)
        self._kept: dict[str, _Kept] = {}
        cache = read_or(self._path, _File, _File("", 0, msgspec.Raw()))
        if (cache.made_by, cache.checksum) == (_MADE_BY, crc32(cache.kept)):
            with suppress(msgspec.MsgspecError, ValueError, RecursionError):
                self._kept = _DECODER.decode(cache.kept)
        self.unread: list[int] = []
        self.unfinished: list[str] = []

    def finished_matches(
        self, progress: Progress = lambda _place, _number: None, engine: Engine | None = None
    ) -> list[Finished]:
        """Return every finished match outside the bin, in the order of play. Raises JournalError.

        A branch of a match that has itself finished is skipped: it is an alternative end. `unread`
        gets the numbers of unreadable matches, `unfinished` the identities of those that go on.
        What was worked out is kept also if somebody interrupts it, or an `engine` fails.
        """
        shelf, rows = read_places(self._library.path), self._library.matches()
        last = {row.id: self._library.journal.last(row.id) for row in rows}
        rows = [row for row in rows if not shelf.get(row.identity, ON_LIST).binned]
        stale = [row for row in rows if not self._is_current(row, last[row.id])]
        try:
            for place, (row, kept) in enumerate(self._work_out(stale, engine), 1):
                progress(place, len(stale))
                self._kept.pop(row.identity, None)
                if kept is None:
                    self.unread.append(row.id)
                else:
                    self._kept[row.identity] = kept
        finally:
            if stale:
                self._save({row.identity for row in self._library.matches()})
        over = {}
        for row in rows:
            kept = self._kept.get(row.identity)
            if kept is None:
                continue
            if kept.ended is None:
                self.unfinished.append(row.identity)
            else:
                over[row.identity] = Finished(row.identity, row.id, row.name, kept.ended, last[row.id])
        matches = [match for match in over.values() if shelf.get(match.identity, ON_LIST).of not in over]
        return sorted(matches, key=lambda match: (moment(match.ended.ended), match.identity))

    def _is_current(self, row: MatchRow, last: tuple[int, int]) -> bool:
        kept = self._kept.get(row.identity)
        return kept is not None and (kept.entry, kept.checksum) == last

    def _work_out(self, stale: Sequence[MatchRow], engine: Engine | None) -> Iterator[tuple[MatchRow, _Kept | None]]:
        """Yield how each match stands, None if it cannot be read. Raises whatever ends an engine."""
        if engine is None or len(stale) <= PORTION:
            yield from ((row, _read_match(self._library, row.id)) for row in stale)
            return
        portions = [stale[at : at + PORTION] for at in range(0, len(stale), PORTION)]
        with engine() as executor:
            path = self._library.path
            futures = [executor.submit(read_portion, path, [row.id for row in portion]) for portion in portions]
            for portion, future in zip(portions, futures, strict=True):
                yield from zip(portion, _PORTIONS.decode(future.result()), strict=True)

    def _save(self, held: set[str]) -> None:
        """Write the cache, or do nothing if the file cannot be written."""
        kept = {identity: entry for identity, entry in self._kept.items() if identity in held}
        with suppress(OSError):
            written = _ENCODER.encode(kept)
            file = _File(_MADE_BY, crc32(written), msgspec.Raw(written))
            write_side(self._path, file, _File, is_rebuilt=True)


def _read_match(library: MatchLibrary, number: int) -> _Kept | None:
    """Return the last entry of a match and how it ended, at one moment; None if it cannot be read."""
    journal = library.journal
    try:
        with journal.moment():
            last = journal.last(number)
            game, state = library.last_state(number)
            entries = journal.live(number) if game.view.status(state).over else ()
    except JournalError:
        return None
    return _Kept(*last, how_it_ended(game, state, entries))


def read_portion(path: Path, numbers: Sequence[int]) -> bytes:
    """Return the same of several matches of the library at `path`, as JSON. Raises JournalError."""
    with closing(MatchLibrary(path, follow=True)) as library:
        return _ENCODER.encode([_read_match(library, number) for number in numbers])


def moment(at: str) -> float:
    """Return a journal time in seconds; an unreadable one is 0."""
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return 0.0
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def how_it_ended(game: Game, state: Any, entries: Sequence[Entry]) -> Ended | None:
    """Return how a match ended, by its state and its live entries, or None if it has not."""
    status = game.view.status(state)
    if not status.over:
        return None
    results = results_of(game)
    return Ended(
        game=game.id,
        played=game.view.scenario_name(state),
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        turns=status.turn,
        entrants=results.entrants(state, lambda: results.count(steps(game, entries, has_calls=False))),
        bots=tuple(seat.name for seat in game.view.seats(state) if seat.bot is not None),
    )


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"nothing of a season is a {type(value).__name__}")


def _decode(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise TypeError(f"nothing of a season is a {kind.__name__}")


_MADE_BY = f"{__version__}/{FORMAT}"
_ENCODER = msgspec.json.Encoder(enc_hook=_encode)
_DECODER = msgspec.json.Decoder(dict[str, _Kept], dec_hook=_decode)
_PORTIONS = msgspec.json.Decoder(list[_Kept | None], dec_hook=_decode)

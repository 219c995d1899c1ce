"""The library of matches: make one, find one, open it to write or to watch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from q40k.games import game as games
from q40k.games.game import Game, UnknownGame
from q40k.kernel.care.backup import Keeper, make
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.lookup import beginning, exactly
from q40k.kernel.session import Session
from q40k.kernel.text import clean_text
from q40k.kernel.verify import Verdict, verify
from q40k.table.folders import data_folder, library_file
from q40k.table.match_session import MatchSession

Clock = Callable[[], str]


def now() -> str:
    """The time of day as the journal keeps it: ISO, local, with the zone's offset."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class MatchLibrary:
    """All matches of a library file."""

    def __init__(
        self, path: Path | None = None, clock: Clock = now, *, upgrade: bool = True
    ) -> None:
        """Open the library at `path`, by default the user's own. Raises JournalError.

        One of an older format is brought up to date, unless `upgrade` forbids it, after a backup.
        """
        try:
            self._folder = path.parent if path else data_folder()
            self.journal = Journal(path or library_file(), make if upgrade else None)
        except OSError as error:
            raise JournalError(
                "journal-cannot-open", path=str(path or error.filename), detail=str(error)
            ) from error
        self._clock = clock

    @property
    def kept(self) -> Path | None:
        """The backup of a library that was brought up to date when it was opened, just now."""
        return self.journal.kept

    def close(self) -> None:
        """Close the library file."""
        self.journal.close()

    def matches(self) -> list[MatchRow]:
        """All matches in which something was entered, the one played last first."""
        return [row for row in self.journal.matches() if row.entries]

    def find(self, said: str | None = None) -> MatchRow:
        """A match by its number, its name or the beginning of it; without words the last one.

        Raises JournalError ("no-matches", "unknown-match", "match-ambiguous").
        """
        rows = self.matches()
        if not rows:
            raise JournalError("no-matches")
        if said is None or said.casefold() == "last":
            return rows[0]
        by_number = [row for row in rows if str(row.id) == said.lstrip("#")]
        wanted = clean_text(said).casefold()
        names = [(row.name, row) for row in rows]
        begun = beginning(wanted, names) if wanted else rows
        for found in (by_number, exactly(wanted, names), begun):
            if len(found) == 1:
                return found[0]
            if found:
                numbers = ", ".join(str(row.id) for row in found)
                raise JournalError("match-ambiguous", said=wanted, numbers=numbers)
        raise JournalError("unknown-match", said=wanted)

    def begin(self, name: str, game: Game | None = None) -> MatchSession:
        """Begin a match, of the default game if of no other, and hold its lock."""
        game = game or games.find()
        number = self.journal.create(clean_text(name), self._clock(), game.id)
        return self._open(game, number, watch=False)

    def open(self, match: int, *, watch: bool = False) -> MatchSession:
        """Open a match to write it, or only to watch.

        Raises JournalError ("match-held", "match-unknown-game").
        """
        return self._open(self.game_of(match), match, watch=watch)

    def game_of(self, match: int) -> Game:
        """The game that a match is one of. Raises JournalError ("match-unknown-game")."""
        id = self.journal.game(match)
        try:
            return games.find(id)
        except UnknownGame as error:
            raise JournalError("match-unknown-game", match=match, game=id) from error

    def _open(self, game: Game, match: int, *, watch: bool) -> MatchSession:
        lock = None
        if not watch:
            lock = MatchLock(self._folder, match)
            lock.take()
        try:
            session = Session(game.rules, self.journal, match, self._clock)
        except BaseException:
            if lock is not None:
                lock.drop()
            raise
        keeper = None
        if lock is not None and self.journal.path is not None:
            keeper = Keeper(self.journal.path)
            self.journal.after_write = keeper.wrote
        return MatchSession(game, session, lock, watching=watch, keeper=keeper)

    def verify(self, match: int) -> Verdict:
        """Replay the match's inputs and compare with its events. Raises JournalError."""
        return verify(self.game_of(match).rules, self.journal.live(match))


def throw_away(game: Game | None = None) -> MatchSession:
    """A match in memory, gone with the process; of the default game if of no other."""
    game = game or games.find()
    journal = Journal(None)
    return MatchSession(game, Session(game.rules, journal, journal.create("", ""), str), None)

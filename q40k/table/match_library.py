"""The library of matches: make one, find one, open it to write or to watch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from q40k.games import game as games
from q40k.games.game import Game, UnknownGame
from q40k.kernel.care.backup import Keeper, backups, make
from q40k.kernel.care.joining import Joined, join
from q40k.kernel.care.memory import Held, recall, remember
from q40k.kernel.care.mirror import Mirror, mirrored_to
from q40k.kernel.care.shelf import NOWHERE, places, put
from q40k.kernel.journal.history import adopt
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import (
    Soundness,
    examined,
    since_kept,
    sound_inputs,
    sound_part,
)
from q40k.kernel.lookup import beginning, exactly
from q40k.kernel.registry import Unregistered
from q40k.kernel.session import MARKS_KEPT, MARKS_WATCHED, Session
from q40k.kernel.text import clean_text
from q40k.kernel.verify import Verdict, verify
from q40k.table.folders import data_folder, library_file
from q40k.table.match_session import Damage, MatchSession

Clock = Callable[[], str]
REMEMBER_EVERY = 50
"""After so many writes the memory beside the library is brought up to date."""


def now() -> str:
    """The time of day as the journal keeps it: ISO, local, with the zone's offset."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class MatchLibrary:
    """All matches of a library file."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Clock = now,
        *,
        upgrade: bool = True,
        follow: bool = False,
    ) -> None:
        """Open the library at `path`, by default the user's own. Raises JournalError.

        One of an older format is brought up to date, unless `upgrade` forbids it, after a backup.
        To `follow` it is to see what others write, through a connection that cannot write.
        """
        try:
            self._folder = path.parent if path else data_folder()
            self._path = path or library_file()
            memory = None if follow else recall(self._path)
            if is_gone(self._path):
                raise JournalError("library-gone", path=str(self._path))
            back_up = make if upgrade else None
            self.journal = Journal.followed(self._path) if follow else Journal(self._path, back_up)
        except OSError as error:
            raise JournalError(
                "journal-cannot-open", path=str(path or error.filename), detail=str(error)
            ) from error
        self._clock = clock
        self._keeper: Keeper | None = None
        folder = None if follow else mirrored_to(self._path)
        self.mirror = Mirror(self._path, folder) if folder is not None else None
        self._written = 0
        self.journal.after_write = self._wrote
        try:
            if memory and memory.matches and memory.library != self.journal.identity:
                raise JournalError("library-foreign", path=str(self._path))
            if memory is None and not follow and self.journal.matches():
                self.remember()
        except BaseException:
            self.journal.close()
            raise

    @property
    def path(self) -> Path:
        """The library file."""
        return self._path

    @property
    def kept(self) -> Path | None:
        """The backup of a library that was brought up to date when it was opened, just now."""
        return self.journal.kept

    def close(self) -> None:
        """Close the library file, and wait a little for its mirror."""
        if self._written:
            self.remember()
        if self.mirror is not None:
            self.mirror.close()
        self.journal.close()

    def _wrote(self) -> None:
        """After every write: remember what is held now and then, make a backup if it is time."""
        if self._written % REMEMBER_EVERY <= 1:  # a match is begun, then there is a first entry
            self.remember()
        self._written += 1
        if self.mirror is not None:
            self.mirror.wrote()
        if self._keeper is not None:
            self._keeper.wrote()

    def remember(self) -> None:
        """Write down beside the library what it holds; a memory that lags harms nobody."""
        with suppress(OSError, JournalError):
            remember(self._path, self.journal.identity, self.held())

    def held(self) -> list[Held]:
        """Every match with its last entry, for the memory beside the library."""
        return [
            Held(row.identity, row.id, row.name, row.game, *self.journal.last(row.id))
            for row in self.matches()
            if row.sound
        ]

    def matches(self) -> list[MatchRow]:
        """All matches in which something was entered, the one played last first."""
        return [row for row in self.journal.matches() if row.entries]

    def find(self, said: str | None = None) -> MatchRow:
        """A match by its number, its name or the beginning of it; without words the last one.

        The last one is of those on the list; of what is in the bin only a number tells. Raises
        JournalError ("no-matches", "unknown-match", "match-ambiguous").
        """
        every, away = self.matches(), places(self._path)
        rows = [row for row in every if not away.get(row.identity, NOWHERE).binned]
        if said is None or said.casefold() == "last":
            listed = [row for row in rows if not away.get(row.identity, NOWHERE).archived]
            if not listed:
                raise JournalError("no-matches")
            return listed[0]
        if not every:
            raise JournalError("no-matches")
        by_number = [row for row in every if str(row.id) == said.lstrip("#")]
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
        self.journal.shapes[game.id] = game.shape
        number = self.journal.create(clean_text(name), self._clock(), game.id)
        return self._open(game, number, watch=False)

    def take_in(self, match_session: MatchSession, name: str, identity: str = "") -> int:
        """Make a match of one in memory, all of it or nothing; returns its number.

        It is known by the `identity` that it had elsewhere, if it had one. Raises JournalError.
        """
        other = match_session.session.journal
        number = match_session.number
        self.journal.shapes[match_session.game.id] = match_session.game.shape
        self._keeper = Keeper(self._path)
        taken = adopt(self.journal, other, number, clean_text(name), self._clock(), identity)
        self._keeper.wrote(match_session.head)
        self._keeper.close()
        self.open(taken).close()  # a finished one leaves its record, too
        return taken

    def join(
        self, other: Path, progress: Callable[[int, int], None] = lambda _place, _number: None
    ) -> list[Joined]:
        """Take in the matches of another library, those that are not here or went on there.

        Raises JournalError, OSError.
        """
        found = join(self._path, self.journal, other, progress)
        self.remember()
        return found

    def open(self, match: int, *, watch: bool = False, whole: bool = True) -> MatchSession:
        """Open a match to write it, or only to watch; look at the `whole` of it, or at its end.

        One that is damaged is opened as far as it is sound, to watch it. What is written is the
        one played last, and no longer in the archive. Raises JournalError ("match-held",
        "match-binned", "match-unknown-game", "entry-damaged").
        """
        if watch:
            return self._open(self.game_of(match), match, watch=True, whole=whole)
        identity = next((row.identity for row in self.matches() if row.id == match), "")
        place = places(self._path).get(identity, NOWHERE)
        if place.binned:
            raise JournalError("match-binned", match=match)
        opened = self._open(self.game_of(match), match, watch=False, whole=whole)
        with suppress(JournalError):  # such as on a full disk: it only says what comes first
            if place.of:
                self.journal.take_up(match)
            if place.archived:
                put(self._path, identity, replace(place, archived=False))
        return opened

    def game_of(self, match: int) -> Game:
        """The game that a match is one of.

        Raises JournalError ("match-unknown-game", "match-newer").
        """
        id = self.journal.game(match)
        try:
            game = games.find(id)
        except UnknownGame as error:
            raise JournalError("match-unknown-game", match=match, game=id) from error
        shape = self.journal.shape(match)
        if shape > game.shape:
            raise JournalError("match-newer", match=match, version=shape, known=game.shape)
        self.journal.shapes[id] = game.shape
        return game

    def _open(self, game: Game, match: int, *, watch: bool, whole: bool = False) -> MatchSession:
        lock = None
        if not watch:
            lock = MatchLock(self._folder, match)
            lock.take()
        try:
            journal, damage = self._sound(match, watch, whole)
            marks = MARKS_WATCHED if watch else MARKS_KEPT
            session = Session(game.rules, journal, match, self._clock, marks=marks)
        except (ValueError, Unregistered) as error:
            if lock is not None:
                lock.drop()
            raise JournalError("match-untold", match=match, detail=str(error)) from error
        except BaseException:
            if lock is not None:
                lock.drop()
            raise
        keeper = None
        if lock is not None and self.journal.path is not None:
            keeper = self._keeper = Keeper(self.journal.path)
        return MatchSession(
            game, session, lock, watching=watch, keeper=keeper, damage=damage,
            at_close=self._keep_record, mirror=self.mirror,
        )  # fmt: skip

    def _keep_record(self, match_session: MatchSession) -> None:
        """Write a finished match as a plain script beside the library, if that can be."""
        from q40k.packs.problems import PackError
        from q40k.table.records import keep_record

        with suppress(OSError, JournalError, PackError):
            keep_record(self._path, match_session)

    def _sound(self, match: int, watch: bool, whole: bool) -> tuple[Journal, Damage | None]:
        """The journal to read a match from, and what of it is damaged. Raises JournalError.

        What lies before the newest kept state may be damaged without harm to where it stands.
        """
        found = examined(self.journal, match) if whole else since_kept(self.journal, match)
        if found.well:
            return self.journal, None
        stands = whole and since_kept(self.journal, match).well
        if not (stands or watch):
            raise self._damaged(match, found)
        if stands:
            self.journal.damaged[match] = found.damaged
        damage = Damage(found.entry, frozenset(found.damaged), cut=not stands)
        return (self.journal if stands else sound_part(self.journal, match, found)), damage

    def _damaged(self, match: int, found: Soundness) -> JournalError:
        return JournalError("entry-damaged", match=match, entry=found.entry)

    def verify(self, match: int) -> Verdict:
        """Replay the match's inputs and compare with its events.

        Raises JournalError ("entry-damaged": they are not as they were written).
        """
        found, inputs = sound_inputs(self.journal, match)
        if not found.well:
            raise self._damaged(match, found)
        return verify(self.game_of(match).rules, inputs)


def is_gone(path: Path) -> bool:
    """Whether nothing lies where a library was. Raises OSError."""
    if path.exists() and path.stat().st_size:
        return False
    memory = recall(path)
    return bool(memory.matches) if memory is not None else bool(backups(path))


def throw_away(game: Game | None = None, clock: Clock = str) -> MatchSession:
    """A match in memory, gone with the process; of the default game if of no other."""
    game = game or games.find()
    journal = Journal(None)
    number = journal.create("", "", game.id)
    return MatchSession(game, Session(game.rules, journal, number, clock), None)

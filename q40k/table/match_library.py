"""The library of matches: begin a match, find one, open it to write or to watch."""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from q40k.care.backup import BackupKeeper, backups, backups_folder, make_backup
from q40k.care.joining import JoinResult, join
from q40k.care.journeys import read_journeys
from q40k.care.mirror import Mirror, mirror_folder
from q40k.care.notes import ON_LIST, HeldMatch, MemoryKeeper, PackUse, memory_file, read_places, recall, store_place
from q40k.care.working import sweep
from q40k.games import game as games
from q40k.games.game import Game, UnknownGame
from q40k.kernel.journal.file_guard import set_stray_log_aside
from q40k.kernel.journal.history import adopt
from q40k.kernel.journal.journal import Entry, Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import Soundness, check_inputs, check_match, check_since_snapshot, copy_sound_part
from q40k.kernel.journal.tables import RECORD
from q40k.kernel.lookup import find_by_prefix, find_exact
from q40k.kernel.registry import Unregistered
from q40k.kernel.replay import Verdict, fold_journaled, verify
from q40k.kernel.session import CHECKPOINTS_KEPT, CHECKPOINTS_WATCHED, Session
from q40k.kernel.text import clean_text, fold_name
from q40k.packs.problems import PackError
from q40k.table.faults import FollowUps
from q40k.table.folders import bundle_folders, data_folder, library_file
from q40k.table.match_session import Damage, MatchSession

Clock = Callable[[], str]


def now() -> str:
    """Return the current time as the journal keeps it: ISO, local, with the zone's offset."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class MatchLibrary:
    """All matches of a library file."""

    def __init__(
        self, path: Path | None = None, clock: Clock = now, *, upgrade: bool = True, follow: bool = False
    ) -> None:
        """Open the library at `path`, by default the user's own. Raises JournalError.

        An older format is upgraded after a backup, unless `upgrade` is False. With `follow`, the
        library shows what others write, through a read-only connection.
        """
        try:
            self._folder = path.parent if path else data_folder()
            self._path = path or library_file()
            memory = None if follow else recall(self._path, RECORD)
            if is_gone(self._path):
                raise JournalError("library-gone", path=str(self._path))
            if not follow:
                sweep(self._folder, backups_folder(self._path), self._folder / "records")
            if memory and memory.library:
                set_stray_log_aside(self._path, memory.library)
            back_up = make_backup if upgrade else None
            self.journal = Journal.follow(self._path) if follow else Journal(self._path, back_up)
            old_files = (self._path.with_name(f"{self._path.stem}-{name}.json") for name in ("briefs", "results"))
            if not follow and any(path.exists() for path in old_files):
                from q40k.table.digests import take_over_files

                take_over_files(self.journal, self._path)
        except OSError as error:
            raise JournalError("journal-cannot-open", path=str(path or error.filename), detail=str(error)) from error
        self._clock = clock
        self._keeper: BackupKeeper | None = None
        folder = None if follow else mirror_folder(self._path)
        self.mirror = Mirror(self._path, folder, self.journal.is_in_place) if folder is not None else None
        self._memory = MemoryKeeper(self._path, self.journal)
        self.follow_ups = FollowUps()
        self.journal.after_write = lambda written: self.follow_ups.run(lambda: self._after_write(written))
        try:
            if memory and memory.lines > memory.unread + 1 and memory.library not in ("", self.journal.identity):
                raise JournalError("library-foreign", path=str(self._path))
            if not (follow or memory_file(self._path).exists()) and self.journal.rows():
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
        """The backup made when opening the library upgraded it, or None."""
        return self.journal.kept

    def close(self) -> None:
        """Close the library file, and wait a little for its mirror."""
        if self.mirror is not None:
            self.mirror.close()
        self.journal.close()

    def _after_write(self, written: set[int]) -> None:
        """Update the memory file, the mirror, and the backup if it is time."""
        with suppress(OSError, JournalError):  # the next entry catches up
            self._memory.note_written(written)
        if self.mirror is not None:
            self.mirror.notify_written()
        if self._keeper is not None:
            self._keeper.notify_written()

    def remember(self) -> None:
        """Write the memory file beside the library; ignore errors, as an old one does no harm."""
        with suppress(OSError, JournalError):
            self._memory.note_all()

    def forget(self, identity: str) -> None:
        """Forget a match that was erased on purpose, if the memory can be written."""
        with suppress(OSError):
            self._memory.forget(identity)

    def find_lost(self) -> dict[str, tuple[HeldMatch, int]]:
        """Return the matches of which entries are gone, with how many, by their identities. Raises JournalError."""
        return self._memory.find_lost()

    def matches(self) -> list[MatchRow]:
        """Return all matches with at least one entry, the last played first."""
        return [row for row in self.journal.matches() if row.entries]

    def find(self, text: str | None = None) -> MatchRow:
        """Return a match by its number, its name or the beginning of it; by default the last one.

        The last one is the first on the list. Matches in the bin are found by number only. Raises
        JournalError ("no-matches", "unknown-match", "match-ambiguous").
        """
        every, away = self.matches(), read_places(self._path)
        rows = [row for row in every if not away.get(row.identity, ON_LIST).binned]
        if text is None or text.casefold() == "last":
            listed = [row for row in rows if not away.get(row.identity, ON_LIST).archived]
            if not listed:
                raise JournalError("no-matches")
            return listed[0]
        if not every:
            raise JournalError("no-matches")
        by_number = [row for row in every if str(row.id) == text.lstrip("#")]
        name = fold_name(text)
        names = [(row.name, row) for row in rows]
        by_beginning = find_by_prefix(name, names) if name else rows
        for candidates in (by_number, find_exact(name, names), by_beginning):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                numbers = ", ".join(str(row.id) for row in candidates)
                raise JournalError("match-ambiguous", said=name, numbers=numbers)
        raise JournalError("unknown-match", said=name)

    def begin(self, name: str, game: Game | None = None, identity: str = "") -> MatchSession:
        """Begin a match, by default of the default game, and hold its lock; a hall may have chosen its `identity`."""
        game = game or games.find()
        self.journal.shapes[game.id] = game.shape
        number = self.journal.create(clean_text(name), self._clock(), game.id, identity)
        return self._open(game, number, watch=False)

    def adopt(self, match_session: MatchSession, name: str, identity: str = "") -> int:
        """Store a match in memory in the library, as a whole or not at all; return its number.

        It keeps the `identity` that it had elsewhere, if any. Raises JournalError.
        """
        other = match_session.session.journal
        number = match_session.number
        self.journal.shapes[match_session.game.id] = match_session.game.shape
        self._keeper = BackupKeeper(self._path, is_in_place=self.journal.is_in_place)
        adopted = adopt(self.journal, other, number, clean_text(name), self._clock(), identity)
        self._keeper.note_import(match_session.head)
        self._keeper.close()
        if (note := self._pack_noter(match_session.game, adopted)) is not None:
            for entry in other.live(number):
                note(json.loads(entry.body))
        self.open(adopted).close()  # a finished match also gets its record
        return adopted

    def join(
        self,
        other: Path,
        progress: Callable[[int, int], None] = lambda _place, _number: None,
        finish: Callable[[Journal], None] = lambda _other: None,
    ) -> list[JoinResult]:
        """Take over the matches of another library that are missing here or have continued there.

        `finish` is called with the other library in the end. Raises JournalError, OSError.
        """
        joined = join(self._path, self.journal, other, progress, finish)
        self.remember()
        return joined

    def open(self, match: int, *, watch: bool = False, whole: bool = True) -> MatchSession:
        """Open a match to write or to `watch`; check the `whole` of it, or only its end.

        A damaged match can be watched up to the damage. A match opened to write becomes the last
        played one, and leaves the archive. Raises JournalError ("match-held", "match-binned",
        "match-gone", "match-unknown-game", "entry-damaged").
        """
        if watch:
            return self._open(self.game_of(match), match, watch=True, whole=whole)
        identity = self.journal.identity_of(match)
        place = read_places(self._path).get(identity, ON_LIST)
        if place.binned:
            raise JournalError("match-binned", match=match)
        opened = self._open(self.game_of(match), match, watch=False, whole=whole)
        with suppress(JournalError):  # such as on a full disk: only the order of the list suffers
            if place.of:
                self.journal.mark_played(match)
            if place.archived:
                store_place(self.journal, identity, replace(place, archived=False))
        return opened

    def last_state(self, match: int) -> tuple[Game, Any]:
        """Return the game of a match and its state, from one reading of it; see `open` for what is checked.

        Raises JournalError, also for a damaged match.
        """
        with self.journal.moment():
            game = self.game_of(match)
            start, state = 0, game.rules.blank()
            kept = self.journal.snapshot(match, 1 << 62)
            try:
                if kept is not None:
                    with suppress(ValueError):  # a snapshot of another version: the events hold everything
                        start, state = kept[0] - 1, game.rules.read_state(kept[1])
                return game, fold_journaled(game.rules, state, self.read_sound(match, start))
            except (ValueError, Unregistered) as error:
                raise JournalError("match-untold", match=match, detail=str(error)) from error

    def game_of(self, match: int) -> Game:
        """Return the game of a match.

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
        lock = None if watch else MatchLock(self._folder, match)
        with ExitStack() as held:
            if lock is not None:
                held.enter_context(lock)
                self.must_be_here(match)  # not earlier: it may have been handed over meanwhile
            marks = CHECKPOINTS_WATCHED if watch else CHECKPOINTS_KEPT
            try:
                with self.journal.moment():
                    journal, damage = self._sound_journal(match, watch, whole)
                    asks = damage is not None or self._may_ask(match)  # what was kept is of the whole match
                    session = Session(game.rules, journal, match, self._clock, checkpoints=marks, asks=asks)
            except (ValueError, Unregistered) as error:
                raise JournalError("match-untold", match=match, detail=str(error)) from error
            held.pop_all()
        keeper = None
        if lock is not None and self.journal.path is not None:
            keeper = self._keeper = BackupKeeper(self.journal.path, is_in_place=self.journal.is_in_place)
        return MatchSession(
            game,
            session,
            lock,
            watching=watch,
            keeper=keeper,
            damage=damage,
            at_close=self._close_match,
            mirror=self.mirror,
            after_command=None if watch else self._pack_noter(game, match),
            follow_ups=self.follow_ups,
        )

    def _may_ask(self, match: int) -> bool:
        """Return whether a question may be open in a match: what was kept of it when it was left says so."""
        from q40k.table.digests import open_briefs

        brief = open_briefs(self.journal).find(self.journal.identity_of(match), self.journal.last(match))
        return brief is None or brief.asks

    def must_be_here(self, match: int) -> None:
        """Refuse to play a match that was handed over, or is only arriving. Raises JournalError."""
        journeys = read_journeys(self._path, self.journal)
        if not journeys:
            return
        identity = self.journal.identity_of(match)
        if journey := journeys.get(identity):
            raise JournalError(f"match-{journey.state}", match=match, where=journey.where, at=journey.at)

    def _pack_noter(self, game: Game, match: int) -> Callable[[Any], None] | None:
        """Return what notes the added packs that a command names; None if no packs were added."""
        if not bundle_folders(game.id):
            return None
        from q40k.table.bundles import notes_in_use, uses_of

        notes = notes_in_use(game.id)

        def note(command: Any) -> None:
            if uses := uses_of(notes, command):
                self.remember_packs(match, uses)

        return note

    def remember_packs(self, match: int, uses: Iterable[PackUse]) -> None:
        """Remember the bundles that a match was played with, if possible: it keeps their data anyway."""
        identity = self.journal.identity_of(match)
        place = read_places(self._path).get(identity, ON_LIST)
        packs = tuple(dict.fromkeys((*place.packs, *uses)))
        if identity and packs != place.packs:
            with suppress(JournalError):
                store_place(self.journal, identity, replace(place, packs=packs))

    def _close_match(self, match_session: MatchSession) -> None:
        """Keep how a match stands; write a finished one as a plain script beside the library, if possible."""
        from q40k.table.digests import keep_digests
        from q40k.table.script import write_record

        with suppress(OSError, JournalError, PackError):
            write_record(self._path, match_session)
        if match_session.head:
            keep_digests(match_session)

    def _sound_journal(self, match: int, watch: bool, whole: bool) -> tuple[Journal, Damage | None]:
        """Return the journal to read a match from, and its damage. Raises JournalError.

        Damage before the newest kept state does not change the current state.
        """
        check = check_match if whole else check_since_snapshot
        soundness = check(self.journal, match)
        if soundness.is_sound:
            return self.journal, None
        state_is_sound = whole and check_since_snapshot(self.journal, match).is_sound
        if not (state_is_sound or watch):
            raise self._damage_error(match, soundness)
        if state_is_sound:
            self.journal.damaged[match] = soundness.damaged
        damage = Damage(soundness.entry, frozenset(soundness.damaged), cut=not state_is_sound)
        return (self.journal if state_is_sound else copy_sound_part(self.journal, match, soundness)), damage

    def _damage_error(self, match: int, soundness: Soundness) -> JournalError:
        return JournalError("entry-damaged", match=match, entry=soundness.entry)

    def verify(self, match: int) -> Verdict:
        """Replay the match's inputs and compare the result with its events.

        Raises JournalError ("entry-damaged": the inputs are not as they were written).
        """
        return self.replay(match, self.read_sound(match))

    def read_sound(self, match: int, after: int = 0) -> list[Entry]:
        """Return the inputs of a match that stand, or those after an entry. Raises JournalError ("entry-damaged")."""
        soundness, inputs = check_inputs(self.journal, match, after)
        if not soundness.is_sound:
            raise self._damage_error(match, soundness)
        return inputs

    def replay(self, match: int, inputs: Sequence[Entry]) -> Verdict:
        """Replay the inputs of a match that stand, and compare the result with their events.

        Raises JournalError.
        """
        return verify(self.game_of(match).rules, inputs)


def is_gone(path: Path) -> bool:
    """Return whether a library that was here is missing. Raises OSError."""
    if path.exists() and path.stat().st_size:
        return False
    memory = recall(path)
    return bool(memory.matches) if memory is not None else bool(backups(path))


def temporary_match(game: Game | None = None, clock: Clock = str) -> MatchSession:
    """Return a match in memory, gone with the process; by default of the default game."""
    game = game or games.find()
    journal = Journal(None)
    number = journal.create("", "", game.id)
    return MatchSession(game, Session(game.rules, journal, number, clock), None)

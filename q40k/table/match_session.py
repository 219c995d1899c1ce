"""A match session: one match in the hands of a game master. Every face works through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.game import Game, Viewer
from q40k.kernel.care.backup import Keeper
from q40k.kernel.care.mirror import Mirror
from q40k.kernel.events import Event, Refused
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.questions import DiceQuestion, Question
from q40k.kernel.replay import Asked
from q40k.kernel.session import Session, TakenBack


class Line(Struct, frozen=True):
    """A line of the log: the journal's entry and the events it brought about.

    `told_as` is the number the entry was first entered under, whatever was amended since: so the
    same is told in the same words as ever.
    """

    entry: Entry
    events: tuple[Event, ...]
    told_as: int

    @property
    def undone(self) -> bool:
        """Whether the entry was taken back."""
        return self.entry.undone_by is not None


class Damage(Struct, frozen=True):
    """What of a match is not as it was written: the entry to name, and all of them.

    The match is `cut` when what it stands on is among them: then it ends before the first.
    """

    entry: int
    entries: frozenset[int]
    cut: bool


class MatchSession:
    """One open match: do, answer, roll, go back, undo, redo.

    After each of them the app rolls what it rolls by default, until a question needs a hand. The
    types of the state and of the commands are those of its `game`.

    Secrets are kept here and nowhere else: the `state`, the `question`, all events told, what is
    refused, and what `seen` and `seen_question` give are as the `viewer` may know them, so that
    words, boards, maps and `--json` never hold more. The rules and the journal beneath (`session`,
    `inputs`) know everything; so does a record that is exported, which is for the table's own
    keeping.
    """

    def __init__(
        self,
        game: Game,
        session: Session[Any, Any],
        lock: MatchLock | None,
        *,
        watching: bool = False,
        keeper: Keeper | None = None,
        stopwatch: Callable[[], float] = monotonic,
        viewer: Viewer = None,
        damage: Damage | None = None,
        at_close: Callable[[MatchSession], None] | None = None,
        mirror: Mirror | None = None,
    ) -> None:
        self.game = game
        self.damage = damage
        self._at_close = at_close
        self._mirror = mirror
        self._session = session
        self._stopwatch = stopwatch
        self._read_at = stopwatch()
        self._lock = lock
        self._keeper = keeper
        self.watching = watching
        self.viewer = viewer
        self._masked: tuple[Any, Any] | None = None
        self.asked: dict[tuple[int, int], Question | None] = {}  # what answers answered, once told

    @property
    def session(self) -> Session[Any, Any]:
        """The session beneath, for what walks or rewrites the past."""
        return self._session

    @property
    def state(self) -> Any:
        """The state of the match, as the viewer may know it."""
        whole = self._session.state
        if self._masked is None or self._masked[0] is not whole:
            self._masked = whole, self.seen(whole)
        return self._masked[1]

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is anything now that the viewer may not know."""
        return self.state is not self._session.state

    def seen(self, state: Any) -> Any:
        """A state of this match, such as one of its past, as the viewer may know it."""
        return self.game.view.masked(state, self.viewer)

    @property
    def question(self) -> Question | None:
        """What the rules wait for, as the viewer may know it."""
        found = self._session.question
        return None if found is None else self.seen_question(self._session.state, found)

    def seen_question(self, state: Any, question: Question) -> Question:
        """A question asked in a state of this match, as the viewer may know it."""
        return self.game.view.masked_question(state, question, self.viewer)

    def seen_refusal(self, state: Any, refused: Refused) -> Refused:
        """What was refused in a state of this match, as the viewer may know it."""
        refusal = self.game.view.masked_refusal(state, refused.refusal, self.viewer)
        return refused if refusal is refused.refusal else Refused(refusal)

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Let what the rules refuse be known as the viewer may know it."""
        state = self._session.state
        try:
            yield
        except Refused as refused:
            raise self.seen_refusal(state, refused) from None

    @property
    def command(self) -> Any | None:
        """The command that waits for answers."""
        return self._session.command

    @property
    def number(self) -> int:
        """The number of the match in its library."""
        return self._session.match

    @property
    def head(self) -> int:
        """The seq of the newest entry."""
        return self._session.head

    @property
    def row(self) -> MatchRow:
        """The match as the library lists it."""
        return next(r for r in self._session.journal.matches() if r.id == self.number)

    # -- inputs ----------------------------------------------------------------------------

    def do(self, command: Any, *, hand: str = "hand", auto: bool = True) -> list[Event]:
        """Carry out a command. Raises Refused, JournalError; then nothing was done."""
        clock = self.game.view.clock(self.state) if hand != "script" else None
        if clock is not None and command.clock is None:
            command = command.replace(clock=round(self.played, 1))
        with self._refusing():
            events = self._session.submit(command, hand)
        self._read_at = self._stopwatch()
        return self._and_auto(events, auto)

    @property
    def played(self) -> float:
        """What the table's clock shows now: seconds of play; 0 without a clock.

        The time since the last command counts, unless the clock stands. What an undo took back
        has not been played.
        """
        clock = self.game.view.clock(self.state)
        if clock is None:
            return 0.0
        running = self._stopwatch() - self._read_at if clock.runs else 0.0
        return clock.gone + max(0.0, running)

    def type(self, text: str) -> list[Event]:
        """Answer with what a hand typed. Raises AnswerError, JournalError."""
        with self._refusing():
            events = self._session.type(text)
        return self._and_auto(events)

    def give(self, answer: Any, *, hand: str = "hand", auto: bool = True) -> list[Event]:
        """Answer with a value. Raises AnswerError, JournalError."""
        with self._refusing():
            events = self._session.answer(answer, hand)
        return self._and_auto(events, auto)

    def roll(self, *, hand: str = "app") -> list[Event]:
        """Let the app roll the open question's dice. Raises AnswerError, JournalError."""
        with self._refusing():
            events = self._session.roll(hand=hand)
        return self._and_auto(events)

    def roll_once(self, given: Sequence[Any] = ()) -> list[Event]:
        """As `roll`, after the dice `given`, but the app goes no further by itself."""
        with self._refusing():
            events = self._session.roll(given)
        return self._and_auto(events, auto=False)

    def _and_auto(self, events: list[Event], auto: bool = True) -> list[Event]:
        """Events, and those of what the app then rolls by itself, as the viewer may know them."""
        while auto and isinstance(question := self.question, DiceQuestion):
            if self._session.rules.roller(self._session.state, question.who) != "app":
                break
            with self._refusing():
                events = events + self._session.roll()
        return list(self._told(events))

    # -- back and forth --------------------------------------------------------------------

    def step_back(self) -> TakenBack | None:
        """Leave the open question: take back the answer before it, or the command itself.

        Dice the app rolls by itself go with the answer before them.
        """
        taken = self._session.step_back()
        while isinstance(question := self.question, DiceQuestion):
            if self._session.rules.roller(self._session.state, question.who) != "app":
                break
            taken = self._session.step_back()
        return taken

    def undo(self) -> TakenBack | None:
        """Take back the last command, answers and all."""
        self._read_at = self._stopwatch()
        return self._session.undo()

    def redo(self) -> TakenBack | None:
        """Give back what the last undo took."""
        self._read_at = self._stopwatch()
        return self._session.redo()

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is anything to give back."""
        return self._session.can_redo

    # -- reading ---------------------------------------------------------------------------

    def lines(
        self,
        last: int | None = None,
        *,
        after: int = 0,
        first: int | None = None,
        undone: bool = True,
    ) -> list[Line]:
        """The log, oldest first: all of it, or the `first` or `last` lines after a seq."""
        journal, read = self._session.journal, self._session.rules.read_events
        entries = journal.entries(self.number, after=after, first=first, last=last, undone=undone)
        if self.damage is not None:
            entries = [one for one in entries if one.seq not in self.damage.entries]
        if not entries:
            return []
        firsts = history.firsts(journal, self.number, entries[0].seq, entries[-1].seq)
        try:
            return [
                Line(entry, self._told(read(entry.events)), firsts.get(entry.seq, entry.seq))
                for entry in entries
            ]
        except ValueError as error:
            raise JournalError("match-untold", match=self.number, detail=str(error)) from error

    def _told(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """What the viewer may know of some events."""
        mask, state = self.game.view.masked_event, self._session.state
        told = (mask(state, event, self.viewer) for event in events)
        return tuple(event for event in told if event is not None)

    def hidden(self, entry: Entry) -> tuple[Event, ...]:
        """All that a command and its answers told, where the viewer may not know all of it."""
        later = self._session.journal.live(self.number, after=entry.seq)
        answers = takewhile(lambda one: one.kind == "answer", later)
        read = self._session.rules.read_events
        told = tuple(event for one in (entry, *answers) for event in read(one.events))
        return told if self._told(told) != told else ()

    def inputs(self) -> list[Entry]:
        """The commands and answers that stand, oldest first. Raises as `must_be_whole`."""
        self.must_be_whole()
        return self._session.journal.live(self.number)

    def note_damage(self, damage: Damage) -> None:
        """Pass over what was found damaged, from now on; where the match stands is not."""
        self.damage = damage
        self._session.journal.damaged[self.number] = tuple(sorted(damage.entries))

    def must_be_whole(self) -> None:
        """Raise JournalError ("entry-damaged") when the past cannot be told without a gap."""
        if self.damage is not None and not self.damage.cut:
            raise JournalError("entry-damaged", match=self.number, entry=self.damage.entry)

    def answered(self) -> list[Asked[Any]]:
        """The questions of the command that waits, as they were answered. Raises JournalError.

        Secret ones are left out.
        """
        return [
            replace(one, question=self.seen_question(one.state, one.question))
            for one in self._session.answered()
            if not one.question.secret
        ]

    @property
    def draft(self) -> str:
        """What was half typed at the open question when the match was last open."""
        return self._session.journal.draft(self.number)

    def keep_draft(self, text: str) -> None:
        """Keep what is half typed at the open question. Raises JournalError."""
        if not self.watching and not (self.question is not None and self.question.secret):
            self._session.journal.keep_draft(self.number, text)

    def read_command(self, text: str) -> Any:
        """A command from its journaled text. Raises ValueError."""
        return self._session.rules.read_command(text)

    def refusal_of(self, command: Any) -> Refused | None:
        """Why the rules would refuse a command, without doing it; None when they would not."""
        refused = self._session.refusal_of(command)
        return None if refused is None else self.seen_refusal(self._session.state, refused)

    def refresh(self) -> bool:
        """Catch up with the one who writes the match; True when something came."""
        came = self._session.refresh()
        if came:
            self._read_at = self._stopwatch()
        return came

    def call_it(self, name: str) -> None:
        """Give the match the name under which the library lists it. Raises JournalError."""
        self._session.journal.rename(self.number, name)

    @property
    def mirror_lags(self) -> Path | None:
        """The folder whose mirror of the library is behind, if it is."""
        return self._mirror.folder if self._mirror is not None and self._mirror.lags else None

    def close(self) -> None:
        """Give the lock back, keep a backup, forget a match in which nothing was entered."""
        if self._lock is not None:
            with suppress(JournalError):  # an empty match left on the list harms nobody
                self._session.journal.forget_if_empty(self.number)
            if self._at_close is not None:
                self._at_close(self)
            if self._keeper is not None:
                self._keeper.close()
            self._lock.drop()

"""A match session: one open match. Every user interface works through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from time import monotonic
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.care.backup import BackupKeeper
from q40k.care.mirror import Mirror
from q40k.games.game import Game, Seat, Status, Viewer
from q40k.kernel.events import DiceQuestion, Event, Question, Refused
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.replay import AnsweredQuestion, fold_journaled
from q40k.kernel.session import Session, UndoResult
from q40k.table.faults import FollowUps

FORM_DRAFT = "form:"
"""The draft of a form begins with this; any other is a half-typed answer."""


class Line(Struct, frozen=True):
    """A line of the log: the journal's entry and the events it caused.

    `first_seq` is the number under which the entry was first entered, before amendments. It selects
    the wording, so that an event keeps its words.
    """

    entry: Entry
    events: tuple[Event, ...]
    first_seq: int

    @property
    def undone(self) -> bool:
        """Whether the entry was undone."""
        return self.entry.undone_by is not None


class Damage(Struct, frozen=True):
    """The damaged entries of a match: the one to name, and all of them.

    The match is `cut` when its current state depends on one of them: it ends before the first.
    """

    entry: int
    entries: frozenset[int]
    cut: bool


class Snapshot(Struct, frozen=True):
    """A match between two entries, as its viewer may know it; every face reads the same.

    The state and the question that the rules know are `unmasked`: while the session has the same
    ones, the snapshot is the newest.
    """

    viewer: Viewer
    unmasked_state: Any
    unmasked_question: Question | None
    state: Any
    question: Question | None
    status: Status
    seats: tuple[Seat, ...]


class MatchSession:
    """One open match: do, answer, roll, go back, undo, redo.

    After each of them the app rolls what it rolls by default, until a question needs a person. The
    types of the state and of the commands are those of its `game`.

    Secrets are masked here and nowhere else. The `state`, the `question`, events, refusals, and the
    results of the `mask_` methods are as the `viewer` may know them. So words, boards, maps and
    `--json` never hold more. The rules and the journal beneath (`session`, `inputs`) know
    everything.
    """

    def __init__(
        self,
        game: Game,
        session: Session[Any, Any],
        lock: MatchLock | None,
        *,
        watching: bool = False,
        keeper: BackupKeeper | None = None,
        stopwatch: Callable[[], float] = monotonic,
        viewer: Viewer = None,
        damage: Damage | None = None,
        at_close: Callable[[MatchSession], None] | None = None,
        mirror: Mirror | None = None,
        after_command: Callable[[Any], None] | None = None,
        follow_ups: FollowUps | None = None,
    ) -> None:
        self.game = game
        self.damage = damage
        self._at_close = at_close
        self.mirror = mirror
        """The mirror of the library, or None."""
        self._after_command = after_command
        self.follow_ups = follow_ups or FollowUps()
        """Runs what comes after an entry, and knows what failed there."""
        self.session = session
        """The unmasked session beneath, for code that walks or rewrites the past."""
        self._stopwatch = stopwatch
        self._read_at = stopwatch()
        self._undone_time = 0.0  # seconds of play whose commands were undone, and which stay spent
        self._lock = lock
        self._keeper = keeper
        self.watching = watching
        self.viewer = viewer
        self._snapshot: Snapshot | None = None
        self._told: dict[int, Any] = {}  # the state after each undone input, as it was then
        self.asked: dict[tuple[int, int], Question | None] = {}  # the question of each answer, once it was looked up

    @property
    def snapshot(self) -> Snapshot:
        """The match as it is now; made anew once after each entry."""
        whole, whole_question, snapshot = self.session.state, self.session.question, self._snapshot
        if (
            snapshot is None
            or snapshot.unmasked_state is not whole
            or snapshot.unmasked_question is not whole_question
            or snapshot.viewer != self.viewer
        ):
            view = self.game.view
            viewer, state = self.viewer, view.mask_state(whole, self.viewer)
            question = whole_question and view.mask_question(whole, whole_question, viewer)
            status, seats = view.status(state), view.seats(state)
            snapshot = Snapshot(viewer, whole, whole_question, state, question, status, seats)
            self._snapshot = snapshot
        return snapshot

    @property
    def state(self) -> Any:
        """The state of the match, as the viewer may know it."""
        return self.snapshot.state

    @property
    def keeps_secrets(self) -> bool:
        """Whether the viewer may not know everything now."""
        whole = self.session.state
        return self.snapshot.state is not whole or self.game.view.hides_what_may_be_nothing(whole, self.viewer)

    @property
    def is_open_with_secrets(self) -> bool:
        """Whether the match goes on and keeps secrets: a copy of it would tell them."""
        return self.keeps_secrets and not self.snapshot.status.over

    def mask_state(self, state: Any) -> Any:
        """Return a state of this match, current or past, as the viewer may know it."""
        return self.game.view.mask_state(state, self.viewer)

    @property
    def question(self) -> Question | None:
        """The open question, as the viewer may know it."""
        return self.snapshot.question

    def mask_question(self, state: Any, question: Question) -> Question:
        """Return a question asked in a state of this match, as the viewer may know it."""
        return self.game.view.mask_question(state, question, self.viewer)

    def mask_refusal(self, state: Any, refused: Refused) -> Refused:
        """Return a refusal in a state of this match, as the viewer may know it."""
        refusal = self.game.view.mask_refusal(state, refused.refusal, self.viewer)
        return refused if refusal is refused.refusal else Refused(refusal)

    @contextmanager
    def _masking_refusals(self) -> Iterator[None]:
        """Mask a refusal of the rules for the viewer."""
        state = self.session.state
        try:
            yield
        except Refused as refused:
            raise self.mask_refusal(state, refused) from None

    @property
    def command(self) -> Any | None:
        """The command that waits for answers."""
        return self.session.command

    @property
    def number(self) -> int:
        """The number of the match in its library."""
        return self.session.match

    @property
    def head(self) -> int:
        """The seq of the newest entry."""
        return self.session.head

    @property
    def row(self) -> MatchRow:
        """The match as the library lists it."""
        return next(r for r in self.session.journal.matches() if r.id == self.number)

    # -- inputs ----------------------------------------------------------------------------

    def do(self, command: Any, *, hand: str = "hand", auto: bool = True) -> list[Event]:
        """Carry out a command. Raises Refused, JournalError; then nothing was done."""
        clock = self.game.view.clock(self.state) if hand != "script" else None
        if clock is not None and command.clock is None:
            command = command.replace(clock=round(self.played, 1))
        with self._masking_refusals():
            events = self.session.submit(command, hand)
        noting = self._after_command
        if noting is not None:
            self.follow_ups.run(lambda: noting(command))
        self._read_at = self._stopwatch()
        if clock is not None:
            self._undone_time = 0.0  # the command carries the reading
        return self._roll_automatically(events, auto)

    @property
    def played(self) -> float:
        """The match clock now, in seconds of play; 0 without a clock.

        The time since the last command counts, unless the clock is stopped. Undone time counts if
        the game says so.
        """
        clock = self.game.view.clock(self.state)
        if clock is None:
            return 0.0
        running = self._stopwatch() - self._read_at if clock.is_running else 0.0
        return clock.elapsed + self._undone_time + max(0.0, running)

    def type(self, text: str) -> list[Event]:
        """Answer with typed text. Raises AnswerError, JournalError."""
        with self._answering():
            events = self.session.type(text)
        return self._roll_automatically(events)

    def give(self, answer: Any, *, hand: str = "hand", auto: bool = True) -> list[Event]:
        """Answer with a value. Raises AnswerError, JournalError."""
        with self._answering():
            events = self.session.answer(answer, hand)
        return self._roll_automatically(events, auto)

    def roll(self, *, hand: str = "app") -> list[Event]:
        """Let the app roll the open question's dice. Raises AnswerError, JournalError."""
        with self._answering():
            events = self.session.roll(hand=hand)
        return self._roll_automatically(events)

    def roll_once(self, given: Sequence[Any] = ()) -> list[Event]:
        """Roll the dice that are missing after `given`; roll nothing automatically afterwards."""
        with self._answering():
            events = self.session.roll(given)
        return self._roll_automatically(events, auto=False)

    def _roll_automatically(self, events: list[Event], auto: bool = True) -> list[Event]:
        """Roll what the app rolls automatically; return all events as the viewer may know them."""
        while auto and isinstance(question := self.question, DiceQuestion):
            if self.session.rules.roller(self.session.state, question.who) != "app":
                break
            with self._answering():
                events = events + self.session.roll()
        return list(self._mask_events(events))

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Mask refusals. If an answer starts the clock, its time begins now, not with the command."""
        was_running = self._is_clock_running
        with self._masking_refusals():
            yield
        if self._is_clock_running and not was_running:
            self._read_at = self._stopwatch()

    @property
    def _is_clock_running(self) -> bool:
        clock = self.game.view.clock(self.state)
        return clock is not None and clock.is_running

    # -- back and forth --------------------------------------------------------------------

    def step_back(self) -> UndoResult | None:
        """Leave the open question: take back the answer before it, or the command itself.

        Dice that the app rolled automatically go with the answer before them. The command stays
        until nothing else is left: at its first die the app waits.
        """
        with self._keeping_time():
            taken_back = self.session.step_back()
            while isinstance(question := self.question, DiceQuestion):
                automatic = self.session.rules.roller(self.session.state, question.who) == "app"
                if not automatic or not self.session.answered_questions():
                    break
                taken_back = self.session.step_back()
        return taken_back

    def undo(self) -> UndoResult | None:
        """Undo the last command with its answers."""
        with self._keeping_time():
            return self.session.undo()

    def redo(self) -> UndoResult | None:
        """Redo what the last undo took back."""
        with self._keeping_time():
            return self.session.redo()

    @contextmanager
    def _keeping_time(self) -> Iterator[None]:
        """Let the time of a timed part stay spent, whatever is taken back in it, if the game says so."""
        played = self.played
        yield
        clock = self.game.view.clock(self.state)
        self._read_at, self._undone_time = self._stopwatch(), 0.0
        if clock is not None and clock.keeps_undone and clock.part_limit is not None:
            self._undone_time = max(0.0, played - clock.elapsed)

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to undo."""
        return self.session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is anything to redo."""
        return self.session.can_redo

    # -- reading ---------------------------------------------------------------------------

    def lines(
        self, last: int | None = None, *, after: int = 0, first: int | None = None, undone: bool = True
    ) -> list[Line]:
        """Return the log, oldest first: all of it, or the `first` or `last` lines after a seq."""
        journal, read = self.session.journal, self.session.rules.read_events
        with journal.moment():
            entries = journal.entries(self.number, after=after, first=first, last=last, undone=undone)
            if self.damage is not None:
                entries = [e for e in entries if e.seq not in self.damage.entries]
            if not entries:
                return []
            firsts = history.original_numbers(journal, self.number, entries[0].seq, entries[-1].seq)
        try:
            return [
                Line(entry, self._mask_events(read(entry.events)), firsts.get(entry.seq, entry.seq))
                for entry in entries
            ]
        except ValueError as error:
            raise JournalError("match-untold", match=self.number, detail=str(error)) from error

    def state_of(self, line: Line) -> Any:
        """Return the state that puts a line into words: the current one, or that of its time if it was undone."""
        if not line.undone or line.entry.kind not in history.INPUTS:
            return self.state
        seq, rules = line.entry.seq, self.session.rules
        if seq not in self._told:
            with suppress(JournalError, ValueError):  # without it, a damaged past has the words of now
                if seq - 1 in self._told:
                    self._told[seq] = fold_journaled(rules, self._told[seq - 1], [line.entry])
                else:
                    self._told[seq] = self.session.state_told(seq)
        return self.mask_state(self._told[seq]) if seq in self._told else self.state

    def _mask_events(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return what the viewer may know of some events."""
        mask, state = self.game.view.mask_event, self.session.state
        masked = (mask(state, event, self.viewer) for event in events)
        return tuple(event for event in masked if event is not None)

    def hidden_events(self, entry: Entry) -> tuple[Event, ...]:
        """Return all events of a command and its answers if the viewer may not know all of them."""
        later = self.session.journal.live(self.number, after=entry.seq)
        answers = takewhile(lambda answer: answer.kind == "answer", later)
        read = self.session.rules.read_events
        events = tuple(event for source in (entry, *answers) for event in read(source.events))
        return events if self._mask_events(events) != events else ()

    def inputs(self) -> list[Entry]:
        """Return the live commands and answers, oldest first. Raises as `must_be_whole`."""
        self.must_be_whole()
        return self.session.journal.live(self.number)

    def note_damage(self, damage: Damage) -> None:
        """Skip damaged entries from now on; the current state does not depend on them."""
        self.damage = damage
        self.session.journal.damaged[self.number] = tuple(sorted(damage.entries))

    def must_be_whole(self) -> None:
        """Raise JournalError ("entry-damaged") if the past has a gap."""
        if self.damage is not None and not self.damage.cut:
            raise JournalError("entry-damaged", match=self.number, entry=self.damage.entry)

    def answered_questions(self) -> list[AnsweredQuestion[Any]]:
        """Return the answered questions of the waiting command. Raises JournalError.

        Secret ones are left out.
        """
        return [
            replace(answered, question=self.mask_question(answered.state, answered.question))
            for answered in self.session.answered_questions()
            if not answered.question.secret
        ]

    @property
    def draft(self) -> str:
        """The unfinished answer to the open question, as it was when the match was closed."""
        draft = self.session.journal.draft(self.number)
        return "" if draft.startswith(FORM_DRAFT) else draft

    @property
    def form_draft(self) -> str:
        """The form that was open when the match was closed, as `keep_form` got it; "" for none."""
        draft = self.session.journal.draft(self.number)
        return draft.removeprefix(FORM_DRAFT) if draft.startswith(FORM_DRAFT) else ""

    def keep_form(self, text: str) -> None:
        """Keep the form that is open while no question is; "" for none. Raises JournalError."""
        if not self.watching and self.question is None and text != self.form_draft:
            self.session.journal.keep_draft(self.number, FORM_DRAFT + text if text else "", waits=False)

    def keep_draft(self, text: str) -> None:
        """Keep the unfinished answer to the open question. Raises JournalError."""
        if not self.watching and not (self.question is not None and self.question.secret):
            self.session.journal.keep_draft(self.number, text)

    def read_command(self, text: str) -> Any:
        """Return a command from its journaled text. Raises ValueError."""
        return self.session.rules.read_command(text)

    def refusal_of(self, command: Any) -> Refused | None:
        """Return why the rules would refuse a command, or None; do not carry it out."""
        refused = self.session.refusal_of(command)
        return None if refused is None else self.mask_refusal(self.session.state, refused)

    def refresh(self) -> bool:
        """Read what the writer of the match has added; return True if there was anything."""
        has_news = self.session.refresh()
        if has_news:
            self._read_at = self._stopwatch()
        return has_news

    def rename(self, name: str) -> None:
        """Rename the match in the library. Raises JournalError."""
        self.session.journal.rename(self.number, name)

    def close(self) -> None:
        """Release the lock, keep a backup, and forget a match without entries."""
        if self._lock is not None:
            with suppress(JournalError):  # an empty match on the list does no harm
                self.session.journal.forget_if_empty(self.number)
            at_close = self._at_close
            if at_close is not None:
                self.follow_ups.run(lambda: at_close(self))
            if self._keeper is not None:
                self._keeper.close()
            self._lock.release()

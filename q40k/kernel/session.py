"""A session: one open match, with every input journaled before anyone sees its events."""

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from msgspec import Struct

from q40k.kernel import dice
from q40k.kernel.amending import Amendment, Correction, SameQuestion, same_question
from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import AnswerError, DiceQuestion, Event, Question, Refused
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import REFUSED, Entry, Journal, JournalError, Kind
from q40k.kernel.replay import AnsweredQuestion, first_difference, fold_journaled, replay

S = TypeVar("S")
C = TypeVar("C")

SNAPSHOT_EVERY = 50
"""After so many entries the state is kept, so that a long match opens as quickly as a new one."""
CHECKPOINTS_KEPT, CHECKPOINTS_WATCHED = 256, 8
"""How many states before commands are kept in memory: by a writer, and by a mere watcher."""


class Checkpoint(Struct, Generic[S], frozen=True):
    """Where a command began: its seq, the state before it, the app's dice used before it."""

    seq: int
    state: S
    dice: int


class UndoResult(Struct, frozen=True):
    """What an undo or redo moved: the commands' texts and the dice among the answers.

    Answers to secret questions are left out. `amendment` is the text of the amendment, if it was
    one.
    """

    commands: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    amendment: str | None = None


class Session(Generic[S, C]):
    """One match on the table: submit, answer, roll, undo, redo.

    Everything these return was committed to the journal before.
    """

    def __init__(
        self,
        rules: Rules[S, C],
        journal: Journal,
        match: int,
        clock: Callable[[], str],
        start: Checkpoint[S] | None = None,
        checkpoints: int = CHECKPOINTS_KEPT,
        *,
        asks: bool = True,
    ) -> None:
        """Open a match. `start` is where it begins, if not at the game's blank state.

        The states before the last `checkpoints` commands are kept, for a quick undo. If it is known that nothing
        `asks`, a last command without answers is not carried out again, which loads no rules.
        """
        self.rules = rules
        self.journal = journal
        self.match = match
        self._clock = clock
        self._checkpoints: deque[Checkpoint[S]] = deque(maxlen=checkpoints)
        self._run: Run[S, C] | None = None
        self.question: Question | None = None  # the open one; None when the next command may come
        self._start = start or Checkpoint(0, rules.blank(), 0)
        self.state = self._start.state  # the state after all standing entries of the journal
        self._command = 0
        self._dice = 0
        self.head = 0  # the seq of the newest entry seen
        self._since_snapshot = 0
        self._secret: set[int] = set()  # the known answers to secret questions
        self.reload(asks=asks)

    @property
    def command(self) -> C | None:
        """Return the command that waits for answers, if any."""
        return self._run.command if self._run and self._run.question else None

    # -- inputs ----------------------------------------------------------------------------

    def submit(self, command: C, hand: str = "hand") -> list[Event]:
        """Carry out a command up to its first question. Raises Refused, JournalError."""
        if self.question is not None:
            raise RuntimeError("a question is open")
        run = Run(self.rules, self.state, command)
        events = run.start()
        seq = self.head + 1
        self._write("command", seq, self.rules.write_command(command), hand, events)
        before = self.state
        self._checkpoints.append(Checkpoint(seq, before, self._dice))
        self._command = seq
        self._stand(run)
        self._snapshot(seq, before)
        return events

    def refusal_of(self, command: C) -> Refused | None:
        """Return why the rules would refuse `command` now, or None. Nothing is done or kept."""
        try:
            Run(self.rules, self.state, command).start()
        except Refused as refused:
            return refused
        return None

    def answer(self, answer: Any, hand: str = "hand", dice_used: int = 0) -> list[Event]:
        """Answer the open question. Raises AnswerError, Refused, JournalError."""
        run = self._run
        if run is None or run.question is None:
            raise AnswerError("no-question")
        checked = run.question.check(answer)
        secret = run.question.secret
        try:
            events = run.go_on(checked)
            body = json.dumps(checked, ensure_ascii=False)
            self._write("answer", self._command, body, hand, events, dice_used)
        except (Refused, JournalError):
            self.reload()
            raise
        self._dice += dice_used
        self._stand(run)
        if secret:
            self._secret.add(self.head)
        return events

    def type(self, text: str) -> list[Event]:
        """Answer the open question with a typed text. Raises AnswerError."""
        if self.question is None:
            raise AnswerError("no-question")
        return self.answer(self.question.parse(text))

    def roll(self, typed: Sequence[Any] = (), hand: str = "app") -> list[Event]:
        """Let the app roll the dice of the open question, after those that were `typed`.

        The journal says who asked for the roll: the app itself, or another `hand`. Raises
        AnswerError.
        """
        question = self.question
        if not isinstance(question, DiceQuestion):
            raise AnswerError("nothing-to-roll")
        missing = question.dice[len(typed) :]
        rolled = dice.roll(self.rules.seed(self.state), self._dice, missing)
        return self.answer((*typed, *rolled), hand, len(rolled))

    # -- back and forth --------------------------------------------------------------------

    def undo(self) -> UndoResult | None:
        """Undo the last standing command with its answers, and return it; None if there is none.

        If the last change was an amendment, that is undone as a whole.
        """
        amendment = history.last_amendment(self.journal, self.match)
        if amendment is not None:
            entry = self._marker_entry("undo", amendment.seq)
            history.undo_amendment(self.journal, self.match, entry)
            self.reload()
            return UndoResult((), (), amendment.body)
        last = self.journal.last_command(self.match)
        return None if last is None else self._undo_from(last)

    def step_back(self) -> UndoResult | None:
        """Undo the last single input: one answer, or a command without answers.

        Entries before an amendment can only be undone after it, so it is undone first.
        """
        standing = self.journal.live(self.match, after=max(0, self._command - 1))
        amendment = history.last_amendment(self.journal, self.match)
        if amendment is not None and (not standing or standing[-1].seq < amendment.seq):
            return self.undo()
        return self._undo_from(standing[-1].seq) if standing else None

    def _undo_from(self, seq: int) -> UndoResult:
        moved = self.journal.live(self.match, after=seq - 1)
        self.journal.undo(self.match, self._marker_entry("undo", seq))
        self.reload()
        return _undo_result(moved, self._secret)

    def discard(self) -> None:
        """Take the last command back for good, with its answers: a line of a script was refused in its middle."""
        last = self.journal.last_command(self.match)
        if last is not None:
            self.journal.undo(self.match, self._marker_entry("undo", last, REFUSED))
            self.reload()

    def redo(self) -> UndoResult | None:
        """Redo the last undo, and return it; None if there is nothing to redo."""
        undo = self.journal.last_undo(self.match)
        if undo is None:
            return None
        entry = self._marker_entry("redo", undo.command)
        target = history.find_entry(self.journal, self.match, undo.command)
        if target is not None and target.kind == "amend":
            history.redo_amendment(self.journal, self.match, entry, undo, target)
            self.reload()
            return UndoResult((), (), target.body)
        self.journal.redo(self.match, entry, undo.seq)
        self.reload()
        return _undo_result(self.journal.live(self.match, after=undo.command - 1), self._secret)

    @property
    def can_undo(self) -> bool:
        """Return whether any input stands."""
        if self.journal.last_command(self.match) is not None:
            return True
        return history.last_amendment(self.journal, self.match) is not None

    @property
    def can_redo(self) -> bool:
        """Return whether an undo can be redone."""
        return self.journal.last_undo(self.match) is not None

    def refresh(self) -> bool:
        """Catch up with another writer's entries; return whether there were any."""
        if self.journal.head(self.match) == self.head:
            return False
        self.reload()
        return True

    # -- putting the past right ------------------------------------------------------------

    def amendment(
        self, correction: Correction[C], *, ask: bool = False, same: SameQuestion[S] = same_question
    ) -> Amendment[S, C]:
        """Return what a correction would make of the match; `advance` it. Nothing is written."""
        return Amendment(
            self.rules,
            self.state_before(correction.entry),
            self.journal.live(self.match, after=correction.entry - 1),
            correction,
            head=self.head,
            end=(self.state, self.question),
            at=self._clock(),
            ask=ask,
            same=same,
            dice_used=self._dice,
        )

    def amend(self, amendment: Amendment[S, C], note: Mapping[str, Any]) -> None:
        """Write an amendment that is done, and reload. Raises JournalError.

        `note` is kept with it: what was corrected, and by whom.
        """
        if not amendment.done:
            raise RuntimeError("the amendment still waits for a decision")
        if amendment.head != self.journal.head(self.match):
            raise JournalError("journal-second-writer", path=str(self.journal.path))
        last = self.head + 1 + len(amendment.drafts)
        body = json.dumps({**note, "last": last}, ensure_ascii=False)
        entry = amendment.correction.entry
        marker = self._marker_entry("amend", entry, body, amendment.dice_lost)
        history.amend(self.journal, self.match, marker, amendment.drafts)
        self.reload()

    def now(self) -> str:
        """Return the time of day, as the journal keeps it."""
        return self._clock()

    def bookmark(self, entry: int, text: str) -> None:
        """Bookmark an entry by a name; nothing in the match changes. Raises JournalError."""
        self.journal.append(self.match, self._marker_entry("bookmark", entry, text))
        self.head += 1

    def _marker_entry(self, kind: Kind, command: int, body: str = "", dice_used: int = 0) -> Entry:
        number = self.head + 1
        return Entry(number, kind, command, body, "hand", "[]", dice_used, self._clock())

    # -- standing where the journal stands -------------------------------------------------

    def reload(self, *, asks: bool = True) -> None:
        """Reload from the journal: its state, and its open question, unless it is known that nothing `asks`."""
        with self.journal.moment():
            self._reload(asks)

    def _reload(self, asks: bool) -> None:
        self.head = self.journal.head(self.match)
        self._run = self.question = None
        last = self.journal.last_command(self.match)
        while self._checkpoints and (last is None or self._checkpoints[-1].seq > last):
            self._checkpoints.pop()
        if last is None:
            self.state, self._command, self._dice = self._start.state, 0, self._start.dice
            return
        if not self._checkpoints or self._checkpoints[-1].seq != last:
            used = self._start.dice + self.journal.dice_used(self.match, last)
            self._checkpoints.append(Checkpoint(last, self.state_before(last), used))
        self._command = last
        self._replay_last_command(self._checkpoints[-1], asks)

    def _stand(self, run: Run[S, C]) -> None:
        self._run, self.state, self.question = run, run.state, run.question

    def _replay_last_command(self, checkpoint: Checkpoint[S], asks: bool) -> None:
        """Carry out the last command again, with its answers.

        If the rules have changed since and tell different events, the journaled events hold: they
        were on the screen.
        """
        entries = self.journal.live(self.match, after=checkpoint.seq - 1)
        self._dice = checkpoint.dice + sum(entry.dice for entry in entries)
        if not asks and len(entries) == 1:
            self.state = fold_journaled(self.rules, checkpoint.state, entries)
            return
        result = replay(self.rules, checkpoint.state, entries)
        pairs = zip(entries[1:], result.answered, strict=False)
        self._secret.update(entry.seq for entry, answered in pairs if answered.question.secret)
        if first_difference(self.rules, result, entries) is None:
            self._stand(result.run_or_raise())
        else:
            self.state = fold_journaled(self.rules, checkpoint.state, entries)

    def answered_questions(self) -> list[AnsweredQuestion[S]]:
        """Return the questions of the waiting command, with their answers. Raises JournalError."""
        if self.question is None:
            return []
        entries = self.journal.live(self.match, after=self._command - 1)
        return replay(self.rules, self.state_before(self._command), entries).answered

    def state_before(self, seq: int) -> S:
        """Return the state before entry `seq`, from the nearest snapshot and the later events."""
        snapshot = self.journal.snapshot(self.match, seq)
        start, state = 0, self._start.state
        if snapshot is not None:
            try:
                start, state = snapshot[0] - 1, self.rules.read_state(snapshot[1])
            except ValueError:  # a snapshot of another version: the events hold everything
                start, state = 0, self._start.state
        damaged = [number for number in self.journal.damaged.get(self.match, ()) if start < number < seq]
        if damaged:
            raise JournalError("entry-damaged", match=self.match, entry=damaged[0])
        entries = self.journal.live(self.match, after=start, before=seq)
        return fold_journaled(self.rules, state, entries)

    def state_told(self, seq: int) -> S:
        """Return the state after entry `seq` as it was then, also if it was undone since. Raises JournalError."""
        kept, text = self.journal.snapshot(self.match, seq, undone=True) or (0, "")
        entries = self.journal.entries(self.match, after=kept - 1, first=seq - kept + 1) if kept else []
        if entries and all(entry.kind in history.INPUTS for entry in entries):
            with suppress(ValueError):  # a snapshot of another version
                return fold_journaled(self.rules, self.rules.read_state(text), entries)
        first, inputs = history.inputs_standing_at(self.journal, self.match, seq)
        is_now = history.newest_input(self.journal, self.match) < first and self.journal.head(self.match) == self.head
        before = self.state if is_now else self.state_before(first)
        if not inputs:
            return before
        entries = self.journal.entries(self.match, after=first - 1, first=seq - first + 1)
        standing = set(inputs)
        return fold_journaled(self.rules, before, [entry for entry in entries if entry.seq in standing])

    # -- writing ---------------------------------------------------------------------------

    def _write(
        self, kind: Kind, command: int, body: str, hand: str, events: Sequence[Event], dice_used: int = 0
    ) -> None:
        text = self.rules.write_events(events)
        seq = self.head + 1
        entry = Entry(seq, kind, command, body, hand, text, dice_used, self._clock())
        self.journal.append(self.match, entry)
        self.head = seq
        self._since_snapshot += 1

    def _snapshot(self, seq: int, before: S) -> None:
        if self._since_snapshot >= SNAPSHOT_EVERY:
            self._since_snapshot = 0
            with suppress(JournalError):  # a snapshot only saves time
                self.journal.keep_snapshot(self.match, seq, self.rules.write_state(before))


def _undo_result(entries: Sequence[Entry], secret: Collection[int]) -> UndoResult:
    rolled = []
    for entry in entries:
        is_shown = entry.kind == "answer" and entry.seq not in secret
        answer = json.loads(entry.body) if is_shown else None
        if isinstance(answer, list) and answer and all(isinstance(die, int) for die in answer):
            rolled.append(tuple(answer))
    return UndoResult(tuple(e.body for e in entries if e.kind == "command"), tuple(rolled))

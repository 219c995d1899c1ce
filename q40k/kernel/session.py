"""A session: one match open, every input journaled before anyone sees what it did."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from msgspec import Struct

from q40k.kernel import dice
from q40k.kernel.amending import Amendment
from q40k.kernel.correcting import Correction, Same, same_question
from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Event, Refused
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry, Journal, JournalError, Kind
from q40k.kernel.questions import AnswerError, DiceQuestion, Question
from q40k.kernel.replay import Asked, as_journaled, difference, replay

S = TypeVar("S")
C = TypeVar("C")

SNAPSHOT_EVERY = 50
"""After so many entries a match keeps its state, so that it opens as quickly as a new one."""
MARKS_KEPT, MARKS_WATCHED = 256, 8
"""So many states before commands are kept at hand: by who writes, and by who only watches."""


class Mark(Struct, Generic[S], frozen=True):
    """Where a command began: its seq, the state before it, the app's dice used before it."""

    seq: int
    state: S
    dice: int


class TakenBack(Struct, frozen=True):
    """What an undo or redo moved: the commands' texts and the dice among the answers.

    Answers to secret questions are left out. `amendment` is the text of the amendment, when it
    was one.
    """

    commands: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    amendment: str | None = None


class Session(Generic[S, C]):
    """One match on the table: submit, answer, roll, undo, redo.

    What these return has been committed to the journal before they return it.
    """

    def __init__(
        self,
        rules: Rules[S, C],
        journal: Journal,
        match: int,
        clock: Callable[[], str],
        start: Mark[S] | None = None,
        marks: int = MARKS_KEPT,
    ) -> None:
        """Open a match. `start` is where it begins, when that is not the game's blank state.

        So many `marks` are kept, the states before the last commands, to go back to at once.
        """
        self.rules = rules
        self.journal = journal
        self.match = match
        self._clock = clock
        self._marks: deque[Mark[S]] = deque(maxlen=marks)
        self._run: Run[S, C] | None = None
        self._start = start or Mark(0, rules.blank(), 0)
        self._state = self._start.state
        self._command = 0
        self._dice = 0
        self._head = 0
        self._since_snapshot = 0
        self._secret: set[int] = set()  # the answers to secret questions known of
        self.stand()

    @property
    def state(self) -> S:
        """The state after everything that stands in the journal."""
        return self._state

    @property
    def question(self) -> Question | None:
        """What the rules wait for, None when the next command may come."""
        return self._run.question if self._run else None

    @property
    def command(self) -> C | None:
        """The command that waits for answers, if any."""
        return self._run.command if self._run and self._run.question else None

    @property
    def head(self) -> int:
        """The seq of the newest entry seen."""
        return self._head

    # -- inputs ----------------------------------------------------------------------------

    def submit(self, command: C, hand: str = "hand") -> list[Event]:
        """Carry out a command up to its first question. Raises Refused, JournalError."""
        if self.question is not None:
            raise RuntimeError("a question is open")
        run = Run(self.rules, self._state, command)
        events = run.start()
        seq = self._head + 1
        self._write("command", seq, self.rules.write_command(command), hand, events)
        before = self._state
        self._marks.append(Mark(seq, before, self._dice))
        self._command, self._run, self._state = seq, run, run.state
        self._snapshot(seq, before)
        return events

    def refusal_of(self, command: C) -> Refused | None:
        """Why the rules would refuse `command` now; nothing is done or kept."""
        try:
            Run(self.rules, self._state, command).start()
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
            self.stand()
            raise
        self._dice += dice_used
        self._state = run.state
        if secret:
            self._secret.add(self._head)
        return events

    def type(self, text: str) -> list[Event]:
        """Answer the open question with what a hand typed. Raises AnswerError."""
        if self.question is None:
            raise AnswerError("no-question")
        return self.answer(self.question.parse(text))

    def roll(self, given: Sequence[Any] = (), hand: str = "app") -> list[Event]:
        """Let the app roll the dice of the open question, after those `given`.

        The journal says who had it roll: the app by itself, or another `hand`. Raises AnswerError.
        """
        question = self.question
        if not isinstance(question, DiceQuestion):
            raise AnswerError("nothing-to-roll")
        missing = question.dice[len(given) :]
        rolled = dice.roll(self.rules.seed(self._state), self._dice, missing)
        return self.answer((*given, *rolled), hand, len(rolled))

    # -- back and forth --------------------------------------------------------------------

    def undo(self) -> TakenBack | None:
        """Take back the last command that stands, answers and all; None when there is none.

        If the last thing done was an amendment, it is that which is taken back, as a whole.
        """
        amendment = history.last_amendment(self.journal, self.match)
        if amendment is not None:
            entry = self._mark("undo", amendment.seq)
            history.undo_amendment(self.journal, self.match, entry)
            self.stand()
            return TakenBack((), (), amendment.body)
        last = self.journal.last_command(self.match)
        return None if last is None else self._undo_from(last)

    def step_back(self) -> TakenBack | None:
        """Take back the last single input: one answer, or the command when none was given.

        What was entered before an amendment goes only after it, so that is taken back first.
        """
        standing = self.journal.live(self.match, after=max(0, self._command - 1))
        amendment = history.last_amendment(self.journal, self.match)
        if amendment is not None and (not standing or standing[-1].seq < amendment.seq):
            return self.undo()
        return self._undo_from(standing[-1].seq) if standing else None

    def _undo_from(self, seq: int) -> TakenBack:
        moved = self.journal.live(self.match, after=seq - 1)
        self.journal.undo(self.match, self._mark("undo", seq))
        self.stand()
        return _moved(moved, self._secret)

    def redo(self) -> TakenBack | None:
        """Give back what the last undo took; None when there is nothing to redo."""
        undo = self.journal.last_undo(self.match)
        if undo is None:
            return None
        entry = self._mark("redo", undo.command)
        moved = history.entry(self.journal, self.match, undo.command)
        if moved is not None and moved.kind == "amend":
            history.redo_amendment(self.journal, self.match, entry, undo, moved)
            self.stand()
            return TakenBack((), (), moved.body)
        self.journal.redo(self.match, entry, undo.seq)
        self.stand()
        return _moved(self.journal.live(self.match, after=undo.command - 1), self._secret)

    @property
    def can_undo(self) -> bool:
        """Whether any input stands."""
        if self.journal.last_command(self.match) is not None:
            return True
        return history.last_amendment(self.journal, self.match) is not None

    @property
    def can_redo(self) -> bool:
        """Whether an undo can be redone."""
        return self.journal.last_undo(self.match) is not None

    def refresh(self) -> bool:
        """Catch up with another writer's entries; True when there were any."""
        if self.journal.head(self.match) == self._head:
            return False
        self.stand()
        return True

    # -- putting the past right ------------------------------------------------------------

    def amendment(
        self, correction: Correction[C], *, ask: bool = False, same: Same[S] = same_question
    ) -> Amendment[S, C]:
        """What would become of the match with a correction; `advance` it. Nothing is written."""
        return Amendment(
            self.rules,
            self.state_before(correction.entry),
            self.journal.live(self.match, after=correction.entry - 1),
            correction,
            head=self._head,
            end=(self._state, self.question),
            at=self._clock(),
            ask=ask,
            same=same,
            dice_used=self._dice,
        )

    def amend(self, amendment: Amendment[S, C], note: Mapping[str, Any]) -> None:
        """Keep an amendment that is done, and stand where it leads to. Raises JournalError.

        `note` is kept with it: what was put right, and by whom.
        """
        if not amendment.done:
            raise RuntimeError("the amendment still waits for a decision")
        if amendment.head != self.journal.head(self.match):
            raise JournalError("journal-second-writer", path=str(self.journal.path))
        last = self._head + 1 + len(amendment.drafts)
        body = json.dumps({**note, "last": last}, ensure_ascii=False)
        entry = amendment.correction.entry
        mark = self._mark("amend", entry, body, amendment.dice_lost)
        history.amend(self.journal, self.match, mark, amendment.drafts)
        self.stand()

    def now(self) -> str:
        """The time of day, as the journal keeps it."""
        return self._clock()

    def bookmark(self, entry: int, text: str) -> None:
        """Mark an entry by a name; it changes nothing in the match. Raises JournalError."""
        self.journal.append(self.match, self._mark("bookmark", entry, text))
        self._head += 1

    def _mark(self, kind: Kind, command: int, body: str = "", dice_used: int = 0) -> Entry:
        number = self._head + 1
        return Entry(number, kind, command, body, "hand", "[]", dice_used, self._clock())

    # -- standing where the journal stands -------------------------------------------------

    def stand(self) -> None:
        """Stand where the journal stands: the same state, at the same question."""
        self._head = self.journal.head(self.match)
        self._run = None
        last = self.journal.last_command(self.match)
        while self._marks and (last is None or self._marks[-1].seq > last):
            self._marks.pop()
        if last is None:
            self._state, self._command, self._dice = self._start.state, 0, self._start.dice
            return
        if not self._marks or self._marks[-1].seq != last:
            used = self._start.dice + self.journal.dice_used(self.match, last)
            mark = Mark(last, self.state_before(last), used)
            self._marks.append(mark)
        self._command = last
        self._stand_in(self._marks[-1])

    def _stand_in(self, mark: Mark[S]) -> None:
        """Carry the last command on with the answers it was given.

        If the rules have changed since and tell another story, the events that were journaled
        hold: they were on the screen.
        """
        entries = self.journal.live(self.match, after=mark.seq - 1)
        self._dice = mark.dice + sum(entry.dice for entry in entries)
        again = replay(self.rules, mark.state, entries)
        answered = zip(entries[1:], again.asked, strict=False)
        self._secret.update(entry.seq for entry, asked in answered if asked.question.secret)
        if difference(self.rules, again, entries) is None:
            self._run = again.stood()
            self._state = self._run.state
        else:
            self._state = as_journaled(self.rules, mark.state, entries)

    def answered(self) -> list[Asked[S]]:
        """The questions of the command that waits, as they were answered. Raises JournalError."""
        if self.question is None:
            return []
        entries = self.journal.live(self.match, after=self._command - 1)
        return replay(self.rules, self.state_before(self._command), entries).asked

    def state_before(self, seq: int) -> S:
        """The state before entry `seq`, from the nearest snapshot and the events after it."""
        kept = self.journal.snapshot(self.match, seq)
        start, state = 0, self._start.state
        if kept is not None:
            try:
                start, state = kept[0] - 1, self.rules.read_state(kept[1])
            except ValueError:  # a snapshot of another version: the events hold everything
                start, state = 0, self._start.state
        bad = [one for one in self.journal.damaged.get(self.match, ()) if start < one < seq]
        if bad:
            raise JournalError("entry-damaged", match=self.match, entry=bad[0])
        entries = self.journal.live(self.match, after=start, before=seq)
        return as_journaled(self.rules, state, entries)

    # -- writing ---------------------------------------------------------------------------

    def _write(
        self,
        kind: Kind,
        command: int,
        body: str,
        hand: str,
        events: Sequence[Event],
        dice_used: int = 0,
    ) -> None:
        text = self.rules.write_events(events)
        seq = self._head + 1
        entry = Entry(seq, kind, command, body, hand, text, dice_used, self._clock())
        self.journal.append(self.match, entry)
        self._head = seq
        self._since_snapshot += 1

    def _snapshot(self, seq: int, before: S) -> None:
        if self._since_snapshot >= SNAPSHOT_EVERY:
            self._since_snapshot = 0
            with suppress(JournalError):  # only speed is lost with it
                self.journal.keep_snapshot(self.match, seq, self.rules.write_state(before))


def _moved(entries: Sequence[Entry], secret: Collection[int]) -> TakenBack:
    rolled = []
    for entry in entries:
        told = entry.kind == "answer" and entry.seq not in secret
        given = json.loads(entry.body) if told else None
        if isinstance(given, list) and given and all(isinstance(die, int) for die in given):
            rolled.append(tuple(given))
    return TakenBack(tuple(e.body for e in entries if e.kind == "command"), tuple(rolled))

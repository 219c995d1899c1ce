"""Amendments: a correction of the past, and the replay of everything after it.

Nothing is written here. An `Amendment` holds what the match would become: the new versions of all
entries, the final state, and the entries that no longer fit. Dice that were rolled, by hands or by
the app, keep their results.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from q40k.kernel import dice, replay
from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Answer, AnswerError, DiceQuestion, Event, Question, Refused
from q40k.kernel.journal.history import Draft
from q40k.kernel.journal.journal import Entry
from q40k.kernel.text import is_digits

S = TypeVar("S")
C = TypeVar("C")

SameQuestion = Callable[[S, Question, S, Question], bool]
"""Whether two questions, each in its state, ask the same thing of the same player."""
Code = Literal["refused", "answer", "other-question", "more-questions", "left-over"]
Decision = Literal["", "asked", "rolled", "dropped", "overruled", "open"]


class TypedAnswer(str):
    """An answer as a hand typed it; the question it meets will parse it."""

    __slots__ = ()


class Correction(Struct, Generic[C], frozen=True):
    """A correction at the command `entry` (its seq).

    `command` is carried out there (None: nothing) with `answers`: values, or `TypedAnswer`. With
    `kept`, the old answers follow these as long as they fit. With `inserted`, the old command comes
    after it, unchanged. With `listed`, the answers are those of a match script: a number for each
    die.
    """

    entry: int
    command: C | None
    answers: tuple[Any, ...] = ()
    kept: bool = False
    inserted: bool = False
    listed: bool = False


class Misfit(Struct, Generic[S, C]):
    """An old command that no longer fits the corrected past, and the decision about it.

    `code` says why: the rules refuse it (`refused`); an answer does not fit its question (`answer`,
    with the `error`); a different question is asked, or more questions; or answers are left over.
    `lost` are old answers without a place. `state` and `question` are what would be asked again,
    and where. `own` marks the correction itself.
    """

    entry: int
    command: C
    code: Code
    state: S
    question: Question | None = None
    refused: Refused | None = None
    error: AnswerError | None = None
    lost: tuple[Any, ...] = ()
    own: bool = False
    decision: Decision = ""

    @property
    def final(self) -> bool:
        """Return whether nobody can overrule the refusal: the command can only be dropped."""
        refused = self.refused
        return refused is not None and not refused.refusal.overridable


class Change(Struct, frozen=True):
    """One difference in a corrected match: what changed, for whom, before and after.

    `kind` is a word of the game's own; people are named.
    """

    kind: str
    who: str | None = None
    before: Any = None
    after: Any = None


class OpenCommand(Struct, Generic[S, C]):
    """The command that is being replayed.

    `start` is the index of its first draft, `next_old` that of the next old answer.
    """

    group: replay.CommandGroup
    command: C
    run: Run[S, C]
    state: S
    start: int
    new_answers: list[Any]
    old_answers: list[Entry]
    old_questions: list[replay.AnsweredQuestion[S]]
    next_old: int = 0
    fits: bool = True
    own: bool = False
    misfit: Misfit[S, C] | None = None


def same_question(_then: Any, old: Question, _now: Any, new: Question) -> bool:
    """Return whether two questions have the same key and ask the same player."""
    return (old.key, old.who) == (new.key, new.who)


def replay_original(
    rules: Rules[S, C], state: S, group: replay.CommandGroup
) -> tuple[S, list[replay.AnsweredQuestion[S]]]:
    """Return the state after a command as it was journaled, and the questions it answered.

    If the rules have changed since and tell different events, the journaled events hold, and the
    questions are unknown.
    """
    result = replay.replay(rules, state, group.inputs)
    if replay.first_difference(rules, result, group.inputs) is None:
        return result.run_or_raise().state, result.answered
    return replay.fold_journaled(rules, state, group.inputs), []


def restore_run(rules: Rules[S, C], current: OpenCommand[S, C], drafts: Sequence[Draft]) -> None:
    """Bring the command back to its open question, after an answer that was refused."""
    current.run = replay.replay(rules, current.state, drafts[current.start :]).run_or_raise()


def take_answer(question: Question, answers: list[Any], *, from_script: bool) -> Answer:
    """Take the answer to a question from the head of `answers`. Raises AnswerError."""
    if from_script:
        answer, used = question.take(answers)
        del answers[:used]
        return answer
    value = answers.pop(0)
    if isinstance(value, TypedAnswer) and isinstance(question, DiceQuestion):
        while answers and sum(map(is_digits, value)) < len(question.dice):
            value = TypedAnswer(f"{value} {answers.pop(0)}")  # a die may be typed as a word of its own
    return question.parse(value) if isinstance(value, TypedAnswer) else question.check(value)


def count_app_dice(group: replay.CommandGroup) -> int:
    """Return how many of the app's dice a command and its answers used."""
    return sum(entry.dice for entry in group.answers)


def copy_entry(entry: Entry, *, same: bool = False) -> Draft:
    """Return a new version of an entry with the old content."""
    kind: Literal["command", "answer"] = "command" if entry.kind == "command" else "answer"
    return Draft(kind, entry.body, entry.hand, entry.events, entry.dice, entry.at, entry.seq, None, same)


# -- the amendment ---------------------------------------------------------------------------------

SNAPSHOT_EVERY = 400


class Amendment(Generic[S, C]):
    """What a match becomes when something in its past is corrected.

    `advance` replays some inputs at a time. With `ask`, it stops at each command that no longer
    fits (`waiting`) until `answer`, `roll`, `substitute` or `drop` decides; without it, such
    commands are dropped. When it is `done`, `drafts` are the new versions of the entries, `new` is
    the state they lead to and `question` the question then open. `old` is the present state.
    """

    def __init__(
        self,
        rules: Rules[S, C],
        before: S,
        entries: Sequence[Entry],
        correction: Correction[C],
        *,
        head: int,
        end: tuple[S, Question | None],
        at: str,
        ask: bool = False,
        same: SameQuestion[S] = same_question,
        dice_used: int = 0,
    ) -> None:
        self._rules = rules
        self.correction = correction
        self.head = head
        self.ask = ask
        self._same_question = same
        self._at = at
        self.entries = entries
        self._groups = list(replay.group_by_command(entries))
        self._next = 0
        self._original, self.new = before, before
        self.old, self._end = end
        self._dice = dice_used
        self._since_snapshot = 0
        self._has_merged = False
        self._current: OpenCommand[S, C] | None = None
        self.drafts: list[Draft] = []
        self.misfits: list[Misfit[S, C]] = []
        self.waiting: Misfit[S, C] | None = None
        self.dice_lost = 0
        self.replayed = 0
        self._is_started = False

    @property
    def done(self) -> bool:
        """Return whether everything was replayed and decided."""
        return self._is_started and self.waiting is None and self._next >= len(self._groups)

    @property
    def question(self) -> Question | None:
        """Return the question that the match asks in the end."""
        if self._has_merged:
            return self._end
        return self._current.run.question if self._current else None

    @property
    def changes_nothing(self) -> bool:
        """Return whether no entry would be written anew."""
        return (
            not self.misfits
            and [d.body for d in self.drafts] == [e.body for e in self.entries]
            and all(
                d.events in (e.events, replay.rewrite_events(self._rules, e.events))
                for d, e in zip(self.drafts, self.entries, strict=True)
            )
        )

    # -- replaying -------------------------------------------------------------------------

    def advance(self, most: int = 1 << 62) -> bool:
        """Replay up to `most` inputs. Return True when it is done or waits for a decision.

        Raises Refused or AnswerError if the correction itself is impossible.
        """
        until = self.replayed + most
        if not self._is_started:
            self._apply_correction()
        while self.waiting is None and self._next < len(self._groups):
            if self.replayed >= until:
                return False
            group = self._groups[self._next]
            self._next += 1
            self.replayed += 1 + len(group.answers)
            if not self._has_merged and self._original == self.new:
                self._has_merged = True
            if self._has_merged:
                self._keep_unchanged(group)
            else:
                self._replay(group)
        return True

    def _apply_correction(self) -> None:
        fix = self.correction
        group = self._groups[0]
        self._is_started = True
        questions: list[replay.AnsweredQuestion[S]] = []
        if not fix.inserted:
            self._next, self.replayed = 1, 1 + len(group.answers)
            self._original, questions = replay_original(self._rules, self._original, group)
        if fix.command is None:
            self.dice_lost += count_app_dice(group)
            return
        body = self._rules.write_command(fix.command)
        entry = group.entry
        if fix.inserted or body != entry.body:
            entry = Entry(entry.seq, "command", 0, body, "hand", "", 0, self._at)
        old = group.answers if fix.kept and not fix.inserted else ()
        run = Run(self._rules, self.new, fix.command)
        new = OpenCommand(
            replay.CommandGroup((entry,)), fix.command, run, self.new, 0, [*fix.answers], list(old), questions, own=True
        )
        self._start_command(new, None if fix.inserted else group)

    def _start_command(self, new: OpenCommand[S, C], replaced: replay.CommandGroup | None) -> None:
        """Carry out a command up to its first question, then give it its answers."""
        self._current = new
        try:
            events = new.run.start()
        except Refused as refused:
            if new.own:
                raise
            self._handle_misfit("refused", refused=refused)
            return
        entry = new.group.entry
        state = None
        if self._since_snapshot >= SNAPSHOT_EVERY:
            self._since_snapshot, state = 0, self._rules.write_state(new.state)
        self._add_draft(
            "command", entry.body, entry.hand, events, 0, entry.at, replaced.entry.seq if replaced else None, state
        )
        self._give_answers(replaced)

    def _replay(self, group: replay.CommandGroup) -> None:
        self._original, questions = replay_original(self._rules, self._original, group)
        try:
            command = self._rules.read_command(group.entry.body)
        except ValueError:  # a command of another version: what it brought about holds
            self._keep_unreadable(group)
            return
        run = Run(self._rules, self.new, command)
        start = len(self.drafts)
        self._start_command(
            OpenCommand(group, command, run, self.new, start, [], list(group.answers), questions), group
        )

    def _give_answers(self, replaced: replay.CommandGroup | None) -> None:
        """Give the open command its answers, as long as they fit."""
        current = self._current
        assert current is not None
        while (question := current.run.question) is not None:
            self.new = current.run.state
            if current.new_answers:
                self._give_new_answer(current, question, replaced)
            elif not self._give_old_answer(current, question):
                return
        self.new = current.run.state
        if current.new_answers:
            raise AnswerError("answers-left", answers=tuple(current.new_answers))
        self._report_unused_answers(current)

    def _give_new_answer(
        self, current: OpenCommand[S, C], question: Question, replaced: replay.CommandGroup | None
    ) -> None:
        checked = take_answer(question, current.new_answers, from_script=self.correction.listed)
        number = len(self.drafts) - current.start - 1
        events = current.run.go_on(checked)
        old = replaced.answers[number] if replaced and number < len(replaced.answers) else None
        body = _answer_json(checked)
        hand, at = "hand", self._at
        if old is not None and old.body == body:
            hand, at = old.hand, old.at  # unchanged: the die stays with the hand that rolled it
        used, current.next_old = old.dice if old else 0, number + 1
        self._add_draft("answer", body, hand, events, used, at, old.seq if old else None)

    def _give_old_answer(self, current: OpenCommand[S, C], question: Question) -> bool:
        """Give the next old answer. Return False if it does not fit, or there is none."""
        if not current.fits or current.next_old >= len(current.old_answers):
            return self._handle_misfit("more-questions" if current.fits else "other-question")
        entry = current.old_answers[current.next_old]
        original = current.old_questions[current.next_old] if current.next_old < len(current.old_questions) else None
        if original and not self._same_question(original.state, original.question, current.run.state, question):
            current.fits = False
            return self._handle_misfit("other-question")
        try:
            checked = question.check(json.loads(entry.body))
        except AnswerError as error:
            current.next_old += 1
            self.dice_lost += entry.dice
            return self._handle_misfit("answer", error=error, lost=(json.loads(entry.body),))
        try:
            events = current.run.go_on(checked)
        except Refused as refused:
            return self._handle_misfit("refused", refused=refused)
        current.next_old += 1
        self._add_draft("answer", _answer_json(checked), entry.hand, events, entry.dice, entry.at, entry.seq)
        return True

    def _report_unused_answers(self, current: OpenCommand[S, C]) -> None:
        """Record the old answers that a finished command had no place for."""
        unused = current.old_answers[current.next_old :]
        if unused:
            self.dice_lost += sum(entry.dice for entry in unused)
            lost = tuple(json.loads(entry.body) for entry in unused)
            if current.misfit is not None:
                current.misfit.lost += lost
            else:
                self._add_misfit(current, "left-over", lost=lost, decision="dropped")

    # -- what no longer fits ---------------------------------------------------------------

    def _handle_misfit(self, code: Code, **facts: Any) -> bool:
        """Ask about the open command, drop it, or leave its last question open."""
        current = self._current
        assert current is not None
        misfit = current.misfit
        if misfit is None:
            misfit = self._add_misfit(current, code, **facts)
        else:
            misfit.lost += facts.pop("lost", ())
            misfit.state, misfit.question = current.run.state, current.run.question
            for name, fact in facts.items():
                setattr(misfit, name, fact)
        last = self._next >= len(self._groups)
        if last and current.run.question is not None and code != "refused":
            return self._leave_open(current, misfit)
        if self.ask:
            return self._ask_again(current, misfit)
        if current.own:
            raise AnswerError("answer-missing")
        self.waiting = misfit
        self.drop()
        return False

    def _add_misfit(self, current: OpenCommand[S, C], code: Code, **facts: Any) -> Misfit[S, C]:
        question = current.run.question
        misfit = Misfit(
            current.group.entry.seq, current.command, code, current.run.state, question, own=current.own, **facts
        )
        current.misfit = misfit
        self.misfits.append(misfit)
        return misfit

    def _leave_open(self, current: OpenCommand[S, C], misfit: Misfit[S, C]) -> bool:
        """Leave the last command's question to the table, as ever."""
        if misfit.code == "more-questions" and misfit.decision == "" and self._end is not None:
            self.misfits.remove(misfit)  # it was open before as well
            current.misfit = None
        elif not misfit.decision:
            misfit.decision = "open"
        self._report_unused_answers(current)
        return False

    def _ask_again(self, current: OpenCommand[S, C], misfit: Misfit[S, C]) -> bool:
        question = current.run.question
        app = self._rules.roller(current.run.state, question.who if question else None) == "app"
        if app and isinstance(question, DiceQuestion):
            rolled = dice.roll(self._rules.seed(current.run.state), self._dice, question.dice)
            events = current.run.answer(rolled)
            self._dice += len(rolled)
            self._add_draft("answer", _answer_json(rolled), "app", events, len(rolled), self._at, None)
            misfit.decision = misfit.decision or "rolled"
            return True
        self.waiting = misfit
        return False

    def answer(self, answer: Any, hand: str = "hand", dice_used: int = 0) -> None:
        """Answer the question that is asked again. Raises AnswerError, Refused."""
        current, misfit = self._require_decision()
        question = current.run.question
        if question is None:
            raise AnswerError("no-question")
        checked = question.check(answer)
        try:
            events = current.run.go_on(checked)
        except Refused:
            restore_run(self._rules, current, self.drafts)
            raise
        self._add_draft("answer", _answer_json(checked), hand, events, dice_used, self._at, None)
        self._dice += dice_used
        self.waiting, misfit.decision = None, "asked"
        self._give_answers(None)

    def type(self, text: str) -> None:
        """Answer with a typed text. Raises AnswerError, Refused."""
        question = self._require_decision()[0].run.question
        if question is None:
            raise AnswerError("no-question")
        self.answer(question.parse(text))

    def roll(self) -> None:
        """Let the app roll the question's dice. Raises AnswerError."""
        current, _ = self._require_decision()
        question = current.run.question
        if not isinstance(question, DiceQuestion):
            raise AnswerError("nothing-to-roll")
        rolled = dice.roll(self._rules.seed(current.run.state), self._dice, question.dice)
        self.answer(rolled, "app", len(rolled))

    def substitute(self, command: C) -> None:
        """Carry out another command in the place of the one that no longer fits.

        Its old answers follow as long as they fit. Raises Refused; then the decision is still open.
        """
        current, misfit = self._require_decision()
        Run(self._rules, current.state, command).start()
        del self.drafts[current.start :]
        entry = current.group.entry
        body = self._rules.write_command(command)
        entry = Entry(entry.seq, "command", 0, body, "hand", "", 0, self._at)
        group = replay.CommandGroup((entry, *current.group.answers))
        answers, run = list(current.group.answers), Run(self._rules, current.state, command)
        substitute = OpenCommand(
            group, command, run, current.state, current.start, [], answers, current.old_questions, misfit=misfit
        )
        self.waiting, misfit.decision = None, "overruled"
        self._start_command(substitute, group)

    def drop(self) -> None:
        """Drop the command that no longer fits, with its answers. Raises AnswerError."""
        current, misfit = self._require_decision()
        if current.own:
            raise AnswerError("answer-missing")
        del self.drafts[current.start :]
        self.new, self.waiting, misfit.decision = current.state, None, "dropped"
        misfit.lost = tuple(json.loads(entry.body) for entry in current.group.answers)
        self.dice_lost += count_app_dice(current.group)
        self._current = None

    def _require_decision(self) -> tuple[OpenCommand[S, C], Misfit[S, C]]:
        if self._current is None or self.waiting is None:
            raise RuntimeError("nothing waits for a decision")
        return self._current, self.waiting

    # -- the old story and the new entries -------------------------------------------------

    def _keep_unreadable(self, group: replay.CommandGroup) -> None:
        """Keep an unreadable command by the events it caused."""
        self._current = None
        self.drafts += [copy_entry(entry) for entry in group.inputs]
        self.new = replay.fold_journaled(self._rules, self.new, group.inputs)

    def _keep_unchanged(self, group: replay.CommandGroup) -> None:
        """Keep the rest unchanged: both states are equal again."""
        self.drafts += [copy_entry(entry, same=True) for entry in group.inputs]
        self.new = self.old

    def _add_draft(
        self,
        kind: Literal["command", "answer"],
        body: str,
        hand: str,
        events: Sequence[Event],
        dice_used: int,
        at: str,
        replaces: int | None,
        before: str | None = None,
    ) -> None:
        text = self._rules.write_events(events)
        self._since_snapshot += 1
        self.drafts.append(Draft(kind, body, hand, text, dice_used, at, replaces, before))


def _answer_json(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False)

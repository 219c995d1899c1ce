"""Amendments: something in the past put right, and all that came after replayed upon it.

Nothing is written here. An `Amendment` says what would become of the match: the new versions of
all entries, the state in the end, and which entries no longer fit. Dice that were rolled, by hands
or by the app, keep what they showed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar

from q40k.kernel import dice
from q40k.kernel.correcting import (
    Code,
    Correction,
    Misfit,
    Open,
    Same,
    as_it_was,
    copied,
    dice_of,
    own_answer,
    same_question,
    stand_again,
)
from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Event, Refused
from q40k.kernel.journal.history import Draft
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, AnswerError, DiceQuestion, Question
from q40k.kernel.replay import Asked, Part, as_journaled, as_now, parts

S = TypeVar("S")
C = TypeVar("C")

SNAPSHOT_EVERY = 400


class Amendment(Generic[S, C]):
    """What becomes of a match when something in its past is put right.

    `advance` replays, some inputs at a time. With `ask`, it stops at each command that no longer
    fits (`waiting`) until `answer`, `roll`, `instead` or `drop` has decided; without, such
    commands are dropped. When it is `done`, `drafts` are the new versions of the entries, `new`
    the state they lead to and `question` what is then asked; `old` is the state as it is.
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
        same: Same[S] = same_question,
        dice_used: int = 0,
    ) -> None:
        self._rules = rules
        self.correction = correction
        self.head = head
        self.ask = ask
        self._same = same
        self._at = at
        self.entries = entries
        self._parts = list(parts(entries))
        self._next = 0
        self._then, self.new = before, before
        self.old, self._end = end
        self._dice = dice_used
        self._since = 0
        self._met = False
        self._opened: Open[S, C] | None = None
        self.drafts: list[Draft] = []
        self.misfits: list[Misfit[S, C]] = []
        self.waiting: Misfit[S, C] | None = None
        self.dice_lost = 0
        self.replayed = 0
        self._begun = False

    @property
    def done(self) -> bool:
        """Whether everything was replayed and decided."""
        return self._begun and self.waiting is None and self._next >= len(self._parts)

    @property
    def question(self) -> Question | None:
        """What the match asks in the end."""
        if self._met:
            return self._end
        return self._opened.run.question if self._opened else None

    @property
    def idle(self) -> bool:
        """Whether nothing at all would be written anew."""
        return (
            not self.misfits
            and [d.body for d in self.drafts] == [e.body for e in self.entries]
            and all(
                d.events in (e.events, as_now(self._rules, e.events))
                for d, e in zip(self.drafts, self.entries, strict=True)
            )
        )

    # -- replaying -------------------------------------------------------------------------

    def advance(self, most: int = 1 << 62) -> bool:
        """Replay some `most` inputs; True when it is done or waits for a decision.

        Raises Refused or AnswerError when the correction itself is not possible.
        """
        until = self.replayed + most
        if not self._begun:
            self._correct()
        while self.waiting is None and self._next < len(self._parts):
            if self.replayed >= until:
                return False
            part = self._parts[self._next]
            self._next += 1
            self.replayed += 1 + len(part.answers)
            if not self._met and self._then == self.new:
                self._met = True
            if self._met:
                self._carry_over(part)
            else:
                self._replay(part)
        return True

    def _correct(self) -> None:
        """Carry out the correction itself."""
        fix = self.correction
        part = self._parts[0]
        self._begun = True
        asked: list[Asked[S]] = []
        if not fix.inserted:
            self._next, self.replayed = 1, 1 + len(part.answers)
            self._then, asked = as_it_was(self._rules, self._then, part)
        if fix.command is None:
            self.dice_lost += dice_of(part)
            return
        body = self._rules.write_command(fix.command)
        entry = part.entry
        if fix.inserted or body != entry.body:
            entry = Entry(entry.seq, "command", 0, body, "hand", "", 0, self._at)
        old = part.answers if fix.kept and not fix.inserted else ()
        run = Run(self._rules, self.new, fix.command)
        new = Open(Part((entry,)), fix.command, run, self.new, 0,
                   [*fix.answers], list(old), asked, own=True)  # fmt: skip
        self._start(new, None if fix.inserted else part)

    def _start(self, new: Open[S, C], replaced: Part | None) -> None:
        """Carry out a command up to its first question, and on with its answers."""
        self._opened = new
        try:
            events = new.run.start()
        except Refused as refused:
            if new.own:
                raise
            self._unfit("refused", refused=refused)
            return
        entry = new.part.entry
        state = None
        if self._since >= SNAPSHOT_EVERY:
            self._since, state = 0, self._rules.write_state(new.state)
        self._draft(
            "command", entry.body, entry.hand, events, 0, entry.at,
            replaced.entry.seq if replaced else None, state,
        )  # fmt: skip
        self._carry_on(replaced)

    def _replay(self, part: Part) -> None:
        self._then, asked = as_it_was(self._rules, self._then, part)
        try:
            command = self._rules.read_command(part.entry.body)
        except ValueError:  # a command of another version: what it brought about holds
            self._hold(part)
            return
        run = Run(self._rules, self.new, command)
        at = len(self.drafts)
        self._start(Open(part, command, run, self.new, at, [], list(part.answers), asked), part)

    def _carry_on(self, replaced: Part | None) -> None:
        """Give the open command its answers, as far as they fit."""
        one = self._opened
        assert one is not None
        while (question := one.run.question) is not None:
            self.new = one.run.state
            if one.given:
                self._give_own(one, question, replaced)
            elif not self._give_old(one, question):
                return
        self.new = one.run.state
        if one.given:
            raise AnswerError("answers-left", answers=tuple(one.given))
        self._leave_over(one)

    def _give_own(self, one: Open[S, C], question: Question, replaced: Part | None) -> None:
        checked = own_answer(question, one.given, listed=self.correction.listed)
        number = len(self.drafts) - one.start - 1
        events = one.run.go_on(checked)
        old = replaced.answers[number] if replaced and number < len(replaced.answers) else None
        body = _written(checked)
        hand, at = "hand", self._at
        if old is not None and old.body == body:
            hand, at = old.hand, old.at  # the very same: whose die it was stays
        used, one.at = old.dice if old else 0, number + 1
        self._draft("answer", body, hand, events, used, at, old.seq if old else None)

    def _give_old(self, one: Open[S, C], question: Question) -> bool:
        """Give the next old answer; False when it does not fit, or there is none."""
        if not one.fits or one.at >= len(one.old):
            return self._unfit("more-questions" if one.fits else "other-question")
        entry = one.old[one.at]
        then = one.asked[one.at] if one.at < len(one.asked) else None
        if then and not self._same(then.state, then.question, one.run.state, question):
            one.fits = False
            return self._unfit("other-question")
        try:
            checked = question.check(json.loads(entry.body))
        except AnswerError as error:
            one.at += 1
            self.dice_lost += entry.dice
            return self._unfit("answer", error=error, lost=(json.loads(entry.body),))
        try:
            events = one.run.go_on(checked)
        except Refused as refused:
            return self._unfit("refused", refused=refused)
        one.at += 1
        self._draft(
            "answer", _written(checked), entry.hand, events, entry.dice, entry.at, entry.seq
        )
        return True

    def _leave_over(self, one: Open[S, C]) -> None:
        """When a command is done: say which old answers had no place."""
        left = one.old[one.at :]
        if left:
            self.dice_lost += sum(entry.dice for entry in left)
            lost = tuple(json.loads(entry.body) for entry in left)
            if one.misfit is not None:
                one.misfit.lost += lost
            else:
                self._misfit(one, "left-over", lost=lost, decision="dropped")

    # -- what no longer fits ---------------------------------------------------------------

    def _unfit(self, code: Code, **facts: Any) -> bool:
        """The open command does not fit: ask, drop it, or leave the last question open."""
        one = self._opened
        assert one is not None
        misfit = one.misfit
        if misfit is None:
            misfit = self._misfit(one, code, **facts)
        else:
            misfit.lost += facts.pop("lost", ())
            misfit.state, misfit.question = one.run.state, one.run.question
            for name, fact in facts.items():
                setattr(misfit, name, fact)
        last = self._next >= len(self._parts)
        if last and one.run.question is not None and code != "refused":
            return self._stay_open(one, misfit)
        if self.ask:
            return self._ask(one, misfit)
        if one.own:
            raise AnswerError("answer-missing")
        self.waiting = misfit
        self.drop()
        return False

    def _misfit(self, one: Open[S, C], code: Code, **facts: Any) -> Misfit[S, C]:
        question = one.run.question
        misfit = Misfit(
            one.part.entry.seq, one.command, code, one.run.state, question, own=one.own, **facts
        )
        one.misfit = misfit
        self.misfits.append(misfit)
        return misfit

    def _stay_open(self, one: Open[S, C], misfit: Misfit[S, C]) -> bool:
        """The last command's question is asked at the table, as ever."""
        if misfit.code == "more-questions" and misfit.decision == "" and self._end is not None:
            self.misfits.remove(misfit)  # it was open before, too
            one.misfit = None
        elif not misfit.decision:
            misfit.decision = "open"
        self._leave_over(one)
        return False

    def _ask(self, one: Open[S, C], misfit: Misfit[S, C]) -> bool:
        question = one.run.question
        app = self._rules.roller(one.run.state, question.who if question else None) == "app"
        if app and isinstance(question, DiceQuestion):
            rolled = dice.roll(self._rules.seed(one.run.state), self._dice, question.dice)
            events = one.run.answer(rolled)
            self._dice += len(rolled)
            self._draft("answer", _written(rolled), "app", events, len(rolled), self._at, None)
            misfit.decision = misfit.decision or "rolled"
            return True
        self.waiting = misfit
        return False

    def answer(self, answer: Any, hand: str = "hand", dice_used: int = 0) -> None:
        """Answer the question that is asked again. Raises AnswerError, Refused."""
        one, misfit = self._decided()
        question = one.run.question
        if question is None:
            raise AnswerError("no-question")
        checked = question.check(answer)
        try:
            events = one.run.go_on(checked)
        except Refused:
            stand_again(self._rules, one, self.drafts)
            raise
        self._draft("answer", _written(checked), hand, events, dice_used, self._at, None)
        self._dice += dice_used
        self.waiting, misfit.decision = None, "asked"
        self._carry_on(None)

    def type(self, text: str) -> None:
        """Answer with what a hand typed. Raises AnswerError, Refused."""
        question = self._decided()[0].run.question
        if question is None:
            raise AnswerError("no-question")
        self.answer(question.parse(text))

    def roll(self) -> None:
        """Let the app roll the question's dice. Raises AnswerError."""
        one, _misfit = self._decided()
        question = one.run.question
        if not isinstance(question, DiceQuestion):
            raise AnswerError("nothing-to-roll")
        rolled = dice.roll(self._rules.seed(one.run.state), self._dice, question.dice)
        self.answer(rolled, "app", len(rolled))

    def instead(self, command: C) -> None:
        """Carry out another command in the place of the one that no longer fits.

        Its old answers follow as far as they fit. Raises Refused; then it still waits.
        """
        one, misfit = self._decided()
        Run(self._rules, one.state, command).start()
        del self.drafts[one.start :]
        entry = one.part.entry
        body = self._rules.write_command(command)
        new = Entry(entry.seq, "command", 0, body, "hand", "", 0, self._at)
        part = Part((new, *one.part.answers))
        again = Open(part, command, Run(self._rules, one.state, command), one.state, one.start,
                      [], list(one.part.answers), one.asked, misfit=misfit)  # fmt: skip
        self.waiting, misfit.decision = None, "overruled"
        self._start(again, part)

    def drop(self) -> None:
        """Drop the command that no longer fits, with its answers. Raises AnswerError."""
        one, misfit = self._decided()
        if one.own:
            raise AnswerError("answer-missing")
        del self.drafts[one.start :]
        self.new, self.waiting, misfit.decision = one.state, None, "dropped"
        misfit.lost = tuple(json.loads(entry.body) for entry in one.part.answers)
        self.dice_lost += dice_of(one.part)
        self._opened = None

    def _decided(self) -> tuple[Open[S, C], Misfit[S, C]]:
        if self._opened is None or self.waiting is None:
            raise RuntimeError("nothing waits for a decision")
        return self._opened, self.waiting

    # -- the old story and the new entries -------------------------------------------------

    def _hold(self, part: Part) -> None:
        """Keep a command that cannot be read any more by the events it brought about."""
        self._opened = None
        self.drafts += [copied(entry) for entry in part.inputs]
        self.new = as_journaled(self._rules, self.new, part.inputs)

    def _carry_over(self, part: Part) -> None:
        """Both stories are the same again: the rest stays as it is."""
        self.drafts += [copied(entry, same=True) for entry in part.inputs]
        self.new = self.old

    def _draft(
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
        self._since += 1
        self.drafts.append(Draft(kind, body, hand, text, dice_used, at, replaces, before))


def _written(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False)

"""The correction of a past entry, from key to key. It knows no widget."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from q40k.i18n.amending import misfit_line, misfit_lines, open_question
from q40k.i18n.error_texts import journal_error
from q40k.i18n.questions import answer_error, answer_text, count_text
from q40k.kernel.events import AnswerError, Question, Refused, TallyQuestion
from q40k.kernel.journal.journal import JournalError
from q40k.table import amending
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Entered, Field, Move, Option, Pick, Text
from q40k.tui.game_screen import question_field

Stage = Literal["choose", "answer", "again", "insert", "replay", "misfit", "ask", "preview", "end"]

CHUNK = 200


class Amender:
    """One correction in progress. `desk` is the table of that time, `lines` the preview.

    `ended` is None after the correction was kept, and "" otherwise.
    """

    def __init__(self, real: Desk, number: int) -> None:
        """Open an entry. Raises JournalError if it cannot be corrected."""
        self.real = real
        self.locale = real.locale
        self.words = real.words
        self.target: amending.Target = amending.find_target(real.match_session, number)
        self.redraft: amending.Redraft | None = None
        self.lines: list[str] = []
        self.ended: str | None = ""
        self.drops_all = False
        self._value: Question | None = None
        self.stage: Stage = "choose"
        self.desk = self._open_desk(self._state_before())
        self._begin()

    # -- where it stands -------------------------------------------------------------------

    def _state_before(self) -> Any:
        """Return the state before the command."""
        return self.real.match_session.session.state_before(self.target.part.entry.seq)

    def _open_desk(self, state: Any) -> Desk:
        desk = Desk(amending.trial_session(self.real.match_session, state), lambda: self.real.library, self.locale)
        desk.field = None
        return desk

    def _begin(self) -> None:
        """Ask an answer again. For a command, begin with its form or its first answer."""
        if self.target.place is not None:
            self._open_answer()
        elif self._reentry_action() is not None and self.real.view.status(self._state_before()).is_laid_out:
            self._open_choice("again")
        elif self.target.answers:
            self._open_answer()
        else:
            self._choose()

    def _open_answer(self) -> None:
        """Ask the question of the marked answer again, or of the first one."""
        state, question = amending.question_at(self.real.match_session, self.target)
        if question is None:
            self._choose()
            return
        self.stage, self._value = "answer", question
        self.desk = self._open_desk(state)
        self.desk.field = question_field(self.desk, self.desk.screen, question)
        _ = self.locale.gettext
        answer = self.target.answers[self.target.place or 0]
        text = answer_text(answer)
        if isinstance(question, TallyQuestion) and question.counts(answer) is not None:
            text = count_text(self.locale, str(answer), summed=question.summed)
        if not question.secret:
            self.desk.field.notes = (_("It was: {answer}").format(answer=text),)
        self.desk.field.other = _("anything else about it")
        if isinstance(self.desk.field, Dice):
            self.desk.field.by_app = False  # the dice were rolled at the time

    def _choose(self) -> None:
        """Ask what to correct about the command."""
        _ = self.locale.gettext
        options = []
        if self.target.answers:
            options.append(Option("1", "answer", _("another answer")))
        if self._reentry_action() is not None:
            options.append(Option("2", "again", _("enter it anew, as it should have been")))
        if self.real.view.status(self._state_before()).is_laid_out:
            options.append(Option("3", "remove", _("take it out")))
            options.append(Option("4", "insert", _("put something in before it")))
        self.stage = "choose"
        self.desk.field = Pick(_("What about it is to be put right?"), options=tuple(options))

    def _reentry_action(self) -> str | None:
        """Return the action whose form enters the command again."""
        return self.real.screen.reentry_action(self.target.command.do)

    @property
    def title(self) -> str:
        """The number of the entry, and its text."""
        _ = self.locale.gettext
        what = self.words.command(self.locale, self.target.command, self._state_before())
        return _("Entry {number}: {what}").format(number=self.target.entry.seq, what=what)

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        """Handle a key."""
        if self.stage in ("again", "insert"):
            self._to_table(key, character)
        elif self.stage == "preview":
            self._settle(key)
        elif self.desk.field is not None:
            self._to_field(self.desk.field, key, character)
        elif key == "escape":
            self.stage = "end"

    def _to_field(self, field: Field, key: str, character: str | None) -> None:
        outcome = field.press_and_explain(key, character, self.locale)
        if isinstance(outcome, Entered):
            self.give(outcome.value)
        elif outcome is Move.BACK:
            self.stage = "end"
        elif outcome is Move.OTHER:
            if self.stage == "ask":
                self._decide("drop")
            else:
                self._choose()
        elif outcome is Move.ROLL and self.stage == "ask":
            self._apply_decision(self._plan().amendment.roll)

    def give(self, value: Any) -> None:
        """Answer the open field with a value."""
        field = self.desk.field
        if self.stage in ("again", "insert"):
            self.desk.give(value)
            self._check_table()
        elif self.stage == "choose":
            self._open_choice(value)
        elif self.stage == "misfit":
            self._decide(value)
        elif self.stage == "answer" and field is not None:
            self._replay_answer(field, value)
        elif self.stage == "ask" and field is not None:
            amendment = self._plan().amendment
            if isinstance(field, Dice):
                self._apply_decision(lambda: amendment.type(value))
            elif isinstance(field, Text):
                waiting = self._waiting()
                overruling = waiting.command.replace(override=value)
                self._apply_decision(lambda: amendment.substitute(overruling))
            else:
                self._apply_decision(lambda: amendment.answer(value))

    def _replay_answer(self, field: Field, value: Any) -> None:
        assert self._value is not None
        try:
            answer = self._value.parse(value) if isinstance(field, Dice) else self._value.check(value)
        except AnswerError as error:
            field.error, field.buffer = answer_error(self.locale, error), ""
            return
        self._replay(amending.other_answers(self.target, [answer]))

    def _open_choice(self, choice: str) -> None:
        if choice == "answer":
            self._open_answer()
        elif choice == "remove":
            self._replay(amending.remove_command(self.target))
        else:
            before = self._state_before()
            self.stage = "again" if choice == "again" else "insert"
            self.desk = self._open_desk(before)
            if choice == "again":
                action = self._reentry_action()
                assert action is not None
                form = self.desk.actions[action].does
                assert form is not None
                self.desk.open_form(form)
                self._mark_original()

    def _mark_original(self) -> None:
        """Mark the option that was picked at the time, so that Enter keeps it."""
        field = self.desk.field
        if isinstance(field, Pick) and len(places := self._original_places(field)) == 1:
            field.chosen = places[0]

    def _original_places(self, field: Pick) -> list[int]:
        """Return the indexes of the options that the command names."""
        entered = _values_of(self.target.command)
        return [place for place, option in enumerate(field.options) if option.value in entered]

    def _has_original_marked(self) -> bool:
        field = self.desk.field
        return isinstance(field, Pick) and not field.buffer and self._original_places(field) == [field.chosen]

    def _to_table(self, key: str, character: str | None) -> None:
        """Pass a key to the table of that time. Its first accepted command is the correction."""
        desk = self.desk
        if key == "escape" and desk.at_first_question and desk.refused is None and not desk.trouble:
            self._choose()
            return
        before = desk.field
        desk.press(key, character)
        if self.stage == "again" and desk.field is not before:
            self._mark_original()
        self._check_table()

    def _check_table(self) -> None:
        inputs = self.desk.match_session.inputs()
        if not inputs:
            return
        command = self.desk.match_session.read_command(inputs[0].body)
        original = self.target.command
        if self.stage == "again" and self.target.answers and command == original.replace(clock=command.clock):
            self._open_answer()  # only its dice can be wrong
            return
        anew = amending.other_command if self.stage == "again" else amending.insert_command
        self._replay(anew(self.target, command))

    # -- replaying -------------------------------------------------------------------------

    def _plan(self) -> amending.Redraft:
        assert self.redraft is not None
        return self.redraft

    def _waiting(self) -> amending.Unfit:
        waiting = self._plan().waiting
        assert waiting is not None
        return waiting

    def _replay(self, fix: amending.Fix) -> None:
        self.redraft = amending.Redraft(self.real.match_session, self.target, fix, ask=True)
        self.stage, self.desk.field = "replay", None
        self.drops_all = False

    def pump(self) -> bool:
        """Replay a chunk. Return True if an answer is needed, or the replay is complete."""
        if self.stage != "replay":
            return True
        try:
            if not self._plan().advance(CHUNK):
                return False
        except (Refused, AnswerError) as error:
            self._report_refusal(error)
            return True
        waiting = self._plan().waiting
        if waiting is None:
            self._show_preview()
        elif waiting.own or waiting.decision == "asked":
            self._ask(waiting)
        elif self.drops_all:
            self._decide("drop")
            return False
        else:
            self._offer(waiting)
        return True

    def _report_refusal(self, error: Refused | AnswerError) -> None:
        """Report that the correction is impossible, and start again."""
        if isinstance(error, Refused):
            why = self.words.refuse(self.locale, error.refusal)
        else:
            why = answer_error(self.locale, error)
        self.redraft = None
        self._begin()
        self.desk.notice = why

    def _offer(self, waiting: amending.Unfit) -> None:
        _ = self.locale.gettext
        first = _("overrule it") if waiting.question is None else _("ask it again")
        options = [Option("2", "drop", _("drop it")), Option("3", "drop-all", _("drop all that no longer fit"))]
        if not waiting.final:
            options.insert(0, Option("1", "ask", first))
        self.stage = "misfit"
        self.desk = self._open_desk(waiting.state)
        self.desk.field = Pick(misfit_line(self.locale, self.words, waiting), options=tuple(options))

    def _decide(self, how: str) -> None:
        if how == "ask":
            self._ask(self._waiting())
            return
        self.drops_all = self.drops_all or how == "drop-all"
        self._apply_decision(self._plan().amendment.drop)

    def _ask(self, waiting: amending.Unfit) -> None:
        _ = self.locale.gettext
        self.stage = "ask"
        self.desk = self._open_desk(waiting.state)
        if waiting.question is None:
            why = misfit_line(self.locale, self.words, waiting)
            self.desk.field = Text(_("Overrule, because…"), why=why)
        else:
            self.desk.field = question_field(self.desk, self.desk.screen, waiting.question)
            self.desk.field.notes = (self.words.command(self.locale, waiting.command),)
        if not waiting.own:
            self.desk.field.other = _("drop it")

    def _apply_decision(self, act: Callable[[], None]) -> None:
        field = self.desk.field
        try:
            act()
        except (AnswerError, Refused) as error:
            if field is not None:
                field.buffer = ""
                field.error = (
                    answer_error(self.locale, error)
                    if isinstance(error, AnswerError)
                    else self.words.refuse(self.locale, error.refusal)
                )
            return
        self.stage, self.desk.field = "replay", None

    # -- what comes of it ------------------------------------------------------------------

    def _show_preview(self) -> None:
        self.stage, self.desk.field = "preview", None
        self.lines = self._preview()

    def _preview(self) -> list[str]:
        _ = self.locale.gettext
        redraft = self._plan()
        amendment = redraft.amendment
        if amendment.changes_nothing:
            return [_("It already says that: nothing changes.")]
        changes = [self.words.change(self.locale, redraft.old, redraft.new, change) for change in redraft.changes]
        nothing = _("The state of the match stays; only its past changes.")
        lines = [_("What changes:"), *changes] if changes else [nothing]
        if redraft.misfits:
            lines += ["", *misfit_lines(self.locale, self.words, redraft.misfits)]
        question = open_question(self.locale, self.words, redraft.new, redraft.question, redraft.misfits)
        return [*lines, "", *question] if question else lines

    def _settle(self, key: str) -> None:
        """Keep the preview on Enter, or drop it on Escape."""
        if key == "escape":
            self.stage = "end"
        elif key == "enter":
            redraft = self._plan()
            if not redraft.amendment.changes_nothing:
                try:
                    redraft.keep()
                except JournalError as error:
                    self.desk.trouble = journal_error(self.locale, error)
                    return
                self.ended = None
            self.stage = "end"

    def foot(self) -> Sequence[str]:
        """Return the help texts of the current keys, for the bottom line."""
        _ = self.locale.gettext
        leave = _("Escape: leave everything as it was")
        if self.stage == "preview":
            idle = self._plan().amendment.changes_nothing
            return (_("Enter, Escape: back"),) if idle else (_("Enter: keep it"), leave)
        if self.stage == "replay":
            return (_("Replaying… {percent}%").format(percent=round(self._plan().part * 100)),)
        back = _("Escape: back")
        if self.stage in ("again", "insert") and self.desk.field is None:
            return (_("Enter it with the usual keys: k, p, t, n …"), back)
        if self.stage in ("again", "insert") and not self.desk.at_first_question:
            return (back,)
        if self.stage in ("again", "insert"):
            others = _("Escape: its dice, take it out, put something in before it")
            return (_("Enter: the marked one stays"), others) if self._has_original_marked() else (others,)
        return (leave,)


def _values_of(command: Any) -> list[Any]:
    """Return the values that a form's options may have picked for a command."""
    values: list[Any] = []
    for name in set(command.__struct_fields__) - {"override", "clock"}:
        value = getattr(command, name)
        values += value if isinstance(value, tuple | list) else [value]
    return [value for value in values if isinstance(value, str)]

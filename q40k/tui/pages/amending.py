"""A on a line of the log: the entry is opened as it was asked then, and put right.

`Amender` is the way from key to correction and knows no widget; `AmendScreen` shows it. The prompt
is that of a desk at a table in memory, laid out as the match stood then: whatever can be entered at
the table can be entered here, and the match knows nothing of it before the preview is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from q40k.i18n.amending import misfit_line
from q40k.i18n.answers import answer_error, answer_text, counted
from q40k.i18n.error_texts import journal_error
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError, Question, TallyQuestion
from q40k.table.amending import (
    Fix,
    Redraft,
    Target,
    Unfit,
    find,
    inserted,
    other_answers,
    other_command,
    question_at,
    removed,
    trial,
)
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Given, Move, Option, Pick, Text
from q40k.tui.question_fields import question_field

Stage = Literal["choose", "answer", "again", "insert", "replay", "misfit", "ask", "preview", "end"]

CHUNK = 200


class Amender:
    """One correction under way. `desk` is the table as it was; `lines` what is to be read.

    `ended` is "" when it was left and None when it was kept.
    """

    def __init__(self, real: Desk, number: int) -> None:
        """Open an entry. Raises JournalError when it cannot be put right."""
        self.real = real
        self.locale = real.locale
        self.words = real.words
        self.target: Target = find(real.match_session, number)
        self.redraft: Redraft | None = None
        self.lines: list[str] = []
        self.ended: str | None = ""
        self.drops_all = False
        self._value: Question | None = None
        self.stage: Stage = "choose"
        self.desk = self._table(self._before())
        self._begin()

    # -- where it stands -------------------------------------------------------------------

    def _before(self) -> Any:
        """The state before the command."""
        return self.real.match_session.session.state_before(self.target.part.entry.seq)

    def _table(self, state: Any) -> Desk:
        desk = Desk(trial(self.real.match_session, state), lambda: self.real.library, self.locale)
        desk.field = None
        return desk

    def _begin(self) -> None:
        """At an answer ask it again; at a command begin with what was entered first."""
        if self.target.place is not None:
            self._open_answer()
        elif self._form() is not None and self.real.view.status(self._before()).opened:
            self._chosen("again")
        elif self.target.answers:
            self._open_answer()
        else:
            self._choose()

    def _open_answer(self) -> None:
        """Ask again what was asked then, for the first or the marked answer."""
        state, question = question_at(self.real.match_session, self.target)
        if question is None:
            self._choose()
            return
        self.stage, self._value = "answer", question
        self.desk = self._table(state)
        self.desk.field = question_field(self.desk, self.desk.screen, question)
        _ = self.locale.gettext
        given = self.target.answers[self.target.place or 0]
        was = answer_text(given)
        if isinstance(question, TallyQuestion) and question.counts(given) is not None:
            was = counted(self.locale, str(given), summed=question.summed)
        if not question.secret:
            self.desk.field.notes = (_("It was: {answer}").format(answer=was),)
        self.desk.field.other = _("anything else about it")
        if isinstance(self.desk.field, Dice):
            self.desk.field.by_app = False  # it was rolled already; what did it show?

    def _choose(self) -> None:
        """Ask what is to be put right about the command."""
        _ = self.locale.gettext
        options = []
        if self.target.answers:
            options.append(Option("1", "answer", _("another answer")))
        if self._form() is not None:
            options.append(Option("2", "again", _("enter it anew, as it should have been")))
        if self.real.view.status(self._before()).opened:
            options.append(Option("3", "remove", _("take it out")))
            options.append(Option("4", "insert", _("put something in before it")))
        self.stage = "choose"
        self.desk.field = Pick(_("Put what right about it?"), options=tuple(options))

    def _form(self) -> str | None:
        """The action whose form enters the command anew."""
        return self.real.screen.again(self.target.command.do)

    @property
    def title(self) -> str:
        """Which entry it is, and what it says."""
        _ = self.locale.gettext
        what = self.words.command(self.locale, self.target.command, self._before())
        return _("Entry {number}: {what}").format(number=self.target.entry.seq, what=what)

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        """Take one key."""
        if self.stage in ("again", "insert"):
            self._to_table(key, character)
        elif self.stage == "preview":
            self._settle(key)
        elif self.desk.field is not None:
            self._to_field(self.desk.field, key, character)
        elif key == "escape":
            self.stage = "end"

    def _to_field(self, one: Field, key: str, character: str | None) -> None:
        came = one.press_worded(key, character, self.locale)
        if isinstance(came, Given):
            self.give(came.value)
        elif came is Move.BACK:
            self.stage = "end"
        elif came is Move.OTHER:
            if self.stage == "ask":
                self._decide("drop")
            else:
                self._choose()
        elif came is Move.ROLL and self.stage == "ask":
            self._decided(self._plan().amendment.roll)

    def give(self, value: Any) -> None:
        """Give the open field its value."""
        one = self.desk.field
        if self.stage in ("again", "insert"):
            self.desk.give(value)
            self._look()
        elif self.stage == "choose":
            self._chosen(value)
        elif self.stage == "misfit":
            self._decide(value)
        elif self.stage == "answer" and one is not None:
            self._answered(one, value)
        elif self.stage == "ask" and one is not None:
            amendment = self._plan().amendment
            if isinstance(one, Dice):
                self._decided(lambda: amendment.type(value))
            elif isinstance(one, Text):
                waiting = self._waiting()
                again = waiting.command.replace(override=value)
                self._decided(lambda: amendment.instead(again))
            else:
                self._decided(lambda: amendment.answer(value))

    def _answered(self, one: Field, value: Any) -> None:
        assert self._value is not None
        try:
            read = self._value.parse(value) if isinstance(one, Dice) else self._value.check(value)
        except AnswerError as error:
            one.error, one.buffer = answer_error(self.locale, error), ""
            return
        self._replay(other_answers(self.target, [read]))

    def _chosen(self, what: str) -> None:
        if what == "answer":
            self._open_answer()
        elif what == "remove":
            self._replay(removed(self.target))
        else:
            before = self._before()
            self.stage = "again" if what == "again" else "insert"
            self.desk = self._table(before)
            if what == "again":
                action = self._form()
                assert action is not None
                form = self.desk.actions[action].does
                assert form is not None
                self.desk.open_form(form)

    def _to_table(self, key: str, character: str | None) -> None:
        """Let the table as it was take the key; the first command it takes is the one meant."""
        desk = self.desk
        if key == "escape" and desk.at_first and desk.refused is None and not desk.trouble:
            self._choose()
            return
        desk.press(key, character)
        self._look()

    def _look(self) -> None:
        inputs = self.desk.match_session.inputs()
        if not inputs:
            return
        command = self.desk.match_session.read_command(inputs[0].body)
        anew = other_command if self.stage == "again" else inserted
        self._replay(anew(self.target, command))

    # -- replaying -------------------------------------------------------------------------

    def _plan(self) -> Redraft:
        assert self.redraft is not None
        return self.redraft

    def _waiting(self) -> Unfit:
        waiting = self._plan().waiting
        assert waiting is not None
        return waiting

    def _replay(self, fix: Fix) -> None:
        self.redraft = Redraft(self.real.match_session, self.target, fix, ask=True)
        self.stage, self.desk.field = "replay", None
        self.drops_all = False

    def pump(self) -> bool:
        """Replay some more; True when a hand is needed, or it can be judged."""
        if self.stage != "replay":
            return True
        try:
            if not self._plan().advance(CHUNK):
                return False
        except (Refused, AnswerError) as error:
            self._refused(error)
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

    def _refused(self, error: Refused | AnswerError) -> None:
        """The correction itself is impossible: say why, and let it be entered otherwise."""
        if isinstance(error, Refused):
            why = self.words.refuse(self.locale, error.refusal)
        else:
            why = answer_error(self.locale, error)
        self.redraft = None
        self._begin()
        self.desk.notice = why

    def _offer(self, waiting: Unfit) -> None:
        _ = self.locale.gettext
        first = _("overrule it") if waiting.question is None else _("ask it again")
        options = [
            Option("2", "drop", _("drop it")),
            Option("3", "drop-all", _("drop all that no longer fit")),
        ]
        if not waiting.final:
            options.insert(0, Option("1", "ask", first))
        self.stage = "misfit"
        self.desk = self._table(waiting.state)
        self.desk.field = Pick(
            misfit_line(self.locale, self.words, waiting), options=tuple(options)
        )

    def _decide(self, how: str) -> None:
        if how == "ask":
            self._ask(self._waiting())
            return
        self.drops_all = self.drops_all or how == "drop-all"
        self._decided(self._plan().amendment.drop)

    def _ask(self, waiting: Unfit) -> None:
        _ = self.locale.gettext
        self.stage = "ask"
        self.desk = self._table(waiting.state)
        if waiting.question is None:
            why = misfit_line(self.locale, self.words, waiting)
            self.desk.field = Text(_("Overrule, because…"), why=why)
        else:
            self.desk.field = question_field(self.desk, self.desk.screen, waiting.question)
            self.desk.field.notes = (self.words.command(self.locale, waiting.command),)
        if not waiting.own:
            self.desk.field.other = _("drop it")

    def _decided(self, act: Callable[[], None]) -> None:
        one = self.desk.field
        try:
            act()
        except (AnswerError, Refused) as error:
            if one is not None:
                one.buffer = ""
                one.error = (
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
        if amendment.idle:
            return [_("That is what is written already: nothing changes.")]
        changes = [
            self.words.change(self.locale, redraft.old, redraft.new, change)
            for change in redraft.changes
        ]
        nothing = _("The match stands as before; only its past changes.")
        lines = [_("What changes:"), *changes] if changes else [nothing]
        if redraft.misfits:
            lines += ["", _("What no longer fits:")]
            lines += [misfit_line(self.locale, self.words, misfit) for misfit in redraft.misfits]
        if redraft.question is not None:
            asked = self.words.ask(self.locale, redraft.new, redraft.question)
            lines += ["", _("Asked then: {title}").format(title=asked.title)]
        return lines

    def _settle(self, key: str) -> None:
        """Enter keeps what was shown, Escape leaves the match as it is."""
        if key == "escape":
            self.stage = "end"
        elif key == "enter":
            redraft = self._plan()
            if not redraft.amendment.idle:
                try:
                    redraft.keep()
                except JournalError as error:
                    self.desk.trouble = journal_error(self.locale, error)
                    return
                self.ended = None
            self.stage = "end"

    def foot(self) -> Sequence[str]:
        """The keys that mean something now, for the bottom line."""
        _ = self.locale.gettext
        leave = _("Escape: leave everything as it was")
        if self.stage == "preview":
            idle = self._plan().amendment.idle
            return (_("Enter, Escape: back"),) if idle else (_("Enter: keep it"), leave)
        if self.stage == "replay":
            return (_("Replaying… {percent}%").format(percent=round(self._plan().part * 100)),)
        back = _("Escape: back")
        if self.stage in ("again", "insert") and self.desk.field is None:
            return (_("Enter it with the usual keys: K, P, T, N …"), back)
        if self.stage in ("again", "insert") and not self.desk.at_first:
            return (back,)
        if self.stage in ("again", "insert"):
            return (_("Escape: its dice, take it out, put something in before it"),)
        return (leave,)

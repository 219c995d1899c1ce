"""The desk: the state of the entry, from key to command. It knows no widget.

Keys go to the open field: a question of the rules, or a form that gathers a command. When no
field is open, keys are actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from q40k.games.quake.rules.clock import SetClock
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.deployment.deploy import Start
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import New
from q40k.games.quake.rules.table.players import Join
from q40k.games.quake.rules.turn.turn import EndPhase
from q40k.games.quake.screen.available import available, next_command, unavailable
from q40k.games.quake.screen.entries import form
from q40k.games.quake.screen.forms import OTHER, Form, number, overruled
from q40k.games.quake.screen.objectives import choosable
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.answers import answer_error, entry_error
from q40k.i18n.error_texts import ErrorText, journal_error
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError
from q40k.packs.problems import PackError
from q40k.table.context import Prefilled
from q40k.table.match_session import MatchSession
from q40k.tui.actions import ACTIONS, BY_ID, BY_KEY, Action
from q40k.tui.back import redo, step_back, undo
from q40k.tui.fields import UNSHIFTED, Dice, Field, Given, Move, keep_entered, read_value
from q40k.tui.question_fields import question_field

if TYPE_CHECKING:
    from q40k.games.quake.packs.models import Mod
    from q40k.packs.library import Library


class Desk:
    """One match under one game master's hands."""

    def __init__(
        self,
        match_session: MatchSession,
        library: Library | Callable[[], Library],
        locale: Locale,
        prefilled: Prefilled | None = None,
        *,
        ask_dice: bool = False,
    ) -> None:
        self.match_session = match_session
        self._library = library
        self.locale = locale
        self.prefilled = prefilled or Prefilled()
        self.ask_dice = ask_dice
        self.notice = ""
        self.trouble: ErrorText | None = None
        self.refused: tuple[Refused, Command] | None = None
        self.field: Field | None = None
        self._form: Form | None = None
        self._make: Callable[[Desk], Form] | None = None
        self._answers: list[Any] = []
        self._left: tuple[Callable[[Desk], Form], list[Any]] | None = None
        self.redoes: bool | None = None  # None: the journal is to be asked
        self.mapped: bool | None = None  # whether the map was opened or closed by hand
        self.bell = False  # whether the clock rings
        self.settle()

    @property
    def library(self) -> Library:
        """The packs, read when they are first needed. Raises PackError."""
        if callable(self._library):
            self._library = self._library()
        return self._library

    @library.setter
    def library(self, library: Library) -> None:
        self._library = library

    @property
    def stocked(self) -> bool:
        """Whether the packs have been read."""
        return not callable(self._library)

    @property
    def state(self) -> Match:
        """The state of the match."""
        return self.match_session.state

    @property
    def places(self) -> bool:
        """Whether places are asked for: the map was opened, or somebody's place is kept."""
        from q40k.games.quake.screen.map.scene import keeps_places

        return bool(self.mapped) or keeps_places(self.state)

    def change_language(self, locale: Locale) -> None:
        """Say everything in another language from now on; what is half entered stays."""
        self.locale = locale
        self.notice = ""
        before = self.field
        if before is None:
            return
        if self.match_session.question is not None:
            self.settle()
        else:
            self._resume_form()
        keep_entered(before, self.field)

    # -- what is open ----------------------------------------------------------------------

    def settle(self) -> None:
        """After any change: open the rules' question, the set-up's next field, or none."""
        self._form, self._make, self._answers, self.field = None, None, [], None
        if self.match_session.watching:
            return
        question = self.match_session.question
        if question is not None:
            self.field = question_field(self, question)
        elif self.state.setup.mod is None:
            self.open_form(form("open-match"))
        elif self.state.play.phase == "setup":
            self.open_form(form("setup-player"))

    def open_form(self, make: Callable[[Desk], Form]) -> None:
        """Begin a form at its first field."""
        self._make, self._answers = make, []
        self._resume_form()

    def _resume_form(self) -> None:
        assert self._make is not None
        self._form = self._make(self)
        step: Any = None
        try:
            for answer in [None, *self._answers]:
                step = self._form.send(answer)
        except StopIteration as done:
            self._finish(done.value)
        except PackError as error:
            self._no_packs(error)
        else:
            self.field = step

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> str | None:
        """Take one key; returns the id of an action that only a screen can do."""
        if self.trouble is not None and key in ("escape", "enter", "space"):
            self.trouble = None
            return None
        self.trouble = None
        types = character is not None and character.isprintable()
        action = BY_KEY.get(key) or (BY_KEY.get(key.lower()) if types else None)  # Caps Lock
        if self.refused is not None and (types or action is None):
            self._after_refusal(character)
            return None
        if self.field is not None and (types or action is None):
            self._to_field(self.field, key, character)
            return None
        if action is None:
            self._choose(key, character)
            return None
        return self.perform(action.id)

    def _choose(self, key: str, character: str | None) -> None:
        """In teams a number or an arrow says who acts, without any other key before it."""
        digit = UNSHIFTED.get(character or "", character or "")
        numbers = [number(self.state.players[one]) for one in choosable(self.state)]
        named = digit.isdigit() and any(one.startswith(digit) for one in numbers)
        if numbers and (named or key in ("up", "down")) and self.match_session.question is None:
            self.perform("act")
            self.press(key, digit if named else None)

    def _to_field(self, one: Field, key: str, character: str | None) -> None:
        asking = self.match_session.question is not None
        came = one.press_worded(key, character, self.locale)
        if isinstance(came, Given):
            self.give(came.value)
        elif came is Move.BACK:
            self.back()
        elif came is Move.ROLL:
            self.guarded(self.match_session.roll)
        elif came is Move.OTHER:
            self._advance(OTHER)
        elif came is Move.CHANGED and asking and isinstance(one, Dice):
            text = one.buffer
            self.guarded(lambda: self.match_session.keep_draft(text), settle=False)

    def give(self, value: Any) -> None:
        """Give the open field its value."""
        one = self.field
        if one is None:
            return
        if self.match_session.question is not None:
            if isinstance(one, Dice):
                self.guarded(lambda: self.match_session.type(value))
            else:
                self.guarded(lambda: self.match_session.give(value))
            return
        try:
            read = read_value(one, value)
        except Refused as refused:
            one.error = WORDS.refuse(self.locale, refused.refusal)
        except ValidationError as wrong:
            one.error = entry_error(self.locale, wrong.errors()[0]["type"])
        except ValueError:
            one.error = entry_error(self.locale, "not-readable")
        else:
            self._advance(read)

    def _advance(self, value: Any) -> None:
        if self._form is None:
            return
        self._answers.append(value)
        try:
            self.field = self._form.send(value)
        except StopIteration as done:
            self._finish(done.value)
        except PackError as error:
            self._no_packs(error)

    def _finish(self, command: Command | None) -> None:
        make, answers, last = self._make, self._answers[:-1], self.field
        said = self.prefilled
        self._form, self.field = None, None
        if command is None:
            self.settle()
            return
        if isinstance(command, New) and not self._answers:
            # Nothing was asked, all was said before: if it is refused now, it is asked.
            self.prefilled = said.without_the_match()
        self.do(command)
        self._left = (make, answers) if make is not None and self.refused is not None else None
        if isinstance(command, New) and self.state.setup.mod is not None:
            self.prefilled = said
            self._opened(command, self.state.setup.mod)
        if self.trouble is not None and make is not None and last is not None:
            self._make, self._answers = make, answers
            self._resume_form()  # nothing was kept: Enter tries again
            keep_entered(last, self.field)

    def _opened(self, command: New, mod: Mod) -> None:
        """Enter what was said when the match was begun: its clock, and the players."""
        said = self.prefilled
        if not command.name and not self.match_session.row.name:
            name = self.locale.said(mod.name)
            self.guarded(lambda: self.match_session.call_it(name), settle=False)
        if said.minutes is not None or said.each is not None:
            self.do(SetClock(minutes=said.minutes, seconds=said.each))
        for name, champion, gear in said.players:
            team = said.teams.get(name)
            self.do(Join(player=name, champion=champion, options=gear, team=team))
            if self.notice or self.refused or self.trouble:
                return

    def back(self) -> None:
        """Escape: one field back, out of the form, or back from the rules' question."""
        if self.match_session.question is not None:
            step_back(self)
        elif self._answers:
            self._answers.pop()
            self._resume_form()
        elif self.state.setup.mod is not None:
            self._form, self.field = None, None

    # -- doing -----------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """Carry out a command; a refusal stays open to be overruled."""
        from q40k.games.quake.table.recent import used
        from q40k.games.quake.table.resolve import resolve

        try:
            new = isinstance(command, New) or getattr(command, "profile", command) is None
            resolved = resolve(self.library, command, self.state.setup.mod) if new else command
        except Refused as refused:
            self.settle()
            self.notice = WORDS.refuse(self.locale, refused.refusal)
            return
        except PackError as error:
            self._no_packs(error)
            return
        if self.guarded(lambda: self.match_session.do(resolved), command=resolved):
            used(resolved)

    def _no_packs(self, error: PackError) -> None:
        self.settle()
        self.notice = WORDS.problem(self.locale, error.problems[0])

    def guarded(
        self, act: Callable[[], object], *, command: Command | None = None, settle: bool = True
    ) -> bool:
        """Do something that may be refused or fail, and say so if it is; True when done."""
        try:
            act()
        except AnswerError as error:
            if self.field is not None:
                self.field.error = answer_error(self.locale, error)
                self.field.buffer = ""
                self.guarded(lambda: self.match_session.keep_draft(""), settle=False)
            return False
        except Refused as refused:
            self.settle()
            if command is not None and refused.refusal.overridable:
                self.field = None
                self.refused = (refused, command)
            else:
                self.notice = WORDS.refuse(self.locale, refused.refusal)
            return False
        except JournalError as error:
            self.trouble = journal_error(self.locale, error)
            return False
        if settle:
            self.notice = ""
            self.redoes = False
            self.settle()
        return True

    def _after_refusal(self, character: str | None) -> None:
        assert self.refused is not None
        _, command = self.refused
        self.refused = None
        if character not in ("o", "O", "f", "F"):
            self.settle()
            if isinstance(command, Join) and self._left is not None:
                self._make, self._answers = self._left  # the name stands, another champion may fit
                self._resume_form()
            return
        self.open_form(lambda desk: overruled(desk, command))

    def look(self) -> bool:
        """Look for what another one wrote; True when there is anything to show."""
        news: list[bool] = []
        self.guarded(lambda: news.append(self.match_session.refresh()), settle=False)
        return any(news) or self.trouble is not None

    # -- actions ---------------------------------------------------------------------------

    def valid(self) -> list[Action]:
        """The actions that make sense now."""
        return [a for a in ACTIONS if available(self.match_session, a, self._can_go(a.id))]

    def _can_go(self, action: str) -> bool:
        """Whether undo or redo has anything to move, asking the journal as seldom as can be."""
        if action != "redo":
            return self.state.setup.mod is not None  # the match laid out is the first thing to undo
        if self.redoes is None and not self.match_session.watching:
            try:
                self.redoes = self.match_session.can_redo
            except JournalError as error:
                self.trouble = journal_error(self.locale, error)
        return bool(self.redoes)

    def perform(self, action: str) -> str | None:
        """Do an action; returns its id when only a screen can do it."""
        if action == "shoot" and self.state.play.phase == "setup":
            action = "start"  # S, as long as nobody can shoot
        entry = BY_ID[action]
        if entry.group in ("view", "app"):
            return action
        self.trouble = None
        if self.refused is not None:
            self.refused = None
            self.settle()
        if not available(self.match_session, entry, self._can_go(action)):
            self.notice = unavailable(self.match_session, entry, self.locale)
            return None
        self.notice = ""
        if action == "next":
            self.do(next_command(self.state))
        elif action == "start":
            self.do(Start())
        elif action == "end-phase":
            self.do(EndPhase())
        elif action == "clock-hold":
            assert self.state.clock is not None
            self.do(SetClock(pause=not self.state.clock.paused))
        elif action == "undo":
            undo(self)
        elif action == "redo":
            redo(self)
        else:
            self.open_form(form(action))
        return None

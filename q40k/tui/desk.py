"""The desk: the state of the entry, from key to command. It knows no widget.

Keys go to the open field: a question of the rules, or a form that gathers a command. When no
field is open, keys are actions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from q40k.games import game as games
from q40k.games.game import Status, View
from q40k.i18n.answers import answer_error, entry_error
from q40k.i18n.error_texts import ErrorText, journal_error, mirror_lags
from q40k.i18n.locale import Locale
from q40k.i18n.questions import halved
from q40k.i18n.wording import Wording
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError, Question
from q40k.packs.problems import PackError
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession
from q40k.table.settings import Settings
from q40k.table.shelf import origin
from q40k.tui.actions import Action, Actions
from q40k.tui.back import step_back
from q40k.tui.fields import (
    UNSHIFTED,
    Dice,
    EntryError,
    Field,
    Given,
    Move,
    Search,
    keep_entered,
    read_value,
)
from q40k.tui.forms import OTHER, Form, overruled
from q40k.tui.game_screen import GameScreen
from q40k.tui.phones import Phones
from q40k.tui.question_fields import question_field
from q40k.tui.shell_actions import SHELL

if TYPE_CHECKING:
    from q40k.sound.sounds import Sounds


RUN_ON_SECONDS = 0.3
"""Nobody has rolled another die so soon after typing one: such a digit was meant for the first."""


class Rolled(Struct, frozen=True):
    """Whose dice were typed last, for what question, and when."""

    who: str | None
    key: str
    at: float


class Desk:
    """One match under one game master's hands."""

    def __init__(
        self,
        match_session: MatchSession,
        library: Any,
        locale: Locale,
        prefilled: Prefilled | None = None,
        *,
        ask_dice: bool = False,
    ) -> None:
        self.match_session = match_session
        self.screen: GameScreen = games.load(match_session.game.screen)
        self.actions = Actions((*SHELL, *self.screen.actions))
        self._library = library
        self.locale = locale.of(self.words.locales)
        self.prefilled = prefilled or Prefilled()
        self.ask_dice = ask_dice
        self.notice = ""
        self.trouble: ErrorText | None = None
        self.refused: tuple[Refused, Any] | None = None
        self.field: Field | None = None
        self._form: Form | None = None
        self._make: Callable[[Any], Form] | None = None
        self._answers: list[tuple[Any, Field]] = []  # each with the field it was given to
        self._declined = ""  # why the rules did not take the last command, if nobody overrules that
        self._mirror_told = False
        self._left: tuple[Callable[[Any], Form], list[tuple[Any, Field]]] | None = None
        self.taken = ""  # the dice typed last, and what they were taken for
        self._rolled: Rolled | None = None
        self.redoes: bool | None = None  # None: the journal is to be asked
        self.mapped: bool | None = None  # whether the map was opened or closed by hand
        self.onward: Onward | None = None  # where to go on, once this match is to be left
        self.bell = False  # whether the clock rings
        self.settings = Settings()
        self.ring: Callable[[], None] = lambda: None  # the terminal's bell
        self._sounds: Sounds | None = None
        self.kept: dict[str, Any] = {}
        self.phones = Phones(self)
        self.origin = origin(match_session)  # of which match this one is a branch
        self.settle()

    @property
    def library(self) -> Any:
        """The packs, read when they are first needed. Raises PackError."""
        if callable(self._library):
            self._library = self._library()
        return self._library

    def restock(self, library: Any) -> None:
        """Go on with other packs."""
        self._library = library

    @property
    def stocked(self) -> bool:
        """Whether the packs have been read."""
        return not callable(self._library)

    @property
    def sounds(self) -> Sounds:
        """Who lets clips be heard; nothing of it is loaded before that is wanted."""
        if self._sounds is None:
            from q40k.sound.sounds import Sounds

            self.sounds = Sounds()
        assert self._sounds is not None
        return self._sounds

    @sounds.setter
    def sounds(self, sounds: Sounds) -> None:
        self._sounds = sounds
        sounds.ring = self._ring

    def _ring(self) -> None:
        self.ring()

    async def hush(self) -> None:
        """Silence, and nobody left who could play."""
        if self._sounds is not None:
            await self._sounds.end()

    @property
    def state(self) -> Any:
        """The state of the match; its type is the game's."""
        return self.match_session.state

    @property
    def view(self) -> View:
        """What the game says of a state."""
        return self.match_session.game.view

    @property
    def words(self) -> Wording[Any]:
        """The game in sentences."""
        return self.match_session.game.words

    @property
    def opened(self) -> bool:
        """Whether the match is laid out."""
        return self.view.status(self.state).opened

    @property
    def at_first(self) -> bool:
        """Whether nothing was answered yet that Escape would go back to."""
        return self.match_session.question is None and not self._answers

    @property
    def stopped(self) -> bool:
        """Whether something was just said, refused or failed."""
        return bool(self.notice or self.refused or self.trouble)

    @property
    def entering(self) -> bool:
        """Whether a form is open, or somebody has yet to read or decide why something failed."""
        form = self.field is not None and self.match_session.question is None
        return form or self.refused is not None or self.trouble is not None

    def go_on(self) -> bool:
        """Let the program do what it does by itself, if that is due; True where it did."""
        return not self.match_session.watching and self.screen.by_itself(self, monotonic())

    @property
    def places(self) -> bool:
        """Whether places are asked for: the map was opened, or somebody's place is kept."""
        return bool(self.mapped) or self.screen.keeps_places(self.state)

    def change_language(self, locale: Locale) -> None:
        """Say everything in another language from now on; what is half entered stays."""
        self.locale = locale.of(self.words.locales)
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
        self.taken = ""
        if self.match_session.watching:
            return
        question = self.match_session.question
        if question is not None:
            self.field = question_field(self, self.screen, question)
            return
        make = self.screen.opening(self)
        if make is not None:
            self.open_form(make)

    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""
        self._make, self._answers = make, []
        self._resume_form()

    def _resume_form(self) -> None:
        assert self._make is not None
        self._form = self._make(self)
        step: Any = None
        try:
            for answer in [None, *(given for given, _field in self._answers)]:
                step = self._form.send(answer)
        except StopIteration as done:
            self._finish(done.value)
        except PackError as error:
            self._no_packs(error)
        except Refused as refused:  # there is nothing to be filled in
            self._decline(refused)
        else:
            self.field = step

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None, at: float | None = None) -> str | None:
        """Take one key; returns the id of an action that only a screen can do.

        `at` is when a hand pressed it, in seconds of any clock: by it a digit is known that was
        typed in one go with somebody else's dice.
        """
        if self.trouble is not None and key in ("escape", "enter", "space"):
            self.trouble = None
            return None
        self.trouble = None
        types = character is not None and character.isprintable()
        by_key = self.actions.by_key
        action = by_key.get(key) or (by_key.get(key.lower()) if types else None)  # Caps Lock
        if self.refused is not None and (types or action is None):
            self._after_refusal(character)
            return None
        if self._runs_on(character, at) or self.phones.press(key) or self.screen.takes(self, key):
            return None
        if self.field is not None and (types or action is None):
            self._to_field(self.field, key, character, at)
            return None
        if action is None:
            if self.match_session.question is None:
                self.screen.shortcut(self, key, character)
            return None
        return self.perform(action.id)

    def _runs_on(self, character: str | None, at: float | None) -> bool:
        """Whether a digit was typed in one go with somebody else's dice: it is not taken then.

        Any other key between them, such as a comma, says that it is meant.
        """
        last, digit = self._rolled, UNSHIFTED.get(character or "", character or "")
        if last is None or at is None or not digit.isdigit() or at - last.at > RUN_ON_SECONDS:
            self._rolled = None
            return False
        question, one = self.match_session.question, self.field
        if question is not None and (question.who == last.who or question.key == last.key):
            return False  # more dice of the same hand, or all roll for the same
        self._rolled = Rolled(last.who, last.key, at)
        _ = self.locale.gettext
        said = _("{typed} came in one go with the dice before it, and is not taken. Type it again.")
        if one is not None:
            one.error = said.format(typed=digit)
        else:
            self.notice = said.format(typed=digit)
        return True

    def _to_field(
        self, one: Field, key: str, character: str | None, at: float | None = None
    ) -> None:
        question = self.match_session.question
        came = one.press_worded(key, character, self.locale)
        if isinstance(came, Given):
            self.give(came.value)
            if isinstance(one, Dice) and question is not self.match_session.question:
                self._remember(one, str(came.value), question, at)
        elif came is Move.BACK:
            self.back()
        elif came is Move.ROLL:
            self.guarded(self.match_session.roll)
        elif came is Move.OTHER:
            self._advance(OTHER)
        elif came is Move.CHANGED and question is not None and isinstance(one, Dice):
            text = one.buffer
            self.guarded(lambda: self.match_session.keep_draft(text), settle=False)

    def _remember(
        self, one: Field, typed: str, question: Question | None, at: float | None
    ) -> None:
        """Keep what was just typed as dice, to show what it was taken for."""
        if question is None or question.secret or not typed[-1:].isdigit():
            return
        self.taken = f"{typed} · {one.title}"
        if at is not None and not typed.startswith("="):
            self._rolled = Rolled(question.who, question.key, at)

    def paste(self, text: str) -> None:
        """Type pasted words into the open field, without what no key can type."""
        one = self.field
        for character in text:
            if one is None or self.field is not one:
                break  # what is left over answers nothing else
            if character.isprintable():
                self.press("space" if character == " " else character, character)

    def give(self, value: Any) -> None:
        """Give the open field its value."""
        one = self.field
        if one is None:
            return
        if self.match_session.question is not None:
            if isinstance(one, Dice):
                if self.guarded(lambda: self.match_session.type(value)):
                    self.notice = self.notice or halved(self.locale, one.question, value)
            else:
                self.guarded(lambda: self.match_session.give(value))
            return
        try:
            read = read_value(one, value)
        except Refused as refused:
            one.error = self.words.refuse(self.locale, refused.refusal)
        except EntryError as wrong:
            one.error = entry_error(self.locale, wrong.code)
        except ValueError:
            one.error = entry_error(self.locale, "not-readable")
        else:
            self._advance(read)

    def _advance(self, value: Any) -> None:
        if self._form is None:
            return
        assert self.field is not None
        self._answers.append((value, self.field))
        try:
            self.field = self._form.send(value)
        except StopIteration as done:
            self._finish(done.value)
        except PackError as error:
            self._no_packs(error)
        except Refused as refused:
            self._decline(refused)

    def _finish(self, command: Any) -> None:
        make, answers, last = self._make, self._answers[:-1], self.field
        said, opens = self.prefilled, not self.opened
        self._form, self.field = None, None
        if command is None:
            self.settle()
            return
        if opens and not self._answers:
            # Nothing was asked, all was said before: if it is refused now, it is asked.
            self.prefilled = said.without_the_match()
        self._declined = ""
        self.do(command)
        self._left = (make, answers) if make is not None and self.refused is not None else None
        if opens and self.opened:
            self.prefilled = said
            self.screen.begun(self, command)
        if self.trouble is not None and make is not None and last is not None:
            self._make, self._answers = make, answers
            self._resume_form()  # nothing was kept: Enter tries again
            keep_entered(last, self.field)
        elif self._declined and make is not None and last is not None:
            self._make, self._answers = make, answers  # all but the last answer stands
            self._resume_form()
            if self.field is not None:
                self.field.error, self.notice = self._declined, ""

    def back(self) -> None:
        """Escape: one field back, out of the form, or back from the rules' question."""
        if self.match_session.question is not None:
            step_back(self)
        elif self._answers:
            _value, left = self._answers.pop()
            self._resume_form()
            if isinstance(left, Search):  # what was found so is found again
                keep_entered(left, self.field)
        elif self.opened:
            self._form, self.field = None, None

    # -- doing -----------------------------------------------------------------------------

    def do(self, command: Any) -> None:
        """Carry out a command; a refusal stays open to be overruled."""
        packs, whole = self.match_session.game.packs, command
        try:
            if packs.needed(command):
                whole = packs.complete(self.library, self.state, command)
        except Refused as refused:
            self._decline(refused)
            return
        except PackError as error:
            self._no_packs(error)
            return
        if self.guarded(lambda: self.match_session.do(whole), command=whole):
            self.screen.done(whole)

    def _decline(self, refused: Refused) -> None:
        """Say why not, where nobody can overrule it."""
        self.settle()
        self.notice = self._declined = self.words.refuse(self.locale, refused.refusal)

    def _no_packs(self, error: PackError) -> None:
        self.settle()
        self.notice = self.words.problem(self.locale, error.problems[0])

    def guarded(
        self, act: Callable[[], object], *, command: Any = None, settle: bool = True
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
            if command is None or not refused.refusal.overridable:
                self._decline(refused)
                return False
            self.settle()
            self.field = None
            self.refused = (refused, command)
            return False
        except JournalError as error:
            self.trouble = journal_error(self.locale, error)
            return False
        if settle:
            self.notice = ""
            self.redoes = False
            self.settle()
            self._tell_of_the_mirror()
        return True

    def _tell_of_the_mirror(self) -> None:
        """Say once that the mirror lags, and again only after it has caught up."""
        folder = self.match_session.mirror_lags
        if folder is not None and not self._mirror_told:
            self.notice = mirror_lags(self.locale, folder)
        self._mirror_told = folder is not None

    def _after_refusal(self, character: str | None) -> None:
        assert self.refused is not None
        _, command = self.refused
        self.refused = None
        if character not in ("o", "O", "f", "F"):
            self.settle()
            if isinstance(command, self.screen.retried) and self._left is not None:
                self._make, self._answers = self._left  # all but the last answer stands
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
        status = self.view.status(self.state)
        return [action for action in self.actions if self._makes_sense(action, status)]

    def available(self, action: Action) -> bool:
        """Whether an action makes sense with the match as it stands."""
        return self._makes_sense(action, self.view.status(self.state))

    def _makes_sense(self, action: Action, status: Status) -> bool:
        if action.reads:
            return True
        if self.match_session.watching:
            return False
        if action.id in ("undo", "redo"):
            return self._can_go(action.id)
        if self.match_session.question is not None:
            return False
        return status.opened and (action.over or not status.over) and action.when(self.state)

    def sensible(self, action: str) -> bool:
        """Whether an action makes sense now, and is usual as the state stands."""
        return self.available(self.actions[action]) and self.actions[action].usual(self.state)

    def _can_go(self, action: str) -> bool:
        """Whether undo or redo has anything to move, asking the journal as seldom as can be."""
        if action != "redo":
            return self.opened  # the match laid out is the first thing to undo
        if self.redoes is None and not self.match_session.watching:
            try:
                self.redoes = self.match_session.can_redo
            except JournalError as error:
                self.trouble = journal_error(self.locale, error)
        return bool(self.redoes)

    def perform(self, action: str) -> str | None:
        """Do an action; returns its id when only a screen can do it."""
        entry = self.actions[self.actions[action].meant(self.state) or action]
        if entry.reads or entry.does is None:
            return entry.id
        self.trouble = None
        if self.refused is not None:
            self.refused = None
            self.settle()
        if not self.available(entry):
            self.notice = self._why_not(entry)
            return None
        self.notice = ""
        made = entry.does(self)
        if isinstance(made, GeneratorType):
            self.open_form(entry.does)
        elif made is not None:
            self.do(made)
        return None

    def _why_not(self, action: Action) -> str:
        """Why an action cannot be done now."""
        _ = self.locale.gettext
        if self.match_session.watching:
            return _("You are only watching: another q40k holds this match.")
        if action.id in ("undo", "redo"):
            return _("There is nothing to take back or give back.")
        if self.match_session.question is not None:
            return _("First answer the question, or press Escape.")
        return _("“{action}” makes no sense just now.").format(action=_(action.name))

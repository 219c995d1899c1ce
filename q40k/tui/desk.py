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

from q40k.games.game import Status, View
from q40k.i18n.error_texts import ErrorText, journal_error, mirror_notice
from q40k.i18n.locale import Locale
from q40k.i18n.questions import answer_error, d3_notice, entry_error
from q40k.i18n.wording import Wording
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError, Question
from q40k.packs.problems import PackError
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession, Snapshot
from q40k.table.settings import Settings
from q40k.table.shelf import origin
from q40k.tui.actions import Action, Actions
from q40k.tui.fields import UNSHIFTED, Dice, Entered, EntryError, Field, Move, Search, keep_entered, read_value
from q40k.tui.forms import OTHER, Form, overrule
from q40k.tui.game_screen import GameScreen, question_field
from q40k.tui.phones import Phones
from q40k.tui.shell_actions import SHELL, step_back

if TYPE_CHECKING:
    from q40k.sound.sounds import Sounds


KeyPress = tuple[str, str | None]
"""A key, and the character that it types, if any."""
RUN_ON_SECONDS = 0.3
"""Nobody rolls another die so soon after typing one: such a digit belongs to the first roll."""


class LastRoll(Struct, frozen=True):
    """Who typed dice last, for which question, and when."""

    who: str | None
    key: str
    at: float


class Desk:
    """One match and the game master's entries in it."""

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
        self._snapshot = match_session.snapshot
        self._allowed: tuple[Snapshot, dict[str, tuple[bool, bool]]] = (self._snapshot, {})
        self.screen: GameScreen = match_session.game.screen
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
        self._make_form: Callable[[Any], Form] | None = None
        self._answers: list[tuple[Any, Field]] = []  # each with its field
        self._refusal_text = ""  # why the rules refused the last command for good
        self._mirror_reported = False
        self._refused_form: tuple[Callable[[Any], Form], list[tuple[Any, Field]]] | None = None
        self.last_dice = ""  # the dice typed last, and what they were used for
        self._last_roll: LastRoll | None = None
        self.can_redo: bool | None = None  # None: ask the journal
        self.map_opened: bool | None = None  # opened or closed by hand; None: neither
        self.destination: Onward | None = None  # where to go when this match is left
        self.clock_rings = False  # whether the clock rings
        self.settings = Settings()
        self.ring: Callable[[], None] = lambda: None  # the terminal's bell
        self._sounds: Sounds | None = None
        self.memory: dict[str, Any] = {}
        self.phones = Phones(self)
        self.origin = origin(match_session)  # the match this one branches from
        self.settle()

    @property
    def library(self) -> Any:
        """The packs, read when they are first needed. Raises PackError."""
        if callable(self._library):
            self._library = self._library()
        return self._library

    def use_packs(self, library: Any) -> None:
        """Use other packs from now on."""
        self._library = library

    @property
    def has_packs(self) -> bool:
        """Whether the packs have been read."""
        return not callable(self._library)

    @property
    def sounds(self) -> Sounds:
        """The player of sounds. The module is imported on first use."""
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

    async def silence(self) -> None:
        """Stop all sounds and end the player."""
        if self._sounds is not None:
            await self._sounds.end()

    @property
    def snapshot(self) -> Snapshot:
        """The match as it is now: taken once after each entry, for every part of the screen."""
        session, snapshot = self.match_session.session, self._snapshot
        if (
            snapshot.unmasked_state is not session.state
            or snapshot.unmasked_question is not session.question
            or snapshot.viewer != self.match_session.viewer
        ):
            snapshot = self._snapshot = self.match_session.snapshot
        return snapshot

    @property
    def state(self) -> Any:
        """The state of the match; its type is the game's."""
        return self.snapshot.state

    @property
    def view(self) -> View:
        """The game's answers about a state."""
        return self.match_session.game.view

    @property
    def words(self) -> Wording[Any]:
        """The game's sentences."""
        return self.match_session.game.words

    @property
    def is_laid_out(self) -> bool:
        """Whether the match is laid out."""
        return self.snapshot.status.is_laid_out

    @property
    def at_first_question(self) -> bool:
        """Whether there is no earlier answer that Escape would go back to."""
        return self.snapshot.question is None and not self._answers

    @property
    def has_message(self) -> bool:
        """Whether a notice, a refusal or a trouble is shown."""
        return bool(self.notice or self.refused or self.trouble)

    @property
    def is_entering(self) -> bool:
        """Whether a form is open, or a refusal or a trouble waits for the game master."""
        form = self.field is not None and self.snapshot.question is None
        return form or self.refused is not None or self.trouble is not None

    def act_automatically(self) -> bool:
        """Do what the program does automatically, if something is due; return whether it did."""
        return not self.match_session.watching and self.screen.act_automatically(self, monotonic())

    @property
    def asks_places(self) -> bool:
        """Whether forms ask for places: the map was opened, or the game keeps somebody's place."""
        return bool(self.map_opened) or self.screen.keeps_places(self.state)

    def change_language(self, locale: Locale) -> None:
        """Speak another language from now on; a half-entered value stays."""
        self.locale = locale.of(self.words.locales)
        self.notice = ""
        before = self.field
        if before is None:
            return
        if self.snapshot.question is not None:
            self.settle()
        else:
            self._resume_form()
        keep_entered(before, self.field)

    # -- what is open ----------------------------------------------------------------------

    def settle(self) -> None:
        """Open the rules' question, the next field of the set-up, or none, after any change."""
        self._form, self._make_form, self._answers, self.field = None, None, [], None
        self.last_dice = ""
        if self.match_session.watching:
            return
        question = self.snapshot.question
        if question is not None:
            self.field = question_field(self, self.screen, question)
            return
        make = self.screen.opening_form(self)
        if make is not None:
            self.open_form(make)

    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""
        self._make_form, self._answers = make, []
        self._resume_form()

    def _resume_form(self) -> None:
        assert self._make_form is not None
        self._form = self._make_form(self)
        step: Any = None
        try:
            for answer in [None, *(answer for answer, _field in self._answers)]:
                step = self._form.send(answer)
        except StopIteration as done:
            self._finish(done.value)
        except PackError as error:
            self._no_packs(error)
        except Refused as refused:  # there is nothing to fill in
            self._decline(refused)
        else:
            self.field = step

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None, at: float | None = None) -> str | None:
        """Handle one key; return the id of an action that only a screen can do.

        `at` is when a hand pressed it, in seconds of any clock. It tells a digit that was typed in
        one go with the dice of somebody else.
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
        if self._is_run_on(character, at) or self.phones.press(key) or self.screen.accepts_key(self, key):
            return None
        if self.field is not None and (types or action is None):
            self._press_in_field(self.field, key, character, at)
            return None
        if action is None:
            if self.snapshot.question is None:
                self.screen.press_shortcut(self, key, character)
            return None
        return self.perform(action.id)

    def _is_run_on(self, character: str | None, at: float | None) -> bool:
        """Return whether a digit was typed in one go with somebody else's dice; it is then ignored.

        Any other key between them, such as a comma, shows that the digit is intended.
        """
        last, digit = self._last_roll, UNSHIFTED.get(character or "", character or "")
        if last is None or at is None or not digit.isdigit() or at - last.at > RUN_ON_SECONDS:
            self._last_roll = None
            return False
        question, field = self.snapshot.question, self.field
        if question is not None and (question.who == last.who or question.key == last.key):
            return False  # more dice of the same hand, or all roll for the same
        self._last_roll = LastRoll(last.who, last.key, at)
        _ = self.locale.gettext
        message = _("{typed} came in one go with the dice before it, and is not taken. Type it again.")
        if field is not None:
            field.error = message.format(typed=digit)
        else:
            self.notice = message.format(typed=digit)
        return True

    def _press_in_field(self, field: Field, key: str, character: str | None, at: float | None = None) -> None:
        question = self.snapshot.question
        outcome = field.press_and_explain(key, character, self.locale)
        if isinstance(outcome, Entered):
            self.give(outcome.value)
            if isinstance(field, Dice) and question is not self.snapshot.question:
                self._remember(field, str(outcome.value), question, at)
        elif outcome is Move.BACK:
            self.back()
        elif outcome is Move.ROLL:
            self.run_guarded(self.match_session.roll)
        elif outcome is Move.OTHER:
            self._advance(OTHER)
        elif outcome is Move.CHANGED and question is not None and isinstance(field, Dice):
            text = field.buffer
            self.run_guarded(lambda: self.match_session.keep_draft(text), settle=False)

    def _remember(self, field: Field, typed: str, question: Question | None, at: float | None) -> None:
        """Keep the dice just typed, to show what they were used for."""
        if question is None or question.secret or not typed[-1:].isdigit():
            return
        self.last_dice = f"{typed} · {field.title}"
        if at is not None and not typed.startswith("="):
            self._last_roll = LastRoll(question.who, question.key, at)

    def paste(self, text: str) -> None:
        """Type pasted text into the open field, without characters that no key can type."""
        field = self.field
        for character in text:
            if field is None or self.field is not field:
                break  # the rest must not answer the next field
            if character.isprintable():
                self.press("space" if character == " " else character, character)

    def give(self, value: Any) -> None:
        """Give the open field its value."""
        field = self.field
        if field is None:
            return
        if self.snapshot.question is not None:
            if isinstance(field, Dice):
                if self.run_guarded(lambda: self.match_session.type(value)):
                    self.notice = self.notice or d3_notice(self.locale, field.question, value)
            else:
                self.run_guarded(lambda: self.match_session.give(value))
            return
        try:
            answer = read_value(field, value)
        except Refused as refused:
            field.error = self.words.refuse(self.locale, refused.refusal)
        except EntryError as wrong:
            field.error = entry_error(self.locale, wrong.code)
        except ValueError:
            field.error = entry_error(self.locale, "not-readable")
        else:
            self._advance(answer)

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
        make, answers, last = self._make_form, self._answers[:-1], self.field
        prefilled, opens = self.prefilled, not self.is_laid_out
        self._form, self.field = None, None
        if command is None:
            self.settle()
            return
        if opens and not self._answers:
            # All values were prefilled: after a refusal the form asks for them.
            self.prefilled = prefilled.without_the_match()
        self._refusal_text = ""
        self.do(command)
        self._refused_form = (make, answers) if make is not None and self.refused is not None else None
        if opens and self.is_laid_out:
            self.prefilled = prefilled
            self.screen.after_layout(self, command)
        if self.trouble is not None and make is not None and last is not None:
            self._make_form, self._answers = make, answers
            self._resume_form()  # the command was not written: Enter tries again
            keep_entered(last, self.field)
        elif self._refusal_text and make is not None and last is not None:
            self._make_form, self._answers = make, answers  # keep all answers but the last
            self._resume_form()
            if self.field is not None:
                self.field.error, self.notice = self._refusal_text, ""

    def back(self) -> None:
        """Go one field back, out of the form, or back from the rules' question (Escape)."""
        if self.snapshot.question is not None:
            step_back(self)
        elif self._answers:
            _answer, field = self._answers.pop()
            self._resume_form()
            if isinstance(field, Search):  # show the same search results again
                keep_entered(field, self.field)
        elif self.is_laid_out:
            self._form, self.field = None, None

    # -- doing -----------------------------------------------------------------------------

    def do(self, command: Any) -> None:
        """Carry out a command. A refusal stays open to be overruled."""
        packs, whole = self.match_session.game.packs, command
        try:
            if packs.needs_packs(command):
                whole = packs.complete(self.library, self.state, command)
        except Refused as refused:
            self._decline(refused)
            return
        except PackError as error:
            self._no_packs(error)
            return
        if self.run_guarded(lambda: self.match_session.do(whole), command=whole):
            self.screen.after_command(whole)

    def _decline(self, refused: Refused) -> None:
        """Show why a command is refused when nobody can overrule it."""
        self.settle()
        self.notice = self._refusal_text = self.words.refuse(self.locale, refused.refusal)

    def _no_packs(self, error: PackError) -> None:
        self.settle()
        self.notice = self.words.problem(self.locale, error.problems[0])

    def run_guarded(self, act: Callable[[], object], *, command: Any = None, settle: bool = True) -> bool:
        """Run an act that may be refused or fail, and show why; return whether it succeeded."""
        try:
            act()
        except AnswerError as error:
            if self.field is not None:
                self.field.error = answer_error(self.locale, error)
                self.field.buffer = ""
                self.run_guarded(lambda: self.match_session.keep_draft(""), settle=False)
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
            self.can_redo = False
            self.settle()
            self._report_mirror()
        return True

    def _report_mirror(self) -> None:
        """Report once that the mirror lags, and again only after it has caught up."""
        folder = self.match_session.mirror_lags
        if folder is not None and not self._mirror_reported:
            self.notice = mirror_notice(self.locale, folder)
        self._mirror_reported = folder is not None

    def _after_refusal(self, character: str | None) -> None:
        assert self.refused is not None
        _, command = self.refused
        self.refused = None
        if character not in ("o", "O", "f", "F"):
            self.settle()
            if isinstance(command, self.screen.reopened_commands) and self._refused_form is not None:
                self._make_form, self._answers = self._refused_form  # keep all answers but the last
                self._resume_form()
            return
        self.open_form(lambda desk: overrule(desk, command))

    def look_for_news(self) -> bool:
        """Look for what another q40k wrote; return whether there is anything to show."""
        news: list[bool] = []
        self.run_guarded(lambda: news.append(self.match_session.refresh()), settle=False)
        return any(news) or self.trouble is not None

    # -- actions ---------------------------------------------------------------------------

    def valid_actions(self) -> list[Action]:
        """The actions that make sense now."""
        status = self.snapshot.status
        return [action for action in self.actions if self._makes_sense(action, status)]

    def is_available(self, action: Action) -> bool:
        """Return whether an action makes sense in the present state."""
        return self._makes_sense(action, self.snapshot.status)

    def _makes_sense(self, action: Action, status: Status) -> bool:
        if action.only_shows:
            return True
        if self.match_session.watching:
            return False
        if action.id in ("undo", "redo"):
            return self._can_go(action.id)
        if self.snapshot.question is not None:
            return False
        return status.is_laid_out and (action.over or not status.over) and self._allows(action)[0]

    def _allows(self, action: Action) -> tuple[bool, bool]:
        """Return whether the state allows an action, and whether it is usual."""
        snapshot = self.snapshot
        if self._allowed[0] is not snapshot:
            self._allowed = snapshot, {}
        known = self._allowed[1]
        if action.id not in known:
            known[action.id] = action.when(snapshot.state), action.usual(snapshot.state)
        return known[action.id]

    def is_sensible(self, action: str) -> bool:
        """Return whether an action makes sense now and is usual in the present state."""
        return self.is_available(self.actions[action]) and self._allows(self.actions[action])[1]

    def usual_actions(self) -> list[Action]:
        """Return the actions that make sense now and are usual in the present state."""
        return [action for action in self.valid_actions() if self._allows(action)[1]]

    def _can_go(self, action: str) -> bool:
        """Return whether undo or redo has anything to move; read the journal only if needed."""
        if action != "redo":
            return self.is_laid_out  # the layout is the first command to undo
        if self.can_redo is None and not self.match_session.watching:
            try:
                self.can_redo = self.match_session.can_redo
            except JournalError as error:
                self.trouble = journal_error(self.locale, error)
        return bool(self.can_redo)

    def perform(self, action: str) -> str | None:
        """Do an action; return its id when only a screen can do it."""
        entry = self.actions[self.actions[action].redirect(self.state) or action]
        if entry.only_shows or entry.does is None:
            return entry.id
        self.trouble = None
        if self.refused is not None:
            self.refused = None
            self.settle()
        if not self.is_available(entry):
            self.notice = self._why_not(entry)
            return None
        self.notice = ""
        result = entry.does(self)
        if isinstance(result, GeneratorType):
            self.open_form(entry.does)
        elif result is not None:
            self.do(result)
        return None

    def _why_not(self, action: Action) -> str:
        _ = self.locale.gettext
        if self.match_session.watching:
            return _("You are only watching: another q40k holds this match.")
        if action.id in ("undo", "redo"):
            return _("There is nothing to take back or give back.")
        if self.snapshot.question is not None:
            return _("First answer the question, or press Escape.")
        return _("“{action}” makes no sense just now.").format(action=_(action.name))

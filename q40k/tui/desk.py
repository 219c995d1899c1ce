"""The desk: the state of the entry, from key to command. It knows no widget.

Keys go to the open field: a question of the rules, or a form that gathers a command. When no
field is open, keys are actions.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from types import GeneratorType
from typing import Any

from msgspec import Struct

from q40k.i18n.error_texts import follow_up_notice, journal_error, mirror_notice
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import answer_error, d3_notice, entry_error
from q40k.kernel.commands import InvalidValue
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits, join_lines
from q40k.packs.problems import PackError
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession
from q40k.table.shelf import origin
from q40k.tui.actions import Action, Actions, key_text
from q40k.tui.bots import Bots
from q40k.tui.fields import UNSHIFTED, Dice, Entered, EntryError, Field, Move, Search, keep_entered, read_value
from q40k.tui.forms import ACTION, OTHER, Form, FormDesk, FormKeys, KeyPress, OpenForm, overrule, read_form
from q40k.tui.game_screen import GameScreen, question_field
from q40k.tui.phones import SEEN_SECONDS, Phones
from q40k.tui.shell_actions import SHELL, ask_further, step_back

RUN_ON_SECONDS = 0.3
"""Nobody rolls another die so soon after typing one: such a digit belongs to the first roll."""


class LastRoll(Struct, frozen=True):
    """Who typed dice last, for which question, and when."""

    who: str | None
    key: str
    at: float


OVERRULING = ("o", "O")
"""The keys that overrule a refusal."""


class Desk(FormDesk[Any, Any]):
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
        self.screen: GameScreen = match_session.game.screen
        actions = Actions((*SHELL, *self.screen.actions))
        super().__init__(match_session, library, locale, actions, prefilled, ask_dice=ask_dice)
        self._form: OpenForm | None = None
        self._refusal_text = ""  # why the rules refused the last command for good
        self._mirror_reported = self._fault_reported = False
        self._refused_form: OpenForm | None = None  # the form of the refused command
        self._last_roll: LastRoll | None = None
        self._last_slip: float | None = None  # when the open dice refused a key
        self._brought: tuple[Field, float] | None = None  # the field that no key opened, and since when
        self._passed_on = ("", 0.0)  # the action that gave the move to a bot, and when
        self._view: str | None = None  # the action chosen from a list that only a screen can do
        self._form_keys = FormKeys()
        self._is_set_up = False  # whether the desk settled at a form of the set-up
        self.phones = Phones(self)
        self.bots: Bots = Bots(self)
        self.origin = origin(match_session)  # the match this one branches from
        self.settle()
        self._reopen_form()

    @property
    def at_first_question(self) -> bool:
        """Whether there is no earlier answer that Escape would go back to."""
        return self.snapshot.question is None and not (self._form and self._form.answers)

    def act_automatically(self) -> bool:
        """Do what the program does automatically, if something is due; return whether it did."""
        if self.match_session.watching:
            return False
        goes_on = self.bots.has_asked and self.field is None  # the table has just answered a bot, which may ask more
        return self._note_brought(lambda: self.bots.act(monotonic()), is_expected=goes_on)

    def check_phones(self) -> bool:
        """Handle what phones sent; return whether there is anything to show."""
        return self._note_brought(self.phones.check_inbox)

    def _note_brought(self, act: Callable[[], bool], *, is_expected: bool = False) -> bool:
        """Act for somebody else; note the field that this opens, unless the table expects it."""
        before = self.field
        outcome = act()
        if self.field is not before:
            self._brought = None if self.field is None or is_expected else (self.field, monotonic())
        return outcome

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
            assert self._form is not None
            self._go_on(self._form, self._form.resume)
        keep_entered(before, self.field)

    # -- what is open ----------------------------------------------------------------------

    def settle(self) -> None:
        """Open the rules' question, the next field of the set-up, or none, after any change."""
        self._form, self.field = None, None
        self._form_keys.settle()
        self._is_set_up = False
        self.last_dice = ""
        if self.match_session.watching:
            return
        question = self.snapshot.question
        if question is not None:
            self.field = question_field(self, self.screen, question)
            return
        make = self.screen.opening_form(self)
        self._is_set_up = make is not None
        if make is not None:
            self.open_form(make)

    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""
        self._begin_form(make, make(self))

    def _begin_form(self, make: Callable[[Any], Form], form: Form) -> None:
        """Begin a form; `make` makes it again when an answer is taken back."""
        self._form = OpenForm(lambda: make(self), form)
        self._go_on(self._form, self._form.begin)
        if self.field is not None and self.field.is_passed:
            self._press_in_field(self.field, "enter", None)

    def _go_on(self, form: OpenForm, act: Callable[[], object]) -> None:
        """Let a form go on, and open its next field; once it has ended, do what it says."""
        try:
            act()
        except PackError as error:
            self._no_packs(error)
        except Refused as refused:  # there is nothing to fill in
            self._decline(refused)
        except ValueError as wrong:  # no command takes that: the last field asks again
            if not form.answers:
                raise
            self._go_on(form, form.take_back)
            if self.field is not None:
                code, facts = (wrong.code, wrong.facts) if isinstance(wrong, InvalidValue) else ("not-readable", {})
                self.field.error = entry_error(self.locale, code, facts)
        else:
            self.field = form.field
            if form.field is None:
                self._finish(form)

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None, at: float | None = None) -> str | None:
        """Handle one key; return the id of an action that only a screen can do."""
        settled = self._form_keys.begin()
        outcome = self._press(key, character, at)
        self._keep_form((key, character), settled)
        return outcome or self.take_view()

    def take_view(self) -> str | None:
        """Return, once, the action chosen from a list that only a screen can do."""
        view, self._view = self._view, None
        return view

    def _keep_form(self, entered: KeyPress, settled: int) -> None:
        """Keep the keys of an open form, so that it comes back if the process dies."""
        is_open = self.field is not None and self.snapshot.question is None
        is_fresh = self._is_set_up and self.at_first_question and self.field is not None and not self.field.visible_text
        self._form_keys.end(entered, settled, is_open=is_open, is_fresh=is_fresh)
        text = self._form_keys.text(self.field.title) if is_open and self.field is not None else ""
        if not self._form_keys.replaying:
            with suppress(JournalError):  # the next command reports what is wrong with the disk
                self.match_session.keep_form(text)

    def _reopen_form(self) -> None:
        """Open the form that was open when the match was last closed, by its keys; nothing is carried out."""
        kept = read_form(self.match_session.form_draft)
        if kept is None or self.match_session.watching or self.snapshot.question is not None:
            return
        self._form_keys.replaying = True
        for key, character in kept.keys:
            if key.startswith(ACTION):
                self.perform(key.removeprefix(ACTION))
            else:
                self.press(key, character)
        self._form_keys.replaying = False
        if self.field is None or self.field.title != kept.title:
            self.settle()  # packs, language or program have changed since

    def _press(self, key: str, character: str | None, at: float | None) -> str | None:
        if self.trouble is not None and key in ("escape", "enter", "space"):
            self.trouble = None
            return None
        self.trouble = None
        types = character is not None and character.isprintable()
        action = self._find_action(key, types=types)
        if self.refused is not None and (types or action is None):
            self._after_refusal(character, types=types)
            if character in OVERRULING or not types:
                return None  # any other key does what it says
        answers = types or action is None
        if self._is_stray(character, at) or (answers and self._is_too_early(key, character, at)):
            return None
        if self.phones.press(key) or self.bots.accepts_key(key):
            return None
        if self.field is not None and answers:
            self._press_in_field(self.field, key, character, at)
        elif action is not None:
            return self._perform_once(action, key, at)
        elif self.snapshot.question is None:
            self._press_other(key, character)
        return None

    def _perform_once(self, action: Action, key: str, at: float | None) -> str | None:
        """Perform the action of a key, but not twice in one go if the first gave the move to a bot."""
        last, since = self._passed_on
        if at is not None and action.id == last and at - since < SEEN_SECONDS and self.bots.partner.is_playing:
            message = N_("A bot has the move now: the second {typed} is not taken.")
            self.notice = self.locale.say(message, typed=key_text(key))
            return None
        had_bot = self.bots.has_move()
        view = self.perform(action.id)
        if at is not None and not had_bot and self.bots.has_move():
            self._passed_on = (action.id, at)
        return view

    def _find_action(self, key: str, *, types: bool) -> Action | None:
        """Return the action of a key. A capital means its small letter, unless the screen names it now."""
        by_key = self.actions.by_key
        action = by_key.get(key)
        if not (types and key.isupper()) or (action is not None and self.is_sensible(action.id)):
            return action
        small = by_key.get(key.lower())
        if action is None or (small is not None and self.is_available(small)):
            return small
        return action

    def _press_other(self, key: str, character: str | None) -> None:
        """Handle a key that is no action: open the list of actions behind it, or ask the game."""
        if key in self.actions.further:
            self.open_form(ask_further(self.actions.further[key]))
        else:
            self.notice = ""
            self.screen.press_shortcut(self, key, character)

    def _is_stray(self, character: str | None, at: float | None) -> bool:
        """Return whether a digit was typed in one go with what was meant for something else."""
        return self._is_run_on(character, at) or self._follows_slip(character, at)

    def _is_run_on(self, character: str | None, at: float | None) -> bool:
        """Return whether a digit was typed in one go with somebody else's dice; it is then ignored.

        Any other key between them, such as a comma, shows that the digit is intended.
        """
        last, digit = self._last_roll, UNSHIFTED.get(character or "", character or "")
        if last is None or at is None or not is_digits(digit) or at - last.at > RUN_ON_SECONDS:
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

    def _follows_slip(self, character: str | None, at: float | None) -> bool:
        """Return whether a digit was typed in one go with a key that the open dice refused; it is then ignored.

        Who types `k 3` blind, while a die is asked, does not mean the 3 as that die.
        """
        since, digit = self._last_slip, UNSHIFTED.get(character or "", character or "")
        if since is None or at is None or not is_digits(digit) or at - since > RUN_ON_SECONDS:
            self._last_slip = None
            return False
        self._last_slip = at
        _ = self.locale.gettext
        message = _("{typed} came in one go with a key that fits nothing here, and is not taken. Type it again.")
        if self.field is not None:
            self.field.error = message.format(typed=digit)
        return True

    def _is_too_early(self, key: str, character: str | None, at: float | None) -> bool:
        """Return whether a key was pressed before anybody could read the open field; it is then ignored.

        A bot or a phone opened that field while somebody was typing.
        """
        if self._brought is None or at is None:
            return False
        field, since = self._brought
        if self.field is not field or at - since >= SEEN_SECONDS:
            self._brought = None
            return False
        typed = character if len(key) == 1 and character is not None else key_text(key)
        _ = self.locale.gettext
        message = _("{typed} was typed before this could be read, and is not taken. Type it again.")
        field.error = message.format(typed=typed)
        return True

    def _press_in_field(self, field: Field, key: str, character: str | None, at: float | None = None) -> None:
        question = self.snapshot.question
        outcome = field.press_and_explain(key, character, self.locale)
        if field.misfit and field.error and key != "enter":
            field.error = self.screen.why_absent(self, field, field.misfit) or field.error
        if isinstance(field, Dice) and field.error and character is not None and not is_digits(character):
            self._last_slip = at
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
        if question is None or question.secret or not is_digits(typed[-1:]):
            return
        self.last_dice = f"{typed} · {field.title}"
        if at is not None and not typed.startswith("="):
            self._last_roll = LastRoll(question.who, question.key, at)

    def paste(self, text: str) -> None:
        """Type pasted text into the open field, without characters that no key can type."""
        field = self.field
        for character in join_lines(text) if field is not None and field.takes_lines else text:
            if field is None or self.field is not field:
                break  # the rest must not answer the next field
            if character.isprintable():
                self.press("space" if character == " " else character, character)

    def give(self, value: Any) -> None:
        """Give the open field its value."""
        field = self.field
        if field is None:
            return
        self._form_keys.forget()
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
        form = self._form
        if form is not None:
            self._go_on(form, lambda: form.give(value))

    def _finish(self, form: OpenForm) -> None:
        """Carry out the command of a form that has ended, or do the action that it chose."""
        command, prefilled, opens = form.result, self.prefilled, not self.is_laid_out
        self._form, self.field = None, None
        if command is None or self._form_keys.replaying:
            self.settle()
            return
        if isinstance(command, Action):
            self.settle()
            self._view = self.perform(command.id)
            return
        if opens and not form.answers:
            # All values were prefilled: after a refusal the form asks for them.
            self.prefilled = prefilled.without_the_match()
        self._refusal_text = ""
        self.do(command)
        self._refused_form = form if self.refused is not None else None
        if opens and self.is_laid_out:
            self.prefilled = prefilled
            self.screen.after_layout(self, command)
        if self.trouble is not None and form.answers:
            keep_entered(self._reopen(form), self.field)  # the command was not written: Enter tries again
        elif self._refusal_text and form.answers:
            self._reopen(form)
            if self.field is not None:
                self.field.error, self.notice = self._refusal_text, ""

    def _reopen(self, form: OpenForm) -> Field | None:
        """Open a form with all its answers but the last; return the field of that."""
        self._form, last = form, form.answers[-1][1] if form.answers else None
        self._go_on(form, form.take_back)
        return last

    def back(self) -> None:
        """Go one field back, out of the form, or back from the rules' question (Escape)."""
        if self.snapshot.question is not None:
            step_back(self)
        elif self._form is not None and self._form.answers:
            last = self._reopen(self._form)
            if isinstance(last, Search):  # show the same search results again
                keep_entered(last, self.field)
        elif self.is_laid_out:
            self._form, self.field = None, None
        elif self._is_set_up:
            self.destination = Onward(start=True)

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
            self.match_session.follow_ups.run(lambda: self.screen.after_command(whole))

    def _decline(self, refused: Refused) -> None:
        """Show why a command is refused when nobody can overrule it."""
        self.settle()
        self.notice = self._refusal_text = self.words.refuse(self.locale, refused.refusal)

    def _no_packs(self, error: PackError) -> None:
        self.settle()
        self.notice = self.words.problem(self.locale, error.problems[0])

    def run_guarded(self, act: Callable[[], object], *, command: Any = None, settle: bool = True) -> bool:
        """Run an act that may be refused or fail, and show why; return whether it succeeded."""
        if self._form_keys.replaying:
            return False
        try:
            act()
        except AnswerError as error:
            if self.field is not None:
                self.field.error = answer_error(self.locale, error)
            return False
        except Refused as refused:
            self._refuse(refused, command)
            return False
        except JournalError as error:
            self.trouble = journal_error(self.locale, error)
            return False
        if settle:
            self.notice = ""
            self.can_redo = False
            self.settle()
            self._report_follow_ups()
        return True

    def _refuse(self, refused: Refused, command: Any) -> None:
        """Show a refusal; it stays open to be overruled if a reason can overrule it.

        `command` is what was refused: a command, the form of one, or None.
        """
        if command is None or not refused.refusal.overridable:
            self._decline(refused)
            return
        self.settle()
        self.field = None
        self.refused = (refused, command)

    def _report_follow_ups(self) -> None:
        """Report a fault after the entry; and once that the mirror lags, again only after it has caught up."""
        follow_ups = self.match_session.follow_ups
        if follow_ups.log is not None and not self._fault_reported:
            self.notice, self._fault_reported = follow_up_notice(self.locale, follow_ups.log), True
        mirror = self.match_session.mirror
        folder = mirror.lagging_folder if mirror is not None else None
        if folder is not None and not self._mirror_reported:
            self.notice = mirror_notice(self.locale, folder)
        self._mirror_reported = folder is not None

    @property
    def reopens(self) -> bool:
        """Whether the form of the refused command opens again, unless it is overruled."""
        return (
            self.refused is not None
            and self._refused_form is not None
            and isinstance(self.refused[1], self.screen.reopened_commands)
        )

    def _after_refusal(self, character: str | None, *, types: bool) -> None:
        """Leave a refusal: overrule it, or open the form again. A typed character begins its last field anew."""
        assert self.refused is not None
        reopens = self.reopens
        _, command = self.refused
        self.refused = None
        if character not in OVERRULING:
            self.settle()
            if reopens and self._refused_form is not None:
                last = self._reopen(self._refused_form)
                if not types:
                    keep_entered(last, self.field)
            return
        self.open_form(lambda desk: overrule(desk, command))

    def look_for_news(self) -> bool:
        """Look for what another q40k wrote; return whether there is anything to show."""
        news: list[bool] = []
        self.run_guarded(lambda: news.append(self.match_session.refresh()), settle=False)
        return any(news) or self.trouble is not None

    # -- actions ---------------------------------------------------------------------------

    def perform(self, action: str) -> str | None:
        """Do an action; return its id when only a screen can do it."""
        settled = self._form_keys.begin()
        outcome = self._perform(action)
        self._keep_form((ACTION + action, None), settled)
        return outcome

    def _perform(self, action: str) -> str | None:
        entry = self.actions[self.actions[action].redirect(self.state) or action]
        if entry.only_shows or entry.does is None:
            self.notice = ""
            return entry.id
        self.trouble = None
        if self.refused is not None:
            self.refused = None
            self.settle()
        if not self.is_available(entry):
            self.notice = self.why_not(entry)
            return None
        self.notice = ""
        refusal = entry.refusal(self.state)
        if refusal is not None:
            self._refuse(Refused(refusal), entry.does)
            return None
        result = entry.does(self)
        if isinstance(result, GeneratorType):
            self._begin_form(entry.does, result)
        elif result is not None:
            self.do(result)
        return None

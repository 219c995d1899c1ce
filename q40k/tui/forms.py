"""The shared parts of forms. A form is a generator that asks field by field and returns a command.

A form asks as little as possible; what it leaves out has the usual meaning. Each form is given the
desk; `FormDesk` is the part of the desk that forms, panels and actions know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from q40k.games.game import View
from q40k.i18n.error_texts import ErrorText, journal_error
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Wording
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession, Snapshot
from q40k.table.settings import Settings
from q40k.tui.actions import Action, Actions
from q40k.tui.fields import Field, Option, Text

if TYPE_CHECKING:
    from q40k.bots.partner import Led, Partner
    from q40k.sound.sounds import Sounds
    from q40k.tui.rule_lesson import RuleLesson

Form = Generator[Field, Any, Any]
"""Yields fields, is sent their values, and returns a command, or None when there is nothing to do.
"""
OTHER = object()
"""The value of a field when Tab asked for the alternative."""


class OpenForm:
    """A form that is being filled in: its answers so far, each with its field, and the field it asks for now.

    `field` is None once the form has ended; `result` is what it returned. `make` makes the form again when an
    answer is taken back; `form` is one that it has made already.
    """

    def __init__(self, make: Callable[[], Form], form: Form | None = None) -> None:
        self._make = make
        self._form = form or make()
        self.answers: list[tuple[Any, Field]] = []
        self.field: Field | None = None
        self.result: Any = None

    def begin(self) -> None:
        """Ask for the first field."""
        self._send(None)

    def give(self, value: Any) -> None:
        """Answer the field, and ask for the next one."""
        assert self.field is not None
        self.answers.append((value, self.field))
        self._send(value)

    def resume(self) -> None:
        """Make the form again, and give it the answers there are."""
        self._form = self._make()
        self._send(None, *(answer for answer, _field in self.answers))

    def take_back(self) -> None:
        """Ask again for the last answer, or for the first."""
        del self.answers[-1:]
        self.resume()

    def _send(self, *values: Any) -> None:
        try:
            for value in values:
                self.field = self._form.send(value)
        except StopIteration as done:
            self.field, self.result = None, done.value


State = TypeVar("State")
Packs = TypeVar("Packs")


class FormDesk(ABC, Generic[State, Packs]):
    """The desk as a form, a panel of a game or an action sees it.

    It holds the match, what a form may know of it, and which actions make sense. What only the
    whole desk can do is abstract. `memory` holds what a game has worked out for this desk, under
    names of its own.
    """

    def __init__(
        self,
        match_session: MatchSession,
        library: Any,
        locale: Locale,
        actions: Actions,
        prefilled: Prefilled | None = None,
        *,
        ask_dice: bool = False,
    ) -> None:
        self.match_session = match_session
        self._snapshot = match_session.snapshot
        self._library = library
        self._reads_packs = library if callable(library) else None
        self.locale = locale.of(self.words.locales)
        self.actions = actions
        self._allowed: tuple[Snapshot, dict[str, tuple[bool, bool]]] = (self._snapshot, {})
        self.prefilled = prefilled or Prefilled()
        self.ask_dice = ask_dice
        self.field: Field | None = None
        self.last_dice = ""  # the dice typed last, and what they were used for
        self.notice = ""  # shown below the prompt
        self.trouble: ErrorText | None = None
        self.refused: tuple[Refused, Any] | None = None  # with the command, or the form, that was refused
        self.can_redo: bool | None = None  # None: ask the journal
        self.map_opened: bool | None = None  # opened or closed by hand; None: neither
        self.destination: Onward | None = None  # once it is set, the match is left and waits
        self.clock_rings = False
        self.settings = Settings()
        self.ring: Callable[[], None] = lambda: None  # the terminal's bell
        self.report_sound: Callable[[], None] = lambda: None  # called once it is known whether anything plays
        self._sounds: Sounds | None = None
        self.is_lesson = False  # the match only teaches: Escape leaves it, and nothing keeps it
        self.rule_lesson: RuleLesson | None = None  # the rule that it teaches; None: the keys
        self.is_demo = False  # bots play a match that nothing keeps, until a key
        self.memory: dict[str, Any] = {}
        self.bots: Led  # the bots of the desk, and what leads them
        self.partner: Partner

    @property
    def library(self) -> Packs:
        """The packs, read when they are first needed. Raises PackError."""
        if callable(self._library):
            self._library = self._library()
        library: Packs = self._library
        return library

    def use_packs(self, library: Any) -> None:
        """Use other packs from now on."""
        self._library = library

    def read_packs_again(self) -> None:
        """Read the packs again when they are next needed, if they came from files."""
        if self._reads_packs is not None:
            self._library = self._reads_packs

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
        sounds.report = self._report_sound

    def _ring(self) -> None:
        self.ring()

    def _report_sound(self) -> None:
        self.report_sound()

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
    def state(self) -> State:
        """The state of the match."""
        state: State = self.snapshot.state
        return state

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
    def has_message(self) -> bool:
        """Whether a notice, a refusal or a trouble is shown."""
        return bool(self.notice or self.refused or self.trouble)

    @property
    def is_entering(self) -> bool:
        """Whether a form is open, or a refusal or a trouble waits for the game master."""
        form = self.field is not None and self.snapshot.question is None
        return form or self.refused is not None or self.trouble is not None

    @property
    def asks_places(self) -> bool:
        """Whether forms ask for places: the map was opened, or the game keeps somebody's place."""
        return bool(self.map_opened or self.match_session.game.screen.keeps_places(self.state))

    # -- actions ---------------------------------------------------------------------------

    def valid_actions(self) -> list[Action]:
        """The actions that make sense now."""
        snapshot = self.snapshot
        return [action for action in self.actions if self._makes_sense(action, snapshot)]

    def is_available(self, action: Action) -> bool:
        """Return whether an action makes sense in the present state."""
        return self._makes_sense(action, self.snapshot)

    def _makes_sense(self, action: Action, snapshot: Snapshot) -> bool:
        if action.only_shows:
            return True
        if self.match_session.watching:
            return False
        if action.id in ("undo", "redo"):
            return self._can_go(action.id, snapshot)
        status = snapshot.status
        if snapshot.question is not None or not status.is_laid_out or (status.over and not action.over):
            return False
        return self._allows(action, snapshot)[0]

    def _allows(self, action: Action, snapshot: Snapshot) -> tuple[bool, bool]:
        """Return whether the state allows an action, and whether it is usual."""
        if self._allowed[0] is not snapshot:
            self._allowed = snapshot, {}
        judged = self._allowed[1]
        if action.id not in judged:
            judged[action.id] = action.when(snapshot.state), action.usual(snapshot.state)
        return judged[action.id]

    def is_sensible(self, action: str) -> bool:
        """Return whether an action makes sense now and is usual in the present state."""
        entry, snapshot = self.actions[action], self.snapshot
        return self._makes_sense(entry, snapshot) and self._allows(entry, snapshot)[1]

    def usual_actions(self) -> list[Action]:
        """Return the actions that make sense now and are usual in the present state."""
        snapshot = self.snapshot
        return [action for action in self.valid_actions() if self._allows(action, snapshot)[1]]

    def _can_go(self, action: str, snapshot: Snapshot) -> bool:
        """Return whether undo or redo has anything to move; read the journal only if needed."""
        if action != "redo":
            return snapshot.status.is_laid_out  # the layout is the first command to undo
        if self.can_redo is None and not self.match_session.watching:
            try:
                self.can_redo = self.match_session.can_redo
            except JournalError as error:
                self.trouble = journal_error(self.locale, error)
        return bool(self.can_redo)

    def why_not(self, action: Action) -> str:
        """Return why an action makes no sense now."""
        _ = self.locale.gettext
        if self.match_session.watching:
            return _("You are only watching: another q40k holds this match.")
        if action.id in ("undo", "redo"):
            return _("There is nothing to take back or give back.")
        if self.snapshot.question is not None:
            return _("First answer the question, or press Escape.")
        return _("“{action}” is not possible just now.").format(action=_(action.name))

    # -- what the whole desk does ----------------------------------------------------------

    @abstractmethod
    def press(self, key: str, character: str | None, at: float | None = None) -> str | None:
        """Handle one key; return the id of an action that only a screen can do.

        `at` is when a hand pressed it, in seconds of any clock. It tells a digit that was typed in
        one go with the dice of somebody else.
        """

    @abstractmethod
    def paste(self, text: str) -> None:
        """Type pasted text into the open field."""

    @abstractmethod
    def perform(self, action: str) -> str | None:
        """Do an action; return its id when only a screen can do it."""

    @abstractmethod
    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""

    @abstractmethod
    def do(self, command: Any) -> None:
        """Carry out a command. A refusal stays open to be overruled."""

    @abstractmethod
    def run_guarded(self, act: Callable[[], object], *, command: Any = None, settle: bool = True) -> bool:
        """Run an act that may be refused or fail, and show why; return whether it succeeded."""


AnyDesk = FormDesk[Any, Any]
"""The desk of a game that the caller does not know."""


def yes_or_no(locale: Locale, yes: Any = True, no: Any = False) -> tuple[Option, Option]:
    """Return the options yes and no, each picked by its first letter."""
    words = locale.gettext(N_("yes")), locale.gettext(N_("no"))
    return Option(words[0][:1], yes, words[0]), Option(words[1][:1], no, words[1])


def overrule(desk: AnyDesk, command: Any) -> Form:
    """Ask for the reason that overrules a refusal; Enter gives the usual one.

    A form that was refused at its key is filled in after that.
    """
    _ = desk.locale.gettext
    usual = _("the table agrees")
    reason = yield Text(
        _("Overrule, because…"),
        why=_("Enter: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    if callable(command):
        command = yield from command(desk)
    return command.replace(override=reason or usual)


# ---- the keys that led to where a form is, so that it can be opened again after a crash

KeyPress = tuple[str, str | None]
"""A key, and the character that it types, if any."""
ACTION = "@"
"""An action that was chosen without its key is kept as a key that begins with this."""


class KeptForm(Struct, frozen=True):
    """A form as the library keeps it: its keys, and the title of the field to which they lead."""

    keys: tuple[KeyPress, ...]
    title: str


def read_form(text: str) -> KeptForm | None:
    """Return a kept form; None if there is none, or none that this program can read."""
    try:
        return msgspec.json.decode(text, type=KeptForm)
    except msgspec.MsgspecError:
        return None


class FormKeys:
    """Records the keys of the open form, from the key that opened it.

    What was entered by other means, such as a click, cannot be repeated: then no key is kept until
    the desk settles. While `replaying`, keys are given again and nothing is carried out.
    """

    def __init__(self) -> None:
        self.replaying = False
        self._keys: list[KeyPress] | None = []  # None: they would not lead there
        self._settled = 0
        self._depth = 0

    def settle(self) -> None:
        """Note that the desk is at a new start: idle, or at the first field of the set-up."""
        self._keys = []
        self._settled += 1

    def forget(self) -> None:
        """Note that something was entered by other means than a key."""
        if not self._depth:
            self._keys = None

    def begin(self) -> int:
        """Begin to handle a key; return what `end` needs."""
        self._depth += 1
        return self._settled

    def end(self, entered: KeyPress, settled: int, *, is_open: bool, is_fresh: bool) -> None:
        """Record a key that was handled; one that was handled within another is part of that one.

        `is_open`: a form is open now. `is_fresh`: it is the set-up at its first field.
        """
        self._depth -= 1
        if self._depth:
            return
        if not is_open:
            self._keys = []
        elif settled != self._settled:
            self._keys = [] if is_fresh else None
        elif self._keys is not None:
            self._keys.append(entered)

    def text(self, title: str) -> str:
        """Return the form to keep, or "" if its keys are unknown or none was pressed."""
        return msgspec.json.encode(KeptForm(tuple(self._keys), title)).decode() if self._keys else ""

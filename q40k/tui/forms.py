"""The shared parts of forms. A form is a generator that asks field by field and returns a command.

A form asks as little as possible; what it leaves out has the usual meaning. Each form is given the
desk, which knows the state, the packs and the language; `FormDesk` is all a form may know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from q40k.games.game import View
from q40k.i18n.locale import Locale
from q40k.i18n.wording import Wording
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession, Snapshot
from q40k.table.settings import Settings
from q40k.tui.actions import Action
from q40k.tui.fields import Field, Text

if TYPE_CHECKING:
    from q40k.sound.sounds import Sounds

Form = Generator[Field, Any, Any]
"""Yields fields, is sent their values, and returns a command, or None when there is nothing to do.
"""
OTHER = object()
"""The value of a field when Tab asked for the alternative."""

State_co = TypeVar("State_co", covariant=True)
Packs_co = TypeVar("Packs_co", covariant=True)


class FormDesk(Protocol[State_co, Packs_co]):
    """The desk as a form, a panel of a game or an action sees it.

    `notice` is shown below the prompt, `clock_rings` is whether the clock rings. `map_opened` is
    whether the map was opened or closed by hand, None when it was not touched. `can_redo` is
    whether anything can be redone, None when the journal has to be asked. `memory` holds what a
    game has worked out for this desk, under names of its own. `settings` are the game master's
    preferences, `sounds` plays clips. `destination` is where the program goes next: as soon as it
    is set, the match is left, and waits as it is.
    """

    match_session: MatchSession
    locale: Locale
    prefilled: Prefilled
    ask_dice: bool
    notice: str
    clock_rings: bool
    destination: Onward | None
    map_opened: bool | None
    can_redo: bool | None
    memory: dict[str, Any]
    settings: Settings
    sounds: Sounds

    @property
    def view(self) -> View:
        """The game's answers about a state."""

    @property
    def words(self) -> Wording[Any]:
        """The game's sentences."""

    @property
    def snapshot(self) -> Snapshot:
        """The match as it is now."""

    @property
    def state(self) -> State_co:
        """The state of the match."""

    @property
    def library(self) -> Packs_co:
        """The packs, read when they are first needed. Raises PackError."""

    def use_packs(self, library: Any) -> None:
        """Use other packs from now on."""

    @property
    def has_packs(self) -> bool:
        """Whether the packs have been read."""

    @property
    def is_entering(self) -> bool:
        """Whether a form is open, or a refusal or a trouble waits for the game master."""

    @property
    def asks_places(self) -> bool:
        """Whether forms ask for places: the map was opened, or the game keeps somebody's place."""

    def valid_actions(self) -> list[Action]:
        """The actions that make sense now."""

    def is_sensible(self, action: str) -> bool:
        """Return whether an action makes sense now and is usual in the present state."""

    @property
    def has_message(self) -> bool:
        """Whether a notice, a refusal or a trouble is shown."""

    def press(self, key: str, character: str | None) -> str | None:
        """Handle one key."""

    def perform(self, action: str) -> str | None:
        """Do an action."""

    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""

    def do(self, command: Any) -> None:
        """Carry out a command; a refusal stays open to be overruled."""

    def run_guarded(self, act: Callable[[], object], *, command: Any = None, settle: bool = True) -> bool:
        """Run an act that may be refused or fail, and show why; return whether it succeeded."""


AnyDesk = FormDesk[Any, Any]
"""The desk of a game that the caller does not know."""


def overrule(desk: AnyDesk, command: Any) -> Form:
    """Ask for the reason that overrules a refusal; Enter alone gives the usual one."""
    _ = desk.locale.gettext
    usual = _("the table agrees")
    reason = yield Text(
        _("Overrule, because…"),
        why=_("Enter alone: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    return command.replace(override=reason or usual)

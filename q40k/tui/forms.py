"""What forms share: a form is a short generator that asks field by field and returns a command.

A form asks as little as it can; what it leaves out has the usual meaning. Each takes the desk it
is filled in at, which knows the state, the packs and the language; `FormDesk` is all it may know.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from q40k.games.game import View
from q40k.i18n.locale import Locale
from q40k.i18n.wording import Wording
from q40k.table.context import Onward, Prefilled
from q40k.table.match_session import MatchSession
from q40k.table.settings import Settings
from q40k.tui.actions import Action
from q40k.tui.fields import Field, Text

if TYPE_CHECKING:
    from q40k.sound.sounds import Sounds

Form = Generator[Field, Any, Any]
"""Yields fields, is sent their values, and returns a command; None when there is nothing to do."""
OTHER = object()
"""What a field sends when Tab asked for the other way."""

State_co = TypeVar("State_co", covariant=True)
Packs_co = TypeVar("Packs_co", covariant=True)


class FormDesk(Protocol[State_co, Packs_co]):
    """The desk as a form, a panel of a game or an action sees it.

    `notice` is said below the prompt, `bell` is whether the clock rings. `mapped` is whether the
    map was opened or closed by hand, None when it was not touched. `redoes` is whether anything can
    be given back, None when the journal is to be asked. `kept` holds what a game has worked out for
    this desk, by names of its own. `settings` are the taste of whoever sits at it, `sounds` lets
    something be heard. `onward` is where one goes on from here: as soon as it is set, the match is
    left, and waits as it is.
    """

    match_session: MatchSession
    locale: Locale
    prefilled: Prefilled
    ask_dice: bool
    notice: str
    bell: bool
    onward: Onward | None
    mapped: bool | None
    redoes: bool | None
    kept: dict[str, Any]
    settings: Settings
    sounds: Sounds

    @property
    def view(self) -> View:
        """What the game says of a state."""

    @property
    def words(self) -> Wording[Any]:
        """The game in sentences."""

    @property
    def state(self) -> State_co:
        """The state of the match."""

    @property
    def library(self) -> Packs_co:
        """The packs, read when they are first needed. Raises PackError."""

    def restock(self, library: Any) -> None:
        """Go on with other packs."""

    @property
    def stocked(self) -> bool:
        """Whether the packs have been read."""

    @property
    def entering(self) -> bool:
        """Whether a form is open, or somebody has yet to decide why something failed."""

    @property
    def places(self) -> bool:
        """Whether places are asked for: the map was opened, or somebody's place is kept."""

    def valid(self) -> list[Action]:
        """The actions that make sense now."""

    def sensible(self, action: str) -> bool:
        """Whether an action makes sense now, and is usual as the state stands."""

    @property
    def stopped(self) -> bool:
        """Whether something was just said, refused or failed."""

    def press(self, key: str, character: str | None) -> str | None:
        """Take one key."""

    def perform(self, action: str) -> str | None:
        """Do an action."""

    def open_form(self, make: Callable[[Any], Form]) -> None:
        """Begin a form at its first field."""

    def do(self, command: Any) -> None:
        """Carry out a command; a refusal stays open to be overruled."""

    def guarded(
        self, act: Callable[[], object], *, command: Any = None, settle: bool = True
    ) -> bool:
        """Do something that may be refused or fail, and say so if it is; True when done."""


AnyDesk = FormDesk[Any, Any]
"""The desk of a game that one does not know."""


def overruled(desk: AnyDesk, command: Any) -> Form:
    """Overrule a refusal: the reason is kept; Enter alone gives the usual one."""
    _ = desk.locale.gettext
    usual = _("the table agrees")
    reason = yield Text(
        _("Overrule, because…"),
        why=_("Enter alone: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    return command.replace(override=reason or usual)

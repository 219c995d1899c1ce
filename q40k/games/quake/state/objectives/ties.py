"""TIE-1: the figures and ages that rank sides level at the top, as events."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.state.match import Match, change_player
from q40k.games.quake.state.registry import Command, Event
from q40k.kernel.commands import Name, Text


class Describe(Command, tag="describe"):
    """Describe a player's figure, or the player: what TIE-1 counts, and whether it is `based`.

    TIE-1 counts paint (six colours) and looks. Special bonus 2 asks for paint and base, which
    `finished` covers together.
    """

    player: Name
    painted: bool | None = None
    based: bool | None = None
    finished: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Meta(ge=0, le=150)] | None = None
    stage = "always"


class Described(Event, tag="described"):
    """The table described a player's figure, or the player (TIE-1)."""

    player: str
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    based: bool | None = None

    def fold(self, state: Match) -> Match:
        values = {name: getattr(self, name) for name in DESCRIBED_FIELDS}
        changes = {name: value for name, value in values.items() if value is not None}
        return change_player(state, self.player, **changes)


DESCRIBED_FIELDS = ("painted", "based", "wysiwyg", "race", "age")


# -- ties at the top ----------------------------------------------------------------------


class TieCounted(Event, tag="tie-counted"):
    """TIE-1 for one side: (painted + WYSIWYG) x races / unpainted; None when none is unpainted."""

    side: str
    painted: int
    wysiwyg: int
    races: int
    unpainted: int
    result: Fraction | None


class AgesCounted(Event, tag="ages-counted"):
    """TIE-1, still level: the sum of a side's players' ages."""

    side: str
    ages: tuple[int, ...]

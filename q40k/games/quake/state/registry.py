"""The registry of Quake 40K: its events, folds, commands and rules; what every command shares."""

import re
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import asdict

from q40k.games.quake.state.match import Match
from q40k.kernel import events
from q40k.kernel.commands import CleanedBy, InvalidValue
from q40k.kernel.registry import Registry
from q40k.packs.base import FINITE
from q40k.tabletop.rules import Command as TableCommand

# No exponents: "1e999999999" would keep the computer busy for ever.
_PLAIN_POINTS = r"(?a)[+-]?\d{1,9}(\.\d{1,9}|/[1-9]\d{0,8})?"


def parse_points(value: Any) -> Fraction:
    """Return points from a number or a text such as "20/3". Raises InvalidValue."""
    is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    if not is_number and not (isinstance(value, str) and re.fullmatch(_PLAIN_POINTS, value)):
        raise InvalidValue("no-points", "points such as 15, -7.5 or 20/3")
    facts = {"least": -MOST_POINTS, "most": MOST_POINTS, "got": str(value)}
    if is_number and not abs(value) <= MOST_POINTS:  # no number at all is not less either
        raise InvalidValue("out-of-range", "too many points", facts)
    points = Fraction(str(value))
    if abs(points) > MOST_POINTS:
        raise InvalidValue("out-of-range", "too many points", facts)
    return points


MOST_POINTS = 1_000_000


Points = Annotated[Fraction, CleanedBy(parse_points, before=True)]


Number = Annotated[int, Meta(ge=1, le=5)]


Inches = Annotated[float, Meta(ge=0, le=500), FINITE]


Coordinate = Annotated[float, Meta(ge=-10000, le=10000), FINITE]


Place = tuple[Coordinate, Coordinate]


Waypoints = Annotated[tuple[Place, ...], Meta(max_length=100)]
"""The places a move passes on its path, in cm."""


Level = Annotated[float, Meta(ge=0, le=500), FINITE]
"""How high above the table, in inches."""


Angle = Annotated[float, Meta(ge=-360, le=360), FINITE]
"""Where an oval base points, in degrees: 0 to the right, 90 up the table."""


Stand = Literal["in", "beside"]


Landing = Stand | Place
Stage = Literal["always", "open", "started"]
"""How a champion comes back: in or beside its portal, or at a place in its base, in cm."""


SaveKind = Literal["armour", "cover", "invulnerable"]


# -- the registry -------------------------------------------------------------------------


REGISTRY: "Registry[Match, Command]" = Registry()


fold = REGISTRY.fold


rule = REGISTRY.rule


class Event(events.Event):
    """A fact of a match of Quake 40K."""

    register = REGISTRY.event

    def own_fields(self) -> dict[str, Any]:
        """Return its fields by name, without the version of its kind."""
        fields = asdict(self)
        del fields["v"]
        return fields


class Command(TableCommand):
    """What somebody asks for in a match of Quake 40K.

    `stage` is when it can be given: in a match that has started, in one that is laid out ("open",
    both only up to its end), or always.
    """

    register = REGISTRY.command
    stage: ClassVar[Stage] = "started"

    def landing(self, state: Match, player: str) -> Landing:
        """Return how a champion comes back that dies of this command.

        Rule: RESPAWN-1
        """
        return "beside"

    def keeps_moving(self, state: Match) -> bool:
        """Return whether the movement goes on after this command, so that the dead wait for its end.

        Rule: PORTAL-7
        """
        return False


def land_mover(self: Any, state: Match, player: str) -> Landing:
    """Bring the mover of a command back as it was asked to: in its portal, or beside it."""
    stand: Stand = self.stand if state.is_called(player, self.player) else "beside"
    return stand


def land_inside(self: Any, state: Match, player: str) -> Landing:
    """Bring those back in their portal whom the command names; all others come back beside it."""
    return "in" if any(state.is_called(player, name) for name in self.inside) else "beside"

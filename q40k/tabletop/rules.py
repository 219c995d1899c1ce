"""What every game at a table has: commands that overrule, who rolls, the clock's reading."""

from types import ModuleType
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, structs

from q40k.kernel.commands import Command as Base
from q40k.kernel.commands import Name, Reason
from q40k.kernel.events import Event, Refusal, Rule
from q40k.kernel.registry import RegisteredRules, Registry
from q40k.kernel.state import Part
from q40k.packs.base import FINITE

P = TypeVar("P", bound=Part)
C = TypeVar("C", bound=Base)

Roller = Literal["hand", "app"]
"""Who rolls dice by default: people, or the program."""
Level = Literal["straight", "sound", "sharp"]
"""How well a bot plays, the weakest first."""


class BotSeat(Part, frozen=True):
    """The bot that plays a seat; without a `personality` it has none of its own."""

    level: Level = "sound"
    personality: str | None = None


class Command(Base, frozen=True):
    """The fields that every command may carry. Raises ValueError."""

    override: Reason | None = None
    clock: Annotated[float, Meta(ge=0, le=10_000_000), FINITE] | None = None


class Dice(Command, tag="dice"):
    """Say who rolls a player's dice by default, or everyone's."""

    by: Roller
    player: Name | None = None


class Overridden(Event, tag="overridden"):
    """The table overruled a refusal, with a reason that is kept."""

    rule: str
    code: str
    reason: Reason


class NothingChanged(Event, tag="nothing-changed"):
    """A command needed no change: `why` is the code of the reason, `who` is the piece it named."""

    why: str
    who: str = ""


class ClockRead(Event, tag="clock-read"):
    """The clock's reading when a command was given: `gone` is the seconds of play so far."""

    gone: float


def read_clock(gone: float, reading: float | None) -> Rule[None]:
    """Record the clock's reading with a command, if it is later than what is `gone`."""
    if reading is not None and reading > gone:
        yield ClockRead(gone=reading)


class TableRules(RegisteredRules[P, C]):
    """The rules of a game at a table; the `setup` of its state holds the roller and the seed."""

    registry: Registry[P, C]
    state: type[P]
    package: ModuleType
    """All its modules are loaded, except those whose own name is in `without`."""
    without: tuple[str, ...] = ()
    overridden: type[Event] = Overridden
    """The event of an overruled refusal."""

    def __init__(self) -> None:
        super().__init__(self.registry, self.state, self.package.__name__, self.without)

    def override_event(self, refusal: Refusal, command: C) -> Event | None:
        """Return the record of an overruled refusal, or None without a reason."""
        if command.override is None or not refusal.overridable:
            return None
        facts = {**structs.asdict(refusal), "reason": command.override}
        fields = self.overridden.__struct_fields__
        return self.overridden(**{name: facts[name] for name in fields if name in facts})

    def roller(self, state: Any, who: str | None) -> str:
        """Return who rolls by default: the same for the whole table."""
        return str(state.setup.roller)

    def seed(self, state: Any) -> str:
        """Return the seed of the match's own dice."""
        return str(state.setup.seed)

"""The librarian's powers, and his psi points."""

from typing import Literal

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Command, Event, Place
from q40k.kernel.commands import Name

PowerName = Literal["prescience", "force-barrier", "psychic-storm"]


COSTS: dict[PowerName, int] = {"prescience": 1, "force-barrier": 2, "psychic-storm": 3}


RANGES: dict[PowerName, int] = {"force-barrier": 12, "psychic-storm": 6}


SINGLE_NEEDS, SECTION_NEEDS = 2, 4
"""The die a storm needs against one target, and against each piece of a section (SH-LIB-9)."""


class Power(Command, tag="power"):
    """Use a power: a barrier `at` a square, a storm on a `target` or a `section`.

    Where no places are kept, `pieces` are the aliens of the section.
    """

    who: Name
    power: PowerName
    target: Name | None = None
    section: Name | None = None
    at: Place | None = None
    pieces: tuple[Name, ...] = ()


class PowerUsed(Event, tag="power-used"):
    """The librarian has used a power."""

    who: str
    power: PowerName
    psi: int

    def fold(self, state: Match) -> Match:
        points = state.marines[self.who].arms.psi or 0
        return state.with_marine(self.who, psi=max(0, points - self.psi)).replace(power_used=True)


class BarrierRaised(Event, tag="barrier-raised"):
    """A force barrier lasts until the end phase; `at` is its square if known."""

    who: str
    at: str | None = None

    def fold(self, state: Match) -> Match:
        return state.replace(barrier=self.at)


class StormRolled(Event, tag="storm-rolled"):
    """The dice of a psychic storm."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]
    needs: int

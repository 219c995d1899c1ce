"""What to print: whose formations, for how many turns, on which paper."""

from msgspec import Struct

from q40k.games.epic.packs.kinds import KINDS
from q40k.games.epic.packs.profiles import Troop
from q40k.games.epic.state.match import Match, Switches
from q40k.games.epic.table.packs import force_of
from q40k.games.epic.words.opening import changed_switches
from q40k.packs.codes import write_code
from q40k.prints.offer import Order
from q40k.prints.offer import Wish as BaseWish

TURNS = 6
"""The number of turns if nothing else is said."""
MOST_TURNS = 12


class Fielded(Struct, frozen=True):
    """A fielded formation: its id and its figures."""

    id: str
    troops: tuple[Troop, ...]

    @property
    def figures(self) -> int:
        """How many figures it has."""
        return sum(troop.n for troop in self.troops)


class Side(Struct, frozen=True):
    """A side: its name, its army with both values (0: to be written in), its formations, its code if it has one."""

    name: str = ""
    army: str = ""
    strategic: int = 0
    morale: int = 0
    formations: tuple[Fielded, ...] = ()
    code: str = ""


class Wish(BaseWish, frozen=True):
    """What to print, and on what."""

    sides: tuple[Side, ...] = (Side(), Side())
    turns: int = TURNS
    switches: Switches = Switches()
    agreed: tuple[str, ...] = ()


def sides_of(state: Match) -> tuple[Side, ...]:
    """Return both sides of a match, as they were fielded."""
    return tuple(
        Side(
            side.name,
            side.army,
            side.strategic,
            side.morale,
            tuple(Fielded(f.id, f.troops) for f in state.of_side(side.id)),
            _force_code(state, side.id),
        )
        for side in state.sides.values()
    )


def _force_code(state: Match, id: str) -> str:
    """Return the code of a side's force, or "" if it has none."""
    force = force_of(state, id)
    return write_code(KINDS.game, force) if force else ""


def wish_of(order: Order) -> Wish:
    """Return what to print for the table of a match; unknown sides are left blank."""
    state: Match = order.state
    switches = state.switches
    opened = state.setup.scenario is not None
    return Wish(
        order.locale,
        order.paper,
        order.measured,
        order.ink,
        order.board,
        sides_of(state) or (Side(), Side()),
        min(switches.turn_limit or TURNS, MOST_TURNS),
        switches,
        changed_switches(order.locale, state.scenario, switches) if opened else (),
    )

"""The layout of a match: edition, mission, options, seats."""

from collections import Counter
from typing import Any, ClassVar, Literal

from msgspec import field

from q40k.games.space_hulk.board import board_of
from q40k.games.space_hulk.packs.boards import Facing, Layout
from q40k.games.space_hulk.packs.missions import SQUADS, EditionId, Mission, Unit
from q40k.games.space_hulk.packs.missions import Start as Stand
from q40k.games.space_hulk.state.match import MARINE_AP, Acts, Arms, Marine, Match, MissionObject, Position, Setup
from q40k.games.space_hulk.state.registry import REGISTRY, Command, Event, Place, fold
from q40k.games.space_hulk.state.units import GUNS, PSI, UNITS
from q40k.kernel.commands import Name, Text
from q40k.tabletop.rules import Overridden, Roller


class New(Command, tag="new"):
    """Lay out a match. `mission_data` and `board_data` are the contents of the packs for its
    mission.

    The edition may also be a number.
    """

    mission: str = "open-table"
    edition: EditionId | Literal[4, 1] = "4"
    seed: int | str | None = None
    name: Text = ""
    marines: Name = "Space Marines"
    stealers: Name = "Genestealers"
    options: dict[str, Any] = field(default_factory=dict)
    dice: Literal["hand", "app"] = "hand"
    mission_data: Mission | None = None
    board_data: Layout | None = None


class Dice(Command, tag="dice"):
    """Set who rolls the dice by default."""

    by: Literal["hand", "app"]


class Opened(Event, tag="opened"):
    """A match was laid out; it keeps its own copy of the mission and the board."""

    setup: Setup

    def fold(self, state: Match) -> Match:
        layout, mission = self.setup.layout, self.setup.mission
        doors: dict[str, str] = {}
        if layout is not None and self.setup.options.positions:
            ground = board_of(layout)
            doors = {ground.name(cell): "closed" for cell in ground.doors}
        objects = () if mission is None else mission.objects
        keeps_places = self.setup.options.positions
        return state.replace(
            setup=self.setup,
            doors=doors,
            things={
                item.id: MissionObject(item.id, item.kind, at=item.square if keeps_places else None) for item in objects
            },
        )


class RollerSet(Event, tag="roller-set"):
    """Another roller is the default now."""

    roller: Roller

    def fold(self, state: Match) -> Match:
        return state.replace(roller=self.roller)


REGISTRY.event(Overridden)


class Doubted(Event, tag="doubted"):
    """An action was allowed in haste; the table must settle it after the bell."""

    rule: str
    code: str
    who: str = ""
    facts: dict[str, str | int] = field(default_factory=dict)

    def fold(self, state: Match) -> Match:
        return state.replace(doubts=(*state.doubts, (self.code, self.who)))


class SettleDoubts(Command, tag="settle"):
    """Settle everything that was allowed in haste."""


class DoubtsSettled(Event, tag="doubts-settled"):
    """The table has settled all doubts."""

    many: int

    def fold(self, state: Match) -> Match:
        return state.replace(doubts=())


# -- who leads the marines -----------------------------------------------------------------


Led = Literal["nobody", "marines"]


class Lead(Command, tag="bot"):
    """Set whom the bot leads from now on."""

    leads: Led


class LeadSet(Event, tag="bot-leads"):
    """The bot leads another side, or nobody, from now on."""

    leads: Led

    def fold(self, state: Match) -> Match:
        return state.replace(options=state.options.replace(bot=self.leads))


# -- the marines ---------------------------------------------------------------------------


class JoinMarine(Command, tag="marine"):
    """A marine joins; `at` and `facing` where places are kept."""

    name: Name
    unit: Unit
    at: Place | None = None
    facing: Facing | None = None


class StartMatch(Command, tag="start"):
    """Begin the first turn. If nobody has joined, the mission's squads do."""

    draws_in_secret: ClassVar[bool] = True


class MarineJoined(Event, tag="marine-joined"):
    """A marine joins the board."""

    name: str
    unit: Unit
    at: str | None = None
    facing: Facing | None = None


@fold(MarineJoined)
def _joined(state: Match, event: MarineJoined) -> Match:
    kind = UNITS[event.unit]
    marine = Marine(
        event.name,
        event.unit,
        position=Position(event.at, event.facing),
        acts=Acts(ap=MARINE_AP),
        arms=Arms(ammo=GUNS[kind.gun].shots if kind.gun else None, psi=PSI if kind.librarian else None),
    )
    return state.replace(marines={**state.marines, event.name: marine})


def with_mission_marines(state: Match) -> Match:
    """Return the state with the mission's marines if nobody has joined: as the match may begin.

    Rule: SH-SETUP-1
    """
    if state.marines:
        return state
    for name, unit, stand in mission_marines(state):
        at, facing = (stand.at, stand.facing) if stand is not None and state.options.positions else (None, None)
        state = _joined(state, MarineJoined(name=name, unit=unit, at=at, facing=facing))
    return state


def mission_marines(state: Match) -> list[tuple[str, Unit, Stand | None]]:
    """Return the marines of a mission, with their names and places.

    Rule: SH-SETUP-1, SH1-MISSION-2
    """
    mission = state.mission
    squads = mission.squads_1st if state.edition.id == "1" else mission.squads
    units = [unit for squad in squads for unit in SQUADS[squad]]
    units += [unit for unit in mission.units if state.edition.id in UNITS[unit].editions]
    repeated = {short for short, n in Counter(UNITS[unit].short for unit in units).items() if n > 1}
    numbers: Counter[str] = Counter()
    marines: list[tuple[str, Unit, Stand | None]] = []
    for place, unit in enumerate(units):
        short = UNITS[unit].short
        numbers[short] += 1
        name = f"{short}{numbers[short]}" if short in repeated else short
        marines.append((name, unit, mission.start[place] if place < len(mission.start) else None))
    return marines

"""Lay out a match: edition, mission, options; who leads the marines; marines take their places."""

from collections import Counter
from typing import Any, ClassVar, Literal

from msgspec import field, structs

from q40k.games.space_hulk.board import board_of
from q40k.games.space_hulk.packs.boards import Facing, Layout
from q40k.games.space_hulk.packs.missions import SQUADS, EditionId, Mission, Unit
from q40k.games.space_hulk.packs.missions import Start as Stand
from q40k.games.space_hulk.rules.places import pieces_by_square
from q40k.games.space_hulk.rules.questions import find_cell, forbid, must_be_in_phase, must_be_open
from q40k.games.space_hulk.rules.registry import REGISTRY, Command, Event, Place, fold, rule
from q40k.games.space_hulk.rules.solo.arrivals import place_starting_blips
from q40k.games.space_hulk.rules.state import (
    MARINE_AP,
    Acts,
    Arms,
    Marine,
    Match,
    MissionObject,
    Options,
    Position,
    Setup,
)
from q40k.games.space_hulk.rules.turn import open_turn
from q40k.games.space_hulk.rules.units import GUNS, PSI, UNITS
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact, nearest
from q40k.tabletop.rules import Overridden, Roller

LEAST_TIMER, MOST_TIMER = 30, 600


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


class RollerSet(Event, tag="roller-set"):
    """Another roller is the default now."""

    roller: Roller


REGISTRY.event(Overridden)


class Doubted(Event, tag="doubted"):
    """An action was allowed in haste; the table must settle it after the bell."""

    rule: str
    code: str
    who: str = ""
    facts: dict[str, str | int] = field(default_factory=dict)


class SettleDoubts(Command, tag="settle"):
    """Settle everything that was allowed in haste."""


class DoubtsSettled(Event, tag="doubts-settled"):
    """The table has settled all doubts."""

    many: int


@fold(Opened)
def _opened(state: Match, event: Opened) -> Match:
    layout, mission = event.setup.layout, event.setup.mission
    doors: dict[str, str] = {}
    if layout is not None and event.setup.options.positions:
        ground = board_of(layout)
        doors = {ground.name(cell): "closed" for cell in ground.doors}
    objects = () if mission is None else mission.objects
    keeps_places = event.setup.options.positions
    return state.replace(
        setup=event.setup,
        doors=doors,
        things={
            item.id: MissionObject(item.id, item.kind, at=item.square if keeps_places else None) for item in objects
        },
    )


@fold(RollerSet)
def _roller_set(state: Match, event: RollerSet) -> Match:
    return state.replace(roller=event.roller)


@fold(Doubted)
def _doubted(state: Match, event: Doubted) -> Match:
    return state.replace(doubts=(*state.doubts, (event.code, event.who)))


@fold(DoubtsSettled)
def _settled(state: Match, _event: DoubtsSettled) -> Match:
    return state.replace(doubts=())


@rule(New)
def new(live: Live[Match], command: New) -> Rule[None]:
    """Lay out a match. Every door begins closed.

    Rule: SH-SETUP-1, SH-SETUP-2, SH-SETUP-3, SH1-SETUP-3, SH-MISSION-2, SH1-MISSION-2
    """
    if live.state.setup.mission is not None:
        raise forbid("SH-SETUP-1", "already-open")
    mission = command.mission_data
    if mission is None:
        raise forbid("SH-MISSION-2", "no-packs")
    edition: EditionId = "1" if str(command.edition) == "1" else "4"
    if edition not in mission.editions:
        raise forbid("SH1-MISSION-2", "mission-not-of-edition", mission=mission.id, edition=edition)
    yield Opened(
        setup=Setup(
            name=command.name,
            mission=mission.by_edition(edition),
            layout=command.board_data,
            edition_id=edition,
            seed=str(command.seed if command.seed is not None else ""),
            roller=command.dice,
            options=read_options(command.options, board=command.board_data is not None),
            names=(command.marines, command.stealers),
        )
    )


@rule(Dice)
def dice(live: Live[Match], command: Dice) -> Rule[None]:
    """Set who rolls the dice by default."""
    must_be_open(live.state)
    yield RollerSet(roller=command.by)


@rule(SettleDoubts)
def settle_doubts(live: Live[Match], _command: SettleDoubts) -> Rule[None]:
    """Remove the marks of haste.

    Rule: SH-TIMER-5
    """
    must_be_open(live.state)
    if not live.state.doubts:
        raise forbid("SH-TIMER-5", "no-doubts")
    yield DoubtsSettled(many=len(live.state.doubts))


CHOICES: dict[str, tuple[object, ...]] = {
    "novice": (True, False),
    "positions": (True, False),
    "cp": ("table", "app"),
    "blips": ("table", "app"),
    "shield_only_in_defence": (True, False),
    "unjam_keeps_guard": (True, False),
    "assault_from_entry": (True, False),
    "solo": (True, False),
    "solo_dice": ("app", "table"),
    "solo_six": ("lot", "player"),
    "solo_no_forced_wait": (True, False),
    "bot": ("nobody", "marines"),
    "enemy": ("book", "hard"),
}
"""The values that each option but `timer` may have."""


def read_options(choices: dict[str, Any], *, board: bool) -> Options:
    """Return the options as the table sets them, with the digest's rulings as defaults. Raises
    Refused.

    Rule: SH-TIMER-1
    """
    options: dict[str, Any] = {}
    for name, value in choices.items():
        key = name.replace("-", "_")
        if key == "timer":
            options[key] = _read_timer(value)
        elif key not in CHOICES:
            near = nearest(key, (*CHOICES, "timer"))
            raise forbid("SH-SETUP-1", "unknown-option", name=name, nearest=near)
        elif not any(value == choice and type(value) is type(choice) for choice in CHOICES[key]):
            known_values = tuple(str(choice).lower() for choice in CHOICES[key])
            raise forbid("SH-SETUP-1", "bad-option", name=name, got=str(value), known=known_values)
        else:
            options[key] = value
    if options.get("bot") == "marines" and not board:
        raise forbid("SH-BOARD-9", "bot-needs-a-board")
    return structs.replace(Options(positions=board), **options)


def _read_timer(value: Any) -> int | None:
    """Return the length of the timer in seconds, None for off. Raises Refused.

    Rule: SH-TIMER-1
    """
    if value in (None, "off", False):
        return None
    if type(value) is int and LEAST_TIMER <= value <= MOST_TIMER:
        return value
    raise forbid("SH-TIMER-1", "bad-timer", got=str(value), least=LEAST_TIMER, most=MOST_TIMER)


# -- who leads the marines -----------------------------------------------------------------


Led = Literal["nobody", "marines"]


class Lead(Command, tag="bot"):
    """Set whom the bot leads from now on."""

    leads: Led


class LeadSet(Event, tag="bot-leads"):
    """The bot leads another side, or nobody, from now on."""

    leads: Led


@fold(LeadSet)
def _set(state: Match, event: LeadSet) -> Match:
    return state.replace(options=state.options.replace(bot=event.leads))


@rule(Lead)
def lead(live: Live[Match], command: Lead) -> Rule[None]:
    """Set whom the bot leads; it needs a board with places.

    Rule: SH-BOARD-9
    """
    must_be_open(live.state)
    if command.leads == "marines" and live.state.setup.layout is None:
        raise forbid("SH-BOARD-9", "bot-needs-a-board")
    yield LeadSet(leads=command.leads)


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


@rule(JoinMarine)
def join(live: Live[Match], command: JoinMarine) -> Rule[None]:
    """Let a marine join before the first turn.

    Rule: SH-BOX-1, SH-BOX-6, SH1-BOX-1, SH-SETUP-4, SH-LIB-1, SH-LIB-2
    """
    state = live.state
    must_be_in_phase(state, "setup")
    if command.unit not in UNITS or state.edition.id not in UNITS[command.unit].editions:
        rule_id = state.edition.without
        raise forbid(rule_id, "unit-not-in-edition", unit=command.unit, edition=state.edition.id)
    if find_exact(command.name, {**state.marines, **state.blips, **state.stealers}):
        raise forbid("SH-BOARD-1", "name-taken", name=command.name)
    yield _join_event(state, command.name, command.unit, command.at, command.facing)


def _join_event(state: Match, name: str, unit: Unit, at: str | None, facing: Facing | None) -> MarineJoined:
    """Return the event of a marine who joins on a free square. Raises Refused.

    Rule: SH-BOARD-1, SH-BOARD-2
    """
    if at is None:
        return MarineJoined(name=name, unit=unit)
    ground, there = find_cell(state, at)
    if there in pieces_by_square(state):
        raise forbid("SH-BOARD-1", "square-taken", at=ground.name(there))
    return MarineJoined(name=name, unit=unit, at=ground.name(there), facing=facing or "N")


@rule(StartMatch)
def start(live: Live[Match], _command: StartMatch) -> Rule[None]:
    """Begin the first turn; the mission's squads take their places if nobody has joined.

    Rule: SH-SETUP-5, SH-SETUP-6, SH1-SETUP-5
    """
    must_be_in_phase(live.state, "setup")
    if not live.state.marines:
        for name, unit, stand in mission_marines(live.state):
            at = None if stand is None or not live.state.options.positions else stand.at
            yield _join_event(live.state, name, unit, at, None if stand is None else stand.facing)
    if not live.state.marines:
        raise forbid("SH-SETUP-1", "no-marines")
    yield from place_starting_blips(live)
    yield from open_turn(live)


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

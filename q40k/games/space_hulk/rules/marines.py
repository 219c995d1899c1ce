"""Let marines take their places, and begin the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.packs.missions import SQUADS, Unit
from q40k.games.space_hulk.packs.missions import Start as Stand
from q40k.games.space_hulk.rules.command import Command, Place
from q40k.games.space_hulk.rules.places import pieces_by_square
from q40k.games.space_hulk.rules.questions import find_cell, forbid, must_be_in_phase
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.solo.arrivals import place_starting_blips
from q40k.games.space_hulk.rules.state import (
    MARINE_AP,
    Acts,
    Arms,
    Marine,
    Match,
    Position,
)
from q40k.games.space_hulk.rules.turn.phases import open_turn
from q40k.games.space_hulk.rules.units import GUNS, PSI, UNITS
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import find_exact
from q40k.packs.said import Name


@command
class JoinMarine(Command, tag="marine"):
    """A marine joins; `at` and `facing` where places are kept."""

    name: Name
    unit: Unit
    at: Place | None = None
    facing: Facing | None = None


@command
class StartMatch(Command, tag="start"):
    """Begin the first turn. If nobody has joined, the mission's squads do."""

    def sealed_copy(self, events: Sequence[Event]) -> None:
        """Return None: a record seals what the program draws at the start.

        Rule: SH-SECRET-1, SOLO-SPAWN-6
        """
        del events


@event
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
        arms=Arms(
            ammo=GUNS[kind.gun].shots if kind.gun else None, psi=PSI if kind.librarian else None
        ),
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


def _join_event(
    state: Match, name: str, unit: Unit, at: str | None, facing: Facing | None
) -> MarineJoined:
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
        has_place = stand is not None and state.options.positions
        at, facing = (stand.at, stand.facing) if stand is not None and has_place else (None, None)
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

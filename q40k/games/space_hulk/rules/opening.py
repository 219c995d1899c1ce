"""Lay out a match: edition, mission, options; who leads the marines; marines take their places."""

from typing import Any

from msgspec import structs

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.packs.missions import EditionId, Unit
from q40k.games.space_hulk.rules.solo.arrivals import place_starting_blips
from q40k.games.space_hulk.rules.turn import open_turn
from q40k.games.space_hulk.state import opening
from q40k.games.space_hulk.state.match import Match, Options, Setup
from q40k.games.space_hulk.state.questions import find_free_square, must_be_in_phase, must_be_new, must_be_open
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.units import UNITS
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import check_choice, forbid

LEAST_TIMER, MOST_TIMER = 30, 600


@rule(opening.New)
def new(live: Live[Match], command: opening.New) -> Rule[None]:
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
    yield opening.Opened(
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


@rule(opening.Dice)
def dice(live: Live[Match], command: opening.Dice) -> Rule[None]:
    """Set who rolls the dice by default."""
    must_be_open(live.state)
    yield opening.RollerSet(roller=command.by)


@rule(opening.SettleDoubts)
def settle_doubts(live: Live[Match], _command: opening.SettleDoubts) -> Rule[None]:
    """Remove the marks of haste.

    Rule: SH-TIMER-5
    """
    must_be_open(live.state)
    if not live.state.doubts:
        raise forbid("SH-TIMER-5", "no-doubts")
    yield opening.DoubtsSettled(many=len(live.state.doubts))


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
        else:
            check_choice(Options, key, value, "SH-SETUP-1", "unknown-option", "bad-option", said=name)
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


@rule(opening.Lead)
def lead(live: Live[Match], command: opening.Lead) -> Rule[None]:
    """Set whom the bot leads; it needs a board with places.

    Rule: SH-BOARD-9
    """
    must_be_open(live.state)
    if command.leads == "marines" and live.state.setup.layout is None:
        raise forbid("SH-BOARD-9", "bot-needs-a-board")
    yield opening.LeadSet(leads=command.leads)


@rule(opening.JoinMarine)
def join(live: Live[Match], command: opening.JoinMarine) -> Rule[None]:
    """Let a marine join before the first turn.

    Rule: SH-BOX-1, SH-BOX-6, SH1-BOX-1, SH-SETUP-4, SH-LIB-1, SH-LIB-2
    """
    state = live.state
    must_be_in_phase(state, "setup")
    if command.unit not in UNITS or state.edition.id not in UNITS[command.unit].editions:
        rule_id = state.edition.without
        raise forbid(rule_id, "unit-not-in-edition", unit=command.unit, edition=state.edition.id)
    must_be_new(state, command.name)
    yield _join_event(state, command.name, command.unit, command.at, command.facing)


def _join_event(state: Match, name: str, unit: Unit, at: str | None, facing: Facing | None) -> opening.MarineJoined:
    """Return the event of a marine who joins on a free square. Raises Refused.

    Rule: SH-BOARD-1, SH-BOARD-2
    """
    if at is None:
        return opening.MarineJoined(name=name, unit=unit)
    return opening.MarineJoined(name=name, unit=unit, at=find_free_square(state, at), facing=facing or "N")


@rule(opening.StartMatch)
def start(live: Live[Match], _command: opening.StartMatch) -> Rule[None]:
    """Begin the first turn; the mission's squads take their places if nobody has joined.

    Rule: SH-SETUP-5, SH-SETUP-6, SH1-SETUP-5
    """
    must_be_in_phase(live.state, "setup")
    if not live.state.marines:
        for name, unit, stand in opening.mission_marines(live.state):
            at = None if stand is None or not live.state.options.positions else stand.at
            yield _join_event(live.state, name, unit, at, None if stand is None else stand.facing)
    if not live.state.marines:
        raise forbid("SH-SETUP-1", "no-marines")
    yield from place_starting_blips(live)
    yield from open_turn(live)

"""Lay out a match: its edition, its mission, and how the table plays what the books leave open."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field, structs

from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.questions import forbid, must_be_open
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Match, MissionObject, Options, Roller, Setup
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import nearest
from q40k.packs.said import Name, Reason, Text

LEAST_TIMER, MOST_TIMER = 30, 600


@command
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


@command
class Dice(Command, tag="dice"):
    """Set who rolls the dice by default."""

    by: Literal["hand", "app"]


@event
class Opened(Event, tag="opened"):
    """A match was laid out; it keeps its own copy of the mission and the board."""

    setup: Setup


@event
class RollerSet(Event, tag="roller-set"):
    """Another roller is the default now."""

    roller: Roller


@event
class Overridden(Event, tag="overridden"):
    """The table passed a refusal; its reason is kept."""

    rule: str
    code: str
    reason: Reason


@event
class Doubted(Event, tag="doubted"):
    """An action was allowed in haste; the table must settle it after the bell."""

    rule: str
    code: str
    who: str = ""
    facts: dict[str, str | int] = field(default_factory=dict)


@command
class SettleDoubts(Command, tag="settle"):
    """Settle everything that was allowed in haste."""


@event
class DoubtsSettled(Event, tag="doubts-settled"):
    """The table has settled all doubts."""

    many: int


@fold(Opened)
def _opened(state: Match, event: Opened) -> Match:
    layout, mission = event.setup.layout, event.setup.mission
    doors: dict[str, str] = {}
    if layout is not None and event.setup.options.positions:
        from q40k.games.space_hulk.board.board import board_of

        ground = board_of(layout)
        doors = {ground.name(cell): "closed" for cell in ground.doors}
    objects = () if mission is None else mission.objects
    keeps_places = event.setup.options.positions
    return state.replace(
        setup=event.setup,
        doors=doors,
        things={
            item.id: MissionObject(item.id, item.kind, at=item.square if keeps_places else None)
            for item in objects
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
            mission=mission,
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

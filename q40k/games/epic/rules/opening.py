"""The start of a match: its scenario, and the nine switches for how the table plays."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_type_hints

from msgspec import field

from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.questions import find_side, forbid
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Match, Roller, Switches
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import nearest
from q40k.packs.said import Name, Reason, Text

MOST_TURNS = 99


@command
class New(Command, tag="new"):
    """Lay out a match; `options` are the switches, `scenario_data` the scenario from the packs."""

    scenario: str = "escarmouche"
    seed: int | str | None = None
    name: Text = ""
    options: dict[str, Any] = field(default_factory=dict)
    dice: Literal["hand", "app"] = "hand"
    scenario_data: Scenario | None = None


@command
class Dice(Command, tag="dice"):
    """Say who rolls a side's dice by default, or everyone's."""

    by: Literal["hand", "app"]
    player: Name | None = None


@event
class Opened(Event, tag="opened"):
    """A match was laid out; it keeps its scenario unchanged."""

    scenario: Scenario
    seed: str
    name: str
    roller: Roller
    switches: Switches


@event
class RollerSet(Event, tag="roller-set"):
    """Who rolls a side's dice, or the table's, by default."""

    side: str | None
    roller: Roller


@event
class Overridden(Event, tag="overridden"):
    """The table overruled a refusal, with a reason that is kept."""

    rule: str
    code: str
    reason: Reason


@fold(Opened)
def _opened(state: Match, event: Opened) -> Match:
    return state.replace(
        scenario=event.scenario,
        seed=event.seed,
        name=event.name,
        roller=event.roller,
        switches=event.switches,
        method=event.switches.deployment,
    )


@fold(RollerSet)
def _roller_set(state: Match, event: RollerSet) -> Match:
    if event.side is not None:
        return state.with_side(event.side, roller=event.roller)
    sides = {id: side.replace(roller=None) for id, side in state.sides.items()}
    setup = state.setup.replace(roller=event.roller)
    return state.replace(setup=setup, sides=sides)


@rule(New)
def new(live: Live[Match], command: New) -> Rule[None]:
    """Lay out a match with its scenario and switches.

    Rule: EE-WIN-3
    """
    if live.state.setup.scenario is not None:
        raise forbid("EE-WIN-3", "already-open")
    scenario = command.scenario_data
    if scenario is None:
        raise forbid("EE-WIN-3", "no-packs")
    yield Opened(
        scenario=scenario,
        seed=str(command.seed if command.seed is not None else ""),
        name=command.name,
        roller=command.dice,
        switches=make_switches(scenario, command.options),
    )


@rule(Dice)
def dice(live: Live[Match], command: Dice) -> Rule[None]:
    """Say who rolls a side's dice by default, or everyone's."""
    side = find_side(live.state, command.player).id if command.player else None
    yield RollerSet(side=side, roller=command.by)


def switch_values() -> dict[str, tuple[object, ...]]:
    """Return the values of each switch that has a few of them, the default first."""
    hints = get_type_hints(Switches)
    words = {name: get_args(hint) for name, hint in hints.items() if name != "turn_limit"}
    return {name: values or (True, False) for name, values in words.items()}


def make_switches(scenario: Scenario, options: dict[str, Any]) -> Switches:
    """Return the switches as the table sets them; the scenario sets the others.

    Rule: EE-WIN-3, EE-DEPLOY-2
    """
    defaults = Switches(
        deployment=scenario.deployment or "alternate", turn_limit=scenario.turn_limit
    )
    values = switch_values()
    for name, value in options.items():
        if name == "turn_limit":
            if value is not None and not (type(value) is int and 1 <= value <= MOST_TURNS):
                raise forbid("EE-WIN-2", "bad-turn-limit", got=str(value), most=MOST_TURNS)
        elif name not in values:
            near = nearest(name, (*values, "turn_limit"))
            raise forbid("EE-WIN-3", "unknown-switch", name=name, nearest=near)
        elif not any(value == allowed and type(value) is type(allowed) for allowed in values[name]):
            words = tuple(str(allowed).lower() for allowed in values[name])
            raise forbid("EE-WIN-3", "bad-switch", name=name, got=str(value), known=words)
    return defaults.replace(**options)

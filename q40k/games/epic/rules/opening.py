"""The start of a match: its scenario and switches, the two sides, their armies and formations."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args, get_type_hints

from msgspec import Meta, field

from q40k.games.epic.packs import armies, profiles, scenarios
from q40k.games.epic.rules.questions import find_side, forbid, must_be_open
from q40k.games.epic.rules.registry import REGISTRY, Command, Event, FormationId, fold, rule
from q40k.games.epic.rules.state import SIDES, Figure, Formation, Life, Match, Side, Switches
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact, nearest
from q40k.packs.base import Pack
from q40k.tabletop.rules import Dice as TableDice
from q40k.tabletop.rules import NothingChanged, Overridden, Roller

MOST_TURNS = 99


class New(Command, tag="new"):
    """Lay out a match; `options` are the switches, `scenario_data` the scenario from the packs."""

    scenario: str = "escarmouche"
    seed: int | str | None = None
    name: Text = ""
    options: dict[str, Any] = field(default_factory=dict)
    dice: Literal["hand", "app"] = "hand"
    scenario_data: scenarios.Scenario | None = None


class Dice(TableDice, tag="dice"):
    """Say who rolls a side's dice by default, or everyone's."""

    register = REGISTRY.command


class Opened(Event, tag="opened"):
    """A match was laid out; it keeps its scenario unchanged."""

    scenario: scenarios.Scenario
    seed: str
    name: str
    roller: Roller
    switches: Switches


class RollerSet(Event, tag="roller-set"):
    """Who rolls a side's dice, or the table's, by default."""

    side: str | None
    roller: Roller


REGISTRY.event(Overridden)
REGISTRY.event(NothingChanged)


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


def make_switches(scenario: scenarios.Scenario, options: dict[str, Any]) -> Switches:
    """Return the switches as the table sets them; the scenario sets the others.

    Rule: EE-WIN-3, EE-DEPLOY-2
    """
    defaults = Switches(deployment=scenario.deployment or "alternate", turn_limit=scenario.turn_limit)
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


# -- sides and armies ----------------------------------------------------------------------


Strategic = Annotated[int, Meta(ge=1, le=99)]
Morale = Annotated[int, Meta(ge=1, le=6)]


class Group(Pack, frozen=True, kw_only=True):
    """A number of figures of one profile, by its id or written out."""

    profile: str | profiles.InlineProfile
    n: Annotated[int, Meta(ge=1, le=armies.MOST_FIGURES)] = 1


class Army(Command, tag="army"):
    """A side with its army; `list` names an army list that proposes what is missing.

    `people` share the side, where there are several (EE-WORD-3).
    """

    player: Name
    name: Text = ""
    strategic: Strategic | None = None
    morale: Morale | None = None
    list: str | None = None
    people: tuple[Name, ...] = ()


class Muster(Command, tag="formation"):
    """A formation of a side; `troops` are its figures as the packs hold them."""

    player: Name
    id: FormationId
    figures: tuple[Group, ...]
    troops: tuple[profiles.Troop, ...] | None = None


class Fielded(Pack, frozen=True, kw_only=True):
    """A formation of a force: its figures, and `troops` as the packs hold them."""

    figures: tuple[Group, ...]
    troops: tuple[profiles.Troop, ...] | None = None


class FieldForce(Command, tag="force"):
    """A side fields a whole force of `points` of an army list, chosen by the match's seed.

    `formations` is the choice. Their ids are a letter of the side and a number.
    """

    player: Name
    list: str
    points: Annotated[int, Meta(ge=1, le=100_000)] = 300
    formations: tuple[Fielded, ...] | None = None


class SideJoined(Event, tag="side-joined"):
    """A side has its army, with its two values."""

    side: str
    name: str
    army: str
    strategic: int
    morale: int
    people: tuple[str, ...] = ()


class Mustered(Event, tag="mustered"):
    """A formation belongs to a side."""

    formation: str
    side: str
    troops: tuple[profiles.Troop, ...]


@fold(SideJoined)
def _side_joined(state: Match, event: SideJoined) -> Match:
    side = Side(event.side, event.name, event.army, event.strategic, event.morale, event.people)
    return state.replace(sides={**state.sides, event.side: side})


@fold(Mustered)
def _mustered(state: Match, event: Mustered) -> Match:
    places = [place for place, troop in enumerate(event.troops) for _ in range(troop.n)]
    figures = {
        f"{event.formation}/{number}": Figure(
            f"{event.formation}/{number}", event.formation, place, Life(hits=event.troops[place].profile.hits)
        )
        for number, place in enumerate(places, 1)
    }
    formation = Formation(event.formation, event.side, event.troops, tuple(figures))
    return state.replace(
        formations={**state.formations, event.formation: formation}, figures={**state.figures, **figures}
    )


@rule(Army)
def army(live: Live[Match], command: Army) -> Rule[None]:
    """Let a side join with its army; there are two sides, and several people may share one.

    Rule: EE-ARMY-1, EE-WORD-3
    """
    state = live.state
    _must_be_in_setup(state)
    if command.player.casefold() in (side.name.casefold() for side in state.sides.values()):
        raise forbid("EE-WORD-3", "name-taken", name=command.player)
    if len(state.sides) == SIDES:
        raise forbid("EE-WORD-3", "two-sides", name=command.player)
    if command.strategic is None or command.morale is None:
        raise forbid("EE-ARMY-1", "values-needed", name=command.player)
    yield SideJoined(
        side=f"p{len(state.sides) + 1}",
        name=command.player,
        army=command.name,
        strategic=command.strategic,
        morale=command.morale,
        people=command.people,
    )


@rule(Muster)
def muster(live: Live[Match], command: Muster) -> Rule[None]:
    """Add a formation of 1 to 30 figures, infantry or vehicles; points and sizes are free.

    Rule: EE-WORD-1, EE-ARMY-2, EE-ARMY-5
    """
    state = live.state
    _must_be_in_setup(state)
    side = find_side(state, command.player)
    if find_exact(command.id, state.formations):
        raise forbid("EE-WORD-1", "formation-taken", said=command.id)
    if command.troops is None:
        raise forbid("EE-ARMY-2", "no-profiles")
    many = sum(troop.n for troop in command.troops)
    if not 1 <= many <= armies.MOST_FIGURES:
        raise forbid("EE-ARMY-5", "formation-size", got=many, most=armies.MOST_FIGURES)
    yield Mustered(formation=command.id, side=side.id, troops=command.troops)


@rule(FieldForce)
def field_force(live: Live[Match], command: FieldForce) -> Rule[None]:
    """Add the formations that were chosen for a side; more may follow one by one.

    Rule: EE-ARMY-5, EE-WORD-1
    """
    _must_be_in_setup(live.state)
    side = find_side(live.state, command.player)
    if command.formations is None or any(formation.troops is None for formation in command.formations):
        raise forbid("EE-ARMY-2", "no-profiles")
    if not command.formations:
        yield NothingChanged(why="no-formations", who=side.id)
    for formation in command.formations:
        yield Mustered(formation=_free_id(live.state, side), side=side.id, troops=formation.troops or ())


def _free_id(state: Match, side: Side) -> str:
    """Return an unused id: a letter of the side and the next number.

    The letter is the first of the side's name, if that is a letter and differs from the other
    side's.
    """
    letters = {id: other.name[:1].upper() for id, other in state.sides.items()}
    plain = len(set(letters.values())) == len(letters) and letters[side.id].isalpha()
    letter = letters[side.id] if plain else "AB"[list(state.sides).index(side.id)]
    used = {id.casefold() for id in state.formations}
    candidates = (f"{letter}{number}" for number in range(1, len(used) + 2))
    return next(id for id in candidates if id.casefold() not in used)


def _must_be_in_setup(state: Match) -> None:
    """Refuse after the armies are complete (EE-ARMY-1)."""
    must_be_open(state)
    if state.play.phase != "setup":
        raise forbid("EE-ARMY-1", "armies-stand")


def points_of(state: Match, figures: Iterable[str]) -> int | None:
    """Return what figures cost, or None if one of them has no points.

    Rule: EE-ARMY-5
    """
    costs = [state.profile(figure).points for figure in figures]
    priced = [cost for cost in costs if cost is not None]
    return sum(priced) if len(priced) == len(costs) else None

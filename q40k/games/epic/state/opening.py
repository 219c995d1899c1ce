"""The start of a match: its scenario and switches, sides, armies and formations."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from q40k.games.epic.packs import armies, profiles, scenarios
from q40k.games.epic.state.match import Figure, Formation, Life, Match, Side, Switches
from q40k.games.epic.state.registry import REGISTRY, Command, Event, FormationId
from q40k.kernel.commands import Name, Text
from q40k.packs.base import Pack
from q40k.tabletop.asking import check_choice, forbid
from q40k.tabletop.rules import BotSeat, NothingChanged, Overridden, Roller
from q40k.tabletop.rules import Dice as TableDice

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

    def fold(self, state: Match) -> Match:
        return state.replace(
            scenario=self.scenario,
            seed=self.seed,
            name=self.name,
            roller=self.roller,
            switches=self.switches,
            method=self.switches.deployment,
        )


class RollerSet(Event, tag="roller-set"):
    """Who rolls a side's dice, or the table's, by default."""

    side: str | None
    roller: Roller

    def fold(self, state: Match) -> Match:
        if self.side is not None:
            return state.with_side(self.side, roller=self.roller)
        sides = {id: side.replace(roller=None) for id, side in state.sides.items()}
        setup = state.setup.replace(roller=self.roller)
        return state.replace(setup=setup, sides=sides)


REGISTRY.event(Overridden)


REGISTRY.event(NothingChanged)


def make_switches(scenario: scenarios.Scenario, options: dict[str, Any]) -> Switches:
    """Return the switches as the table sets them; the scenario sets the others.

    Rule: EE-WIN-3, EE-DEPLOY-2
    """
    defaults = Switches(deployment=scenario.deployment or "alternate", turn_limit=scenario.turn_limit)
    for name, value in options.items():
        if name == "turn_limit":
            if value is not None and not (type(value) is int and 1 <= value <= MOST_TURNS):
                raise forbid("EE-WIN-2", "bad-turn-limit", got=str(value), most=MOST_TURNS)
        else:
            check_choice(Switches, name, value, "EE-WIN-3", "unknown-switch", "bad-switch", said=name)
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


class HandSeatOver(Command, tag="seat"):
    """A bot plays a side from now on, or people if no `bot` is given."""

    player: Name
    bot: BotSeat | None = None


class SeatHandedOver(Event, tag="seat-handed-over"):
    """A side was handed to a bot, or to people if `bot` is None."""

    side: str
    bot: BotSeat | None = None

    def fold(self, state: Match) -> Match:
        return state.with_side(self.side, bot=self.bot)


class SideJoined(Event, tag="side-joined"):
    """A side has its army, with its two values."""

    side: str
    name: str
    army: str
    strategic: int
    morale: int
    people: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        side = Side(self.side, self.name, self.army, self.strategic, self.morale, self.people)
        return state.replace(sides={**state.sides, self.side: side})


class Mustered(Event, tag="mustered"):
    """A formation belongs to a side."""

    formation: str
    side: str
    troops: tuple[profiles.Troop, ...]

    def fold(self, state: Match) -> Match:
        places = [place for place, troop in enumerate(self.troops) for _ in range(troop.n)]
        figures = {
            f"{self.formation}/{number}": Figure(
                f"{self.formation}/{number}", self.formation, place, Life(hits=self.troops[place].profile.hits)
            )
            for number, place in enumerate(places, 1)
        }
        formation = Formation(self.formation, self.side, self.troops, tuple(figures))
        return state.replace(
            formations={**state.formations, self.formation: formation}, figures={**state.figures, **figures}
        )


def points_of(state: Match, figures: Iterable[str]) -> int | None:
    """Return what figures cost, or None if one of them has no points.

    Rule: EE-ARMY-5
    """
    costs = [state.profile(figure).points for figure in figures]
    priced = [cost for cost in costs if cost is not None]
    return sum(priced) if len(priced) == len(costs) else None

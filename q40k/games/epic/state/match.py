"""The state of a match, in parts. All lengths are centimetres, all angles degrees (0 right, 90 up).

Sides are known by ids ("p1", "p2") in the order of joining, formations by the ids the table gave
them, figures by "ID/1", "ID/2" ... No part holds a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import field

from q40k.games.epic.packs.profiles import Profile, Trait, Troop
from q40k.games.epic.packs.scenarios import Edge, Scenario
from q40k.geometry.space import Spot
from q40k.kernel.state import Part, Record, remember_newest
from q40k.tabletop.rules import BotSeat, Roller

Phase = Literal["setup", "deployment", "orders", "movement", "shooting", "assault", "rally"]


Step = Literal["", "draw", "moves", "shots", "fights"]


Order = Literal["advance", "charge", "first-fire", "retreat"]


Given = Literal["advance", "charge", "first-fire"]
"""An order that a player can give (EE-ORDER-7, EE-ORDER-8)."""


SIDES = 2


class Switches(Part, frozen=True, kw_only=True):
    """How the table plays what the page leaves open; the defaults are the digest's rulings."""

    deployment: Literal["alternate", "whole"] = "alternate"
    charge_move: Literal["two-moves", "doubled"] = "two-moves"
    vehicle_cover: Literal["to-hit", "none", "both"] = "to-hit"
    natural_one: Literal["fails", "nothing"] = "fails"
    seven_plus: Literal["always", "cover-only"] = "always"
    retreat_shoots: bool = True
    break_test: Literal["end-of-assault", "at-once"] = "end-of-assault"
    wreck: Literal["hit", "lost", "safe"] = "hit"
    turn_limit: int | None = None


class Setup(Part, frozen=True):
    """What the players agreed on when the match was laid out."""

    name: str = ""
    scenario: Scenario | None = None
    seed: str = ""
    roller: Roller = "hand"
    switches: Switches = field(default_factory=Switches)


class Play(Part, frozen=True):
    """The current part of the turn.

    `active` is the side that acts now. `second` is the side that moves after it, None once it does.
    """

    phase: Phase = "setup"
    step: Step = ""
    turn: int = 0
    active: str | None = None
    second: str | None = None


class Cup(Part, frozen=True):
    """The initiative chips still in the cup, by side, and who has the initiative."""

    chips: dict[str, int] = field(default_factory=dict)
    holder: str | None = None


class Placing(Part, frozen=True):
    """Who sets up next, and by which of the two methods (EE-DEPLOY-2)."""

    first: str | None = None
    method: Literal["alternate", "whole"] = "alternate"


class Outcome(Part, frozen=True):
    """How the match ended: the winners by id, none in a draw.

    `taken` are the objective points by side; `held` is who holds an objective by the table's word.
    """

    over: bool = False
    winners: tuple[str, ...] = ()
    taken: dict[str, int] = field(default_factory=dict)
    held: dict[str, str | None] = field(default_factory=dict)


class Side(Record, frozen=True):
    """One of the two sides; `people` share it (EE-WORD-3). `bot` plays it, if people do not."""

    id: str
    name: str
    army: str
    strategic: int
    morale: int
    people: tuple[str, ...] = ()
    edge: Edge | None = None
    roller: Roller | None = None
    ordered: bool = False
    bot: BotSeat | None = None


class Orders(Part, frozen=True):
    """`chip` is the order face down, a secret; `order` is the one turned over."""

    order: Order | None = None
    chip: Given | None = None


class Nerve(Part, frozen=True):
    """Its morale: `due` is a break test not taken yet; `failed` the turn of the last failed test.

    `tested` says that it took the close-combat test of this phase, `tried` that it tried to rally
    in this turn.
    """

    demoralised: bool = False
    due: bool = False
    failed: int | None = None
    tested: bool = False
    tried: bool = False


class Acted(Part, frozen=True):
    """What it has done in this phase; `routed`: it went into Retreat and waits for its next move."""

    moved: bool = False
    fired: bool = False
    routed: bool = False


class Formation(Record, frozen=True):
    """A squad or a single vehicle (EE-WORD-1): its figures, its order, its morale."""

    id: str
    side: str
    troops: tuple[Troop, ...]
    figures: tuple[str, ...]
    deployed: bool = False
    orders: Orders = field(default_factory=Orders)
    nerve: Nerve = field(default_factory=Nerve)
    acted: Acted = field(default_factory=Acted)

    @property
    def retreats(self) -> bool:
        """Whether a Retreat chip lies beside it."""
        return self.orders.order == "retreat"

    @property
    def officers(self) -> bool:
        """Whether it is a formation of officers only.

        Rule: EE-MORALE-4, EE-ARMY-4
        """
        return all(troop.profile.has("officer") for troop in self.troops)


class Life(Part, frozen=True):
    """Whether it lives, and how many hits it has left."""

    alive: bool = True
    hits: int = 1


class Position(Part, frozen=True):
    """Where it is, if the table keeps positions; `aboard` is the transport that carries it."""

    at: Spot | None = None
    facing: float = 90.0
    aboard: str | None = None


class Doing(Part, frozen=True):
    """What it has done in this phase.

    `spent` are the centimetres of movement it has used. `stopped`: its stop as a transport is paid
    for. `stuck`: dangerous ground holds it. `thrown`: it crawled out of a wreck. `charged`: it has
    made its assault move. `fought`: it has fought in this round.
    """

    spent: float = 0.0
    stopped: bool = False
    stuck: bool = False
    thrown: bool = False
    charged: bool = False
    fought: bool = False


class Figure(Record, frozen=True):
    """One model (EE-WORD-1); `troop` is the index of its profile in its formation's troops."""

    id: str
    formation: str
    troop: int = 0
    life: Life = field(default_factory=Life)
    position: Position = field(default_factory=Position)
    doing: Doing = field(default_factory=Doing)

    @property
    def on_table(self) -> bool:
        """Whether it lives and is on the table itself, in no transport."""
        return self.life.alive and self.position.aboard is None


class Match(Record, frozen=True):
    """One match.

    `contacts` are pairs of figures whose bases touch, the one that came first. `capacities` are the
    table's answers for transports whose profiles do not say how many they carry.
    """

    sides: dict[str, Side] = field(default_factory=dict)
    formations: dict[str, Formation] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    contacts: tuple[tuple[str, str], ...] = ()
    capacities: dict[str, int] = field(default_factory=dict)
    setup: Setup = field(default_factory=Setup)
    play: Play = field(default_factory=Play)
    cup: Cup = field(default_factory=Cup)
    placing: Placing = field(default_factory=Placing)
    outcome: Outcome = field(default_factory=Outcome)

    # -- finding ---------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played, once the match is laid out."""
        assert self.setup.scenario is not None
        return self.setup.scenario

    @property
    def switches(self) -> Switches:
        """How the table plays."""
        return self.setup.switches

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(other for other in self.sides if other != side)

    def side_of(self, figure: str) -> str:
        """The side of a figure."""
        return self.formations[self.figures[figure].formation].side

    def troop(self, figure: str) -> Troop:
        """What a figure is, with its weapons."""
        model = self.figures[figure]
        return self.formations[model.formation].troops[model.troop]

    def profile(self, figure: str) -> Profile:
        """The profile of a figure."""
        model = self.figures[figure]
        return self.formations[model.formation].troops[model.troop].profile

    def has(self, figure: str, trait: Trait) -> bool:
        """Whether a figure has a trait."""
        return trait in self.profile(figure).traits

    # -- who is there ----------------------------------------------------------------------

    def of_side(self, side: str) -> tuple[Formation, ...]:
        """The formations of a side, in the order they were mustered."""
        return tuple([formation for formation in self.formations.values() if formation.side == side])

    def alive(self, formation: str) -> tuple[str, ...]:
        """Return the living figures of a formation, also those aboard a transport.

        Rule: EE-TRANSPORT-2
        """
        figures = self.figures
        return tuple([f for f in self.formations[formation].figures if figures[f].life.alive])

    def standing(self, formation: str) -> tuple[str, ...]:
        """Return the living figures of a formation on the table itself."""
        standing = _standing(self.figures)
        if formation not in standing:
            figures = [(f, self.figures[f]) for f in self.formations[formation].figures]
            standing[formation] = tuple([f for f, model in figures if model.on_table])
        return standing[formation]

    def enemies(self, side: str) -> tuple[str, ...]:
        """Return the figures of the other side on the table itself."""
        theirs = {id for id, formation in self.formations.items() if formation.side != side}
        return tuple(
            [
                f
                for f, model in self.figures.items()
                if model.formation in theirs and model.life.alive and model.position.aboard is None
            ]
        )

    def count_lost(self, formation: str) -> int:
        """Return how many figures a formation has lost."""
        return len(self.formations[formation].figures) - len(self.alive(formation))

    def passengers(self, transport: str) -> tuple[str, ...]:
        """Return the living figures aboard a transport."""
        if not self.has(transport, "transport"):
            return ()
        figures = self.figures.items()
        return tuple([f for f, model in figures if model.position.aboard == transport and model.life.alive])

    def touching(self, figure: str) -> tuple[str, ...]:
        """Return the figures in contact with a figure, in the order of the contacts."""
        partners = []
        for first, second in self.contacts:
            if first == figure:
                partners.append(second)
            elif second == figure:
                partners.append(first)
        return tuple(dict.fromkeys(partners))

    @property
    def by_initiative(self) -> tuple[str, ...]:
        """Both sides, the one with the initiative first.

        Rule: EE-TURN-3
        """
        return tuple(sorted(self.sides, key=lambda side: side != self.cup.holder))

    # -- changing --------------------------------------------------------------------------

    def with_side(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a side."""
        return self.replace(sides={**self.sides, id: self.sides[id].replace(**changes)})

    def with_formation(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a formation."""
        changed = self.formations[id].replace(**changes)
        return self.replace(formations={**self.formations, id: changed})

    def with_figures(self, changes: dict[str, dict[str, object]]) -> Match:
        """Return the match with changes to figures, by their ids."""
        figures = dict(self.figures)
        for id, change in changes.items():
            figures[id] = figures[id].replace_all(change)
        return self.replace(figures=figures)

    def with_places(self, places: Mapping[str, Sequence[float]]) -> Match:
        """Return the match with figures elsewhere; a place is x, y and facing."""
        return self.with_figures({id: {"at": place[:2], "facing": place[2]} for id, place in places.items()})


@remember_newest
def _standing(_figures: Mapping[str, Figure]) -> dict[str, tuple[str, ...]]:
    """Return what was looked up while all figures stay as they are: rules and bots ask it again and again."""
    return {}

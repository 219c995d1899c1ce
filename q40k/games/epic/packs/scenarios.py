"""Scenarios: the table, its terrain, the deployment zones, the turns, and the objectives.

x goes to the right from the bottom left corner, y up; the edges are south (y = 0), north, west and
east. All lengths are centimetres.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from q40k.games.epic.packs.profiles import Origin
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import FINITE, Certainty, Id, Line, Names, Pack, Point

Edge = Literal["south", "north", "west", "east"]
TerrainKind = Literal["fortification", "building", "ruins", "wood", "marsh", "river", "open"]
Cm = Annotated[float, Meta(ge=0, le=1000), FINITE]
Size = Annotated[int, Meta(ge=20, le=400)]
FEWEST_CORNERS = 3


class Circle(Pack, frozen=True):
    """A round piece."""

    at: Point
    radius: Annotated[float, Meta(gt=0, le=200), FINITE]


class Terrain(Pack, frozen=True, kw_only=True):
    """A piece of terrain: a kind of EE-TERRAIN-1, and its outline or its circle."""

    id: Id
    kind: TerrainKind
    name: Names | None = None
    polygon: Annotated[tuple[Point, ...], Meta(max_length=60)] = ()
    circle: Circle | None = None

    def problems(self) -> Iterable[InvalidValue]:
        """Yield a problem unless it has one outline, of three corners or more."""
        if bool(self.polygon) == (self.circle is not None):
            yield InvalidValue("one-outline", "a polygon or a circle", {"got": bool(self.polygon)})
        elif self.polygon and len(self.polygon) < FEWEST_CORNERS:
            facts = {"got": len(self.polygon), "least": FEWEST_CORNERS}
            yield InvalidValue("few-corners", "too few corners", facts, ("polygon",))


class Objective(Pack, frozen=True, kw_only=True):
    """A place worth holding (EE-WIN-3): `counted` at the end of the last turn, or of each."""

    id: Id
    name: Names | None = None
    at: Point
    reach_cm: Cm = 5.0
    worth: Annotated[int, Meta(ge=1, le=100)] = 1
    counted: Literal["end", "turn"] = "end"


class Zone(Pack, frozen=True, kw_only=True):
    """Where the side of this edge sets up: a box, corner to corner."""

    edge: Edge
    box: tuple[Cm, Cm, Cm, Cm]

    def problems(self) -> Iterable[InvalidValue]:
        """Yield a problem unless the second corner is above and to the right of the first."""
        x0, y0, x1, y1 = self.box
        if not (x0 < x1 and y0 < y1):
            yield InvalidValue("zone-empty", "an empty zone", {}, ("box",))


class Scenario(Pack, frozen=True, kw_only=True):
    """What is played for, and on what ground.

    `attacker` is the edge of the attacking side, if there is one. Without `zones` each side sets up
    within `zone_cm` of its edge (EE-DEPLOY-3). `deployment` and `turn_limit` replace the usual
    ones; what the table agrees on at `new` overrules them.
    """

    id: Id
    name: Names
    about: Names | None = None
    size_cm: tuple[Size, Size] = (120, 120)
    edges: tuple[Edge, Edge] = ("south", "north")
    attacker: Edge | None = None
    zone_cm: Cm = 30.0
    zones: tuple[Zone, ...] = ()
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=200)] = ()
    deployment: Literal["alternate", "whole"] | None = None
    turn_limit: Annotated[int, Meta(ge=1, le=99)] | None = None
    objectives: Annotated[tuple[Objective, ...], Meta(max_length=20)] = ()
    origin: Origin = "own"
    source: Line = "own"
    certainty: Certainty = "high"

    def problems(self) -> Iterable[InvalidValue]:
        """Yield problems: equal edges, anything off the table, an id twice.

        Rule: EE-WIN-3
        """
        if self.edges[0] == self.edges[1]:
            yield InvalidValue("edges-alike", "one edge twice", {"edge": self.edges[0]}, ("edges",))
        if self.attacker not in (None, *self.edges):
            yield InvalidValue("attacker-of-nobody", "no such edge", {"edge": self.attacker}, ("attacker",))
        for number, zone in enumerate(self.zones):
            if zone.edge not in self.edges:
                facts = {"edge": zone.edge}
                yield InvalidValue("zone-of-nobody", "no such edge", facts, ("zones", number, "edge"))
        yield from self._find_off_table()
        yield from self._find_double_ids()

    def _find_off_table(self) -> Iterable[InvalidValue]:
        width, height = self.size_cm
        facts = {"width": width, "height": height}
        for number, objective in enumerate(self.objectives):
            if not (0 <= objective.at[0] <= width and 0 <= objective.at[1] <= height):
                yield InvalidValue("off-table", "off the table", facts, ("objectives", number, "at"))
        for number, zone in enumerate(self.zones):
            if zone.box[2] > width or zone.box[3] > height:
                yield InvalidValue("off-table", "off the table", facts, ("zones", number, "box"))

    def _find_double_ids(self) -> Iterable[InvalidValue]:
        for kind, ids in (
            ("terrain", [piece.id for piece in self.terrain]),
            ("objectives", [objective.id for objective in self.objectives]),
        ):
            for number, id in enumerate(ids):
                if id in ids[:number]:
                    yield InvalidValue("name-twice", "an id twice", {"id": id}, (kind, number, "id"))

    def zone(self, edge: Edge) -> tuple[float, float, float, float]:
        """Return the box in which the side of that edge sets up.

        Rule: EE-DEPLOY-3
        """
        for zone in self.zones:
            if zone.edge == edge:
                return zone.box
        width, height = map(float, self.size_cm)
        depth = self.zone_cm
        boxes: dict[Edge, tuple[float, float, float, float]] = {
            "south": (0.0, 0.0, width, min(depth, height)),
            "north": (0.0, max(0.0, height - depth), width, height),
            "west": (0.0, 0.0, min(depth, width), height),
            "east": (max(0.0, width - depth), 0.0, width, height),
        }
        return boxes[edge]

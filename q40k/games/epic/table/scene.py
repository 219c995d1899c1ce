"""The table from above: terrain, objectives, and formations as outlines with their orders.

Nothing here shows a distance: distances are measured once all targets are named (EE-SHOOT-3).
"""

from collections.abc import Iterator, Sequence

from q40k.games.epic.packs.profiles import Profile
from q40k.games.epic.packs.scenarios import Objective, Terrain
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.places import Box, base_of, box_of
from q40k.games.epic.state.winning import holder
from q40k.geometry.outlines import around
from q40k.geometry.scene import Area, Label, Line, Mark, Piece, Scene, Style
from q40k.geometry.space import Spot, outline
from q40k.tabletop.colours import seat_colour

STYLES = {
    "fortification": Style("#55585f", "#9a9ba0", "#", art="bricks"),
    "building": Style("#6a5f57", "#b9a898", "=", art="roof"),
    "ruins": Style("#4d463f", "#cdbfae", "%", art="rubble"),
    "wood": Style("#24472b", "#a9c9a0", "^", art="trees"),
    "marsh": Style("#3a4a45", "#bccfc4", "~", art="reeds"),
    "river": Style("#1f4166", "#a6c8e8", "~", art="water"),
    "open": Style("#2a2d31", "#e6e2d8", "", art="contours"),
    "bridge": Style("#7a5c3a", "#c9ad85", "H", art="planks"),
    "reach": Style("#e8c14b", "#7a5a00"),
    "zone": Style("#4a5568", "#c9c2b2", "", share=0.25, art="zone"),
    "field": Style("#2b3a29", "#d3dcc0", art="grass"),
    "formation": Style("#777777", "#777777", "", share=0.35),
    "objective": Style("#e8c14b", "#7a5a00", "o", art="target"),
    "order": Style("#d8d8d8", "#202020"),
}
MARKS = {"advance": "→", "charge": "»", "first-fire": "+", "retreat": "←"}
"""The mark of each order: the same in every language."""
HEIGHTS_CM = {"fortification": 2.5, "building": 3.0, "ruins": 1.5, "wood": 2.0}
"""The heights of terrain as drawings show them by its shadow; the rules know none."""
EMBLEMS = {
    "space-marines": "shield",
    "orks": "jaw",
    "chaos": "spiked-wheel",
    "tyranids": "claw",
    "eldar": "rune",
    "imperial-guard": "chevrons",
}
"""The emblem of each army; any other army has a star."""
CORNERS, RIM_CORNERS = 16, 48
FIGURE = ("•", "∘")
"""A foot figure of the first side, and of the second; its formation's label says which."""
HEADINGS = "→↗↑↖←↙↓↘"
"""A vehicle, by where it faces: from the right, counter-clockwise."""
TONES = (0.0, 0.3)
"""How much lighter the outline of every other formation of a side is, so that neighbours are told apart."""


def scene(state: Match) -> Scene | None:
    """Return the table and everything on it; None before the match is laid out."""
    if state.setup.scenario is None:
        return None
    scenario = state.scenario
    return Scene(
        scenario.size_cm,
        ground=tuple(_terrain(state)),
        areas=tuple(_outlines(state)),
        marks=tuple(
            Mark(
                objective.id,
                "o",
                (objective.at[0], objective.at[1]),
                "objective",
                colour=_holder_colour(state, objective),
                layer="objectives",
            )
            for objective in scenario.objectives
        ),
        pieces=tuple(_pieces(state)),
        lines=tuple(_reaches(state)),
        labels=tuple(_labels(state)),
        floor="field",
        styles=STYLES,
    )


def _terrain(state: Match) -> Iterator[Area]:
    for edge in state.scenario.edges:
        x0, y0, x1, y1 = state.scenario.zone(edge)
        yield Area("zone", ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), layer="zones")
    for piece in state.scenario.terrain:
        height = HEIGHTS_CM.get(piece.kind, 0.0)
        kind = "bridge" if is_bridge(state, piece) else piece.kind
        if piece.circle is not None:
            at = (piece.circle.at[0], piece.circle.at[1])
            yield Area(kind, circle=(at, piece.circle.radius), height_cm=height, layer="terrain")
        else:
            yield Area(kind, piece.polygon, height_cm=height, layer="terrain")


def is_bridge(state: Match, piece: Terrain) -> bool:
    """Return whether a piece is open ground that touches a river: it leads across."""
    if piece.kind != "open":
        return False
    rivers = (river for river in state.scenario.terrain if river.kind == "river")
    return any(boxes_touch(box_of(piece), box_of(river)) for river in rivers)


def boxes_touch(a: Box, b: Box) -> bool:
    """Return whether two upright boxes have a point in common."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _reaches(state: Match) -> Iterator[Line]:
    """Yield the rim of the ground from which each objective is held (EE-WIN-3)."""
    for objective in state.scenario.objectives:
        rim = around((float(objective.at[0]), float(objective.at[1])), objective.reach_cm, RIM_CORNERS)
        yield Line((*rim, rim[0]), "reach", layer="objectives")


def _holder_colour(state: Match, objective: Objective) -> str | None:
    side = holder(state, objective)
    return None if side is None else _side_colour(state, side)


def _on_table(state: Match, formation: Formation) -> list[Spot]:
    places = (state.figures[figure].position.at for figure in state.standing(formation.id))
    return [(at[0], at[1]) for at in places if at is not None]


def _side_colour(state: Match, side: str) -> str:
    return seat_colour(list(state.sides).index(side))


def _outlines(state: Match) -> Iterator[Area]:
    for formation in state.formations.values():
        corners = hull(_on_table(state, formation))
        if len(corners) > 2:
            own = [other for other in state.formations.values() if other.side == formation.side]
            lift = TONES[own.index(formation) % len(TONES)]
            tint = _side_colour(state, formation.side)
            yield Area("formation", corners, colour=tint, lift=lift, layer="formations")


def _pieces(state: Match) -> Iterator[Piece]:
    for id, figure in state.figures.items():
        if figure.on_table and figure.position.at is not None:
            side, at = state.side_of(id), figure.position.at
            spot, facing = (at[0], at[1]), figure.position.facing
            letter = FIGURE[list(state.sides).index(side)]
            if state.profile(id).kind != "infantry":
                letter = HEADINGS[round(facing / 45) % len(HEADINGS)]
            yield Piece(
                id,
                letter,
                spot,
                _side_colour(state, side),
                outline(base_of(state, id), spot, CORNERS),
                shape=_shape(state.profile(id)),
                emblem=EMBLEMS.get(state.profile(id).army or "", "star"),
                facing=facing,
            )


def _shape(profile: Profile) -> str:
    """Return the shape of a vehicle seen from above; "" for infantry."""
    if profile.kind == "infantry":
        return ""
    for trait, shape in (("aircraft", "aircraft"), ("antigrav", "skimmer"), ("transport", "carrier")):
        if trait in profile.traits:
            return shape
    return "tank" if profile.kind == "heavy-vehicle" else "light-vehicle"


def _labels(state: Match) -> Iterator[Label]:
    for formation in state.formations.values():
        spots = _on_table(state, formation)
        if spots:
            middle = sum(x for x, _y in spots) / len(spots)
            mark = MARKS.get(formation.orders.order or "", "")
            above = max(y for _x, y in spots) + 2
            text = f"{formation.id}{mark}"
            yield Label(
                (middle, above),
                text,
                "order",
                plain=text,
                layer="orders",
                yields=True,
                colour=_side_colour(state, formation.side),
                emblem=EMBLEMS.get(formation.troops[0].profile.army or "", "star"),
            )


def hull(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the outline around some positions, counter-clockwise; fewer than three as they are."""
    ordered = sorted(set(spots))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(spots: Sequence[Spot]) -> list[Spot]:
    chain: list[Spot] = []
    for spot in spots:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], spot) <= 0:
            chain.pop()
        chain.append(spot)
    return chain


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

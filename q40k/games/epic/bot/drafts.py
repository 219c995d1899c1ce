"""Scenarios drafted by chance: terrain, zones and objectives, for two equal sides or for an attacker."""

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from random import Random
from typing import Any, Literal, cast, get_args

from q40k.games.epic.packs.scenarios import Circle, Objective, Scenario, Terrain, TerrainKind, Zone
from q40k.lab.subject import DRAFTED_BY, title_of
from q40k.packs.base import Names, Point
from q40k.tabletop.asking import forbid

Aim = Literal["meeting", "attack"]
AIMS: tuple[Aim, ...] = get_args(Aim)
SIZES = ("120x120", "120x90", "90x90")
"""The sizes of table in cm, from edge to edge and across."""
OPTIONS = ("goal", "size")
_TURNS = (5, 8)
_PIECES = (4, 8)
_TRIES = 60
_GAP_CM = 6
"""Between two pieces of terrain a formation can pass."""
_GROUND: dict[TerrainKind, tuple[Names, float, float]] = {
    "wood": (Names(en="wood", fr="bois"), 12, 20),
    "ruins": (Names(en="ruins", fr="ruines"), 8, 16),
    "building": (Names(en="building", fr="bâtiment"), 6, 10),
    "marsh": (Names(en="marsh", fr="marais"), 10, 14),
    "fortification": (Names(en="fortification", fr="fortification"), 6, 12),
}
"""The name of each kind of terrain, and its least and greatest width in cm."""
_ROUND: tuple[TerrainKind, ...] = ("wood", "marsh")
Disc = tuple[Point, float]
"""A place and a radius in cm."""


def draft_scenario(id: str, seed: int, options: Mapping[str, Any]) -> tuple[Scenario, str]:
    """Return a scenario and what it is about. Raises Refused.

    Options: `goal` (meeting, attack) and `size` in cm (120x120); else they come by chance.
    """
    chance = Random(f"scenario/{seed}")
    aim, size = chance.choice(AIMS), chance.choice(SIZES)
    aim, size = cast("Aim", options.get("goal", aim)), str(options.get("size", size))
    if aim not in AIMS or size not in SIZES:
        raise forbid("EE-WIN-3", "no-draft", goals="|".join(AIMS), sizes="|".join(SIZES))
    width, height = (int(side) for side in size.split("x"))
    make = _meeting if aim == "meeting" else _attack
    return make(id, (width, height), chance), aim


def _meeting(id: str, size: tuple[int, int], chance: Random) -> Scenario:
    """Return a scenario that looks alike from both edges: all lies twice, point to point about the middle."""
    middle = (size[0] / 2, size[1] / 2)
    flank = (round(size[0] * chance.uniform(0.15, 0.35)), round(middle[1] + chance.randint(-8, 8)))
    places = [middle] if chance.random() < 0.5 else [middle, flank, _across(flank, size)]
    objectives = _objectives(places, chance)
    discs = _scatter(size, [objective.at for objective in objectives], chance, twice=True)
    return Scenario(
        id=id,
        name=title_of(id),
        size_cm=size,
        zone_cm=_zone_cm(size, chance),
        turn_limit=chance.randint(*_TURNS),
        terrain=tuple(_terrain(discs, chance, size, twice=True)),
        objectives=objectives,
        source=DRAFTED_BY,
    )


def _attack(id: str, size: tuple[int, int], chance: Random) -> Scenario:
    """Return a scenario in which the southern side takes what lies before the northern one."""
    width, height = size
    deep, back = round(height * chance.uniform(0.3, 0.42)), round(height * chance.uniform(0.74, 0.84))
    number = chance.randint(1, 3)
    places = [
        (round(width * (place + 0.5) / number), round(chance.uniform(deep + 12, back - 6))) for place in range(number)
    ]
    objectives = _objectives(places, chance)
    discs = _scatter(size, [objective.at for objective in objectives], chance, twice=False)
    return Scenario(
        id=id,
        name=title_of(id),
        size_cm=size,
        attacker="south",
        turn_limit=chance.randint(*_TURNS),
        zones=(Zone(edge="south", box=(0, 0, width, deep)), Zone(edge="north", box=(0, back, width, height))),
        terrain=tuple(_terrain(discs, chance, size, twice=False)),
        objectives=objectives,
        source=DRAFTED_BY,
    )


def _zone_cm(size: tuple[int, int], chance: Random) -> int:
    """Return how deep both sides set up: first shots should fall in the second turn."""
    return round(size[1] * chance.uniform(0.22, 0.34))


def _objectives(places: Sequence[Point], chance: Random) -> tuple[Objective, ...]:
    counted: Literal["end", "turn"] = chance.choice(("end", "turn"))
    first = chance.randint(1, 3)
    return tuple(
        Objective(
            id=f"o{number}",
            name=Names(en=f"objective {number}", fr=f"objectif {number}"),
            at=at,
            reach_cm=6,
            worth=first if number == 1 else 1,
            counted=counted,
        )
        for number, at in enumerate(places, 1)
    )


# -- terrain -------------------------------------------------------------------------------


def _across(at: Point, size: tuple[int, int]) -> Point:
    """Return the point opposite, about the middle of the table."""
    return size[0] - at[0], size[1] - at[1]


def _scatter(
    size: tuple[int, int], free: Sequence[Point], chance: Random, *, twice: bool
) -> list[tuple[TerrainKind, Disc]]:
    """Return where terrain lies: apart, on the table, off the objectives; `twice` leaves room for the other half."""
    placed: list[tuple[TerrainKind, Disc]] = []
    occupied: list[Disc] = [(at, 4.0) for at in free]
    number = chance.randint(*_PIECES) // (2 if twice else 1)
    for _ in range(_TRIES):
        kind = chance.choice(tuple(_GROUND))
        _name, least, most = _GROUND[kind]
        radius = chance.uniform(least, most) / 2
        at = tuple(round(chance.uniform(radius + 1, side - radius - 1)) for side in size)
        discs = [((at[0], at[1]), radius), (_across((at[0], at[1]), size), radius)][: 1 + twice]
        if all(dist(new[0], old[0]) >= new[1] + old[1] + _GAP_CM for new in discs for old in occupied) and (
            not twice or dist(discs[0][0], discs[1][0]) >= 2 * radius + _GAP_CM
        ):
            placed.append((kind, discs[0]))
            occupied += discs
        if len(placed) == number:
            break
    return placed


def _terrain(
    discs: list[tuple[TerrainKind, Disc]], chance: Random, size: tuple[int, int], *, twice: bool
) -> Iterator[Terrain]:
    """Yield the pieces of terrain on some places, each with its like across the table if `twice`."""
    number = 0
    for kind, (at, radius) in discs:
        half = (round(radius * chance.uniform(0.5, 0.7), 1), round(radius * chance.uniform(0.5, 0.7), 1))
        for place in (at, _across(at, size))[: 1 + twice]:
            number += 1
            yield _piece(f"{kind}-{number}", kind, place, radius, half)


def _piece(id: str, kind: TerrainKind, at: Point, radius: float, half: tuple[float, float]) -> Terrain:
    name = _GROUND[kind][0]
    number = id.rpartition("-")[2]
    names = Names(en=f"{name.en} {number}", fr=f"{name.fr} {number}")
    if kind in _ROUND:
        return Terrain(id=id, kind=kind, name=names, circle=Circle(at=at, radius=round(radius, 1)))
    (x, y), (dx, dy) = at, half
    return Terrain(
        id=id, kind=kind, name=names, polygon=((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))
    )

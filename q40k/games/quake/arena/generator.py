"""Make an arena from a few answers: portals, bases, tokens, scenery and barrels.

Pure: chance is a function that returns numbers from 0 to 1, so a seed decides the whole arena. All
lengths are centimetres. `checks` finds no errors in what it makes. Scenery comes in half-turned
pairs for fairness.
"""

from collections.abc import Callable, Sequence
from math import cos, dist, hypot, pi, sin
from typing import Any, Literal

from msgspec import Struct

from q40k.games.quake.arena.spread import best_five
from q40k.games.quake.packs.arena import BARREL_RADIUS_CM
from q40k.geometry.space import CM_PER_INCH, Spot

TRIES = 400
"""The number of places tried for one thing before the table counts as full."""
GAP_CM = 5.0
"""The gap between two pieces of scenery: a champion on any base fits through."""
EDGE_CM = 1.0
SMALLEST = 0.5
"""A piece that does not fit is tried down to this share of its size."""

_Kind = tuple[str, str, str, float, float, dict[str, Any]]
_KINDS: tuple[_Kind, ...] = (
    ("ruin", "Ruin", "Ruine", 16, 12, {"height_in": 4, "cover": 4, "difficult": True, "climbable": True}),
    ("wall", "Low wall", "Muret", 14, 2, {"height_in": 1, "cover": 4}),
    ("tower", "Tower", "Tour", 10, 10, {"height_in": 6, "cover": 5, "climbable": True}),
    ("tank", "Tank", "Cuve", 9, 0, {"height_in": 4, "impassable": True, "blocks_sight": True}),
    ("crates", "Crates", "Caisses", 7, 5, {"height_in": 1.5, "cover": 4, "climbable": True}),
    ("rubble", "Rubble", "Gravats", 12, 0, {"height_in": 0.5, "cover": 5, "difficult": True}),
    ("pool", "Pool", "Bassin", 14, 0, {"water": True}),
    ("shed", "Dark shed", "Hangar obscur", 14, 9, {"height_in": 3, "dark": True}),
)
"""Id, names, length and width in cm (no width: round), effects (ARENA-5)."""


class Layout(Struct, frozen=True):
    """Hold a table to place things on: its size, the bases as boxes, and occupied discs."""

    size: tuple[int, int]
    boxes: tuple[tuple[float, float, float, float], ...]
    occupied: tuple[tuple[Spot, float], ...]

    def free(self, spot: Spot, radius: float, more: Sequence[tuple[Spot, float]] = ()) -> bool:
        """Tell whether a disc is on the table, outside bases, and on nothing occupied."""
        x, y = spot
        least = radius + EDGE_CM
        if not (least <= x <= self.size[0] - least and least <= y <= self.size[1] - least):
            return False
        if any(_from_box(spot, box) < radius for box in self.boxes):
            return False
        return all(hypot(x - at[0], y - at[1]) >= radius + other for at, other in (*self.occupied, *more))


Disc = tuple[Spot, float]


def scatter(
    kit: Layout, scenery: int, barrels: int, chance: Callable[[], float]
) -> tuple[list[dict[str, Any]], list[Spot]]:
    """Return pieces of scenery and places for barrels: as many as wanted, or as many as fit."""
    pieces: list[dict[str, Any]] = []
    occupied: list[Disc] = []
    numbers: dict[str, int] = {}
    turn = int(chance() * len(_KINDS))
    while len(pieces) < scenery:
        pair: list[tuple[Disc, dict[str, Any]]] = []
        for shift in range(len(_KINDS)):
            kind = _KINDS[(turn + shift) % len(_KINDS)]
            pair = _pair(kit, kind, min(2, scenery - len(pieces)), occupied, chance)
            if pair:
                turn += shift + 1
                break
        if not pair:
            break
        for disc, outline in pair:
            own, english, french, _length, _width, effects = kind
            numbers[own] = numbers.get(own, 0) + 1
            name = {"en": english, "fr": french}
            pieces.append({"id": f"{own}-{numbers[own]}", "name": name, **outline, **effects})
            occupied.append(disc)
    return pieces, _barrels(kit, barrels, occupied, chance)


def _pair(
    kit: Layout, kind: _Kind, number: int, occupied: Sequence[Disc], chance: Callable[[], float]
) -> list[tuple[Disc, dict[str, Any]]]:
    """Return one piece, or two, each turned half about the centre; [] if none fits."""
    length, width = kind[3], kind[4]
    around = [(at, radius + GAP_CM) for at, radius in occupied]
    for attempt in range(TRIES):
        share = 1 - (1 - SMALLEST) * attempt / TRIES
        spot = (chance() * kit.size[0], chance() * kit.size[1])
        angle = pi * chance()
        other = (kit.size[0] - spot[0], kit.size[1] - spot[1])
        radius = share * hypot(length, width) / 2
        spots = [spot, other][:number]
        apart = dist(spot, other)
        if number == 2 and apart < 2 * radius + GAP_CM:
            continue
        if all(kit.free(place, radius, around) for place in spots):
            return [((place, radius), _outline(place, share * length, share * width, angle)) for place in spots]
    return []


def _outline(spot: Spot, length: float, width: float, angle: float) -> dict[str, Any]:
    """Return a circle if there is no width, else a bar turned by an angle."""
    x, y = spot
    if not width:
        at = (round(x, 1), round(y, 1))
        return {"circle": {"at": at, "radius_cm": round(length / 2 - 0.1, 1)}}
    c, s = cos(angle), sin(angle)
    corners = ((-length, -width), (length, -width), (length, width), (-length, width))
    return {"polygon": [(round(x + (u * c - v * s) / 2, 1), round(y + (u * s + v * c) / 2, 1)) for u, v in corners]}


def _barrels(kit: Layout, number: int, occupied: Sequence[Disc], chance: Callable[[], float]) -> list[Spot]:
    """Return places for barrels beside everything else."""
    placed: list[Spot] = []
    for _ in range(number):
        around = [*occupied, *((spot, BARREL_RADIUS_CM + 0.5) for spot in placed)]
        for _try in range(TRIES):
            spot = (round(chance() * kit.size[0], 1), round(chance() * kit.size[1], 1))
            if kit.free(spot, BARREL_RADIUS_CM + 0.5, around):
                placed.append(spot)
                break
        else:
            break
    return placed


# -- the whole arena -------------------------------------------------------------------------------


Chance = Callable[[], float]
"""Return a number from 0 to 1, 1 excluded, at each call."""
Room = Literal["bases", "portals", "equipment", "weapon", "scenery", "barrels"]

PORTAL_CM = 3 * CM_PER_INCH / 2
"""The radius of a portal's footprint (ARENA-6)."""
TOKEN_FREE_CM = PORTAL_CM + 15 + 1 + 0.2
"""The distance of a token from a portal, centre to centre, plus 2 mm (ARENA-4): tokens are 20 mm
across.
"""
TOKEN_APART_CM = 4.0
BASES_APART_CM = 18 * CM_PER_INCH
LEAST_BASE_CM = 6.0
MOST_TEAMS = 6


class NoRoom(Exception):
    """Report a table that is too small; `thing` names what does not fit, `placed` how many fit."""

    def __init__(self, thing: Room, placed: int = 0) -> None:
        super().__init__(thing)
        self.thing: Room = thing
        self.placed = placed


class ArenaOrder(Struct, frozen=True):
    """Hold what an arena needs: its size in cm, and how many of each; scenery comes in pairs."""

    size: tuple[int, int]
    equipment: int = 4
    weapons: int = 4
    special: int = 1
    teams: int = 0
    barrels: int = 0
    scenery: int = 0


Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def make_contents(order: ArenaOrder, chance: Chance) -> dict[str, Any]:
    """Return portals, tokens, scenery, bases, flags and barrels, as an arena pack writes them.

    Raises NoRoom.

    Rule: ARENA-3, ARENA-4, BASE-1
    """
    boxes = bases(order.size, order.teams)
    spots = portals(order.size, boxes)
    centre = (order.size[0] / 2, order.size[1] / 2)
    tokens = _tokens(order, spots, boxes, centre, chance)
    flags = _flags(order, boxes, centre)
    discs = [*((spot, PORTAL_CM + CM_PER_INCH) for spot in spots)]
    discs += [(token["at"], 2.0) for token in tokens] + [(flag["at"], 2.0) for flag in flags]
    kit = Layout(order.size, tuple(boxes), tuple(discs))
    scenery, barrels = scatter(kit, order.scenery, order.barrels, chance)
    if len(scenery) < order.scenery:
        raise NoRoom("scenery", len(scenery))
    if len(barrels) < order.barrels:
        raise NoRoom("barrels", len(barrels))
    entry: dict[str, Any] = {
        "portals": [{"number": n, "at": spot} for n, spot in enumerate(spots, 1)],
        "tokens": tokens,
        "scenery": scenery,
        "bases": [{"number": n, "polygon": _corners(box)} for n, box in enumerate(boxes, 1)],
        "flags": flags,
        "barrels": [{"id": f"B{n}", "at": spot} for n, spot in enumerate(barrels, 1)],
    }
    return {key: value for key, value in entry.items() if value}


# ---- bases


def bases(size: tuple[int, int], teams: int) -> list[Box]:
    """Return a base for each team: equal, evenly around the centre, 18 in apart if possible.

    Rule: BASE-1
    """
    if not teams:
        return []
    if teams == 2:
        return _two_bases(size)
    side = round(min(size) / 5)
    tried = [_ring(size, teams, side * share) for share in (1, 0.85, 0.7, 0.6, 0.5, 0.4)]
    sound = [ring for ring in tried if _least_gap(ring) > 1 and ring[0][2] - ring[0][0] >= LEAST_BASE_CM]
    if not sound:
        raise NoRoom("bases")
    return next((ring for ring in sound if _least_gap(ring) >= BASES_APART_CM), sound[-1])


def _two_bases(size: tuple[int, int]) -> list[Box]:
    """Return bases at the ends of the longer side, a third of it wide: 20 x 10 cm on 60 x 60."""
    width, height = size
    long, short = max(size), min(size)
    depth, edge = round(min(long / 6, 20.0)), round(short / 3)
    if min(depth, edge) < LEAST_BASE_CM:
        raise NoRoom("bases")
    low = (short - edge) / 2
    if width >= height:
        return [(0, low, depth, low + edge), (width - depth, low, width, low + edge)]
    return [(low, height - depth, low + edge, height), (low, 0, low + edge, depth)]


def _ring(size: tuple[int, int], teams: int, side: float) -> list[Box]:
    """Return squares in a ring; four of them go into the corners."""
    side = max(1.0, round(side))
    x0, y0 = (size[0] - side) / 2, (size[1] - side) / 2
    if teams == 4:
        middles = [(-x0, y0), (x0, y0), (x0, -y0), (-x0, -y0)]
    else:
        radius = min(x0, y0)
        turns = [pi / 2 - 2 * pi * n / teams for n in range(teams)]
        middles = [(radius * cos(turn), radius * sin(turn)) for turn in turns]
    boxes = []
    for across, up in middles:
        left, bottom = round(x0 + across, 1), round(y0 + up, 1)
        boxes.append((left, bottom, left + side, bottom + side))
    return boxes


def _least_gap(boxes: Sequence[Box]) -> float:
    return min(
        hypot(max(a[0] - b[2], b[0] - a[2], 0), max(a[1] - b[3], b[1] - a[3], 0))
        for n, a in enumerate(boxes)
        for b in boxes[:n]
    )


def _corners(box: Box) -> list[Spot]:
    left, bottom, right, top = box
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _flags(order: ArenaOrder, boxes: Sequence[Box], centre: Spot) -> list[dict[str, Any]]:
    """Return a flag in the middle of each base, and for two teams one half-way between them."""
    flags: list[dict[str, Any]] = [
        {"id": f"F{n}", "at": ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2), "base": n} for n, b in enumerate(boxes, 1)
    ]
    if len(boxes) == 2:
        aside = round(min(order.size) / 5)
        is_wide = order.size[0] >= order.size[1]
        at = (centre[0], centre[1] + aside) if is_wide else (centre[0] + aside, centre[1])
        flags.append({"id": "F0", "at": at})
    return flags


# ---- portals


def portals(size: tuple[int, int], boxes: Sequence[Box]) -> list[Spot]:
    """Return five portals as far from each other as possible, on the table and outside all bases.

    Rule: ARENA-3
    """
    margin = 6.0 if min(size) >= 40 else 4.0
    _best, spots = best_five(size, margin)
    spots_ = [(round(x, 1), round(y, 1)) for x, y in spots]
    if not all(_clear(spot, boxes) for spot in spots_):
        spots_ = _moved_apart(spots_, [s for s in _grid(size, margin) if _clear(s, boxes)])
    if _nearest(spots_) < 2 * PORTAL_CM:
        raise NoRoom("portals")
    return spots_


def _clear(spot: Spot, boxes: Sequence[Box]) -> bool:
    return all(_from_box(spot, box) >= PORTAL_CM for box in boxes)


def _from_box(spot: Spot, box: Box) -> float:
    left, bottom, right, top = box
    return hypot(max(left - spot[0], spot[0] - right, 0), max(bottom - spot[1], spot[1] - top, 0))


def _grid(size: tuple[int, int], margin: float) -> list[Spot]:
    """Return places all over the table, at most about 40 along each side."""
    axes = []
    for side in size:
        steps = max(1, min(40, int((side - 2 * margin) // 2)))
        axes.append([margin + (side - 2 * margin) * n / steps for n in range(steps + 1)])
    return [(round(x, 1), round(y, 1)) for x in axes[0] for y in axes[1]]


def _moved_apart(spots: list[Spot], places: Sequence[Spot]) -> list[Spot]:
    """Return five of the places: each portal in turn moves to the place with most room."""
    if len(places) < len(spots):
        raise NoRoom("portals")
    now = [min(places, key=lambda place: dist(place, spot)) for spot in spots]
    best = (_nearest(now), now)
    for _round in range(8):
        for index in range(len(now)):
            others = now[:index] + now[index + 1 :]
            now[index] = max(places, key=lambda place: min(dist(place, o) for o in others))
        best = max(best, (_nearest(now), list(now)))
    return list(best[1])


def _nearest(spots: Sequence[Spot]) -> float:
    return min(dist(a, b) for n, a in enumerate(spots) for b in spots[:n])


# ---- tokens


def _tokens(
    order: ArenaOrder, spots: Sequence[Spot], boxes: Sequence[Box], centre: Spot, chance: Chance
) -> list[dict[str, Any]]:
    """Return tokens far from portals, bases and each other; the special one is at the centre."""
    free = [
        place
        for place in _grid(order.size, 2.0)
        if all(dist(place, spot) > TOKEN_FREE_CM for spot in spots)
        and all(_from_box(place, box) >= 2.0 for box in boxes)
    ]
    placed: list[Spot] = []
    tokens = []
    for letter, category, number in (("E", "equipment", order.equipment), ("W", "weapon", order.weapons)):
        for n in range(1, number + 1):
            at = _roomiest(free, placed, chance)
            if at is None:
                raise NoRoom("equipment" if letter == "E" else "weapon", n - 1)
            placed.append(at)
            tokens.append({"id": f"{letter}{n}", "category": category, "at": at})
    if order.special:
        tokens.append({"id": "S1", "category": "special", "at": centre})
    return tokens


def _roomiest(free: Sequence[Spot], placed: Sequence[Spot], chance: Chance) -> Spot | None:
    """Return the random place farthest from all tokens, or None if none is free."""
    open_places = [s for s in free if all(dist(s, other) >= TOKEN_APART_CM for other in placed)]
    if not open_places:
        return None
    tried = [open_places[int(chance() * len(open_places))] for _ in range(24)]
    return max(tried, key=lambda spot: min((dist(spot, o) for o in placed), default=0.0))

"""Check an arena: how its portals, scenery, bases and flags are placed (ARENA-1 to 5).

Every reading of a pack checks single things (`packs.arena`). This module measures things against
each other, exactly, with shapely. Lengths are centimetres, unless a name says inches.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import hypot, pi, sin, sqrt
from typing import Any

from q40k.games.quake.arena.spread import spread
from q40k.games.quake.packs.arena import (
    BARREL_RADIUS_CM,
    TOKEN_RADIUS_CM,
    Arena,
    Barrel,
    EffectName,
    Flag,
    Portal,
    Scenery,
    TokenPlace,
    arena_layout,
)
from q40k.geometry.space import Centimetres, Inches, to_cm, to_inches
from q40k.packs.kinds import Remark
from q40k.packs.problems import Fact, Severity

BASES_APART_IN = Inches(18)
"""The smallest distance between two bases (BASE-1)."""
WELL_SPREAD = 60
"""Portals nearer to each other than this percentage of the best get a remark (ARENA-3)."""
EQUAL = 0.01
"""Areas that differ by less than this share are equal: cardboard is cut no finer."""
EVEN = 0.1
"""Distances from the centre that differ by less than this share are even."""
SLIVER_CM2 = 0.01
"""Two pieces that share less than this, a square millimetre, only touch."""
_HAIR = 1e-6


def bases_apart(arena: Arena) -> tuple[int, int, Inches] | None:
    """Return the two nearest bases and their distance, edge to edge; None without bases.

    Rule: BASE-1
    """
    shapes = _Shapes(arena)
    pairs = [
        (first.number, second.number, shapes.bases[i].distance(shapes.bases[j]))
        for (i, first), (j, second) in combinations(enumerate(arena.bases), 2)
    ]
    if not pairs:
        return None
    first, second, distance = min(pairs, key=lambda pair: (pair[2], pair[:2]))
    return first, second, to_inches(Centimetres(distance))


def arena_findings(arena: Arena) -> list[Remark]:
    """Return all remarks about an arena, in the order of the rules.

    Rule: ARENA-1, ARENA-3, ARENA-4, ARENA-5, BASE-1
    """
    shapes = _Shapes(arena)
    return [
        *arena_layout(arena),
        *_portals(arena),
        *_portals_in_scenery(arena, shapes),
        *_things_in_scenery(arena, shapes),
        *_scenery(arena, shapes),
        *_bases(arena, shapes),
        *_whole_of_bases(arena, shapes),
        *_flags(arena, shapes),
        *_barrels(arena),
    ]


def percentage(ratio: float) -> int:
    """Return a ratio in percent, rounded down: 100 is never reached too early."""
    return int(100 * ratio + _HAIR)


class _Shapes:
    """Hold the outlines of an arena as shapely objects."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    @cached_property
    def scenery(self) -> list[Any]:
        return [_outline(piece) for piece in self.arena.scenery]

    @cached_property
    def bases(self) -> list[Any]:
        from shapely import Polygon

        return [Polygon(base.polygon) for base in self.arena.bases]

    @cached_property
    def portals(self) -> list[Any]:
        return [_disc(p.at, to_cm(Inches(p.diameter_in / 2))) for p in self.arena.portals]

    def reaching(self, shape: Any, effects: tuple[EffectName, ...]) -> Iterator[tuple[Scenery, EffectName]]:
        """Return the scenery with these effects that a shape overlaps, with the worst effect."""
        for piece, outline in zip(self.arena.scenery, self.scenery, strict=True):
            grave = next((name for name in piece.effects if name in effects), None)
            if grave and _overlap(outline, shape):
                yield piece, grave


def _outline(piece: Scenery) -> Any:
    from shapely import Polygon

    if piece.circle is not None:
        return _disc(piece.circle.at, piece.circle.radius_cm)
    return Polygon(piece.corners)


def _disc(at: tuple[float, float], radius: float) -> Any:
    from shapely import Point

    return Point(at).buffer(radius, quad_segs=32)


def _overlap(first: Any, second: Any) -> bool:
    return bool(first.intersects(second) and first.intersection(second).area > SLIVER_CM2)


def _apart(first: Portal, second: Portal) -> float:
    return hypot(first.at[0] - second.at[0], first.at[1] - second.at[1])


def _portals(arena: Arena) -> Iterator[Remark]:
    for (_i, first), (j, second) in combinations(enumerate(arena.portals), 2):
        reach = to_cm(Inches((first.diameter_in + second.diameter_in) / 2))
        if _apart(first, second) < reach - _HAIR:
            facts: dict[str, Fact] = {"one": first.number, "other": second.number}
            yield Remark("portals-overlap", "error", ("portals", j, "at"), facts)
    spacing = spread(arena)
    percent = percentage(spacing.ratio)
    if percent < WELL_SPREAD:
        near, far = spacing.pair
        index = next(i for i, portal in enumerate(arena.portals) if portal.number == far)
        facts = {
            "one": near,
            "other": far,
            "distance": round(spacing.smallest_cm, 2),
            "best": round(spacing.best_cm, 2),
            "percent": percent,
            "least": WELL_SPREAD,
        }
        yield Remark("portals-close", "warning", ("portals", index, "at"), facts)


def _portals_in_scenery(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    for i, portal in enumerate(arena.portals):
        for piece, effect in shapes.reaching(shapes.portals[i], ("impassable", "lethal", "water")):
            facts: dict[str, Fact] = {"portal": portal.number, "scenery": piece.id, "effect": effect}
            severity: Severity = "warning" if effect == "water" else "error"
            yield Remark("portal-in-scenery", severity, ("portals", i, "at"), facts)
        for j, base in enumerate(arena.bases):
            if _overlap(shapes.portals[i], shapes.bases[j]):
                facts = {"portal": portal.number, "base": base.number}
                yield Remark("portal-in-base", "warning", ("portals", i, "at"), facts)


def _things_in_scenery(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    things: tuple[tuple[str, str, Sequence[TokenPlace | Flag | Barrel]], ...] = (
        ("tokens", "token", arena.tokens),
        ("flags", "flag", arena.flags),
        ("barrels", "barrel", arena.barrels),
    )
    for key, thing, every in things:
        effects: tuple[EffectName, ...] = ("impassable", "lethal")
        for i, item in enumerate(every):
            where = _disc(item.at, TOKEN_RADIUS_CM)
            for piece, effect in shapes.reaching(where, effects[: 1 if key == "barrels" else 2]):
                facts: dict[str, Fact] = {"thing": thing, "name": item.id, "scenery": piece.id, "effect": effect}
                yield Remark("thing-in-scenery", "error", (key, i, "at"), facts)


def _scenery(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    for i, piece in enumerate(arena.scenery):
        path = ("scenery", i)
        if not piece.height_in:
            if not piece.effects:
                yield Remark("idle-scenery", "warning", path, {"scenery": piece.id})
            if piece.climbable:
                yield Remark("flat-scenery", "warning", path, {"scenery": piece.id})
        for j in range(i):
            other = arena.scenery[j]
            solid = piece.impassable + other.impassable
            standing = bool(piece.height_in) and bool(other.height_in)
            if solid and standing and _overlap(shapes.scenery[i], shapes.scenery[j]):
                severity: Severity = "error" if solid == 2 else "warning"
                facts: dict[str, Fact] = {"scenery": piece.id, "other": other.id}
                yield Remark("scenery-overlap", severity, path, facts)


def _bases(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    for (i, first), (j, second) in combinations(enumerate(arena.bases), 2):
        path = ("bases", j, "polygon")
        facts: dict[str, Fact] = {"one": first.number, "other": second.number}
        apart = to_inches(Centimetres(shapes.bases[i].distance(shapes.bases[j])))
        if _overlap(shapes.bases[i], shapes.bases[j]):
            yield Remark("bases-overlap", "error", path, facts)
        elif apart < BASES_APART_IN - _HAIR:
            severity: Severity = "warning" if _too_small(arena, shapes) else "error"
            more: dict[str, Fact] = {"distance": round(apart, 2), "least": round(BASES_APART_IN)}
            yield Remark("bases-close", severity, path, facts | more)
    areas = [shape.area for shape in shapes.bases]
    for j in range(1, len(areas)):
        if abs(areas[j] - areas[0]) > EQUAL * max(areas[0], areas[j]):
            facts = {
                "one": arena.bases[0].number,
                "other": arena.bases[j].number,
                "area": round(areas[0], 1),
                "other_area": round(areas[j], 1),
            }
            yield Remark("bases-unequal", "error", ("bases", j, "polygon"), facts)


def _too_small(arena: Arena, shapes: _Shapes) -> bool:
    """Tell whether the table has no room for bases of this depth, 18 in apart and evenly placed.

    Two bases are at the ends of the longer side, more of them in a ring within the shorter one.
    """
    depth = 0.0
    for shape in shapes.bases:
        left, bottom, right, top = shape.bounds
        depth = max(depth, min(right - left, top - bottom))
    if len(arena.bases) == 2:
        room = max(arena.size) - 2 * depth
    else:
        room = (min(arena.size) - depth) * sin(pi / len(arena.bases)) - depth * sqrt(2)
    return to_inches(Centimetres(room)) < BASES_APART_IN


def _whole_of_bases(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    if not arena.bases:
        return
    width, height = arena.size
    centre = (width / 2, height / 2)
    away = [hypot(s.centroid.x - centre[0], s.centroid.y - centre[1]) for s in shapes.bases]
    near, far = away.index(min(away)), away.index(max(away))
    if away[far] - away[near] > EVEN * away[far]:
        facts: dict[str, Fact] = {
            "one": arena.bases[near].number,
            "other": arena.bases[far].number,
            "distance": round(away[near], 1),
            "other_distance": round(away[far], 1),
        }
        yield Remark("bases-uneven", "warning", ("bases", far, "polygon"), facts)
    percent = round(100 * sum(shape.area for shape in shapes.bases) / (width * height))
    if percent >= 50:
        yield Remark("bases-large", "error", ("bases",), {"percent": percent})
    barred = [s for p, s in zip(arena.scenery, shapes.scenery, strict=True) if p.impassable or p.lethal]
    for i, shape in enumerate(shapes.bases):
        share = _share_within(shape, barred)
        if share > 50:
            facts = {"base": arena.bases[i].number, "percent": share}
            yield Remark("base-blocked", "warning", ("bases", i, "polygon"), facts)


def _share_within(shape: Any, others: list[Any]) -> int:
    """Return the percentage of a shape that others cover."""
    from shapely import union_all

    covered: float = union_all(others).intersection(shape).area
    return round(100 * covered / float(shape.area))


def _flags(arena: Arena, shapes: _Shapes) -> Iterator[Remark]:
    from shapely import Point

    numbers = [base.number for base in arena.bases]
    owned = {flag.base for flag in arena.flags} - {None}
    for i, base in enumerate(arena.bases):
        if owned and base.number not in owned:
            yield Remark("base-without-flag", "warning", ("bases", i), {"base": base.number})
    for i, flag in enumerate(arena.flags):
        at, path = Point(flag.at), ("flags", i, "at")
        if flag.base is not None:
            if not shapes.bases[numbers.index(flag.base)].covers(at):
                facts: dict[str, Fact] = {"flag": flag.id, "base": flag.base}
                yield Remark("flag-outside-base", "error", path, facts)
        elif arena.bases:
            away = [shape.distance(at) for shape in shapes.bases]
            near, far = away.index(min(away)), away.index(max(away))
            if away[far] - away[near] > EVEN * away[far]:
                facts = {
                    "flag": flag.id,
                    "one": numbers[near],
                    "other": numbers[far],
                    "distance": round(away[near], 1),
                    "other_distance": round(away[far], 1),
                }
                yield Remark("flag-off-centre", "warning", path, facts)


def _barrels(arena: Arena) -> Iterator[Remark]:
    for i, barrel in enumerate(arena.barrels):
        for portal in arena.portals:
            between = hypot(barrel.at[0] - portal.at[0], barrel.at[1] - portal.at[1])
            if between < to_cm(Inches(portal.diameter_in / 2)) + BARREL_RADIUS_CM - _HAIR:
                facts: dict[str, Fact] = {"barrel": barrel.id, "portal": portal.number}
                yield Remark("barrel-on-portal", "warning", ("barrels", i, "at"), facts)

"""The way of a move between places that are known: how long it is, and what is in it.

Everything here is worked out before anything is done, for the rules to refuse or to test and for
a screen to show (`preview`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.positions.places import (
    Obstacle,
    at_one_level,
    base_of,
    bases_at,
    feet,
    figure_of,
    floor,
    no_room,
    portal_at,
    positions_of,
    under,
)
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, between_segments
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH, Centimetres, Inches, to_cm, to_inches

if TYPE_CHECKING:
    from q40k.games.quake.arena.flights import Jump as FlightOver
    from q40k.geometry.surfaces import Barred, Gap, Profile, Step, Stretch

SAME_IN = 1e-3
"""Heights that differ by less are the same."""
BEFORE_CM = 0.02
"""Who is stopped while it climbs keeps so far off the wall: a place is rounded by less."""


class Way(Struct, frozen=True):
    """A way from where a champion stands through places, all in cm, to where it ends.

    `length_in` is the way on the plan, or over what a flier has to pass; `climb_in` how much it
    goes up or down on foot. `from_in` and `to_in` are the heights of its feet at both ends;
    `level` is that of the end where it is not simply the top of what stands there. `ground` is how
    a walk goes up and down, None where there is nothing to go up on. `base` is the base as it lies
    in the end, `lies` as it lies on the way, None: the same.
    """

    spots: tuple[Spot, ...]
    length_in: float
    climb_in: float
    from_in: float
    to_in: float
    level: float | None
    flies: bool
    base: Base
    ground: Profile[Scenery] | None = None
    lies: Base | None = None

    @property
    def swept(self) -> Base:
        """The base as it lies on the way."""
        return self.base if self.lies is None else self.lies

    @property
    def inches(self) -> float:
        """All it costs."""
        return self.length_in + self.climb_in

    @property
    def straight_in(self) -> float:
        """From end to end on the plan: no way is shorter."""
        return length_of((self.spots[0], self.spots[-1]))

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Its parts that are walked at one height each; none where all is flat."""
        return self.ground.stretches if self.ground else ()

    def after(self, inches: float) -> tuple[tuple[Spot, ...], float | None]:
        """The places gone through after so many of its inches, the last of them where that ends,
        and how high that is; None: as high as the ground.

        Who is stopped on the way up or down holds on there.
        """
        gone_in, level = 0.0, self.from_in
        for step in self.ground.steps if self.ground else ():
            at = to_inches(Centimetres(step.at_cm))
            up = abs(step.to_in - step.from_in)
            if gone_in + at >= inches:
                break
            if gone_in + at + up > inches:
                part = inches - gone_in - at
                level = step.from_in + part * (1 if step.to_in > step.from_in else -1)
                return self.along(max(0.0, step.at_cm - BEFORE_CM)), round(level, 3)
            gone_in, level = gone_in + up, step.to_in
        left = to_cm(Inches(max(0.0, inches - gone_in)))
        return self.along(left), level if self.ground else None

    def along(self, left_cm: float) -> tuple[Spot, ...]:
        """The places gone through after so many cm on the plan."""
        left, gone = left_cm, [self.spots[0]]
        for a, b in pairwise(self.spots):
            leg = dist(a, b)
            if leg >= left:
                part = left / leg if leg else 0.0
                gone.append(
                    (round(a[0] + part * (b[0] - a[0]), 2), round(a[1] + part * (b[1] - a[1]), 2))
                )
                break
            gone.append(b)
            left -= leg
        return tuple(gone)


class Going(Struct, frozen=True):
    """A move as it was said: to which place in cm, the way there if that is known, how it ends."""

    to: Spot | None = None
    way: Way | None = None
    level: float | None = None
    angle: float | None = None

    @property
    def between(self) -> tuple[Spot, ...]:
        """The places it leads through before the last."""
        return self.way.spots[1:-1] if self.way else ()

    @property
    def heights(self) -> tuple[Stretch, ...]:
        """The parts of its way that are walked at one height each, as far as they are known."""
        return self.way.stretches if self.way else ()


def going(
    state: Match,
    player: Player,
    to: Spot | None,
    path: tuple[Spot, ...] | None = None,
    *,
    level: float | None = None,
    angle: float | None = None,
) -> Going:
    """A move as it was said; without a place at its end the path's last one is it."""
    path = path or ()
    if to is None and path:
        *between, to = path
        path = tuple(between)
    if to is None:
        return Going(angle=angle)
    way = way_of(state, player, to, path, level=level, angle=angle)
    return Going(to, way, way.level if way else level, angle)


def length_of(spots: tuple[Spot, ...]) -> float:
    """How long a way through places is on the plan, in inches."""
    cm = sum(dist(a, b) for a, b in pairwise(spots))
    return to_inches(Centimetres(cm))


def way_of(
    state: Match,
    player: Player,
    to: Spot,
    path: tuple[Spot, ...] = (),
    *,
    level: float | None = None,
    angle: float | None = None,
) -> Way | None:
    """The way of a champion over `path` to a place; None when nobody knows where it stands.

    On foot it goes with the least climbing, up what is solid, down where nothing carries it, and
    stays as high as it was where it can; `level` says another height in inches. Who flies lands on
    top. An oval base may turn on its way.

    Rule: MOVE-1, MOVE-6
    """
    if player.position.at is None:
        return None
    spots = (player.position.at, *path, to)
    base = base_of(player, angle)
    if flies(state, player):
        start, end = feet(state, player), floor(state, to) if level is None else level
        return Way(spots, _flown(state, player, spots, end), 0.0, start, end, level, True, base)
    way = _walk(state, player, spots, level, base, base)
    if base.round or _is_clear(state, player, way):
        return way
    legs = (degrees(atan2(b[1] - a[1], b[0] - a[0])) for a, b in pairwise(spots) if a != b)
    for turned in (player.position.angle, *legs):
        other = _walk(state, player, spots, level, base, base_of(player, turned))
        if _is_clear(state, player, other):
            return other
    return way


def _walk(
    state: Match,
    player: Player,
    spots: tuple[Spot, ...],
    level: float | None,
    base: Base,
    lies: Base,
) -> Way:
    """A way on foot of a base that lies so on its way, and `base` at its end.

    Rule: MOVE-1, MOVE-6
    """
    start, length = feet(state, player), length_of(spots)
    if not rises(state) and not start and not level:
        return Way(spots, length, 0.0, 0.0, 0.0, None, False, base, lies=lies)
    from q40k.games.quake.arena.moves import heights

    assert state.setup.arena is not None
    ground = heights(state.setup.arena.field, lies, spots, start, level)
    end = ground.end_in
    kept = None if abs(end - floor(state, spots[-1])) < SAME_IN else end
    return Way(spots, length, ground.climb_in, start, end, kept, False, base, ground, lies)


def _is_clear(state: Match, player: Player, way: Way) -> bool:
    """Whether nothing is in a way on foot.

    Rule: MOVE-1
    """
    return not any(barriers(state, player, way)) and not any(_bases(state, player, way))


def rises(state: Match) -> bool:
    """Whether anything on the table is to be climbed, gone round or fallen into."""
    assert state.setup.arena is not None
    return any(one.height_in or one.bars_in or one.lethal for one in state.setup.arena.scenery)


def _flown(state: Match, player: Player, spots: tuple[Spot, ...], end_in: float) -> float:
    """How long a flight is: straight lines, and over what rises above them."""
    assert state.setup.arena is not None
    if not any(one.height_in for one in state.setup.arena.scenery):
        return length_of(spots)
    return sum(one.over_in for one in _flights(state, player, spots, end_in))


def _flights(
    state: Match, player: Player, spots: tuple[Spot, ...], end_in: float
) -> Iterator[FlightOver]:
    """Each straight line of a flight."""
    from q40k.games.quake.arena.flights import jump

    around = positions_of(state)
    for number, (a, b) in enumerate(pairwise(spots), 2):
        there = end_in if number == len(spots) else floor(state, b)
        mover = figure_of(state, player, a)
        yield jump(around.with_(mover), mover, b, there)


def obstacles(state: Match, player: Player, way: Way, *, whole: bool = True) -> Iterator[Obstacle]:
    """What is in the way, the gravest first; only at its end where the way itself is not known.

    Rule: MOVE-1, MOVE-3, MOVE-5, MOVE-6, ARENA-5, DIFF-5
    """
    yield from no_room(state, player, way.spots[-1], way.to_in, way.base.angle_deg)
    if whole and way.flies:
        yield from _too_high(state, player, way)
    elif whole:
        yield from barriers(state, player, way)
        yield from _bases(state, player, way)


def _too_high(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """What a flight cannot go over, only round.

    Rule: MOVE-1
    """
    for flight in _flights(state, player, way.spots, way.to_in):
        for one in flight.too_high:
            facts = {"player": player.name, "scenery": one.name, "high": one.height_in}
            yield Obstacle("MOVE-1", "too-high-to-fly", facts)


def barriers(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """What a way on foot leads through or over and may not: walls, gaps over what is lethal, drops.

    What the base is in already at an end of the way is not told here.

    Rule: MOVE-1, MOVE-3, MOVE-5, MOVE-6, ARENA-5
    """
    if way.ground is None:
        return
    assert state.setup.arena is not None
    ground = state.setup.arena.field
    ends = ((base_of(player), way.spots[0]), (way.base, way.spots[-1]))
    seen = {one.id for base, at in ends for one in ground.touching(base, at) if one.bars_in}
    seen |= {one.id for one in under(state, way.spots[-1], way.to_in) if one.lethal}
    for one in way.ground.barred:
        if one.scenery.id not in seen:
            seen.add(one.scenery.id)
            yield _barred(state, player, way, one)
    for step in way.ground.steps:
        if step.scenery is None or not step.scenery.climbable:
            yield _not_climbed(player, step)


def _barred(state: Match, player: Player, way: Way, one: Barred[Scenery]) -> Obstacle:
    """A wall on a way, or lethal ground: from a height that is a gap to be leapt."""
    piece, inches = one.scenery, to_inches(Centimetres(one.at_cm))
    facts = {"player": player.name, "scenery": piece.name, "inches": inches}
    if piece.lethal and one.level_in > 0:
        found = gap_on(state, way, one.at_cm, one.level_in, one.level_in)
        if found is not None:
            return gap_told(player, found, "gap-lethal")
    if piece.lethal and not piece.impassable:
        return Obstacle("ARENA-5", "through-lethal", facts)
    return Obstacle("MOVE-1", "through-a-wall", facts)


def _not_climbed(player: Player, step: Step[Scenery]) -> Obstacle:
    """A change of height where there is nothing to climb: a jump down, or no way up at all."""
    high = abs(step.to_in - step.from_in)
    facts = {"player": player.name, "high": round(high, 2)}
    if step.to_in < step.from_in:
        return Obstacle("MOVE-3", "drop", facts)
    return Obstacle("MOVE-6", "no-way-up", facts)


def gap_on(
    state: Match, way: Way, at_cm: float, from_in: float, to_in: float
) -> Gap[Scenery] | None:
    """The gap on the leg of a way that leads over a place, so many cm from its start.

    Rule: MOVE-5
    """
    from q40k.geometry.surfaces import gap

    assert state.setup.arena is not None
    begun = 0.0
    for a, b in pairwise(way.spots):
        leg = dist(a, b)
        if leg and at_cm <= begun + leg + HAIR_CM:
            # A base that hangs over an edge is carried by what lies a little farther out.
            x, y = (way.swept.reach_cm * (q - p) / leg for p, q in zip(a, b, strict=True))
            start, end = (a[0] - x, a[1] - y), (b[0] + x, b[1] + y)
            return gap(state.setup.arena.field, start, end, from_in, to_in)
        begun += leg
    return None


def dips(state: Match, way: Way) -> Iterator[Gap[Scenery]]:
    """The gaps that a walk goes down into and up from, which it might leap.

    Rule: MOVE-5
    """
    for before, low, after in _triples(way.stretches):
        if low.level_in < min(before.level_in, after.level_in):
            found = gap_on(state, way, low.start_cm, before.level_in, after.level_in)
            if found is not None:
                yield found


def _triples(stretches: tuple[Stretch, ...]) -> Iterator[tuple[Stretch, Stretch, Stretch]]:
    return zip(stretches, stretches[1:], stretches[2:], strict=False)


def gap_told(
    player: Player, found: Gap[Scenery], code: str, more: Mapping[str, object] | None = None
) -> Obstacle:
    """A gap in words: how wide and deep it is, between what, and what lies in it."""
    known = {
        "player": player.name,
        "wide": round(found.width_in, 2),
        "deep": round(found.depth_in, 2),
        "near": found.near.name if found.near else None,
        "far": found.far.name if found.far else None,
        "into": found.into.name if found.into else None,
    }
    return Obstacle("MOVE-5", code, {**known, **(more or {})})


def _bases(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """Bases that the way goes through, but neither begins nor ends on.

    Rule: MOVE-1
    """
    x, y = way.swept.arm
    arms = (0.0,) if way.swept.round else (-1.0, 0.0, 1.0)
    lines = [
        ((a[0] + n * x, a[1] + n * y), (b[0] + n * x, b[1] + n * y))
        for a, b in pairwise(way.spots)
        for n in arms
    ]
    first, last = way.spots[0], way.spots[-1]
    begun = bases_at(state, player, first, way.from_in)
    ended = bases_at(state, player, last, way.to_in, way.base.angle_deg)
    ends = {one.id for one in (*begun, *ended)}
    for other in state.players.values():
        if other.position.at is None or not other.in_play or other.id in {player.id, *ends}:
            continue
        base = base_of(other)
        spine = base.spine(other.position.at)
        near = min(between_segments(line, spine) for line in lines)
        if near - base.radius_cm - way.swept.radius_cm < -CONTACT_CM and at_one_level(
            player, way.from_in, other, feet(state, other)
        ):
            yield Obstacle("MOVE-1", "through-a-base", {"player": player.name, "other": other.name})


def passed_over(
    state: Match, player: Player, spots: tuple[Spot, ...], base: Base
) -> tuple[str, ...]:
    """The ids of tokens and flags that lie where the base passes, and that it could touch.

    Rule: BONUS-1, BONUS-2, BONUS-3, FLAG-1
    """
    legs = list(pairwise(spots)) if len(spots) > 1 else [(spots[0], spots[0])]
    return tuple(
        name
        for name, at in _lying(state, player).items()
        if any(_sweeps(base, leg, at) for leg in legs)
    )


def _lying(state: Match, player: Player) -> dict[str, Spot]:
    found: dict[str, Spot] = {}
    if player.bonus is None:
        found |= {t.id: t.place for t in state.tokens.values() if t.holder is None}
    for flag in state.flags.values():
        at = flag.home if flag.at_home else flag.at
        mine = flag.at_home and flag.team is not None and flag.team == player.team
        if flag.carrier is None and at is not None and not mine:
            found[flag.id] = at
    return found


def _sweeps(base: Base, leg: tuple[Spot, Spot], point: Spot) -> bool:
    """Whether a base that goes along a leg passes over a point."""
    return between_segments(leg, base.spine(point)) <= base.radius_cm + HAIR_CM


def to_portal(state: Match, player: Player, number: int) -> Spot | None:
    """The nearest place wholly on a portal for a champion whose place is known.

    None when the base is too large for the footprint. Raises KeyError for no such portal.

    Rule: PORTAL-1
    """
    assert state.setup.arena is not None
    assert player.position.at is not None
    portal = next(one for one in state.setup.arena.portals if one.number == number)
    base = base_of(player)
    room = portal.diameter_in * CM_PER_INCH / 2 - base.reach_cm
    if room < 0:
        return None
    if portal_at(state, player, player.position.at) == number:
        return player.position.at
    x, y = player.position.at[0] - portal.at[0], player.position.at[1] - portal.at[1]
    away = hypot(x, y)
    share = room / away if away > room else 1.0
    return (portal.at[0] + x * share, portal.at[1] + y * share)

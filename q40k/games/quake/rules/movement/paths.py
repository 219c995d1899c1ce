"""The way of a move between places that are known: how long it is, and what is in it.

Everything here is worked out before anything is done, for the rules to refuse or to test and for
a screen to show (`preview`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot

from msgspec import Struct

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
    standing_of,
    stands_clear,
    under,
)
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, between_segments
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH, Centimetres, to_inches

LOOK_EVERY_CM = 0.5


class Way(Struct, frozen=True):
    """A way from where a champion stands through places, all in cm, to where it ends.

    `length_in` is the way on the plan, or over what a flier has to pass; `climb_in` how much it
    goes up or down on foot. `from_in` and `to_in` are the heights of its feet at both ends;
    `level` is that of the end where it is not simply the top of what stands there.
    """

    spots: tuple[Spot, ...]
    length_in: float
    climb_in: float
    from_in: float
    to_in: float
    level: float | None
    flies: bool
    base: Base

    @property
    def inches(self) -> float:
        """All it costs."""
        return self.length_in + self.climb_in

    @property
    def straight_in(self) -> float:
        """From end to end on the plan: no way is shorter."""
        return length_of((self.spots[0], self.spots[-1]))

    def after(self, share: float) -> tuple[Spot, ...]:
        """The places gone through after a share of the way, the last of them where that ends."""
        left = share * sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(self.spots))
        gone = [self.spots[0]]
        for a, b in pairwise(self.spots):
            leg = hypot(b[0] - a[0], b[1] - a[1])
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
    cm = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots))
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

    On foot it stays as high as it was as long as there is something to stand on, else it climbs
    down; `level` says another height in inches. Who flies lands on top.

    Rule: MOVE-1, MOVE-6
    """
    if player.position.at is None:
        return None
    spots = (player.position.at, *path, to)
    start, top = feet(state, player), floor(state, to)
    base = base_of(player, angle)
    if flies(state, player):
        end = top if level is None else level
        return Way(spots, _flown(state, player, spots, end), 0.0, start, end, level, True, base)
    end = min(start, top) if level is None else level
    kept = None if end == top else end
    return Way(spots, length_of(spots), abs(end - start), start, end, kept, False, base)


def _flown(state: Match, player: Player, spots: tuple[Spot, ...], end_in: float) -> float:
    """How long a flight is: straight lines, and over what rises above them."""
    assert state.setup.arena is not None
    if not any(one.height_in for one in state.setup.arena.scenery):
        return length_of(spots)
    from q40k.games.quake.arena.flights import jump

    around, total = standing_of(state), 0.0
    for number, (a, b) in enumerate(pairwise(spots), 2):
        there = end_in if number == len(spots) else floor(state, b)
        mover = figure_of(state, player, a)
        total += jump(around.with_(mover), mover, b, there).over_in
    return total


def obstacles(state: Match, player: Player, way: Way, *, whole: bool = True) -> Iterator[Obstacle]:
    """What is in the way, the gravest first; only at its end where the way itself is not known.

    Rule: MOVE-1, ARENA-5, DIFF-5
    """
    yield from no_room(state, player, way.spots[-1], way.to_in, way.base.angle_deg)
    if whole and not way.flies:
        yield from barriers(state, player, way)
        yield from _bases(state, player, way)


def barriers(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """The scenery that a way on foot leads through and may not: walls, and what is lethal.

    Rule: MOVE-1, ARENA-5
    """
    if not way.flies:
        yield from _walls(state, player, way)
        yield from _lethal(state, player, way)


def _walls(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """Impassable scenery that the base meets on its way, but does not end in."""
    assert state.setup.arena is not None
    walls = {
        one.id: one
        for one in state.setup.arena.scenery
        if one.impassable and not stands_clear(one, max(way.from_in, way.to_in))
    }
    if not walls:
        return
    from q40k.games.quake.arena.figures import laid_on
    from q40k.geometry.paths import walk

    mover = figure_of(state, player, way.spots[0], angle=way.base.angle_deg)
    here, ends_at = laid_on(state.setup.arena, (mover,)), (way.spots[0], way.spots[-1])
    ends = {one.id for at in ends_at for one in here.field.touching(way.base, at)}
    for met in walk(here, mover, way.spots[1:]).met:
        if met.id in walls and met.id not in ends:
            yield Obstacle(
                "MOVE-1",
                "through-a-wall",
                {"player": player.name, "scenery": walls[met.id].name, "inches": met.at_in},
            )


def _lethal(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """Lethal ground that the middle of the base crosses, with nothing between it and the feet."""
    assert state.setup.arena is not None
    pits = [one for one in state.setup.arena.scenery if one.lethal and not one.impassable]
    if not pits or min(way.from_in, way.to_in) > 0:
        return
    field_, seen = state.setup.arena.field, {one.id for one in under(state, way.spots[-1])}
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(way.spots):
        leg = hypot(bx - ax, by - ay)
        steps = max(1, ceil(leg / LOOK_EVERY_CM))
        for step in range(steps):
            at = (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)
            for pit in field_.under(at):
                if pit.lethal and pit.id not in seen and not field_.floor_in(at):
                    seen.add(pit.id)
                    inches = to_inches(Centimetres(gone + leg * step / steps))
                    yield Obstacle(
                        "ARENA-5",
                        "through-lethal",
                        {"player": player.name, "scenery": pit.name, "inches": inches},
                    )
        gone += leg


def _bases(state: Match, player: Player, way: Way) -> Iterator[Obstacle]:
    """Bases that the way goes through, but neither begins nor ends on.

    Rule: MOVE-1
    """
    x, y = way.base.arm
    arms = (0.0,) if way.base.round else (-1.0, 0.0, 1.0)
    lines = [
        ((a[0] + n * x, a[1] + n * y), (b[0] + n * x, b[1] + n * y))
        for a, b in pairwise(way.spots)
        for n in arms
    ]
    ends = {
        one.id
        for at in (way.spots[0], way.spots[-1])
        for one in bases_at(state, player, at, way.to_in, way.base.angle_deg)
    }
    for other in state.players.values():
        if other.position.at is None or not other.in_play or other.id in {player.id, *ends}:
            continue
        base = base_of(other)
        spine = base.spine(other.position.at)
        near = min(between_segments(line, spine) for line in lines)
        if near - base.radius_cm - way.base.radius_cm < -CONTACT_CM and at_one_level(
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

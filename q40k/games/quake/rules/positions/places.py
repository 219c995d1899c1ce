"""Where champions stand, as geometry: what every rule asks of the places that are known.

A place is known once the table said it; without one nothing here refuses anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, gap_cm, within_box, within_disc
from q40k.geometry.space import apart_in, meet
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.kernel.events import Rule

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.positions import Figure

MOST_KEPT = 4


class Obstacle(Struct, frozen=True):
    """Why a way may not be gone: the rule, a code word and its facts, as in a refusal."""

    rule: str
    code: str
    facts: dict[str, Any] = field(default_factory=dict)


def refuse_each(found: Iterable[Obstacle]) -> Rule[None]:
    """Refuse for everything that is in the way."""
    for one in found:
        yield from refuse(one.rule, one.code, **one.facts)


def where(state: Match, player: str) -> Spot | None:
    """Where a champion stands, in cm; None when it is off the table or nobody knows."""
    known = state.players[player]
    return known.position.at if known.in_play else None


def base_of(player: Player, angle: float | None = None) -> Base:
    """A champion's base as it lies, or turned to an angle in degrees."""
    return Base.of(player.champion, player.position.angle if angle is None else angle)


def positions_of(state: Match) -> ArenaPositions:
    """Every champion on the table whose place is known, with its height; kept while nobody moves.

    Raises BoardError for an arena that is no geometry.
    """
    arena = state.setup.arena
    assert arena is not None
    # The arena's field keeps the last ones, so that they go with it.
    kept: list[tuple[dict[str, Player], ArenaPositions]] = arena.field.kept.setdefault("stood", [])
    for players, known in kept:
        if players is state.players:
            return known
    from q40k.games.quake.arena.figures import laid_on

    figures = tuple(_figures(state))
    same = (one for _, one in kept if one.figures == figures)
    found = next(same, None) or laid_on(arena, figures)
    kept.append((state.players, found))
    del kept[:-MOST_KEPT]
    return found


def everyone_placed(state: Match) -> ArenaPositions | None:
    """The board with everyone on it; None when somebody's place is not known."""
    here = [p for p in state.players.values() if p.in_play]
    if not here or any(p.position.at is None for p in here):
        return None
    return positions_of(state)


def _figures(state: Match) -> list[Figure]:
    return [
        figure_of(state, one, one.position.at)
        for one in state.players.values()
        if one.position.at is not None and one.in_play
    ]


def figure_of(state: Match, player: Player, at: Spot) -> Figure:
    """A champion as a figure at a place, its feet on the ground there, or where it stands now."""
    from q40k.games.quake.arena.figures import figure

    stands = player.position
    level = stands.level if at == stands.at else None
    feet = floor(state, at) if level is None else level
    return figure(player.id, player.champion, at, elevation_in=feet, angle_deg=stands.angle)


def floor(state: Match, at: Spot) -> float:
    """How high one stands there, in inches: on top of what can be climbed, else on the ground."""
    assert state.setup.arena is not None
    if not any(one.climbable for one in state.setup.arena.scenery):
        return 0.0

    return state.setup.arena.field.floor_in(at)


def feet(state: Match, player: Player) -> float:
    """How high a champion stands above the table, in inches; 0 when its place is not known."""
    if player.position.level is not None:
        return player.position.level
    return 0.0 if player.position.at is None else floor(state, player.position.at)


def on_table(state: Match, player: Player, at: Spot, angle: float | None = None) -> bool:
    """Whether the whole base lies on the table.

    Rule: DEPLOY-1
    """
    assert state.setup.arena is not None
    return within_box(base_of(player, angle), at, state.setup.arena.size)


def portal_at(state: Match, player: Player, at: Spot, angle: float | None = None) -> int | None:
    """The portal on which the whole base lies at a place, if any.

    Rule: PORTAL-1, PORTAL-6
    """
    assert state.setup.arena is not None
    base = base_of(player, angle)
    for portal in state.setup.arena.portals:
        if within_disc(base, at, portal.at, portal.diameter_in * CM_PER_INCH / 2):
            return portal.number
    return None


def stands_clear(scenery: Scenery, level: float) -> bool:
    """Whether one at that height stands on top of a piece of scenery, not in it."""
    return 0 < scenery.height_in <= level


def under(state: Match, at: Spot, level: float | None = None) -> tuple[Scenery, ...]:
    """The scenery a champion is in whose base's centre lies there; not what it stands above.

    Rule: ARENA-5
    """
    assert state.setup.arena is not None
    if not state.setup.arena.scenery:
        return ()

    high = floor(state, at) if level is None else level
    return tuple(one for one in state.setup.arena.field.under(at) if one.height_in >= high)


def in_water(state: Match, at: Spot, level: float | None = None) -> bool:
    """Whether a champion whose base's centre lies there stands in water.

    Rule: MOVE-4, ARENA-5
    """
    assert state.setup.arena is not None
    if not any(one.water for one in state.setup.arena.scenery):
        return False
    return any(one.water for one in under(state, at, level))


def walls_at(
    state: Match, player: Player, at: Spot, level: float, angle: float | None = None
) -> tuple[Scenery, ...]:
    """What the base would be stuck in at that height: walls, and what is solid up to its top.

    Rule: ARENA-5
    """
    assert state.setup.arena is not None
    if not any(one.bars_in for one in state.setup.arena.scenery):
        return ()
    from q40k.geometry.surfaces import barred_by

    return barred_by(state.setup.arena.field, base_of(player, angle), at, level)


def stands_on(
    state: Match, player: Player, at: Spot, level: float, angle: float | None = None
) -> bool:
    """Whether there is something to stand on at that height, or to hold on to.

    Rule: MOVE-6
    """
    if level <= 0:
        return True
    from q40k.geometry.surfaces import held

    assert state.setup.arena is not None
    return held(state.setup.arena.field, base_of(player, angle), at, level)


def bases_at(
    state: Match, player: Player, at: Spot, level: float, angle: float | None = None
) -> tuple[Player, ...]:
    """The others whose base it would lie on, by more than a millimetre; mere contact is none.

    Who stands above or below it is not in its way.

    Rule: DIFF-5
    """
    base = base_of(player, angle)
    return tuple(
        one
        for one in state.players.values()
        if one.position.at is not None
        and one.in_play
        and one.id != player.id
        and gap_cm(base, at, base_of(one), one.position.at) < -CONTACT_CM
        and at_one_level(player, level, one, feet(state, one))
    )


def at_one_level(one: Player, feet_in: float, other: Player, theirs_in: float) -> bool:
    """Whether two champions whose bases meet on the plan meet on the table too.

    Rule: DIFF-2, DIFF-5
    """
    if feet_in == theirs_in:
        return True
    from q40k.games.quake.arena.figures import HEIGHTS_IN

    tall, theirs = (HEIGHTS_IN[p.champion.unit_type] for p in (one, other))
    return meet(feet_in, tall, theirs_in, theirs)


def bases_meet(state: Match, one: Player, other: Player) -> bool:
    """Whether two champions whose places are known are in contact: within a millimetre on the
    plan, and at one level.

    Rule: DIFF-2, DIFF-5
    """
    assert one.position.at is not None
    assert other.position.at is not None
    gap = gap_cm(base_of(one), one.position.at, base_of(other), other.position.at)
    near = gap <= CONTACT_CM + HAIR_CM
    return near and at_one_level(one, feet(state, one), other, feet(state, other))


def apart(state: Match, one: Player, other: Player) -> float | None:
    """The distance in space from base to base, in inches; None when a place is not known.

    Rule: SHOOT-1, ASSAULT-2
    """
    if one.position.at is None or other.position.at is None:
        return None
    if bases_meet(state, one, other):
        return 0.0
    gap = gap_cm(base_of(one), one.position.at, base_of(other), other.position.at)
    return round(apart_in(gap, feet(state, other) - feet(state, one)), 3)


def rise(state: Match, player: Player, spot: Spot | None) -> float:
    """How much higher than a champion's feet lies what stands at a place, in inches."""
    return 0.0 if spot is None else floor(state, spot) - feet(state, player)


def keeps_positions(state: Match, player: Player) -> bool:
    """Whether a champion that arrives is given a place: its own was kept, or all others' are."""
    if player.position.kept:
        return True
    someone = False
    for one in state.players.values():
        if one.in_play and one.id != player.id:
            if not one.position.kept or one.position.at is None:
                return False
            someone = True
    return someone


def no_room(
    state: Match, player: Player, at: Spot, level: float, angle: float, rule: str = "MOVE-1"
) -> Iterator[Obstacle]:
    """Why a champion cannot stand at a place: something impassable or solid, nothing to stand on,
    something lethal, or another's base.

    Rule: MOVE-1, MOVE-6, ARENA-5, DIFF-5
    """
    name = player.name
    for wall in walls_at(state, player, at, level, angle):
        facts = {"player": name, "scenery": wall.name}
        if wall.impassable:
            yield Obstacle("ARENA-5", "in-a-wall", facts)
        else:
            yield Obstacle("ARENA-5", "in-solid", {**facts, "high": wall.height_in})
    if not stands_on(state, player, at, level, angle):
        yield Obstacle("MOVE-6", "on-nothing", {"player": name, "high": level})
    for pit in under(state, at, level):
        if pit.lethal and not pit.impassable:
            yield Obstacle("ARENA-5", "in-lethal", {"player": name, "scenery": pit.name})
    for other in bases_at(state, player, at, level, angle):
        yield Obstacle(rule, "on-a-base", {"player": name, "other": other.name})

"""What a move or a place would mean, said while it is still being pointed at.

The rules judge the same move when it is made; here nothing is refused, only told beforehand. The
geometry is loaded when it is first needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf

from q40k.games.quake.arena import tiles
from q40k.games.quake.rules.movement.move import allowance, explain_too_far
from q40k.games.quake.rules.movement.paths import MovePath
from q40k.games.quake.rules.movement.second_move import inches_left
from q40k.games.quake.rules.positions import (
    base_of,
    floor_height,
    on_table,
    portal_at,
    positions_of,
    scenery_at,
    standing_obstacles,
)
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams.bases import in_bases, zone_of
from q40k.games.quake.words.packs.arenas import effects
from q40k.games.quake.words.wording import WORDS
from q40k.geometry.outlines import within
from q40k.geometry.spots import Spot
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Refusal
from q40k.tui.map.fields import WARN


def move_notes(
    locale: Locale, state: Match, player: Player, way: tuple[Spot, ...]
) -> tuple[str, ...]:
    """What a move through places means: its length, what is left, the ground, what is in the way.

    Where the table announces before it measures, only what the place itself means.

    Rule: MOVE-1, MOVE-2, BONUS-1, PORTAL-1
    """
    if player.position.at is None or not way or state.announces:
        return tuple(place_notes(locale, state, player, way[-1])) if way else ()
    from q40k.games.quake.rules.movement.paths import find_path, items_passed, obstacles

    whole = find_path(state, player, way[-1], way[:-1])
    assert whole is not None
    notes = [_length(locale, state, player, whole.inches), *_climbs(locale, state, player, whole)]
    notes += _ground(locale, state, whole)
    notes += [_warned(locale, one.rule, one.code, one.facts)
              for one in obstacles(state, player, whole)]  # fmt: skip
    notes += _edge(locale, state, player, way[-1])
    over = items_passed(state, player, whole.spots, whole.base)
    if over:
        notes.append(locale.say(N_("over {things} (BONUS-1)"), things=locale.join_and(over)))
    return (*notes, *_portal(locale, state, player, way[-1]))


def movement_left(state: Match, player: Player) -> float:
    """How many inches of this phase's movement, or of its second move, a champion has left."""
    more = inches_left(state, player)
    if more is not None:
        return more
    most = allowance(state, player) if player.movement.limit is None else player.movement.limit
    return most - player.movement.spent


def _length(locale: Locale, state: Match, player: Player, inches: float) -> str:
    """How long the move is, and what is left of the movement."""
    left = movement_left(state, player) - inches
    facts = {"inches": locale.inches(inches), "left": locale.inches(abs(left))}
    if left < -1e-6:
        return WARN + locale.say(N_("{inches}: {left} too far (MOVE-1)"), **facts)
    return locale.say(N_("{inches}, {left} left"), **facts)


def _climbs(locale: Locale, state: Match, player: Player, whole: MovePath) -> Iterator[str]:
    """How much of a walk goes up and down, and the gap it might leap instead.

    Rule: MOVE-1, MOVE-5
    """
    if not whole.climb_in:
        return
    left = max(0.0, movement_left(state, player))
    if whole.inches > left + 1e-6:
        one = explain_too_far(state, player, whole, left)
        yield _warned(locale, one.rule, one.code, one.facts)
    else:
        yield locale.say(N_("{inches} of it up and down"), inches=locale.inches(whole.climb_in))


def _ground(locale: Locale, state: Match, whole: MovePath) -> Iterator[str]:
    """The ground a move crosses, piece by piece; what lies below its feet is not crossed."""
    assert state.setup.arena is not None
    if not state.setup.arena.scenery:
        return
    from q40k.geometry.surfaces import Stretch, crossings

    heights = whole.stretches or (Stretch(0.0, inf, 0.0),)
    for crossing in crossings(state.setup.arena.field, whole.base, whole.spots, heights):
        piece = crossing.scenery
        yield locale.say(
            N_("{inches} through {name} ({effects})"),
            inches=locale.inches(crossing.inches),
            name=locale.name_of(piece.name),
            effects=effects(locale, piece),
        )


def _edge(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    assert state.setup.arena is not None
    if not on_table(state, player, at):
        width, height = state.setup.arena.size
        facts = {"x": at[0], "y": at[1], "width": width, "height": height}
        yield _warned(locale, "MOVE-1", "off-table", facts)


def _portal(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    number = portal_at(state, player, at)
    if number is not None:
        yield locale.say(N_("on portal {portal} (PORTAL-1)"), portal=number)


def _warned(locale: Locale, rule: str, code: str, facts: Mapping[str, object]) -> str:
    return f"{WARN}{WORDS.refuse(locale, Refusal(rule, code, facts))} {rule}"


def place_notes(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    """What a place means by itself: its tile, what stands there, whether it is on the table.

    Rule: ARENA-5, PORTAL-1
    """
    assert state.setup.arena is not None
    yield from _edge(locale, state, player, at)
    level = floor_height(state, at)
    for one in standing_obstacles(state, player, at, level, player.position.angle):
        yield _warned(locale, one.rule, one.code, one.facts)
    if state.setup.arena.scenery:
        for piece in scenery_at(state, at, level):
            yield f"{locale.name_of(piece.name)} ({effects(locale, piece)})"
    yield from _portal(locale, state, player, at)


def deploy_notes(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    """What a deployment there means: the tile, and who has it already.

    Rule: DEPLOY-1, BASE-1
    """
    assert state.setup.arena is not None
    zone = zone_of(state, player.id) if in_bases(state) else None
    if zone is not None:
        if not within(at, zone.polygon):
            facts = {"player": player.name, "x": at[0], "y": at[1], "base": zone.number}
            yield _warned(locale, "BASE-1", "not-in-base", facts)
        yield from place_notes(locale, state, player, at)
        return
    tile = tiles.tile_of(at, state.setup.arena.size)
    taken = taken_tiles(state, player.id).get(tile)
    if taken is not None:
        yield _warned(locale, "DEPLOY-1", "tile-taken", {"tile": tile, "player": taken})
    else:
        yield locale.say(N_("tile {tile} is free (DEPLOY-1)"), tile=tile)
    yield from place_notes(locale, state, player, at)


def arrival_notes(
    locale: Locale, state: Match, player: Player, portal: int, at: Spot
) -> Iterator[str]:
    """What coming out of a portal there means.

    Rule: PORTAL-3
    """
    from q40k.games.quake.arena.portals import lands

    table = positions_of(state)
    landing = lands(table, portal, base_of(player), at, who=player.id)
    if landing.ok:
        yield locale.say(N_("within an inch of portal {portal} (PORTAL-3)"), portal=portal)
    elif not landing.within:
        said = N_("more than an inch from portal {portal} (PORTAL-3)")
        yield WARN + locale.say(said, portal=portal)
    yield from place_notes(locale, state, player, at)


def taken_tiles(state: Match, replace: str = "") -> dict[str, str]:
    """The tiles that hold a champion, each with its name."""
    assert state.setup.arena is not None
    taken = {}
    for one in state.players.values():
        tile = (
            tiles.tile_of(one.position.at, state.setup.arena.size)
            if one.position.at
            else one.position.tile
        )
        if tile is not None and one.in_play and one.id != replace:
            taken[tile] = one.name
    return taken

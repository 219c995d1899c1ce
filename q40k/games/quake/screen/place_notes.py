"""Notes on a move or a place while it is still being pointed at.

Nothing is refused here: the rules judge the move when it is made. The geometry is loaded when it is
first needed.
"""

from collections.abc import Iterator, Mapping
from math import inf

from q40k.games.quake.packs import arena
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.move import allowance, explain_too_far
from q40k.games.quake.state.movement.paths import MovePath, find_path, items_passed, obstacles
from q40k.games.quake.state.movement.second_move import inches_left
from q40k.games.quake.state.teams import in_bases, zone_of
from q40k.games.quake.words.packs.arenas import effects
from q40k.games.quake.words.wording import WORDS
from q40k.geometry.outlines import within
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Refusal
from q40k.tui.map.fields import WARN


def move_notes(locale: Locale, state: Match, player: Player, path: tuple[Spot, ...]) -> tuple[str, ...]:
    """Describe a move: its length, the inches left, its ground and its obstacles.

    If the table announces before it measures, describe only the last place.

    Rule: MOVE-1, MOVE-2, BONUS-1, PORTAL-1
    """
    if player.position.at is None or not path or state.announces:
        return tuple(place_notes(locale, state, player, path[-1])) if path else ()

    walk = find_path(state, player, path[-1], path[:-1])
    assert walk is not None
    notes = [_length(locale, state, player, walk.inches), *_climbs(locale, state, player, walk)]
    notes += _ground(locale, state, walk)
    notes += [
        _warning(locale, obstacle.rule, obstacle.code, obstacle.facts) for obstacle in obstacles(state, player, walk)
    ]
    notes += _edge(locale, state, player, path[-1])
    items = items_passed(state, player, walk.spots, walk.base)
    if items:
        notes.append(locale.say(N_("over {things} (BONUS-1)"), things=locale.join_and(items)))
    return (*notes, *_portal(locale, state, player, path[-1]))


def movement_left(state: Match, player: Player) -> float:
    """Return the inches left of this phase's movement, or of its second move."""
    more = inches_left(state, player)
    if more is not None:
        return more
    most = allowance(state, player) if player.movement.limit is None else player.movement.limit
    return most - player.movement.spent


def _length(locale: Locale, state: Match, player: Player, inches: float) -> str:
    """Return the length of the move, and the inches left."""
    rest = movement_left(state, player) - inches
    facts = {"inches": locale.inches(inches), "left": locale.inches(abs(rest))}
    if rest < -1e-6:
        return WARN + locale.say(N_("{inches}: {left} too far (MOVE-1)"), **facts)
    return locale.say(N_("{inches}, {left} left"), **facts)


def _climbs(locale: Locale, state: Match, player: Player, walk: MovePath) -> Iterator[str]:
    """Yield the climbing part of a walk, or the gap the champion might leap instead.

    Rule: MOVE-1, MOVE-5
    """
    if not walk.climb_in:
        return
    inches = max(0.0, movement_left(state, player))
    if walk.inches > inches + 1e-6:
        refusal = explain_too_far(state, player, walk, inches)
        yield _warning(locale, refusal.rule, refusal.code, refusal.facts)
    else:
        yield locale.say(N_("{inches} of it up and down"), inches=locale.inches(walk.climb_in))


def _ground(locale: Locale, state: Match, walk: MovePath) -> Iterator[str]:
    """Yield the scenery that a move crosses; scenery below the champion's feet is not crossed."""
    if not state.arena.scenery:
        return
    from q40k.geometry.surfaces import Stretch, crossings

    heights = walk.stretches or (Stretch(0.0, inf, 0.0),)
    for crossing in crossings(state.arena.field, walk.base, walk.spots, heights):
        piece = crossing.scenery
        yield locale.say(
            N_("{inches} through {name} ({effects})"),
            inches=locale.inches(crossing.inches),
            name=locale.name_of(piece.name),
            effects=effects(locale, piece),
        )


def _edge(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    for obstacle in positions.off_table(state, player, at):
        yield _warning(locale, obstacle.rule, obstacle.code, obstacle.facts)


def _portal(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    number = positions.portal_at(state, player, at)
    if number is not None:
        yield locale.say(N_("on portal {portal} (PORTAL-1)"), portal=number)


def _warning(locale: Locale, rule: str, code: str, facts: Mapping[str, object]) -> str:
    return f"{WARN}{WORDS.refuse(locale, Refusal(rule, code, facts))} {rule}"


def place_notes(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    """Describe a place: its tile, its obstacles, and whether it is on the table.

    Rule: ARENA-5, PORTAL-1
    """
    yield from _edge(locale, state, player, at)
    level = positions.floor_height(state, at)
    for obstacle in positions.standing_obstacles(state, player, at, level, player.position.angle):
        yield _warning(locale, obstacle.rule, obstacle.code, obstacle.facts)
    if state.arena.scenery:
        for piece in positions.scenery_at(state, at, level):
            yield f"{locale.name_of(piece.name)} ({effects(locale, piece)})"
    yield from _portal(locale, state, player, at)


def deploy_notes(locale: Locale, state: Match, player: Player, at: Spot) -> Iterator[str]:
    """Describe a deployment: the base or the tile, and the champion already in it.

    Rule: DEPLOY-1, BASE-1
    """
    zone = zone_of(state, player.id) if in_bases(state) else None
    if zone is not None:
        if not within(at, zone.polygon):
            facts = {"player": player.name, "x": at[0], "y": at[1], "base": zone.number}
            yield _warning(locale, "BASE-1", "not-in-base", facts)
        yield from place_notes(locale, state, player, at)
        return
    tile = arena.tile_of(at, state.arena.size)
    holder = taken_tiles(state, player.id).get(tile)
    if holder is not None:
        yield _warning(locale, "DEPLOY-1", "tile-taken", {"tile": tile, "player": holder})
    else:
        yield locale.say(N_("tile {tile} is free (DEPLOY-1)"), tile=tile)
    yield from place_notes(locale, state, player, at)


def arrival_notes(locale: Locale, state: Match, player: Player, portal: int, at: Spot) -> Iterator[str]:
    """Describe an arrival from a portal at this place.

    Rule: PORTAL-3
    """
    from q40k.games.quake.arena.portals import lands

    table = positions.positions_of(state)
    landing = lands(table, portal, positions.base_of(player), at, who=player.id)
    if landing.ok:
        yield locale.say(N_("within an inch of portal {portal} (PORTAL-3)"), portal=portal)
    elif not landing.within:
        text = N_("more than an inch from portal {portal} (PORTAL-3)")
        yield WARN + locale.say(text, portal=portal)
    yield from place_notes(locale, state, player, at)


def taken_tiles(state: Match, replace: str = "") -> dict[str, str]:
    """Return the occupied tiles, each with the name of its champion; `replace` is left out."""
    names = {}
    for player in state.players.values():
        tile = positions.tile_of(state, player)
        if tile is not None and player.in_play and player.id != replace:
            names[tile] = player.name
    return names

"""Movement: move a formation, and let it retreat."""

from collections.abc import Iterable, Mapping
from math import dist
from typing import Any

from q40k.games.epic.rules import morale
from q40k.games.epic.rules.ground import cross_ground, test_ground
from q40k.games.epic.rules.questions import must_be_active
from q40k.games.epic.rules.room import refuse_overlap, stand_apart
from q40k.games.epic.rules.transport import board, get_off, refuse_held, resolve_wrecks
from q40k.games.epic.state import ground, questions, transport
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.movement import Move, Moved, straight_length, terrain_entries
from q40k.games.epic.state.places import base_of, place_of, sees, turned_base
from q40k.games.epic.state.registry import rule
from q40k.geometry.space import HAIR_CM, Spot, within_box
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


@rule(Move)
def move(live: Live[Match], command: Move) -> Rule[None]:
    """Move a formation: off its transport, along its path, onto a transport; then its losses.

    Rule: EE-MOVE-1, EE-MOVE-2, EE-MOVE-6, EE-TRANSPORT-2, EE-RETREAT-1
    """
    questions.must_be_in_phase(live.state, "movement", "moves")
    formation = questions.find_living_formation(live.state, command.formation)
    yield from must_be_active(live.state, formation, "EE-MOVE-1")
    if formation.acted.routed:
        yield from refuse("EE-RETREAT-1", "no-move-yet", formation=formation.id)
    who = transport.find_riders(live.state, formation, command.board, command.leave)
    wrecked = yield from travel(live, formation, command, who)
    yield from resolve_wrecks(live, wrecked)
    yield from morale.after_losses(live)


def travel(live: Live[Match], formation: Formation, command: Move, who: transport.Riders) -> Rule[Any]:
    """Carry out the legs of a move; return the transports that it destroyed.

    A transport takes figures on before it moves and sets them down after; on foot it is reversed.
    """
    carries = formation.id in who.carriers
    held = yield from refuse_held(live, who)
    if carries:
        yield from _get_on(live, who.boards, held)
    elif who.leaves:
        yield from get_off(live, who.leaves)
    wrecked = yield from _go(live, formation, command, frozenset(f for boards in who.boards.values() for f in boards))
    if carries:
        if who.leaves:
            yield from get_off(live, tuple(f for f in who.leaves if _is_aboard(live.state, f)))
            yield from stand_apart(live, who.leaves)
    else:
        if not command.to:
            yield from stand_apart(live, who.leaves)
        yield from _get_on(live, who.boards, held)
    return wrecked


def _is_aboard(state: Match, figure: str) -> bool:
    model = state.figures[figure]
    return model.life.alive and model.position.aboard is not None


def _get_on(live: Live[Match], boards: Mapping[str, tuple[str, ...]], overruled: frozenset[str]) -> Rule[None]:
    for carrier, figures in boards.items():
        able = transport.able_to_board(live.state, figures, overruled)
        if able:
            yield from board(live, able, carrier)


def _go(live: Live[Match], formation: Formation, command: Move, boarding: frozenset[str]) -> Rule[tuple[str, ...]]:
    if command.to:
        return (yield from _to_places(live, formation, command, boarding))
    state = live.state
    movers = tuple(f for f in state.standing(formation.id) if not transport.is_held(state, f))
    cm = command.cm
    if cm is not None:
        yield from refuse_too_far(live, movers, cm)
    spent = {f: min(cm or 0.0, ground.remaining_cm(state, f)) for f in movers}
    yield Moved(formation=formation.id, cm=cm, spent=spent, places={})
    return (yield from test_ground(live, terrain_entries(live.state, formation, command.enters)))


def _to_places(
    live: Live[Match], formation: Formation, command: Move, boarding: frozenset[str]
) -> Rule[tuple[str, ...]]:
    """Move to positions; check distance, ground, enemies, room, coherency and retreat.

    Rule: EE-MOVE-2, EE-MOVE-4, EE-MOVE-5, EE-TERRAIN-2, EE-TERRAIN-3
    """
    state = live.state
    places = questions.read_places(state, formation, command.to)
    paths = {f: _trace_path(state, f, ground.spot_of(place)) for f, place in places.items()}
    spent = {f: _length(state, path, places[f], command.cm) for f, path in paths.items()}
    yield from refuse_paths(
        live,
        formation,
        paths,
        spent,
        places,
        detours=command.cm is not None,
        rides=bool(command.board or command.leave),
    )
    yield from refuse_overlap(live, places, boarding)
    yield Moved(formation=formation.id, cm=command.cm, spent=spent, places=places)
    wrecked: list[str] = []
    for figure, path in paths.items():
        facings = (places[figure][2], state.figures[figure].position.facing)
        wrecked += yield from cross_ground(live, path, facings)
    wrecked += yield from test_ground(live, terrain_entries(live.state, formation, command.enters))
    return tuple(wrecked)


def _trace_path(state: Match, figure: str, end: Spot) -> ground.StraightPath:
    start = place_of(state, figure)
    return ground.trace_path(state, figure, end if start is None else start, end)


def _length(state: Match, path: ground.StraightPath, place: tuple[float, ...], stated_cm: float | None) -> float:
    """Return how far a figure moves; a path around something has a stated length."""
    long = straight_length(state, path, place[2])
    return (
        long
        if stated_cm is None or long <= HAIR_CM
        else max(long, min(stated_cm, ground.remaining_cm(state, path.figure)))
    )


# -- refusals of a move --------------------------------------------------------------------

NewPlaces = Mapping[str, tuple[float, ...]]


def refuse_too_far(live: Live[Match], figures: Iterable[str], cm: float) -> Rule[None]:
    """Refuse a distance that none of the figures may move.

    Rule: EE-MOVE-2, EE-TERRAIN-4
    """
    most = max((0.0, *(ground.remaining_cm(live.state, figure) for figure in figures)))
    if cm > most + HAIR_CM:
        yield from refuse("EE-MOVE-2", "too-far", cm=cm, most=most)


def refuse_paths(
    live: Live[Match],
    formation: Formation,
    paths: Mapping[str, ground.StraightPath],
    spent: Mapping[str, float],
    places: NewPlaces,
    *,
    detours: bool,
    rides: bool,
) -> Rule[None]:
    """Refuse a move whose paths break a rule.

    `detours` means that the table stated a length, for paths around something. With `rides` a
    retreat may be shorter, because boarding costs movement.

    Rule: EE-MOVE-2, EE-MOVE-4, EE-MOVE-5, EE-TERRAIN-2, EE-TERRAIN-4
    """
    enemies = ground.enemies_near(live.state, formation.side, paths.values())
    for figure, path in paths.items():
        remaining = ground.remaining_cm(live.state, figure)
        if path.length > HAIR_CM and transport.is_held(live.state, figure):
            yield from refuse("EE-TERRAIN-4", "held", figure=figure)
        elif spent[figure] > remaining + HAIR_CM:
            facts = {"figure": figure, "cm": spent[figure], "most": remaining}
            yield from refuse("EE-MOVE-2", "figure-too-far", **facts)
        if not within_box(turned_base(live.state, figure, places[figure][2]), path.end, _size(live)):
            yield from refuse("EE-MOVE-2", "off-the-table", figure=figure)
        if path.barrier is not None and not detours:
            facts = {"figure": figure, "terrain": path.barrier.kind}
            yield from refuse("EE-TERRAIN-2", "way-barred", **facts)
        met = ground.enemy_on_path(live.state, path, places[figure][2], enemies) if enemies else None
        if met is not None and not (met[0] == "passes" and detours):
            yield from refuse("EE-MOVE-5", f"enemy-{met[0]}", figure=figure, other=met[1])
    yield from refuse_incoherent(live, formation, places)
    if formation.retreats:
        yield from refuse_not_away(live, formation, places)
        if not rides:
            yield from refuse_short_retreat(live, formation, paths, spent, places)


def _size(live: Live[Match]) -> tuple[float, float]:
    return live.state.scenario.size_cm


def refuse_incoherent(live: Live[Match], formation: Formation, places: NewPlaces) -> Rule[None]:
    """Refuse a formation whose figures are not within 3 cm of one another in a chain.

    A chain that losses have broken must be mended if possible: the widest gap may not stay as it
    was. Passengers count where their transport is.

    Rule: EE-MOVE-4
    """
    state = live.state
    spots = {figure: place_of(state, figure) for figure in state.alive(formation.id)}
    before = [(base_of(state, figure), at) for figure, at in spots.items() if at is not None]
    if len(before) < len(spots):
        return
    turned = {f: (turned_base(state, f, place[2]), ground.spot_of(place)) for f, place in places.items()}
    after = [turned.get(figure, stood) for figure, stood in zip(spots, before, strict=True)]
    if ground.is_coherent(after, ground.COHERENCY_CM + HAIR_CM):
        return
    widest, widest_before = ground.widest_gap(after), ground.widest_gap(before)
    if not (widest_before > ground.COHERENCY_CM + HAIR_CM and widest < widest_before - HAIR_CM):
        facts = {"formation": formation.id, "cm": widest, "most": ground.COHERENCY_CM}
        yield from refuse("EE-MOVE-4", "not-coherent", **facts)


# -- retreat -------------------------------------------------------------------------------

SHORT_CM = 0.1
"""How much of the whole distance may remain: nobody measures finer."""


def must_move(state: Match, formation: Formation) -> bool:
    """Return whether an enemy sees a formation in Retreat as its move begins.

    Where no positions are kept the answer is yes: the table knows.

    Rule: EE-RETREAT-3
    """
    figures = state.standing(formation.id)
    for enemy in state.enemies(formation.side):
        for figure in figures:
            if sees(state, enemy, figure):
                return True
    return False


def refuse_not_away(live: Live[Match], formation: Formation, places: Mapping[str, tuple[float, ...]]) -> Rule[None]:
    """Refuse a figure that ends no farther from the enemy that was nearest to it, unless the ground holds it.

    Rule: EE-RETREAT-2, EE-RETREAT-3, EE-TERRAIN-4
    """
    state = live.state
    spots = [(e, spot) for e in state.enemies(formation.side) if (spot := place_of(state, e))]
    for figure, place in places.items():
        at = place_of(state, figure)
        if at is None or not spots or transport.is_held(state, figure):
            continue
        enemy, there = min(spots, key=lambda pair: dist(pair[1], at))
        is_away = dist(place[:2], there) > dist(at, there) + HAIR_CM or _is_at_edge(state, at)
        if not is_away and must_move(state, formation):
            yield from refuse("EE-RETREAT-2", "not-away", figure=figure, other=enemy)


def _is_at_edge(state: Match, at: tuple[float, float]) -> bool:
    """Return whether a figure is at the table's edge already, where it stops."""
    width, height = state.scenario.size_cm
    return min(at[0], at[1], width - at[0], height - at[1]) <= 1.0


def refuse_short_retreat(
    live: Live[Match],
    formation: Formation,
    paths: Mapping[str, ground.StraightPath],
    spent: Mapping[str, float],
    places: Mapping[str, tuple[float, ...]],
) -> Rule[None]:
    """Refuse a retreat that stops short of the whole distance with nothing to stop it.

    It is enough if one figure moved the whole distance, because the formation stays together. It is
    also enough if ground, an enemy or the table's edge bars the rest of the path, or if no enemy
    sees the formation at the end. Ranks that losses have broken are closed first.

    Rule: EE-RETREAT-2, EE-RETREAT-3, EE-MOVE-4
    """
    state = live.state
    remaining = {f: ground.remaining_cm(state, f) - spent[f] for f in paths}
    if min(remaining.values(), default=0.0) <= SHORT_CM:
        return
    if any(_is_blocked(state, formation, path, places[f], remaining[f]) for f, path in paths.items()):
        return
    stood = [(base_of(state, f), path.start) for f, path in paths.items()]
    ends = {f: {"at": path.end, "facing": places[f][2]} for f, path in paths.items()}
    if ground.widest_gap(stood) > ground.COHERENCY_CM:
        return
    if not (must_move(state, formation) and must_move(state.with_figures(ends), formation)):
        return
    facts = {"formation": formation.id, "cm": min(remaining.values())}
    yield from refuse("EE-RETREAT-2", "not-all-the-way", **facts)


def _is_blocked(
    state: Match, formation: Formation, path: ground.StraightPath, place: tuple[float, ...], remaining: float
) -> bool:
    """Return whether a figure cannot continue along its path for the remaining distance."""
    if transport.is_held(state, path.figure):
        return True
    onward = _onward(state, formation, path, remaining)
    if onward is None:
        return True
    if not within_box(turned_base(state, path.figure, place[2]), onward, state.scenario.size_cm):
        return True
    further = ground.trace_path(state, path.figure, path.end, onward)
    enemies = ground.enemies_near(state, formation.side, (further,))
    met = ground.enemy_on_path(state, further, place[2], enemies)
    return bool(further.barrier or further.ground or met)


def _onward(state: Match, formation: Formation, path: ground.StraightPath, remaining: float) -> Spot | None:
    """Return where the path would end; an unmoved figure goes away from the nearest enemy."""
    start = path.start
    if path.length <= HAIR_CM:
        spots = [spot for e in state.enemies(formation.side) if (spot := place_of(state, e))]
        if not spots:
            return None
        start = min(spots, key=lambda spot: dist(spot, path.end))
    far = dist(start, path.end)
    share = remaining / far if far > HAIR_CM else 0.0
    return (path.end[0] + share * (path.end[0] - start[0]), path.end[1] + share * (path.end[1] - start[1]))

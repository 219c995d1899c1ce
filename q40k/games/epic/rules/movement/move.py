"""A formation's move: how far, over what, and who gets on and off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.command import Cm, Command, FormationId, Places
from q40k.games.epic.rules.ground.ground import StraightPath, spot_of, trace_path, turned_base
from q40k.games.epic.rules.ground.places import place_of
from q40k.games.epic.rules.ground.terrain import test_ground
from q40k.games.epic.rules.morale import after_losses
from q40k.games.epic.rules.movement import checks
from q40k.games.epic.rules.movement.limits import move_limit
from q40k.games.epic.rules.movement.riding import Riders, find_riders
from q40k.games.epic.rules.questions import (
    find_figures,
    find_formation,
    forbid,
    must_be_active,
    must_be_in_phase,
    refuse,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.rules.transport import board, get_off, resolve_wrecks
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, gap_cm
from q40k.geometry.space import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.base import Pack


class Entry(Pack, frozen=True, kw_only=True):
    """A figure, or a whole formation, that enters a kind of terrain or begins its move in it."""

    figure: str
    terrain: TerrainKind


@command
class Move(Command, tag="move"):
    """A formation moves: `cm` at most, or `to` the places of its figures on the table, in order.

    `enters` names dangerous ground where no places are kept. `board`: the transport that all of
    them get on, or figures that get on this one, or each figure with its transport; `leave`: the
    figures that get off, true for all. It may move in several legs.
    """

    formation: FormationId
    cm: Cm | None = None
    to: Places = ()
    enters: tuple[Entry, ...] = ()
    board: str | tuple[str, ...] | dict[str, str] | None = None
    leave: bool | tuple[str, ...] = ()


@event
class Moved(Event, tag="moved"):
    """A formation has moved; `spent` is what each figure has used, `places` where each stands."""

    formation: str
    cm: float | None
    spent: dict[str, float]
    places: dict[str, tuple[float, ...]]


@event
class Stopped(Event, tag="stopped"):
    """A figure is held by dangerous ground where it met it."""

    figure: str
    at: tuple[float, ...]


@fold(Moved)
def _moved(state: Match, event: Moved) -> Match:
    changes: dict[str, dict[str, object]] = {}
    for figure, spent in event.spent.items():
        used = state.figures[figure].doing.spent + spent
        stays = {} if spent <= HAIR_CM else {"stopped": False}
        changes[figure] = {"spent": used, **stays}
    for figure, place in event.places.items():
        changes.setdefault(figure, {})
        changes[figure] |= {"at": place[:2], "facing": place[2]}
    return state.with_figures(changes).with_formation(event.formation, moved=True)


@fold(Stopped)
def _stopped(state: Match, event: Stopped) -> Match:
    return state.with_figures({event.figure: {"at": event.at}})


@rule(Move)
def move(live: Live[Match], command: Move) -> Rule[None]:
    """Move a formation: off its transport, along its path, onto a transport; then its losses.

    Rule: EE-MOVE-1, EE-MOVE-2, EE-MOVE-6, EE-TRANSPORT-2, EE-RETREAT-1
    """
    must_be_in_phase(live.state, "movement", "moves")
    formation = find_formation(live.state, command.formation)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-MOVE-1")
    if formation.retreats and formation.nerve.failed == live.state.play.turn:
        yield from refuse("EE-RETREAT-1", "no-move-yet", formation=formation.id)
    who = find_riders(live.state, formation, command.board, command.leave)
    wrecked = yield from travel(live, formation, command, who)
    yield from resolve_wrecks(live, wrecked)
    yield from after_losses(live)


def travel(live: Live[Match], formation: Formation, command: Move, who: Riders) -> Rule[Any]:
    """Carry out the legs of a move; return the transports that it destroyed.

    A transport takes figures on before it moves and sets them down after; on foot it is reversed.
    """
    carries = formation.id in who.carriers
    if carries:
        yield from _get_on(live, who.boards)
    elif who.leaves:
        yield from get_off(live, who.leaves)
    wrecked = yield from _go(live, formation, command)
    if carries:
        if who.leaves:
            yield from get_off(live, tuple(f for f in who.leaves if _is_aboard(live.state, f)))
    else:
        yield from _get_on(live, who.boards)
    return wrecked


def _is_aboard(state: Match, figure: str) -> bool:
    model = state.figures[figure]
    return model.life.alive and model.position.aboard is not None


def _get_on(live: Live[Match], boards: Mapping[str, tuple[str, ...]]) -> Rule[None]:
    for transport, figures in boards.items():
        able = tuple(f for f in figures if live.state.figures[f].on_table)
        if able:
            yield from board(live, able, transport)


def _go(live: Live[Match], formation: Formation, command: Move) -> Rule[tuple[str, ...]]:
    if command.to:
        return (yield from _to_places(live, formation, command))
    state = live.state
    movers = tuple(f for f in state.standing(formation.id) if _may_move(state, f))
    cm = command.cm
    if cm is not None:
        yield from checks.refuse_too_far(live, movers, cm)
    spent = {f: min(cm or 0.0, _remaining_cm(state, f)) for f in movers}
    yield Moved(formation=formation.id, cm=cm, spent=spent, places={})
    return (yield from test_ground(live, terrain_entries(live.state, formation, command.enters)))


def _remaining_cm(state: Match, figure: str) -> float:
    return max(0.0, move_limit(state, figure) - state.figures[figure].doing.spent)


def _may_move(state: Match, figure: str) -> bool:
    """Return whether a figure may move: dangerous ground does not hold it, it left no wreck.

    Rule: EE-TERRAIN-4, EE-TRANSPORT-5
    """
    doing = state.figures[figure].doing
    return not doing.stuck and not doing.thrown


def terrain_entries(
    state: Match, formation: Formation, named: Iterable[Entry]
) -> list[tuple[str, TerrainKind]]:
    """Return each figure of a formation that enters terrain, as the table says. Raises Refused.

    Rule: EE-TERRAIN-3
    """
    pairs = []
    for entry in named:
        for figure in find_figures(state, (entry.figure,)):
            if figure not in formation.figures:
                facts = {"figure": figure, "formation": formation.id}
                raise forbid("EE-TERRAIN-3", "not-of-formation", **facts)
            pairs.append((figure, entry.terrain))
    return pairs


def _to_places(live: Live[Match], formation: Formation, command: Move) -> Rule[tuple[str, ...]]:
    """Move to positions; check distance, ground, enemies, coherency and retreat.

    Rule: EE-MOVE-2, EE-MOVE-4, EE-MOVE-5, EE-TERRAIN-2, EE-TERRAIN-3
    """
    state = live.state
    figures = state.standing(formation.id)
    if len(command.to) != len(figures):
        facts = {"formation": formation.id, "wanted": len(figures), "got": len(command.to)}
        raise forbid("EE-MOVE-2", "places-wanted", **facts)
    places = {
        f: (*place[:2], *(place[2:] or (state.figures[f].position.facing,)))
        for f, place in zip(figures, command.to, strict=True)
    }
    paths = {f: _trace_path(state, f, spot_of(place)) for f, place in places.items()}
    transports = all_transports(state)
    spent = {
        f: _length(state, path, places[f], command.cm, transports) for f, path in paths.items()
    }
    yield from checks.refuse_paths(
        live, formation, paths, spent, places,
        detours=command.cm is not None, rides=bool(command.board or command.leave),
    )  # fmt: skip
    yield Moved(formation=formation.id, cm=command.cm, spent=spent, places=places)
    wrecked: list[str] = []
    for figure, path in paths.items():
        for piece, at in path.ground:
            wrecked += yield from test_ground(live, ((figure, piece.kind),))
            now = live.state.figures[figure]
            if now.doing.stuck and now.life.alive:
                yield Stopped(figure=figure, at=at)
                break
    wrecked += yield from test_ground(live, terrain_entries(live.state, formation, command.enters))
    return tuple(wrecked)


def _trace_path(state: Match, figure: str, end: Spot) -> StraightPath:
    start = place_of(state, figure)
    return trace_path(state, figure, end if start is None else start, end)


def _length(
    state: Match,
    path: StraightPath,
    place: tuple[float, ...],
    stated_cm: float | None,
    transports: Iterable[str],
) -> float:
    """Return how far a figure moves; a path around something has a stated length."""
    long = straight_length(state, path, place[2], transports)
    return (
        long
        if stated_cm is None or long <= HAIR_CM
        else max(long, min(stated_cm, _remaining_cm(state, path.figure)))
    )


def all_transports(state: Match) -> tuple[str, ...]:
    """Return the figures of both sides that can carry others."""
    return tuple(
        f
        for formation in state.formations.values()
        if any(troop.profile.has("transport") for troop in formation.troops)
        for f in formation.figures
        if state.has(f, "transport")
    )


def straight_length(
    state: Match, path: StraightPath, facing: float, transports: Iterable[str]
) -> float:
    """Return how far a figure moves straight on, from its transport's edge if it just got off.

    Rule: EE-TRANSPORT-1
    """
    carriers = [
        other
        for other in transports
        if state.figures[other].position.at == path.start and other != path.figure
    ]
    if not carriers:
        return path.length
    transport = turned_base(state, carriers[0], state.figures[carriers[0]].position.facing)
    base = turned_base(state, path.figure, facing)
    long = gap_cm(base, path.end, transport, path.start)
    return 0.0 if long <= CONTACT_CM else long

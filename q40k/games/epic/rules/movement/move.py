"""A formation's move: how far, over what, and who gets on and off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.command import Cm, Command, FormationId, Places
from q40k.games.epic.rules.ground.ground import Way, spot_of, turned, way
from q40k.games.epic.rules.ground.places import place_of
from q40k.games.epic.rules.ground.terrain import test_ground
from q40k.games.epic.rules.morale import after_losses
from q40k.games.epic.rules.movement import checks
from q40k.games.epic.rules.movement.limits import limit
from q40k.games.epic.rules.movement.riding import Riders, riders
from q40k.games.epic.rules.questions import (
    find_figures,
    find_formation,
    forbid,
    must_be,
    must_be_active,
    refuse,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.rules.transport import board, get_off, wreck
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, gap_cm
from q40k.geometry.spots import Spot
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
    """Move a formation: off the transport, on its way, onto the transport, then what came of it.

    Rule: EE-MOVE-1, EE-MOVE-2, EE-MOVE-6, EE-TRANSPORT-2, EE-RETREAT-1
    """
    must_be(live.state, "movement", "moves")
    formation = find_formation(live.state, command.formation)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-MOVE-1")
    if formation.retreats and formation.nerve.failed == live.state.play.turn:
        yield from refuse("EE-RETREAT-1", "no-move-yet", formation=formation.id)
    who = riders(live.state, formation, command.board, command.leave)
    wrecked = yield from travel(live, formation, command, who)
    yield from wreck(live, wrecked)
    yield from after_losses(live)


def travel(live: Live[Match], formation: Formation, command: Move, who: Riders) -> Rule[Any]:
    """The legs of a move; the transports that it destroyed.

    A transport takes on before it goes and sets down after; on foot it is the other way round.
    """
    before = formation.id in who.carriers
    if before:
        yield from _get_on(live, who.boards)
    elif who.leaves:
        yield from get_off(live, who.leaves)
    wrecked = yield from _go(live, formation, command)
    if before:
        if who.leaves:
            yield from get_off(live, tuple(f for f in who.leaves if _aboard(live.state, f)))
    else:
        yield from _get_on(live, who.boards)
    return wrecked


def _aboard(state: Match, figure: str) -> bool:
    one = state.figures[figure]
    return one.life.alive and one.position.aboard is not None


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
        yield from checks.far_enough(live, movers, cm)
    spent = {f: min(cm or 0.0, _left(state, f)) for f in movers}
    yield Moved(formation=formation.id, cm=cm, spent=spent, places={})
    return (yield from test_ground(live, entries(live.state, formation, command.enters)))


def _left(state: Match, figure: str) -> float:
    return max(0.0, limit(state, figure) - state.figures[figure].doing.spent)


def _may_move(state: Match, figure: str) -> bool:
    """Whether a figure may move at all: it is not held by the ground, nor out of a wreck.

    Rule: EE-TERRAIN-4, EE-TRANSPORT-5
    """
    doing = state.figures[figure].doing
    return not doing.stuck and not doing.thrown


def entries(
    state: Match, formation: Formation, said: Iterable[Entry]
) -> list[tuple[str, TerrainKind]]:
    """Each figure of a formation that enters ground, as the table says. Raises Refused.

    Rule: EE-TERRAIN-3
    """
    found = []
    for entry in said:
        for figure in find_figures(state, (entry.figure,)):
            if figure not in formation.figures:
                facts = {"figure": figure, "formation": formation.id}
                raise forbid("EE-TERRAIN-3", "not-of-formation", **facts)
            found.append((figure, entry.terrain))
    return found


def _to_places(live: Live[Match], formation: Formation, command: Move) -> Rule[tuple[str, ...]]:
    """Move to places: distance, ground, enemies, coherency and retreat are looked at.

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
    ways = {f: _way(state, f, spot_of(place)) for f, place in places.items()}
    transports = transports_of(state)
    spent = {f: _length(state, one, places[f], command.cm, transports) for f, one in ways.items()}
    yield from checks.ways(
        live, formation, ways, spent, places,
        said=command.cm is not None, rides=bool(command.board or command.leave),
    )  # fmt: skip
    yield Moved(formation=formation.id, cm=command.cm, spent=spent, places=places)
    wrecked: list[str] = []
    for figure, one in ways.items():
        for piece, at in one.ground:
            wrecked += yield from test_ground(live, ((figure, piece.kind),))
            now = live.state.figures[figure]
            if now.doing.stuck and now.life.alive:
                yield Stopped(figure=figure, at=at)
                break
    wrecked += yield from test_ground(live, entries(live.state, formation, command.enters))
    return tuple(wrecked)


def _way(state: Match, figure: str, end: Spot) -> Way:
    start = place_of(state, figure)
    return way(state, figure, end if start is None else start, end)


def _length(
    state: Match, one: Way, place: tuple[float, ...], said: float | None, transports: Iterable[str]
) -> float:
    """How far a figure goes; somebody who goes round something says so."""
    long = straight_on(state, one, place[2], transports)
    return (
        long if said is None or long <= HAIR_CM else max(long, min(said, _left(state, one.figure)))
    )


def transports_of(state: Match) -> tuple[str, ...]:
    """The figures of both sides that can carry others."""
    return tuple(
        f
        for one in state.formations.values()
        if any(troop.profile.has("transport") for troop in one.troops)
        for f in one.figures
        if state.has(f, "transport")
    )


def straight_on(state: Match, one: Way, facing: float, transports: Iterable[str]) -> float:
    """How far a figure goes straight on, from its transport's edge if it has just got off.

    Rule: EE-TRANSPORT-1
    """
    left = [
        other
        for other in transports
        if state.figures[other].position.at == one.start and other != one.figure
    ]
    if not left:
        return one.long
    transport = turned(state, left[0], state.figures[left[0]].position.facing)
    base = turned(state, one.figure, facing)
    long = gap_cm(base, one.end, transport, one.start)
    return 0.0 if long <= CONTACT_CM else long

"""Assault moves: let formations on Charge run again, into contact with the enemy."""

from collections.abc import Iterable
from math import dist
from typing import NamedTuple

from q40k.games.epic.rules import morale
from q40k.games.epic.rules.ground import cross_ground, test_ground
from q40k.games.epic.rules.questions import must_be_active
from q40k.games.epic.rules.room import refuse_overlap, stand_apart
from q40k.games.epic.rules.transport import board, get_off, refuse_held, resolve_wrecks
from q40k.games.epic.state import assault, ground, questions, transport
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.movement import Entry, straight_length, terrain_entries
from q40k.games.epic.state.places import base_of, figures_around, gap, place_of, touch_cm, towards, turned_base
from q40k.games.epic.state.registry import Place, rule
from q40k.geometry.space import CONTACT_CM, HAIR_CM, gap_cm, within_box
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse
from q40k.tabletop.rules import NothingChanged


@rule(assault.Charge)
def charge(live: Live[Match], command: assault.Charge) -> Rule[None]:
    """Make the assault moves of a formation.

    Rule: EE-ASSAULT-1, EE-ASSAULT-2, EE-ORDER-5, EE-RETREAT-5, EE-TRANSPORT-4
    """
    questions.must_be_in_phase(live.state, "assault", "moves")
    formation = questions.find_living_formation(live.state, command.formation)
    yield from must_be_active(live.state, formation, "EE-ASSAULT-1")
    if formation.orders.order != "charge":
        rule_id = "EE-RETREAT-5" if formation.retreats else "EE-ASSAULT-2"
        yield from refuse(rule_id, "not-on-charge", formation=formation.id)
    who = transport.find_riders(live.state, formation, command.board, command.leave)
    if not (command.moves or who.boards or who.leaves):
        yield NothingChanged(why="nobody-runs", who=formation.id)
    held = yield from refuse_held(live, who)
    if who.leaves:
        for carrier in dict.fromkeys(live.state.figures[figure].position.aboard for figure in who.leaves):
            yield from _refuse_pinned(live, carrier)
        yield from get_off(live, who.leaves)
    wrecked: list[str] = []
    for run in command.moves:
        wrecked += yield from _make_run(live, formation, run, command.enters)
    yield from stand_apart(live, (f for f in who.leaves if not live.state.touching(f)))
    for carrier, figures in who.boards.items():
        yield from _get_on(live, transport.able_to_board(live.state, figures, held), carrier)
    yield from resolve_wrecks(live, wrecked)
    yield from morale.after_losses(live)


def _get_on(live: Live[Match], figures: tuple[str, ...], carrier: str) -> Rule[None]:
    """Get on a transport; figures in contact may not, unless nobody pins them: then they leave it.

    The transport spends its move too, so it may not be pinned either.

    Rule: EE-ASSAULT-6, EE-PIN-1, EE-PIN-2, EE-PIN-3, EE-TRANSPORT-4
    """
    for figure in (*figures, carrier):
        yield from _refuse_pinned(live, figure)
    for figure in figures:
        touching = live.state.touching(figure)
        if touching:
            yield assault.MovedOff(figure=figure, left=touching)
    if figures:
        yield from board(live, figures, carrier)


def _refuse_pinned(live: Live[Match], figure: str | None) -> Rule[None]:
    """Refuse a figure that an enemy in contact keeps from moving.

    Rule: EE-PIN-1
    """
    held = () if figure is None else ground.pinned_by(live.state, figure)
    if held:
        yield from refuse("EE-PIN-1", "pinned", figure=figure, other=held[0])


def _make_run(
    live: Live[Match], formation: Formation, run: assault.Run, enters: Iterable[Entry]
) -> Rule[tuple[str, ...]]:
    """Make one figure's assault move: the ground first, then its contacts.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-ASSAULT-6, EE-TERRAIN-3, EE-TERRAIN-4
    """
    figure = yield from _find_runner(live, formation, run)
    named = run.target or _enemy_touched_at(live.state, figure, run)
    target = None if named is None else (yield from _find_target(live, figure, named))
    way = _way_of_run(live.state, figure, run, target)
    cm = _run_length(live.state, run, way)
    yield from _must_reach(live, figure, run, target, way, cm)
    wrecked = yield from _test_ground_of_run(live, formation, figure, way, enters)
    if live.state.figures[figure].doing.stuck or not live.state.figures[figure].life.alive:
        return wrecked
    yield assault.Ran(figure=figure, cm=cm, target=target, at=None if way is None else (*way.path.end, way.facing))
    if target is not None:
        yield from engage(live, figure, target)
        for other in _further_enemies_touched(live.state, figure, run.also):
            yield from engage(live, figure, other)
    return wrecked


def _enemy_touched_at(state: Match, figure: str, run: assault.Run) -> str | None:
    """Return the enemy that a figure touches where it runs to: it engages that one.

    Rule: EE-ASSAULT-6
    """
    if run.to is None:
        return None
    base, end = turned_base(state, figure, _facing_at(state, figure, run.to)), ground.spot_of(run.to)
    side, most = state.side_of(figure), touch_cm(state)
    gaps = {
        other: gap_cm(base, end, base_of(state, other), at)
        for other, at in figures_around(state, (place_of(state, figure) or end, end))
        if state.side_of(other) != side and dist(end, at) <= most
    }
    nearest = min(gaps, key=lambda enemy: gaps[enemy], default=None)
    return nearest if nearest is not None and gaps[nearest] <= CONTACT_CM else None


def _further_enemies_touched(state: Match, figure: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return further enemies whose bases a figure touches, by the table's word or by position.

    Rule: EE-ASSAULT-6
    """
    named, touched = {questions.find_figure(state, name) for name in names}, state.touching(figure)
    at = place_of(state, figure)
    around = {other for other, _at in figures_around(state, (at,))} if at is not None else set()
    return tuple(
        enemy
        for enemy in state.enemies(state.side_of(figure))
        if enemy not in touched
        and (enemy in named or (enemy in around and (gap(state, figure, enemy) or 0.0) <= CONTACT_CM))
    )


def engage(live: Live[Match], figure: str, target: str) -> Rule[None]:
    """Put two bases in contact; point out to the table which of them frightens.

    Rule: EE-ASSAULT-6, EE-MORALE-9
    """
    yield assault.ContactMade(one=figure, other=target)
    for terror, victim in ((figure, target), (target, figure)):
        if live.state.has(terror, "terror"):
            yield assault.TerrorMet(formation=live.state.figures[victim].formation, figure=terror)


def _find_runner(live: Live[Match], formation: Formation, run: assault.Run) -> Rule[str]:
    """Return the named figure, once it is free to move.

    Rule: EE-ASSAULT-6, EE-PIN-1, EE-PIN-3
    """
    state = live.state
    figure = questions.find_figure(state, run.figure)
    questions.must_live(state, figure)
    model = state.figures[figure]
    if model.formation != formation.id:
        raise forbid("EE-ASSAULT-2", "not-of-formation", figure=figure, formation=formation.id)
    if not model.on_table:
        raise forbid("EE-TRANSPORT-2", "aboard", figure=figure)
    if model.doing.charged:
        yield from refuse("EE-ASSAULT-3", "moved-already", figure=figure)
    if transport.is_held(state, figure):
        yield from refuse("EE-TERRAIN-4", "held", figure=figure)
    yield from _refuse_pinned(live, figure)
    if state.touching(figure):
        yield assault.MovedOff(figure=figure, left=state.touching(figure))
    return figure


def _find_target(live: Live[Match], figure: str, name: str) -> Rule[str]:
    """Return the engaged enemy: the nearest, unless all nearer ones are engaged already.

    Rule: EE-ASSAULT-5
    """
    state = live.state
    target = questions.find_figure(state, name)
    questions.must_live(state, target)
    if state.side_of(target) == state.side_of(figure):
        raise forbid("EE-ASSAULT-5", "friend", figure=target)
    if not state.figures[target].on_table:
        raise forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
    nearer = assault.nearer_than(state, figure, target)
    if nearer:
        yield from refuse("EE-ASSAULT-5", "not-nearest", figure=figure, other=nearer[0])
    return target


class _Way(NamedTuple):
    """The straight path of an assault move, and the facing at its end."""

    path: ground.StraightPath
    facing: float


def _way_of_run(state: Match, figure: str, run: assault.Run, target: str | None) -> _Way | None:
    """Return the way of an assault move, where positions are kept."""
    start = place_of(state, figure)
    if start is None:
        return None
    end: ground.Placement | None = None
    if run.to is not None:
        end = (*run.to[:2], _facing_at(state, figure, run.to))
    elif target is not None:
        end = assault.contact_place(state, figure, target) or next(assault.contact_places(state, figure, target), None)
    return None if end is None else _Way(ground.trace_path(state, figure, start, ground.spot_of(end)), end[2])


def _run_length(state: Match, run: assault.Run, way: _Way | None) -> float | None:
    """Return how far a figure runs: the stated distance, or at least the straight path."""
    if way is None:
        return run.cm
    long = straight_length(state, way.path, way.facing)
    return long if run.cm is None else max(run.cm, long)


def _facing_at(state: Match, figure: str, to: Place) -> float:
    """Return the facing at a named end: as it is said, or straight on."""
    start = place_of(state, figure)
    if len(to) > 2:
        return to[2]
    if start is None or dist(start, to) <= HAIR_CM:
        return state.figures[figure].position.facing
    return towards(start, ground.spot_of(to))


def _must_reach(
    live: Live[Match], figure: str, run: assault.Run, target: str | None, way: _Way | None, cm: float | None
) -> Rule[None]:
    """Refuse a run out of reach, or a straight path that ground or an enemy bars.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-TERRAIN-2, EE-TRANSPORT-4, EE-MOVE-3
    """
    path = None if way is None else way.path
    spent = live.state.figures[figure].doing.spent
    most = ground.move_limit(live.state, figure, contact=target is not None) - spent
    if cm is not None and cm > most + HAIR_CM:
        facts = {"figure": figure, "cm": cm, "most": max(0.0, most)}
        yield from refuse("EE-ASSAULT-3", "charge-too-far", **facts)
    if way is not None:
        yield from _must_end_well(live, figure, target, way)
    if path is not None and path.barrier is not None and run.cm is None:
        facts = {"figure": figure, "terrain": path.barrier.kind}
        yield from refuse("EE-TERRAIN-2", "way-barred", **facts)
    met = None if path is None or run.cm is not None else assault.enemy_in_path(live.state, path, target)
    if met is not None:
        yield from refuse("EE-ASSAULT-4", "enemy-passes", figure=figure, other=met)


def _must_end_well(live: Live[Match], figure: str, target: str | None, way: _Way) -> Rule[None]:
    """Refuse an end off the table, on another base, or one that does not touch the engaged enemy.

    Rule: EE-ASSAULT-6, EE-MOVE-2, EE-MOVE-5
    """
    state, end = live.state, way.path.end
    base = turned_base(state, figure, way.facing)
    there = None if target is None else place_of(state, target)
    if target is not None and there is not None and gap_cm(base, end, base_of(state, target), there) > CONTACT_CM:
        yield from refuse("EE-ASSAULT-6", "no-contact", figure=figure, enemy=target)
    if not within_box(base, end, state.scenario.size_cm):
        yield from refuse("EE-MOVE-2", "off-the-table", figure=figure)
    yield from refuse_overlap(live, {figure: (*end, way.facing)})


def _test_ground_of_run(
    live: Live[Match], formation: Formation, figure: str, way: _Way | None, enters: Iterable[Entry]
) -> Rule[tuple[str, ...]]:
    """Test the ground on the path of a run, and the ground that the table names."""
    wrecked: tuple[str, ...] = ()
    if way is not None:
        wrecked = yield from cross_ground(live, way.path, (way.facing, live.state.figures[figure].position.facing))
    stated = terrain_entries(live.state, formation, enters)
    return (*wrecked, *(yield from test_ground(live, [entry for entry in stated if entry[0] == figure])))

"""Assault moves: formations on Charge run again, into contact with the enemy."""

from collections.abc import Iterable, Iterator
from math import dist
from typing import NamedTuple

from q40k.games.epic.rules import ground, morale, questions, room, transport
from q40k.games.epic.rules.movement import Entry, Stopped, straight_length, terrain_entries
from q40k.games.epic.rules.places import (
    base_of,
    figures_around,
    gap,
    is_inside,
    place_of,
    touch_cm,
    towards,
    turned_base,
)
from q40k.games.epic.rules.registry import Cm, Command, Event, FormationId, Place, fold, rule
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Base, Spot, gap_cm, vector, within_box
from q40k.kernel.events import Live, Rule
from q40k.packs.base import Pack
from q40k.tabletop.rules import NothingChanged

TURNS = (0, *(turn * sign for turn in range(5, 90, 5) for sign in (1, -1)))
"""Degrees off the straight path at which a figure looks for room at its target."""


class Run(Pack, frozen=True, kw_only=True):
    """The assault move of a figure: at a `target`, just a number of `cm`, or `to` a position.

    `also` are further enemies that its base touches there. Where positions are kept the app finds
    them.
    """

    figure: str
    target: str | None = None
    also: tuple[str, ...] = ()
    cm: Cm | None = None
    to: Place | None = None


class Charge(Command, tag="charge"):
    """A formation on Charge makes its assault moves; not every figure need engage.

    `enters` names dangerous ground where no positions are kept; `board` and `leave` as in `move`.
    """

    formation: FormationId
    moves: tuple[Run, ...] = ()
    enters: tuple[Entry, ...] = ()
    board: str | tuple[str, ...] | dict[str, str] | None = None
    leave: bool | tuple[str, ...] = ()


class Ran(Event, tag="ran"):
    """A figure has made its assault move; `at` is where it is, if that is known."""

    figure: str
    cm: float | None
    target: str | None = None
    at: tuple[float, ...] | None = None


class ContactMade(Event, tag="contact-made"):
    """Two bases touch: both are in close combat."""

    one: str
    other: str


class MovedOff(Event, tag="moved-off"):
    """An unpinned figure has left the figures in `left`; they are free of it."""

    figure: str
    left: tuple[str, ...]


class TerrorMet(Event, tag="terror-met"):
    """A formation has met a frightening figure: the table may call a test."""

    formation: str
    figure: str


@fold(Ran)
def _ran(state: Match, event: Ran) -> Match:
    used = state.figures[event.figure].doing.spent + (event.cm or 0.0)
    changes: dict[str, object] = {"spent": used, "charged": True}
    if event.cm:
        changes["stopped"] = False
    if event.at is not None:
        changes |= {"at": event.at[:2], "facing": event.at[2]}
    return state.with_figures({event.figure: changes})


@fold(ContactMade)
def _contact_made(state: Match, event: ContactMade) -> Match:
    return state.replace(contacts=(*state.contacts, (event.one, event.other)))


@fold(MovedOff)
def _moved_off(state: Match, event: MovedOff) -> Match:
    contacts = tuple(pair for pair in state.contacts if event.figure not in pair)
    return state.replace(contacts=contacts)


@rule(Charge)
def charge(live: Live[Match], command: Charge) -> Rule[None]:
    """Make the assault moves of a formation.

    Rule: EE-ASSAULT-1, EE-ASSAULT-2, EE-ORDER-5, EE-RETREAT-5, EE-TRANSPORT-4
    """
    questions.must_be_in_phase(live.state, "assault", "moves")
    formation = questions.find_living_formation(live.state, command.formation)
    yield from questions.must_be_active(live.state, formation, "EE-ASSAULT-1")
    if formation.orders.order != "charge":
        rule_id = "EE-RETREAT-5" if formation.retreats else "EE-ASSAULT-2"
        yield from questions.refuse(rule_id, "not-on-charge", formation=formation.id)
    who = transport.find_riders(live.state, formation, command.board, command.leave)
    if not (command.moves or who.boards or who.leaves):
        yield NothingChanged(why="nobody-runs", who=formation.id)
    held = yield from transport.refuse_held(live, who)
    if who.leaves:
        for carrier in dict.fromkeys(live.state.figures[figure].position.aboard for figure in who.leaves):
            yield from _refuse_pinned(live, carrier)
        yield from transport.get_off(live, who.leaves)
    wrecked: list[str] = []
    for run in command.moves:
        wrecked += yield from _make_run(live, formation, run, command.enters)
    yield from room.stand_apart(live, (f for f in who.leaves if not live.state.touching(f)))
    for carrier, figures in who.boards.items():
        yield from _get_on(live, transport.able_to_board(live.state, figures, held), carrier)
    yield from transport.resolve_wrecks(live, wrecked)
    yield from morale.after_losses(live)


def _get_on(live: Live[Match], figures: tuple[str, ...], carrier: str) -> Rule[None]:
    """Get on a transport; figures in contact may not, unless nobody pins them: then they leave it.

    The transport spends its move too, so it may not be pinned either.

    Rule: EE-ASSAULT-6, EE-PIN-1, EE-PIN-2, EE-PIN-3, EE-TRANSPORT-4
    """
    for figure in (*figures, carrier):
        yield from _refuse_pinned(live, figure)
    for figure in figures:
        left = live.state.touching(figure)
        if left:
            yield MovedOff(figure=figure, left=left)
    if figures:
        yield from transport.board(live, figures, carrier)


def _refuse_pinned(live: Live[Match], figure: str | None) -> Rule[None]:
    """Refuse a figure that an enemy in contact keeps from moving.

    Rule: EE-PIN-1
    """
    held = () if figure is None else ground.pinned_by(live.state, figure)
    if held:
        yield from questions.refuse("EE-PIN-1", "pinned", figure=figure, other=held[0])


def _make_run(live: Live[Match], formation: Formation, run: Run, enters: Iterable[Entry]) -> Rule[tuple[str, ...]]:
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
    yield Ran(figure=figure, cm=cm, target=target, at=None if way is None else (*way.path.end, way.facing))
    if target is not None:
        yield from engage(live, figure, target)
        for other in _further_enemies_touched(live.state, figure, run.also):
            yield from engage(live, figure, other)
    return wrecked


def _enemy_touched_at(state: Match, figure: str, run: Run) -> str | None:
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
    yield ContactMade(one=figure, other=target)
    for terror, victim in ((figure, target), (target, figure)):
        if live.state.has(terror, "terror"):
            yield TerrorMet(formation=live.state.figures[victim].formation, figure=terror)


def _find_runner(live: Live[Match], formation: Formation, run: Run) -> Rule[str]:
    """Return the named figure, once it is free to move.

    Rule: EE-ASSAULT-6, EE-PIN-1, EE-PIN-3
    """
    state = live.state
    figure = questions.find_figure(state, run.figure)
    questions.must_live(state, figure)
    model = state.figures[figure]
    if model.formation != formation.id:
        raise questions.forbid("EE-ASSAULT-2", "not-of-formation", figure=figure, formation=formation.id)
    if not model.on_table:
        raise questions.forbid("EE-TRANSPORT-2", "aboard", figure=figure)
    if model.doing.charged:
        yield from questions.refuse("EE-ASSAULT-3", "moved-already", figure=figure)
    if transport.is_held(state, figure):
        yield from questions.refuse("EE-TERRAIN-4", "held", figure=figure)
    yield from _refuse_pinned(live, figure)
    if state.touching(figure):
        yield MovedOff(figure=figure, left=state.touching(figure))
    return figure


def _find_target(live: Live[Match], figure: str, name: str) -> Rule[str]:
    """Return the engaged enemy: the nearest, unless all nearer ones are engaged already.

    Rule: EE-ASSAULT-5
    """
    state = live.state
    target = questions.find_figure(state, name)
    questions.must_live(state, target)
    if state.side_of(target) == state.side_of(figure):
        raise questions.forbid("EE-ASSAULT-5", "friend", figure=target)
    if not state.figures[target].on_table:
        raise questions.forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
    nearer = nearer_than(state, figure, target)
    if nearer:
        yield from questions.refuse("EE-ASSAULT-5", "not-nearest", figure=figure, other=nearer[0])
    return target


def nearer_than(state: Match, figure: str, target: str) -> tuple[str, ...]:
    """Return the enemies nearer to a figure than its target that nobody has engaged yet.

    Enemies out of its reach for good do not count: they are where it cannot go.

    Rule: EE-ASSAULT-5
    """
    far, at = gap(state, figure, target), place_of(state, figure)
    if far is None or at is None:
        return ()
    nearer, most = [], far + touch_cm(state)
    for enemy in state.enemies(state.side_of(figure)):
        there = place_of(state, enemy)
        if there is None or dist(at, there) > most:
            continue
        near = gap(state, figure, enemy)
        if near is None or near >= far - HAIR_CM or state.touching(enemy):
            continue
        if not _is_out_of_reach(state, figure, enemy):
            nearer.append((near, enemy))
    return tuple(enemy for _near, enemy in sorted(nearer))


def _is_out_of_reach(state: Match, figure: str, enemy: str) -> bool:
    """Return whether an enemy is in terrain that a figure may never enter."""
    at, profile = place_of(state, enemy), state.profile(figure)
    return at is not None and any(
        ground.hindrance_of(profile, piece.kind) == "impassable" and is_inside(piece, at)
        for piece in state.scenario.terrain
    )


class _Way(NamedTuple):
    """The straight path of an assault move, and the facing at its end."""

    path: ground.StraightPath
    facing: float


def _way_of_run(state: Match, figure: str, run: Run, target: str | None) -> _Way | None:
    """Return the way of an assault move, where positions are kept."""
    start = place_of(state, figure)
    if start is None:
        return None
    end: ground.Placement | None = None
    if run.to is not None:
        end = (*run.to[:2], _facing_at(state, figure, run.to))
    elif target is not None:
        end = contact_place(state, figure, target) or next(_contact_places(state, figure, target), None)
    return None if end is None else _Way(ground.trace_path(state, figure, start, ground.spot_of(end)), end[2])


def contact_place(state: Match, figure: str, target: str) -> ground.Placement | None:
    """Return where a figure touches its target: straight ahead, or beside others who stand there.

    Return None if there is no room on its side of the target.

    Rule: EE-ASSAULT-4, EE-ASSAULT-6, EE-MOVE-5
    """
    places = _contact_places(state, figure, target)
    return next((place for place in places if room.first_overlap(state, {figure: place}) is None), None)


def _contact_places(state: Match, figure: str, target: str) -> Iterator[ground.Placement]:
    """Yield where a figure touches its target, where positions are kept: straight ahead, then farther aside.

    It turns to the target as it moves.

    Rule: EE-ASSAULT-4
    """
    start, there = place_of(state, figure), place_of(state, target)
    if start is None or there is None:
        return
    ahead, other = towards(start, there), base_of(state, target)
    if gap_cm(turned_base(state, figure, ahead), start, other, there) <= HAIR_CM:
        ahead = state.figures[figure].position.facing
        yield (*start, ahead)
    base = turned_base(state, figure, ahead)
    for turn in TURNS:
        yield (*_touching_spot(base, other, there, towards(there, start) + turn), ahead)


def _touching_spot(base: Base, other: Base, there: Spot, angle: float) -> Spot:
    """Return where a base touches another that is at `there`, in this direction from its centre."""
    low, high = 0.0, base.reach_cm + other.reach_cm
    overlaps_to, apart_from = low, high  # a gap changes by no more than the distance, so it tells of others as well
    x, y = vector(1.0, angle)
    for _ in range(40):  # same either way: 40 halves are finer than any ruler
        far = (low + high) / 2
        if overlaps_to <= far <= apart_from:
            between = gap_cm(base, (there[0] + far * x, there[1] + far * y), other, there)
            if between > 0:  # same either way: 0 is met by chance only
                apart_from = min(apart_from, far - between + HAIR_CM)
            else:
                overlaps_to = max(overlaps_to, far - between - HAIR_CM)
            is_apart = between > 0
        else:
            is_apart = far > apart_from
        low, high = (low, far) if is_apart else (far, high)
    return there[0] + high * x, there[1] + high * y


def _run_length(state: Match, run: Run, way: _Way | None) -> float | None:
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
    live: Live[Match], figure: str, run: Run, target: str | None, way: _Way | None, cm: float | None
) -> Rule[None]:
    """Refuse a run out of reach, or a straight path that ground or an enemy bars.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-TERRAIN-2, EE-TRANSPORT-4, EE-MOVE-3
    """
    path = None if way is None else way.path
    spent = live.state.figures[figure].doing.spent
    most = ground.move_limit(live.state, figure, contact=target is not None) - spent
    if cm is not None and cm > most + HAIR_CM:
        facts = {"figure": figure, "cm": cm, "most": max(0.0, most)}
        yield from questions.refuse("EE-ASSAULT-3", "charge-too-far", **facts)
    if way is not None:
        yield from _must_end_well(live, figure, target, way)
    if path is not None and path.barrier is not None and run.cm is None:
        facts = {"figure": figure, "terrain": path.barrier.kind}
        yield from questions.refuse("EE-TERRAIN-2", "way-barred", **facts)
    met = None if path is None or run.cm is not None else enemy_in_path(live.state, path, target)
    if met is not None:
        yield from questions.refuse("EE-ASSAULT-4", "enemy-passes", figure=figure, other=met)


def _must_end_well(live: Live[Match], figure: str, target: str | None, way: _Way) -> Rule[None]:
    """Refuse an end off the table, on another base, or one that does not touch the engaged enemy.

    Rule: EE-ASSAULT-6, EE-MOVE-2, EE-MOVE-5
    """
    state, end = live.state, way.path.end
    base = turned_base(state, figure, way.facing)
    there = None if target is None else place_of(state, target)
    if target is not None and there is not None and gap_cm(base, end, base_of(state, target), there) > CONTACT_CM:
        yield from questions.refuse("EE-ASSAULT-6", "no-contact", figure=figure, enemy=target)
    if not within_box(base, end, state.scenario.size_cm):
        yield from questions.refuse("EE-MOVE-2", "off-the-table", figure=figure)
    yield from room.refuse_overlap(live, {figure: (*end, way.facing)})


def enemy_in_path(state: Match, path: ground.StraightPath, target: str | None) -> str | None:
    """Return an enemy in the straight path of an assault move, or None; a run goes around enemies.

    Rule: EE-ASSAULT-4, EE-MOVE-5
    """
    side, facing = state.side_of(path.figure), state.figures[path.figure].position.facing
    others = [enemy for enemy in ground.enemies_near(state, side, (path,)) if enemy != target]
    met = (ground.enemy_on_path(state, path, facing, (enemy,)) for enemy in others)
    return next((contact[1] for contact in met if contact is not None and contact[0] == "passes"), None)


def _test_ground_of_run(
    live: Live[Match], formation: Formation, figure: str, way: _Way | None, enters: Iterable[Entry]
) -> Rule[tuple[str, ...]]:
    """Test the ground on a path; a stuck figure stops where it first met it.

    Rule: EE-TERRAIN-3, EE-TERRAIN-4
    """
    wrecked: list[str] = []
    before = live.state.figures[figure].position.facing
    for piece, at in () if way is None else way.path.ground:
        wrecked += yield from ground.test_ground(live, ((figure, piece.kind),))
        now = live.state.figures[figure]
        if way is not None and now.doing.stuck and now.life.alive:
            x, y, facing = room.stopping_place(live.state, way.path, at, (way.facing, before))
            yield Stopped(figure=figure, at=(x, y), facing=facing)
            break
    stated = terrain_entries(live.state, formation, enters)
    wrecked += yield from ground.test_ground(live, [entry for entry in stated if entry[0] == figure])
    return tuple(wrecked)

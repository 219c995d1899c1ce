"""Assault moves: who charges runs again, to come into contact with the enemy."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, dist

from q40k.games.epic.rules.command import Cm, Command, FormationId, Place
from q40k.games.epic.rules.ground.ground import (
    Way,
    enemies_beside,
    enemy_on_the_way,
    spot_of,
    turned,
    way,
)
from q40k.games.epic.rules.ground.places import base_of, gap, place_of
from q40k.games.epic.rules.ground.shapes import inside
from q40k.games.epic.rules.ground.terrain import effect, test_ground
from q40k.games.epic.rules.morale import after_losses
from q40k.games.epic.rules.movement.limits import limit
from q40k.games.epic.rules.movement.move import (
    Entry,
    Stopped,
    entries,
    straight_on,
    transports_of,
)
from q40k.games.epic.rules.movement.riding import riders
from q40k.games.epic.rules.pinning import pinned_by
from q40k.games.epic.rules.questions import (
    find_figure,
    find_formation,
    forbid,
    must_be,
    must_be_active,
    must_live,
    refuse,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.rules.transport import board, get_off, wreck
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, gap_cm, within_box
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.base import Pack


class Run(Pack, frozen=True, kw_only=True):
    """The assault move of a figure: at a `target`, or just so many `cm`, or `to` a place.

    `also` are further enemies that its base touches there; where places are kept the app sees them.
    """

    figure: str
    target: str | None = None
    also: tuple[str, ...] = ()
    cm: Cm | None = None
    to: Place | None = None


@command
class Charge(Command, tag="charge"):
    """A formation on Charge makes its assault moves; not every figure need engage.

    `enters` names dangerous ground where no places are kept; `board` and `leave` as in `move`.
    """

    formation: FormationId
    moves: tuple[Run, ...] = ()
    enters: tuple[Entry, ...] = ()
    board: str | tuple[str, ...] | dict[str, str] | None = None
    leave: bool | tuple[str, ...] = ()


@event
class Ran(Event, tag="ran"):
    """A figure has made its assault move; `at` is where it stands, where that is known."""

    figure: str
    cm: float | None
    target: str | None = None
    at: tuple[float, ...] | None = None


@event
class ContactMade(Event, tag="contact-made"):
    """Two bases touch: both are in close combat."""

    one: str
    other: str


@event
class MovedOff(Event, tag="moved-off"):
    """A figure that nobody pins has left these; they are free of it."""

    figure: str
    left: tuple[str, ...]


@event
class TerrorMet(Event, tag="terror-met"):
    """A formation has met what frightens: the table may call a test."""

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
    must_be(live.state, "assault", "moves")
    formation = find_formation(live.state, command.formation)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-ASSAULT-1")
    if formation.orders.order != "charge":
        rule_id = "EE-RETREAT-5" if formation.retreats else "EE-ASSAULT-2"
        yield from refuse(rule_id, "not-on-charge", formation=formation.id)
    who = riders(live.state, formation, command.board, command.leave)
    if who.leaves:
        yield from get_off(live, who.leaves)
    wrecked: list[str] = []
    for run in command.moves:
        wrecked += yield from _run(live, formation, run, command.enters)
    for transport, figures in who.boards.items():
        yield from board(
            live, tuple(f for f in figures if live.state.figures[f].on_table), transport
        )
    yield from wreck(live, wrecked)
    yield from after_losses(live)


def _run(
    live: Live[Match], formation: Formation, run: Run, enters: Iterable[Entry]
) -> Rule[tuple[str, ...]]:
    """One figure's assault move: the ground first, then the contact it makes.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-ASSAULT-6, EE-TERRAIN-3, EE-TERRAIN-4
    """
    figure = yield from _runner(live, formation, run)
    said = run.target or _touched_at(live.state, figure, run)
    target = None if said is None else (yield from _target(live, figure, said))
    found = _goal(live.state, figure, run, target)
    yield from _far_enough(live, figure, run, target, found)
    wrecked = yield from _ground(live, formation, figure, found, enters)
    if live.state.figures[figure].doing.stuck or not live.state.figures[figure].life.alive:
        return wrecked
    yield Ran(
        figure=figure, cm=_distance(live.state, run, found), target=target,
        at=None if found is None else (*found.end, _facing(live.state, figure, run, found)),
    )  # fmt: skip
    if target is not None:
        yield from engage(live, figure, target)
        for other in _touched_too(live.state, figure, run.also):
            yield from engage(live, figure, other)
    return wrecked


def _touched_at(state: Match, figure: str, run: Run) -> str | None:
    """The enemy that a figure touches at the place it runs to: that is whom it engages.

    Rule: EE-ASSAULT-6
    """
    if run.to is None:
        return None
    base, end = base_of(state, figure), spot_of(run.to)
    gaps = {
        enemy: gap_cm(base, end, base_of(state, enemy), at)
        for enemy in state.enemies(state.side_of(figure))
        if (at := place_of(state, enemy)) is not None
    }
    nearest = min(gaps, key=lambda enemy: gaps[enemy], default=None)
    return nearest if nearest is not None and gaps[nearest] <= CONTACT_CM else None


def _touched_too(state: Match, figure: str, said: Iterable[str]) -> tuple[str, ...]:
    """Further enemies whose bases a figure touches: said by the table, or seen by their places.

    Rule: EE-ASSAULT-6
    """
    enemies = state.enemies(state.side_of(figure))
    named = {find_figure(state, one) for one in said}
    return tuple(
        enemy
        for enemy in enemies
        if enemy not in state.touching(figure)
        and (
            enemy in named
            or ((near := gap(state, figure, enemy)) is not None and near <= CONTACT_CM)
        )
    )


def engage(live: Live[Match], figure: str, target: str) -> Rule[None]:
    """Bases touch; whoever frightens is pointed out to the table.

    Rule: EE-ASSAULT-6, EE-MORALE-9
    """
    yield ContactMade(one=figure, other=target)
    for one, other in ((figure, target), (target, figure)):
        if live.state.has(one, "terror"):
            yield TerrorMet(formation=live.state.figures[other].formation, figure=one)


def _runner(live: Live[Match], formation: Formation, run: Run) -> Rule[str]:
    """The figure that is meant, once it is free to move.

    Rule: EE-ASSAULT-6, EE-PIN-1, EE-PIN-3
    """
    state = live.state
    figure = find_figure(state, run.figure)
    must_live(state, figure)
    one = state.figures[figure]
    if one.formation != formation.id:
        raise forbid("EE-ASSAULT-2", "not-of-formation", figure=figure, formation=formation.id)
    if not one.on_table:
        raise forbid("EE-TRANSPORT-2", "aboard", figure=figure)
    if one.doing.charged:
        yield from refuse("EE-ASSAULT-3", "moved-already", figure=figure)
    if one.doing.stuck or one.doing.thrown:
        yield from refuse("EE-TERRAIN-4", "held", figure=figure)
    held = pinned_by(state, figure)
    if held:
        yield from refuse("EE-PIN-1", "pinned", figure=figure, other=held[0])
    if state.touching(figure):
        yield MovedOff(figure=figure, left=state.touching(figure))
    return figure


def _target(live: Live[Match], figure: str, said: str) -> Rule[str]:
    """The enemy that is engaged: the nearest, or all nearer ones are engaged already.

    Rule: EE-ASSAULT-5
    """
    state = live.state
    target = find_figure(state, said)
    must_live(state, target)
    if state.side_of(target) == state.side_of(figure):
        raise forbid("EE-ASSAULT-5", "friend", figure=target)
    if not state.figures[target].on_table:
        raise forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
    nearer = nearer_than(state, figure, target)
    if nearer:
        yield from refuse("EE-ASSAULT-5", "not-nearest", figure=figure, other=nearer[0])
    return target


def nearer_than(state: Match, figure: str, target: str) -> tuple[str, ...]:
    """The enemies nearer to a figure than its target that nobody has engaged yet.

    Those it could never reach are left out: what stands where it cannot go.

    Rule: EE-ASSAULT-5
    """
    far = gap(state, figure, target)
    if far is None:
        return ()
    found = []
    for enemy in state.enemies(state.side_of(figure)):
        near = gap(state, figure, enemy)
        if near is None or near >= far - HAIR_CM or state.touching(enemy):
            continue
        if not _out_of_reach(state, figure, enemy):
            found.append((near, enemy))
    return tuple(enemy for _near, enemy in sorted(found))


def _out_of_reach(state: Match, figure: str, enemy: str) -> bool:
    """Whether an enemy stands in what a figure may never enter."""
    at, profile = place_of(state, enemy), state.profile(figure)
    return at is not None and any(
        effect(profile, one.kind) == "impassable" and inside(one, at)
        for one in state.scenario.terrain
    )


def _goal(state: Match, figure: str, run: Run, target: str | None) -> Way | None:
    """The straight way of an assault move, where places are kept."""
    start = place_of(state, figure)
    if start is None:
        return None
    if run.to is not None:
        return way(state, figure, start, spot_of(run.to))
    there = None if target is None else place_of(state, target)
    if target is None or there is None:
        return None
    return way(
        state, figure, start, beside(base_of(state, figure), start, base_of(state, target), there)
    )


def beside(base: Base, start: Spot, other: Base, there: Spot) -> Spot:
    """Where a base comes to touch another on the straight way to its middle.

    Rule: EE-ASSAULT-4
    """
    low, high = 0.0, 1.0
    for _ in range(40):
        share = (low + high) / 2
        at = (start[0] + share * (there[0] - start[0]), start[1] + share * (there[1] - start[1]))
        if gap_cm(base, at, other, there) > 0:
            low = share
        else:
            high = share
    return (start[0] + low * (there[0] - start[0]), start[1] + low * (there[1] - start[1]))


def _distance(state: Match, run: Run, found: Way | None) -> float | None:
    """How far it goes: as measured, or the straight way."""
    if found is None:
        return run.cm
    facing = _facing(state, found.figure, run, found)
    long = straight_on(state, found, facing, transports_of(state))
    return long if run.cm is None else max(run.cm, long)


def _facing(state: Match, figure: str, run: Run, found: Way) -> float:
    if run.to is not None and len(run.to) > 2:
        return run.to[2]
    if dist(found.start, found.end) <= HAIR_CM:
        return state.figures[figure].position.facing
    return degrees(atan2(found.end[1] - found.start[1], found.end[0] - found.start[0])) % 360


def _far_enough(
    live: Live[Match], figure: str, run: Run, target: str | None, found: Way | None
) -> Rule[None]:
    """Refuse what is out of reach, or a straight way that is barred, by ground or by an enemy.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-TERRAIN-2, EE-TRANSPORT-4, EE-MOVE-3
    """
    cm = _distance(live.state, run, found)
    spent = live.state.figures[figure].doing.spent
    most = limit(live.state, figure, contact=target is not None) - spent
    if cm is not None and cm > most + HAIR_CM:
        facts = {"figure": figure, "cm": round(cm, 2), "most": round(max(0.0, most), 2)}
        yield from refuse("EE-ASSAULT-3", "charge-too-far", **facts)
    if found is not None:
        yield from _stands_well(live, figure, run, target, found)
    if found is not None and found.barred is not None and run.cm is None:
        facts = {"figure": figure, "terrain": found.barred.kind}
        yield from refuse("EE-TERRAIN-2", "way-barred", **facts)
    met = None if found is None or run.cm is not None else passed(live.state, found, target)
    if met is not None:
        yield from refuse("EE-ASSAULT-4", "enemy-passes", figure=figure, other=met)


def _stands_well(
    live: Live[Match], figure: str, run: Run, target: str | None, found: Way
) -> Rule[None]:
    """Refuse an end that lies off the table, or that does not touch whom it engages.

    Rule: EE-ASSAULT-6, EE-MOVE-2
    """
    state = live.state
    there = None if target is None else place_of(state, target)
    if target is not None and there is not None:
        base, other = base_of(state, figure), base_of(state, target)
        if gap_cm(base, found.end, other, there) > CONTACT_CM:
            yield from refuse("EE-ASSAULT-6", "no-contact", one=figure, other=target)
    base = turned(state, figure, _facing(state, figure, run, found))
    if not within_box(base, found.end, state.scenario.size_cm):
        yield from refuse("EE-MOVE-2", "off-the-table", figure=figure)


def passed(state: Match, found: Way, target: str | None) -> str | None:
    """An enemy that stands in the straight way of an assault move, which goes round it.

    Rule: EE-ASSAULT-4, EE-MOVE-5
    """
    side, facing = state.side_of(found.figure), state.figures[found.figure].position.facing
    others = [enemy for enemy in enemies_beside(state, side, (found,)) if enemy != target]
    met = (enemy_on_the_way(state, found, facing, (enemy,)) for enemy in others)
    return next((one[1] for one in met if one is not None and one[0] == "passes"), None)


def _ground(
    live: Live[Match], formation: Formation, figure: str, found: Way | None, enters: Iterable[Entry]
) -> Rule[tuple[str, ...]]:
    """The ground on the way; whoever is stuck stands where it first met it.

    Rule: EE-TERRAIN-3, EE-TERRAIN-4
    """
    wrecked: list[str] = []
    for piece, at in () if found is None else found.ground:
        wrecked += yield from test_ground(live, ((figure, piece.kind),))
        now = live.state.figures[figure]
        if now.doing.stuck and now.life.alive:
            yield Stopped(figure=figure, at=at)
            break
    said = entries(live.state, formation, enters)
    wrecked += yield from test_ground(live, [one for one in said if one[0] == figure])
    return tuple(wrecked)

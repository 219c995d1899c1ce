"""Firing: one formation of each side in turn, all dice of a volley thrown together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from q40k.games.epic.rules.command import Command, FormationId
from q40k.games.epic.rules.losses import HitTaken, lose
from q40k.games.epic.rules.morale import after_losses
from q40k.games.epic.rules.questions import (
    find_formation,
    forbid,
    must_be,
    must_be_active,
    refuse,
    tally,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.shooting import hit
from q40k.games.epic.rules.shooting.plan import Aim, Shot, aims, may_fire
from q40k.games.epic.rules.shooting.saves import SaveRolled, certain
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.rules.transport import wreck
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Shoot(Command, tag="shoot"):
    """A formation fires: all its targets are named at once."""

    formation: FormationId
    shots: tuple[Shot, ...]


@command
class HoldFire(Command, tag="hold"):
    """A formation holds its fire: it has had its go."""

    formation: FormationId


@event
class Fired(Event, tag="fired"):
    """A formation has fired: its shots with their numbers, and how many dice of each hit."""

    formation: str
    aims: tuple[Aim, ...]
    hits: tuple[int, ...]


@event
class Held(Event, tag="held"):
    """A formation holds its fire."""

    formation: str


@event
class ToFire(Event, tag="to-fire"):
    """It is for this side to fire; None when nobody has a formation left that can."""

    side: str | None


@fold(Fired, Held)
def _has_fired(state: Match, event: Fired | Held) -> Match:
    return state.with_formation(event.formation, fired=True)


@fold(ToFire)
def _to_fire(state: Match, event: ToFire) -> Match:
    return state.replace(active=event.side)


def can_fire(state: Match, formation: Formation) -> bool:
    """Whether a formation still has its go, and anything to fire with.

    Rule: EE-SHOOT-1, EE-SHOOT-11
    """
    silent = formation.retreats and not state.switches.retreat_shoots
    return (
        not formation.acted.fired
        and not silent
        and any(may_fire(state, figure) for figure in state.standing(formation.id))
    )


def left_to_fire(state: Match, side: str) -> tuple[str, ...]:
    """The formations of a side that still have their go."""
    return tuple(one.id for one in state.of_side(side) if can_fire(state, one))


def next_to_fire(state: Match, after: str) -> str | None:
    """Whose go it is after that of a side: the other's, as long as it has a formation left.

    Rule: EE-SHOOT-1
    """
    order = (state.enemy(after), after)
    able = (side for side in order if any(can_fire(state, one) for one in state.of_side(side)))
    return next(able, None)


@rule(HoldFire)
def hold_fire(live: Live[Match], command: HoldFire) -> Rule[None]:
    """A formation holds its fire.

    Rule: EE-SHOOT-1
    """
    formation = yield from _whose_go(live, command.formation)
    yield Held(formation=formation.id)
    yield ToFire(side=next_to_fire(live.state, formation.side))


@rule(Shoot)
def shoot(live: Live[Match], command: Shoot) -> Rule[None]:
    """A formation fires: to-hit dice, second dice, saves; then passengers, then break tests.

    Rule: EE-SHOOT-1, EE-SHOOT-3, EE-SHOOT-10, EE-SHOOT-11
    """
    formation = yield from _whose_go(live, command.formation)
    if formation.retreats and not live.state.switches.retreat_shoots:
        yield from refuse("EE-SHOOT-11", "retreat-silent", formation=formation.id)
    if live.state.contacts:
        yield from refuse("EE-SHOOT-11", "while-in-contact", formation=formation.id)
    volley = aims(live.state, formation, command.shots)
    hits = yield from _to_hit(formation, volley)
    counts = tuple(sum(place == number for place in hits) for number in range(len(volley)))
    yield Fired(formation=formation.id, aims=volley, hits=counts)
    destroyed = yield from _saves(live, [volley[place] for place in hits])
    yield from lose(live, destroyed, "shot")
    yield from wreck(live, destroyed)
    yield from after_losses(live)
    yield ToFire(side=next_to_fire(live.state, formation.side))


def _whose_go(live: Live[Match], said: str) -> Rule[Formation]:
    """The formation whose go it is.

    Rule: EE-SHOOT-1
    """
    must_be(live.state, "shooting", "shots")
    formation = find_formation(live.state, said)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    if formation.acted.fired:
        yield from refuse("EE-SHOOT-1", "has-fired", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-SHOOT-1")
    return formation


def _to_hit(formation: Formation, volley: tuple[Aim, ...]) -> Rule[list[int]]:
    """All to-hit dice, then all second dice: the shot of each hit, in the order named.

    Rule: EE-SHOOT-5, EE-SHOOT-8, EE-SHOOT-10
    """
    thrown = [place for place, one in enumerate(volley) if not one.fails for _ in range(one.dice)]
    asked = [place for place in thrown if volley[place].needed > 1]
    passed: Iterator[bool] = iter(())
    if asked:
        needs = tuple(hit.first_die(volley[place].needed) for place in asked)
        targets = tuple(volley[place].target for place in asked)
        throws = yield from tally(
            formation.side, "to-hit", "EE-SHOOT-5", needs,
            formation=formation.id, numbers=tuple(volley[place].needed for place in asked),
            targets=targets, aims=volley,
        )  # fmt: skip
        passed = iter(throws)
    first = [place for place in thrown if volley[place].needed <= 1 or next(passed)]
    again = [place for place in first if volley[place].second]
    if not again:
        return first
    throws = yield from tally(
        formation.side, "second-die", "EE-SHOOT-8", tuple(volley[p].second for p in again),
        formation=formation.id, targets=tuple(volley[p].target for p in again),
    )  # fmt: skip
    passed = iter(throws)
    return [place for place in first if not volley[place].second or next(passed)]


class _Target(NamedTuple):
    """A target of this volley: the hits it has left, and those that wait for their die."""

    left: int
    waiting: int = 0


def _saves(live: Live[Match], hits: list[Aim]) -> Rule[list[str]]:
    """A save for each hit, in their order, thrown together as far as they can be.

    A hit on a target that is destroyed already is lost, so a second hit waits for the first
    where that may be the last.

    Rule: EE-SAVE-1, EE-SAVE-3, EE-SAVE-4, EE-SHOOT-10, EE-VEHICLE-3
    """
    targets = {one.target: _Target(live.state.figures[one.target].life.hits) for one in hits}
    destroyed: list[str] = []
    waiting: list[Aim] = []
    for one in (*hits, None):
        if one is not None:
            target = targets[one.target]
            if target.left > 0 and target.waiting < target.left:
                waiting.append(one)
                targets[one.target] = target._replace(waiting=target.waiting + 1)
                continue
        if waiting:
            yield from _throw(live, waiting, targets, destroyed)
            waiting = []
        if one is not None and targets[one.target].left > 0:
            waiting = [one]
            targets[one.target] = targets[one.target]._replace(waiting=1)
    return destroyed


def _throw(
    live: Live[Match], waiting: list[Aim], targets: dict[str, _Target], destroyed: list[str]
) -> Rule[None]:
    """The saves of some hits; what they leave of their targets is noted."""
    asked = [one for one in waiting if certain(one.save) is None]
    passed: Iterator[bool] = iter(())
    if asked:
        throws = yield from tally(
            live.state.side_of(asked[0].target), "saves", "EE-SAVE-1",
            tuple(one.save for one in asked), targets=tuple(one.target for one in asked),
        )  # fmt: skip
        passed = iter(throws)
    for one in waiting:
        sure = certain(one.save)
        saved = next(passed) if sure is None else sure
        yield SaveRolled(figure=one.target, needed=one.save, saved=saved)
        left = targets[one.target].left - (not saved)
        targets[one.target] = _Target(left)
        if saved:
            continue
        if left:
            yield HitTaken(figure=one.target, left=left)
        else:
            destroyed.append(one.target)


def hold_the_rest(live: Live[Match]) -> Rule[None]:
    """Whoever has not fired holds.

    Rule: EE-SHOOT-1
    """
    for side in live.state.by_initiative:
        for formation in left_to_fire(live.state, side):
            yield Held(formation=formation)

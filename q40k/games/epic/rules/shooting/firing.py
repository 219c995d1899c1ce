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
    must_be_active,
    must_be_in_phase,
    refuse,
    roll_against,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.shooting import hit
from q40k.games.epic.rules.shooting.plan import Aim, Shot, may_fire, plan_volley
from q40k.games.epic.rules.shooting.saves import SaveRolled, certain_save
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.rules.transport import resolve_wrecks
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
    """Return whether a formation may still fire and has a weapon for it.

    Rule: EE-SHOOT-1, EE-SHOOT-11
    """
    silent = formation.retreats and not state.switches.retreat_shoots
    return (
        not formation.acted.fired
        and not silent
        and any(may_fire(state, figure) for figure in state.standing(formation.id))
    )


def formations_to_fire(state: Match, side: str) -> tuple[str, ...]:
    """Return the formations of a side that may still fire."""
    return tuple(formation.id for formation in state.of_side(side) if can_fire(state, formation))


def next_to_fire(state: Match, after: str) -> str | None:
    """Return which side fires next: the other one, if it has a formation left.

    Rule: EE-SHOOT-1
    """
    order = (state.enemy(after), after)
    able = (
        side
        for side in order
        if any(can_fire(state, formation) for formation in state.of_side(side))
    )
    return next(able, None)


@rule(HoldFire)
def hold_fire(live: Live[Match], command: HoldFire) -> Rule[None]:
    """Let a formation hold its fire.

    Rule: EE-SHOOT-1
    """
    formation = yield from _find_firing_formation(live, command.formation)
    yield Held(formation=formation.id)
    yield ToFire(side=next_to_fire(live.state, formation.side))


@rule(Shoot)
def shoot(live: Live[Match], command: Shoot) -> Rule[None]:
    """Fire a formation: to-hit dice, second dice, saves; then passengers and break tests.

    Rule: EE-SHOOT-1, EE-SHOOT-3, EE-SHOOT-10, EE-SHOOT-11
    """
    formation = yield from _find_firing_formation(live, command.formation)
    if formation.retreats and not live.state.switches.retreat_shoots:
        yield from refuse("EE-SHOOT-11", "retreat-silent", formation=formation.id)
    if live.state.contacts:
        yield from refuse("EE-SHOOT-11", "while-in-contact", formation=formation.id)
    volley = plan_volley(live.state, formation, command.shots)
    hits = yield from _roll_to_hit(formation, volley)
    counts = tuple(sum(place == number for place in hits) for number in range(len(volley)))
    yield Fired(formation=formation.id, aims=volley, hits=counts)
    destroyed = yield from _roll_saves(live, [volley[place] for place in hits])
    yield from lose(live, destroyed, "shot")
    yield from resolve_wrecks(live, destroyed)
    yield from after_losses(live)
    yield ToFire(side=next_to_fire(live.state, formation.side))


def _find_firing_formation(live: Live[Match], formation_id: str) -> Rule[Formation]:
    """Return the formation, or refuse it if it may not fire now.

    Rule: EE-SHOOT-1
    """
    must_be_in_phase(live.state, "shooting", "shots")
    formation = find_formation(live.state, formation_id)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    if formation.acted.fired:
        yield from refuse("EE-SHOOT-1", "has-fired", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-SHOOT-1")
    return formation


def _roll_to_hit(formation: Formation, volley: tuple[Aim, ...]) -> Rule[list[int]]:
    """Roll all to-hit dice, then all second dice; return the shot of each hit, in order.

    Rule: EE-SHOOT-5, EE-SHOOT-8, EE-SHOOT-10
    """
    thrown = [place for place, aim in enumerate(volley) if not aim.fails for _ in range(aim.dice)]
    rolled = [place for place in thrown if volley[place].needed > 1]
    passed: Iterator[bool] = iter(())
    if rolled:
        needs = tuple(hit.first_die(volley[place].needed) for place in rolled)
        targets = tuple(volley[place].target for place in rolled)
        throws = yield from roll_against(
            formation.side, "to-hit", "EE-SHOOT-5", needs,
            formation=formation.id, numbers=tuple(volley[place].needed for place in rolled),
            targets=targets, aims=volley,
        )  # fmt: skip
        passed = iter(throws)
    first = [place for place in thrown if volley[place].needed <= 1 or next(passed)]
    again = [place for place in first if volley[place].second]
    if not again:
        return first
    throws = yield from roll_against(
        formation.side, "second-die", "EE-SHOOT-8", tuple(volley[p].second for p in again),
        formation=formation.id, targets=tuple(volley[p].target for p in again),
    )  # fmt: skip
    passed = iter(throws)
    return [place for place in first if not volley[place].second or next(passed)]


class _Target(NamedTuple):
    """The hits a target has left in this volley, and how many of them wait for a save."""

    hits_left: int
    waiting: int = 0


def _roll_saves(live: Live[Match], hits: list[Aim]) -> Rule[list[str]]:
    """Roll a save for each hit, as many together as possible; return who was destroyed.

    A hit on a destroyed target is lost. So a second hit waits for the first where the first may be
    the last.

    Rule: EE-SAVE-1, EE-SAVE-3, EE-SAVE-4, EE-SHOOT-10, EE-VEHICLE-3
    """
    targets = {aim.target: _Target(live.state.figures[aim.target].life.hits) for aim in hits}
    destroyed: list[str] = []
    waiting: list[Aim] = []
    for aim in (*hits, None):
        if aim is not None:
            target = targets[aim.target]
            if target.hits_left > 0 and target.waiting < target.hits_left:
                waiting.append(aim)
                targets[aim.target] = target._replace(waiting=target.waiting + 1)
                continue
        if waiting:
            yield from _throw_saves(live, waiting, targets, destroyed)
            waiting = []
        if aim is not None and targets[aim.target].hits_left > 0:
            waiting = [aim]
            targets[aim.target] = targets[aim.target]._replace(waiting=1)
    return destroyed


def _throw_saves(
    live: Live[Match], waiting: list[Aim], targets: dict[str, _Target], destroyed: list[str]
) -> Rule[None]:
    """Roll the saves of some hits and note what they leave of their targets."""
    uncertain = [aim for aim in waiting if certain_save(aim.save) is None]
    passed: Iterator[bool] = iter(())
    if uncertain:
        throws = yield from roll_against(
            live.state.side_of(uncertain[0].target), "saves", "EE-SAVE-1",
            tuple(aim.save for aim in uncertain), targets=tuple(aim.target for aim in uncertain),
        )  # fmt: skip
        passed = iter(throws)
    for aim in waiting:
        sure = certain_save(aim.save)
        saved = next(passed) if sure is None else sure
        yield SaveRolled(figure=aim.target, needed=aim.save, saved=saved)
        remaining = targets[aim.target].hits_left - (not saved)
        targets[aim.target] = _Target(remaining)
        if saved:
            continue
        if remaining:
            yield HitTaken(figure=aim.target, left=remaining)
        else:
            destroyed.append(aim.target)


def hold_the_rest(live: Live[Match]) -> Rule[None]:
    """Let every formation that has not fired hold its fire.

    Rule: EE-SHOOT-1
    """
    for side in live.state.by_initiative:
        for formation in formations_to_fire(live.state, side):
            yield Held(formation=formation)

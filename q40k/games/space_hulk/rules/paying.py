"""Who acts, and what it costs: activation, action points, command points."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.questions import (
    find,
    find_marine,
    forbid,
    must_be,
    must_be_settled,
    refuse,
)
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Aim, Marine, Match, Window
from q40k.games.space_hulk.rules.turn.phases import close_windows, to_the_stealers
from q40k.games.space_hulk.rules.turn.points import spend
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

Keeps = Literal["overwatch", "guard", "aim"]


@event
class Activated(Event, tag="activated"):
    """A piece is activated; who was active before has done so."""

    who: str


@event
class Paid(Event, tag="paid"):
    """A piece has spent action points."""

    who: str
    ap: int


@event
class StanceEnded(Event, tag="stance-ended"):
    """A marine is on overwatch, or on guard, no more."""

    who: str
    overwatch: bool = False
    guard: bool = False


@event
class AimLost(Event, tag="aim-lost"):
    """A marine's sustained fire is over; or a free shot that was `owed` is not made any more."""

    who: str
    owed: bool = False


@event
class AlienActed(Event, tag="alien-acted"):
    """A stealer has done something, or a blip has closed a `door`: reactions may follow."""

    who: str
    door: str | None = None
    turned: bool = False


@fold(Activated)
def _activated(state: Match, event: Activated) -> Match:
    if event.who in state.marines and state.edition.activation_ends:
        for id in state.marines:
            if id != event.who:
                state = state.with_marine(id, aim=Aim())
    return state.with_piece(event.who, activated=True).replace(active=event.who)


@fold(Paid)
def _paid(state: Match, event: Paid) -> Match:
    left = state.piece(event.who).acts.ap - event.ap
    return state.with_piece(event.who, ap=max(0, left))


@fold(StanceEnded)
def _stance_ended(state: Match, event: StanceEnded) -> Match:
    stance = state.marines[event.who].stance
    return state.with_marine(
        event.who,
        overwatch=stance.overwatch and not event.overwatch,
        guard=stance.guard and not event.guard,
        watched=stance.watched and not event.overwatch,
    )


@fold(AimLost)
def _aim_lost(state: Match, event: AimLost) -> Match:
    return state.with_marine(event.who, aim=Aim())


@fold(AlienActed)
def _alien_acted(state: Match, event: AlienActed) -> Match:
    """Bonuses at other targets end; a window is to be looked at, where places are kept.

    Rule: SH-SUSTAIN-4, SH-REACT-5, SH1-REACT-5
    """
    stealer = event.who in state.stealers
    if state.edition.others_end and stealer:
        for id, one in state.marines.items():
            if one.aim.target is not None and one.aim.target != event.who:
                state = state.with_marine(id, aim=Aim())
    if stealer and not event.turned:
        state = state.with_stealer(event.who, turns=0)
    state = state.replace(last=event.who)
    placed = cell(state, event.who) is not None
    if not placed or state.play.phase != "stealer-action":
        return state
    step = state.edition.steps[0] if stealer else "overwatch"
    window = Window(event.who, step, event.door, points=stealer)
    return state.replace(pending=(*state.pending, window))


# -- marines -------------------------------------------------------------------------------


def marine_acts(
    live: Live[Match], command: Act, cost: int, *, keeps: tuple[Keeps, ...] = ()
) -> Rule[Marine]:
    """A marine begins an action: he may act now, pays, and gives up what the action ends.

    `keeps` is what it does not end. What costs nothing, a shot that is still owed, needs no window.

    Rule: SH-AP-2, SH-AP-4, SH-AP-5, SH-CP-7, SH-CP-8, SH-CP-9, SH-CP-10, SH-REACT-2, SH1-CP-7
    """
    must_be(live.state, "marine-action", "stealer-action")
    yield from must_be_settled(live.state)
    marine = find_marine(live.state, command.who)
    yield from owed_shots_lapse(live, marine.id)
    if live.state.play.phase == "marine-action":
        yield from _pay(live, marine, command, cost)
    elif cost:
        window = live.state.window
        if window is None or window.acting != marine.id:
            raise forbid("SH-CP-8", "only-in-window", who=marine.id)
        yield from spend(live, cost, marine.id)
    yield from ends_by_acting(live, marine.id, keeps)
    return live.state.marines[marine.id]


def _pay(live: Live[Match], marine: Marine, command: Act, cost: int) -> Rule[None]:
    if command.cp > cost:
        raise forbid("SH-CP-9", "more-points-than-cost", cost=cost, got=command.cp)
    ap = cost - command.cp
    if ap > 0:
        yield from activate(live, marine.id)
        left = live.state.marines[marine.id].acts.ap
        if left < ap:
            yield from refuse("SH-AP-1", "too-few-points", who=marine.id, left=left, cost=ap)
    yield from spend(live, command.cp, marine.id)
    if ap > 0:
        yield Paid(who=marine.id, ap=ap)


def activate(live: Live[Match], who: str) -> Rule[None]:
    """Activate a piece, unless it is active already; nobody is activated twice in a turn.

    Rule: SH-AP-2
    """
    if live.state.play.active == who:
        return
    if live.state.piece(who).acts.activated:
        yield from refuse("SH-AP-2", "activated-already", who=who)
    yield Activated(who=who)


def ends_by_acting(live: Live[Match], who: str, keeps: tuple[Keeps, ...] = ()) -> Rule[None]:
    """What an action ends: overwatch, guard, sustained fire.

    Rule: SH-OVERWATCH-5, SH-GUARD-3, SH-SUSTAIN-4, SH1-OVERWATCH-5, SH1-SUSTAIN-4
    """
    marine = live.state.marines[who]
    watches = (marine.stance.overwatch or marine.stance.watched) and "overwatch" not in keeps
    guards = marine.stance.guard and "guard" not in keeps
    if watches or guards:
        yield StanceEnded(who=who, overwatch=watches, guard=guards)
    if marine.aim != Aim() and "aim" not in keeps:
        yield AimLost(who=who, owed=marine.aim.owed)


def owed_shots_lapse(live: Live[Match], but: str = "") -> Rule[None]:
    """Somebody else acts: a free shot that waited for blips to be turned up is not made any more.

    Rule: SH-SHOOT-3, SH-SHOOT-4
    """
    for one in live.state.standing:
        if one.aim.owed and one.id != but:
            yield AimLost(who=one.id, owed=True)


# -- aliens --------------------------------------------------------------------------------


def alien_acted(live: Live[Match], who: str) -> Rule[None]:
    """A stealer has acted: reactions may follow. One that died of it draws none, but has acted.

    Rule: SH-SUSTAIN-4, SH-REACT-4
    """
    if live.state.piece(who).present:
        yield AlienActed(who=who)
    elif live.state.edition.others_end:
        for one in live.state.standing:
            if one.aim.target is not None:
                yield AimLost(who=one.id)


def alien_acts(live: Live[Match], command: Act, cost: int) -> Rule[None]:
    """A stealer or blip begins an action: it may act now, and pays.

    A window that is still open is passed: nobody has reacted.

    Rule: SH-AP-1, SH-AP-2, SH-AP-4, SH-ENTRY-5, SH-REACT-1
    """
    yield from to_the_stealers(live)
    yield from must_be_settled(live.state)
    yield from close_windows(live)
    yield from must_be_settled(live.state)
    yield from owed_shots_lapse(live)
    piece = find(live.state, command.who)
    if isinstance(piece, Marine):
        raise forbid("SH-BOARD-1", "no-alien", who=piece.id)
    if piece.lurking.held:
        yield from refuse("SH-ENTRY-5", "must-wait", who=piece.id)
    if command.cp:
        raise forbid("SH-CP-7", "points-for-marines", who=piece.id)
    yield from activate(live, piece.id)
    left = live.state.piece(piece.id).acts.ap
    if left < cost:
        yield from refuse("SH-AP-1", "too-few-points", who=piece.id, left=left, cost=cost)
    if cost:
        yield Paid(who=piece.id, ap=cost)

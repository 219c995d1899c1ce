"""Activation: who acts, and what an action costs in action points and command points."""

from typing import Literal

from q40k.games.space_hulk.rules import places, questions, turn
from q40k.games.space_hulk.rules.registry import Act, Command, Event, fold, rule
from q40k.games.space_hulk.rules.state import Aim, Marine, Match, Window
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule
from q40k.tabletop.rules import NothingChanged

Keeps = Literal["overwatch", "guard", "aim"]


class Activated(Event, tag="activated"):
    """A piece is activated; the piece that was active before is done."""

    who: str


class Paid(Event, tag="paid"):
    """A piece has spent action points."""

    who: str
    ap: int


class StanceEnded(Event, tag="stance-ended"):
    """A marine's overwatch or guard has ended."""

    who: str
    overwatch: bool = False
    guard: bool = False


class AimLost(Event, tag="aim-lost"):
    """A marine's sustained fire is over, or a free shot that was `owed` is lost."""

    who: str
    owed: bool = False


class AlienActed(Event, tag="alien-acted"):
    """A stealer has acted, or a blip has closed a `door`: reactions may follow."""

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
    points = state.piece(event.who).acts.ap - event.ap
    return state.with_piece(event.who, ap=max(0, points))


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
    """End bonuses at other targets, and add a reaction window where places are kept.

    Rule: SH-SUSTAIN-4, SH-REACT-5, SH1-REACT-5
    """
    stealer = event.who in state.stealers
    if state.edition.others_end and stealer:
        for id, marine in state.marines.items():
            if marine.aim.target is not None and marine.aim.target != event.who:
                state = state.with_marine(id, aim=Aim())
    if stealer and not event.turned:
        state = state.with_stealer(event.who, turns=0)
    state = state.replace(last=event.who)
    has_place = places.cell(state, event.who) is not None
    if not has_place or state.play.phase != "stealer-action":
        return state
    step = state.edition.steps[0] if stealer else "overwatch"
    window = Window(event.who, step, event.door, points=stealer)
    return state.replace(pending=(*state.pending, window))


# -- marines -------------------------------------------------------------------------------


def begin_marine_action(live: Live[Match], command: Act, cost: int, *, keeps: tuple[Keeps, ...] = ()) -> Rule[Marine]:
    """Begin a marine's action: check that he may act, pay, and end what the action ends.

    `keeps` is what the action does not end. A free action, such as an owed shot, needs no window.

    Rule: SH-AP-2, SH-AP-4, SH-AP-5, SH-CP-7, SH-CP-8, SH-CP-9, SH-CP-10, SH-REACT-2, SH1-CP-7
    """
    questions.must_be_in_phase(live.state, "marine-action", "stealer-action")
    yield from questions.must_convert_first(live.state)
    marine = questions.find_marine(live.state, command.who)
    yield from drop_owed_shots(live, marine.id)
    if live.state.play.phase == "marine-action":
        yield from _pay(live, marine, command, cost)
    elif cost:
        window = live.state.window
        if window is None or window.acting != marine.id:
            raise questions.forbid("SH-CP-8", "only-in-window", who=marine.id)
        yield from turn.spend_points(live, cost, marine.id)
    yield from end_stances(live, marine.id, keeps)
    return live.state.marines[marine.id]


def _pay(live: Live[Match], marine: Marine, command: Act, cost: int) -> Rule[None]:
    if command.cp > cost:
        raise questions.forbid("SH-CP-9", "more-points-than-cost", cost=cost, got=command.cp)
    ap = cost - command.cp
    if ap > 0:
        yield from activate_piece(live, marine.id)
        points = live.state.marines[marine.id].acts.ap
        if points < ap:
            yield from questions.refuse("SH-AP-1", "too-few-points", who=marine.id, left=points, cost=ap)
    yield from turn.spend_points(live, command.cp, marine.id)
    if ap > 0:
        yield Paid(who=marine.id, ap=ap)


def activate_piece(live: Live[Match], who: str) -> Rule[None]:
    """Activate a piece, unless it is active already; refuse a second activation in a turn.

    Rule: SH-AP-2
    """
    if live.state.play.active == who:
        return
    if live.state.piece(who).acts.activated:
        yield from questions.refuse("SH-AP-2", "activated-already", who=who)
    yield Activated(who=who)


def end_stances(live: Live[Match], who: str, keeps: tuple[Keeps, ...] = ()) -> Rule[None]:
    """End overwatch, guard and sustained fire, except what the action `keeps`.

    Rule: SH-OVERWATCH-5, SH-GUARD-3, SH-SUSTAIN-4, SH1-OVERWATCH-5, SH1-SUSTAIN-4
    """
    marine = live.state.marines[who]
    watches = (marine.stance.overwatch or marine.stance.watched) and "overwatch" not in keeps
    guards = marine.stance.guard and "guard" not in keeps
    if watches or guards:
        yield StanceEnded(who=who, overwatch=watches, guard=guards)
    if marine.aim != Aim() and "aim" not in keeps:
        yield AimLost(who=who, owed=marine.aim.owed)


def drop_owed_shots(live: Live[Match], but: str = "") -> Rule[None]:
    """Drop free shots that waited for blips to be turned up, because another piece acts.

    Rule: SH-SHOOT-3, SH-SHOOT-4
    """
    for marine in live.state.marines_in_play:
        if marine.aim.owed and marine.id != but:
            yield AimLost(who=marine.id, owed=True)


# -- aliens --------------------------------------------------------------------------------


def record_alien_action(live: Live[Match], who: str) -> Rule[None]:
    """Record that a stealer has acted: reactions may follow. A stealer that died of it draws none.

    Rule: SH-SUSTAIN-4, SH-REACT-4
    """
    if live.state.piece(who).present:
        yield AlienActed(who=who)
    elif live.state.edition.others_end:
        for marine in live.state.marines_in_play:
            if marine.aim.target is not None:
                yield AimLost(who=marine.id)


def begin_alien_action(live: Live[Match], command: Act, cost: int) -> Rule[None]:
    """Begin the action of a stealer or blip: check that it may act, and pay.

    A window that is still open is passed: nobody has reacted.

    Rule: SH-AP-1, SH-AP-2, SH-AP-4, SH-ENTRY-5, SH-REACT-1
    """
    yield from turn.open_stealer_phase(live)
    yield from questions.must_convert_first(live.state)
    yield from turn.close_windows(live)
    yield from questions.must_convert_first(live.state)
    yield from drop_owed_shots(live)
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Marine):
        raise questions.forbid("SH-BOARD-1", "no-alien", who=piece.id)
    if piece.lurking.held:
        yield from questions.refuse("SH-ENTRY-5", "must-wait", who=piece.id)
    if command.cp:
        raise questions.forbid("SH-CP-7", "points-for-marines", who=piece.id)
    yield from activate_piece(live, piece.id)
    points = live.state.piece(piece.id).acts.ap
    if points < cost:
        yield from questions.refuse("SH-AP-1", "too-few-points", who=piece.id, left=points, cost=cost)
    if cost:
        yield Paid(who=piece.id, ap=cost)


# -- without an action ---------------------------------------------------------------------


class Activate(Command, tag="activate"):
    """Activate a piece; the piece that was active before is done. Any action does the same."""

    who: Name


@rule(Activate)
def activate(live: Live[Match], command: Activate) -> Rule[None]:
    """Activate a piece.

    Rule: SH-AP-2, SH-AP-3
    """
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Marine):
        questions.must_be_in_phase(live.state, "marine-action")
    else:
        yield from turn.open_stealer_phase(live)
        yield from turn.close_windows(live)
    yield from questions.must_convert_first(live.state)
    if live.state.play.active == piece.id:
        yield NothingChanged(why="active", who=piece.id)
    yield from activate_piece(live, piece.id)

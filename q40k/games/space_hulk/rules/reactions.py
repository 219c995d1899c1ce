"""Reactions: spend command points and shoot on overwatch in windows, then settle what follows."""

import json

from q40k.games.space_hulk.rules.conversion import continue_conversion, introduce
from q40k.games.space_hulk.rules.shooting.firing import roll_shot
from q40k.games.space_hulk.rules.turn import open_stealer_phase
from q40k.games.space_hulk.state import activation, conversion, reactions, turn
from q40k.games.space_hulk.state.match import Conversion, Match, Window
from q40k.games.space_hulk.state.places import board, cell, eyes_of, seen_blips, sees
from q40k.games.space_hulk.state.questions import find_alien, find_door, find_marine, must_be_in_phase
from q40k.games.space_hulk.state.registry import REGISTRY, Act, rule
from q40k.games.space_hulk.state.shooting.aim import in_sight, plan_shot, watchers
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse
from q40k.tabletop.rules import NothingChanged


@rule(reactions.PassWindow)
def pass_window(live: Live[Match], _command: reactions.PassWindow) -> Rule[None]:
    """Close the open window without a reaction; say so if none is open.

    Rule: SH-REACT-1, SH-REACT-7
    """
    must_be_in_phase(live.state, "stealer-action")
    window = live.state.window
    yield NothingChanged(why="no-window") if window is None else turn.WindowClosed(actor=window.actor)


@rule(reactions.React)
def react(live: Live[Match], command: reactions.React) -> Rule[None]:
    """React in the open window.

    Rule: SH-REACT-1, SH-REACT-2, SH-REACT-3, SH-OVERWATCH-4, SH-CP-8, SH1-CP-8
    """
    yield from open_stealer_phase(live)
    by_hand = live.state.window is None
    if by_hand:
        yield from _open_by_hand(live, command)
    if command.with_ is not None:
        yield from _react_by_points(live, command)
    elif command.overwatch is not None:
        yield from _react_on_overwatch(live, command)
    elif not by_hand:
        raise forbid("SH-REACT-1", "react-how")


def _open_by_hand(live: Live[Match], command: reactions.React) -> Rule[None]:
    """Open a window that the app did not.

    Rule: SH-REACT-2, SH-REACT-7
    """
    last = live.state.play.last
    is_gone = last is None or not live.state.piece(last).present
    name = command.stealer or (None if is_gone else last)
    if name is None:
        raise forbid("SH-REACT-2", "no-window")
    yield from introduce(live, name)
    alien = find_alien(live.state, name)
    if cell(live.state, alien.id) is not None:
        yield from refuse("SH-REACT-2", "no-window")
    yield reactions.WindowOpened(actor=alien.id)


def _react_by_points(live: Live[Match], command: reactions.React) -> Rule[None]:
    """Carry out one action of one marine, paid with command points.

    Rule: SH-REACT-2, SH-CP-8, SH-CP-9, SH1-CP-8, SH1-REACT-3
    """
    window = live.state.window
    assert window is not None
    if window.spent_on is not None:
        raise forbid("SH-REACT-2", "one-reaction", who=window.spent_on)
    if window.step == "overwatch" and _are_points_over(live.state):
        raise forbid("SH-REACT-2", "points-over", actor=window.actor)
    if not window.points:
        raise forbid("SH-REACT-2", "no-points-here", actor=window.actor)
    if window.step == "overwatch":
        yield reactions.WindowStepped(actor=window.actor)
    inner = _read_inner_command(command)
    marine = find_marine(live.state, inner.who)
    if not reactions.is_actor_seen(live.state, window):
        yield from refuse("SH-REACT-2", "nobody-saw", actor=window.actor)
    if live.state.edition.seer_acts and sees(live.state, marine, window.actor) is False:
        yield from refuse("SH1-CP-8", "saw-not", who=marine.id, actor=window.actor)
    yield reactions.Reacting(who=marine.id, actor=window.actor)
    yield from REGISTRY.carry_out(live, inner)
    if live.state.window is not None and live.state.window.acting == marine.id:
        if live.state.edition.steps[0] == "cp":
            yield reactions.WindowStepped(actor=window.actor)
        else:
            yield turn.WindowClosed(actor=window.actor)


def _are_points_over(state: Match) -> bool:
    """Return whether the part for command points is over once overwatch begins."""
    return state.edition.steps == ("cp", "overwatch")


def _read_inner_command(command: reactions.React) -> Act:
    """Return the command to carry out in the window. Raises Refused.

    Rule: SH-CP-8, SH-CP-9
    """
    data = dict(command.with_ or {})
    if command.who is not None:
        data.setdefault("who", command.who)
    try:
        inner = REGISTRY.read_command(json.dumps(data))
    except ValueError as error:
        raise forbid("SH-CP-8", "no-command-within", detail=str(error)) from error
    if not isinstance(inner, Act):
        raise forbid("SH-CP-9", "no-action", do=inner.do)
    return inner.replace(override=command.override, hasty=command.hasty)


def _react_on_overwatch(live: Live[Match], command: reactions.React) -> Rule[None]:
    """Fire the overwatch shots of the named marines, in their order.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH-OVERWATCH-4, SH-DOOR-6, SH-REACT-3
    """
    window = live.state.window
    assert window is not None
    if live.state.edition.must_watch and window.step != "overwatch":
        raise forbid("SH1-REACT-1", "watch-over")
    shots = _assign_shots(live.state, window, command)
    yield from fire_volley(live, shots)
    if live.state.edition.steps[0] == "overwatch":
        yield reactions.WindowStepped(actor=window.actor)
    else:
        yield turn.WindowClosed(actor=window.actor)


def _assign_shots(state: Match, window: Window, command: reactions.React) -> dict[str, str]:
    """Return the target of each named marine, in their order.

    A marine who may not shoot at the alien shoots at the door it has closed, as do those named for
    it. Each target is chosen separately. Raises Refused.

    Rule: SH-OVERWATCH-1, SH-OVERWATCH-2, SH-DOOR-6, SH-REACT-3
    """
    to_door = {find_marine(state, name).id for name in command.at_door}
    targets = _overwatch_targets(state, window, command.door, some=bool(to_door))
    watching = {target: watchers(state, target) for target in targets}
    shots: dict[str, str] = {}
    for name in command.overwatch or ():
        marine = find_marine(state, name)
        if marine.id == window.spent_on and state.edition.one_reaction:
            raise forbid("SH-REACT-3", "one-reaction", who=marine.id)
        candidates = targets[-1:] if marine.id in to_door else targets
        target = next((candidate for candidate in candidates if marine.id in watching[candidate]), None)
        if target is None:
            rule_id = "SH-OVERWATCH-2" if marine.stance.overwatch else "SH-OVERWATCH-1"
            raise forbid(rule_id, "cannot-watch", who=marine.id, target=candidates[0])
        shots[marine.id] = target
    return shots


def _overwatch_targets(state: Match, window: Window, door: str | None, *, some: bool = False) -> tuple[str, ...]:
    """Return what overwatch shots may aim at: the alien that acted, then the door it has closed.

    All shoot at a named door, unless only `some` are to shoot at it. Where no places are kept, the
    table says that a door was closed.

    Rule: SH-OVERWATCH-3, SH-DOOR-6, SH1-DOOR-6
    """
    closed_door = reactions.find_closed_door(state, window)
    if door is not None and closed_door is None and board(state) is None and state.edition.watch_doors:
        at = find_door(state, door)
        closed_door = at if state.doors.get(at, "closed") == "closed" else None
    stealer = window.actor in state.stealers
    if closed_door is None and (door is not None or some or not stealer):
        raise forbid("SH-DOOR-6", "no-door-closed", at=door or "")
    if closed_door is None or (stealer and (door is None or some)):
        return (window.actor,) if closed_door is None else (window.actor, closed_door)
    return (closed_door,)


def fire_volley(live: Live[Match], shots: dict[str, str]) -> Rule[None]:
    """Fire overwatch shots, each at its target; all are planned before the first is rolled.

    Rule: SH-OVERWATCH-4, SH1-OVERWATCH-4
    """
    for target in dict.fromkeys(shots.values()):
        if len(group := tuple(who for who, at in shots.items() if at == target)) > 1:
            yield reactions.Volley(shooters=group, target=target)
    marines = live.state.marines
    planned_shots = [plan_shot(live.state, marines[who], at, "overwatch") for who, at in shots.items()]
    for shot in planned_shots:
        yield from roll_shot(live, shot)


def continue_window(live: Live[Match], window: Window) -> Rule[bool]:
    """Work through a window until somebody has a choice; return whether anything happened.

    Rule: SH-REACT-1, SH-REACT-3, SH-REACT-4, SH-REACT-7, SH1-REACT-1, SH1-OVERWATCH-2
    """
    state = live.state
    if window.step == "cp":
        if reactions.may_spend_points(state, window):
            return False
    else:
        able = reactions.find_shooters(state, window)
        if able and not (state.edition.must_watch and cell(state, window.actor) is not None):
            return False
        if able:
            yield from fire_volley(live, dict.fromkeys(able, window.actor))
    if window.step == state.edition.steps[0]:
        yield reactions.WindowStepped(actor=window.actor)
    else:
        yield turn.WindowClosed(actor=window.actor)
    return True


# -- after every action --------------------------------------------------------------------


def settle(live: Live[Match]) -> Rule[None]:
    """Go on until the table must decide something: conversions first, then the windows.

    Rule: SH-REACT-1, SH-CONVERT-2, SH-SUSTAIN-4, SH1-REACT-1
    """
    if live.state.play.phase == "setup" or live.state.outcome.over:
        return
    while True:
        yield from _end_lost_aims(live)
        new = _find_new_blip(live.state)
        if new is not None:
            yield conversion.BlipSeen(blip=new)
            continue
        top = live.state.pending[-1] if live.state.pending else None
        if isinstance(top, Conversion):
            if not (yield from continue_conversion(live, top)):
                return
        elif isinstance(top, Window):
            if not (yield from continue_window(live, top)):
                return
        else:
            return


def _find_new_blip(state: Match) -> str | None:
    """Return a blip in sight that is not yet pending.

    A blip that was just turned up must be placed before others are.

    Rule: SH-CONVERT-2, SH-CONVERT-3
    """
    top = state.conversion
    if top is not None and top.first and top.left is not None:
        return None
    pending_blips = {entry.blip for entry in state.pending if isinstance(entry, Conversion)}
    return next((blip for blip in seen_blips(state) if blip not in pending_blips), None)


def _end_lost_aims(live: Live[Match]) -> Rule[None]:
    """End sustained fire at targets out of sight.

    Rule: SH-SUSTAIN-4, SH1-SUSTAIN-4
    """
    aiming = [marine for marine in live.state.marines_in_play if marine.aim.target is not None]
    eyes = eyes_of(live.state) if aiming else None
    for marine in aiming:
        target = marine.aim.target or ""
        if cell(live.state, marine.id) and not in_sight(live.state, marine, target, eyes):
            yield activation.AimLost(who=marine.id)

"""Reaction windows: command points first, then overwatch (in the 1st edition the other way)."""

from __future__ import annotations

import json
from typing import Any

from msgspec import field

from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act, Command, Place
from q40k.games.space_hulk.rules.places import Eyes, board, cell, sees
from q40k.games.space_hulk.rules.questions import (
    find_alien,
    find_door,
    find_marine,
    forbid,
    must_be,
    refuse,
)
from q40k.games.space_hulk.rules.registry import REGISTRY, command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import plan, watchers
from q40k.games.space_hulk.rules.shooting.firing import shoot_dice
from q40k.games.space_hulk.rules.state import Match, Window
from q40k.games.space_hulk.rules.turn.phases import WindowClosed, to_the_stealers
from q40k.games.space_hulk.rules.turn.points import may_be_left
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class React(Command, tag="react"):
    """A marine reacts: `who` does `with`, one command, by command points; or `overwatch` shoots.

    `stealer` opens the window by hand, where the app cannot know who saw; it may do so alone.
    `door` is what the overwatch shots are aimed at, where a door has closed; without it that is who
    has acted, and the door for those who do not see him and for those named `at_door`.
    """

    who: Name | None = None
    with_: dict[str, Any] | None = field(default=None, name="with")
    overwatch: tuple[Name, ...] | None = None
    stealer: Name | None = None
    door: Place | None = None
    at_door: tuple[Name, ...] = ()


@command
class PassWindow(Command, tag="pass-window"):
    """Nobody reacts."""


@event
class WindowOpened(Event, tag="window-opened"):
    """The table says that somebody may react to what a stealer did."""

    actor: str


@event
class WindowStepped(Event, tag="window-stepped"):
    """The first part of a reaction window is over."""

    actor: str


@event
class Reacting(Event, tag="reacting"):
    """A marine acts by command points in a window."""

    who: str
    actor: str


@event
class Volley(Event, tag="volley"):
    """These marines shoot on overwatch: all of them roll."""

    shooters: tuple[str, ...]
    target: str


@fold(WindowOpened)
def _opened(state: Match, event: WindowOpened) -> Match:
    window = Window(event.actor, state.edition.steps[0])
    return state.replace(pending=(*state.pending, window))


@fold(WindowStepped)
def _stepped(state: Match, _event: WindowStepped) -> Match:
    window = state.window
    if window is None:
        return state
    return state.with_top(window.replace(step=state.edition.steps[1], acting=None))


@fold(Reacting)
def _reacting(state: Match, event: Reacting) -> Match:
    window = state.window
    if window is None:
        return state
    return state.with_top(window.replace(acting=event.who, spent_on=event.who))


@rule(PassWindow)
def pass_window(live: Live[Match], _command: PassWindow) -> Rule[None]:
    """Nobody reacts; where no window is open there is nothing to pass.

    Rule: SH-REACT-1, SH-REACT-7
    """
    must_be(live.state, "stealer-action")
    window = live.state.window
    if window is not None:
        yield WindowClosed(actor=window.actor)


@rule(React)
def react(live: Live[Match], command: React) -> Rule[None]:
    """React in the window that is open.

    Rule: SH-REACT-1, SH-REACT-2, SH-REACT-3, SH-OVERWATCH-4, SH-CP-8, SH1-CP-8
    """
    yield from to_the_stealers(live)
    opened = live.state.window is None
    if opened:
        yield from _open_by_hand(live, command)
    if command.with_ is not None:
        yield from _by_points(live, command)
    elif command.overwatch is not None:
        yield from _on_overwatch(live, command)
    elif not opened:
        raise forbid("SH-REACT-1", "react-how")


def _open_by_hand(live: Live[Match], command: React) -> Rule[None]:
    """Open a window that the app did not.

    Rule: SH-REACT-2, SH-REACT-7
    """
    last = live.state.play.last
    gone = last is None or not live.state.piece(last).present
    said = command.stealer or (None if gone else last)
    if said is None:
        raise forbid("SH-REACT-2", "no-window")
    yield from introduce(live, said)
    alien = find_alien(live.state, said)
    if cell(live.state, alien.id) is not None:
        yield from refuse("SH-REACT-2", "no-window")
    yield WindowOpened(actor=alien.id)


def _by_points(live: Live[Match], command: React) -> Rule[None]:
    """One action of one marine, paid by command points.

    Rule: SH-REACT-2, SH-CP-8, SH-CP-9, SH1-CP-8, SH1-REACT-3
    """
    window = live.state.window
    assert window is not None
    if window.spent_on is not None:
        raise forbid("SH-REACT-2", "one-reaction", who=window.spent_on)
    if window.step == "overwatch" and _points_gone(live.state):
        raise forbid("SH-REACT-2", "points-over", actor=window.actor)
    if not window.points:
        raise forbid("SH-REACT-2", "no-points-here", actor=window.actor)
    if window.step == "overwatch":
        yield WindowStepped(actor=window.actor)
    inner = _inner(command)
    marine = find_marine(live.state, inner.who)
    if not sighted(live.state, window):
        yield from refuse("SH-REACT-2", "nobody-saw", actor=window.actor)
    if live.state.edition.seer_acts and sees(live.state, marine, window.actor) is False:
        yield from refuse("SH1-CP-8", "saw-not", who=marine.id, actor=window.actor)
    yield Reacting(who=marine.id, actor=window.actor)
    yield from REGISTRY.carry_out(live, inner)
    if live.state.window is not None and live.state.window.acting == marine.id:
        if live.state.edition.steps[0] == "cp":
            yield WindowStepped(actor=window.actor)
        else:
            yield WindowClosed(actor=window.actor)


def _points_gone(state: Match) -> bool:
    """Whether the part for command points is over: overwatch comes after it."""
    return state.edition.steps == ("cp", "overwatch")


def _inner(command: React) -> Act:
    """The command that is carried out within the window.

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


def _on_overwatch(live: Live[Match], command: React) -> Rule[None]:
    """The marines that are named shoot, in their order; all of them roll.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH-OVERWATCH-4, SH-DOOR-6, SH-REACT-3
    """
    window = live.state.window
    assert window is not None
    if live.state.edition.must_watch and window.step != "overwatch":
        raise forbid("SH1-REACT-1", "watch-over")
    shots = _shots(live.state, window, command)
    yield from volley(live, shots)
    if live.state.edition.steps[0] == "overwatch":
        yield WindowStepped(actor=window.actor)
    else:
        yield WindowClosed(actor=window.actor)


def _shots(state: Match, window: Window, command: React) -> dict[str, str]:
    """Who shoots at what of those who are named, in their order.

    Those who may not shoot at who has acted shoot at the door he has closed, as do those who are
    to; each chooses for himself. Raises Refused.

    Rule: SH-OVERWATCH-1, SH-OVERWATCH-2, SH-DOOR-6, SH-REACT-3
    """
    to_door = {find_marine(state, said).id for said in command.at_door}
    targets = _aimed_at(state, window, command.door, some=bool(to_door))
    able = {target: watchers(state, target) for target in targets}
    shots: dict[str, str] = {}
    for said in command.overwatch or ():
        marine = find_marine(state, said)
        if marine.id == window.spent_on and state.edition.one_reaction:
            raise forbid("SH-REACT-3", "one-reaction", who=marine.id)
        among = targets[-1:] if marine.id in to_door else targets
        target = next((one for one in among if marine.id in able[one]), None)
        if target is None:
            rule_id = "SH-OVERWATCH-2" if marine.stance.overwatch else "SH-OVERWATCH-1"
            raise forbid(rule_id, "cannot-watch", who=marine.id, target=among[0])
        shots[marine.id] = target
    return shots


def _aimed_at(
    state: Match, window: Window, door: str | None, *, some: bool = False
) -> tuple[str, ...]:
    """What overwatch shots may be aimed at: who has acted, then the door he has closed.

    All shoot at a door that is named, unless only `some` are to shoot at it.

    Where no places are kept the table says that a door was closed.

    Rule: SH-OVERWATCH-3, SH-DOOR-6, SH1-DOOR-6
    """
    shut = shut_door(state, window)
    if door is not None and shut is None and board(state) is None and state.edition.watch_doors:
        at = find_door(state, door)
        shut = at if state.doors.get(at, "closed") == "closed" else None
    stealer = window.actor in state.stealers
    if shut is None and (door is not None or some or not stealer):
        raise forbid("SH-DOOR-6", "no-door-closed", at=door or "")
    if shut is None or (stealer and (door is None or some)):
        return (window.actor,) if shut is None else (window.actor, shut)
    return (shut,)


def volley(live: Live[Match], shots: dict[str, str]) -> Rule[None]:
    """The overwatch shots of some marines, each at its target, planned before any of them rolls.

    Rule: SH-OVERWATCH-4, SH1-OVERWATCH-4
    """
    for target in dict.fromkeys(shots.values()):
        if len(together := tuple(who for who, at in shots.items() if at == target)) > 1:
            yield Volley(shooters=together, target=target)
    marines = live.state.marines
    planned = [plan(live.state, marines[who], at, "overwatch") for who, at in shots.items()]
    for shot in planned:
        yield from shoot_dice(live, shot)


# -- what is open --------------------------------------------------------------------------


def sighted(state: Match, window: Window) -> bool:
    """Whether a marine sees who has acted, unless that cannot be known.

    Rule: SH-REACT-2, SH-LOS-6
    """
    if window.actor not in state.stealers:
        return False
    eyes = Eyes(state)
    known = [sees(state, one, window.actor, eyes=eyes) for one in state.standing]
    return any(one is not False for one in known)


def shooters(state: Match, window: Window) -> tuple[str, ...]:
    """The marines who may shoot on overwatch in a window: at the stealer, or at a closed door."""
    shut = shut_door(state, window)
    targets = [window.actor] if window.actor in state.stealers else []
    targets += [shut] if shut is not None else []
    found = [one for target in targets for one in watchers(state, target)]
    spent = window.spent_on if state.edition.one_reaction else None
    return tuple(one for one in dict.fromkeys(found) if one != spent)


def shut_door(state: Match, window: Window) -> str | None:
    """The door that may be shot at in a window: it was closed in it, and still stands so.

    Rule: SH-DOOR-6
    """
    return window.door if state.doors.get(window.door or "") == "closed" else None


def points_matter(state: Match, window: Window) -> bool:
    """Whether command points may be spent in a window.

    Rule: SH-REACT-2, SH-REACT-4, SH-REACT-7, SH1-REACT-4
    """
    if not window.points or window.spent_on is not None or not may_be_left(state):
        return False
    stealer = state.stealers.get(window.actor)
    return stealer is not None and stealer.present and sighted(state, window)


def go_on(live: Live[Match], window: Window) -> Rule[bool]:
    """Go on in a window until somebody has a choice in it; returns whether anything came of it.

    Rule: SH-REACT-1, SH-REACT-3, SH-REACT-4, SH-REACT-7, SH1-REACT-1, SH1-OVERWATCH-2
    """
    state = live.state
    if window.step == "cp":
        if points_matter(state, window):
            return False
    else:
        able = shooters(state, window)
        if able and not (state.edition.must_watch and cell(state, window.actor) is not None):
            return False
        if able:
            yield from volley(live, dict.fromkeys(able, window.actor))
    if window.step == state.edition.steps[0]:
        yield WindowStepped(actor=window.actor)
    else:
        yield WindowClosed(actor=window.actor)
    return True

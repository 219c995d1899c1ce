"""Reactions on the screen: the window of overwatch and command points, and volleys in it."""

from collections.abc import Iterable

from q40k.games.space_hulk.screen import base
from q40k.games.space_hulk.state.match import Match, Window
from q40k.games.space_hulk.state.odds import volley_odds
from q40k.games.space_hulk.state.offers import reactions
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.reactions import React, find_closed_door
from q40k.games.space_hulk.state.shooting.aim import Shot, plan_shot, watchers
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Several
from q40k.tui.forms import Form


def opens_windows_by_hand(state: Match) -> bool:
    """Return whether the players open windows: in the Genestealers' turn without a board."""
    alien = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return alien and board(state) is None and state.window is None


@base.action(
    "react",
    "play",
    key="W",
    bar=2,
    name=N_("Reaction"),
    when=opens_windows_by_hand,
    help=N_("Without a board: a stealer has done something in sight, and somebody may react."),
)
def react(desk: base.Desk) -> Form:
    """Shift+W: somebody may react to a stealer."""
    stealers = tuple(stealer.id for stealer in desk.state.stealers_in_play if stealer.lurking.entry is None)
    name = yield from base.pick(desk, N_("To which stealer?"), (*stealers, base.next_stealer(desk.state)))
    return React(stealer=name)


@base.action(
    "volley",
    "play",
    key="k",
    bar=0,
    name=N_("Overwatch shots"),
    when=lambda state: bool(reactions(state)[1]),
    help=N_("A marine on overwatch shoots; if there are several, say which. Typing a die also starts it."),
)
def volley(desk: base.Desk) -> Form:
    """k: the shots on overwatch."""
    _points, able = reactions(desk.state)
    names = list(able)
    if len(able) > 1:
        numbers = {name: n for n, name in enumerate(desk.state.marines, 1)}
        window = desk.state.window
        assert window is not None
        shots = {name: _overwatch_shot(desk.state, name, window) for name in able}
        options = tuple(Option(str(numbers[name]), name, name, _chance(desk, [shots[name]])) for name in able)
        all_of = desk.locale.say(N_("all of them: {share}"), share=_chance(desk, shots.values()))
        title = desk.locale.gettext(N_("Who shoots?"))
        names = yield Several(title, options=options, notes=(all_of,))
    at_door = yield from _door_shooters(desk, names)
    return React(overwatch=tuple(names), at_door=tuple(at_door))


def _door_shooters(desk: base.Desk, names: Iterable[str]) -> Form:
    """Ask who shoots at a door that was closed, if he can also shoot at the piece that closed it.

    Rule: SH-DOOR-6
    """
    window, state = desk.state.window, desk.state
    shut = None if window is None else find_closed_door(state, window)
    if window is None or shut is None or window.actor not in state.stealers:
        return ()
    both = set(watchers(state, window.actor)) & set(watchers(state, shut))
    either = [name for name in names if name in both]
    if len(either) > 1:
        numbers = {name: n for n, name in enumerate(state.marines, 1)}
        options = tuple(Option(str(numbers[name]), name, name) for name in either)
        title = desk.locale.say(N_("Who shoots at the door on {at}?"), at=shut)
        return (yield Several(title, options=options, nobody=True))
    aim = (yield from base.pick(desk, N_("At which target?"), (window.actor, shut))) if either else None
    return either if aim == shut else ()


def _overwatch_shot(state: Match, name: str, window: Window) -> Shot:
    """Return a marine's overwatch shot in a window: at the actor, or at the door it closed."""
    actor, shut = window.actor, find_closed_door(state, window)
    hidden = actor not in state.stealers or name not in watchers(state, actor)
    aim = shut if shut is not None and hidden else actor
    return plan_shot(state, state.marines[name], aim, "overwatch")


def _chance(desk: base.Desk, shots: Iterable[Shot]) -> str:
    return desk.locale.percent(volley_odds(shots))

"""Reactions: open windows, and who may shoot or spend points in them."""

from typing import Any

from msgspec import field

from q40k.games.space_hulk.state import turn
from q40k.games.space_hulk.state.match import Match, Window
from q40k.games.space_hulk.state.places import eyes_of, sees
from q40k.games.space_hulk.state.registry import Command, Event, Place
from q40k.games.space_hulk.state.shooting.aim import watchers
from q40k.kernel.commands import Name


class React(Command, tag="react"):
    """React with a marine: `who` carries out the command `with` for command points, or `overwatch`
    shoots.

    `stealer` opens the window by hand, alone or with a reaction, where the app cannot know who saw
    it. `door` is a closed door that the overwatch shots aim at. Without it they aim at the alien
    that acted. Marines who cannot see that alien, and those named `at_door`, aim at its door.
    """

    who: Name | None = None
    with_: dict[str, Any] | None = field(default=None, name="with")
    overwatch: tuple[Name, ...] | None = None
    stealer: Name | None = None
    door: Place | None = None
    at_door: tuple[Name, ...] = ()


class PassWindow(Command, tag="pass-window"):
    """Pass the window: nobody reacts."""


class WindowOpened(Event, tag="window-opened"):
    """The table has opened a window for reactions to a stealer's action."""

    actor: str

    def fold(self, state: Match) -> Match:
        window = Window(self.actor, state.edition.steps[0])
        return state.replace(pending=(*state.pending, window))


class WindowStepped(Event, tag="window-stepped"):
    """The first part of a reaction window is over."""

    actor: str

    def fold(self, state: Match) -> Match:
        window = state.window
        if window is None:
            return state
        return state.with_top(window.replace(step=state.edition.steps[1], acting=None))


class Reacting(Event, tag="reacting"):
    """A marine acts by command points in a window."""

    who: str
    actor: str

    def fold(self, state: Match) -> Match:
        window = state.window
        if window is None:
            return state
        return state.with_top(window.replace(acting=self.who, spent_on=self.who))


class Volley(Event, tag="volley"):
    """These marines shoot on overwatch: all of them roll."""

    shooters: tuple[str, ...]
    target: str


# -- what is open --------------------------------------------------------------------------


def is_actor_seen(state: Match, window: Window) -> bool:
    """Return whether a marine sees the stealer that acted; true if it is not known.

    Rule: SH-REACT-2, SH-LOS-6
    """
    if window.actor not in state.stealers:
        return False
    eyes = eyes_of(state)
    sightings = [sees(state, marine, window.actor, eyes=eyes) for marine in state.marines_in_play]
    return any(sighting is not False for sighting in sightings)


def find_shooters(state: Match, window: Window) -> tuple[str, ...]:
    """Return the marines who may shoot on overwatch in a window: at the stealer, or at a closed
    door.
    """
    door = find_closed_door(state, window)
    targets = [window.actor] if window.actor in state.stealers else []
    targets += [door] if door is not None else []
    candidates = [marine for target in targets for marine in watchers(state, target)]
    spent = window.spent_on if state.edition.one_reaction else None
    return tuple(marine for marine in dict.fromkeys(candidates) if marine != spent)


def find_closed_door(state: Match, window: Window) -> str | None:
    """Return the door that was closed in a window, if it is still closed.

    Rule: SH-DOOR-6
    """
    return window.door if state.doors.get(window.door or "") == "closed" else None


def may_spend_points(state: Match, window: Window) -> bool:
    """Return whether command points may be spent in a window.

    Rule: SH-REACT-2, SH-REACT-4, SH-REACT-7, SH1-REACT-4
    """
    if not window.points or window.spent_on is not None or turn.public_points_left(state) <= 0:
        return False
    stealer = state.stealers.get(window.actor)
    return stealer is not None and stealer.present and is_actor_seen(state, window)

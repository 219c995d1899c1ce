"""What every chapter's screens begin with: the desk, the registry of actions, who acts."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from q40k.games.space_hulk.rules.aliens.window import React
from q40k.games.space_hulk.rules.command import Act, Command
from q40k.games.space_hulk.rules.offers import find_seers, pieces_to_act, reactions
from q40k.kernel.state import to_data
from q40k.tui.actions import Actions
from q40k.tui.fields import Field, Pick, by_number
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.games.space_hulk.rules.state import Match
    from q40k.packs.library import Library

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions()
"""The registry of the game's actions."""

WHO = "who"
"""Under this name the desk keeps which piece is chosen, and when."""
POINTS = "points"
"""Under this name the desk keeps that the next action is paid in command points."""


def marines_act(state: Match) -> bool:
    """Whether a marine may act: in his turn, or in a reaction window."""
    if state.play.phase == "marine-action":
        return bool(state.marines_in_play)
    return state.window is not None


def movable(state: Match) -> tuple[str, ...]:
    """The pieces that a person may let act now: alone the program moves the aliens."""
    aliens = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return () if aliens and state.options.solo else pieces_to_act(state)


def choosable(state: Match) -> tuple[str, ...]:
    """The pieces that may be chosen to act, by their numbers: the first is 1."""
    return tuple(state.marines) if marines_act(state) else movable(state)


def numbered(desk: Desk, digit: str) -> bool:
    """Whether a digit chooses a piece, or is the die of the only one who may shoot."""
    state = desk.state
    if state.window is not None and len(reactions(state)[1]) == 1:
        return True
    return 1 <= int(digit) <= len(choosable(state))


def choose_piece(desk: Desk, who: str) -> None:
    """Let a piece be the one that acts, for this phase."""
    desk.memory[WHO] = (desk.state.play.turn, desk.state.play.phase, who)


def chosen(desk: Desk) -> str | None:
    """The piece that acts: the one that was chosen, or is active, or the first that may.

    In a reaction window that is the first who sees what has acted.
    """
    state = desk.state
    able = movable(state)
    turn, phase, who = desk.memory.get(WHO, (0, "", None))
    kept = who if (turn, phase) == (state.play.turn, state.play.phase) else None
    standing = tuple(one.id for one in state.marines_in_play)
    if state.window is not None:
        seers = find_seers(state, state.window.actor)
        return kept if kept in standing else next(iter((*seers, *standing)), None)
    wanted = (kept, state.play.active)
    mine = standing if state.play.phase == "marine-action" else ()
    return next((str(one) for one in wanted if one in able or one in mine), None) or next(
        iter(able), None
    )


def next_stealer(state: Match) -> str:
    """The name of a stealer nobody has spoken of yet."""
    number = sum(not one.alpha for one in state.stealers.values()) + 1
    while f"S{number}" in state.stealers:
        number += 1
    return f"S{number}"


def timed(state: Match) -> bool:
    """Whether the clock runs and somebody waits, so that nobody is asked twice."""
    running = state.timer.length is not None and state.timer.held is None
    return running and not state.options.solo


def acting(desk: Desk, command: Act, cost: int) -> Command:
    """The command as it is meant now: paid in points, within a window, in haste."""
    state = desk.state
    paid = bool(desk.memory.pop(POINTS, False))
    marine = state.marines.get(command.who)
    owed = marine is not None and marine.aim.owed and command.do == "shoot"
    if state.window is not None and marine is not None and not owed:
        inside: dict[str, Any] = to_data(command, defaults=False)
        return React(who=command.who, with_=inside)
    return command.replace(cp=cost if paid else 0, hasty=timed(state))


def pick(
    desk: Desk, title: str, among: Iterable[str], notes: dict[str, str] | None = None
) -> Generator[Field, Any, Any]:
    """One of some names, by a number; the only one is not asked."""
    names = tuple(among)
    if len(names) == 1:
        return names[0]
    options = by_number({name: name for name in names}, notes)
    return (yield Pick(desk.locale.gettext(title), options=options))

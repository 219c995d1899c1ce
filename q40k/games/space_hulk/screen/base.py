"""The base of all screens: the desk, the registry of actions, the choice of the actor."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.offers import find_seers, pieces_to_act, reactions
from q40k.games.space_hulk.state.reactions import React
from q40k.games.space_hulk.state.registry import Act, Command
from q40k.kernel.state import to_data
from q40k.packs.library import Library
from q40k.tui.actions import Actions
from q40k.tui.fields import Field, Pick, by_number
from q40k.tui.forms import FormDesk

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions()
"""The registry of the game's actions."""

WHO = "who"
"""The key in the desk's memory for the chosen piece, with its turn and phase."""
POINTS = "points"
"""The key in the desk's memory that is true if command points pay the next action."""


def marines_act(state: Match) -> bool:
    """Return whether a marine may act: in his turn, or in a reaction window."""
    if state.play.phase == "marine-action":
        return bool(state.marines_in_play)
    return state.window is not None


def movable_pieces(state: Match) -> tuple[str, ...]:
    """Return the pieces that a person may move; in solo play the program moves the aliens."""
    aliens = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return () if aliens and state.options.solo else pieces_to_act(state)


def choosable_pieces(state: Match) -> tuple[str, ...]:
    """Return the pieces that can be chosen to act, in the order of their numbers."""
    return tuple(state.marines) if marines_act(state) else movable_pieces(state)


def uses_digit(desk: Desk, digit: str) -> bool:
    """Return whether a digit chooses a piece, or is the die of the only possible shooter."""
    state = desk.state
    if state.window is not None and len(reactions(state)[1]) == 1:
        return True
    return 1 <= int(digit) <= len(choosable_pieces(state))


def choose_piece(desk: Desk, who: str) -> None:
    """Make a piece the actor for this phase."""
    desk.memory[WHO] = (desk.state.play.turn, desk.state.play.phase, who)


def find_actor(desk: Desk) -> str | None:
    """Return the piece that acts: the chosen one, the active one, or the first that may.

    In a reaction window it is the first that sees the acting piece.
    """
    state = desk.state
    able = movable_pieces(state)
    turn, phase, who = desk.memory.get(WHO, (0, "", None))
    kept = who if (turn, phase) == (state.play.turn, state.play.phase) else None
    standing = tuple(marine.id for marine in state.marines_in_play)
    if state.window is not None:
        seers = find_seers(state, state.window.actor)
        return kept if kept in standing else next(iter((*seers, *standing)), None)
    preferred = (kept, state.play.active)
    own = standing if state.play.phase == "marine-action" else ()
    return next((str(name) for name in preferred if name in able or name in own), None) or next(iter(able), None)


def next_stealer(state: Match) -> str:
    """Return the name of a stealer that is not on the board yet."""
    number = sum(not stealer.alpha for stealer in state.stealers.values()) + 1
    while f"S{number}" in state.stealers:
        number += 1
    return f"S{number}"


def is_hasty(state: Match) -> bool:
    """Return whether the clock runs while the other side waits, so that nobody is asked twice."""
    running = state.timer.length is not None and state.timer.held is None
    return running and not state.options.solo


def prepare(desk: Desk, command: Act, cost: int) -> Command:
    """Complete a command: paid in command points, as a reaction, or in haste."""
    state = desk.state
    paid = bool(desk.memory.pop(POINTS, False))
    marine = state.marines.get(command.who)
    owed = marine is not None and marine.aim.owed and command.do == "shoot"
    if state.window is not None and marine is not None and not owed:
        inside: dict[str, Any] = to_data(command, defaults=False)
        return React(who=command.who, with_=inside)
    return command.replace(cp=cost if paid else 0, hasty=is_hasty(state))


def pick(
    desk: Desk, title: str, among: Iterable[str], notes: dict[str, str] | None = None
) -> Generator[Field, Any, Any]:
    """Ask for one of some names by its number; a single name is not asked for."""
    names = tuple(among)
    if len(names) == 1:
        return names[0]
    options = by_number({name: name for name in names}, notes)
    return (yield Pick(desk.locale.gettext(title), options=options))

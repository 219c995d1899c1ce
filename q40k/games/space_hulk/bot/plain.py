"""A plain bot for the marines that plays whole games and knows only what their player may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.marines import orders
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.bot.reacting import place_next, reaction_choices
from q40k.games.space_hulk.rules.marines import StartMatch
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.ending import EndPhase
from q40k.games.space_hulk.rules.turn.phases import Draw, EndTurn

MOST_COMMANDS: Final = 6000


def choices(view: Match) -> Iterator[Choice]:
    """Yield the choices of the marines, and of the automaton, best first.

    `view` is the state as the marine player may know it.
    """
    phase = view.play.phase
    if phase == "setup":
        yield Choice(StartMatch(), "begin")
    elif phase == "marine-command":
        yield Choice(Draw(), "points")
    elif view.conversion is not None and not view.conversion.own:
        yield Choice(place_next(view, view.conversion), "place")
    elif phase == "marine-action":
        yield from orders(view)
    elif phase == "end":
        yield Choice(EndPhase(), "turn-over")
    elif view.window is not None:
        yield from reaction_choices(view)
    elif view.options.solo:
        yield Choice(Alien(all=True), "aliens")
    else:
        yield Choice(EndTurn(), "over")


def step(table: Table) -> None:
    """Carry out the first choice that the rules accept."""
    for command, _why in choices(table.view):
        if table.do(command):
            return
    raise RuntimeError("a plain bot knows nothing more to do")


def play(table: Table) -> None:
    """Play on to the end of the match."""
    for _ in range(MOST_COMMANDS):
        if table.state.outcome.over:
            return
        step(table)

"""A plain bot for the marines, over what their player may know: it plays whole games alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.marines import orders
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.bot.reacting import placing, reaction
from q40k.games.space_hulk.rules.marines import StartMatch
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.ending import EndPhase
from q40k.games.space_hulk.rules.turn.phases import Draw, EndTurn

MOST_COMMANDS: Final = 6000


def choices(view: Match) -> Iterator[Choice]:
    """What the marine side, and whoever turns the page, would do now: the first choice first.

    `view` is the state as the marine player may know it.
    """
    phase = view.play.phase
    if phase == "setup":
        yield Choice(StartMatch(), "begin")
    elif phase == "marine-command":
        yield Choice(Draw(), "points")
    elif view.conversion is not None and not view.conversion.own:
        yield Choice(placing(view, view.conversion), "place")
    elif phase == "marine-action":
        yield from orders(view)
    elif phase == "end":
        yield Choice(EndPhase(), "turn-over")
    elif view.window is not None:
        yield from reaction(view)
    elif view.options.solo:
        yield Choice(Alien(all=True), "aliens")
    else:
        yield Choice(EndTurn(), "over")


def step(table: Table) -> None:
    """One command that the rules take."""
    for command, _why in choices(table.view):
        if table.do(command):
            return
    raise RuntimeError("a plain bot knows nothing more to do")


def play(table: Table) -> None:
    """Play on to the end."""
    for _ in range(MOST_COMMANDS):
        if table.state.outcome.over:
            return
        step(table)

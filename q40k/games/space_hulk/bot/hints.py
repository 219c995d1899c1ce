"""A hint for a lone player: the bot's choice, and how often no marine falls after it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct, structs

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.partner import propose
from q40k.games.space_hulk.bot.plain import step
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.state import Match

MOST: Final = 30
LEAST: Final = 5
SECONDS: Final = 0.35
"""No further play-out starts after this time: a hint comes within half a second."""
MOST_STEPS: Final = 400


class Hint(Struct, frozen=True):
    """The bot's choice; in `unhurt` of `many` play-outs of the turn no marine falls."""

    choice: Choice
    unhurt: int
    many: int


def find_hint(state: Match, clock: Callable[[], float]) -> Hint | None:
    """Return the bot's choice, played out to the end of the turn, or None if it has none.

    It uses only what the marine player knows. The values of blips are guessed from the rest of the
    pile. `clock` returns seconds.
    """
    choice = propose(state)
    if choice is None or not state.options.solo:
        return None
    start, unhurt, count = clock(), 0, 0
    while count < MOST and (count < LEAST or clock() - start < SECONDS):
        unhurt += _is_unhurt(guess_state(state, Random(count)), choice.command, count)
        count += 1
    return Hint(choice, unhurt, count)


def guess_state(state: Match, dice: Random) -> Match:
    """Return a state that fits all the marine player knows; from then on the app deals."""
    state = mask_state(state, "marine")
    rest = [
        value
        for value, n in state.pile.mix.items()
        for _ in range(max(0, n - state.pile.up.get(value, 0)))
    ]
    dice.shuffle(rest)
    for blip in state.blips_in_play:
        state = state.with_blip(blip.id, value=rest.pop() if rest else 1)
    dealt = structs.replace(state.options, blips="app", cp="app")
    return state.replace(options=dealt)


def _is_unhurt(state: Match, command: Command, seed: int) -> bool:
    """Return whether no marine falls in one play-out of the turn."""
    table, turn, alive = Table(seed, state), state.play.turn, _count_alive(state)
    table.do(command)
    for _ in range(MOST_STEPS):
        current = table.state
        if current.outcome.over or current.play.turn != turn or current.play.phase == "end":
            break
        step(table)
    return _count_alive(table.state) == alive


def _count_alive(state: Match) -> int:
    return sum(marine.life.alive for marine in state.marines.values())

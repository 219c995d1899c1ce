"""A hint to who plays alone: what the bot would do, and how often nobody falls after it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct, structs

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.partner import proposal
from q40k.games.space_hulk.bot.plain import step
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.state import Match

MOST: Final = 30
LEAST: Final = 5
SECONDS: Final = 0.35
"""After so long no further play-out is begun: a hint comes within half a second."""
MOST_STEPS: Final = 400


class Hint(Struct, frozen=True):
    """What the bot would do; in `unhurt` of `many` play-outs of the turn no marine falls."""

    choice: Choice
    unhurt: int
    many: int


def hint(state: Match, clock: Callable[[], float]) -> Hint | None:
    """What a plain player would do now, played out to the end of the turn; None: nothing.

    Nothing is known but what the marine player knows: what lies under blips is guessed at from
    what is left in the pile. `clock` tells seconds.
    """
    choice = proposal(state)
    if choice is None or not state.options.solo:
        return None
    begun, unhurt, many = clock(), 0, 0
    while many < MOST and (many < LEAST or clock() - begun < SECONDS):
        unhurt += _unhurt(guessed(state, Random(many)), choice.command, many)
        many += 1
    return Hint(choice, unhurt, many)


def guessed(state: Match, dice: Random) -> Match:
    """A state that might be the true one, for all the marine player knows; the app deals in it."""
    state = mask_state(state, "marine")
    left = [
        value
        for value, n in state.pile.mix.items()
        for _ in range(max(0, n - state.pile.up.get(value, 0)))
    ]
    dice.shuffle(left)
    for one in state.blips_in_play:
        state = state.with_blip(one.id, value=left.pop() if left else 1)
    dealt = structs.replace(state.options, blips="app", cp="app")
    return state.replace(options=dealt)


def _unhurt(state: Match, command: Command, seed: int) -> bool:
    """Whether no marine falls in one play-out of the turn."""
    table, turn, many = Table(seed, state), state.play.turn, _alive(state)
    table.do(command)
    for _ in range(MOST_STEPS):
        now = table.state
        if now.outcome.over or now.play.turn != turn or now.play.phase == "end":
            break
        step(table)
    return _alive(table.state) == many


def _alive(state: Match) -> int:
    return sum(one.life.alive for one in state.marines.values())

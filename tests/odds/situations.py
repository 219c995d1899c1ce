"""Situations of random matches: a state, and a command that was given in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from q40k.games.quake.state.melee import next_melees
from tests.games.quake.rules.playing import said_at_table
from tests.odds import quake
from tests.soak.games import game_of
from tests.soak.ideas import Said
from tests.soak.places import PlacesEvening, arenas
from tests.soak.random_game import NOT_ENTERED
from tests.soak.table import Table

Situation = tuple[Any, Any]
STEPS = 90


class Recorder(Table):
    """A random evening that remembers each command that was carried out, and the state it was given in."""

    def __init__(self, folder: Path, variant: str, number: int, game: str) -> None:
        self.given: list[Situation] = []
        super().__init__(folder, variant, number, game)

    def enter(self, said_then: Said) -> None:
        """Enter a command and remember it. Raises one of NOT_ENTERED."""
        state = self.state
        super().enter(said_then)
        self.given.append((state, self.game.complete(said_then, state)))


def evening(game: str, number: int) -> list[Situation]:
    """Return the situations of one random evening of a game, the same ones for each number."""
    dice = Random(f"odds {game} {number}")
    if game == "quake" and number % 3 == 2:
        return list(_with_places(dice, number))
    variant = dice.choice(game_of(game).variants())
    with tempfile.TemporaryDirectory(prefix="q40k-odds-", ignore_cleanup_errors=True) as folder:
        table = Recorder(Path(folder), variant, number, game)
        for _ in range(STEPS):
            with suppress(*NOT_ENTERED):
                table.play(dice)
            if game == "quake" and table.question is None:
                table.given += _melees(table.state)
        table.close()
    return table.given


def _with_places(dice: Random, number: int) -> Iterator[Situation]:
    """Yield the situations of an evening of Quake 40K on an arena, with everybody's place kept."""
    match = PlacesEvening(dice.choice([*arenas()]), number)
    for _ in range(STEPS):
        state, command = match.state, match.idea()
        if match.say(command):
            yield state, said_at_table(dict(command))
        yield from _melees(match.state)


def _melees(state: Any) -> Iterator[Situation]:
    """Yield the next melee of two with the best weapons of both, if one is to be fought."""
    if state.play.phase != "melee" or state.outcome.over:
        return
    for members in next_melees(state):
        fight = quake.best_fight(state, members)
        if fight is not None:
            yield state, fight

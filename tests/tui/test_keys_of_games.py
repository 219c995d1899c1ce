"""The shell’s keys are free in every game of the house, and those of a game in the shell."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.tui.actions import Actions
from q40k.tui.shell_actions import SHELL


@pytest.mark.parametrize("game", games.GAMES)
def test_no_key_and_no_id_is_that_of_the_shell_and_of_a_game(game: str) -> None:
    screen = games.find(game).screen
    assert len(Actions((*SHELL, *screen.actions))) > len(SHELL)

"""The registry of Space Hulk's sentences."""

from __future__ import annotations

from pathlib import Path

from q40k.games.space_hulk.rules.state import Match
from q40k.i18n.wording import Wording

WORDS: Wording[Match] = Wording(
    "q40k.games.space_hulk.words", Path(__file__).parents[1] / "locales"
)

tells = WORDS.tells
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

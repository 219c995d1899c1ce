"""Where the dice race registers its sentences."""

from __future__ import annotations

from pathlib import Path

from q40k.i18n.wording import Wording
from tests.games.race.rules.state import Race

WORDS: Wording[Race] = Wording("tests.games.race.words", Path(__file__).parents[1] / "locales")

tells = WORDS.tells
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

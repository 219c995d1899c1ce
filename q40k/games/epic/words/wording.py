"""The registry of Epic Escarmouches' sentences."""

from __future__ import annotations

from pathlib import Path

from q40k.games.epic.rules.state import Match
from q40k.i18n.wording import Wording

WORDS: Wording[Match] = Wording("q40k.games.epic.words", Path(__file__).parents[1] / "locales")

tells = WORDS.tells
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

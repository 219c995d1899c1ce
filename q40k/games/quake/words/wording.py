"""The registers of Quake 40K's sentences, to which every chapter of its words adds."""

from __future__ import annotations

from pathlib import Path

from q40k.games.quake.rules.state import Match
from q40k.i18n.wording import Wording

WORDS: Wording[Match] = Wording("q40k.games.quake.words", Path(__file__).parents[1] / "locales")

tells = WORDS.tells
tells_in_many_ways = WORDS.tells_in_many_ways
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

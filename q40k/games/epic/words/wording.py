"""The registry of Epic Escarmouches' sentences."""

from __future__ import annotations

from pathlib import Path

from q40k.games.epic.rules.state import Match
from q40k.i18n.tabletop import OVERRULED
from q40k.i18n.wording import Wording
from q40k.tabletop.rules import Overridden

WORDS: Wording[Match] = Wording("q40k.games.epic.words", Path(__file__).parents[1] / "locales")
WORDS.events({Overridden: OVERRULED})

tells = WORDS.tells
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

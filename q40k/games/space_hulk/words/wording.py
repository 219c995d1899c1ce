"""The registry of Space Hulk's sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from q40k.games.space_hulk.rules.state import Match
from q40k.i18n.tabletop import OVERRULED
from q40k.i18n.wording import Wording
from q40k.tabletop.rules import ClockRead, Overridden

ELSEWHERE: Final = {
    "activation": "turn",
    "conversion": "blips",
    "ending": "turn",
    "losses": "shooting",
    "reactions": "blips",
}
"""The chapters of the rules whose words are in another chapter."""

WORDS: Wording[Match] = Wording("q40k.games.space_hulk.words", Path(__file__).parents[1] / "locales", ELSEWHERE)
WORDS.events({Overridden: OVERRULED})
WORDS.silent(ClockRead)

tells = WORDS.tells
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands

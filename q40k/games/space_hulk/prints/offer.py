"""What Space Hulk can print, without the modules that draw it."""

from __future__ import annotations

from typing import Final

from q40k.i18n.locale import N_
from q40k.prints.offer import Prints

ABOUT: Final = {
    "reference": N_("the rules in short, on two sides of a paper"),
    "orders": N_("a sheet for an evening on paper: turns, points, the squad with its boxes"),
}

PRINTS: Final = Prints(
    ABOUT,
    kinds="q40k.games.space_hulk.prints.sheets:KINDS",
    wish="q40k.games.space_hulk.prints.sheets:wish_of",
)

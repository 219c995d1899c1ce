"""What Epic Escarmouches can print; importing this loads nothing that draws."""

from __future__ import annotations

from typing import Final

from q40k.i18n.locale import N_
from q40k.prints.offer import Prints

ABOUT: Final = {
    "reference": N_("the rules in short, on two sides of a paper"),
    "orders": N_("a sheet for each side to write its orders on, with boxes for losses"),
    "roster": N_("the profiles and weapons of both sides"),
}

PRINTS: Final = Prints(
    ABOUT,
    kinds="q40k.games.epic.prints.sheets:KINDS",
    wish="q40k.games.epic.prints.wish:wish_of",
)

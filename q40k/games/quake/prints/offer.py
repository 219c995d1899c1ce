"""What Quake 40K has to print, known without what draws it."""

from __future__ import annotations

from typing import Final

from q40k.i18n.locale import N_
from q40k.prints.offer import Prints

ABOUT: Final = {
    "portals": N_("the five portals, numbered discs"),
    "tokens": N_("tokens to fold, and a card for every bonus"),
    "templates": N_("blast, ordnance, flame, vortex, napalm"),
    "flags": N_("flags to fold around a toothpick"),
    "bases": N_("bases of figures, corners of base zones"),
    "barrels": N_("barrels to fold"),
    "cards": N_("a card for each champion, with what it needs against the others"),
    "arena": N_("an arena over several sheets, its plan, what to agree on"),
    "sheet": N_("order of play and scores, for an evening without electricity"),
    "rules": N_("the rules in short"),
}

PRINTS: Final = Prints(
    ABOUT,
    kinds="q40k.games.quake.prints.kinds:KINDS",
    wish="q40k.games.quake.prints.wish:wish_of",
)

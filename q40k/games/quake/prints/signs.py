"""The signs of Quake 40K on paper: one for each bonus of the book, one for each category, emblems of flags."""

from pathlib import Path
from typing import cast

from q40k.games.quake.packs.tokens import BonusKind, Category
from q40k.packs.base import id_of_name
from q40k.prints.art import Hue, read_signs

_GROUPS = read_signs(Path(__file__).parent)
CATEGORIES = cast(dict[Category, str], _GROUPS["categories"])
HUES: dict[Category, Hue] = {"equipment": "green", "weapon": "red", "special": "violet"}
SIGNS = _GROUPS["bonuses"]
"""The sign of each bonus, by its English name as an id."""
FLAGS = tuple(cast(dict[Hue, str], _GROUPS["flags"]).items())
"""The hues and emblems of flags, in their order."""
FLAME = _GROUPS["barrels"]["flame"]


def bonus_sign(category: Category, kind: BonusKind) -> str:
    """Return the sign of a bonus; one of a table's own has that of its weapon, its protection or its category."""
    own = SIGNS.get(id_of_name(kind.name.en, ""))
    if own is not None:
        return own
    if kind.monster is not None or kind.effect in ("spore-poison", "harmless-bumper"):
        return SIGNS["trap-mega-bumper"]
    return SIGNS["mega-weapon"] if kind.weapon is not None else CATEGORIES[category]

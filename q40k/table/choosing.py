"""Champions chosen by value: one near so many points, or a fair field of several."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from q40k.packs.library import Library
from q40k.packs.models import Champion, Mod
from q40k.rules.champion import judge, verdict

WITHIN = 5
"""How many points apart a fair field may be, unless something else is said."""


def welcome(library: Library, mod: Mod) -> list[Champion]:
    """Everyone whom no rule of the mod keeps out, without further gear.

    Rule: CHAMPION-1, CHAMPION-7
    """
    everyone = library.champions.values()
    return [one for one in everyone if verdict(judge(one, (), mod)) != "no"]


def nearest_first(champions: Sequence[Champion], value: int) -> list[Champion]:
    """The champions, those nearest to a value first; equals keep their order."""
    return sorted(champions, key=lambda one: abs(one.points - value))


def random_near(
    champions: Sequence[Champion], value: int, chance: Random, within: int = WITHIN
) -> Champion | None:
    """One by chance of those within so many points of a value, else one of the nearest."""
    if not champions:
        return None
    least = min(abs(one.points - value) for one in champions)
    reach = max(least, within)
    return chance.choice([one for one in champions if abs(one.points - value) <= reach])


def fair_field(
    champions: Sequence[Champion],
    number: int,
    chance: Random,
    within: int = WITHIN,
    near: int | None = None,
) -> list[Champion]:
    """So many different champions within so many points of each other; [] when there are none.

    With `near` they are as near to that value as any such field can be.
    """
    fields = []
    for low in sorted({one.points for one in champions}):
        field = [one for one in champions if low <= one.points <= low + within]
        if len(field) >= number:
            fields.append(field)
    if not fields:
        return []
    if near is not None:
        best = min(_farthest(field, near) for field in fields)
        fields = [field for field in fields if _farthest(field, near) == best]
    chosen = chance.sample(chance.choice(fields), number)
    return sorted(chosen, key=lambda one: (one.points, one.id))


def _farthest(field: Sequence[Champion], value: int) -> int:
    return max(abs(one.points - value) for one in field)

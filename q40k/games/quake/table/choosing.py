"""Champions chosen by value: one near so many points, or a fair field of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from random import Random

from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Mod
from q40k.games.quake.packs.search import called as names_of
from q40k.games.quake.packs.search import folded
from q40k.games.quake.rules.champion import judge, verdict

WITHIN = 5
"""How many points apart a fair field may be, unless something else is said."""
MOST_LIKELY = 3
"""So many are named of those whom a mistyped name may mean."""


def welcome(library: Library, mod: Mod, *, budget: int | None = None) -> list[Champion]:
    """Everyone whom no rule of the mod keeps out, without further gear.

    Rule: CHAMPION-1, CHAMPION-5, CHAMPION-7
    """
    return [
        one
        for one in library.champions.values()
        if verdict(judge(one, (), mod, budget=budget)) != "no"
    ]


def affordable_first(champions: Iterable[Champion], budget: int | None) -> list[Champion]:
    """The champions, those within the budget first; both parts keep their order.

    Rule: CHAMPION-5
    """
    return sorted(champions, key=lambda one: budget is not None and one.points > budget)


def sounding_like(library: Library, typed: str) -> list[Champion]:
    """Whom a mistyped name, or a word of one, may mean, the likeliest first; [] if nobody."""
    called: dict[str, Champion] = {}
    parts: dict[str, Champion] = {}
    for one in library.champions.values():
        for name in names_of(one):
            called.setdefault(folded(name), one)
            for word in folded(name).split():
                parts.setdefault(word, one)
    known = parts | called
    near = get_close_matches(folded(typed), known, n=3 * MOST_LIKELY, cutoff=0.7)
    return list({known[name].id: known[name] for name in near}.values())[:MOST_LIKELY]


def still_proposed(proposed: Sequence[str], fielded: Iterable[str]) -> list[str]:
    """What is left of a fair field once these champions are at the table, in its order."""
    gone = set(fielded)
    return [one for one in proposed if one not in gone]


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

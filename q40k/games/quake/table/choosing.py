"""Champions chosen by value: one near a number of points, or a fair field of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from random import Random

from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Mod
from q40k.games.quake.packs.search import fold_text
from q40k.games.quake.packs.search import names_of as names_of
from q40k.games.quake.rules.champion import judge, verdict

WITHIN = 5
"""The usual range of points in a fair field."""
MOST_LIKELY = 3
"""The number of champions proposed for a mistyped name."""


def admitted_champions(library: Library, mod: Mod, *, budget: int | None = None) -> list[Champion]:
    """Return every champion that no rule of the mod excludes, without further gear.

    Rule: CHAMPION-1, CHAMPION-5, CHAMPION-7
    """
    return [
        champion
        for champion in library.champions.values()
        if verdict(judge(champion, (), mod, budget=budget)) != "no"
    ]


def affordable_first(champions: Iterable[Champion], budget: int | None) -> list[Champion]:
    """Return the champions, those within the budget first; both parts keep their order.

    Rule: CHAMPION-5
    """
    return sorted(champions, key=lambda champion: budget is not None and champion.points > budget)


def find_similar(library: Library, typed: str) -> list[Champion]:
    """Return the champions a mistyped name or word may mean, the likeliest first."""
    by_name: dict[str, Champion] = {}
    by_word: dict[str, Champion] = {}
    for champion in library.champions.values():
        for name in names_of(champion):
            by_name.setdefault(fold_text(name), champion)
            for word in fold_text(name).split():
                by_word.setdefault(word, champion)
    candidates = by_word | by_name
    near = get_close_matches(fold_text(typed), candidates, n=3 * MOST_LIKELY, cutoff=0.7)
    return list({candidates[name].id: candidates[name] for name in near}.values())[:MOST_LIKELY]


def still_proposed(proposed: Sequence[str], fielded: Iterable[str]) -> list[str]:
    """Return a fair field without the champions already at the table, in its order."""
    present = set(fielded)
    return [champion for champion in proposed if champion not in present]


def nearest_first(champions: Sequence[Champion], value: int) -> list[Champion]:
    """Return the champions, those nearest to a value first; equals keep their order."""
    return sorted(champions, key=lambda champion: abs(champion.points - value))


def random_near(
    champions: Sequence[Champion], value: int, chance: Random, within: int = WITHIN
) -> Champion | None:
    """Return a random champion within a range of a value, else one of the nearest."""
    if not champions:
        return None
    least = min(abs(champion.points - value) for champion in champions)
    reach = max(least, within)
    return chance.choice(
        [champion for champion in champions if abs(champion.points - value) <= reach]
    )


def fair_field(
    champions: Sequence[Champion],
    number: int,
    chance: Random,
    within: int = WITHIN,
    near: int | None = None,
) -> list[Champion]:
    """Return different champions within a range of points; [] if there are too few.

    With `near` they are as near to that value as any such field can be.
    """
    fields = []
    for low in sorted({champion.points for champion in champions}):
        field = [champion for champion in champions if low <= champion.points <= low + within]
        if len(field) >= number:
            fields.append(field)
    if not fields:
        return []
    if near is not None:
        best = min(_farthest(field, near) for field in fields)
        fields = [field for field in fields if _farthest(field, near) == best]
    chosen = chance.sample(chance.choice(fields), number)
    return sorted(chosen, key=lambda champion: (champion.points, champion.id))


def _farthest(field: Sequence[Champion], value: int) -> int:
    return max(abs(champion.points - value) for champion in field)

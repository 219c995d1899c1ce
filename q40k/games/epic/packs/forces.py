"""Forces chosen from an army list for so many points, and two of them that are a fair pair.

Points only help to choose (EE-ARMY-5): nothing is refused for them. Most are the house's own
reckoning, and whoever shows them says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from q40k.games.epic.packs.armies import ArmyList, ListedFormation
from q40k.games.epic.packs.models import Profile

TRIES: Final = 200

Profiles = Mapping[str, Profile]


class Force(NamedTuple):
    """Formations of one army list, in its order, and what they cost together."""

    army: ArmyList
    formations: tuple[ListedFormation, ...]
    points: int


class NoForce(LookupError):
    """No formation of an army can be had for so many points; `least` is what the cheapest costs."""

    def __init__(self, army: ArmyList, points: int, least: int | None) -> None:
        super().__init__(army.id)
        self.army = army
        self.points = points
        self.least = least


def cost(formation: ListedFormation, profiles: Profiles) -> int | None:
    """What a formation costs: as listed, else its figures added up; None when that is unknown.

    Rule: EE-ARMY-5
    """
    if formation.points is not None:
        return formation.points
    each = [(profiles[one.profile].points, one.n) for one in formation.figures]
    known = [points * n for points, n in each if points is not None]
    return sum(known) if len(known) == len(each) else None


def force(army: ArmyList, profiles: Profiles, points: int, chance: Random) -> Force:
    """A force that comes as near to so many points as can be, never beyond. Raises NoForce.

    Of several that are as near, the one with more kinds of formations. The same chance chooses
    alike.

    Rule: EE-ARMY-5
    """
    costs = {one.id: price for one in army.formations if (price := cost(one, profiles)) is not None}
    if not costs or min(costs.values()) > points:
        raise NoForce(army, points, min(costs.values(), default=None))
    tries = [_picked(army, costs, points, chance) for _ in range(TRIES)]
    best = max(tries, key=lambda one: (_total(one, costs), len(one)))
    chosen = tuple(one for one in army.formations for _ in range(best[one.id]))
    return Force(army, chosen, _total(best, costs))


def fair_pair(
    armies: tuple[ArmyList, ArmyList], profiles: Profiles, points: int, chance: Random
) -> tuple[Force, Force]:
    """Two forces for so many points each, as near to one another as they can come.

    Where one side cannot spend all of its points the other is chosen anew for what it spent.
    Raises NoForce.

    Rule: EE-ARMY-5
    """
    one = force(armies[0], profiles, points, chance)
    other = force(armies[1], profiles, points, chance)
    if one.points > other.points:
        one = force(armies[0], profiles, other.points, chance)
    elif one.points < other.points:
        other = force(armies[1], profiles, one.points, chance)
    return one, other


def _picked(army: ArmyList, costs: Mapping[str, int], points: int, chance: Random) -> Counter[str]:
    """Formations by chance until none fits any more."""
    found: Counter[str] = Counter()
    left = points
    while True:
        fits = [
            one.id
            for one in army.formations
            for _ in range(one.most - found[one.id])
            if one.id in costs and costs[one.id] <= left
        ]
        if not fits:
            return found
        one = chance.choice(fits)
        found[one] += 1
        left -= costs[one]


def _total(found: Counter[str], costs: Mapping[str, int]) -> int:
    return sum(costs[id] * many for id, many in found.items())

"""Army lists, forces chosen from them for so many points, and fair pairs of forces.

Points only help to choose (EE-ARMY-5): nothing is refused for them. Most are the house's own
reckoning, and every display says so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Annotated, NamedTuple

from msgspec import Meta

from q40k.games.epic.packs.profiles import Origin, Profile, Trait, Weapon
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

MOST_FIGURES = 30
"""The most figures in one formation (EE-ARMY-5)."""


class Members(Pack, frozen=True, kw_only=True):
    """A number of figures of one profile."""

    profile: Id
    n: Annotated[int, Meta(ge=1, le=MOST_FIGURES)] = 1


class ListedFormation(Pack, frozen=True, kw_only=True):
    """A formation that an army may field, up to `most` times.

    `points` is the cost of the whole; without it the points of its figures are added up.
    """

    id: Id
    name: Names
    figures: Annotated[tuple[Members, ...], Meta(min_length=1, max_length=10)]
    most: Annotated[int, Meta(ge=1, le=30)] = 10
    points: Annotated[int, Meta(ge=0, le=5000)] | None = None

    def problems(self) -> Iterable[InvalidValue]:
        """Yield a problem if a formation has more than 30 figures.

        Rule: EE-ARMY-5
        """
        many = sum(members.n for members in self.figures)
        if many > MOST_FIGURES:
            facts = {"got": many, "most": MOST_FIGURES}
            yield InvalidValue("formation-size", "too many figures", facts, ("figures",))


Profiles = Mapping[str, Profile]
Weapons = Mapping[str, Weapon]
Better = tuple[str, str]
"""Two formations as `army/formation`, the first at least as good as the second."""


class ArmyList(Pack, frozen=True, kw_only=True):
    """An army: its strategic and its morale value, and its formations (EE-ARMY-1)."""

    id: Id
    name: Names
    strategic: Annotated[int, Meta(ge=1, le=99)]
    morale: Annotated[int, Meta(ge=1, le=6)]
    formations: tuple[ListedFormation, ...] = ()
    origin: Origin = "own"
    source: Line = "own"
    certainty: Certainty = "high"

    def problems(self) -> Iterable[InvalidValue]:
        """Yield a problem for each id that two formations share."""
        ids: set[str] = set()
        for number, formation in enumerate(self.formations):
            if formation.id in ids:
                yield InvalidValue("formation-twice", "an id twice", {"id": formation.id}, ("formations", number, "id"))
            ids.add(formation.id)


# -- what is better ------------------------------------------------------------------------


UNPRICED: tuple[Trait, ...] = ("infiltration",)
"""Traits that make nothing dearer: who may set up nearer is not the better formation."""


def better_formations(armies: Iterable[ArmyList], profiles: Profiles, weapons: Weapons) -> list[Better]:
    """Return the pairs of formations of which the first is at least as good in every characteristic.

    So it may not cost less. Of different armies, it also needs the better morale and strategic value.

    Rule: EE-ARMY-5
    """
    listed = [(army, formation) for army in armies for formation in army.formations]
    return [
        (f"{army.id}/{formation.id}", f"{other.id}/{worse.id}")
        for army, formation in listed
        for other, worse in listed
        if (army.id, formation.id) != (other.id, worse.id)
        and army.morale <= other.morale
        and army.strategic >= other.strategic
        and _covers(formation, worse, profiles, weapons)
    ]


def _covers(formation: ListedFormation, worse: ListedFormation, profiles: Profiles, weapons: Weapons) -> bool:
    """Return whether each figure of `worse` has a figure of its own in the formation that is as good."""
    ours, theirs = _expand(formation, profiles), _expand(worse, profiles)
    partners: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for place_of_ours, profile in enumerate(ours):
            if place_of_ours not in tried and is_as_good(profile, theirs[number], weapons):
                tried.add(place_of_ours)
                if place_of_ours not in partners or place(partners[place_of_ours], tried):
                    partners[place_of_ours] = number
                    return True
        return False

    return len(ours) >= len(theirs) and all(place(number, set()) for number in range(len(theirs)))


def _expand(formation: ListedFormation, profiles: Profiles) -> list[Profile]:
    return [profiles[members.profile] for members in formation.figures for _ in range(members.n)]


def is_as_good(first: Profile, second: Profile, weapons: Weapons) -> bool:
    """Return whether a profile is at least as good as another in everything that both have."""
    arms, others = ([weapons[id] for id in profile.weapons] for profile in (first, second))
    return (
        first.kind == second.kind
        and first.mv_cm >= second.mv_cm
        and first.save <= second.save
        and first.fa >= second.fa
        and first.hits >= second.hits
        and (first.capacity or 0) >= (second.capacity or 0)
        and {*second.traits} <= {*first.traits, *UNPRICED}
        and (not others or _outgun(arms, others, each=first.vehicle))
    )


def _outgun(arms: Sequence[Weapon], others: Sequence[Weapon], *, each: bool) -> bool:
    """Return whether every other weapon is matched; `each`: by one of its own, as vehicles fire all of them."""
    if not each:
        return all(any(_is_stronger(weapon, other) for weapon in arms) for other in others)
    return any(all(map(_is_stronger, order, others)) for order in permutations(arms, len(others)))


def _is_stronger(weapon: Weapon, other: Weapon) -> bool:
    return (
        weapon.range_cm >= other.range_cm
        and weapon.dice >= other.dice
        and weapon.to_hit <= other.to_hit
        and weapon.save_mod <= other.save_mod
        and weapon.barrage >= other.barrage
    )


# -- forces --------------------------------------------------------------------------------


TRIES = 200


class Force(NamedTuple):
    """Formations of one army list in its order, and what they cost together."""

    army: ArmyList
    formations: tuple[ListedFormation, ...]
    points: int


class NoForce(LookupError):
    """No formation of an army costs so few points; `least` is the cost of the cheapest."""

    def __init__(self, army: ArmyList, points: int, least: int | None) -> None:
        super().__init__(army.id)
        self.army = army
        self.points = points
        self.least = least


def cost(formation: ListedFormation, profiles: Profiles) -> int | None:
    """Return the cost of a formation: as listed, or its figures added up; None if unknown.

    Rule: EE-ARMY-5
    """
    if formation.points is not None:
        return formation.points
    each = [(profiles[members.profile].points, members.n) for members in formation.figures]
    priced = [points * n for points, n in each if points is not None]
    return sum(priced) if len(priced) == len(each) else None


def force(army: ArmyList, profiles: Profiles, points: int, chance: Random) -> Force:
    """Return the force that comes nearest to so many points without going over. Raises NoForce.

    Of several as near, it is the one with more kinds of formations. The same chance gives the same
    force.

    Rule: EE-ARMY-5
    """
    costs = {formation.id: price for formation in army.formations if (price := cost(formation, profiles)) is not None}
    if not costs or min(costs.values()) > points:
        raise NoForce(army, points, min(costs.values(), default=None))
    tries = [_pick_formations(army, costs, points, chance) for _ in range(TRIES)]
    best = max(tries, key=lambda attempt: (_total(attempt, costs), len(attempt)))
    chosen = tuple(formation for formation in army.formations for _ in range(best[formation.id]))
    return Force(army, chosen, _total(best, costs))


def fair_pair(
    armies: tuple[ArmyList, ArmyList], profiles: Profiles, points: int, chance: Random
) -> tuple[Force, Force]:
    """Return two forces for so many points each, as near to one another as possible.

    If one side cannot spend all of its points, the other is chosen again for what it spent. Raises
    NoForce.

    Rule: EE-ARMY-5
    """
    first = force(armies[0], profiles, points, chance)
    second = force(armies[1], profiles, points, chance)
    if first.points > second.points:
        first = force(armies[0], profiles, second.points, chance)
    elif first.points < second.points:
        second = force(armies[1], profiles, first.points, chance)
    return first, second


def _pick_formations(army: ArmyList, costs: Mapping[str, int], points: int, chance: Random) -> Counter[str]:
    """Pick formations by chance until none fits any more."""
    counts: Counter[str] = Counter()
    remaining = points
    fits = [formation.id for formation in army.formations for _ in range(formation.most) if formation.id in costs]
    while True:
        fits = [id for id in fits if costs[id] <= remaining]
        if not fits:
            return counts
        id = chance.choice(fits)
        fits.remove(id)
        counts[id] += 1
        remaining -= costs[id]


def _total(counts: Counter[str], costs: Mapping[str, int]) -> int:
    return sum(costs[id] * many for id, many in counts.items())

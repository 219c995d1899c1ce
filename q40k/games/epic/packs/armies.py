"""Army lists: the two values the page names and never gives, and which formations there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from q40k.games.epic.packs.models import Origin
from q40k.packs.base import Certainty, Id, InvalidValue, Line, Names, Pack

MOST_FIGURES = 30
"""In one formation (EE-ARMY-5)."""


class Members(Pack, frozen=True, kw_only=True):
    """So many figures of one profile."""

    profile: Id
    n: Annotated[int, Meta(ge=1, le=MOST_FIGURES)] = 1


class ListedFormation(Pack, frozen=True, kw_only=True):
    """A formation that an army may field, up to `most` times.

    `points` is what it costs whole; without it the points of its figures are added up.
    """

    id: Id
    name: Names
    figures: Annotated[tuple[Members, ...], Meta(min_length=1, max_length=10)]
    most: Annotated[int, Meta(ge=1, le=30)] = 10
    points: Annotated[int, Meta(ge=0, le=5000)] | None = None

    def problems(self) -> Iterable[InvalidValue]:
        """A formation has 1 to 30 figures.

        Rule: EE-ARMY-5
        """
        many = sum(one.n for one in self.figures)
        if many > MOST_FIGURES:
            facts = {"got": many, "most": MOST_FIGURES}
            yield InvalidValue("formation-size", "too many figures", facts, ("figures",))


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
        """No two of its formations have one id."""
        seen: set[str] = set()
        for number, one in enumerate(self.formations):
            if one.id in seen:
                yield InvalidValue(
                    "formation-twice", "an id twice", {"id": one.id}, ("formations", number, "id")
                )
            seen.add(one.id)

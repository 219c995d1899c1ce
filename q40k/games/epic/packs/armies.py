"""Army lists: strategic value, morale value, and the formations an army may field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from q40k.games.epic.packs.models import Origin
from q40k.packs.base import Certainty, Id, InvalidValue, Line, Names, Pack

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
                yield InvalidValue(
                    "formation-twice",
                    "an id twice",
                    {"id": formation.id},
                    ("formations", number, "id"),
                )
            ids.add(formation.id)

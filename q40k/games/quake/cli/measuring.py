"""How `q40k measure` reads what is meant, and what it gives back."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from q40k.cli.say import _, locale
from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Scenery
from q40k.games.quake.table.landmarks import Landmark, Surroundings, landmarks_of, plain_words
from q40k.games.quake.table.places_said import read_spot
from q40k.games.quake.words.positions import place_error
from q40k.geometry.positions import Figure
from q40k.geometry.space import PlaceError, Spot

DIGITS: Final = 4


class Bad(Exception):
    """A check that was called wrongly, in words."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured: data under plain names, and lines to read."""

    data: dict[str, Any]
    lines: list[str]


# -- reading what is meant -----------------------------------------------------------------


def take(arguments: list[str], usage: str, least: int, most: int | None = None) -> list[str]:
    """Give the arguments, when there are as many as there should be. Raises Bad."""
    if len(arguments) < least or len(arguments) > (least if most is None else most):
        raise Bad(_("It is called as: {usage}", usage=usage))
    return arguments


def one_figure(table: ArenaPositions, said: str) -> Figure:
    """The figure of that name. Raises Bad."""
    for one in table.figures:
        if one.id.casefold() == said.casefold():
            return one
    names = ", ".join(one.id for one in table.figures)
    if not names:
        raise Bad(_("Nobody stands here. Add a figure: --at Bob:30,30:25"))
    raise Bad(_("There is no figure “{said}”. There are: {names}.", said=said, names=names))


def number(said: str) -> float:
    """A number that is typed. Raises Bad."""
    try:
        value = float(said)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e6:
        raise Bad(_("“{said}” is no number.", said=said))
    return value


def portal(table: ArenaPositions, said: str) -> int:
    """The portal of that number, with or without a P before it. Raises Bad."""
    number = said.upper().removeprefix("P")
    if not number.isdigit() or int(number) not in table.portals:
        raise Bad(_("There is no portal “{said}”: they are numbered 1 to 5.", said=said))
    return int(number)


def place(table: ArenaPositions, said: str) -> Spot:
    """A place: X,Y to the letter, also off the table; else as it is said at the table. Raises Bad.

    A tape measure needs no room: nothing that stands there is in its way.
    """
    if re.fullmatch(r"[^,;\s]+,[^,;\s]+", said):
        x, y = (number(part) for part in said.split(","))
        return (x, y)
    arena = table.arena
    figures = [
        Landmark("champion", one.id, (one.id,), one.spot, one.base.reach_cm)
        for one in table.figures
    ]
    lying = landmarks_of(arena, [(token.id, token.at) for token in arena.tokens])
    things = (*figures, *(replace(thing, bars=False) for thing in lying))
    try:
        return read_spot(said, Surroundings(arena.size, things, radius_cm=0.0))
    except PlaceError as error:
        facts = error.facts
        if facts.get("said") == plain_words(said):
            facts = {**facts, "said": said}
        raise Bad(place_error(locale(), error.code, facts)) from error


def on_table(table: ArenaPositions, spot: Spot, said: str) -> Spot:
    """The spot, when it lies on the table. Raises Bad."""
    long, deep = table.field.size
    if 0 <= spot[0] <= long and 0 <= spot[1] <= deep:
        return spot
    raise Bad(
        _("“{said}” lies outside the table of {long} × {deep} cm.", said=said, long=long, deep=deep)
    )


def plain(value: Any) -> Any:
    """A measure as JSON holds it: scenery by its id, zones by their corners, rounded."""
    if isinstance(value, Scenery):
        told: Any = value.id
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    elif value is None or isinstance(value, bool | str | int):
        told = value
    elif isinstance(value, Fraction):
        told = f"{value.numerator}/{value.denominator}"
    elif isinstance(value, float):
        told = round(value, DIGITS)
    elif isinstance(value, Mapping):
        told = {str(key): plain(one) for key, one in value.items()}
    elif hasattr(value, "geom_type"):
        parts = [one for one in getattr(value, "geoms", [value]) if one.geom_type == "Polygon"]
        told = [plain(list(one.exterior.coords)) for one in parts if not one.is_empty]
    else:
        told = [plain(one) for one in value]
    return told

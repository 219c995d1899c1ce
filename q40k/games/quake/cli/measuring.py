"""Parse the arguments of `q40k measure`, and hold its results."""

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
    """Report a wrong call of a check, in words."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold what was measured: data under plain names, and lines to read."""

    data: dict[str, Any]
    lines: list[str]


# -- reading what is meant -----------------------------------------------------------------


def take(arguments: list[str], usage: str, least: int, most: int | None = None) -> list[str]:
    """Return the arguments if their number is right. Raises Bad."""
    if len(arguments) < least or len(arguments) > (least if most is None else most):
        raise Bad(_("It is called as: {usage}", usage=usage))
    return arguments


def one_figure(table: ArenaPositions, name: str) -> Figure:
    """Return the figure of that name. Raises Bad."""
    for figure in table.figures:
        if figure.id.casefold() == name.casefold():
            return figure
    names = ", ".join(figure.id for figure in table.figures)
    if not names:
        raise Bad(_("Nobody stands here. Add a figure: --at Bob:30,30:25"))
    raise Bad(_("There is no figure “{said}”. There are: {names}.", said=name, names=names))


def number(text: str) -> float:
    """Parse a number. Raises Bad."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e6:
        raise Bad(_("“{said}” is no number.", said=text))
    return value


def portal(table: ArenaPositions, text: str) -> int:
    """Return the portal of that number, with or without a P before it. Raises Bad."""
    digits = text.upper().removeprefix("P")
    if not digits.isdigit() or int(digits) not in table.portals:
        raise Bad(_("There is no portal “{said}”: they are numbered 1 to 5.", said=text))
    return int(digits)


def place(table: ArenaPositions, text: str) -> Spot:
    """Parse a place: X,Y exactly, also off the table, or words as at the table. Raises Bad.

    A tape measure needs no room, so nothing there is in its way.
    """
    if re.fullmatch(r"[^,;\s]+,[^,;\s]+", text):
        x, y = (number(part) for part in text.split(","))
        return (x, y)
    arena = table.arena
    figures = [
        Landmark("champion", figure.id, (figure.id,), figure.spot, figure.base.reach_cm)
        for figure in table.figures
    ]
    lying = landmarks_of(arena, [(token.id, token.at) for token in arena.tokens])
    things = (*figures, *(replace(thing, bars=False) for thing in lying))
    try:
        return read_spot(text, Surroundings(arena.size, things, radius_cm=0.0))
    except PlaceError as error:
        facts = error.facts
        if facts.get("said") == plain_words(text):
            facts = {**facts, "said": text}
        raise Bad(place_error(locale(), error.code, facts)) from error


def on_table(table: ArenaPositions, spot: Spot, text: str) -> Spot:
    """Return the spot if it is on the table. Raises Bad."""
    long, deep = table.field.size
    if 0 <= spot[0] <= long and 0 <= spot[1] <= deep:
        return spot
    raise Bad(
        _("“{said}” lies outside the table of {long} × {deep} cm.", said=text, long=long, deep=deep)
    )


def plain(value: Any) -> Any:
    """Convert a measure to JSON: scenery by its id, zones by their corners, rounded."""
    if isinstance(value, Scenery):
        result: Any = value.id
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        result = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    elif value is None or isinstance(value, bool | str | int):
        result = value
    elif isinstance(value, Fraction):
        result = f"{value.numerator}/{value.denominator}"
    elif isinstance(value, float):
        result = round(value, DIGITS)
    elif isinstance(value, Mapping):
        result = {str(key): plain(item) for key, item in value.items()}
    elif hasattr(value, "geom_type"):
        parts = [
            piece for piece in getattr(value, "geoms", [value]) if piece.geom_type == "Polygon"
        ]
        result = [plain(list(piece.exterior.coords)) for piece in parts if not piece.is_empty]
    else:
        result = [plain(item) for item in value]
    return result

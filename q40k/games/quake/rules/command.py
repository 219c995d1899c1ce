"""What every command shares: names, texts, points, places, and a reason to overrule."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from q40k.kernel.text import clean_text

NAME_LENGTH = 30


TEXT_LENGTH = 200


# No exponents: "1e999999999" would keep the computer busy for ever.
_PLAIN_POINTS = re.compile(r"[+-]?\d{1,9}(\.\d{1,9}|/\d{1,9})?", re.ASCII)


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise PydanticCustomError("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise PydanticCustomError("name-long", "a name of more than 30 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise PydanticCustomError("reason-empty", "a reason is needed")
    return clean


def _points(value: Any) -> Any:
    if isinstance(value, str) and not _PLAIN_POINTS.fullmatch(value):
        raise PydanticCustomError("points", "points such as 15, -7.5 or 20/3")
    if isinstance(value, float):
        return Fraction(str(value))
    return value


Name = Annotated[str, AfterValidator(_name)]


Text = Annotated[str, AfterValidator(_text)]


Reason = Annotated[str, AfterValidator(_reason)]


Points = Annotated[Fraction, BeforeValidator(_points), Field(ge=-1_000_000, le=1_000_000)]


Number = Annotated[int, Field(ge=1, le=5)]


Inches = Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)]


Coordinate = Annotated[float, Field(ge=-10000, le=10000, allow_inf_nan=False)]


Place = tuple[Coordinate, Coordinate]


Waypoints = Annotated[tuple[Place, ...], Field(max_length=100)]
"""Places that a move leads through, in cm."""


Level = Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)]
"""How high above the table, in inches."""


Angle = Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)]
"""Where an oval base points, in degrees: 0 to the right, 90 up the table."""


Stand = Literal["in", "beside"]


SaveKind = Literal["armour", "cover", "invulnerable"]


class Command(BaseModel):
    """What every command may carry.

    `override` is the reason for which a refusal is overridden, `clock` what the table's clock
    showed, in seconds of play.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    override: Reason | None = None
    clock: Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)] | None = None
    do: str

    def replace(self, **changes: Any) -> Self:
        """The same command with `changes`."""
        return self.model_copy(update=changes)

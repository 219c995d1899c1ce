"""Wounds, kills and accidents."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from q40k.kernel.events import Event

Payments = dict[str, Fraction]


class Killed(Event):
    """A champion was killed; `paid` is what each killer scored (SCORE-1, MELEE-4)."""

    type: Literal["killed"] = "killed"
    victim: str
    killers: tuple[str, ...]
    paid: Payments
    how: str | None = None
    cause: str = "kill"


class AccidentSuffered(Event):
    """A champion died by accident; `paid` is what it lost (SCORE-2, SCORE-3).

    `cause` is a word of the rules ("telefragged", "disintegrated", "nuke", "mega-bumper") or
    "told", when the game master said it: then `how` holds the words. `by` is who set it off.
    """

    type: Literal["accident"] = "accident"
    player: str
    cause: str
    paid: Payments
    how: str | None = None
    by: str | None = None
    portal: int | None = None


class NukeRolled(Event):
    """The nuke's hit on one champion: the die and what it needed to wound."""

    type: Literal["nuke-rolled"] = "nuke-rolled"
    picker: str
    player: str
    die: int
    needed: int


class Wounded(Event):
    """A champion lost a wound and lives on."""

    type: Literal["wounded"] = "wounded"
    player: str
    left: int

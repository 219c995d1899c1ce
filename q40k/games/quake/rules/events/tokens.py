"""Bonus tokens and what they do."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from q40k.kernel.events import Event


class TokenReturned(Event):
    """A token went back to its place (BONUS-4)."""

    type: Literal["token-returned"] = "token-returned"
    token: str
    player: str


class TokenTaken(Event):
    """A token was picked up and its kind rolled (BONUS-1); `kind` such as "equipment-35"."""

    type: Literal["token-taken"] = "token-taken"
    player: str
    token: str
    kind: str


class BonusChosen(Event):
    """The holder chose its kind from the list."""

    type: Literal["bonus-chosen"] = "bonus-chosen"
    player: str
    kind: str


class BonusSpent(Event):
    """The bonus has done what it does and stays beside its holder (BONUS-7)."""

    type: Literal["bonus-spent"] = "bonus-spent"
    player: str


class MindControlled(Event):
    """The holder controls another player's champion too."""

    type: Literal["mind-controlled"] = "mind-controlled"
    player: str
    target: str


class VortexDrags(Event):
    """The vortex drags every other champion 6 in towards its holder.

    `to` is where those end whose places are known, `portals` in which portal those of them stand
    who end wholly on one, `wet` who of them ends in water.
    """

    type: Literal["vortex-drags"] = "vortex-drags"
    player: str
    to: dict[str, tuple[float, float]] = Field(default_factory=dict)
    portals: dict[str, int] = Field(default_factory=dict)
    wet: tuple[str, ...] = ()

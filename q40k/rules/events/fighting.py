"""Workings: what was rolled in a fight, what it needed, and why."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Why(BaseModel):
    """One reason for a number: its code, its figures, and where it comes from."""

    model_config = ConfigDict(frozen=True)

    code: str
    facts: dict[str, int | str]
    source: str


class Working(BaseModel):
    """One step of a fight: so many dice, the least (or most) that passes, and what came.

    `by` is the player who rolled; `dice` are None when only a count was told. `passed` counts
    those that passed, or is the sum of dice that are added up. `subject` names the save or the
    weapon.
    """

    model_config = ConfigDict(frozen=True)

    kind: str
    by: str | None
    count: int
    needed: int
    at_most: bool = False
    summed: bool = False
    dice: tuple[int, ...] | None = None
    passed: int
    subject: str = ""
    why: tuple[Why, ...] = ()


Workings = tuple[Working, ...]

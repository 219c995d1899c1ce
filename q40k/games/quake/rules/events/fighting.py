"""Fights: what was rolled, what it needed, why, and what came of it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from q40k.kernel.events import Event


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


class Struck(BaseModel):
    """What an attack did to one champion; numbers as in the 3rd edition's outcome.

    `told`: the table said "dead" before the dice did. `why` is what counted without a roll of its
    own: an AP that leaves no save, a strength that kills at once.
    """

    model_config = ConfigDict(frozen=True)

    player: str
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    lost: int = 0
    dead: bool = False
    told: bool = False
    steps: Workings = ()
    why: tuple[Why, ...] = ()


class Shot(Event):
    """A champion fired a weapon at a champion, a barrel or a team's building.

    `steps` are the rolls that concern nobody in particular: the spotting test, whether a marker
    hits, the penetration of a building; each of `victims` has its own. `shape` is the template
    used, "" for none. `unseen`: the target stayed in the dark, and the shot is lost. `burns` are
    wounds of the shooter by its own weapon, `perils` attacks of the warp on it; `jammed`: the
    weapon fires no more. `may_charge`: whether the shooter may still charge this turn.
    """

    type: Literal["shot"] = "shot"
    shooter: str
    weapon: str
    target: str | None = None
    barrel: str | None = None
    building: str | None = None
    shape: str = ""
    distance_in: float | None = None
    unseen: bool = False
    shots: int = 0
    hits: int = 0
    penetrating: int = 0
    steps: Workings = ()
    victims: tuple[Struck, ...] = ()
    burns: int = 0
    perils: int = 0
    jammed: bool = False
    may_charge: bool = True


class SaveBroken(Event):
    """A save that is lost with the first one failed is lost until its bearer dies."""

    type: Literal["save-broken"] = "save-broken"
    player: str

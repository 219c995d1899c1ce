"""The shape of the state as `--json` prints it: the contract of docs/match-scripts.md, strictly.

Written from the contract, not from the code that makes it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Exact = Annotated[str, StringConstraints(pattern=r"^-?\d+(\.\d+|/\d+)?$")]
Place = tuple[float, float]
Portal = Annotated[int, Field(ge=1, le=5)]
Count = Annotated[int, Field(ge=0)]


class Strict(BaseModel):
    """No field more, no field less."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Bonus(Strict):
    token: str
    kind: str
    name: str
    spent: bool
    target: str | None = None


class Player(Strict):
    champion: str
    options: list[str]
    team: str | None
    value: Annotated[int, Field(ge=1)]
    score: Exact
    times: Exact
    kills: Count
    deaths: Count
    accidents: Count
    streak: Count
    initiative: int | None
    alive: bool
    present: bool
    out: bool
    lives: Count | None
    at: Place | None
    level: float | None
    angle: float
    tile: str | None
    portal: Portal | None
    near: Portal | None
    wounds: Annotated[int, Field(ge=0, le=20)]
    bonus: Bonus | None


class Token(Strict):
    category: Literal["equipment", "weapon", "special"]
    holder: str | None
    at: Place | None


class Team(Strict):
    players: list[str]
    value: Count
    score: Exact
    rounds: Count
    roll: Count | None
    base: int | None
    structure: Count | None
    points: Count


class Flag(Strict):
    team: str | None
    carrier: str | None
    dropped_by: str | None
    home: bool
    at: Place | None


class Hunt(Strict):
    cleaners: str
    leg: Literal[1, 2]
    to_beat: Count | None


class Barrel(Strict):
    at: Place | None
    burning: bool


class Exit(Strict):
    portal: Portal
    chance: Exact
    dies: bool
    telefrags: list[str]


class Odds(Strict):
    """Of a portal die."""

    dies: Exact
    telefrags: Exact
    free: Exact
    exits: list[Exit]


class Asks(Strict):
    key: str
    who: str | None
    rule: str
    dice: list[int] | None = None
    options: list[str | int] | None = None
    several: list[str] | None = None
    order: list[str] | None = None
    number: tuple[int, int] | None = None
    odds: Odds | None = None


class Shown(Strict):
    """The whole of it."""

    mod: str | None
    arena: str | None
    turn: Count
    phase: Literal["setup", "deployment", "movement", "shooting", "assault", "melee", "over"]
    active: str | None
    order: list[str]
    players: dict[str, Player]
    tokens: dict[str, Token]
    teams: dict[str, Team] | None = None
    up: str | None = None
    may_act: list[str] | None = None
    first: dict[str, str] | None = None
    flags: dict[str, Flag] | None = None
    hunt: Hunt | None = None
    barrels: dict[str, Barrel] | None = None
    round: Count
    rounds: dict[str, Count]
    winner: list[str] | None
    asks: Asks | None
    log: list[str]


def check(text: str) -> dict[str, Any]:
    """Check the JSON of a state; returns it as data. Raises pydantic's ValidationError."""
    return Shown.model_validate_json(text).model_dump()

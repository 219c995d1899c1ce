"""What else a match may hold: teams, flags, barrels, a hunt's two legs, a clock."""

from __future__ import annotations

from dataclasses import dataclass

from q40k.games.quake.rules.evolving import Evolving
from q40k.geometry.spots import Spot


@dataclass(frozen=True)
class Team(Evolving):
    """A team, from the start of the match on.

    `rolled` is its 2D6 (TEAM-2), `base` the number of its base on the arena, None where the
    table agrees on one. `structure` is what is left of its building (None without buildings),
    `points` what it has scored by holding portals.
    """

    name: str
    rolled: int = 0
    base: int | None = None
    structure: int | None = None
    points: int = 0


@dataclass(frozen=True)
class Flag(Evolving):
    """A flag: `team` is whose it is, None for one that stands half-way; `home` where it stands.

    It is carried, or it was dropped by a team (`fell`, at `at` when that is known), or it is at
    home. `sharers` are the two who exchanged it in this shooting phase and still have to die for
    it to drop (FLAG-4).
    """

    id: str
    team: str | None = None
    home: Spot | None = None
    carrier: str | None = None
    fell: str | None = None
    at: Spot | None = None
    sharers: tuple[str, ...] = ()

    @property
    def at_home(self) -> bool:
        """Whether it stands where it began."""
        return self.carrier is None and self.fell is None


@dataclass(frozen=True)
class Barrel(Evolving):
    """A barrel, with its place when that is known; a burning one is napalm (BARREL-5)."""

    id: str
    at: Spot | None = None
    burning: bool = False


@dataclass(frozen=True)
class Hunt(Evolving):
    """Who cleans in this leg, 1 or 2; `to_beat` is how many turns the first leg took."""

    cleaners: str
    leg: int = 1
    to_beat: int | None = None


@dataclass(frozen=True)
class Fired(Evolving):
    """What a champion fired this turn, at whom, and whether it may still charge (SHOOT-4).

    `target` is a player's id, None when it shot at a barrel or a building.
    """

    weapon: str
    target: str | None = None
    may_charge: bool = True


@dataclass(frozen=True)
class Charge(Evolving):
    """Whom a champion charged this turn (a player's id), and whether that one was in cover.

    `target` is None where it charged a building. Whoever has one has the charge bonus.
    """

    target: str | None = None
    into_cover: bool = False


Pair = tuple[str, str]


@dataclass(frozen=True)
class CloseCombat(Evolving):
    """Who is at close quarters with whom, beside the contacts themselves.

    `engaged` are the pairs that fight each other as long as they are in contact; `touched` the
    pairs that were in contact when the turn opened (DIFF-8). `back` is who died in the running
    phase (MELEE-5), `fought` the melees that were fought in it, without those who died since.
    """

    engaged: tuple[Pair, ...] = ()
    touched: tuple[Pair, ...] = ()
    back: tuple[str, ...] = ()
    fought: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Clock(Evolving):
    """The table's clock, in seconds of play (TABLE-7).

    `limit` is the match's, `each` that of one champion's part; `gone` is what the clock showed
    last, `began` what it showed when the running part began.
    """

    limit: float | None = None
    each: float | None = None
    gone: float = 0.0
    began: float = 0.0
    paused: bool = False

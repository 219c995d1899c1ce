"""The state of a match: frozen values that only the fold replaces."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from q40k.games.quake.packs.models import (
    Arena,
    BonusKind,
    BonusTables,
    Category,
    Champion,
    Mod,
    Weapon,
)
from q40k.games.quake.rules.evolving import Evolving
from q40k.games.quake.rules.parts import Barrel, Charge, Clock, CloseCombat, Fired, Flag, Hunt, Team
from q40k.geometry.spots import Spot

Phase = Literal["setup", "deployment", "movement", "shooting", "assault", "melee"]
PHASES: tuple[Phase, ...] = ("movement", "shooting", "assault", "melee")
Roller = Literal["hand", "app"]


@lru_cache(maxsize=512)
def _exact(points: int) -> Fraction:
    """Points as an exact number; made once, as values are asked for all the time."""
    return Fraction(points)


def _fraction(value: Any) -> Any:
    """Points from a snapshot: a fraction's own text is read in far less time than any text."""
    if not isinstance(value, str):
        return value
    above, _, below = value.partition("/")
    try:
        return Fraction(int(above), int(below)) if below else Fraction(int(above))
    except (ValueError, ZeroDivisionError):
        return value


Exact = Annotated[Fraction, BeforeValidator(_fraction)]


@dataclass(frozen=True)
class Held(Evolving):
    """The bonus a champion holds: the token, its kind ("equipment-35") and what became of it.

    A `spent` bonus stays beside its holder without effect (BONUS-7). `target` is the player under
    mind control. `figures`, `kit` and `arms` are what its holder took from those it killed:
    characteristics by name, ids of gear, weapon lines (special bonus 6).
    """

    token: str
    kind: str
    spent: bool = False
    target: str | None = None
    figures: dict[str, int] = field(default_factory=dict)
    kit: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()


@dataclass(frozen=True)
class Player(Evolving):
    """A player and its champion.

    `portal` is the portal the champion stands in, `near` the one it came out beside; `tile` is the
    tile it was deployed in, as long as it has not been anywhere else. `spent` is
    the movement used in this movement phase, in inches; `came_by` the portal it arrived by in it.
    `out` is who takes no further part in the running round (SUDDEN-1) or waits for the next one
    (INIT-4); `lives_lost` counts the deaths of the round.

    `moved` says that it has moved this turn, `shot` what it fired; `jammed` are the weapons it can
    fire no more, `broken` that a save which breaks has failed, both until it dies.

    `limit` is the most it may have `spent` in this movement phase, by a test or a swim; `tested`
    says that it has tested hard ground in it since its last portal, `halted` that it moves no
    more. `in_water`: it swims; `swum`: it has rolled for it this turn. `finished` is whether the
    figure is painted and based, as the table said (None: see `painted`).

    `charge` is the charge it made this turn, `building` the team at whose building it stands to
    strike it; up to the end of turn `stunned` it strikes no blow.

    `kept` says that its place is kept, through deaths and portals too. `level` is how high it
    stands, in inches, None on top of what can be climbed there; `angle` is where an oval base
    points, in degrees.
    """

    id: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    team: str | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    present: bool = True
    alive: bool = True
    placed: bool = False
    die: int | None = None
    initiative: int | None = None
    wounds: int = 1
    at: Spot | None = None
    portal: int | None = None
    near: int | None = None
    tile: str | None = None
    spent: float = 0
    came_by: int | None = None
    score: Fraction = Fraction(0)
    kills: int = 0
    deaths: int = 0
    accidents: int = 0
    streak: int = 0
    bonus: Held | None = None
    beacon: bool = False
    roller: Roller | None = None
    out: bool = False
    lives_lost: int = 0
    moved: bool = False
    shot: Fired | None = None
    jammed: tuple[str, ...] = ()
    broken: bool = False
    limit: float | None = None
    tested: bool = False
    halted: bool = False
    in_water: bool = False
    swum: bool = False
    finished: bool | None = None
    charge: Charge | None = None
    building: str | None = None
    stunned: int = 0
    kept: bool = False
    level: float | None = None
    angle: float = 0.0

    @property
    def value(self) -> Fraction:
        """What killing this champion is worth: its cost in points."""
        return _exact(self.champion.points)

    @property
    def times(self) -> Fraction:
        """The score in units of the player's own value (SCORE-4)."""
        return self.score / self.value

    @property
    def in_play(self) -> bool:
        """Whether the champion is on the table."""
        return self.present and self.alive and self.placed


@dataclass(frozen=True)
class Token(Evolving):
    """A bonus token: where it lies when nobody holds it, and who does."""

    id: str
    category: Category
    place: Spot
    holder: str | None = None


@dataclass(frozen=True)
class Match(Evolving):
    """A whole match.

    `ranking` holds every player that has an initiative, also those who left; `chosen` is an
    order of play decided by a bonus, for the running turn. `waiting` are the dead not yet put
    back, in the order they died. `shares[victim][killer]` counts what part of the victim's value
    the killer was paid, so that a wrong champion can be put right.

    `thrown` is the line, in cm, along which the mega bumper threw somebody in the running part.

    A side is what wins: a player's id where everyone plays for themselves, a team's name in teams.
    `round` is 0 where the mod has no rounds; `rounds` counts those each side has won. `winner`
    holds sides; `ended` says that the match was broken off, not won.

    `teams` are ranked by their rolls, the highest first; `first` says which team opens a phase,
    `first_now` the same for the running turn only; in teams `acted` is who has had its part of
    the running phase (TEAM-2, TEAM-3). `contacts` are the pairs in base contact as the table said
    them, where no positions are kept; `close_combat` is who fights whom.
    """

    mod: Mod | None = None
    arena: Arena | None = None
    tables: BonusTables | None = None
    seed: str = ""
    name: str = ""
    times_to_win: int = 10
    points_to_win: int | None = None
    roller: Roller = "hand"
    d3_on_d6: bool = False
    players: dict[str, Player] = field(default_factory=dict)
    ranking: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    waiting: tuple[str, ...] = ()
    tokens: dict[str, Token] = field(default_factory=dict)
    shares: dict[str, dict[str, Exact]] = field(default_factory=dict)
    round: int = 0
    rounds: dict[str, int] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    first_now: dict[str, str] = field(default_factory=dict)
    acted: tuple[str, ...] = ()
    flags: dict[str, Flag] = field(default_factory=dict)
    barrels: dict[str, Barrel] = field(default_factory=dict)
    contacts: tuple[tuple[str, str], ...] = ()
    close_combat: CloseCombat = field(default_factory=CloseCombat)
    hunt: Hunt | None = None
    clock: Clock | None = None
    thrown: tuple[Spot, Spot] | None = None
    winner: tuple[str, ...] = ()
    over: bool = False
    ended: bool = False
    played_on: bool = False

    @property
    def in_teams(self) -> bool:
        """Whether teams play, not everyone against everyone (TEAM-1)."""
        return self.mod is not None and self.mod.in_teams

    @property
    def sides(self) -> tuple[str, ...]:
        """Everyone who can win: players by id or teams by name, in order of joining."""
        return tuple(dict.fromkeys(self.side_of(player) for player in self.players))

    def side_of(self, player: str) -> str:
        """The side a player plays for: itself, or its team."""
        team = self.players[player].team if self.in_teams else None
        return player if team is None else team

    def members(self, side: str) -> tuple[str, ...]:
        """The ids of all who play for a side, also of those who left, in order of joining."""
        return tuple(p for p in self.players if self.side_of(p) == side)

    def side_name(self, side: str) -> str:
        """What a side is called: the player's name, or the team's."""
        return side if self.in_teams or side not in self.players else self.players[side].name

    def score_of(self, side: str) -> Fraction:
        """The score of a side: the sum of its members', also of those who left."""
        if not self.in_teams:
            return self.players[side].score
        return sum((self.players[p].score for p in self.members(side)), Fraction(0))

    def value_of(self, side: str) -> Fraction:
        """What a side is worth: the sum of its members' values, also of those who left."""
        if not self.in_teams:
            return self.players[side].value
        return sum((self.players[p].value for p in self.members(side)), Fraction(0))

    def times_of(self, side: str) -> Fraction:
        """The score of a side in units of its own value (SCORE-4)."""
        return self.score_of(side) / self.value_of(side)

    def goal_of(self, side: str) -> int:
        """The score with which a side wins (SCORE-4)."""
        if self.points_to_win is not None:
            return self.points_to_win
        return self.times_to_win * int(self.value_of(side))

    def goal(self, player: str) -> int:
        """The score with which the side of `player` wins (SCORE-4)."""
        return self.goal_of(self.side_of(player))

    def lives_left(self, player: str) -> int | None:
        """How many lives `player` has left in the round; None without sudden death (SUDDEN-1)."""
        if self.mod is None or not self.mod.has("sudden-death"):
            return None
        known = self.players[player]
        lives = self.mod.parameters.lives - known.lives_lost
        return 0 if known.out else max(0, lives)

    @property
    def order(self) -> tuple[str, ...]:
        """The order of play: the present players, highest first (TURN-1)."""
        players = self.players
        return tuple([p for p in self.ranked if players[p].present])

    @property
    def ranked(self) -> tuple[str, ...]:
        """The order of play with those who left still in their places."""
        if not self.chosen:
            return self.ranking
        return (*self.chosen, *(p for p in self.ranking if p not in self.chosen))

    def before(self, player: str) -> tuple[str, ...]:
        """The present players whose place in the order is before that of `player`."""
        ranked = self.ranked
        return tuple(p for p in ranked[: ranked.index(player)] if self.players[p].present)

    def after(self, player: str) -> tuple[str, ...]:
        """The present players whose place in the order is after that of `player`."""
        ranked, players = self.ranked, self.players
        return tuple([p for p in ranked[ranked.index(player) + 1 :] if players[p].present])

    @property
    def passed(self) -> frozenset[str]:
        """Who has already acted in the running phase."""
        if self.in_teams and self.running:
            return frozenset(self.acted)
        if self.active is None:
            return frozenset()
        acted = self.before(self.active)
        if self.phase == "deployment":
            acted = tuple(p for p in self.order if self.players[p].placed)
        return frozenset(acted)

    @property
    def running(self) -> bool:
        """Whether turns are being played."""
        return self.phase in PHASES

    def occupants(self, portal: int) -> tuple[str, ...]:
        """Who stands in `portal`, in the order of play (PORTAL-6)."""
        players = self.players
        return tuple(p for p in self.order if players[p].portal == portal and players[p].in_play)

    def kind(self, held: Held) -> BonusKind:
        """The table's line for a bonus that is held."""
        assert self.tables is not None
        return self.tables.kind(held.kind)

    def holds(self, player: str, effect: str) -> bool:
        """Whether `player` holds a bonus with this effect that is not spent."""
        held = self.players[player].bonus
        return held is not None and not held.spent and self.kind(held).effect == effect

    def named(self, name: str) -> Player | None:
        """The player of that name, whatever its capitals."""
        for player in self.players.values():
            if player.name == name:
                return player
        wanted = name.strip().casefold()
        for player in self.players.values():
            if player.name.casefold() == wanted:
                return player
        return None

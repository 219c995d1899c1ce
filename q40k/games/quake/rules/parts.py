"""The parts of a match and of a player, each a value of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import field

from q40k.games.quake.packs.models import Arena, BonusTables, Mod
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.spots import Spot
from q40k.kernel.state import Part

Phase = Literal["setup", "deployment", "movement", "shooting", "assault", "melee"]
Roller = Literal["hand", "app"]


# ---- what a player is made of


class About(Part, frozen=True):
    """What the table said of a player and its figure (TIE-1); None is not said.

    `painted` (in six colours), `based` and `wysiwyg` (it looks as it is equipped) are three ticks
    on a figure; `finished` says the first two at once.
    """

    painted: bool | None = None
    based: bool | None = None
    wysiwyg: bool | None = None
    finished: bool | None = None
    race: str | None = None
    age: int | None = None


class Life(Part, frozen=True):
    """Whether the champion lives and is on the table, and what it has left.

    `out` is who takes no further part in the running round (SUDDEN-1) or waits for the next one
    (INIT-4); `lives_lost` counts the deaths of the round. `jammed` are the weapons it can fire no
    more, `broken` that a save which breaks has failed, `used` the traits that are used once a life,
    all until it dies.
    """

    alive: bool = True
    placed: bool = False
    wounds: int = 1
    out: bool = False
    lives_lost: int = 0
    jammed: tuple[str, ...] = ()
    broken: bool = False
    used: tuple[str, ...] = ()


class Position(Part, frozen=True):
    """Where the champion stands.

    `portal` is the portal it stands in, `near` the one it came out beside; `tile` is the tile it
    was deployed in, as long as it has not been anywhere else. `kept` says that its place is kept,
    through deaths and portals too. `level` is how high it stands, in inches, None on top of what
    can be climbed there; `angle` is where an oval base points, in degrees.
    """

    at: Spot | None = None
    portal: int | None = None
    near: int | None = None
    tile: str | None = None
    kept: bool = False
    level: float | None = None
    angle: float = 0.0


class Movement(Part, frozen=True):
    """The movement of the running movement phase, in inches.

    `spent` is what was used, `limit` the most it may be, by a test or a swim; `came_by` is the
    portal the champion arrived by. `tested` says that it has tested hard ground since its last
    portal, `halted` that it moves no more. `in_water`: it swims; `swum`: it has rolled for it
    this turn. `over` are the tokens and flags it passed over this turn (BONUS-1, FLAG-1).
    """

    spent: float = 0.0
    limit: float | None = None
    came_by: int | None = None
    tested: bool = False
    halted: bool = False
    in_water: bool = False
    swum: bool = False
    over: tuple[str, ...] = ()


class Score(Part, frozen=True):
    """What a player has made: points, kills, deaths, accidents, and kills since its last death.

    `fielded` is the greatest value of the champions it had before it left and came back (INIT-5).
    """

    points: Fraction = Fraction(0)
    kills: int = 0
    deaths: int = 0
    accidents: int = 0
    streak: int = 0
    fielded: int = 0


class Fired(Part, frozen=True):
    """What a champion fired this turn, at whom, and whether it may still charge (SHOOT-4).

    `target` is a player's id, None when it shot at a barrel or a building; `again`: it was the
    second weapon of who fires two.
    """

    weapon: str
    target: str | None = None
    may_charge: bool = True
    again: bool = False


class ChargeMade(Part, frozen=True):
    """Whom a champion charged this turn (a player's id), and whether that one was in cover.

    `target` is None where it charged a building. Whoever has one has the charge bonus.
    """

    target: str | None = None
    into_cover: bool = False


class Turn(Part, frozen=True):
    """What the champion has done this turn.

    `moved` says that it has moved, `shot` what it fired, `charge` the charge it made, `building`
    the team at whose building it stands to strike it; up to the end of turn `stunned` it strikes
    no blow. `second` is the trait by which it moved once more, `until` up to how much of its
    movement that leads. `using` is what it uses of its traits ("trait/choice"), `under` what the
    traits of others do to it.
    """

    moved: bool = False
    shot: Fired | None = None
    charge: ChargeMade | None = None
    building: str | None = None
    stunned: int = 0
    second: str | None = None
    until: float = 0.0
    using: tuple[str, ...] = ()
    under: tuple[Modifier, ...] = ()


# ---- what a match is made of


class Setup(Part, frozen=True):
    """What the match was laid out with, and what the table agreed on.

    `consented` are the champions of no official codex to whom the opponents have agreed;
    `last_respawn` says that the dead come back even when their death has won the match;
    `d3_on_d6` that a D3 is typed as the D6 it was rolled on, None: that is still to be asked.
    """

    mod: Mod | None = None
    arena: Arena | None = None
    tables: BonusTables | None = None
    seed: str = ""
    name: str = ""
    times_to_win: int = 10
    points_to_win: int | None = None
    roller: Roller = "hand"
    d3_on_d6: bool | None = False
    last_respawn: bool = True
    consented: tuple[str, ...] = ()


class Ranks(Part, frozen=True):
    """The order of play.

    `ranking` holds every player that has an initiative, also those who left; `chosen` is an
    order decided by a bonus, for the running turn.
    """

    ranking: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


class Play(Part, frozen=True):
    """Where play stands: the phase, the turn, whose part it is.

    `waiting` are the dead not yet put back, in the order they died; `thrown` is the line, in cm,
    along which the mega bumper threw somebody in the running part.
    """

    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    waiting: tuple[str, ...] = ()
    thrown: tuple[Spot, Spot] | None = None


class Rounds(Part, frozen=True):
    """The running round, 0 where the mod has none, and how many each side has won."""

    round: int = 0
    won: dict[str, int] = field(default_factory=dict)


class TeamPlay(Part, frozen=True):
    """Which team opens a phase (TEAM-2, TEAM-3), `first_now` for the running turn only.

    `acted` is who has had its part of the running phase.
    """

    first: dict[str, str] = field(default_factory=dict)
    first_now: dict[str, str] = field(default_factory=dict)
    acted: tuple[str, ...] = ()


class Outcome(Part, frozen=True):
    """How the match ended: `winner` holds sides; `ended` says that it was broken off, not won."""

    winner: tuple[str, ...] = ()
    over: bool = False
    ended: bool = False
    played_on: bool = False


class Team(Part, frozen=True):
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


class Flag(Part, frozen=True):
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


class Barrel(Part, frozen=True):
    """A barrel, with its place when that is known; a burning one is napalm (BARREL-5)."""

    id: str
    at: Spot | None = None
    burning: bool = False


class Hunt(Part, frozen=True):
    """Who cleans in this leg, 1 or 2; `to_beat` is how many turns the first leg took."""

    cleaners: str
    leg: int = 1
    to_beat: int | None = None


Pair = tuple[str, str]


class CloseCombat(Part, frozen=True):
    """Who is at close quarters with whom.

    `contacts` are the pairs in base contact as the table said them, where no positions are kept;
    `engaged` are the pairs that fight each other as long as they are in contact; `touched` the
    pairs that were in contact when the turn opened (DIFF-8). `back` is who died in the running
    phase (MELEE-5), `fought` the melees that were fought in it, without those who died or left
    since.
    """

    contacts: tuple[Pair, ...] = ()
    engaged: tuple[Pair, ...] = ()
    touched: tuple[Pair, ...] = ()
    back: tuple[str, ...] = ()
    fought: tuple[tuple[str, ...], ...] = ()


class Clock(Part, frozen=True):
    """The table's clock, in seconds of play (TABLE-7).

    `limit` is the match's, `each` that of one champion's part; `gone` is what the clock showed
    last, `began` what it showed when the running part began.
    """

    limit: float | None = None
    each: float | None = None
    gone: float = 0.0
    began: float = 0.0
    paused: bool = False

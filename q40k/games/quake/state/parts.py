"""The parts of a match and of a player, each a value of its own."""

from fractions import Fraction
from typing import Literal

from msgspec import field

from q40k.games.quake.packs.models import Arena, BonusTables, Mod
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.space import Spot
from q40k.kernel.state import Part
from q40k.tabletop.rules import Roller

Phase = Literal["setup", "deployment", "movement", "shooting", "assault", "melee"]


# ---- what a player is made of


class About(Part, frozen=True):
    """What the table said about a player and its figure (TIE-1); None is unknown.

    `painted` (in six colours), `based` and `wysiwyg` (it looks as it is equipped) are three ticks
    on a figure; `finished` answers the first two at once.
    """

    painted: bool | None = None
    based: bool | None = None
    wysiwyg: bool | None = None
    finished: bool | None = None
    race: str | None = None
    age: int | None = None


class Life(Part, frozen=True):
    """Whether the champion lives and is on the table, and what it has left.

    `out`: it takes no further part in the running round (SUDDEN-1), or waits for the next one
    (INIT-4). `lives_lost` counts the deaths of the round. The last three last until it dies:
    `jammed` are weapons that cannot fire, `broken` marks a breaking save that failed, `used` are
    traits used once a life.
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

    `portal` is the portal it stands in, `near` the one it came out beside. `tile` is where it was
    deployed, until it goes anywhere else. `kept`: its place is tracked, even through deaths and
    portals. `level` is its height in inches, None on top of what can be climbed there. `angle` is
    where an oval base points, in degrees.
    """

    at: Spot | None = None
    portal: int | None = None
    near: int | None = None
    tile: str | None = None
    kept: bool = False
    level: float | None = None
    angle: float = 0.0


class Movement(Part, frozen=True):
    """The champion's movement in the running movement phase, in inches.

    `spent` is the distance used, `limit` the most allowed by a test or a swim. `came_by` is the
    portal it arrived by, `arrived_at` the distance it had used then. `tested`: it has tested hard
    ground since its last portal. `halted`: it moves no more. `in_water`: it swims. `swum`: it has
    rolled for that this turn. `over` are the tokens and flags it passed over this turn (BONUS-1,
    FLAG-1).
    """

    spent: float = 0.0
    limit: float | None = None
    came_by: int | None = None
    arrived_at: float = 0.0
    tested: bool = False
    halted: bool = False
    in_water: bool = False
    swum: bool = False
    over: tuple[str, ...] = ()


class Score(Part, frozen=True):
    """A player's results: points, kills, deaths, accidents, and kills since its last death.

    `fielded` is the greatest value of its champions before it left and came back (INIT-5).
    """

    points: Fraction = Fraction(0)
    kills: int = 0
    deaths: int = 0
    accidents: int = 0
    streak: int = 0
    fielded: int = 0


class Fired(Part, frozen=True):
    """What a champion fired this turn, its target, and whether it may still charge (SHOOT-4).

    `target` is a player's id, None for a barrel or a building. `again`: it was the second weapon of
    a champion that fires two.
    """

    weapon: str
    target: str | None = None
    may_charge: bool = True
    again: bool = False


class ChargeMade(Part, frozen=True):
    """The player a champion charged this turn (an id), and whether it was in cover.

    `target` is None for a building. A champion with a charge has the charge bonus.
    """

    target: str | None = None
    into_cover: bool = False


class Turn(Part, frozen=True):
    """What the champion has done this turn.

    `moved`: it has moved. `shot` is what it fired, `charge` the charge it made. `building` is the
    team whose building it is in place to strike. It strikes no blow up to the end of turn
    `stunned`. `second` is the trait of its second move, `until` the total movement that this
    allows. `using` are its traits in use ("trait/choice"), `under` the modifiers from the traits of
    others. `part_over` is the phase in which it died in its own part, which ended it (TURN-1).
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
    part_over: Phase | None = None


# ---- what a match is made of


class Setup(Part, frozen=True):
    """What the match was laid out with, and what the table agreed on.

    `consented` are champions of no official codex that the opponents accepted. `last_respawn`: the
    dead come back even if their death has won the match. `d3_on_d6`: a D3 is typed as the D6 it was
    rolled on; None is still to be asked.
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


class Sighting(Part, frozen=True):
    """What the table said of a champion and a foe in a turn, where no place tells (TABLE-8).

    `steps` are numbers that change when one of the two goes elsewhere. `sees` is None where nobody
    knows, or where only the distance was asked. `distance_in` is in whole inches, None if unknown.
    """

    player: str
    foe: str
    turn: int
    steps: tuple[float, ...] = ()
    sees: bool | None = None
    distance_in: int | None = None


class Play(Part, frozen=True):
    """The state of play: the phase, the turn, and whose part it is.

    `waiting` are the dead not yet put back, in the order they died. `thrown` is the line, in cm,
    along which the mega bumper threw somebody in the running part. `last_death` is the turn in which
    somebody last died, 0 if nobody has in this match or round. `sightings` are the newest words of
    the table about who sees whom, one for each pair.
    """

    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    waiting: tuple[str, ...] = ()
    thrown: tuple[Spot, Spot] | None = None
    last_death: int = 0
    sightings: tuple[Sighting, ...] = ()


class Rounds(Part, frozen=True):
    """The running round (0 if the mod has none), and the rounds each side has won.

    `points` are those for portals held, by player, where everyone plays for themselves.
    """

    round: int = 0
    won: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)


class TeamPlay(Part, frozen=True):
    """Which team opens a phase (TEAM-2, TEAM-3); `first_now` is for the running turn only.

    `acted` are the players who have had their part of the running phase.
    """

    first: dict[str, str] = field(default_factory=dict)
    first_now: dict[str, str] = field(default_factory=dict)
    acted: tuple[str, ...] = ()


class Outcome(Part, frozen=True):
    """How the match ended: `winner` are sides; `ended`: it was broken off, not won."""

    winner: tuple[str, ...] = ()
    over: bool = False
    ended: bool = False
    played_on: bool = False


class Team(Part, frozen=True):
    """A team, from the start of the match on.

    `rolled` is its 2D6 (TEAM-2). `base` is the number of its base on the arena, None if the table
    agrees on one. `structure` is what is left of its building (None without buildings), `points`
    its score for holding portals.
    """

    name: str
    rolled: int = 0
    base: int | None = None
    structure: int | None = None
    points: int = 0


class Flag(Part, frozen=True):
    """A flag of `team` (None: it stands half-way), with its `home`.

    It is carried, or was dropped by a team (`fell`, at `at` if known), or is at home. `sharers` are
    the two who exchanged it in this shooting phase; it drops when both have died (FLAG-4).
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
    """A barrel, with its place if known; a burning one is napalm (BARREL-5)."""

    id: str
    at: Spot | None = None
    burning: bool = False


class Hunt(Part, frozen=True):
    """The leg (1 or 2) and its cleaners; `to_beat` is how many turns the first leg took."""

    cleaners: str
    leg: int = 1
    to_beat: int | None = None


Pair = tuple[str, str]


class CloseCombat(Part, frozen=True):
    """Which champions are at close quarters.

    `contacts` are pairs in base contact as the table said, where no positions are kept. `engaged`
    are pairs that fight as long as they are in contact. `touched` are pairs that were in contact
    when the turn opened (DIFF-8). `back` are the players who died in the running phase (MELEE-5).
    `fought` are the melees fought in it, without players who died or left since.
    """

    contacts: tuple[Pair, ...] = ()
    engaged: tuple[Pair, ...] = ()
    touched: tuple[Pair, ...] = ()
    back: tuple[str, ...] = ()
    fought: tuple[tuple[str, ...], ...] = ()


class Clock(Part, frozen=True):
    """The table's clock, in seconds of play (TABLE-7).

    `limit` is for the match, `each` for one champion's part. `gone` is the last reading, `began`
    the reading when the running part began.
    """

    limit: float | None = None
    each: float | None = None
    gone: float = 0.0
    began: float = 0.0
    paused: bool = False

"""Hold the profiles of the 3rd edition as packs write them: figures, weapons and gear."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

Stat = Annotated[int, Meta(ge=0, le=10)]


SaveRoll = Annotated[int, Meta(ge=2, le=6)]


UnitType = Literal[
    "infantry",
    "jump_infantry",
    "bike",
    "jetbike",
    "beast",
    "cavalry",
    "jet_pack",
    "terminator",
    "drone",
    "swarm",
    "monstrous_creature",
    "other",
]


Role = Literal["rank-and-file", "squad-character", "independent-character", "special"]


class Squad(Pack, frozen=True):
    """Hold the squad a figure belongs to, if it is known (CHAMPION-2).

    `least` is the squad's minimum size. `takes` tells how many of a squad of that size may take an
    option, or "all".
    """

    least: Annotated[int, Meta(ge=1, le=100)] | None = None
    takes: dict[Id, Annotated[int, Meta(ge=0, le=100)] | Literal["all"]] = field(default_factory=dict)
    source: Line | None = None
    certainty: Certainty | None = None


Doubt = Literal[
    "base",  # the size of the base is a guess
    "profile",  # the sources print different figures
    "leadership",  # its Leadership is a guess
    "rolled",  # the codex rolls some characteristics: the mean is used here
    "borrowed",  # the characteristics of another champion are used
    "points",  # the sources print another price
    "shared-points",  # the price in the codex is that of several figures
    "weapons",  # what it carries is from memory
    "powers",  # some of what the codex gives it is left to the table
    "companions",  # the codex does not let it come alone
]


class Difference(Pack, frozen=True):
    """Hold what a source prints in place of one of our figures, and why ours stays."""

    printed: Annotated[int, Meta(ge=0, le=2000)]
    why: Line


class Champion(Pack, frozen=True, kw_only=True):
    """Hold one figure's profile: characteristics, cost and gear (CHAMPION-1 to 8).

    `sv` and `inv` are the lowest D6 that saves. `points` is the cost of one model with the listed
    gear; `options` maps the id of a weapon or gear to its extra cost. `traits` are the ids of
    traits that do not name the champion themselves. `role` is its rank in the squad (CHAMPION-2,
    CHAMPION-3, CHAMPION-7), `armoury` whether it may choose from the armoury, `squad` what its
    squad may take; None is unknown. `base_mm` is the diameter of the base in millimetres, or the
    width of an oval one that is `base_length_mm` long. `move` is its movement in inches, if it
    differs from its unit type. `special` marks champions for the chief fight (CHAMPION-7): special
    characters and those with several wounds. `official` is false for champions of no codex: the
    opponents are asked once (CHAMPION-1). `doubts` tell what is uncertain here. `second_source`
    prints the same figures as `source`; `differences` are figures of a source that were looked into.
    """

    id: Id
    name: Names
    army: Id = "home-made"
    aka: tuple[Line, ...] = ()
    ws: Stat
    bs: Stat
    s: Stat
    t: Stat
    w: Annotated[int, Meta(ge=1, le=10)] = 1
    i: Stat
    a: Stat
    ld: Stat
    sv: SaveRoll | None = None
    inv: SaveRoll | None = None
    points: Annotated[int, Meta(ge=1, le=2000)]
    base_mm: Annotated[int, Meta(ge=10, le=200)] = 25
    base_length_mm: Annotated[int, Meta(ge=10, le=200)] | None = None
    unit_type: UnitType = "infantry"
    weapons: tuple[Id, ...] = ()
    options: dict[Id, Annotated[int, Meta(ge=0, le=500)]] = field(default_factory=dict)
    traits: tuple[Id, ...] = ()
    move: Annotated[int, Meta(ge=1, le=36)] | None = None
    role: Role | None = None
    armoury: bool | None = None
    squad: Squad | None = None
    special: bool = False
    official: bool = True
    doubts: tuple[Doubt, ...] = ()
    race: Line | None = None
    source: Line | None = None
    second_source: Line | None = None
    differences: dict[Literal["ws", "bs", "s", "t", "w", "i", "a", "ld", "sv", "points"], Difference] = field(
        default_factory=dict
    )
    certainty: Certainty | None = None

    def problems(self) -> Iterator[InvalidValue]:
        """Report squad entries that are no option of the champion (CHAMPION-2)."""
        takes = self.squad.takes if self.squad else {}
        unknown = tuple(gear for gear in takes if gear not in self.options)
        if unknown:
            facts = {"options": unknown}
            yield InvalidValue("unknown-squad-option", "a squad takes what is no option", facts)

    @property
    def move_inches(self) -> int:
        """Return the movement distance in one phase, in inches."""
        if self.move is not None:
            return self.move
        return 12 if self.unit_type in ("jump_infantry", "bike", "jetbike") else 6


WeaponType = Literal["pistol", "rapid_fire", "assault", "heavy", "ordnance", "melee", "other"]


class Weapon(Pack, frozen=True, kw_only=True):
    """Hold one weapon's line: range in inches ("template" and "melee" are words), S, AP, type.

    `s` is a number, or words such as "user", "+1", "x2" or "X" (see the tags). `shots` is a number,
    or words such as "D6" or "A" (as many as attacks). `ap` None pierces nothing, "D6" is rolled for
    each shot.
    """

    id: Id
    name: Names
    aka: tuple[Line, ...] = ()
    range_in: Annotated[int, Meta(ge=1, le=240)] | Literal["template", "melee"]
    s: Annotated[int, Meta(ge=1, le=10)] | Line
    ap: Annotated[int, Meta(ge=1, le=6)] | Literal["D6"] | None = None
    type: WeaponType
    shots: Annotated[int, Meta(ge=1, le=12)] | Line | None = None
    tags: tuple[Id, ...] = ()
    source: Line | None = None
    certainty: Certainty | None = None


class Gear(Pack, frozen=True):
    """Hold gear without a weapon line: grenades, armour, a jump pack.

    `lines` are the weapons it stands for (a missile launcher fires two kinds of missile). `sv`,
    `inv` and `unit_type` are what the bearer gets from it; a better save of its own stays.
    """

    id: Id
    name: Names
    aka: tuple[Line, ...] = ()
    lines: tuple[Id, ...] = ()
    sv: SaveRoll | None = None
    inv: SaveRoll | None = None
    unit_type: UnitType | None = None
    source: Line | None = None
    certainty: Certainty | None = None

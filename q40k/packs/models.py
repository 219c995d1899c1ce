"""What a pack may say: champions, weapons, bonus tables, arenas and mods.

Every model is strict: an unknown key, a number given as text or a `no` that YAML would
read as false is an error, because a typing mistake in a pack must never change a match
in silence.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


HARD_SPACES = "\u00a0\u202f"  # French puts them before ! ? : ; and they show as spaces


def _clean(text: str) -> str:
    """Refuse what a terminal would obey or hide instead of showing."""
    if not text.strip():
        raise PydanticCustomError("empty-text", "must not be empty")
    if not all(c.isprintable() or c in HARD_SPACES for c in text):
        kept = "".join(c if c.isprintable() else "\ufffd" for c in text[:60])
        raise PydanticCustomError(
            "control-characters", "must not hold control or invisible characters", {"text": kept}
        )
    return text


Line = Annotated[str, StringConstraints(max_length=400), AfterValidator(_clean)]
Stat = Annotated[int, Field(ge=0, le=10)]
SaveRoll = Annotated[int, Field(ge=2, le=6)]
Certainty = Literal["high", "medium", "low"]
Category = Literal["equipment", "weapon", "special"]
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


class Pack(BaseModel):
    """The base of all pack models: strict, frozen, without unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Names(Pack):
    """One thing's name or sentence in both languages."""

    en: Line
    fr: Line

    def said(self, language: str) -> str:
        """The text in `language` ("en" or "fr"); anything else reads English."""
        return self.fr if language == "fr" else self.en


Role = Literal["rank-and-file", "squad-character", "independent-character", "special"]


class Squad(Pack):
    """The squad a figure belongs to, as far as it is known (CHAMPION-2).

    `least` is the squad's minimum size; `takes` says how many of a squad of that size may take
    an option, or that "all" may.
    """

    least: Annotated[int, Field(ge=1, le=100)] | None = None
    takes: dict[Id, Annotated[int, Field(ge=0, le=100)] | Literal["all"]] = {}
    source: Line | None = None
    certainty: Certainty | None = None


class Champion(Pack):
    """One figure's profile: characteristics, cost and gear (CHAMPION-1 to 8).

    `sv` and `inv` are the least D6 roll that saves; `points` is the cost of the single
    model with the gear listed; `options` maps a weapon's or gear's id to its extra cost;
    `role` says what it is to its squad (CHAMPION-2, CHAMPION-3, CHAMPION-7), `armoury` whether
    it may choose from the armoury, and `squad` how many of its squad may take what; None is not
    known. `base_mm` is the diameter of the base, in millimetres; `move` its movement in inches,
    where that is not the usual one of its unit type; `special` marks who is meant for the chief
    fight (CHAMPION-7): special characters, and those of several wounds.
    """

    id: Id
    name: Names
    army: Id = "home-made"
    aka: tuple[Line, ...] = ()
    ws: Stat
    bs: Stat
    s: Stat
    t: Stat
    w: Annotated[int, Field(ge=1, le=10)] = 1
    i: Stat
    a: Stat
    ld: Stat
    sv: SaveRoll | None = None
    inv: SaveRoll | None = None
    points: Annotated[int, Field(ge=1, le=2000)]
    base_mm: Annotated[int, Field(ge=10, le=200)] = 25
    unit_type: UnitType = "infantry"
    weapons: tuple[Id, ...] = ()
    options: dict[Id, Annotated[int, Field(ge=0, le=500)]] = {}
    move: Annotated[int, Field(ge=1, le=36)] | None = None
    role: Role | None = None
    armoury: bool | None = None
    squad: Squad | None = None
    special: bool = False
    race: Line | None = None
    source: Line | None = None
    certainty: Certainty | None = None

    @model_validator(mode="after")
    def _squad_takes_options(self) -> Champion:
        takes = self.squad.takes if self.squad else {}
        unknown = tuple(gear for gear in takes if gear not in self.options)
        if unknown:
            raise PydanticCustomError(
                "unknown-squad-option", "a squad takes what is no option", {"options": unknown}
            )
        return self

    @property
    def move_inches(self) -> int:
        """How far the figure moves in one movement phase, in inches."""
        if self.move is not None:
            return self.move
        return 12 if self.unit_type in ("jump_infantry", "bike", "jetbike") else 6


WeaponType = Literal["pistol", "rapid_fire", "assault", "heavy", "ordnance", "melee", "other"]


class Weapon(Pack):
    """One weapon's line: range in inches ("template" and "melee" are words), S, AP, type.

    `s` is a number, or words such as "user", "+1", "x2" or "X" (see the tags); `shots` is a
    number, or words such as "D6" or "A" (as many as attacks); `ap` None pierces nothing, "D6"
    is rolled for each shot.
    """

    id: Id
    name: Names
    range_in: Annotated[int, Field(ge=1, le=240)] | Literal["template", "melee"]
    s: Annotated[int, Field(ge=1, le=10)] | Line
    ap: Annotated[int, Field(ge=1, le=6)] | Literal["D6"] | None = None
    type: WeaponType
    shots: Annotated[int, Field(ge=1, le=12)] | Line | None = None
    tags: tuple[Id, ...] = ()
    source: Line | None = None
    certainty: Certainty | None = None


class Gear(Pack):
    """Gear without a line of its own among the weapons: grenades, armour, a jump pack.

    `lines` are the weapons it stands for (a missile launcher fires two kinds of missile);
    `sv`, `inv` and `unit_type` are what it makes of its bearer (a better save is kept).
    """

    id: Id
    name: Names
    lines: tuple[Id, ...] = ()
    sv: SaveRoll | None = None
    inv: SaveRoll | None = None
    unit_type: UnitType | None = None
    source: Line | None = None
    certainty: Certainty | None = None


Effect = Literal[
    "card",  # the card reminds; nothing to keep books of
    "mega-bumper",
    "demolition-charge",
    "nuke",
    "beacon",
    "choose",
    "vortex",
    "order-of-play",
    "mind-control",
    "jump-pack",  # moves 12 in (the distance check reads it)
]


class BonusKind(Pack):
    """One line of a bonus table: what is rolled, its name and what it does, in one line.

    `effect` names what the referee does itself on picking it up or while it is held;
    "card" means that the holder's card reminds of it.
    """

    name: Names
    text: Names
    effect: Effect = "card"


D3D6 = tuple(f"{a}{b}" for a in range(1, 4) for b in range(1, 7))


class BonusTables(Pack):
    """The three bonus tables (BONUS-1, BONUS-6): equipment and weapon 11 to 36, special 1 to 6."""

    id: Id
    name: Names
    equipment: dict[str, BonusKind]
    weapon: dict[str, BonusKind]
    special: dict[str, BonusKind]

    @field_validator("equipment", "weapon")
    @classmethod
    def _all_of_d3_d6(cls, table: dict[str, BonusKind]) -> dict[str, BonusKind]:
        return _complete(table, D3D6)

    @field_validator("special")
    @classmethod
    def _all_of_d6(cls, table: dict[str, BonusKind]) -> dict[str, BonusKind]:
        return _complete(table, tuple("123456"))

    def table(self, category: Category) -> dict[str, BonusKind]:
        """The table a token of `category` is rolled on, by what the dice show ("35", "4")."""
        if category == "equipment":
            return self.equipment
        return self.weapon if category == "weapon" else self.special

    def kind(self, kind_id: str) -> BonusKind:
        """The line named by `kind_id`, such as "equipment-35" or "special-4".

        Raises KeyError for anything that is no such id.
        """
        category, _, roll = kind_id.partition("-")
        tables = {"equipment": self.equipment, "weapon": self.weapon, "special": self.special}
        return tables[category][roll]


def _complete(table: dict[str, BonusKind], rolls: tuple[str, ...]) -> dict[str, BonusKind]:
    missing = tuple(r for r in rolls if r not in table)
    extra = tuple(r for r in table if r not in rolls)
    if missing or extra:
        raise PydanticCustomError(
            "bonus-rolls",
            "a table needs one line for each roll",
            {"missing": missing, "extra": extra},
        )
    return table


Point = Annotated[tuple[float, float], Field(strict=False)]


class Portal(Pack):
    """A portal: its number and where its centre lies, in cm from the bottom left corner.

    `diameter_in` is the footprint, in inches (ARENA-6: a small blast template).
    """

    number: Annotated[int, Field(ge=1, le=5)]
    at: Point
    diameter_in: Annotated[float, Field(gt=0, le=12)] = 3.0


class TokenPlace(Pack):
    """Where a bonus token lies at the start, in cm from the bottom left corner."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
    category: Category
    at: Point


class Arena(Pack):
    """A table: its size in cm (multiples of 20), portals and token places (ARENA-1 to 4)."""

    id: Id
    name: Names
    note: Names
    size: Annotated[tuple[int, int], Field(strict=False)]
    portals: tuple[Portal, ...]
    tokens: tuple[TokenPlace, ...] = ()

    @field_validator("size")
    @classmethod
    def _tiles(cls, size: tuple[int, int]) -> tuple[int, int]:
        if any(side <= 0 or side > 1000 or side % 20 for side in size):
            raise PydanticCustomError(
                "not-tiles",
                "both sides must be multiples of 20 cm, from 20 to 1000 (ARENA-1)",
                {"width": size[0], "height": size[1], "step": 20, "least": 20, "most": 1000},
            )
        return size

    @field_validator("portals")
    @classmethod
    def _five(cls, portals: tuple[Portal, ...]) -> tuple[Portal, ...]:
        if sorted(p.number for p in portals) != [1, 2, 3, 4, 5]:
            raise PydanticCustomError(
                "five-portals",
                "exactly five portals, numbered 1 to 5 (ARENA-3)",
                {"got": tuple(p.number for p in portals)},
            )
        return portals

    @model_validator(mode="after")
    def _on_the_table(self) -> Arena:
        width, height = self.size

        def off(at: tuple[float, float]) -> bool:
            return not (0 <= at[0] <= width and 0 <= at[1] <= height)

        portals = tuple(portal.number for portal in self.portals if off(portal.at))
        tokens = tuple(token.id for token in self.tokens if off(token.at))
        if portals or tokens:
            raise PydanticCustomError(
                "off-table",
                "portals or tokens lie outside the table",
                {"portals": portals, "tokens": tokens, "width": width, "height": height},
            )
        ids = [token.id for token in self.tokens]
        twice = tuple(sorted({token for token in ids if ids.count(token) > 1}))
        if twice:
            raise PydanticCustomError(
                "duplicate-token", "two tokens have the same id", {"tokens": twice}
            )
        return self

    @property
    def tiles(self) -> int:
        """How many 20 x 20 cm tiles the table has: the most champions in play (ARENA-2)."""
        return (self.size[0] // 20) * (self.size[1] // 20)


RuleName = Literal[
    "budget",
    "clone",
    "chief-fight",
    "perfect-fighter",
    "portals",
    "bonus",
    "respawn",
    "sudden-death",
    "victory-points",
]


class ScoreWin(Pack):
    """Won by the first to reach `times` its own value (SCORE-4)."""

    by: Literal["score"]
    times: Annotated[int, Field(ge=1, le=1000)] = 10


class RoundsWin(Pack):
    """Won by the first to win `rounds` rounds; the last alive wins a round."""

    by: Literal["rounds"]
    rounds: Annotated[int, Field(ge=1, le=99)] = 3


class Mod(Pack):
    """A way to play: which named rules hold, and what wins."""

    id: Id
    name: Names
    text: Names
    players: Literal["free-for-all"] = "free-for-all"
    rules: tuple[RuleName, ...]
    win: Annotated[ScoreWin | RoundsWin, Field(discriminator="by")]
    bonus_tables: Id = "classic"

    def has(self, rule: RuleName) -> bool:
        """Whether the mod plays by `rule`."""
        return rule in self.rules

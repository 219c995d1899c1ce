"""Hold the bonus tables as packs write them."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from q40k.games.w40k3e.profiles import Weapon
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Check, Id, Names, Pack

Category = Literal["equipment", "weapon", "special"]


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
    "wrath",  # unpainted or unbased figures die of one hit
    "teleporter",  # may deep strike instead of moving
    "vampirism",  # takes from those it kills in close combat
    "spore-poison",
    "wandering-monster",  # its profile is the line's `monster`
    "harmless-bumper",
]


BonusEffect = Literal[
    "ws",
    "bs",
    "strength",
    "attacks",
    "initiative",
    "shots",
    "shots-most",
    "range-double",
    "range-half",
    "blast",
    "large-blast",
    "steady",
    "steady-heavy",
    "hits-on",
    "reroll-hits",
    "wounds-on",
    "reroll-wounds",
    "ap-better",
    "ap-set",
    "ignores-armour",
    "ignores-cover",
    "ignores-invulnerable",
    "ignores-saves",
    "hit-only-on",
    "wounded-only-on",
    "toughness",
    "invulnerable",
    "cover",
    "save-set",
    "save-better",
    "reroll-saves",
    "ward",
    "no-pain",
]


class BonusModifier(Pack, frozen=True):
    """One change a bonus makes to its holder's numbers, in shooting, close combat or both.

    The words are those of the 3rd edition's own modifiers; `value` is the change or the roll.
    """

    effect: BonusEffect
    value: Annotated[int, Meta(ge=-10, le=10)] = 0
    scope: Literal["any", "shooting", "melee"] = "any"


class Monster(Pack, frozen=True):
    """A monster that a trap lets loose: its WS, S and A (BONUS-6).

    `ignores_armour`: its blows leave no armour save.
    """

    ws: Annotated[int, Meta(ge=1, le=10)]
    s: Annotated[int, Meta(ge=1, le=10)]
    a: Annotated[int, Meta(ge=1, le=10)]
    ignores_armour: bool = False


class BonusKind(Pack, frozen=True):
    """One line of a bonus table: its name and, in one line, what it does.

    `effect` names what the referee does when it is picked up or held; "card" is only a reminder on
    the holder's card. `modifiers` change the holder's numbers in a fight. `weapon` is a weapon it
    gives. `stealth`: the holder counts as in a dark zone. `monster` is the profile of a wandering
    monster.
    """

    name: Names
    text: Names
    effect: Effect = "card"
    modifiers: tuple[BonusModifier, ...] = ()
    weapon: Weapon | None = None
    stealth: bool = False
    monster: Monster | None = None

    def problems(self) -> Iterator[InvalidValue]:
        """Report a wandering monster without a profile, and a profile of no monster."""
        if (self.effect == "wandering-monster") != (self.monster is not None):
            yield InvalidValue("bonus-monster", "a wandering monster and its profile go together", {})


D3D6 = tuple(f"{a}{b}" for a in range(1, 4) for b in range(1, 7))


def _complete(table: dict[str, BonusKind], rolls: tuple[str, ...]) -> None:
    missing = tuple(r for r in rolls if r not in table)
    extra = tuple(r for r in table if r not in rolls)
    if missing or extra:
        facts = {"missing": missing, "extra": extra}
        raise InvalidValue("bonus-rolls", "a table needs one line for each roll", facts)


def _all_of_d3_d6(table: dict[str, BonusKind]) -> None:
    _complete(table, D3D6)


def _all_of_d6(table: dict[str, BonusKind]) -> None:
    _complete(table, tuple("123456"))


class BonusTables(Pack, frozen=True):
    """The three bonus tables (BONUS-1, BONUS-6): equipment and weapon 11 to 36, special 1 to 6."""

    id: Id
    name: Names
    equipment: Annotated[dict[str, BonusKind], Check(_all_of_d3_d6)]
    weapon: Annotated[dict[str, BonusKind], Check(_all_of_d3_d6)]
    special: Annotated[dict[str, BonusKind], Check(_all_of_d6)]

    def table(self, category: Category) -> dict[str, BonusKind]:
        """Return the table of a token `category`, by what the dice show ("35", "4")."""
        if category == "equipment":
            return self.equipment
        return self.weapon if category == "weapon" else self.special

    def kind(self, kind_id: str) -> BonusKind:
        """Return the line named by `kind_id`, such as "equipment-35" or "special-4".

        Raises KeyError for anything that is no such id.
        """
        category, _, roll = kind_id.partition("-")
        tables = {"equipment": self.equipment, "weapon": self.weapon, "special": self.special}
        return tables[category][roll]

"""The signs of Quake 40K on paper: one for each bonus of the book, one for each category, emblems of flags."""

from q40k.games.quake.packs.tokens import BonusKind, Category
from q40k.packs.base import id_of_name
from q40k.prints.art import Hue, cog, star

_GUN = "M 2 9 L 17 9 L 17 12 L 12 12 L 11 15 L 8 15 L 7.5 20 L 3.5 20 L 5 13 L 2 13 Z"
_PLATE = "M 5 3 L 9 4.5 L 12 6 L 15 4.5 L 19 3 L 21 8 L 18.5 10 L 18.5 18 Q 12 23 5.5 18 L 5.5 10 L 3 8 Z"
_SHIELD = "M 12 2 Q 17 5 21 5 Q 21 17 12 22 Q 3 17 3 5 Q 7 5 12 2 Z"
_BOLT = "M 13.5 2 L 6 13.5 L 11.3 13.5 L 9.5 22 L 18 10 L 12.7 10 Z"
_SWORD = "M 12 1 L 14 4 L 14 15 L 10 15 L 10 4 Z"

CATEGORIES: dict[Category, str] = {
    "equipment": f"m {_SHIELD} ; w M 12 6 L 12 18 Q 17 15 17.5 8.4 Q 14.5 8 12 6 Z",
    "weapon": "m M 3 2 L 6 3 L 19 17 L 17 19 L 4 6 Z ; k M 14 21 L 21 14 L 22 15.5 L 15.5 22 Z ; "
    "m M 21 2 L 18 3 L 5 17 L 7 19 L 20 6 Z ; k M 10 21 L 3 14 L 2 15.5 L 8.5 22 Z",
    "special": f"m {star(8, 11.5, 5)} ; w {star(4, 6.5, 2.2)} ; k O 12 12 1.4",
}
HUES: dict[Category, Hue] = {"equipment": "green", "weapon": "red", "special": "violet"}

_EQUIPMENT = {
    "trap-mega-bumper": f"m {star(12, 11.5, 7.5)} ; w O 12 12 5.5 ; k M 11 8 L 13 8 L 12.6 13 L 11.4 13 Z ; k O 12 "
    "15 1.1",
    "electric-field": f"t O 12 12 10.5 ; m {_BOLT}",
    "bionic-body": f"m {cog(8, 11, 8.5)} ; w O 12 12 6 ; k M 12 16 C 6 12 9 7.5 12 10.2 C 15 7.5 18 12 12 16 Z",
    "jump-pack": "m M 4.5 4 Q 7 1 9.5 4 L 9.5 14 L 4.5 14 Z ; m M 14.5 4 Q 17 1 19.5 4 L 19.5 14 L 14.5 14 Z ; "
    "k R 9.5 6 5 4 ; t M 5 15 L 9 15 Q 9.5 19 7 23 Q 4.5 19 5 15 Z ; t M 15 15 L 19 15 Q 19.5 19 17 23 Q 14.5 19 15 "
    "15 Z",
    "smoke-dispenser": "t M 6 16 C 1 16 1 10 5.5 10 C 5 4 12 3 13 7 C 18 4 21 8 19 11 C 24 12 22 17 18 16 Z ; "
    "m R 9.5 16 5 6 ; l M 7 13 Q 9 11 11 13 M 13 11 Q 15 9 17 11",
    "holy-relic-shard": "m M 11 2 L 16 8 L 14 20 L 9.5 22 L 8 9 Z ; w M 11 2 L 12 9 L 9.5 22 L 8 9 Z ; "
    "l M 3 5 L 6 7 M 21 5 L 18 7 M 2 14 L 5.5 13.5 M 22 14 L 17 13.5",
    "stealth-suit": "t M 1.5 12 Q 12 2 22.5 12 Q 12 22 1.5 12 Z ; m O 12 12 4.5 ; k O 12 12 1.8 ; "
    "k M 3 20 L 20 2.5 L 21.5 4 L 4.5 21.5 Z",
    "disruptor-field": "l M 3 8 Q 5 3 10 2.2 M 14 2.2 Q 19 3 21 8 M 21 16 Q 19 21 14 21.8 M 10 21.8 Q 5 21 3 16 ; m "
    f"{_SWORD} ; "
    "k M 6 14.5 L 18 14.5 L 18 16.5 L 6 16.5 Z ; k R 11 16.5 2 5 ; n M 8 7 L 16 10 L 16 11.5 L 8 8.5 Z",
    "narthecium": "m R 3 3 18 18 ; n M 10 5.5 L 14 5.5 L 14 10 L 18.5 10 L 18.5 14 L 14 14 L 14 18.5 L 10 18.5 L 10 14 "
    "L 5.5 14 L 5.5 10 L 10 10 Z",
    "minute-forge": "m M 2 11 L 20 11 Q 22 11 22 13 Q 16 13 15 16 L 17 21 L 7 21 L 9 16 Q 8 13.5 2 11 Z ; "
    "k M 8 2 L 15 2 L 15 6 L 8 6 Z ; k M 14 3.2 L 22 6 L 21.5 7.5 L 13.5 5 Z ; l M 5 5 L 6.5 8 M 3 8 L 5 9",
    "phase-field": "t O 8 12 6.5 ; l M 16 5.5 Q 9 6 9.5 12 Q 10 18 16 18.5 ; m M 16 5.5 Q 22.5 6 22.5 12 Q 22.5 18 "
    "16 18.5 Q 11 17 11 12 "
    "Q 11 7 16 5.5 Z",
    "artificer-armour": f"m {_PLATE} ; w {star(6, 5, 2.2, 12, 13)} ; k O 12 13 1.2",
    "rosarius": "l O 12 12 10.5 ; m M 10.5 4 L 13.5 4 L 13.5 9 L 18 9 L 18 12 L 13.5 12 L 13.5 20 L 10.5 20 L 10.5 "
    "12 L 6 12 L 6 9 "
    "L 10.5 9 Z ; k O 12 1.5 1.4 ; k O 1.5 12 1.4 ; k O 22.5 12 1.4 ; k O 12 22.5 1.4",
    "beacon": "m M 10 9 L 14 9 L 17 22 L 7 22 Z ; k O 12 6 2.4 ; l M 7.5 2 Q 5 6 7.5 10 M 16.5 2 Q 19 6 16.5 10 "
    "M 4 1 Q 0.5 6 4 11 M 20 1 Q 23.5 6 20 11 ; n R 9 15 6 2",
    "force-field": "t M 2 21 Q 1 3 12 3 Q 23 3 22 21 Z ; m O 12 11 2.3 ; m M 8 21 L 8.5 15 Q 12 13 15.5 15 L 16 21 Z "
    "; k R 1 20.5 22 1.6",
    "terminator-armour": "m M 1.5 10 Q 3 3.5 9 5 L 15 5 Q 21 3.5 22.5 10 L 20 14 L 18 13 L 18 21 L 6 21 L 6 13 L 4 "
    "14 Z ; "
    "w M 9 8 Q 12 5.5 15 8 L 15 13 L 9 13 Z ; k R 10 9.5 1.6 1.2 ; k R 12.5 9.5 1.6 1.2 ; k R 9 16 6 1.6",
    "blessed-armour": f"l O 12 5 3.8 ; m {_PLATE} ; n M 11 9 L 13 9 L 13 12 L 16 12 L 16 14 L 13 14 L 13 19 L 11 19 "
    "L 11 14 L 8 14 L 8 12 "
    "L 11 12 Z",
    "free-choice": f"t {star(5, 11.5, 6)} ; k M 9 9.5 Q 9 6.5 12 6.5 Q 15.3 6.5 15.3 9.3 Q 15.3 11.5 13 12.5 L 13 "
    "14.5 L 11 14.5 "
    "L 11 11.5 Q 13 10.8 13 9.5 Q 13 8.6 12 8.6 Q 11 8.6 11 9.8 Z ; k O 12 17 1.3",
}
_WEAPON = {
    "trap-demolition-charge": "m O 11 14 8.5 ; k R 8.5 3.5 5 3 ; l M 11 3.5 Q 13 0.5 16 2.5 Q 18 4 20 2 ; "
    f"k {star(6, 3.2, 1.2, 21, 3)} ; n M 6 12 Q 7 8.5 10 8 L 10 9.5 Q 8 10 7.4 12.5 Z",
    "short-barrel": "m M 5 8 L 14 8 L 14 12 L 11.5 12 L 10.5 15 L 9 15 L 8 21 L 4 21 L 5 13 Z ; k R 14 8.8 3 2.2 ; "
    "l M 23 4 L 18 4 M 20 2 L 18 4 L 20 6 M 1 4 L 6 4 M 4 2 L 6 4 L 4 6",
    "jamming": f"t {_GUN} ; k M 15 3 L 17 1 L 19 3 L 21 1 L 23 3 L 21 5 L 23 7 L 21 9 L 19 7 L 17 9 L 15 7 L 17 5 Z",
    "mega-weapon": "m M 1 7 L 15 7 L 15 5 L 23 5 L 23 13 L 15 13 L 15 12 L 12 12 L 11 16 L 8.5 16 L 8 21 L 3 21 L "
    "4.5 13 L 1 13 Z ; "
    "n O 19 9 2.4 ; k M 17 16 L 19 16 L 19 14.5 L 21 14.5 L 21 16 L 23 16 L 23 18 L 21 18 L 21 20 L 19 20 L 19 18 L "
    "17 18 Z",
    "targeter": "t O 12 12 8.5 ; w O 12 12 5 ; m O 12 12 2 ; k R 11.4 0.5 1.2 7 ; k R 11.4 16.5 1.2 7 ; k R 0.5 11.4 "
    "7 1.2 ; "
    "k R 16.5 11.4 7 1.2",
    "faster-rate-of-fire": "m M 10 3 L 17 3 Q 22 4.5 17 6.5 L 10 6.5 Z ; m M 10 10.3 L 17 10.3 Q 22 11.8 17 13.7 L "
    "10 13.7 Z ; "
    "m M 10 17.5 L 17 17.5 Q 22 19 17 21 L 10 21 Z ; l M 2 4.7 L 8 4.7 M 4 12 L 8 12 M 2 19.3 L 8 19.3",
    "master-forged": f"m {_GUN} ; w {star(5, 5, 2.1, 18.5, 5)} ; l M 12 19 Q 18 22 22 16",
    "compensator": "t O 12 12 10.5 ; m M 3 13 Q 8 10 12 13 Q 16 16 21 13 Q 19 21.5 12 21.5 Q 5 21.5 3 13 Z ; k R "
    "11.3 3 1.4 9 ; "
    "k M 9 6 L 12 2 L 15 6 Z",
    "power-weapon": f"m {_SWORD} ; k R 7 15 10 2.2 ; k R 11 17 2 6 ; l M 3 3 L 6 7 L 4 8 L 7 12 M 21 3 L 18 7 L 20 8 "
    "L 17 12",
    "power-fist": "m M 4 9 L 4 4 Q 6 2 8 4 Q 10 2 12 4 Q 14 2 16 4 Q 19 3 19 6 L 19 12 L 17 15 L 7 15 L 4 12 Z ; k R "
    "7 16 10 3 ; "
    "m R 6 19 12 4 ; l M 8 4 L 8 9 M 12 4 L 12 9 M 16 4 L 16 9 ; w M 4 9 L 12 9 Q 13 12 10 12 L 4 12 Z",
    "long-barrel": "m M 1 11 L 9 11 L 9 14 L 7 14 L 6 20 L 2 20 L 3 14 L 1 14 Z ; k R 9 11.5 14 1.8 ; k R 20 10.2 "
    "2.6 4.4 ; "
    "l M 3 5 L 21 5 M 5 3 L 3 5 L 5 7 M 19 3 L 21 5 L 19 7",
    "refined-weapon": "t O 15 10 8.5 ; w O 15 10 5 ; m O 15 10 2 ; m M 1 21 L 4 17 L 9 12.5 L 11 14.5 L 6.5 19.5 L 3 "
    "23 Z",
    "meltagun": "m M 1 8 L 13 8 L 13 13 L 10 13 L 9 16 L 7 16 L 6.5 21 L 2.5 21 L 4 13 L 1 13 Z ; k R 13 9 2.5 3 ; "
    "m M 16 10.5 Q 17 6 21 3 Q 20 7 23 10 Q 23.5 15 19.5 15 Q 16 14.5 16 10.5 Z ; n O 19.7 12 1.5",
    "piercing-rounds": "t R 11 2 4 20 ; n M 10.5 9.5 L 15.5 10.5 L 15.5 13.5 L 10.5 14.5 Z ; m M 3 9.5 L 17 9.5 Q 22 "
    "10.5 23 12 "
    "Q 22 13.5 17 14.5 L 3 14.5 Z ; k R 3 9.5 2.5 5",
    "hell-gun": f"m {_GUN} ; l M 17.5 10.5 L 23.5 10.5 M 17.5 8 L 22 5 M 17.5 13 L 22 16 ; k M 6 2 L 8 5 L 11 5 L 13 "
    "2 L 12.5 7.5 L 6.5 7.5 Z",
    "c-tan-blade": "m M 19 1 Q 22 13 10 19 L 7 17 Q 17 12 15 3 Z ; k M 8.5 14 L 12 20 L 10.5 21 L 7 15 Z ; k M 7.5 "
    "18 L 9 20 L 4 23.5 L 2.5 21.5 Z ; "
    f"w {star(4, 3.5, 1.2, 6, 6)}",
    "jokaero-laser": "t O 9 15 7.5 ; w O 9 15 5 ; m M 10 6 L 14 3 L 17 7 L 13.5 10 Z ; l M 16 4 L 23 0.8 M 17.5 6 L "
    "23.5 5.5 M 14 2.5 L 18 0.5",
    "nuke": "m O 12 12 11 ; n M 12 12 L 7 3.3 Q 12 0.6 17 3.3 Z ; n M 12 12 L 22 12 Q 22 18 17 20.7 Z ; n M 12 12 L "
    "7 20.7 Q 2 18 2 12 Z ; "
    "m O 12 12 3.4 ; k O 12 12 2",
}
_SPECIAL = {
    "vortex": "t O 12 12 11 ; l M 12 12 C 14 9 18 12 15 15.5 C 11 19.5 5 16 6 11 C 7 5 14 3.5 18 7 ; "
    "m M 12 12 C 10 9 6 12 8.5 15.5 C 12 19 19 17 19.5 11.5 C 20 5 14 1 9 2.5 C 15 2 18 7 17 11 C 16 15 11.5 16 10.5 "
    "13.5 Z ; k O 12 12 1.6",
    "wrath-of-the-painters": "k M 14 9 L 21.5 1 L 23 2.5 L 16 11 Z ; w M 11 10.5 L 14 9 L 16 11 L 14.5 14 Z ; "
    "m M 14.5 14 Q 13 20 3 21 Q 7 18 7 15 Q 7.5 11 11 10.5 Z ; m O 6 6 2.4 ; t O 18 19 2.8 ; k O 11.5 3.5 1.5",
    "teleporter": "t M 5 21 Q 4 3 12 3 Q 20 3 19 21 Z ; m O 12 9 2.6 ; m M 8.5 20 L 9 14 Q 12 11.5 15 14 L 15.5 20 Z ; "
    "k R 3.5 20.5 17 2 ; l M 2 6 L 2 16 M 22 6 L 22 16 ; k M 0.5 7 L 2 3 L 3.5 7 Z ; k M 20.5 7 L 22 3 L 23.5 7 Z",
    "lord-of-time": "k R 4 1.5 16 2.6 ; k R 4 20 16 2.6 ; t M 6 4 L 18 4 Q 18 9.5 13.2 12 Q 18 14.5 18 20 L 6 20 Q 6 "
    "14.5 10.8 12 "
    "Q 6 9.5 6 4 Z ; m M 8 8 L 16 8 Q 14.5 10.5 12 11.7 Q 9.5 10.5 8 8 Z ; m M 7 20 Q 12 13 17 20 Z",
    "mind-control": "m M 7 22 L 7 17.5 Q 3 15 3.5 10 Q 4.5 3 12 3 Q 19 3 20 9 L 22 13.5 L 19.8 14.5 L 19.5 18.5 L "
    "15.5 18.5 L 15.5 22 Z ; "
    "w O 11.5 10 5 ; t O 11.5 10 3.2 ; k O 11.5 10 1.4",
    "vampirism": "m M 1.5 7 Q 6.5 3.5 12 6.5 Q 17.5 3.5 22.5 7 Q 18 16 12 16 Q 6 16 1.5 7 Z ; n M 4 8 Q 12 6.5 20 8 "
    "Q 16 11 12 11 Q 8 11 4 8 Z ; "
    "w M 7 8 L 10 8.6 L 8.6 14 Z ; w M 14 8.6 L 17 8 L 15.4 14 Z ; m M 15.4 16 Q 18 20 15.4 21.8 Q 12.8 20 15.4 16 Z",
}
SIGNS: dict[str, str] = {**_EQUIPMENT, **_WEAPON, **_SPECIAL}
"""The sign of each bonus, by its English name as an id."""
FLAGS = (
    f"m {star(8, 11, 6.5)} ; w O 12 12 5 ; k {star(5, 4, 1.7)}",
    "m M 15 1.5 Q 3 3 3 12 Q 3 21 15 22.5 Q 8 18 8 12 Q 8 6 15 1.5 Z ; m " + star(5, 5, 2, 17, 12),
    "m M 4 22 L 4 9 L 2.5 9 L 2.5 3 L 6 3 L 6 5.5 L 10 5.5 L 10 3 L 14 3 L 14 5.5 L 18 5.5 L 18 3 L 21.5 3 L 21.5 9 "
    "L 20 9 L 20 22 Z ; "
    "n M 9 22 L 9 15 Q 12 11 15 15 L 15 22 Z",
    f"m {cog(10, 11, 8.5)} ; w O 12 12 6 ; m M 10.5 8 L 13.5 8 L 13.5 10.5 L 16 10.5 L 16 13.5 L 13.5 13.5 L 13.5 16 "
    "L 10.5 16 "
    "L 10.5 13.5 L 8 13.5 L 8 10.5 L 10.5 10.5 Z",
)
"""The emblems of flags, in their order."""
FLAG_HUES: tuple[Hue, ...] = ("red", "blue", "steel", "gold")


def bonus_sign(category: Category, kind: BonusKind) -> str:
    """Return the sign of a bonus; one of a table's own has that of its weapon, its protection or its category."""
    own = SIGNS.get(id_of_name(kind.name.en, ""))
    if own is not None:
        return own
    if kind.monster is not None or kind.effect in ("spore-poison", "harmless-bumper"):
        return SIGNS["trap-mega-bumper"]
    return SIGNS["mega-weapon"] if kind.weapon is not None else CATEGORIES[category]

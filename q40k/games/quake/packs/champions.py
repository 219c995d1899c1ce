"""Build champions: from the library with options, or from a profile in a script."""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, structs

from q40k.games.quake.packs.library import Library, fold_text
from q40k.games.quake.packs.models import Champion, Gear, Id, Line, Names, Pack, SaveRoll, Stat, UnitType
from q40k.kernel.lookup import nearest
from q40k.packs.base import id_of_name
from q40k.packs.problems import Fact, PackError, Problem, displayable

NO_SAVE = 7
"""A save of 7+ or more is no save: no D6 reaches it."""


class InlineProfile(Pack, frozen=True, kw_only=True):
    """A profile written in a match script; `name` is plain text in any language."""

    name: Line
    ws: Stat
    bs: Stat
    s: Stat
    t: Stat
    w: Annotated[int, Meta(ge=1, le=10)] = 1
    i: Stat
    a: Stat
    ld: Stat
    sv: Annotated[int, Meta(ge=2)] | None = None
    inv: Annotated[int, Meta(ge=2)] | None = None
    points: Annotated[int, Meta(ge=1, le=2000)]
    base_mm: Annotated[int, Meta(ge=10, le=200)] = 25
    base_length_mm: Annotated[int, Meta(ge=10, le=200)] | None = None
    unit_type: UnitType = "infantry"
    weapons: tuple[Line, ...] = ()
    traits: tuple[Id, ...] = ()
    race: Line | None = None


def slug(text: str, otherwise: str) -> str:
    """Return an id made of `text`, or `otherwise` if no character of it fits."""
    return id_of_name(fold_text(text), otherwise)


def inline_champion(data: Mapping[str, object]) -> Champion:
    """Return the champion of a profile written in a script.

    Unlike a codex, a script may name any weapon. Raises PackError with every problem.
    """
    from q40k.packs.reader import Document, Plain
    from q40k.packs.validate import validate

    name = data.get("name")
    own_id = slug(name, "champion") if isinstance(name, str) else "champion"
    document = Document("")
    plain: Plain = json.loads(json.dumps(dict(data), default=str))
    profile = validate(InlineProfile, document, (), plain)
    if profile is None:
        raise PackError(Problem("", None, None, p.object_id or own_id, p.code, p.facts) for p in document.problems)
    fields = structs.asdict(profile)
    fields |= {
        "name": Names(en=profile.name, fr=profile.name),
        "sv": _save(profile.sv),
        "inv": _save(profile.inv),
        "weapons": tuple(slug(weapon, "weapon") for weapon in profile.weapons),
    }
    return Champion(id=own_id, **fields)


def build_champion(library: Library, champion_id: str, options: Iterable[str] = ()) -> Champion:
    """Return the champion `champion_id` with these options bought (CHAMPION-2, CHAMPION-3).

    Each option adds its cost and joins the weapons; armour and mounts change the profile. The rules
    decide whether this fighter may have an option. Raises PackError for an unknown champion or
    option, and for an option bought twice.
    """
    champion = library.champions.get(champion_id)
    if champion is None:
        facts: dict[str, Fact] = {
            "kind": "champions",
            "id": displayable(champion_id),
            "nearest": library.nearest("champions", champion_id),
        }
        raise PackError([Problem("", None, None, None, "unknown-reference", facts)])
    chosen = list(options)
    problems = list(_wrong_options(champion, chosen))
    if problems:
        raise PackError(problems)
    return outfit(library, champion, {option: champion.options[option] for option in chosen})


def outfit(library: Library, champion: Champion, prices: Mapping[str, int]) -> Champion:
    """Return the champion with every item of `prices` at its price, whatever its list allows.

    An item that is a trait joins the champion's traits (CHAMPION-8).
    """
    traits = tuple(item for item in prices if is_trait(library, item))
    built = structs.replace(
        champion,
        points=champion.points + sum(prices.values()),
        weapons=(*champion.weapons, *(item for item in prices if item not in traits)),
        traits=(*champion.traits, *traits),
    )
    for item in prices:
        if item in library.gear:
            built = _wearing(built, library.gear[item])
    return built


def is_trait(library: Library, item: str) -> bool:
    """Tell whether an item is a trait, and not something to carry."""
    return item in library.traits and item not in library.gear and item not in library.weapons


def _wrong_options(champion: Champion, chosen: list[str]) -> Iterable[Problem]:
    for index, option in enumerate(chosen):
        facts: dict[str, Fact] = {"option": displayable(option)}
        if option in chosen[:index]:
            yield Problem("", None, None, champion.id, "duplicate-option", facts)
        elif option not in champion.options:
            facts["champion"] = champion.id
            facts["nearest"] = nearest(option, champion.options)
            facts["choices"] = tuple(champion.options)
            yield Problem("", None, None, champion.id, "unknown-option", facts)


def _wearing(champion: Champion, gear: Gear) -> Champion:
    """Return the champion wearing `gear`: the better of two saves holds."""
    update: dict[str, Any] = {}
    for save in ("sv", "inv"):
        rolls = [roll for roll in (getattr(champion, save), getattr(gear, save)) if roll]
        update[save] = min(rolls, default=None)
    if gear.unit_type is not None:
        update["unit_type"] = gear.unit_type
    return structs.replace(champion, **update)


def _save(roll: int | None) -> SaveRoll | None:
    return None if roll is None or roll >= NO_SAVE else roll

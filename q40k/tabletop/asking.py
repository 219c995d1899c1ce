"""Rules that every chapter of a game uses: ask the table, refuse, find what a name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from q40k.kernel import events
from q40k.kernel.lookup import find_exact, lookup, nearest

if TYPE_CHECKING:
    from q40k.kernel.state import Part
    from q40k.packs.library import Library

T = TypeVar("T")
V = TypeVar("V", bound=str | int)

# -- asking: `who` is the id of the person asked, or None for the table ----------------------------


def roll(who: str | None, key: str, rule: str, dice: int = 1, /, **facts: Any) -> events.Rule[Any]:
    """Ask for so many D6 and return what they show; ask nothing for no dice."""
    if dice == 0:
        return ()
    answer: tuple[int, ...] = yield events.DiceQuestion(key, who, rule, facts, (6,) * dice)
    return answer


def roll_one(who: str | None, key: str, rule: str, /, **facts: Any) -> events.Rule[int]:
    """Ask for one D6 and return what it shows."""
    (die,) = yield from roll(who, key, rule, **facts)
    return int(die)


def choose(who: str | None, key: str, rule: str, options: tuple[V, ...], /, **facts: Any) -> events.Rule[V]:
    """Ask for one of `options` and return it."""
    answer: V = yield events.ChoiceQuestion(key, who, rule, facts, options)
    return answer


def choose_named(who: str | None, key: str, rule: str, names: Mapping[str, str], /, **facts: Any) -> events.Rule[str]:
    """Ask for one of the names and return its id; `names` are ids by name."""
    return names[(yield from choose(who, key, rule, tuple(names), **facts))]


def choose_several(
    who: str | None, key: str, rule: str, options: tuple[str, ...], /, **facts: Any
) -> events.Rule[tuple[str, ...]]:
    """Ask for any of `options` (none to all), in an order; ask nothing without options."""
    if not options:
        return ()
    answer: tuple[str, ...] = yield events.SeveralQuestion(key, who, rule, facts, options)
    return answer


def choose_number(who: str | None, key: str, rule: str, least: int, most: int, /, **facts: Any) -> events.Rule[int]:
    """Ask for a whole number from `least` to `most` and return it."""
    answer: int = yield events.NumberQuestion(key, who, rule, facts, least, most)
    return answer


def arrange(who: str | None, key: str, rule: str, names: Mapping[str, str], /) -> events.Rule[tuple[str, ...]]:
    """Ask for an order of all names and return their ids; `names` are ids by name."""
    answer: tuple[str, ...] = yield events.OrderQuestion(key, who, rule, {}, tuple(names))
    return tuple(names[name] for name in answer)


# -- refusing --------------------------------------------------------------------------------------


def refuse(rule: str, code: str, /, **facts: Any) -> events.Rule[None]:
    """Refuse under `rule`; return only if the table overrules it."""
    yield doubt(rule, code, **facts)


def doubt(rule: str, code: str, /, **facts: Any) -> events.Refusal:
    """Return a refusal that a reason can overrule, to be yielded."""
    return events.Refusal(rule, code, facts)


def forbid(rule: str, code: str, /, **facts: Any) -> events.Refused:
    """Return a refusal that no reason can overrule, to be raised."""
    return events.Refused(events.Refusal(rule, code, facts, overridable=False))


def check_open(laid_out: object, over: bool, no_match: str, match_over: str, /) -> None:
    """Refuse before a match is laid out (`laid_out` is None) and after its end, under two rules."""
    if laid_out is None:
        raise forbid(no_match, "no-match")
    if over:
        raise forbid(match_over, "match-over")


def choices_of(options: type[Part]) -> dict[str, tuple[object, ...]]:
    """Return the values of each option of a table that has a few of them: words, or yes and no."""
    hints = get_type_hints(options).items()
    return {
        name: get_args(hint) or (True, False) for name, hint in hints if hint is bool or get_origin(hint) is Literal
    }


def check_choice(
    options: type[Part], name: str, value: object, rule: str, unknown: str, bad: str, /, *, said: str
) -> None:
    """Refuse an option that there is not, or a value that it cannot have, under one of two codes.

    `said` is the name as the table wrote it.
    """
    choices = choices_of(options)
    if name not in choices:
        raise forbid(rule, unknown, name=said, nearest=nearest(name, options.__struct_fields__))
    if not any(value == choice and type(value) is type(choice) for choice in choices[name]):
        raise forbid(rule, bad, name=said, got=str(value), known=tuple(str(choice).lower() for choice in choices[name]))


# -- finding what a name means ---------------------------------------------------------------------


def forbid_unknown(rule: str, code: str, name: str, names: Iterable[str], /) -> events.Refused:
    """Return the refusal of a name that nobody has, with the nearest of `names`."""
    near = lookup(name, [(each, each) for each in names], prefixes=False).nearest
    return forbid(rule, code, name=name, nearest=near)


def find_by_id(rule: str, code: str, text: str, items: Mapping[str, T], /) -> T:
    """Return the item of that id, whatever its capitals. Raises Refused with the nearest id."""
    if text in items:
        return items[text]
    matches = find_exact(text, items)
    if not matches:
        raise forbid(rule, code, said=text, nearest=nearest(text, items))
    return matches[0]


def find_in_packs(library: Library, kind: str, id: str, rule: str, code: str, /) -> Any:
    """Return the pack object of that id. Raises Refused with the nearest id."""
    objects = library.of_kind(kind)
    if id not in objects:
        raise forbid(rule, code, said=id, nearest=library.nearest(kind, id))
    return objects[id]

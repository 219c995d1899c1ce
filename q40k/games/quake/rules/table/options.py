"""What a table agrees on before a match: the numbers of its mod, as options of `new`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.rules.questions import forbid


@dataclass(frozen=True, slots=True)
class Option:
    """One number a table may agree on: its least and most, and the rule it belongs to.

    `path` is where a mod keeps it; an option without one is the match's own.
    """

    rule: str
    least: int
    most: int
    path: tuple[str, ...] = ()


ADDONS: dict[str, RuleName] = {"barrel-frenzy": "barrels"}
"""What may be added to any mod, and the rule it brings."""


def with_addons(mod: Mod, addons: tuple[str, ...]) -> Mod:
    """The mod with add-ons. Raises Refused for one that there is not.

    Rule: BARREL-1
    """
    unknown = tuple(name for name in addons if name not in ADDONS)
    if unknown:
        raise forbid("TABLE-2", "unknown-addon", addons=unknown, known=tuple(ADDONS))
    added = (ADDONS[name] for name in addons if not mod.has(ADDONS[name]))
    return structs.replace(mod, rules=(*mod.rules, *dict.fromkeys(added)))


def options_of(mod: Mod) -> dict[str, Option]:
    """The options that a match of this mod has, by name.

    Rule: SCORE-4, SUDDEN-1, CHAMPION-5, TEAM-1
    """
    found: dict[str, Option] = {}
    if mod.win.by == "score":
        found["times_to_win"] = Option("SCORE-4", 1, 1000, ("win", "times"))
        found["points_to_win"] = Option("SCORE-4", 1, 100000)
    elif mod.win.by == "rounds":
        found["rounds"] = Option("SUDDEN-1", 1, 99, ("win", "rounds"))
    elif mod.win.by == "points":
        found["points"] = Option("TABLE-2", 1, 1000, ("win", "points"))
    if mod.has("budget"):
        rule = "TEAM-1" if mod.in_teams else "CHAMPION-5"
        found["budget"] = Option(rule, 1, 100000, ("parameters", "budget"))
    if mod.has("sudden-death"):
        found["lives"] = Option("SUDDEN-1", 1, 99, ("parameters", "lives"))
    if mod.has("structures"):
        found["armour"] = Option("TABLE-2", 1, 20, ("parameters", "armour"))
        found["structure_points"] = Option("TABLE-2", 1, 100, ("parameters", "structure_points"))
    if mod.has("barrels"):
        found["barrels_each"] = Option("BARREL-1", 3, 10, ("parameters", "barrels_each"))
    return found


def agreed(mod: Mod, options: Mapping[str, Any]) -> Mod:
    """The mod with the numbers the table agreed on. Raises Refused for what it does not have.

    Rule: SCORE-4, SUDDEN-1, CHAMPION-5, TEAM-1
    """
    known = options_of(mod)
    unknown = tuple(name for name in options if name not in known)
    if unknown:
        code = "unknown-option" if known else "no-options"
        raise forbid("TABLE-2", code, options=unknown, known=tuple(known))
    for name, value in options.items():
        option = known[name]
        if type(value) is not int or not option.least <= value <= option.most:
            raise forbid(
                option.rule,
                "bad-option",
                option=name,
                got=str(value),
                least=option.least,
                most=option.most,
            )
        if option.path:
            part, key = option.path
            model = structs.replace(getattr(mod, part), **{key: value})
            mod = structs.replace(mod, **{part: model})
    return mod

"""What a table agrees on before a match: the numbers of its mod, as options of `new`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.rules.objectives.objective import Option, objectives_of
from q40k.games.quake.rules.questions import forbid

FRENZY, ANNOUNCE = "barrel-frenzy", "announce"
ADDONS: dict[str, RuleName] = {FRENZY: "barrels", ANNOUNCE: "announce"}
"""The add-ons for any mod, and the rule each adds."""


def with_addons(mod: Mod, addons: tuple[str, ...]) -> Mod:
    """Return the mod with add-ons. Raises Refused for an unknown one.

    Rule: BARREL-1, MOVE-2
    """
    unknown = tuple(name for name in addons if name not in ADDONS)
    if unknown:
        raise forbid("TABLE-2", "unknown-addon", addons=unknown, known=tuple(ADDONS))
    added = (ADDONS[name] for name in addons if not mod.has(ADDONS[name]))
    return structs.replace(mod, rules=(*mod.rules, *dict.fromkeys(added)))


def options_of(mod: Mod) -> dict[str, Option]:
    """Return the options that a match of this mod has, by name.

    Rule: SCORE-4, SUDDEN-1, CHAMPION-5, TEAM-1
    """
    win, *others = objectives_of(mod)
    options = dict(win.options)
    if mod.has("budget"):
        rule = "TEAM-1" if mod.in_teams else "CHAMPION-5"
        options["budget"] = Option(rule, 1, 100000, ("parameters", "budget"))
    if mod.has("sudden-death"):
        options["lives"] = Option("SUDDEN-1", 1, 99, ("parameters", "lives"))
    for objective in others:
        options.update(objective.options)
    if mod.has("barrels"):
        options["barrels_each"] = Option("BARREL-1", 3, 10, ("parameters", "barrels_each"))
    return options


def apply_options(mod: Mod, options: Mapping[str, Any]) -> Mod:
    """Return the mod with the numbers the table agreed on. Raises Refused for an unknown option.

    Rule: SCORE-4, SUDDEN-1, CHAMPION-5, TEAM-1
    """
    available = options_of(mod)
    unknown = tuple(name for name in options if name not in available)
    if unknown:
        code = "unknown-option" if available else "no-options"
        raise forbid("TABLE-2", code, options=unknown, known=tuple(available))
    for name, value in options.items():
        option = available[name]
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

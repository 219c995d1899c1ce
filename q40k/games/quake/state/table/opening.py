"""Laying out a match: its mod, arena, add-ons and options."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import field, structs

from q40k.games.quake.packs.models import Arena, BonusTables, Mod, RuleName
from q40k.games.quake.state.match import Match, Token
from q40k.games.quake.state.objectives.objective import Option, objectives_of
from q40k.games.quake.state.registry import Command, Event
from q40k.kernel.commands import Text
from q40k.tabletop.asking import forbid
from q40k.tabletop.rules import Roller

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
            raise forbid(option.rule, "bad-option", option=name, got=str(value), least=option.least, most=option.most)
        if option.path:
            part, key = option.path
            model = structs.replace(getattr(mod, part), **{key: value})
            mod = structs.replace(mod, **{part: model})
    return mod


# -- laying out a match -------------------------------------------------------------------


class New(Command, tag="new"):
    """Lay out a match. Fields ending in `_data` come from packs, so that the match keeps them.

    Without `last_respawn` the victim of the winning kill waits for the table to play on, and no die
    is asked for it. `d3` is how a D3 is typed: as 1 to 3, or as the D6 it was rolled on. With
    “ask” the table is asked before the first D3.
    """

    mod: str
    arena: str | None = None
    seed: int | str | None = None
    name: Text = ""
    addons: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    dice: Literal["hand", "app"] = "hand"
    last_respawn: bool = True
    d3: Literal["d3", "d6", "ask"] = "d3"
    mod_data: Mod | None = None
    arena_data: Arena | None = None
    tables_data: BonusTables | None = None
    stage = "always"


class MatchOpened(Event, tag="match-opened"):
    """A match was laid out with this mod, arena and bonus tables; it keeps them as they are."""

    mod: Mod
    arena: Arena
    tables: BonusTables
    seed: str
    name: str
    times_to_win: int
    points_to_win: int | None = None
    roller: Roller
    last_respawn: bool = True
    d3_on_d6: bool | None = False

    def fold(self, state: Match) -> Match:
        tokens = {t.id: Token(t.id, t.category, t.at) for t in self.arena.tokens}
        return state.replace(**self.own_fields(), tokens=tokens if self.mod.has("bonus") else {})


class Overridden(Event, tag="overridden"):
    """The game master overrode a refusal, with a reason that is kept."""

    rule: str
    code: str
    facts: dict[str, Any]
    reason: str

"""What an evening is played: the shipped mods, mods a user might write, and where."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import to_builtins

from q40k.games.quake.packs.models import Mod, Names, Parameters, RoundsWin, ScoreWin, TeamsOf
from q40k.kernel.state import encode_hook
from tests.table.scripts import library

_TEXT = Names(en="Somebody’s own.", fr="Celui de quelqu’un.")
OWN = (
    Mod(
        id="nine-lives",
        name=Names(en="Nine lives", fr="Neuf vies"),
        text=_TEXT,
        rules=("portals", "sudden-death", "bonus", "victory-points", "chief-fight", "barrels"),
        parameters=Parameters(lives=3),
        win=RoundsWin(rounds=2),
    ),
    Mod(
        id="nine-lives-capture",
        name=Names(en="Capture with nine lives", fr="Capture à neuf vies"),
        text=_TEXT,
        players="teams",
        teams=TeamsOf(least=2, most=2),
        rules=("bases", "flags", "sudden-death", "bonus", "barrels"),
        parameters=Parameters(lives=3),
        win=RoundsWin(rounds=2),
    ),
    Mod(
        id="quick",
        name=Names(en="Quick", fr="Vite fait"),
        text=_TEXT,
        rules=("respawn", "bonus", "victory-points"),
        win=ScoreWin(times=2),
    ),
)
SHORT: dict[str, dict[str, int]] = {
    "capture-the-flag": {"rounds": 2},
    "base-attack": {"structure_points": 4},
    "domination": {"points": 5},
    "team-champions": {"rounds": 2},
    "team-deathmatch": {"times_to_win": 2},
    "champion-of-champions": {"rounds": 2},
    "elite": {"rounds": 2},
    "deathmatch": {"times_to_win": 4},
    "deathmatch-pro": {"times_to_win": 4},
    "supreme-master": {"times_to_win": 4},
}
"""Options that let a match be won within an evening at random."""


def names() -> tuple[str, ...]:
    """The ids of all mods an evening can be."""
    return (*sorted(library().mods), *(mod.id for mod in OWN))


def laid_out(name: str, dice: Random) -> dict[str, Any]:
    """What `new` is told: the mod, an arena that suits it, barrels sometimes, who rolls."""
    own = next((mod for mod in OWN if mod.id == name), None)
    mod = own or library().mods[name]
    shipped = library().arenas
    homes = sorted(name for name, arena in shipped.items() if arena.bases and arena.flags)
    arena = dice.choice(homes if mod.in_teams else sorted(shipped))
    new: dict[str, Any] = {"do": "new", "mod": name, "arena": arena, "seed": dice.randrange(999)}
    new["dice"] = dice.choice(("hand", "app"))
    options = dict(SHORT.get(name, {}))
    if mod.has("budget"):
        options["budget"] = 200
    new["options"] = options
    if not mod.has("barrels") and dice.random() < 0.3:
        new["addons"] = ("barrel-frenzy",)
    if own is not None:
        tables = library().bonus_tables[own.bonus_tables]
        data = {"mod_data": own, "arena_data": shipped[arena], "tables_data": tables}
        new |= to_builtins(data, enc_hook=encode_hook)
    return new

"""Commands name champions, mods and arenas; here the packs' data is put beside the names.

A match keeps the data it was started with, so its journal needs no pack to be read again.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from q40k.games.quake.packs.champions import build_champion, inline_champion, outfit
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Kind, Library, load
from q40k.games.quake.packs.models import Champion, Mod
from q40k.games.quake.rules.champion import perfect_price
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.corrections import Correct
from q40k.games.quake.rules.table.opening import New
from q40k.games.quake.rules.table.players import Join
from q40k.games.w40k3e.gear import weapon_lines
from q40k.kernel.events import Refused
from q40k.kernel.lookup import nearest
from q40k.packs.problems import PackError

_DATA = ("profile", "arms", "traits")
DEFAULT_ARENA = "classic-60"
MOST_POINTS = 2000
"""What a champion may cost at most: packs and matches hold no more."""


def resolve(library: Library, command: Command, mod: Mod | None = None) -> Command:
    """The command with its pack data. Raises Refused (unknown id), PackError (bad profile).

    `mod` is that of the match: a perfect fighter buys gear that is on no list of its own.
    """
    if isinstance(command, New):
        return _new(library, command)
    if isinstance(command, Join | Correct) and command.profile is None:
        profile = champion(library, command, mod)
        arms = weapon_lines(profile.weapons, library.weapons, library.gear)
        return command.replace(profile=profile, arms=arms, traits=library.traits_of(profile))
    return command


def champion(library: Library, command: Join | Correct, mod: Mod | None = None) -> Champion:
    """The champion a command names, its options paid for. Raises Refused, PackError."""
    said = command.champion
    if isinstance(said, dict):
        return inline_champion(said)
    return equipped(library, said, command.options, mod)


def equipped(
    library: Library, said: str, gear: tuple[str, ...] = (), mod: Mod | None = None
) -> Champion:
    """The champion of that id with gear bought; a perfect fighter's of any codex, and its traits.

    Raises Refused. Rule: CHAMPION-2, CHAMPION-8
    """
    figure = library.champions.get(said)
    if figure is None:
        raise unknown(library, "champions", said, "CHAMPION-1")
    foreign = [item for item in gear if item not in figure.options]
    if foreign and mod is not None and mod.has("perfect-fighter"):
        return _perfect(library, figure, gear)
    try:
        return build_champion(library, said, list(gear))
    except PackError as error:
        raise _refused(error, said) from error


def _perfect(library: Library, figure: Champion, gear: tuple[str, ...]) -> Champion:
    prices: dict[str, int] = {}
    for item in gear:
        price = perfect_price(figure, item, library.champions.values(), library.traits)
        if price is None or item in prices:
            known = (*library.weapons, *library.gear, *library.traits)
            facts = {"champion": figure.id, "option": item, "nearest": nearest(item, known)}
            raise forbid("CHAMPION-8", "unknown-gear", **facts)
        prices[item] = price.points
    points = figure.points + sum(prices.values())
    if points > MOST_POINTS:
        raise forbid(
            "CHAMPION-8", "too-dear", champion=figure.name, points=points, most=MOST_POINTS
        )
    return outfit(library, figure, prices)


def _refused(error: PackError, said: str) -> Refused:
    facts = dict(error.problems[0].facts)
    facts["champion"] = said
    return forbid("CHAMPION-2", "unknown-gear", **facts)


def unknown(library: Library, what: Kind, said: str, rule: str) -> Refused:
    """The refusal of an id that no pack defines, with the nearest one that is."""
    nearest = library.nearest(what, said)
    return forbid(rule, f"unknown-{what.removesuffix('s')}", said=said, nearest=nearest)


def _new(library: Library, command: New) -> New:
    changes: dict[str, object] = {}
    arena = command.arena or DEFAULT_ARENA
    if command.seed is None:
        changes["seed"] = secrets.randbelow(10**9)
    if command.mod_data is None:
        if command.mod not in library.mods:
            raise unknown(library, "mods", command.mod, "TABLE-2")
        changes["mod_data"] = library.mods[command.mod]
    if command.arena_data is None:
        if arena not in library.arenas:
            raise unknown(library, "arenas", arena, "ARENA-3")
        changes |= {"arena": arena, "arena_data": library.arenas[arena]}
    if command.tables_data is None:
        mod = command.mod_data or library.mods[command.mod]
        changes["tables_data"] = library.bonus_tables[mod.bonus_tables]
    return command.replace(**changes)


class QuakePacks:
    """What Quake 40K takes from packs: mods, arenas, tables of bonuses, champions."""

    kinds = KINDS

    def library(
        self,
        folders: Iterable[Path] = (),
        *,
        only: Collection[str] | None = None,
        cache: Path | None = None,
    ) -> Library:
        """The shipped packs and those of the folders. Raises PackError."""
        return load(folders, only=only, cache=cache)

    def needs_packs(self, command: Command) -> bool:
        """Whether a mod, an arena or a champion is named whose data is not there yet."""
        if isinstance(command, Join | Correct):
            return command.profile is None
        return isinstance(command, New)

    def complete(
        self, library: Library, state: Match, command: Command, was: Command | None = None
    ) -> Command:
        """The command with its pack data. Raises Refused, PackError.

        A match laid out otherwise keeps its seed, and with it the app's dice.
        """
        if isinstance(command, New) and isinstance(was, New):
            kept = {"seed": was.seed, "name": was.name}
            unsaid = (name for name in kept if getattr(command, name) in (None, ""))
            command = command.replace(**{name: kept[name] for name in unsaid})
        return resolve(library, command, state.setup.mod)

    def strip_pack_data(
        self, library: Library, command: Command, data: dict[str, Any]
    ) -> dict[str, Any]:
        """The data of a command without what these packs hold anyway."""
        if isinstance(command, New):
            return _spared_new(library, command, data)
        if isinstance(command, Join | Correct) and _same(library, command):
            return {name: value for name, value in data.items() if name not in _DATA}
        return data


def _spared_new(library: Library, command: New, data: dict[str, Any]) -> dict[str, Any]:
    mod = command.mod_data
    held = {
        "mod_data": (command.mod_data, library.mods.get(command.mod)),
        "arena_data": (command.arena_data, library.arenas.get(command.arena or "")),
        "tables_data": (
            command.tables_data,
            library.bonus_tables.get(mod.bonus_tables) if mod else None,
        ),
    }
    spare = {name for name, (kept, shipped) in held.items() if kept == shipped}
    data = data | {"arena": command.arena}
    return {name: value for name, value in data.items() if name not in spare}


def _same(library: Library, command: Join | Correct) -> bool:
    """Whether the packs here give the very champion that the match kept."""
    try:
        resolved = resolve(library, command.replace(profile=None))
    except (Refused, PackError):
        return False
    if not isinstance(resolved, Join | Correct):
        return False
    return resolved.profile == command.profile and resolved.traits == command.traits

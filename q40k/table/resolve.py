"""Commands name champions, mods and arenas; here the packs' data is put beside the names.

A match keeps the data it was started with, so its journal needs no pack to be read again.
"""

from __future__ import annotations

import secrets

from q40k.kernel.telling import Refused
from q40k.packs.library import Kind, Library, build_champion, inline_champion
from q40k.packs.models import Champion
from q40k.packs.problems import PackError
from q40k.rules.asks import forbid
from q40k.rules.commands import Command, Correct, Join, New

DEFAULT_ARENA = "classic-60"


def resolve(library: Library, command: Command) -> Command:
    """The command with its pack data. Raises Refused (unknown id), PackError (bad profile)."""
    if isinstance(command, New):
        return _new(library, command)
    if isinstance(command, Join | Correct) and command.profile is None:
        return command.model_copy(update={"profile": champion(library, command)})
    return command


def champion(library: Library, command: Join | Correct) -> Champion:
    """The champion a command names, its options paid for. Raises Refused, PackError."""
    said = command.champion
    if isinstance(said, dict):
        return inline_champion(said)
    if said not in library.champions:
        raise unknown(library, "champions", said, "CHAMPION-1")
    try:
        return build_champion(library, said, list(command.options))
    except PackError as error:
        raise _refused(error, said) from error


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
    return command.model_copy(update=changes)

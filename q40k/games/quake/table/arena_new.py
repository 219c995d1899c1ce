"""Home-made arenas: made from a few answers, checked, and written as a new pack."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from q40k.games.quake.arena.arena_make import ArenaOrder, make_contents
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.champions import slug
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.whole_file import write_whole
from q40k.table.folders import packs_folder
from q40k.table.own import choose_id


def entry_of(wanted: ArenaOrder, seed: int, name: str | None, own_id: str) -> dict[str, Any]:
    """Return an arena as a pack writes it, the same for the same seed. Raises NoRoom.

    Rule: ARENA-1, ARENA-3, ARENA-4
    """
    placed = make_contents(wanted, Random(seed).random)
    width, height = wanted.size
    names, notes = {}, {}
    for language in ("en", "fr"):
        locale = Locale(language, WORDS.locales)
        plain = locale.say(N_("Arena of {width} × {height} cm"), width=width, height=height)
        names[language] = name or plain
        notes[language] = locale.say(
            N_("Laid out by chance, with the seed {seed}: move whatever the table wants moved."),
            seed=seed,
        )
    return {"id": own_id, "name": names, "note": notes, "size": [width, height], **placed}


def free_id(
    used: Iterable[str], name: str | None, size: tuple[int, int], wanted_id: str | None
) -> str:
    """Return the wanted id, or one made from the name or the size, with a number if it is taken.

    Raises Taken if the wanted id is not free.
    """
    ids = set(used)
    plain = slug(name, "arena")[:56].strip("-") if name else f"arena-{size[0]}x{size[1]}"
    return choose_id(
        plain, wanted_id, lambda candidate: candidate in ids or own_file(candidate).exists()
    )


def own_file(own_id: str) -> Path:
    """Return the path of a home-made arena."""
    return packs_folder() / f"arena-{slug(own_id, 'arena')}.yaml"


def parse_arena(entry: Mapping[str, Any]) -> Arena:
    """Return the arena of an entry. Raises pydantic.ValidationError for an invalid entry."""
    from q40k.packs import reading

    return reading.parse_model(Arena, entry)


def as_yaml(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one arena, with a line for each thing on it.

    JSON's quoting is safe in YAML.
    """
    lines = ["# Coordinates in cm from the bottom left corner.", "arenas:"]
    begin = "  - "
    for key, fact in entry.items():
        if isinstance(fact, list) and fact and isinstance(fact[0], dict):
            lines.append(f"{begin}{key}:")
            lines += [f"      - {_flow(item)}" for item in fact]
        else:
            lines.append(f"{begin}{key}: {_flow(fact)}")
        begin = "    "
    return "\n".join(lines) + "\n"


def _flow(fact: Any) -> str:
    """Return a value on one line; only texts that need quotes get them."""
    if isinstance(fact, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in fact.items()) + "}"
    if isinstance(fact, list | tuple):
        return "[" + ", ".join(_flow(item) for item in fact) + "]"
    if isinstance(fact, str) and fact.isascii() and fact[:1].isalpha() and _plain(fact):
        return fact
    if isinstance(fact, float):
        return f"{fact:g}"
    return json.dumps(fact, ensure_ascii=False)


_WORDS = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")


def _plain(text: str) -> bool:
    return text.replace("-", "").isalnum() and text.lower() not in _WORDS


def write(text: str, path: Path) -> Path:
    """Write a pack to a new file. Raises OSError, and FileExistsError if the file exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode(), replace=False)
    return path

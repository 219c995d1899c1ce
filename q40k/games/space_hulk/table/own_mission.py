"""A mission of the player's own: a copy of another with its board, under a new id, as a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from msgspec import to_builtins

from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import Mission
from q40k.kernel.state import to_data
from q40k.table.folders import packs_folder

_NOT_COPIED = ("source", "certainty")


def own_file(id: str) -> Path:
    """Return the file of a player's own mission."""
    return packs_folder("space-hulk") / f"{id}.yaml"


def copy_as_yaml(id: str, mission: Mission, layout: Layout | None) -> str:
    """Return a pack with a copy of a mission and its board, both under a new id."""
    entry: dict[str, Any] = _plain(mission) | {"id": id, "name": {"en": id, "fr": id}}
    packs: dict[str, Any] = {}
    if layout is not None:
        packs["boards"] = [_plain(layout) | {"id": id, "name": {"en": id, "fr": id}}]
        entry["board"] = id
    packs["missions"] = [entry]
    return yaml.safe_dump(packs, allow_unicode=True, sort_keys=False, width=100)


def _plain(pack: Mission | Layout) -> dict[str, Any]:
    data: dict[str, Any] = to_builtins(to_data(pack, defaults=False))
    return {name: value for name, value in data.items() if name not in _NOT_COPIED}

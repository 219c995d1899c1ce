"""The champions used last, kept in a small file; whatever goes wrong with it harms nothing."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.table.corrections import Correct
from q40k.games.quake.rules.table.players import Join
from q40k.table import settings

MOST = 12
_NAME = "recent.json"


def recent() -> list[str]:
    """The ids of the champions used last, the newest first; none when the file cannot be read."""
    kept: list[Any] = settings.load_file(_NAME, [])
    return [one for one in kept if isinstance(one, str)][:MOST]


def used(command: Command) -> None:
    """Remember the champion that a command fielded, if it did."""
    if isinstance(command, Join | Correct) and isinstance(command.champion, str):
        remember(command.champion)


def remember(champion: str) -> None:
    """Put a champion first among those used last; silently nothing where it cannot be written."""
    before = recent()
    ids = [champion, *(one for one in before if one != champion)][:MOST]
    if ids != before:
        settings.save_file(_NAME, ids)

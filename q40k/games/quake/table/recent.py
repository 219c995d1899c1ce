"""The champions used last, kept in a small file; its errors are ignored."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.registry import Command
from q40k.games.quake.rules.table.corrections import Correct
from q40k.games.quake.rules.table.players import Join
from q40k.table import settings

MOST = 12
_NAME = "recent.json"


def recent() -> list[str]:
    """Return the ids of the champions used last, newest first; [] if the file is unreadable."""
    ids: list[Any] = settings.load_file(_NAME, [])
    return [champion for champion in ids if isinstance(champion, str)][:MOST]


def remember_fielded(command: Command) -> None:
    """Remember the champion that a command fielded, if it did."""
    if isinstance(command, Join | Correct) and isinstance(command.champion, str):
        remember(command.champion)


def remember(champion: str) -> None:
    """Put a champion first among those used last; ignore a file that cannot be written."""
    before = recent()
    ids = [champion, *(earlier for earlier in before if earlier != champion)][:MOST]
    if ids != before:
        settings.save_file(_NAME, ids)

"""The base of every chapter's screens: the desk, and the registry of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from q40k.tui.actions import Actions
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.games.epic.rules.state import Match
    from q40k.packs.library import Library

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions(package="q40k.games.epic.screen", without=("map",))
"""The registry of the game's actions; they are registered where they are written."""

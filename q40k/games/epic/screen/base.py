"""What every chapter's screens begin with: the desk, and the registry of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from q40k.tui.actions import Actions
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.games.epic.rules.state import Match
    from q40k.packs.library import Library

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions()
"""The registry of the game's actions."""

"""What every chapter's screens begin with: the desk, and the registry of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from q40k.tui.actions import Actions
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.packs.library import Library
    from tests.games.race.rules.state import Race

Desk: TypeAlias = "FormDesk[Race, Library]"

action = Actions(package="tests.games.race.screen", without=("map",))
"""The registry of the game's actions."""

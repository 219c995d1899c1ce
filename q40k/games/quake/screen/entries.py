"""The form of each action that needs to know more than its key, loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from q40k.games.quake.screen.forms import Form
    from q40k.tui.desk import Desk

_HOMES = {
    "playing": (
        "kill", "kill-more", "accident", "accident-more", "portal", "portal-more", "token",
        "move", "deploy-at",
    ),
    "seating": ("join", "leave", "dice", "setup-player"),
    "opening": ("open-match",),
    "righting": ("fix",),
    "placing": ("place",),
    "teams": ("act", "objective", "end-match"),
    "timing": ("clock",),
    "shooting": ("shoot",),
    "fighting": ("charge", "fight", "contact", "hard-move"),
}  # fmt: skip
FORMS = {name: module for module, names in _HOMES.items() for name in names}
"""Each form's name and the module that holds it."""


def form(name: str) -> Callable[[Desk], Form]:
    """The form of that name."""
    home = import_module(f"q40k.games.quake.screen.{FORMS[name]}")
    found: Callable[[Desk], Form] = getattr(home, name.replace("-", "_"))
    return found

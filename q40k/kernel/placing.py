"""In which order sides have come in: who won, who came next, who tied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NOBODY: Final = ""
"""The name of a side that nobody is named for."""


def places(made: Mapping[str, Any]) -> dict[str, int]:
    """The place of every side by what it has made, the most first.

    Who made the same has the same place, and the next one comes after all of them.
    """
    return {side: 1 + sum(other > own for other in made.values()) for side, own in made.items()}

"""The order in which sides finished: who won, who came next, who tied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NOBODY: Final = ""
"""The name of a side without a name."""


def places(scores: Mapping[str, Any]) -> dict[str, int]:
    """Return the place of every side by its score, the highest first.

    Equal scores share a place; the next place counts all sides above it.
    """
    return {side: 1 + sum(other > own for other in scores.values()) for side, own in scores.items()}

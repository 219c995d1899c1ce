"""What every part of a state can do: give a quick copy of itself with changes."""

from __future__ import annotations

from typing import Any, Self


class Evolving:
    """Gives a frozen dataclass a quick copy with changes."""

    def replace(self, **changes: Any) -> Self:
        """The same value with `changes`."""
        new = object.__new__(type(self))
        # Frozen dataclasses refuse plain assignment; this is the quickest way past it.
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new

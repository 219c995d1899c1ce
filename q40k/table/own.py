"""Ids of the user's own files: the wanted one, or a free one made from a name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count


class IdTaken(Exception):
    """The id is already in use."""

    def __init__(self, own_id: str) -> None:
        super().__init__(own_id)
        self.id = own_id


def choose_id(plain: str, requested: str | None, is_taken: Callable[[str], bool]) -> str:
    """Return the wanted id, or else the plain one, with a number when it is taken.

    Raises IdTaken when the wanted id is not free.
    """
    if requested is not None:
        if is_taken(requested):
            raise IdTaken(requested)
        return requested
    numbered = (f"{plain}-{number}" for number in count(2))
    return next(candidate for candidate in chain([plain], numbered) if not is_taken(candidate))

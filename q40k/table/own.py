"""Ids of what is one's own: the one wanted, or a free one made of a name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count


class Taken(Exception):
    """There is something of that id already."""

    def __init__(self, own_id: str) -> None:
        super().__init__(own_id)
        self.id = own_id


def one_free(plain: str, wanted: str | None, is_taken: Callable[[str], bool]) -> str:
    """The id wanted, or the plain one, with a number when it is taken.

    Raises Taken when the id that is wanted is not free.
    """
    if wanted is not None:
        if is_taken(wanted):
            raise Taken(wanted)
        return wanted
    numbered = (f"{plain}-{number}" for number in count(2))
    return next(own for own in chain([plain], numbered) if not is_taken(own))

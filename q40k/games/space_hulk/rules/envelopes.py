"""What a record of a match that goes on holds sealed: counters drawn and blips dealt."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.questions import forbid
from q40k.kernel.sealing import BrokenSeal, seal, unseal

MOST = 6
"""Neither a counter nor a blip shows more."""


def enveloped(side: SideId, of: str, values: Iterable[int | None]) -> str:
    """Values that only a side may know, in an envelope.

    What they are `of` is in it too, so that two envelopes of the same values do not look alike.
    """
    return seal(side, {"of": of, **{str(n): str(value) for n, value in enumerate(values)}})


def opened(side: SideId, envelope: str, rule: str) -> tuple[int, ...]:
    """The values in an envelope. Raises Refused."""
    try:
        held = unseal(side, envelope)
        values = tuple(int(held[str(place)]) for place in range(len(held) - 1))
    except (BrokenSeal, ValueError, KeyError, TypeError) as error:
        raise forbid(rule, "seal-broken") from error
    if not values or not all(0 < value <= MOST for value in values):
        raise forbid(rule, "seal-broken")
    return values

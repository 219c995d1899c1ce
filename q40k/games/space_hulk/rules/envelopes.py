"""Seal secret values in the record of a running match: drawn counters and dealt blips."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.questions import forbid
from q40k.kernel.sealing import BrokenSeal, seal, unseal

MOST = 6
"""The highest value of a counter or a blip."""


def seal_values(side: SideId, of: str, values: Iterable[int | None]) -> str:
    """Return an envelope with values that only one side may know.

    It also holds what the values are `of`, so that two envelopes of the same values differ.
    """
    return seal(side, {"of": of, **{str(n): str(value) for n, value in enumerate(values)}})


def unseal_values(side: SideId, envelope: str, rule: str) -> tuple[int, ...]:
    """Return the values in an envelope. Raises Refused."""
    try:
        held = unseal(side, envelope)
        values = tuple(int(held[str(place)]) for place in range(len(held) - 1))
    except (BrokenSeal, ValueError, KeyError, TypeError) as error:
        raise forbid(rule, "seal-broken") from error
    if not values or not all(0 < value <= MOST for value in values):
        raise forbid(rule, "seal-broken")
    return values

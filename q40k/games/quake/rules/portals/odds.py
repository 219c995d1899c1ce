"""The odds of a jump or a respawn, before the die is rolled."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from q40k.games.quake.rules.state import Match


class Exit(Struct, frozen=True):
    """One portal of arrival: its chance without the free choice, and what happens there.

    `dies`: the jumper would disintegrate (PORTAL-4). `telefrags`: the ids of the champions killed.
    """

    portal: int
    chance: Fraction
    dies: bool
    telefrags: tuple[str, ...]


_SIXTH = Fraction(1, 6)


def exits(state: Match, player: str, entered: int | None = None) -> tuple[Exit, ...]:
    """Return the five exits of a jump from `entered` (None: a respawn), each with a chance of 1/6.

    The remaining sixth is the 6, on which the owner chooses.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    return tuple(
        Exit(
            portal,
            _SIXTH,
            portal == entered,
            () if portal == entered else tuple(p for p in state.occupants(portal) if p != player),
        )
        for portal in range(1, 6)
    )


class JumpOdds(Struct, frozen=True):
    """The odds of a jump by the die alone; on a 6 (`free`) the owner chooses."""

    exits: tuple[Exit, ...]
    dies: Fraction
    telefrags: Fraction
    free: Fraction = Fraction(1, 6)


def jump_odds(state: Match, player: str, entered: int | None) -> JumpOdds:
    """Return the chances of death, of a telefrag and of a free choice, for a jump from `entered`.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    all_exits = exits(state, player, entered)
    dies = sum((x.chance for x in all_exits if x.dies), Fraction(0))
    frags = sum((x.chance for x in all_exits if x.telefrags), Fraction(0))
    return JumpOdds(all_exits, dies, frags)

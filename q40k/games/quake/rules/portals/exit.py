"""By which portal one comes out: the die, and the choice on a 6."""

from __future__ import annotations

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def roll_portal(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[tuple[int, int]]:
    """1D6: 1 to 5 is the portal of arrival, on a 6 the owner chooses any; (die, portal).

    Rule: PORTAL-2
    """
    die = yield from portal_die(live, player, key, rule, entered)
    portal = yield from portal_of(player, die, entered)
    return die, portal


def portal_die(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[int]:
    """The die of an arrival: a portal, or on a 6 a choice."""
    (die,) = yield from roll(live, player, key, rule, entered=entered)
    return die


def portal_of(player: str, die: int, entered: int | None = None) -> Rule[int]:
    """The portal of that die; on a 6 the owner chooses any.

    Rule: PORTAL-2
    """
    if die < 6:
        return die
    portal: int = yield from choose(player, "choose-portal", "PORTAL-2", PORTALS, entered=entered)
    return portal

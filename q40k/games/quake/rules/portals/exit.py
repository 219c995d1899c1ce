"""The portal of exit: the die, a beacon's re-roll, and the choice on a 6."""

from __future__ import annotations

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class BeaconUsed(Event, tag="beacon-used"):
    """The beacon's holder rolls its portal die again; `die` is what it showed."""

    player: str
    die: int


@fold(BeaconUsed)
def _beacon_used(state: Match, event: BeaconUsed) -> Match:
    return change_player(state, event.player, beacon=False)


def roll_portal(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[tuple[int, int]]:
    """Roll 1D6: 1 to 5 is the portal of arrival, on a 6 the owner chooses any; (die, portal).

    The holder of a beacon may roll the die once more, also if it has just died with one. This is
    decided after the roll, before a 6 becomes a choice.

    Rule: PORTAL-2, BONUS-1
    """
    (die,) = yield from roll(live, player, key, rule, entered=entered)
    if live.state.players[player].beacon or live.state.holds(player, "beacon"):
        again = yield from choose(player, "beacon", "BONUS-1", ("yes", "no"), die=die)
        if again == "yes":
            yield BeaconUsed(player=player, die=die)
            (die,) = yield from roll(live, player, key, rule, entered=entered)
    if die < 6:
        return die, die
    portal: int = yield from choose(player, "choose-portal", "PORTAL-2", PORTALS, entered=entered)
    return die, portal

"""Water: who swims rolls for it, each turn again, and drowns on a 1."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.respawn import die_by_accident, respawn_waiting
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

DROWNS_ON = 1


def roll_to_swim(live: Live[Match], who: str, *, after: float = 0.0) -> Rule[bool]:
    """1D6: the most inches it swims, having walked `after` inches to the water; a 1 drowns it.

    The drowned comes back at once, and moves no more in this phase. Returns whether it lives.

    Rule: MOVE-4, SCORE-2
    """
    (die,) = yield from roll(live, who, "swim", "MOVE-4")
    yield e.Swam(player=who, die=die, after=after)
    if die > DROWNS_ON:
        return True
    yield from die_by_accident(live, who, "drowned")
    yield from respawn_waiting(live)
    if live.state.players[who].in_play:
        yield e.Halted(player=who)
    return False


def stay_afloat(live: Live[Match], players: tuple[str, ...]) -> Rule[None]:
    """Who spends a turn in the water without having rolled for it rolls now.

    Rule: MOVE-4
    """
    if live.state.play.phase != "movement":
        return
    for who in players:
        player = live.state.players[who]
        if player.in_play and player.movement.in_water and not player.movement.swum:
            yield from roll_to_swim(live, who)

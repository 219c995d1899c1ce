"""Falls: what a fall of so many inches does to a champion."""

from __future__ import annotations

from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.command import Stand
from q40k.games.quake.rules.damage.damage import apply_attack
from q40k.games.quake.rules.damage.rolling import Struck, resolve, struck_by
from q40k.games.quake.rules.movement.water import Halted
from q40k.games.quake.rules.registry import event
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.hits import hit_plan
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Fell(Event, tag="fell"):
    """A champion fell so many inches, with the hit it took (MOVE-3, MOVE-5)."""

    player: str
    inches: float
    struck: Struck


def fall(
    live: Live[Match], who: str, height: float, rule: str, stand: Stand = "beside"
) -> Rule[None]:
    """Hit a champion at a strength of the inches fallen, without armour save; its movement ends.

    A champion that dies comes back at once, beside its portal or in it (`stand`), and moves no
    more.

    Rule: MOVE-3, MOVE-5, SCORE-2
    """
    player = live.state.players[who]
    attack = hit_plan(int(height), fighter(live.state, player), rule, no_save=("armour", "cover"))
    outcome = yield from resolve(attack, None, who, rule)
    yield Fell(player=who, inches=height, struck=struck_by(outcome, None, who))
    yield from apply_attack(live, who, attack, outcome, cause="fell")
    if live.state.players[who].in_play:
        yield Halted(player=who)
    else:
        yield from respawn_waiting(live, stand, (who,))

"""The tokens and flags that a champion passed over and may take, where places are known."""

from __future__ import annotations

from q40k.games.quake.rules.positions.places import base_of
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.state import Player
from q40k.geometry.bases import HAIR_CM, to_point_cm
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.kernel.events import Rule


def must_pass_over(player: Player, item: str, at: Spot | None, rule: str) -> Rule[None]:
    """Refuse a token or a flag that a champion neither stands on nor passed over this turn.

    This applies only where both places are known, and the champion’s is kept.

    Rule: BONUS-1, FLAG-1
    """
    if at is None or player.position.at is None or not player.position.kept:
        return
    if item in player.movement.over:
        return
    gap = to_point_cm(base_of(player), player.position.at, at)
    if gap > HAIR_CM:
        inches = round(gap / CM_PER_INCH, 2)
        yield from refuse(rule, "not-passed-over", player=player.name, thing=item, inches=inches)

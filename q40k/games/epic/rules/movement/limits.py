"""How far a figure moves, by its formation's order and the phase."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.rules.state import Match

FIRST_FIRE_CM: Final = 2.0


def move_limit(state: Match, figure: str, *, contact: bool = False) -> float:
    """Return how far a figure may move in this phase; `contact`: if it ends its move in contact.

    In the movement phase: Advance and Charge its movement, First Fire 2 cm, Retreat twice its
    movement. In the assault phase only formations on Charge move: their movement, infantry twice
    that to reach contact. With the switch `doubled` a charge goes twice as far in the movement
    phase, and in the assault phase only into contact.

    Rule: EE-MOVE-2, EE-MOVE-3, EE-ASSAULT-3, EE-ORDER-4, EE-ORDER-5, EE-ORDER-6, EE-RETREAT-2
    """
    profile = state.profile(figure)
    order = state.formations[state.figures[figure].formation].orders.order
    doubled = state.switches.charge_move == "doubled"
    if state.play.phase == "assault":
        if order != "charge" or (doubled and not contact):
            return 0.0
        return profile.mv_cm * (1 if profile.vehicle or not contact else 2)
    if order == "first-fire":
        return min(FIRST_FIRE_CM, profile.mv_cm)
    if order == "retreat" or (order == "charge" and doubled):
        return profile.mv_cm * 2
    return profile.mv_cm

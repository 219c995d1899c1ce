"""Difficult ground: roll its tests, and apply what a 1 does."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.damage import apply_attack, die_by_accident, resolve
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state import damage
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement.ground import DangerTested, Ground, GroundTested, moves_as
from q40k.games.w40k3e.damage import wounds_plan
from q40k.games.w40k3e.ground import (
    danger,
    difficult_dice,
    difficult_in,
    moves_over,
    needs_danger_test,
    needs_difficult_test,
)
from q40k.games.w40k3e.traits import has
from q40k.kernel.events import Live, Rule

_DANGERS: dict[str, Literal["dangerous", "landing", "mount"]] = {
    "danger-dangerous": "dangerous",
    "danger-landing": "landing",
    "danger-mount": "mount",
}


def face_hard_ground(live: Live[Match], who: str, ground: Ground, *, three: bool = False) -> Rule[None]:
    """Test a champion that walks through difficult ground: its best die is the most it may move.

    It limits all the walking of the phase, or after a portal what is left after it. The test is
    made once in a movement phase. Mounts and fliers roll for danger instead.

    Rule: MOVE-2, PORTAL-9
    """
    player = live.state.players[who]
    kind = moves_as(live.state, player)
    walks = not moves_over(kind) and not danger(kind).kills
    hard = needs_difficult_test(player.abilities, difficult=ground.difficult)
    if not (hard and walks) or player.movement.tested:
        return
    dice = (6,) * difficult_dice(three=three, traits=player.abilities)
    rolled = yield from roll(live, who, "difficult-ground", "MOVE-2", dice)
    spent, most = player.movement.spent, int(difficult_in(rolled, kind, player.abilities))
    limit = spent + most if player.movement.came_by else max(spent, float(most))
    yield GroundTested(player=who, dice=rolled, most=most, limit=round(limit, 6))


def risk_danger(live: Live[Match], who: str, ground: Ground) -> Rule[None]:
    """Roll a D6 for dangerous ground, for mounts in difficult ground and jump packs landing in it.

    On a 1 dangerous ground costs a wound without armour save; the others crash and are dead.

    Rule: PORTAL-9, SCORE-2
    """
    player = live.state.players[who]
    kind = moves_as(live.state, player)
    hard, lands = ground.difficult, ground.lands_hard
    if lands and has(player.abilities, "dies-in-difficult"):
        yield from die_by_accident(live, who, "crashed")
        return
    if not needs_danger_test(kind, dangerous=ground.dangerous, difficult=hard, ends_in_difficult=lands):
        return
    key = "danger-landing"
    if ground.dangerous:
        key = "danger-dangerous"
    elif danger(kind).kills:
        key = "danger-mount"
    (die,) = yield from roll(live, who, key, "PORTAL-9")
    what = _DANGERS[key]
    yield DangerTested(player=who, what=what, die=die)
    if die > danger(kind).fails_on:
        return
    if what != "dangerous" or danger(kind).kills:
        yield from die_by_accident(live, who, "crashed")
        return
    attack = wounds_plan(1, fighter(live.state, player), "w40k3e 7", no_save=("armour", "cover"))
    outcome = yield from resolve(attack, None, who, "PORTAL-9")
    yield damage.Harmed(cause="dangerous-ground", struck=damage.struck_by(outcome, None, who))
    yield from apply_attack(live, who, attack, outcome, cause="dangerous-ground")

"""Weapons that get hot: the damage they do to the firer."""

from __future__ import annotations

from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.damage.damage import Harmed, apply_attack, lose_wounds
from q40k.games.quake.rules.damage.rolling import resolve, struck_by
from q40k.games.quake.rules.shooting.shot import RULE
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.traits.minds import shrugs_off
from q40k.games.w40k3e.hits import perils_plan
from q40k.games.w40k3e.resolving import Outcome
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def backfire(live: Live[Match], shooter: str, outcome: Outcome) -> Rule[None]:
    """Apply what a weapon that gets hot, or the warp, does to its user: an accident.

    Rule: SCORE-2, SHOOT-4
    """
    yield from lose_wounds(live, shooter, outcome.burns, cause="plasma")
    psyker = live.state.players[shooter]
    if not outcome.perils or not psyker.in_play or (yield from shrugs_off(live, psyker)):
        return
    attack = perils_plan(fighter(live.state, psyker))
    hurt = yield from resolve(attack, None, shooter, RULE)
    yield Harmed(cause="perils", struck=struck_by(hurt, None, shooter, attack))
    yield from apply_attack(live, shooter, attack, hurt, cause="perils")

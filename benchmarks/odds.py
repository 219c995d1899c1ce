"""Exact odds against a plain Monte Carlo of the same shot: a million throws of every die."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from math import sqrt

from q40k.games.quake.packs.library import Library
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.shooting import Aim, shooting_plan

THROWS = 1_000_000
SHOOTER, WEAPON, TARGET = "sm-devastator", "heavy-bolter", "ork-nob"


@dataclass(frozen=True)
class Compared:
    """Seconds for each, the two chances to kill, and the greatest error the throws may have."""

    exact_s: float
    thrown_s: float
    exact: float
    thrown: float
    error: float

    @property
    def agree(self) -> bool:
        """Whether the throws are within four standard errors of the exact chance."""
        return abs(self.exact - self.thrown) <= self.error


def shot(library: Library) -> Attack:
    """The shot that both work out: three shots, to hit, to wound, no save, two wounds."""
    shooter = Fighter.of(library.champions[SHOOTER])
    target = Fighter.of(library.champions[TARGET])
    return shooting_plan(shooter, library.weapons[WEAPON], target, Aim(distance_in=20)).attack


def compared(library: Library, throws: int = THROWS) -> Compared:
    """Work the shot out both ways; the plan is made beforehand for both."""
    attack = shot(library)
    began = time.perf_counter()
    exact = float(attack_odds(attack).dies)
    exact_s = time.perf_counter() - began
    began = time.perf_counter()
    thrown = monte_carlo(attack, throws)
    thrown_s = time.perf_counter() - began
    return Compared(exact_s, thrown_s, exact, thrown, 4 * sqrt(exact * (1 - exact) / throws))


def monte_carlo(attack: Attack, throws: int) -> float:
    """The share of throws that kill: the plainest loop over dice there is."""
    die = random.Random(40_000).random
    shots, wounds = attack.count.fixed, attack.wounds
    save = attack.saves.preferred
    hits_from, wounds_from = (attack.hit.needed - 1) / 6, (attack.wound.needed - 1) / 6
    saves_from = 1.0 if save is None else (save.test.needed - 1) / 6
    killed = 0
    for _ in range(throws):
        left = wounds
        for _ in range(shots):
            if die() >= hits_from and die() >= wounds_from and die() < saves_from:
                left -= 1
        killed += left <= 0
    return killed / throws

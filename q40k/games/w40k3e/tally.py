"""Hold the state of an attack, what it did, and the lines of its workings."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from q40k.games.w40k3e.needs import PASS, SIX, Need, NeedKind, Reading, Total
from q40k.games.w40k3e.plans import Attack, Save, Saves

PLAIN, PIERCED, GRAVE = range(3)
"""The kinds of wound, each with its own saves: ordinary, ignoring armour, killing outright."""


class Tally(NamedTuple):
    """Hold the state of an attack. `stage` names the next stage; `n` is the number of dice it
    rolls.
    """

    stage: NeedKind = "cast"
    n: int = 0
    queue: int = 0
    shots: int = 0
    hits: int = 0
    sharp: int = 0
    fresh: int = 0
    chain: int = 0
    ones: int = 0
    burns: int = 0
    jammed: bool = False
    wounds: tuple[int, int, int] = (0, 0, 0)
    failed: int = 0
    bare: int = 0
    unsaved: int = 0
    pain: int = 0
    lost: int = 0
    slain: bool = False
    risen: bool = False
    ward: int = 0
    broken: bool = False
    perils: int = 0
    glancing: int = 0
    penetrating: int = 0
    done: bool = False


class Step(Struct, frozen=True):
    """Hold one line of the workings: the need, the answer (dice or total) and its reading.

    `reading` is (ones, failed, passed, sixes) or (sum,).
    """

    need: Need
    answer: tuple[int, ...] | Total
    reading: Reading

    @property
    def passed(self) -> int:
        """Return how many dice passed (not for dice that are added up)."""
        return self.reading[PASS] + self.reading[SIX] if len(self.reading) > 1 else 0


class Outcome(Struct, frozen=True):
    """Hold what an attack did.

    `unsaved` counts the wounds that no save stopped, `lost` the wounds the target really loses (at
    most what it had). `dead`: it dies; `slain`: outright. `burns` are wounds of the attacker by its
    own weapon, `perils` attacks of the warp on it. `jammed`: the weapon is out of the match.
    `broken`: the breaking save is lost. `ward` is the number of failed saves it may still ignore.
    `risen`: it stays with its last wound. `stunned`: a survivor may not strike. `glancing`,
    `penetrating` and `destroyed` are for hulls. `told`: the table answered "dead" before the dice
    did.
    """

    shots: int = 0
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    lost: int = 0
    dead: bool = False
    slain: bool = False
    burns: int = 0
    perils: int = 0
    jammed: bool = False
    broken: bool = False
    ward: int = 0
    risen: bool = False
    stunned: bool = False
    glancing: int = 0
    penetrating: int = 0
    destroyed: bool = False
    told: bool = False
    steps: tuple[Step, ...] = ()


def current_save(attack: Attack, tally: Tally) -> Save | None:
    """Return the save that is rolled for the current wounds, if there is one."""
    saves = saves_of(attack, tally.queue)
    return saves.fallback if tally.broken else saves.preferred


def saves_of(attack: Attack, queue: int) -> Saves:
    """Return the saves against one kind of wound."""
    return attack.saves_pierced if queue == PIERCED else attack.saves

"""Losses: who is dead, and which break points are reached."""

from typing import Literal

from q40k.games.epic.packs.profiles import NO_SAVE
from q40k.games.epic.state.match import Match, Switches
from q40k.games.epic.state.registry import Event

Cause = Literal["shot", "fight", "ground", "wreck", "dispersed", "hand"]


class Lost(Event, tag="lost"):
    """Figures are destroyed and taken off the table; `why` is the table's own reason."""

    figures: tuple[str, ...]
    cause: Cause
    why: str = ""

    def fold(self, state: Match) -> Match:
        change: dict[str, object] = {"alive": False, "hits": 0, "aboard": None}
        contacts = tuple(pair for pair in state.contacts if not set(pair) & set(self.figures))
        return state.with_figures(dict.fromkeys(self.figures, change)).replace(contacts=contacts)


class HitTaken(Event, tag="hit-taken"):
    """A vehicle has taken a hit and survives; `left` are the hits it has left."""

    figure: str
    left: int

    def fold(self, state: Match) -> Match:
        return state.with_figures({self.figure: {"hits": self.left}})


class Demoralised(Event, tag="demoralised"):
    """A formation has reached its break point (EE-MORALE-1); a test is due."""

    formation: str
    lost: int
    of: int

    def fold(self, state: Match) -> Match:
        due = not state.formations[self.formation].officers
        return state.with_formation(self.formation, demoralised=True, due=due)


def break_point(figures: int) -> int:
    """Return how many of so many figures a formation loses before it breaks: half, rounded up.

    Rule: EE-MORALE-1
    """
    return (figures + 1) // 2


# -- saves ---------------------------------------------------------------------------------


class SaveRolled(Event, tag="save-rolled"):
    """A figure has tried to save a hit; a `needed` of 7 or more is no save and no die."""

    figure: str
    needed: int
    saved: bool
    die: int | None = None

    def fold(self, state: Match) -> Match:
        return state


def save_needed(switches: Switches, save: int, modifier: int = 0, facing: int = 0, bonus: int = 0) -> int:
    """Return the least die that saves: worse by weapon and facing, better by cover.

    A natural 1 fails. The table may play without that; then a need of 1 or less is a certain save.

    Rule: EE-SAVE-1, EE-SAVE-2, EE-SAVE-3
    """
    needed = save + abs(modifier) + facing - bonus
    least = 2 if switches.natural_one == "fails" else 1
    return min(NO_SAVE, max(least, needed))


def certain_save(needed: int) -> bool | None:
    """Return whether a save surely succeeds or surely fails; None if it takes a die.

    Rule: EE-SAVE-3
    """
    if needed >= NO_SAVE:
        return False
    return True if needed <= 1 else None

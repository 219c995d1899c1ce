"""Saves: the number a figure needs, and its die."""

from __future__ import annotations

from q40k.games.epic.rules.questions import roll_one
from q40k.games.epic.rules.registry import event, fold
from q40k.games.epic.rules.state import Match, Switches
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

NO_SAVE = 7
"""A save of 7 or more is none: no D6 shows it."""


@event
class SaveRolled(Event, tag="save-rolled"):
    """A figure has tried to save a hit; a `needed` of 7 or more is no save and no die."""

    figure: str
    needed: int
    saved: bool
    die: int | None = None


@fold(SaveRolled)
def _save_rolled(state: Match, _event: SaveRolled) -> Match:
    return state


def save_needed(
    switches: Switches, save: int, modifier: int = 0, facing: int = 0, bonus: int = 0
) -> int:
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


def roll_plain_save(live: Live[Match], figure: str, key: str) -> Rule[bool]:
    """Roll a save that no weapon, facing or cover changes.

    Rule: EE-TERRAIN-5, EE-TRANSPORT-5
    """
    state = live.state
    needed = save_needed(state.switches, state.profile(figure).save)
    saved, die = certain_save(needed), None
    if saved is None:
        die = yield from roll_one(
            state.side_of(figure), key, "EE-SAVE-1", figure=figure, needed=needed, needs=(needed,)
        )
        saved = die >= needed
    yield SaveRolled(figure=figure, needed=needed, saved=saved, die=die)
    return saved

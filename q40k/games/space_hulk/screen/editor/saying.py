"""The reasons why an edit is not possible at a place, in words."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.editor.work import NotHere
from q40k.i18n.locale import N_, Locale

_WHY: Final = {
    "no-floor": N_("There is no floor here."),
    "of-pieces": N_(
        "This board is laid of pieces: P lays one, Delete takes one away. Shift+P makes squares of"
        " them, to be painted."
    ),
    "of-rows": N_("This board is painted: pieces go on an empty one."),
    "no-letters": N_("There are no letters left for one more section."),
    "too-large": N_("A level has {most} columns and rows at most."),
    "too-many-levels": N_("There are {most} levels at most."),
    "too-many-pieces": N_("There are {most} pieces at most."),
    "too-many-starts": N_("There are {most} marines at most."),
    "last-level": N_("This is the only level."),
    "no-side": N_("There is no wall beside this square: ways in and out lie at the rim."),
    "nobody": N_("No marine starts here."),
    "no-piece": N_("No piece lies here."),
    "one-level": N_("A ladder joins two levels: go to the other one, then L there."),
}


def edit_problem(locale: Locale, problem: NotHere) -> str:
    """Return why an edit is not possible at a place."""
    return locale.say(_WHY[problem.code], **problem.facts)

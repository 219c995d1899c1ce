"""What is wrong with a board or a mission, in plain words."""

from __future__ import annotations

from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.problems import ProblemTexts

WORDS.problems(
    ProblemTexts(
        sentences={
            "sections-rows": N_("There are {wanted} rows, and {got} rows of sections."),
            "row-length": N_("Row {row} must be {wanted} letters long, and is {got}."),
            "row-letter": N_("A row is made of # . and D, not of “{letter}”."),
            "section-shape": N_("Row {row} of the sections has its walls elsewhere."),
            "section-torn": N_("The section {section} lies in two parts: take another letter."),
            "level-twice": N_("A level stands twice."),
            "off-board": N_("There is no floor on {square}."),
            "no-door-there": N_("There is no door on {square}."),
            "label-twice": N_("The id {id} stands twice."),
            "opens-inside": N_("{id} does not lead outside: there is floor beyond."),
            "goal-lacks": N_("A goal by “{by}” needs: {field}."),
            "no-such-object": N_("There is no object {id} in this mission."),
        },
        kinds={"boards": N_("board"), "missions": N_("mission")},
    )
)

"""What is wrong with a pack of Epic Escarmouches, in plain words."""

from __future__ import annotations

from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.problems import ProblemTexts

WORDS.problems(
    ProblemTexts(
        sentences={
            "capacity-without-transport": N_("Only what has the trait transport carries figures."),
            "infantry-hits": N_("Infantry has one hit, not {hits}."),
            "formation-size": N_("A formation has 1 to {most} figures, not {got}."),
            "formation-twice": N_("The formation {id} stands twice."),
            "edges-alike": N_("Both sides cannot have the edge {edge}."),
            "zone-of-nobody": N_("Nobody has the edge {edge} in this scenario."),
            "one-outline": N_("A piece of terrain has one outline: a polygon or a circle."),
            "few-corners": N_("An outline needs {least} corners or more, not {got}."),
            "off-table": N_("This is not on the table of {width} × {height} cm."),
            "name-twice": N_("The id {id} stands twice."),
            "zone-empty": N_("The zone is empty: left, bottom, right, top are needed."),
        },
        kinds={
            "weapons": N_("weapon"),
            "profiles": N_("profile"),
            "armies": N_("army"),
            "scenarios": N_("scenario"),
        },
    )
)

"""What the program knows of Epic Escarmouches before it is opened."""

from q40k.games.game import Manifest, Verb
from q40k.i18n.locale import N_

_CLI = "q40k.games.epic.cli"

MANIFEST = Manifest(
    id="epic",
    name="Epic Escarmouches",
    record="q40k.games.epic.game:GAME",
    about=N_("Small wars in 6 mm, by the rules of François Bruntz’s Epic Escarmouches."),
    has_match_of_bots=True,
    verbs={
        "Make": {
            "army": Verb(f"{_CLI}.army:army_", N_("List, show, check or make an army; propose a fair pair of forces.")),
            "scenario": Verb(
                f"{_CLI}.scenario:scenario_", N_("List, show or check a scenario, or begin one of your own.")
            ),
        },
        "Pass on": {
            "print": Verb(
                f"{_CLI}.prints:print_",
                N_("Print what an evening needs, as PDF: the rules in short, order sheets, chips, rosters."),
            )
        },
    },
    new=f"{_CLI}.match:new",
)

"""What the program knows of Epic Escarmouches before it is opened."""

from q40k.games.game import Manifest
from q40k.i18n.locale import N_

_CLI = "q40k.games.epic.cli"

MANIFEST = Manifest(
    id="epic",
    name="Epic Escarmouches",
    record="q40k.games.epic.game:GAME",
    about=N_("Small wars in 6 mm, by the rules of François Bruntz’s Epic Escarmouches."),
    verbs={
        "Epic Escarmouches": {
            "army": f"{_CLI}.army:army_",
            "scenario": f"{_CLI}.scenario:scenario_",
            "print": f"{_CLI}.prints:print_",
        }
    },
)

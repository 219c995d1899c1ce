"""What is known of Space Hulk before it is opened."""

from q40k.games.game import Manifest, Verb
from q40k.i18n.locale import N_

_CLI = "q40k.games.space_hulk.cli"

MANIFEST = Manifest(
    has_lesson=True,
    id="space-hulk",
    name="Space Hulk",
    record="q40k.games.space_hulk.game:GAME",
    about=N_("Terminators against Genestealers on board a derelict, by the 4th or 1st edition."),
    credits=(
        N_(
            "played alone it follows DiceRoller Space Hulk Solo, version 0.2, by Alexis Sukrieh,"
            " under the licence CC BY-NC 4.0."
        ),
    ),
    verbs={
        "Make": {
            "mission": Verb(
                f"{_CLI}.mission:mission_",
                N_("List, show, check, draw or weigh a mission of Space Hulk; begin, edit or load one of your own."),
            )
        },
        "Pass on": {
            "print": Verb(
                f"{_CLI}.match:print_",
                N_(
                    "Print what an evening needs, as PDF: the rules in short, a sheet for turns and squad,"
                    " the mission, its board in true size, blips, doors and counters."
                ),
            )
        },
    },
    new=f"{_CLI}.match:new",
    first_line='{"do": "new", "game": "space-hulk", "mission": "airlock-nine"}',
)

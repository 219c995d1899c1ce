"""What is known of Space Hulk before it is opened."""

from q40k.games.game import Manifest
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
    verbs={"Space Hulk": {"mission": f"{_CLI}.mission:mission_", "print": f"{_CLI}.match:print_"}},
    new=f"{_CLI}.match:new",
    first_line='{"do": "new", "game": "space-hulk", "mission": "airlock-nine"}',
)

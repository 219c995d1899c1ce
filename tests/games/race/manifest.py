"""What is known of the dice race before it is opened: its name, and its verb."""

from __future__ import annotations

from typing import Final

from q40k.games.game import Manifest, Verb
from q40k.i18n.locale import N_

NAME: Final = "Dice Race"

MANIFEST: Final = Manifest(
    id="race",
    name=NAME,
    record="tests.games.race.game:GAME",
    about=N_("A race with dice for two to six, each with a secret."),
    verbs={NAME: {"track": Verb("tests.games.race.cli:track", N_("Look at the tracks of the dice race."))}},
    new="tests.games.race.cli:new",
)

"""What is known of Space Hulk before it is opened."""

from __future__ import annotations

from typing import Final

from q40k.games.game import Manifest
from q40k.i18n.locale import N_

MANIFEST: Final = Manifest(
    id="space-hulk",
    name="Space Hulk",
    record="q40k.games.space_hulk.game:GAME",
    about=N_("Terminators against Genestealers on board a derelict, by the 4th or 1st edition."),
    first_line='{"do": "new", "game": "space-hulk", "mission": "airlock-nine"}',
)

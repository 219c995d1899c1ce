"""What is known of Epic Escarmouches before it is opened."""

from __future__ import annotations

from typing import Final

from q40k.games.game import Manifest
from q40k.i18n.locale import N_

MANIFEST: Final = Manifest(
    id="epic",
    name="Epic Escarmouches",
    record="q40k.games.epic.game:GAME",
    about=N_("Small wars in 6 mm, by the rules of François Bruntz’s Epic Escarmouches."),
)

"""The dice race as the house knows it."""

from __future__ import annotations

from q40k.games.game import Game
from q40k.i18n.locale import N_
from q40k.table.commands import RegisteredCommands
from tests.games.race.packs import RacePacks
from tests.games.race.rules.game import RaceRules
from tests.games.race.rules.registry import REGISTRY
from tests.games.race.view import RaceView
from tests.games.race.words.wording import WORDS

GAME = Game(
    id="race",
    name="Dice Race",
    rules=RaceRules(),
    commands=RegisteredCommands(REGISTRY),
    view=RaceView(),
    words=WORDS,
    packs=RacePacks(),
    screen="tests.games.race.screen.record:SCREEN",
    about=N_("A race with dice for two to six, each with a secret."),
)

"""What is said of medals."""

from __future__ import annotations

from q40k.i18n.locale import N_
from q40k.i18n.wording import MedalText
from tests.games.race.rules.state import Race
from tests.games.race.words.wording import WORDS


def _runner(state: Race, runner: str) -> str:
    return state.runners[runner].name


WORDS.medals(
    {"stumbler": MedalText(N_("Two left feet"), N_("{sides}, stumbles: {number}"))}, _runner
)

"""The medals of a race."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.kernel.commentary import Counted, MedalRule, Transition
from tests.games.race.rules.running import Stumbled
from tests.games.race.rules.state import Race


def _stumbled(told: Transition[Race]) -> Iterator[Counted]:
    if isinstance(told.event, Stumbled):
        yield told.event.runner, "", 1


MEDALS: tuple[MedalRule[Race], ...] = (MedalRule(kind="stumbler", counts=_stumbled),)

"""How a match of Epic Escarmouches has ended: who won, and how many of the others were lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.games.game import Count, Entrant
from q40k.i18n.locale import N_, Locale
from q40k.kernel.calls import Step
from q40k.kernel.placing import places


class EpicResults:
    """The two sides, the winner first; several people may share one (EE-WORD-3)."""

    counts = (Count("destroyed", N_("Figures put out")), Count("lost", N_("Figures lost")))

    def entrants(
        self, state: Match, steps: Callable[[], Iterable[Step[Match]]]
    ) -> tuple[Entrant, ...]:
        """Everybody of both sides. A match without a winner is a draw."""
        del steps
        order = places({side: side in state.outcome.winners for side in state.sides})
        lost = dict.fromkeys(state.sides, 0)
        for figure in state.figures.values():
            lost[state.formations[figure.formation].side] += not figure.life.alive
        return tuple(
            Entrant(
                player=name,
                side=side.name,
                place=order[side.id],
                army=side.army,
                counts={
                    "destroyed": sum(number for one, number in lost.items() if one != side.id),
                    "lost": lost[side.id],
                },
            )
            for side in state.sides.values()
            for name in side.people or (side.name,)
        )

    def army(self, locale: Locale, army: str) -> str:
        """An army as the table has called it."""
        del locale
        return army


RESULTS: Final = EpicResults()

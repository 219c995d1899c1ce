"""How a match of Epic Escarmouches has ended: who won, and how many figures each side lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.i18n.locale import N_, Locale
from q40k.kernel.calls import Step
from q40k.kernel.placing import places
from q40k.table.outcomes import Count, Entrant


class EpicResults:
    """The two sides, the winner first; several people may share one (EE-WORD-3)."""

    counts = (Count("destroyed", N_("Figures put out")), Count("lost", N_("Figures lost")))

    def entrants(
        self, state: Match, steps: Callable[[], Iterable[Step[Match]]]
    ) -> tuple[Entrant, ...]:
        """Return every person of both sides. A match without a winner is a draw."""
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
                    "destroyed": sum(
                        number for side_id, number in lost.items() if side_id != side.id
                    ),
                    "lost": lost[side.id],
                },
            )
            for side in state.sides.values()
            for name in side.people or (side.name,)
        )

    def army(self, locale: Locale, army: str) -> str:
        """Return an army by the table's own name for it."""
        del locale
        return army


RESULTS: Final = EpicResults()

"""How a match of Space Hulk has ended: who won, and what was killed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from q40k.games.game import Count, Entrant
from q40k.games.space_hulk.rules.state import SIDES, Match
from q40k.games.space_hulk.table.view import NAMES, HulkView
from q40k.games.space_hulk.words.names import SIDES as SIDE_NAMES
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.calls import Step
from q40k.kernel.placing import NOBODY, places


class HulkResults:
    """The two sides, the winner first.

    A side that bears no name of a player is nobody's, and so is the one that plays by itself.
    """

    counts = (Count("kills", N_("Genestealers killed")), Count("marines", N_("Marines killed")))

    def entrants(
        self, state: Match, steps: Callable[[], Iterable[Step[Match]]]
    ) -> tuple[Entrant, ...]:
        """Both sides. A match without a winner is a draw."""
        del steps
        order = places({side: side in state.outcome.winners for side in SIDES})
        alone = ("stealer",) if state.options.solo else ()
        fallen = [one for one in state.marines.values() if not (one.life.alive or one.life.left_by)]
        seats = HulkView().seats(state)
        alike = len({seat.name for seat in seats}) < len(seats)  # one person plays both sides
        made = {"marine": {"kills": state.tally.kills}, "stealer": {"marines": len(fallen)}}
        return tuple(
            Entrant(
                player=NOBODY if seat.name in NAMES or seat.id in alone else seat.name,
                side=seat.id if alike else seat.name,
                place=order[seat.id],
                army=seat.id,
                counts=made[seat.id],
            )
            for seat in seats
        )

    def army(self, locale: Locale, army: str) -> str:
        """A side of the hulk."""
        return locale.of(WORDS.locales).gettext(SIDE_NAMES[army]) if army in SIDE_NAMES else army


RESULTS: Final = HulkResults()

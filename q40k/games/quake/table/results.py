"""How a match of Quake 40K has ended: the order of finish, and what is counted of everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

from q40k.games.game import Count, Entrant
from q40k.games.quake.rules.commentary.figures import Tally, count
from q40k.games.quake.rules.objectives.objective import progress
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.champion import army_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.calls import Step
from q40k.kernel.placing import places


class QuakeResults:
    """The winners come first, then who is at the table, by how near to winning; then who left."""

    counts = (
        Count("kills", N_("Kills")),
        Count("deaths", N_("Deaths")),
        Count("accidents", N_("Accidents")),
        Count("telefrags", N_("Telefrags given")),
        Count("telefragged", N_("Telefragged")),
        Count("streak", N_("Longest streak"), keeps="most"),
        Count("inches", N_("Inches")),
        Count("jumps", N_("Jumps")),
        Count("tokens", N_("Tokens")),
    )

    def entrants(
        self, state: Match, steps: Callable[[], Iterable[Step[Match]]]
    ) -> tuple[Entrant, ...]:
        """Everybody who is at the table at the end, or ever stood on it."""
        tallies = count(steps()).players
        played = [one for one in state.players.values() if one.present or one.id in tallies]
        sides = dict.fromkeys(state.side_of(one.id) for one in played)
        order = places({side: _made(state, side) for side in sides})
        return tuple(
            Entrant(
                player=one.name,
                side=state.side_name(state.side_of(one.id)),
                place=order[state.side_of(one.id)],
                points=one.score.points,
                figure=one.champion.id,
                figure_name=one.champion.name,
                army=one.champion.army,
                counts=_counts(tallies.get(one.id, Tally())),
            )
            for one in played
        )

    def army(self, locale: Locale, army: str) -> str:
        """The army of a champion."""
        return army_name(locale.of(WORDS.locales), army)


def _made(state: Match, side: str) -> tuple[bool, bool, Fraction, Fraction]:
    """What a side has made of the match; the score tells apart who is as far, or counts nothing."""
    there = any(state.players[one].present for one in state.members(side))
    far = progress(state, side)
    part = far.part if far is not None else Fraction(0)
    return side in state.outcome.winner, there, part, state.times_of(side)


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "kills": tally.kills,
        "deaths": tally.deaths,
        "accidents": tally.accidents,
        "telefrags": tally.telefrags,
        "telefragged": tally.telefragged,
        "streak": tally.longest,
        "inches": round(tally.inches),
        "jumps": tally.jumps,
        "tokens": len(tally.tokens),
    }


RESULTS: Final = QuakeResults()

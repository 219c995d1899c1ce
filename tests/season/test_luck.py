"""Luck-adjusted results: only of matches that were studied, and only where it is certain."""

from __future__ import annotations

import pytest

from q40k.season.matches import Match
from q40k.season.statistics import LuckBalance, luck_balances
from q40k.study.figures import Estimate
from q40k.study.summaries import SeatSummary
from q40k.table.outcomes import Entrant


def match(number: int, winner: str, **luck: float) -> Match:
    """A match of Ann and Bob, which a study has seen if `luck` says what dice brought them."""
    entrants = tuple(Entrant(name, name, 1 if name == winner else 2) for name in ("Ann", "Bob"))
    studied = {
        name: SeatSummary(Estimate(mean, mean - 0.1, mean + 0.1), Estimate(0.2), 4) for name, mean in luck.items()
    }
    return Match(number, str(number), "", "quake", None, "", "", 3, entrants, (), studied)


def test_victories_less_what_dice_brought_of_studied_matches_alone() -> None:
    matches = [match(1, "Ann", Ann=0.5, Bob=-0.5), match(2, "Ann", Ann=0.3, Bob=-0.3), match(3, "Ann")]
    ann, bob = sorted(luck_balances(matches), key=lambda balance: balance.player)
    assert (ann.matches, ann.won, round(ann.luck, 6), round(ann.adjusted, 6)) == (2, 2, 0.8, 1.2)
    assert (bob.matches, bob.won, round(bob.adjusted, 6)) == (2, 0, 0.8)
    assert round(ann.spread, 6) == round(0.02**0.5, 6)
    assert (ann.verdict, bob.verdict) == ("worse", "better")
    assert (ann.errors, ann.decisions) == (0.4, 8)


@pytest.mark.parametrize(
    ("luck", "spread", "verdict"), [(-0.2, 0.1, "better"), (-0.2, 0.3, "close"), (0.2, 0.1, "worse")]
)
def test_who_plays_better_than_he_scores(luck: float, spread: float, verdict: str) -> None:
    assert LuckBalance("Ann", 1, 1.0, luck, spread).verdict == verdict

"""Strengths: openskill’s Bradley-Terry over full orders of finish, pinned, and worked out again."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

import pytest
from msgspec.structs import replace

from q40k.season.matches import Match
from q40k.season.season import Filter, build_season
from q40k.season.statistics import LEAST_MATCHES, army_wins, figure_wins, ratings
from tests.season.evenings import ended_match, standing_decisions

CLUB = (
    "Ann > Bob > Cid > Dan",
    "Bob > Ann = Cid",
    "Ann+Dan > Bob+Cid",
    "Cid > Dan > Ann > Bob",
    "Dan = Ann",
    "Ann > Cid",
)
GOLDEN = {
    "Ann": (28.685904, 6.149482),
    "Bob": (22.262744, 6.440207),
    "Cid": (25.690279, 6.292822),
    "Dan": (24.050929, 6.557492),
}
"""What openskill makes of them; worked out again below from the formulas of Weng and Lin."""


def matches(*orders: str) -> Sequence[Match]:
    return build_season([ended_match(order) for order in orders], standing_decisions()).matches


def by_hand(*orders: str) -> dict[str, tuple[float, float]]:
    """Weng and Lin (2011), algorithm 1: each pair of sides by itself, all from before the match."""
    beta, tau, kappa = 25 / 6, 25 / 300, 0.0001
    held: dict[str, tuple[float, float]] = {}
    for order in orders:
        teams = [
            (place, side.split("+")) for place, tied in enumerate(order.split(" > ")) for side in tied.split(" = ")
        ]
        skill = {name: held.get(name, (25.0, 25 / 3)) for _place, team in teams for name in team}
        skill = {name: (mu, sqrt(s * s + tau * tau)) for name, (mu, s) in skill.items()}
        for place, team in teams:
            mu = sum(skill[name][0] for name in team)
            square = sum(skill[name][1] ** 2 for name in team)
            omega = delta = 0.0
            for other, rest in teams:
                if rest is team:
                    continue
                mu_q = sum(skill[name][0] for name in rest)
                c = sqrt(square + sum(skill[name][1] ** 2 for name in rest) + 2 * beta * beta)
                p = 1 / (1 + exp((mu_q - mu) / c))
                s = 1.0 if place < other else 0.5 if place == other else 0.0
                omega += square / c * (s - p)
                delta += sqrt(square) / c * square / c / c * p * (1 - p)
            for name in team:
                own_mu, own = skill[name]
                part = own * own / square
                held[name] = (own_mu + part * omega, own * sqrt(max(1 - part * delta, kappa)))
    return held


def test_the_strengths_of_a_club_are_pinned() -> None:
    results = {rating.player: (round(rating.mu, 6), round(rating.sigma, 6)) for rating in ratings(matches(*CLUB))}
    assert results == GOLDEN


def test_they_are_those_of_the_formulas() -> None:
    again = by_hand(*CLUB)
    for rating in ratings(matches(*CLUB)):
        assert (rating.mu, rating.sigma) == pytest.approx(again[rating.player], rel=1e-9)


def test_the_full_order_counts_and_not_who_won_alone() -> None:
    results = {rating.player: rating.mu for rating in ratings(matches("Ann > Bob > Cid > Dan"))}
    assert results["Ann"] > results["Bob"] > results["Cid"] > results["Dan"]
    assert results["Ann"] - 25 == pytest.approx(25 - results["Dan"])
    assert results["Bob"] > 25 > results["Cid"]


def test_who_ties_gains_and_loses_the_same() -> None:
    results = {rating.player: rating.mu for rating in ratings(matches("Ann > Bob = Cid > Dan"))}
    assert results["Bob"] == results["Cid"] == pytest.approx(25)


def test_losing_much_never_makes_strong() -> None:
    results = {rating.player: rating.mu for rating in ratings(matches(*["Ann > Bob > Cid"] * 30))}
    assert results["Cid"] < 20 < results["Bob"] < results["Ann"]


def test_the_course_holds_every_match_and_few_matches_say_little() -> None:
    many = [f"Ann > {name}" for name in ("Bob", "Cid", "Bob", "Cid", "Bob")]
    results = {rating.player: rating for rating in ratings(matches(*many))}
    assert [step.match for step in results["Ann"].course] == [0, 1, 2, 3, 4]
    assert [step.match for step in results["Cid"].course] == [1, 3]
    assert len(results["Ann"].course) == LEAST_MATCHES
    assert (results["Ann"].tells, results["Bob"].tells) == (True, False)


def test_sides_that_nobody_is_named_for_are_passed_over() -> None:
    match = ended_match("Ann > Bob")
    people = tuple(
        replace(entrant, player="" if entrant.player == "Bob" else entrant.player) for entrant in match.ended.entrants
    )
    solo = replace(match, ended=replace(match.ended, entrants=people))
    assert ratings(build_season([solo], standing_decisions()).matches) == []


def test_a_seat_that_a_bot_played_is_nobodys_unless_bots_count() -> None:
    match = ended_match("Ann > Bob > Ranger")
    match = replace(match, ended=replace(match.ended, bots=("Ranger",)))
    alone = build_season([match], standing_decisions()).matches
    assert [rating.player for rating in ratings(alone)] == ["Ann", "Bob"]
    assert {row.id for row in figure_wins(alone)} == {"figure-of-Ann", "figure-of-Bob"}
    assert sum(row.played for row in army_wins(alone)) == 2
    counted = build_season([match], standing_decisions(), Filter(bots=True)).matches
    assert sum(row.played for row in army_wins(counted)) == 3
    assert [rating.player for rating in ratings(counted)] == ["Ann", "Bob", "Ranger"]

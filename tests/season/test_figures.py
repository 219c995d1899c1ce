"""What a season counts, worked out again by plain loops: meetings, shares, intervals, records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

import pytest

from q40k.season.matches import Match
from q40k.season.season import build_season
from q40k.season.statistics import army_wins, evenings, figure_wins, meetings, records, wilson
from q40k.table.outcomes import Count
from tests.season.evenings import ended_match, standing_decisions

COUNTS = (Count("kills", "Kills"), Count("streak", "Streak", keeps="most"))


@pytest.fixture(scope="module")
def matches() -> Sequence[Match]:
    """Sixty matches by lots: ties, teams, some of an evening."""
    lots = Random(19)
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
    results = []
    for number in range(60):
        players = lots.sample(names, lots.randint(2, 6))
        sides = players
        if len(players) == 4 and lots.random() < 0.5:
            sides = [f"{players[0]}+{players[1]}", f"{players[2]}+{players[3]}"]
        order = sides[0]
        for side in sides[1:]:
            order += (" = " if lots.random() < 0.2 else " > ") + side
        results.append(
            ended_match(
                order, day=1 + number // 3, hour=18 + number % 3, kills=lots.randint(0, 9), streak=lots.randint(0, 9)
            )
        )
    return build_season(results, standing_decisions()).matches


def test_who_beats_whom_by_counting_pairs(matches: tuple[Match, ...]) -> None:
    before: Counter[tuple[str, str]] = Counter()
    even: Counter[tuple[str, str]] = Counter()
    for match in matches:
        for entrant in match.entrants:
            for other in match.entrants:
                if entrant.side != other.side:
                    before[entrant.player, other.player] += entrant.place < other.place
                    even[entrant.player, other.player] += entrant.place == other.place
    result = meetings(matches)
    for (one_name, other_name), meeting in result.items():
        assert meeting.before == before[one_name, other_name]
        assert meeting.behind == before[other_name, one_name]
        assert meeting.even == even[one_name, other_name] == even[other_name, one_name]
    assert {pair for pair in before if before[pair] or even[pair]} <= set(result)


def test_shares_of_figures_and_armies_by_counting(matches: tuple[Match, ...]) -> None:
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    luck: dict[str, float] = defaultdict(float)
    for match in matches:
        drawn = {entrant.place for entrant in match.entrants} == {1}
        for entrant in match.entrants:  # everybody fields what is named after them
            played[entrant.figure] += 1
            won[entrant.figure] += entrant.place == 1 and not drawn
            winners = {each.side for each in match.entrants if each.place == 1 and not drawn}
            luck[entrant.figure] += len(winners) / len({each.side for each in match.entrants})
    for table in (figure_wins(matches), army_wins(matches)):
        assert [row.played for row in table] == sorted(played.values(), reverse=True)
    for fielded in figure_wins(matches):
        assert (fielded.played, fielded.wins) == (played[fielded.id], won[fielded.id])
        assert fielded.expected == pytest.approx(luck[fielded.id] / played[fielded.id])


@pytest.mark.parametrize(
    ("wins", "played", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 4, 0.0456, 0.6994),
        (30, 100, 0.2189, 0.3958),
    ],
)
def test_wilsons_interval_is_that_of_the_tables(wins: int, played: int, low: float, high: float) -> None:
    assert wilson(wins, played) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_solves_what_it_is_the_solution_of() -> None:
    for played in range(1, 30):
        for wins in range(played + 1):
            for end in wilson(wins, played):  # |share - p| = z * sqrt(p (1 - p) / n)
                share = wins / played
                gap = (share - end) ** 2 * played
                assert gap == pytest.approx(1.959963984540054**2 * end * (1 - end), abs=1e-9)


def test_few_matches_say_little_and_many_say_more_or_less() -> None:
    few = build_season([ended_match("Ann > Bob")] * 4, standing_decisions()).matches
    many = build_season([ended_match("Ann > Bob") for _ in range(20)], standing_decisions()).matches
    assert [win.verdict for win in figure_wins(few)] == ["few", "few"]
    assert {win.id: win.verdict for win in figure_wins(many)} == {"figure-of-Ann": "more", "figure-of-Bob": "less"}


def test_matches_that_nobody_won_make_nothing_of_an_army() -> None:
    orders = ["Ann > Bob", "Bob > Ann", *["Ann = Bob"] * 18]
    drawn = build_season([ended_match(order) for order in orders], standing_decisions()).matches
    for row in army_wins(drawn):
        assert (row.wins, row.played) == (1, 20)
        assert row.expected == pytest.approx(1 / 20)
        assert row.verdict == "as-expected"
    ahead = ["Ann > Bob"] * 10 + ["Ann = Bob"] * 10
    told_apart = build_season([ended_match(order) for order in ahead], standing_decisions()).matches
    assert [win.verdict for win in army_wins(told_apart)] == ["more", "less"]


def test_records_by_looking_at_everything(matches: tuple[Match, ...]) -> None:
    results = {(record.kind, record.count): record for record in records(matches, COUNTS)}
    most = max(entrant.counts.get("kills", 0) for match in matches for entrant in match.entrants)
    assert results["match", "kills"].most == most
    assert set(results["match", "kills"].players) == {
        entrant.player for match in matches for entrant in match.entrants if entrant.counts.get("kills", 0) == most
    }
    assert ("evening", "streak") not in results
    nights: dict[str, Counter[str]] = defaultdict(Counter)
    played: dict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        for entrant in match.entrants:
            nights[match.began[:10]][entrant.player] += entrant.counts.get("kills", 0)
            played[match.began[:10]][entrant.player] += 1
    assert results["evening", "kills"].most == max(max(night.values()) for night in nights.values())
    assert results["evening-matches", ""].most == max(max(night.values()) for night in played.values())
    runs = []
    for player in {entrant.player for match in matches for entrant in match.entrants}:
        mine = [match.is_won_by(entrant) for match in matches for entrant in match.entrants if entrant.player == player]
        told_by = "".join("w" if won else "l" for won in mine)
        runs.append(max(len(run) for run in told_by.split("l")))
    assert results["wins", ""].most == max(runs)
    assert results["table", ""].most == max(len(match.entrants) for match in matches)


def test_an_evening_goes_on_past_midnight_and_ends_by_the_next(matches: tuple[Match, ...]) -> None:
    late = build_season(
        [
            ended_match("Ann > Bob", day=1, hour=22),
            ended_match("Ann > Bob", day=2, hour=1),
            ended_match("Ann > Bob", day=2, hour=20),
        ],
        standing_decisions(),
    ).matches
    assert [len([*night]) for night in evenings(late)] == [2, 1]
    assert sum(len([*night]) for night in evenings(matches)) == len(matches)

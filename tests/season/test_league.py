"""Leagues and knock-outs: drawn, decided by matches or by what people say, and gone on with."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.i18n.locale import Locale
from q40k.season.decisions import Decided, Decision, Drawn, Kind, LeftOut, Same, Withdrawn
from q40k.season.facts import LeagueState
from q40k.season.league import LeagueError, LeagueStanding, standing
from q40k.season.league_wording import what_next
from q40k.season.results import Finished
from q40k.season.rounds import begin, draw, join
from q40k.season.season import Season, build_season
from tests.season.evenings import ended_match, standing_decisions

FOUR = ("Ann", "Bob", "Cid", "Dan")


def at(decisions: Iterable[Decision], finished: Iterable[Finished] = ()) -> LeagueStanding:
    return standing(state_of(of(decisions, finished)))


def state_of(season: Season) -> LeagueState:
    (state,) = season.club.leagues.values()
    return state


def of(decisions: Iterable[Decision], finished: Iterable[Finished] = ()) -> Season:
    return build_season(list(finished), standing_decisions(*decisions))


def pending_of(season: Season) -> list[Decision]:
    """The facts that follow automatically, as a verb writes them before its own."""
    return [line.decision for line in season.pending if line.decision is not None]


def table_of(standing: LeagueStanding) -> list[tuple[int, str, Fraction]]:
    return [(row.place, row.player, row.points) for rows in standing.groups for row in rows]


def played_out(kind: Kind, players: int, table: int, seed: int, rounds: int = 0, group: int = 0) -> LeagueStanding:
    """A league to its end: results are typed, by lots that favour nobody."""
    lots = Random(seed)
    names = [f"p{number}" for number in range(players)]
    decisions: list[Decision] = [begin("L", kind, names, table=table, rounds=rounds, group=group, seed=str(seed))]
    while True:
        result = at(decisions)
        for open_table in result.open:
            order = list(open_table.players)
            lots.shuffle(order)
            ties = tuple((name,) for name in order)
            decisions.append(Decided("L", open_table.round, open_table.table, order=ties))
        season = of(decisions)
        if state_of(season).is_over:
            with pytest.raises(LeagueError, match="over"):
                draw(state_of(season), season.evidence)
            return at(decisions)
        decisions.append(draw(state_of(season), season.evidence))


# ---- results


def test_a_match_of_just_its_players_decides_a_table() -> None:
    league = begin("Winter", "robin", FOUR, table=4, seed="1")
    assert [sorted(table.players) for table in at([league]).open] == [sorted(FOUR)]
    three, five = ended_match("Ann > Bob > Cid"), ended_match("Ann > Bob > Cid > Dan > Eve")
    assert len(at([league], [three, five]).open) == 1
    right = ended_match("Cid > Ann = Bob > Dan")
    result = at([league], [three, five, right])
    assert result.rounds[0][0].order == (
        ("Cid",),
        tuple(player for player in result.rounds[0][0].players if player in ("Ann", "Bob")),
        ("Dan",),
    )
    assert result.rounds[0][0].match == right.identity
    assert (result.is_over, result.winners) == (True, ("Cid",))
    tied = Fraction(3, 2)
    assert table_of(result) == [(1, "Cid", 3), (2, "Ann", tied), (2, "Bob", tied), (4, "Dan", 0)]


def test_one_match_decides_one_table_and_the_next_the_next() -> None:
    league = begin("Winter", "robin", FOUR, table=4, rounds=3, seed="1")
    first, second = ended_match("Ann > Bob > Cid > Dan"), ended_match("Bob > Ann > Cid > Dan")
    result = at([league], [first, second])
    assert [table.match for tables in result.rounds for table in tables] == [first.identity, second.identity, ""]
    assert (len(result.open), result.is_over, result.winners) == (1, False, ())


def test_matches_of_before_the_draw_of_another_game_or_left_out_decide_nothing() -> None:
    league = begin("Winter", "robin", ("Ann", "Bob"), table=2, seed="1", game="quake")
    early, other = ended_match("Ann > Bob", hour=11), ended_match("Ann > Bob", game="epic")
    out = ended_match("Ann > Bob")
    assert len(at([league, LeftOut(out.identity, "a trial")], [early, other, out]).open) == 1
    assert at([league], [early, other, out]).is_over


def test_a_match_of_before_a_round_was_drawn_decides_no_table_of_that_round() -> None:
    league = begin("Cup", "knockout", FOUR, table=2, seed="1")
    first = [ended_match("Ann > Dan"), ended_match("Cid > Bob")]
    friendly = ended_match("Ann > Cid")
    lines = standing_decisions(league, Drawn("Cup", (("Ann", "Cid"),)))
    lines.lines[1] = replace(lines.lines[1], at="2026-03-08T12:00:00+00:00")
    season = build_season([*first, friendly], lines)
    assert len(standing(state_of(season)).open) == 1
    final = ended_match("Cid > Ann", day=9)
    season = build_season([*first, friendly, final], lines)
    assert standing(state_of(season)).winners == ("Cid",)


def test_an_amended_match_mends_the_league() -> None:
    league = begin("Winter", "robin", ("Ann", "Bob"), table=2, seed="1")
    was = ended_match("Ann > Bob")
    now = ended_match("Bob > Ann")
    again = type(was)(was.identity, was.number, was.name, now.ended)
    assert at([league], [was]).winners == ("Ann",)
    assert at([league], [again]).winners == ("Bob",)


def test_a_merged_name_plays_on_in_the_league() -> None:
    league = begin("Winter", "robin", ("Tom", "Ann"), table=2, seed="1")
    assert at([league, Same("Tom", "Thomas")], [ended_match("Thomas > Ann")]).winners == ("Tom",)


def test_people_may_say_an_order_or_a_match_with_a_stand_in() -> None:
    league = begin("Winter", "robin", FOUR, table=4, seed="1")
    typed = Decided("winter", 1, 1, order=(("Dan",), ("Ann", "Bob")))
    result = at([league, typed])
    tied = Fraction(3, 2)
    assert table_of(result) == [(1, "Dan", 3), (2, "Ann", tied), (2, "Bob", tied), (4, "Cid", 0)]
    stand_in = ended_match("Bob > Zoe > Ann > Dan")
    result = at([league, typed, Decided("Winter", 1, 1, match=stand_in.identity)], [stand_in])
    assert [row[1] for row in table_of(result)] == ["Bob", "Ann", "Dan", "Cid"]
    removed = at([league, Decided("Winter", 1, 1, match="0" * 16)])
    assert len(removed.open) == 1  # the match that was said is not here


def test_who_leaves_has_lost_what_is_left_and_nothing_that_was_played() -> None:
    league = begin("Winter", "robin", ("Ann", "Bob", "Cid"), table=2, seed="1")
    won = ended_match("Cid > Ann")
    result = at([league, Withdrawn("Winter", "Cid")], [won])
    rows = {row.player: row for row in result.groups[0]}
    assert (rows["Cid"].has_left, rows["Cid"].wins, int(rows["Cid"].points)) == (True, 1, 1)
    assert rows["Cid"].place == 3
    (walkover,) = [table for tables in result.rounds for table in tables if table.is_unopposed]
    assert walkover.order == (("Bob",), ("Cid",))
    assert (int(rows["Bob"].points), rows["Bob"].played) == (1, 0)


def test_at_a_smaller_table_the_first_gets_as_much() -> None:
    names = [f"p{number}" for number in range(7)]
    league = begin("Winter", "robin", names, table=4, rounds=1, seed="1")
    decisions: list[Decision] = [league]
    for number, seats in enumerate(league.rounds[0], 1):
        decisions.append(Decided("Winter", 1, number, order=tuple((seat,) for seat in seats)))
    points = sorted(row.points for row in at(decisions).groups[0])
    assert points == [0, 0, 1, Fraction(3, 2), 2, 3, 3]


# ---- who comes late


def join_league(decisions: list[Decision], player: str) -> list[Decision]:
    season = of(decisions)
    return [*decisions, *pending_of(season), join(state_of(season), season.evidence, player)]


def seats_of(standing: LeagueStanding) -> list[list[tuple[str, ...]]]:
    return [[table.players for table in tables] for tables in standing.rounds]


@given(st.integers(2, 9), st.integers(0, 4), st.integers(0, 1000))
@settings(max_examples=15)
def test_who_joins_duels_late_meets_everybody_once_and_what_was_begun_stays(
    players: int, played: int, seed: int
) -> None:
    names = [f"p{number}" for number in range(players)]
    league = begin("L", "robin", names, table=2, seed=str(seed))
    decisions: list[Decision] = [league]
    for number, tables in enumerate(league.rounds[: min(played, len(league.rounds) - 1)], 1):
        decisions.append(Decided("L", number, 1, order=((tables[0][0],), (tables[0][1],))))
    before, result = at(decisions), at(join_league(decisions, "Zoe"))
    started = len(decisions) - 1
    assert seats_of(result)[:started] == seats_of(before)[:started]
    met = [frozenset(table.players) for tables in result.rounds for table in tables]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations([*names, "Zoe"], 2)))
    for one_round in seats_of(result):
        sitting = [name for seats in one_round for name in seats]
        assert len(sitting) == len(set(sitting))
    firsts = [table.players[0] for tables in result.rounds for table in tables if "Zoe" in table.players]
    assert abs(2 * firsts.count("Zoe") - players) <= 1


def test_rounds_at_larger_tables_that_are_not_begun_are_drawn_anew_with_who_joins() -> None:
    names = [f"p{number}" for number in range(8)]
    league = begin("L", "robin", names, table=4, rounds=4, seed="1")
    first = Decided("L", 1, 1, order=tuple((player,) for player in league.rounds[0][0]))
    decisions: list[Decision] = [league, first, Withdrawn("L", "p7")]
    result = at(join_league(decisions, "Zoe"))
    assert seats_of(result)[0] == list(league.rounds[0])
    for tables in seats_of(result)[1:]:
        assert sorted(name for table in tables for name in table) == sorted([*names[:7], "Zoe"])
    assert result.rounds[0][0].by == "word"
    last = [*decisions, *(Decided("L", number, 1, order=(("p0",),)) for number in (2, 3, 4))]
    season = of(last)
    with pytest.raises(LeagueError, match="begun"):
        join(state_of(season), season.evidence, "Zoe")


def test_in_groups_who_joins_comes_to_the_smallest_and_the_others_stay() -> None:
    names = [f"p{number}" for number in range(7)]
    for table in (2, 4):
        league = begin("L", "groups", names, table=table, rounds=0, group=4, seed="1")
        small, large = sorted(league.groups, key=len)
        result = at(join_league([league], "Zoe"))
        assert {row.player for rows in result.groups if "Zoe" in {row.player for row in rows} for row in rows} == {
            *small,
            "Zoe",
        }
        was = [seats for tables in league.rounds for seats in tables if {*seats} <= {*large}]
        now = [seats for tables in seats_of(result) for seats in tables if {*seats} <= {*large}]
        assert now == was


def test_in_a_swiss_league_who_joins_plays_from_the_next_round_and_missed_points_are_gone() -> None:
    league = begin("L", "swiss", FOUR, table=2, rounds=3, seed="1")
    decisions: list[Decision] = [league]
    decisions += [
        Decided("L", 1, number, order=((table[0],), (table[1],))) for number, table in enumerate(league.rounds[0], 1)
    ]
    decisions = join_league(decisions, "Zoe")
    assert {row.player: int(row.points) for row in at(decisions).groups[0]}["Zoe"] == 0
    season = of(decisions)
    following = draw(state_of(season), season.evidence)
    assert "Zoe" in {name for seats in following.round for name in seats}


def test_a_knock_out_takes_who_joins_in_its_first_round_alone() -> None:
    league = begin("L", "knockout", ("Ann", "Bob", "Cid"), table=2, seed="1")
    result = at(join_league([league], "Zoe"))
    assert seats_of(result) == [[("Ann", "Zoe"), ("Bob", "Cid")]]
    season = of([league, Decided("L", 1, 2, order=(("Bob",), ("Cid",))), Drawn("L", (("Ann", "Bob"),))])
    with pytest.raises(LeagueError, match="begun"):
        join(state_of(season), season.evidence, "Zoe")
    full = of([begin("L", "knockout", FOUR, table=2, seed="1")])
    with pytest.raises(LeagueError, match="begun"):
        join(state_of(full), full.evidence, "Zoe")


def test_who_has_left_may_come_back_to_the_tables_of_later_rounds() -> None:
    league = begin("L", "robin", FOUR, table=2, seed="1")
    decisions: list[Decision] = [league, Withdrawn("L", "Cid")]
    away = at(decisions)
    assert [table.round for tables in away.rounds for table in tables if table.is_unopposed] == [1]
    back = at(join_league(decisions, "Cid"))
    assert [table.round for table in back.open if "Cid" in table.players] == [2, 3]
    assert back.rounds[0] == away.rounds[0], "what was decided stays"


# ---- every kind to its end


@given(st.integers(2, 12), st.integers(2, 5), st.integers(0, 1000))
@settings(max_examples=15)
def test_a_league_of_all_against_all_ends_with_everybody_ranked(players: int, table: int, seed: int) -> None:
    result = played_out("robin", players, min(table, players), seed)
    assert result.is_over
    assert result.winners
    total = sum(row.points for row in result.groups[0])
    tables = sum(len(tables) for tables in result.rounds)
    each = [
        Fraction(min(table, players) - 1) * len(seated.players) / 2
        for one_round in result.rounds
        for seated in one_round
    ]
    assert total == sum(each)
    assert len(each) == tables


@given(st.integers(2, 13), st.sampled_from([2, 4]), st.integers(0, 1000))
@settings(max_examples=15)
def test_a_swiss_league_ends_after_its_rounds(players: int, table: int, seed: int) -> None:
    result = played_out("swiss", players, table, seed, rounds=3)
    assert (len(result.rounds), result.is_over) == (3, True)
    if table == 2:  # a round brings a point to one of each pair, and to who sits out
        assert sum(row.points for row in result.groups[0]) == 3 * (players // 2 + players % 2)


@given(st.integers(2, 30), st.sampled_from([2, 3, 4, 6]), st.integers(0, 1000))
@settings(max_examples=20)
def test_a_knock_out_ends_with_one_winner_who_lost_no_table(players: int, table: int, seed: int) -> None:
    result = played_out("knockout", players, table, seed)
    assert result.is_over
    (winner,) = result.winners
    final = result.rounds[-1][0]
    assert final.order is not None
    assert final.order[0] == (winner,)
    for before, after in zip(result.rounds, result.rounds[1:], strict=False):
        was = {name for group in before for name in group.players}
        on = [name for group in after for name in group.players]
        assert len(on) == len(set(on)) < len(was)
        assert set(on) <= was
        assert len(after) < len(before)


@given(st.integers(4, 20), st.sampled_from([2, 4]), st.integers(0, 1000))
@settings(max_examples=15)
def test_in_groups_everybody_plays_within_the_group_alone(players: int, table: int, seed: int) -> None:
    result = played_out("groups", players, table, seed, group=4)
    groups = [{row.player for row in rows} for rows in result.groups]
    assert sorted(name for group in groups for name in group) == sorted(f"p{n}" for n in range(players))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    for tables in result.rounds:
        for pairing in tables:
            assert any(set(pairing.players) <= group for group in groups)
    if table == 2:
        assert sum(len(tables) for tables in result.rounds) == sum(
            len(group) * (len(group) - 1) // 2 for group in groups
        )


def test_in_a_knock_out_the_last_table_tells_apart_who_came_as_far() -> None:
    names = [f"p{number}" for number in range(8)]
    league = begin("Cup", "knockout", names, table=4, seed="1")
    first, second = league.rounds[0]
    decisions: list[Decision] = [
        league,
        Decided("Cup", 1, 1, order=((first[0],), (first[1],), (first[2],), (first[3],))),
        Decided("Cup", 1, 2, order=((second[0],), (second[1],), (second[2],), (second[3],))),
    ]
    season = of(decisions)
    decisions.append(draw(state_of(season), season.evidence))
    final = ((first[1],), (second[1],), (second[0],), (first[0],))
    decisions.append(Decided("Cup", 2, 1, order=final))
    (rows,) = at(decisions).groups
    places = {row.player: row.place for row in rows}
    assert [places[tied[0]] for tied in final] == [1, 2, 3, 4]
    assert [places[name] for name in (first[2], second[2], first[3], second[3])] == [5, 5, 7, 7]


def test_a_final_that_ended_even_is_won_by_the_better_seed_and_it_is_told() -> None:
    league = begin("Cup", "knockout", FOUR, table=4, seed="1")
    first, second, *rest = league.rounds[0][0]
    even = Decided("Cup", 1, 1, order=((first, second), *((player,) for player in rest)))
    result = at([league, even])
    best = min((first, second), key=league.players.index)
    assert result.winners == (best,)
    assert f"tied at table 1: {best} goes on" in what_next(Locale("en"), result)


def test_a_tie_at_the_cut_goes_to_the_better_seed() -> None:
    league = begin("Cup", "knockout", FOUR, table=2, seed="1")
    assert league.rounds[0] == (("Ann", "Dan"), ("Bob", "Cid"))
    decisions: list[Decision] = [
        league,
        Decided("Cup", 1, 1, order=(("Ann", "Dan"),)),
        Decided("Cup", 1, 2, order=(("Cid",), ("Bob",))),
    ]
    season = of(decisions)
    assert draw(state_of(season), season.evidence).round == (("Ann", "Cid"),)


def test_nothing_is_drawn_while_tables_are_open_and_nothing_after_the_end() -> None:
    kinds: tuple[Kind, ...] = ("swiss", "knockout", "robin")
    for kind in kinds:
        season = of([begin("L", kind, FOUR, table=2, seed="1")])
        with pytest.raises(LeagueError, match="open"):
            draw(state_of(season), season.evidence)

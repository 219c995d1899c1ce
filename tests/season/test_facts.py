"""A league is a journal of facts: what was drawn and decided stays, and everything can be taken back."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.i18n.locale import Locale
from q40k.season.decision_wording import describe_decision
from q40k.season.decisions import (
    Corrected,
    Decided,
    Decisions,
    Drawn,
    Kind,
    League,
    LeftOut,
    Line,
    Migrated,
    Over,
    Same,
    Withdrawn,
    parse_lines,
    write_line,
)
from q40k.season.facts import LeagueState
from q40k.season.league import LeagueError, LeagueStanding, standing
from q40k.season.league_view import named_standing
from q40k.season.league_wording import chapter, what_next
from q40k.season.rounds import begin, draw, join
from q40k.season.season import build_season
from tests.season.evenings import ended_match, standing_decisions
from tests.season.played_leagues import KINDS, Played, decide_by_lot, play_out

FOUR = ("Ann", "Bob", "Cid", "Dan")


def order_among(state: LeagueState, names: Iterable[str]) -> dict[tuple[str, str], int]:
    """Who is before whom, and who is level with whom."""
    groups = standing(state).groups
    rows = [row for rows in groups for row in rows if row.player in names]
    return {(a.player, b.player): (a.place > b.place) - (a.place < b.place) for a in rows for b in rows}


# ---- leaving, and coming back


@pytest.mark.parametrize("kind", KINDS)
def test_who_leaves_after_the_end_changes_nothing_among_those_who_stay(kind: Kind) -> None:
    lots = Random(kind)
    for seed in range(12):
        players = lots.randint(3, 10)
        played = play_out(kind, players, lots.choice((2, 2, 3, 4)), seed, 3 if kind == "swiss" else 0)
        names, before = played.state.league.players, standing(played.state)
        for leaver in names:
            gone = Played(begin("other", "robin", FOUR, table=2))
            gone.record = Decisions([*played.record.lines])
            gone.write(Withdrawn("L", leaver))
            assert order_among(gone.state, names) == order_among(played.state, names)
            assert standing(gone.state).winners == before.winners, "who won before leaving has won"
            assert standing(gone.state).rounds == before.rounds


def test_coming_back_reopens_no_table_and_the_drawn_round_stays() -> None:
    played = Played(begin("Cup", "knockout", FOUR, table=2, seed="1"))
    played.play("Bob > Cid")
    played.write(Withdrawn("Cup", "Dan"))
    (first, second) = played.state.rounds[0].tables
    assert (first.order, first.by) == ((("Ann",), ("Dan",)), "withdrawal")
    assert second.order == (("Bob",), ("Cid",))
    played.write(draw(played.state, played.season.evidence))
    with pytest.raises(LeagueError, match="begun"):
        join(played.state, played.season.evidence, "Dan")
    assert [table.players for table in played.state.rounds[1].tables] == [("Ann", "Bob")]


def test_who_leaves_a_swiss_league_keeps_the_point_of_the_bye() -> None:
    played = Played(begin("L", "swiss", ("Ann", "Bob", "Cid"), table=2, rounds=2, seed="1"))
    (resting,) = played.state.rounds[0].byes
    (table,) = played.state.rounds[0].tables
    played.play(" > ".join(table.players))
    played.settle()
    assert standing(played.state).rows[resting].points == 1
    played.write(Withdrawn("L", resting))
    assert standing(played.state).rows[resting].points == 1
    assert standing(played.state).rows[resting].place == 3, "and comes after those who stay"


@pytest.mark.parametrize("kind", KINDS)
def test_a_league_with_one_player_left_ends_and_with_nobody_left_has_no_winner(kind: Kind) -> None:
    played = Played(begin("L", kind, FOUR, table=2, group=4, seed="1"))
    for name in ("Ann", "Bob", "Cid"):
        assert not played.state.is_over
        played.write(Withdrawn("L", name))
    assert standing(played.state).winners == ("Dan",)
    assert not standing(played.state).open
    with pytest.raises(LeagueError, match="over"):
        draw(played.state, played.season.evidence)
    for _ in range(2):  # before it was over
        assert played.undo()
    assert not played.state.is_over
    for name in ("Bob", "Cid"):
        played.write(Withdrawn("L", name))
    assert what_next(Locale("en"), standing(played.state)) == "It is over: Dan came first."


def test_facts_of_strangers_and_of_tables_that_are_not_there_change_nothing() -> None:
    played = Played(begin("L", "swiss", FOUR, table=2, rounds=3, seed="1"))
    before = played.state
    for fact in (
        Drawn("L", (("Zoe", "Ann"),)),
        Decided("L", 1, 9, order=(("Ann",),)),
        Decided("L", 7, 1, order=(("Ann",),)),
        Decided("L", 1, 1, by="withdrawal", order=(("Ann",),)),
        Corrected("L", 1, 1, order=(("Ann",),)),
        Withdrawn("L", "Zoe"),
        Over("L"),
    ):
        played.write(fact)
        assert played.state == before
    played.write(Decided("L", 1, 1, order=(("Zoe",), (before.rounds[0].tables[0].players[1],))))
    first, second = before.rounds[0].tables[0].players
    assert played.state.rounds[0].tables[0].order == ((second,), (first,))


def test_of_two_draws_at_once_one_counts() -> None:
    played = Played(begin("L", "swiss", FOUR, table=2, rounds=3, seed="1"))
    for seats in played.state.rounds[0].tables:
        played.play(" > ".join(seats.players))
    played.settle()
    fact = draw(played.state, played.season.evidence)
    played.write(fact)
    played.write(fact)
    assert len(played.state.rounds) == 2


def test_nobody_is_left() -> None:
    alone = Played(begin("L", "knockout", ("Ann", "Bob"), table=2, seed="1"))
    state = replace(alone.state, left={"ann": False, "bob": False}, is_over=True)
    assert standing(state).winners == ()
    assert what_next(Locale("en"), standing(state)) == "It is over: nobody is left."


def test_the_place_of_somebody_who_left_a_knock_out_goes_to_the_next_at_the_table() -> None:
    played = Played(begin("Cup", "knockout", FOUR, table=2, seed="1"))
    for match in ("Ann > Dan", "Cid > Bob"):
        played.play(match)
    played.write(Withdrawn("Cup", "Cid"))
    words = what_next(Locale("en"), standing(played.state))
    assert "Cid has left, so Bob goes on, the next at table 2" in words
    assert "q40k league leave Cup Bob" in words
    assert draw(played.state, played.season.evidence).round == (("Ann", "Bob"),)
    played.write(Withdrawn("Cup", "Bob"))  # who does not want the place
    (final,) = draw(played.state, played.season.evidence).round
    assert set(final) == {"Ann", "Dan"} or final == ("Ann",)


# ---- matches


def test_a_decided_table_keeps_its_match_whoever_plays_or_is_merged_later() -> None:
    played = Played(begin("L", "robin", ("Ann", "Bob"), table=2, seed="1"))
    first = played.play("Ann > Bob")
    played.settle()
    played.matches.insert(0, ended_match("Bob > Ann"))
    (table,) = played.state.rounds[0].tables
    assert (table.match, table.order) == (first.identity, (("Ann",), ("Bob",)))


def test_an_amended_match_a_match_left_out_and_one_that_counts_again_are_corrections() -> None:
    played = Played(begin("L", "robin", ("Ann", "Bob"), table=2, seed="1"))
    match = played.play("Ann > Bob")
    played.settle()
    played.matches[0] = replace(match, ended=ended_match("Bob > Ann").ended)
    played.settle()
    assert standing(played.state).winners == ("Bob",)
    played.write(LeftOut(match.identity, "a trial"))
    assert not played.state.is_over
    played.write(LeftOut(match.identity, ""))
    assert standing(played.state).winners == ("Bob",)
    words = [
        describe_decision(Locale("en"), line.decision, lambda _id: "it")
        for line in played.record.lines
        if line.decision
    ]
    assert words == [
        "L begins with Ann and Bob",
        "L, round 1, table 1: it counts, Ann · Bob",
        "L is over",
        "corrected: L, round 1, table 1: it counts, Bob · Ann",
        "it does not count: a trial",
        "corrected: L, round 1, table 1 is open again",
        "it counts again",
        "L, round 1, table 1: it counts, Bob · Ann",
        "L is over",
    ]


def test_a_match_that_goes_on_opens_its_table_and_one_that_was_deleted_does_not() -> None:
    played = Played(begin("L", "robin", ("Ann", "Bob"), table=2, seed="1"))
    played.play("Ann > Bob")
    played.settle()
    del played.matches[0]
    played.settle()
    assert standing(played.state).winners == ("Ann",)
    played.play("Ann > Bob")
    played.write(Decided("L", 1, 1, match=played.matches[0].identity))
    played.play_on()
    played.settle()
    assert [table.order for table in played.state.tables] == [None]


def test_two_names_that_are_no_longer_one_player_open_the_table_again() -> None:
    played = Played(begin("L", "robin", ("Tom", "Ann"), table=2, seed="1"))
    played.play("Thomas > Ann")
    played.write(Same("Tom", "Thomas"))
    assert standing(played.state).winners == ("Tom",)
    played.undo()
    assert [table.order for table in played.state.tables] == [None]


def test_a_match_that_was_over_before_a_draw_decides_no_table_of_it_even_if_clocks_agree() -> None:
    friendly = ended_match("Ann > Bob")
    season = build_season([friendly], Decisions())
    played = Played(begin("L", "robin", ("Ann", "Bob"), table=2, seed="1", evidence=season.evidence))
    played.matches.append(friendly)
    assert [table.order for table in played.state.tables] == [None]
    second = played.play("Bob > Ann")
    assert [table.match for table in played.state.tables] == [second.identity]


def test_a_round_that_was_drawn_in_the_future_is_decided_by_what_is_played_after_it() -> None:
    friendly, league = ended_match("Ann > Bob"), "2031-01-01T00:00:00+00:00"
    before = build_season([friendly], Decisions()).evidence
    record = Decisions([Line(1, league, begin("L", "robin", ("Ann", "Bob"), table=2, seed="1", evidence=before))])
    now = "2026-03-08T12:00:00+00:00"
    season = build_season([friendly], record, at=now)
    table = named_standing(season.club.leagues["l"], season)
    assert table.ahead == (1,)
    assert "drawn in the future" in what_next(Locale("en"), table)
    assert len(table.open) == 1
    season = build_season([friendly, ended_match("Bob > Ann")], record, at=now)
    assert standing(season.club.leagues["l"]).winners == ("Bob",)


# ---- byes


def test_who_sits_out_is_a_row_with_its_reason() -> None:
    reasons = {
        "robin": "the number of players is odd",
        "swiss": "nobody has fewer points",
        "groups": "the number of players in the group is odd",
        "knockout": "a place in the bracket is free",
    }
    for kind in KINDS:
        played = Played(begin("L", kind, FOUR[:3], table=2, group=3, seed="1"))
        ((resting,), *_rest) = (drawn.byes for drawn in played.state.rounds)
        rows = [row for table in chapter(Locale("en"), standing(played.state)).tables for row in table.rows]
        (row,) = [row for row in rows if row[:2] == ("1", "–")]
        assert row[2].startswith(resting)
        assert reasons[kind] in row[2]


def test_nobody_has_two_byes_before_all_have_had_one() -> None:
    for seed in range(6):
        played = play_out("swiss", 7, 2, seed, 7)
        byes = Counter(name for drawn in played.state.rounds for name in drawn.byes)
        assert set(byes.values()) == {1}
        assert len(byes) == 7


# ---- kept leagues


def old(league: League) -> League:
    """A league as an older q40k wrote it."""
    return replace(league, form=1, before=())


def test_a_kept_league_tells_the_same_standings_where_nobody_left() -> None:
    for kind in KINDS:
        league = begin("L", kind, FOUR, table=2, group=4, seed="1")
        matches = [ended_match(" > ".join(seats)) for seats in league.rounds[0]]
        new = build_season(matches, standing_decisions(league))
        kept = build_season(matches, standing_decisions(old(league)))
        assert standing(kept.club.leagues["l"]) == replace_league(standing(new.club.leagues["l"]), old(league))
        (migration,) = [line.decision for line in kept.pending if isinstance(line.decision, Migrated)]
        assert migration.changes == ()


def replace_league(now: LeagueStanding, league: League) -> LeagueStanding:
    return replace(now, league=league)


def test_the_migration_of_a_kept_league_puts_each_fact_where_it_belongs_and_tells_each_difference_once() -> None:
    league = old(begin("L", "swiss", ("Ann", "Bob", "Cid"), table=2, rounds=1, seed="1"))
    (resting,) = {*league.players} - {*league.rounds[0][0]}
    winner, loser = league.rounds[0][0]
    lines = standing_decisions(league, Withdrawn("L", resting))
    lines.lines[1] = replace(lines.lines[1], at="2026-03-08T12:00:00+00:00")
    match = ended_match(f"{winner} > {loser}")
    season = build_season([match], lines)
    (migration,) = [line.decision for line in season.pending if isinstance(line.decision, Migrated)]
    assert {change.player: (change.places, change.points) for change in migration.changes} == {
        resting: ((3, 2), ("0", "1")),
        loser: ((2, 3), ("0", "0")),
    }
    assert standing(season.club.leagues["l"]).rows[resting].place == 2, "who left after the end keeps the place"
    assert "later rounds only" in describe_decision(Locale("en"), migration, str)
    for line in season.pending:
        lines.add(line.at, decision=line.decision, auto=True, before=line.before)
    again = build_season([match], parse_lines(map(write_line, lines.lines)))
    assert again.club.leagues == season.club.leagues
    assert not [line for line in again.pending if isinstance(line.decision, Migrated)]


# ---- any facts


STEPS = st.lists(st.tuples(st.sampled_from("dmmmwlljjcux"), st.integers(0, 10**6)), max_size=14)


def take_step(played: Played, step: str, number: int) -> None:
    """Do one of what people do: draw, play a match, say a result, leave, join, correct, undo, leave a match out."""
    state, lots = played.state, Random(number)
    tables = standing(state).open
    try:
        if step == "d":
            played.write(draw(state, played.season.evidence))
        elif step == "j":
            player = lots.choice([*state.league.players, f"late{number % 3}"])
            if player not in state.members:
                played.write(join(state, played.season.evidence, player))
        elif step == "l" and state.members:
            played.write(Withdrawn("L", lots.choice(state.members)))
        elif step == "m" and tables:
            players = list(lots.choice(tables).players)
            lots.shuffle(players)
            played.play(" > ".join(players))
        elif step == "w" and tables:
            decide_by_lot(played, lots.choice(tables), lots)
        elif step == "c" and played.matches:
            at = lots.randrange(len(played.matches))
            names = [entrant.player for entrant in played.matches[at].ended.entrants]
            played.matches[at] = replace(played.matches[at], ended=ended_match(" > ".join(reversed(names))).ended)
        elif step == "x" and played.matches:
            played.write(LeftOut(lots.choice(played.matches).identity, lots.choice(("", "a trial"))))
        elif step == "u":
            played.undo()
    except LeagueError:
        pass
    played.settle()


@given(st.sampled_from(KINDS), st.integers(2, 8), st.sampled_from([2, 2, 3, 4]), STEPS, st.integers(0, 99))
@settings(max_examples=60)
def test_any_sequence_of_facts_keeps_what_was_decided(
    kind: Kind, players: int, table: int, steps: list[tuple[str, int]], seed: int
) -> None:
    names = [f"p{number}" for number in range(players)]
    size = min(table, players)
    played = Played(begin("L", kind, names, table=size, group=4, rounds=0 if kind != "swiss" else 4, seed=str(seed)))
    first = played.state
    for step, number in steps:
        before = played.state
        take_step(played, step, number)
        now = played.state
        if step in "dmwlj":
            for was in before.tables:
                if was.order is not None and was.by != "bye":
                    assert now.find_table(was.round, was.table) == was, "a decided table stays"
        for drawn in now.rounds:
            sitting = [name for each in drawn.tables for name in each.players if each.by != "bye"] + list(drawn.byes)
            assert len(sitting) == len(set(sitting)), "nobody sits twice in a round"
        assert_points_are_conserved(now)
        assert played.state == now, "folding twice gives the same"
        assert msgspec.json.encode(played.season.club.leagues) == msgspec.json.encode(played.season.club.leagues)
        assert not played.season.pending, "nothing more follows"
    while played.undo():
        pass
    played.play_on()
    played.settle()
    assert played.state == first, "undoing everything gives the first state"


def assert_points_are_conserved(state: LeagueState) -> None:
    """Each decided table brings as many points as its players can win, and each bye of a Swiss round a win."""
    table = state.league.table
    expected = sum(
        (Fraction(table - 1) * len(each.players) / 2 for each in state.tables if each.order and len(each.players) > 1),
        Fraction(0),
    )
    if state.league.kind == "swiss":
        expected += sum((table - 1) * len(drawn.byes) for drawn in state.rounds if drawn.is_decided)
    assert sum(row.points for row in standing(state).rows.values()) == expected


def test_showing_a_league_loads_no_library_that_only_draws_need() -> None:
    code = "import sys, q40k.cli.leagues.league; print([name for name in ('networkx', 'numpy') if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"

"""Who is who, what counts, tags: decided, undone, redone; nothing of it is lost or doubled."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.journal.tables import RECORD
from q40k.season import record
from q40k.season.club import build_club
from q40k.season.decisions import Decision, League, LeftOut, Same, Tagged, Withdrawn
from q40k.season.record import Joined, copies_of, decisions_file, read_decisions, redo, undo, write_decisions
from q40k.season.season import Filter, build_season
from q40k.season.statistics import army_wins, ratings, standings
from q40k.table.match_library import MatchLibrary
from tests.season import evenings
from tests.season.evenings import ended_match


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MatchLibrary]:
    with closing(MatchLibrary(tmp_path / "matches.sqlite3")) as library:
        yield library


def standing(library: MatchLibrary) -> list[Decision | None]:
    return [line.decision for line in read_decisions(library).standing]


def test_an_undo_takes_the_last_back_and_a_redo_gives_it_back(library: MatchLibrary) -> None:
    first, second = Same("Tom", "Thomas"), LeftOut("a1", "a trial")
    write_decisions(library, "then", first)
    write_decisions(library, "then", second)
    undone = undo(library, "now")
    assert undone is not None
    assert undone.decision == second
    assert standing(library) == [first]
    undo(library, "now")
    assert standing(library) == []
    assert undo(library, "now") is None
    redo(library, "now")
    redo(library, "now")
    assert standing(library) == [first, second]
    assert redo(library, "now") is None


def test_nothing_is_redone_once_something_else_was_decided(library: MatchLibrary) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"))
    undo(library, "now")
    write_decisions(library, "then", Tagged("a1", "winter"))
    assert redo(library, "now") is None
    assert standing(library) == [Tagged("a1", "winter")]


def test_nothing_is_ever_erased_from_the_record(library: MatchLibrary) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"))
    before = library.journal.entries(RECORD)
    undo(library, "now")
    assert library.journal.entries(RECORD)[:-1] == before


def test_the_record_is_no_match_and_takes_no_number(library: MatchLibrary) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"))
    assert library.matches() == library.journal.matches() == []
    assert library.journal.create("first", "now") == 1


# ---- the file of old


LINES = (
    b'{"n":1,"at":"then","decision":{"do":"same","old":"Tom","new":"Thomas"}}',
    b'{"n":2,"at":"then","decision":{"do":"tag","match":"a1","tag":"winter"}}',
    b'{"n":3,"at":"then","undo":2}',
    b'{"n":4,"at":"then","decision":{"do":"same","old":"Ben","new":"Benjamin"}}',
)
WHOLE = b"".join(line + b"\n" for line in LINES)
TOM, BEN, JO = Same("Tom", "Thomas"), Same("Ben", "Benjamin"), Same("Jo", "Joan")


def test_the_old_file_is_taken_over_once_and_kept_aside(library: MatchLibrary) -> None:
    decisions_file(library.path).write_bytes(WHOLE)
    for _ in range(2):
        assert standing(library) == [TOM, BEN]
        assert [line.n for line in read_decisions(library).lines] == [1, 2, 3, 4]
        assert library.journal.head(RECORD) == 4
    [aside] = library.path.parent.glob("*season*.jsonl")
    assert aside != decisions_file(library.path)
    assert aside.read_bytes() == WHOLE
    write_decisions(library, "now", JO)
    assert [line.n for line in read_decisions(library).lines] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        WHOLE[:-9],
        WHOLE[: len(LINES[0]) + 9],
        WHOLE.replace(b'"Ben"', b'"Ben'),
        WHOLE.replace(b'"n":3', b'"n";3'),
        b"\0" * 99,
    ],
)
def test_what_an_old_file_has_lost_comes_from_its_copy(library: MatchLibrary, content: bytes | None) -> None:
    if content is not None:
        decisions_file(library.path).write_bytes(content)
    copy = copies_of(library.path)[0]
    copy.parent.mkdir()
    copy.write_bytes(WHOLE)
    for _ in range(2):
        assert standing(library) == [TOM, BEN]
        assert read_decisions(library).unread == 0
    assert not copy.exists()


@pytest.mark.parametrize(("content", "stands"), [(b"", []), (WHOLE[:-9], [TOM])])
def test_an_old_file_without_copies_that_lost_something_says_so_ever_after(
    library: MatchLibrary, content: bytes, stands: list[Decision]
) -> None:
    decisions_file(library.path).write_bytes(content)
    for _ in range(2):
        assert read_decisions(library).unread == 1
        assert standing(library) == stands
    write_decisions(library, "now", JO)
    assert standing(library) == [*stands, JO]


def test_a_take_over_that_died_between_writing_and_renaming_is_finished(library: MatchLibrary) -> None:
    decisions_file(library.path).write_bytes(WHOLE)
    read_decisions(library)
    decisions_file(library.path).write_bytes(WHOLE)  # as if it had not been renamed
    assert standing(library) == [TOM, BEN]
    assert library.journal.head(RECORD) == 4
    assert not decisions_file(library.path).exists()


def test_what_an_older_q40k_decided_meanwhile_is_added(library: MatchLibrary) -> None:
    write_decisions(library, "now", JO, Same("Al", "Alan"))
    decisions_file(library.path).write_bytes(WHOLE)
    assert standing(library) == [JO, Same("Al", "Alan"), TOM, BEN]
    assert [line.n for line in read_decisions(library).lines] == [1, 2, 3, 4, 5, 6]


def test_an_old_file_of_a_library_that_cannot_be_written_is_read(library: MatchLibrary) -> None:
    decisions_file(library.path).write_bytes(WHOLE)
    library.journal.read("PRAGMA query_only=ON")
    assert standing(library) == [TOM, BEN]
    assert decisions_file(library.path).exists()
    with pytest.raises(JournalError) as caught:
        write_decisions(library, "now", JO)
    assert caught.value.code == "journal-read-only"


# ---- damage


def test_a_damaged_decision_is_left_out_and_said_and_nothing_is_added_to_it(library: MatchLibrary) -> None:
    for name in "ABCD":
        write_decisions(library, "then", Same(name, name * 2))
    library.journal.read("UPDATE entries SET body = replace(body, 'BB', 'CC') WHERE match = 0")
    assert standing(library) == [Same("A", "AA"), Same("C", "CC"), Same("D", "DD")]
    assert read_decisions(library).unread == 1
    changes: list[Callable[[], object]] = [lambda: write_decisions(library, "now", TOM), lambda: undo(library, "now")]
    for change in changes:
        with pytest.raises(JournalError) as caught:
            change()
        assert caught.value.code == "record-damaged"
    assert library.journal.head(RECORD) == 4


def test_decisions_that_were_cut_off_are_missed(library: MatchLibrary) -> None:
    for name in "ABCD":
        write_decisions(library, "then", Same(name, name * 2))
    library.remember()
    library.journal.read("DELETE FROM entries WHERE match = 0 AND seq > 2")
    assert read_decisions(library).unread == 2
    with pytest.raises(JournalError):
        write_decisions(library, "now", TOM)


# ---- two laptops


@pytest.fixture
def other(tmp_path: Path) -> Iterator[MatchLibrary]:
    (tmp_path / "other").mkdir()
    with closing(MatchLibrary(tmp_path / "other" / "matches.sqlite3")) as other:
        yield other


def join_libraries(library: MatchLibrary, other: MatchLibrary) -> Joined:
    result: list[Joined] = []
    library.join(other.path, finish=lambda journal: result.append(record.join_decisions(library, journal, other.path)))
    return result[0]


def test_decisions_of_another_laptop_are_taken_in_once(library: MatchLibrary, other: MatchLibrary) -> None:
    write_decisions(library, "then", JO)
    write_decisions(other, "then", TOM, Tagged("a1", "winter"), BEN)
    undo(other, "later", 2)
    assert join_libraries(library, other) == Joined(4, 0)
    assert join_libraries(library, other) == Joined(0, 0)
    assert standing(library) == [JO, TOM, BEN]
    undo(other, "later")
    assert join_libraries(library, other) == Joined(1, 0)
    assert standing(library) == [JO, TOM]


def test_what_was_decided_otherwise_here_stays(library: MatchLibrary, other: MatchLibrary) -> None:
    here = League("Winter", "robin", ("Ann", "Bob"))
    write_decisions(library, "then", here, Same("tom", "Tommy"))
    there = League("winter", "robin", ("Cid", "Dan"))
    write_decisions(other, "then", there, Withdrawn("Winter", "Dan"), TOM, BEN)
    assert join_libraries(library, other) == Joined(1, 3)
    assert standing(library) == [here, Same("tom", "Tommy"), BEN]


def test_a_league_that_went_on_there_is_brought_up_to_that(library: MatchLibrary, other: MatchLibrary) -> None:
    league = League("Winter", "robin", ("Ann", "Bob"))
    write_decisions(other, "then", league)
    join_libraries(library, other)
    write_decisions(other, "later", Withdrawn("Winter", "Bob"))
    assert join_libraries(library, other) == Joined(1, 0)
    assert standing(library) == [league, Withdrawn("Winter", "Bob")]


def test_an_old_file_of_the_other_laptop_comes_along(library: MatchLibrary, other: MatchLibrary) -> None:
    decisions_file(other.path).write_bytes(WHOLE)
    assert join_libraries(library, other) == Joined(4, 0)
    assert standing(library) == [TOM, BEN]
    assert decisions_file(other.path).exists()


# ---- who is who


@pytest.mark.parametrize(
    ("pairs", "now"),
    [
        ([("Tom", "Thomas")], {"Tom": "thomas", "THOMAS": "thomas", "Ann": "ann"}),
        ([("Tom", "Thomas"), ("Thomas", "Tommy")], {"Tom": "tommy", "Thomas": "tommy"}),
        ([("Tom", "Thomas"), ("Thomas", "Tom")], {"Tom": "tom", "Thomas": "tom"}),
        ([("Tom", "Thomas"), ("Ann", "Tom")], {"Ann": "thomas", "Tom": "thomas"}),
        ([("A", "B"), ("B", "C"), ("C", "A")], {"A": "a", "B": "a", "C": "a"}),
        ([("tom", "Tom")], {"tom": "tom", "TOM": "tom"}),
    ],
)
def test_names_lead_to_one_player_whatever_the_order(pairs: list[tuple[str, str]], now: dict[str, str]) -> None:
    club = build_club(evenings.standing_decisions(*(Same(*pair) for pair in pairs)).standing)
    assert {name: club.player_key(name) for name in now} == now


def names(*decisions: Decision, orders: tuple[str, ...]) -> dict[str, int]:
    season = build_season([ended_match(order) for order in orders], evenings.standing_decisions(*decisions))
    return {row.player: row.matches for row in standings(season.matches)}


def test_two_names_of_one_player_are_one_line_of_the_table() -> None:
    orders = ("Tom > Ann", "Thomas > Ann", "thomas > Ann")
    assert names(orders=orders[:2]) == {"Tom": 1, "Thomas": 1, "Ann": 2}
    assert names(Same("Tom", "Thomas"), orders=orders) == {"Thomas": 3, "Ann": 3}
    assert names(Same("Tom", "Big Tom"), orders=orders[:1]) == {"Big Tom": 1, "Ann": 1}


def test_names_differ_by_more_than_capitals_and_the_newest_spelling_is_shown() -> None:
    assert names(orders=("ann > Bob", "ANN > Bob", "Ann > bob")) == {"Ann": 3, "bob": 3}


def test_two_who_met_are_two_in_that_match_whatever_was_decided() -> None:
    same = Same("Tom", "Thomas")
    assert names(same, orders=("Tom > Thomas",)) == {"Tom": 1, "Thomas": 1}


def test_two_who_met_leave_the_names_of_the_others_as_they_are() -> None:
    decisions = (Same("Tom", "Thomas"), Same("Bob", "Robert"))
    assert names(*decisions, orders=("Tom > Thomas > Bob",)) == {"Tom": 1, "Thomas": 1, "Robert": 1}


def test_who_plays_both_sides_is_no_opponent_and_no_player_of_that_match() -> None:
    won_match = ended_match("Ann > Zoe")
    both = tuple(replace(each, player="Ann") for each in won_match.ended.entrants)
    season = build_season(
        [replace(won_match, ended=replace(won_match.ended, entrants=both))], evenings.standing_decisions()
    )
    assert [match.people for match in season.matches] == [()]
    assert standings(season.matches) == []
    assert ratings(season.matches) == []
    assert [won.wins for won in army_wins(season.matches)] == [1, 0]  # the armies have met


# ---- what counts


def test_a_match_left_out_counts_nowhere_and_keeps_its_reason() -> None:
    first, second = ended_match("Ann > Bob"), ended_match("Bob > Ann")
    out = LeftOut(first.identity, "a trial")
    season = build_season([first, second], evenings.standing_decisions(out))
    assert [match.number for match in season.matches] == [second.number]
    assert [(match.number, why) for match, why in season.left_out] == [(first.number, "a trial")]
    again = build_season([first, second], evenings.standing_decisions(out, LeftOut(first.identity, "")))
    assert len(again.matches) == 2


def test_matches_are_chosen_by_day_game_and_tag() -> None:
    early, late = ended_match("Ann > Bob", day=1), ended_match("Ann > Bob", day=9)
    other = ended_match("Ann > Bob", day=5, game="epic")
    tagged = evenings.standing_decisions(
        Tagged(late.identity, "Winter"), Tagged(early.identity, "winter"), Tagged(early.identity, "winter", on=False)
    )

    def chosen_numbers(**conditions: Any) -> list[int]:
        matches = build_season([early, other, late], tagged, Filter(**conditions)).matches
        return [match.number for match in matches]

    assert chosen_numbers() == [early.number, other.number, late.number]
    assert chosen_numbers(since="2026-03-05") == [other.number, late.number]
    assert chosen_numbers(until="2026-03-05") == [early.number, other.number]
    assert chosen_numbers(game="epic") == [other.number]
    assert chosen_numbers(tag="WINTER") == [late.number]

"""Who is who, what counts, tags: decided, undone, redone; nothing of it is lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from q40k.care.mirror import store_mirror_folder
from q40k.kernel.journal.journal import JournalError
from q40k.season.club import build_club
from q40k.season.decisions import (
    Decision,
    LeftOut,
    Same,
    Tagged,
    copies_of,
    decisions_file,
    read_decisions,
    redo,
    undo,
    write_decisions,
)
from q40k.season.season import Filter, build_season
from q40k.season.statistics import army_wins, ratings, standings
from tests.season import evenings
from tests.season.evenings import ended


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


def standing(library: Path) -> list[Decision | None]:
    return [line.decision for line in read_decisions(library).standing]


def test_an_undo_takes_the_last_back_and_a_redo_gives_it_back(library: Path) -> None:
    first, second = Same("Tom", "Thomas"), LeftOut("a1", "a trial")
    write_decisions(library, "then", first)
    write_decisions(library, "then", second)
    taken = undo(library, "now")
    assert taken is not None
    assert taken.decision == second
    assert standing(library) == [first]
    undo(library, "now")
    assert standing(library) == []
    assert undo(library, "now") is None
    redo(library, "now")
    redo(library, "now")
    assert standing(library) == [first, second]
    assert redo(library, "now") is None


def test_nothing_is_redone_once_something_else_was_decided(library: Path) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"))
    undo(library, "now")
    write_decisions(library, "then", Tagged("a1", "winter"))
    assert redo(library, "now") is None
    assert standing(library) == [Tagged("a1", "winter")]


def test_nothing_is_ever_erased_from_the_file(library: Path) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"))
    before = decisions_file(library).read_bytes()
    undo(library, "now")
    assert decisions_file(library).read_bytes().startswith(before)


def test_a_torn_line_is_passed_over_and_counted_and_the_next_one_stands(library: Path) -> None:
    write_decisions(library, "then", Same("Tom", "Thomas"), Same("Ben", "Benjamin"))
    path = decisions_file(library)
    path.write_bytes(path.read_bytes()[:-9])
    assert (standing(library), read_decisions(library).unread) == ([Same("Tom", "Thomas")], 1)
    write_decisions(library, "then", Same("Jo", "Joan"))
    assert standing(library) == [Same("Tom", "Thomas"), Same("Jo", "Joan")]
    undo(library, "now")
    assert standing(library) == [Same("Tom", "Thomas")]


def test_a_file_that_is_gone_is_taken_from_the_copies_beside_backups_and_mirror(library: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    store_mirror_folder(library, tmp_path / "stick")
    write_decisions(library, "then", Same("Tom", "Thomas"))
    backup, mirror = copies_of(library)
    assert mirror.parent == tmp_path / "stick"
    decisions_file(library).unlink()
    assert standing(library) == [Same("Tom", "Thomas")]
    decisions_file(library).unlink()
    backup.unlink()
    assert standing(library) == [Same("Tom", "Thomas")]


def test_a_file_that_cannot_be_written_says_so(library: Path) -> None:
    decisions_file(library).mkdir()
    with pytest.raises(JournalError) as caught:
        write_decisions(library, "then", Same("Tom", "Thomas"))
    assert caught.value.code == "journal-read-only"


# ---- who is who


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ([("Tom", "Thomas")], {"Tom": "thomas", "THOMAS": "thomas", "Ann": "ann"}),
        ([("Tom", "Thomas"), ("Thomas", "Tommy")], {"Tom": "tommy", "Thomas": "tommy"}),
        ([("Tom", "Thomas"), ("Thomas", "Tom")], {"Tom": "tom", "Thomas": "tom"}),
        ([("Tom", "Thomas"), ("Ann", "Tom")], {"Ann": "thomas", "Tom": "thomas"}),
        ([("A", "B"), ("B", "C"), ("C", "A")], {"A": "a", "B": "a", "C": "a"}),
        ([("tom", "Tom")], {"tom": "tom", "TOM": "tom"}),
    ],
)
def test_names_lead_to_one_player_whatever_the_order(said: list[tuple[str, str]], now: dict[str, str]) -> None:
    known = build_club(evenings.decided(*(Same(*one) for one in said)).standing)
    assert {name: known.player_key(name) for name in now} == now


def names(*decisions: Decision, orders: tuple[str, ...]) -> dict[str, int]:
    found = build_season([ended(one) for one in orders], evenings.decided(*decisions))
    return {one.player: one.matches for one in standings(found.matches)}


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
    assert names(*decisions, orders=("Tom > Thomas > Bob",)) == {
        "Tom": 1, "Thomas": 1, "Robert": 1,
    }  # fmt: skip


def test_who_plays_both_sides_is_no_opponent_and_no_player_of_that_match() -> None:
    one = ended("Ann > Zoe")
    both = tuple(replace(each, player="Ann") for each in one.ended.entrants)
    found = build_season([replace(one, ended=replace(one.ended, entrants=both))], evenings.decided())
    assert [match.people for match in found.matches] == [()]
    assert standings(found.matches) == []
    assert ratings(found.matches) == []
    assert [won.wins for won in army_wins(found.matches)] == [1, 0]  # the armies have met


# ---- what counts


def test_a_match_left_out_counts_nowhere_and_keeps_its_reason() -> None:
    one, other = ended("Ann > Bob"), ended("Bob > Ann")
    out = LeftOut(one.identity, "a trial")
    found = build_season([one, other], evenings.decided(out))
    assert [match.number for match in found.matches] == [other.number]
    assert [(match.number, why) for match, why in found.left_out] == [(one.number, "a trial")]
    again = build_season([one, other], evenings.decided(out, LeftOut(one.identity, "")))
    assert len(again.matches) == 2


def test_matches_are_chosen_by_day_game_and_tag() -> None:
    early, late = ended("Ann > Bob", day=1), ended("Ann > Bob", day=9)
    other = ended("Ann > Bob", day=5, game="epic")
    tagged = evenings.decided(Tagged(late.identity, "Winter"), Tagged(early.identity, "winter"),
                              Tagged(early.identity, "winter", on=False))  # fmt: skip

    def chosen(**wanted: str) -> list[int]:
        found = build_season([early, other, late], tagged, Filter(**wanted)).matches
        return [one.number for one in found]

    assert chosen() == [early.number, other.number, late.number]
    assert chosen(since="2026-03-05") == [other.number, late.number]
    assert chosen(until="2026-03-05") == [early.number, other.number]
    assert chosen(game="epic") == [other.number]
    assert chosen(tag="WINTER") == [late.number]

"""The matches put in order: the list with who plays and how it stands, the archive, the bin."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from q40k.cli.texts import cut, fit_rows, table
from q40k.i18n.briefs import Brief, standing
from q40k.i18n.locale import Locale
from q40k.i18n.width import width
from q40k.table.folders import library_file
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good, import_match, q40k
from tests.table.digests import change_digests


def listed_numbers(*options: str) -> list[int]:
    return [row["match"] for row in json.loads(good("list", "--json", *options))]


def test_the_list_says_who_plays_and_how_it_stands() -> None:
    number = import_match()
    branch = good("branch", number, "6").strip()
    head, first, second = good("list").splitlines()
    assert head.split() == ["#", "Played", "last", "Name", "Players", "Stands"]
    assert first.split()[0] == number  # a branch is not the one that was played last
    assert "Soirée" in first
    assert "Alice, Bob" in first
    assert first.endswith("turn 1, Bob leads")
    assert second.split()[0] == branch
    assert second.endswith("· branch of 1, from 6")
    original, copy = json.loads(good("list", "--json"))
    assert (original["played"], original["turn"], original["leaders"]) == ("Classic deathmatch", 1, ["Bob"])
    assert (original["players"], original["over"], original["branch"]) == (["Alice", "Bob"], False, None)
    assert copy["branch"] == {"match": 1, "entry": 6}
    assert "branche de 1" in good("--lang", "fr", "list")


def test_a_list_that_was_made_once_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    import_match()
    before = good("list")

    def open_library(*_arguments: object, **_more: object) -> None:
        raise AssertionError("the match was opened again")

    with monkeypatch.context() as patch:
        patch.setattr(MatchLibrary, "open", open_library)
        assert good("list") == before
    assert change_digests(library_file(), "UPDATE digests SET body = '{' || body") == 1
    assert good("list") == before
    good("do", "1", '{"do": "rename", "player": "Bob", "to": "Zoé"}')
    assert "Alice, Zoé" in good("list")


def test_on_a_terminal_no_line_of_the_list_is_wrapped() -> None:
    head = ["#", "Played last", "Name", "Players", "Stands"]
    rows = [["12", "2026-11-22 19:30", "Friday " * 9, "龍騎士, Ann, Bob, " * 4, "turn 3, Ann leads"]]
    lines = list(table(head, fit_rows(head, rows, (2, 3, 4), 80), right=(0,)))
    assert max(map(width, lines)) <= 80
    assert lines[1].count("…") == 2
    assert "2026-11-22 19:30" in lines[1]
    assert cut("龍騎士", 5) == "龍騎…"
    assert fit_rows(head, rows, (2, 3, 4), 10)[0][2].endswith("…")  # narrower than can be: it stays


def test_what_takes_a_while_the_first_time_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    import_match(), import_match()
    change_digests(library_file(), "DELETE FROM digests")
    monkeypatch.setattr("q40k.cli.say.on_a_terminal", lambda _stream: True)
    assert "Looking at match 2 of 2…" in q40k("list").stderr
    assert "Looking at match" not in q40k("list").stderr, "the second time it is known"
    assert "match 2 of 2" in q40k("doctor").stderr
    change_digests(library_file(), "DELETE FROM digests")
    assert "Looking at match 2 of 2…" in q40k("season").stderr


def test_a_match_goes_to_the_archive_and_back() -> None:
    first, second = import_match(), import_match()
    assert f"Match {second} is archived." in q40k("archive", second).stderr
    assert (listed_numbers(), listed_numbers("--archived")) == ([int(first)], [int(second)])
    assert f"Match {second} is on the list again." in q40k("archive", second, "--back").stderr
    assert listed_numbers() == [int(second), int(first)]
    assert "archive" in q40k("list", "--archived").stderr


def test_a_match_goes_to_the_bin_and_comes_back() -> None:
    number = import_match()
    before = good("log", number)
    assert f"q40k restore {number}" in q40k("delete", number).stderr
    assert (listed_numbers(), listed_numbers("--bin")) == ([], [int(number)])
    assert json.loads(good("list", "--bin", "--json"))[0]["binned"]
    assert f"q40k restore {number}" in bad(1, "do", number, '{"do": "next"}')
    assert good("log", number) == before  # it can still be read
    good("restore", number)
    assert listed_numbers() == [int(number)]
    assert "not in the bin" in bad(2, "restore", number)
    good("do", number, '{"do": "next"}')


def test_a_match_that_is_open_stays() -> None:
    number = import_match()
    library = MatchLibrary()
    match_session = library.open(int(number))
    assert str(os.getpid()) in bad(1, "delete", number)
    match_session.close()
    library.close()
    assert listed_numbers() == [int(number)]


def test_the_bin_is_emptied_only_when_that_is_meant(own_home: Path) -> None:
    assert "nothing in the bin" in q40k("empty-bin").stderr
    number = import_match()
    good("delete", number)
    shown = q40k("empty-bin")
    assert shown.stdout == f"{number}  Soirée\n"
    assert "--yes" in shown.stderr
    assert listed_numbers("--bin") == [int(number)]
    assert "1 match erased" in q40k("empty-bin", "--yes").stderr
    assert listed_numbers("--bin") == []
    assert "No match yet" in bad(1, "show", number)
    assert import_match() == str(int(number) + 1)
    assert list(own_home.rglob("*-shelf.json"))


@pytest.mark.parametrize(
    ("brief", "words"),
    [
        (Brief(), "not laid out yet"),
        (Brief(opened=True), "being set up"),
        (Brief(opened=True, turn=2), "turn 2"),
        (Brief(opened=True, turn=2, leaders=("Ann",)), "turn 2, Ann leads"),
        (Brief(opened=True, turn=2, leaders=("Ann", "Bob")), "turn 2, Ann and Bob lead"),
        (Brief(opened=True, turn=9, over=True, winners=("Ann",)), "won: Ann"),
        (Brief(opened=True, turn=9, over=True), "over"),
    ],
)
def test_how_a_match_stands_is_said_in_words(brief: Brief, words: str) -> None:
    assert standing(Locale("en"), brief) == words

"""q40k season: told in words and as data, decided about, written for other programs."""

from __future__ import annotations

import csv
import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec import convert

from q40k.kernel.commands import NAME_LENGTH, TEXT_LENGTH
from q40k.season.data import FORMAT, Data
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good, q40k
from tests.season.evenings import play_in, scored_match


def keep(*scores: tuple[str, int], name: str = "") -> str:
    """Keep a match that ended with these scores; its number."""
    lines = "".join(f"{line}\n" for line in scored_match(*scores))
    return good("import", "-", "--name", name or "a match", stdin=lines).strip()


@pytest.fixture
def evening() -> None:
    keep(("Ann", 20), ("Bob", 5), ("Tom", 1), name="first")
    keep(("Thomas", 20), ("Ann", 5), name="second")


def season_data() -> Any:
    return json.loads(good("season", "--json"))


def players() -> dict[str, int]:
    return {row["player"]: row["matches"] for row in season_data()["table"]}


def test_without_a_finished_match_it_says_so() -> None:
    result = q40k("season")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no finished match" in result.stderr


@pytest.mark.usefixtures("evening")
def test_it_tells_the_table_the_strengths_the_records_and_the_matches() -> None:
    words = good("season")
    for title in (
        "Standings",
        "Strength",
        "Who beats whom",
        "Who was fielded",
        "Armies",
        "Records of the club",
        "Matches",
    ):
        assert f"{title}\n" in words
    assert "1. Thomas · 2. Ann" in words
    assert "too few to say" in words
    assert "Classement" in good("season", "--lang", "fr")


@pytest.mark.usefixtures("evening")
def test_as_data_it_is_what_the_schema_says() -> None:
    result = season_data()
    assert result["format"] == FORMAT
    assert [match["name"] for match in result["matches"]] == ["first", "second"]
    convert(result, Data, strict=True)
    schema = json.loads(good("schema", "season"))
    assert set(schema["$defs"]["Data"]["required"]) <= set(result)
    assert json.loads(good("season", "export", "--format", "json")) == result


@pytest.mark.usefixtures("evening")
def test_two_names_become_one_player_and_two_again() -> None:
    assert players() == {"Ann": 2, "Thomas": 1, "Bob": 1, "Tom": 1}
    good("season", "same", "tom", "Thomas")
    assert players() == {"Ann": 2, "Thomas": 2, "Bob": 1}
    assert "Taken back: tom is Thomas" in q40k("season", "undo").stderr
    assert players() == {"Ann": 2, "Thomas": 1, "Bob": 1, "Tom": 1}
    good("season", "redo")
    assert players() == {"Ann": 2, "Thomas": 2, "Bob": 1}
    good("season", "same", "Tom", "Tommy")  # by a name that is no more shown, he is found, too
    assert players() == {"Ann": 2, "Tommy": 2, "Bob": 1}
    bad(1, "season", "redo")


@pytest.mark.usefixtures("evening")
def test_who_met_is_not_made_one_and_who_never_played_is_not_known() -> None:
    errors = bad(1, "season", "same", "Bob", "Ann")
    assert "both played in match 1" in errors
    assert "nobody of that name" in bad(2, "season", "same", "Zoe", "Ann")
    assert "at least one letter" in bad(2, "season", "same", "Bob", " ")
    assert players() == {"Ann": 2, "Thomas": 1, "Bob": 1, "Tom": 1}


@pytest.mark.usefixtures("evening")
def test_what_is_so_already_is_said_and_not_written_down_again() -> None:
    for arguments in (
        ("count", "1"),
        ("tag", "1", "winter", "--off"),
        ("same", "Ann", "Ann"),
        ("leave-out", "1", "a trial"),
        ("tag", "1", "winter"),
        ("same", "Tom", "Thomas"),
    ):
        new = arguments[0] in ("leave-out",) or arguments[-1] in ("winter", "Thomas")
        for already in (not new, True):
            result = q40k("season", *arguments)
            assert (result.exit_code, "so already" in result.stderr) == (0, already), arguments
    assert good("season", "decisions").count("\n") == 3


@pytest.mark.usefixtures("evening")
def test_a_name_that_is_another_by_now_says_whose_matches_go_along() -> None:
    good("season", "same", "Tom", "Thomas")
    errors = q40k("season", "same", "Tom", "Tim").stderr
    assert "all matches of Thomas are Tim’s now" in errors
    assert players() == {"Ann": 2, "Tim": 2, "Bob": 1}


@pytest.mark.usefixtures("evening")
def test_an_earlier_decision_is_taken_back_by_its_number_and_the_others_stand() -> None:
    good("season", "same", "Tom", "Thomas")
    good("season", "leave-out", "1", "a trial")
    good("season", "tag", "2", "winter")
    assert "Taken back: Tom is Thomas" in q40k("season", "undo", "1").stderr
    assert players() == {"Ann": 1, "Thomas": 1}
    assert "there is no such decision" in bad(2, "season", "undo", "1")
    good("season", "redo")
    good("season", "count", "1")
    assert players() == {"Ann": 2, "Thomas": 2, "Bob": 1}


@pytest.mark.usefixtures("evening")
def test_a_filter_that_finds_nothing_says_what_there_is() -> None:
    result = q40k("season", "--tag", "cup")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "None of the 2 finished matches" in result.stderr
    assert "No match bears a tag" in result.stderr
    good("season", "tag", "2", "winter")
    assert "Tags are winter." in q40k("season", "export", "--tag", "cup").stderr
    assert "Played were Classic deathmatch." in q40k("season", "--played", "chess").stderr
    wrong = bad(2, "season", "--since", "2026-03-05", "--until", "2026-03-01")
    assert "before --since" in wrong
    assert "'--of'" in bad(2, "season", "--of", "chess")


@pytest.mark.usefixtures("evening")
def test_a_match_is_left_out_with_its_reason_and_counts_again() -> None:
    good("season", "leave-out", "2", "only a trial")
    assert players() == {"Ann": 1, "Bob": 1, "Tom": 1}
    assert "only a trial" in good("season")
    assert [match["left_out"] for match in season_data()["matches"]] == ["", "only a trial"]
    good("season", "count", "second")
    assert players()["Ann"] == 2
    listed = good("season", "decisions")
    assert "match 2, second does not count: only a trial" in listed
    assert "match 2, second counts again" in listed


@pytest.mark.usefixtures("evening")
def test_filters_stand_before_or_behind_the_word_of_a_command() -> None:
    good("season", "tag", "1", "winter")

    def names(*arguments: str) -> list[str]:
        rows = csv.DictReader(good("season", *arguments).splitlines())
        return [row["player"] for row in rows]

    assert names("--tag", "winter", "export") == ["Ann", "Bob", "Tom"]
    assert names("export", "--tag", "Winter") == ["Ann", "Bob", "Tom"]
    assert names("export", "--since", "2999-01-01") == []
    assert names("export", "--of", "epic") == []
    assert len(names("export", "--played", "classic deathmatch")) == 5
    good("season", "tag", "1", "winter", "--off")
    assert names("export", "--tag", "winter") == []
    assert "is no day" in bad(2, "season", "--since", "friday")
    assert "no game" in bad(2, "season", "--of", "chess")


def test_no_name_is_a_formula_in_a_spreadsheet() -> None:
    keep(("=HYPERLINK(1)", 9), ("@Bob", 5), ("Ann", 0), name="+1")
    rows = list(csv.DictReader(good("season", "export").splitlines()))
    assert [row["player"] for row in rows] == ["'=HYPERLINK(1)", "'@Bob", "Ann"]
    assert {row["name"] for row in rows} == {"'+1"}
    assert [float(row["points"]) for row in rows] == [9.0, 5.0, 0.0]


@pytest.mark.usefixtures("evening")
def test_bg_stats_gets_a_link_for_every_match() -> None:
    links = good("season", "export", "--format", "bgstats").splitlines()
    plays = [json.loads(unquote(link.partition("?data=")[2])) for link in links]
    assert [play["sourcePlayId"] for play in plays] == [match["id"] for match in season_data()["matches"]]
    assert [(player["name"], player["rank"], player["winner"], player["score"]) for player in plays[1]["players"]] == [
        ("Thomas", 1, True, 20),
        ("Ann", 2, False, 5),
    ]
    assert not any("team" in player for play in plays for player in play["players"])
    then = datetime.fromisoformat(f"{plays[1]['playDate']}+00:00")
    ended = datetime.fromisoformat(season_data()["matches"][1]["ended"])
    assert (then - ended).total_seconds() == pytest.approx(0, abs=1)


@pytest.mark.usefixtures("evening")
def test_a_file_is_written_and_never_over_another(tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    good("season", "export", "--out", str(out))
    first = out.read_text(encoding="utf-8")
    assert first.startswith("\ufeffid,number,name")
    assert "already a file" in bad(1, "season", "export", "--out", str(out))
    out.write_text("mine", encoding="utf-8")
    good("season", "export", "--out", str(out), "--force")
    assert out.read_text(encoding="utf-8") == first


@pytest.mark.usefixtures("evening")
def test_names_of_players_tags_and_leagues_have_a_length() -> None:
    long = "x" * (NAME_LENGTH + 1)
    for arguments in (
        ("season", "same", "Ann", long),
        ("season", "tag", "1", long),
        ("league", "new", long, "Ann", "Bob"),
        ("league", "new", "Winter", "Ann", long),
        ("season", "leave-out", "1", "x" * (TEXT_LENGTH + 1)),
    ):
        most = TEXT_LENGTH if "leave-out" in arguments else NAME_LENGTH
        assert f"it has {most} characters at most" in bad(2, *arguments), arguments
    good("season", "same", "Ann", long[1:])


def test_two_clubs_play_one_season_and_who_is_who_is_decided_and_undone(tmp_path: Path) -> None:
    keep(("Ann", 9), ("Bob", 1))
    other = tmp_path / "tours.sqlite3"
    with closing(MatchLibrary(other)) as held:
        play_in(held, scored_match(("Ann", 3), ("Robert", 8)))
    joined = q40k("season", "join", str(other))
    assert "matches taken in: 1, decisions: 0" in joined.stderr
    assert "one player each: Ann" in joined.stderr
    assert players() == {"Ann": 2, "Bob": 1, "Robert": 1}
    assert "taken in: 0" in q40k("season", "join", str(other)).stderr
    good("season", "same", "Robert", "Bob")
    assert players() == {"Ann": 2, "Bob": 2}
    good("season", "undo")
    assert players() == {"Ann": 2, "Bob": 1, "Robert": 1}
    (tmp_path / "notes.txt").write_text("no library", encoding="utf-8")
    assert "is no library of q40k" in bad(2, "season", "join", str(tmp_path / "notes.txt"))


def test_namesakes_of_two_clubs_are_told_apart_and_undone(tmp_path: Path) -> None:
    keep(("Ann", 9), ("Bob", 1))
    other = tmp_path / "tours.sqlite3"
    with closing(MatchLibrary(other)) as held:
        play_in(held, scored_match(("Ann", 3), ("Robert", 8)))
        play_in(held, scored_match(("Ann", 7), ("Robert", 8)))
    good("season", "join", str(other))
    assert "Ann is Ann of Tours in match 2" in q40k("season", "apart", "Ann", "Ann of Tours", str(other)).stderr
    assert players() == {"Ann": 1, "Bob": 1, "Ann of Tours": 2, "Robert": 2}
    assert "nothing was changed" in q40k("season", "apart", "Ann", "Ann of Tours", str(other)).stderr
    good("season", "same", "Ann of Tours", "Anna")
    assert players() == {"Ann": 1, "Bob": 1, "Anna": 2, "Robert": 2}
    assert "Bob and Ann both played in match 1" in bad(1, "season", "apart", "Bob", "Ann", "1")
    assert "nobody of that name" in bad(2, "season", "apart", "Zoe", "Zoe of Tours", "2")
    good("season", "undo")
    good("season", "undo")
    assert players() == {"Ann": 3, "Bob": 1, "Robert": 2}

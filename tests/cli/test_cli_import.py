"""q40k import: records and other libraries taken in, and nothing twice."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good, q40k
from tests.cli.test_cli_season import keep


@pytest.fixture
def laptops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Go from laptop to laptop: each has a folder of its own."""

    def at(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        monkeypatch.setenv("Q40K_DATA_DIR", str(folder))
        return folder

    return at


def matches() -> list[str]:
    return sorted(match["name"] for match in json.loads(good("list", "--json")))


def players() -> dict[str, int]:
    table = json.loads(good("season", "--json"))["table"]
    return {row["player"]: row["matches"] for row in table}


def sound() -> None:
    for match in json.loads(good("list", "--json")):
        good("verify", str(match["match"]))


def test_another_library_is_taken_in_and_twice_doubles_nothing(laptops: Any) -> None:
    there = laptops("there")
    keep(("Ann", 9), ("Bob", 5), name="theirs")
    keep(("Cid", 9), ("Ann", 5), name="also theirs")
    laptops("here")
    keep(("Ann", 9), ("Dan", 5), name="ours")
    assert good("import", str(there / "matches.sqlite3")).split() == ["2", "3"]
    assert matches() == ["also theirs", "ours", "theirs"]
    assert players() == {"Ann": 3, "Bob": 1, "Cid": 1, "Dan": 1}
    again = q40k("import", str(there))
    assert (again.exit_code, again.stdout) == (0, "")
    assert "2 matches are here already" in again.stderr
    assert players() == {"Ann": 3, "Bob": 1, "Cid": 1, "Dan": 1}
    sound()


def test_a_library_that_comes_back_home_doubles_nothing(laptops: Any) -> None:
    here, there = laptops("here"), laptops("there")
    laptops("here")
    keep(("Ann", 9), ("Bob", 5))
    laptops("there")
    good("import", str(here))
    keep(("Cid", 9), ("Bob", 5))
    laptops("here")
    assert good("import", str(there)).strip() == "2"
    assert players() == {"Ann": 1, "Bob": 2, "Cid": 1}


def test_a_match_that_went_on_there_is_brought_up_to_that(laptops: Any) -> None:
    here, there = laptops("here"), laptops("there")
    laptops("here")
    number = keep(("Ann", 9), ("Bob", 5))
    laptops("there")
    good("import", str(here))
    good("do", "1", '{"do": "undo"}')
    good("do", "1", '{"do": "adjust", "player": "Bob", "score": 20, "why": "miscounted"}')
    good("do", "1", '{"do": "end", "why": "time"}')
    laptops("here")
    assert json.loads(good("season", "--json"))["table"][0]["player"] == "Ann"
    behind = good("export", number)
    assert "Brought up to date" in q40k("import", str(there)).stderr
    assert json.loads(good("season", "--json"))["table"][0]["player"] == "Bob"
    assert good("export", number) != behind
    sound()
    laptops("there")  # and back: what lags behind changes nothing here
    shutil.copytree(here, here.parent / "copy")
    assert "here already" in q40k("import", str(here)).stderr


def test_what_went_on_in_both_is_left_as_it_is_here(laptops: Any) -> None:
    here, there = laptops("here"), laptops("there")
    laptops("here")
    number = keep(("Ann", 9), ("Bob", 5))
    laptops("there")
    good("import", str(here))
    good("do", "1", '{"do": "undo"}')
    laptops("here")
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "adjust", "player": "Bob", "score": 20, "why": "miscounted"}')
    before = good("export", number)
    assert "Different here and there" in q40k("import", str(there)).stderr
    assert good("export", number) == before
    laptops("there")
    assert matches() == ["a match"]


def test_what_was_erased_here_or_lies_in_the_bin_does_not_come_back(laptops: Any) -> None:
    there = laptops("there")
    keep(("Ann", 9), ("Bob", 5), name="erased")
    keep(("Ann", 9), ("Bob", 5), name="binned")
    laptops("here")
    good("import", str(there))
    good("delete", "erased")
    good("empty-bin", "--yes")
    good("delete", "binned")
    result = q40k("import", str(there))
    assert (result.stdout, "Erased here" in result.stderr) == ("", True)
    assert matches() == []


def test_what_lies_in_the_bin_there_does_not_come_and_a_branch_stays_a_branch(laptops: Any) -> None:
    there = laptops("there")
    number = keep(("Ann", 9), ("Bob", 5), name="friday")
    binned = keep(("Ann", 9), ("Bob", 5), name="binned")
    last = good("log", number).splitlines()[-1].split()[0]
    good("branch", number, last, "--name", "what if")
    good("delete", binned)
    assert players() == {"Ann": 1, "Bob": 1}
    laptops("here")
    result = q40k("import", str(there))
    assert "In the bin there, and left out: binned" in result.stderr
    assert matches() == ["friday", "what if"]
    assert players() == {"Ann": 1, "Bob": 1}  # a branch of what has ended does not count beside it
    laptops("there")
    good("restore", binned)
    laptops("here")
    assert len(good("import", str(there)).split()) == 1


def test_damaged_matches_of_another_library_stay_there(laptops: Any) -> None:
    there = laptops("there")
    keep(("Ann", 9), ("Bob", 5), name="damaged")
    keep(("Cid", 9), ("Bob", 5), name="sound")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("Q40K_DATA_DIR", str(there))
        library = MatchLibrary()
        library.journal._db.execute("UPDATE entries SET body = '{}' WHERE match = 1 AND seq = 3")
        library.close()
    laptops("here")
    result = q40k("import", str(there))
    assert "Damaged there, and left out: damaged" in result.stderr
    assert matches() == ["sound"]


def test_a_record_says_which_match_it_is_of_and_comes_once(laptops: Any) -> None:
    here = laptops("here")
    number = keep(("Ann", 9), ("Bob", 5))
    file = here.parent / "friday.jsonl"
    good("export", number, "-o", str(file))
    assert good("import", str(file)).strip() == number
    assert len(matches()) == 1
    laptops("there")
    first = good("import", str(file)).strip()
    assert good("import", str(file)).strip() == first
    assert good("export", first) == file.read_text(encoding="utf-8").partition("\n")[2]
    assert players() == {"Ann": 1, "Bob": 1}
    good("do", first, '{"do": "undo"}')
    assert "in a different state" in bad(1, "import", str(file))
    other = good("import", "--again", str(file)).strip()
    assert other != first
    laptops("here")  # known there by the same identity, though it was played anew
    assert q40k("import", str(here.parent / "there")).exit_code == 0
    assert len(matches()) == 2


def test_what_is_no_library_is_said_so(laptops: Any, tmp_path: Path) -> None:
    here = laptops("here")
    keep(("Ann", 9), ("Bob", 5))
    assert "the library itself" in bad(2, "import", str(here / "matches.sqlite3"))
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096)
    errors = bad(1, "import", str(broken))
    assert f"{broken} is no library of matches" in errors
    assert "--repair" not in errors  # that mends one’s own
    assert "no matches.sqlite3 in that folder" in bad(2, "import", str(tmp_path))
    newer = tmp_path / "newer.sqlite3"
    shutil.copyfile(here / "matches.sqlite3", newer)
    with closing(sqlite3.connect(newer)) as file:
        file.execute("PRAGMA user_version = 99")
    assert f"{newer} has format 99" in bad(1, "import", str(newer))
    there = laptops("there")
    keep(("Ann", 9), ("Bob", 5))
    laptops("here")
    assert "have their names" in bad(2, "import", str(there), "--name", "x")
    assert len(matches()) == 1

"""The packs from the command line: mods, arenas, champions, check."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import bad, good, q40k

BROKEN = """\
champions:
  - {id: my-hero, name: {en: My hero, fr: Mon héros}, wss: 4, bs: 4, s: 4, t: 4, i: 4, a: 1,
     ld: 8, points: 20}
"""


def test_mods() -> None:
    assert "deathmatch" in good("mods")
    assert "Chacun pour soi" in good("mods", "--lang", "fr")
    assert "deathmatch" in [mod["id"] for mod in json.loads(good("mods", "--json"))]


def test_arenas() -> None:
    line = next(line for line in good("arenas").splitlines() if line.startswith("classic-60"))
    assert "60 × 60" in line
    assert "classic-60" in [arena["id"] for arena in json.loads(good("arenas", "--json"))]


def test_champions_by_a_few_letters() -> None:
    lines = good("champions", "guardian").splitlines()
    assert lines[0].split()[0] == "Champion"
    assert [line.split()[0] for line in lines[1:]] == ["eldar-guardian", "eldar-guardian-jetbike", "sm-lemartes"]
    assert "Gardien" in good("champions", "guardian", "--lang", "fr")


def test_champions_without_words_are_everyone() -> None:
    assert len(good("champions").splitlines()) > 12
    assert len(json.loads(good("champions", "--json"))) >= 12


@pytest.mark.parametrize("arguments", [("space-marinne",), ("Space", "Marinne")])
def test_nobody_fits(arguments: tuple[str, ...]) -> None:
    result = q40k("champions", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "space-marine" in result.stderr
    assert json.loads(q40k("champions", *arguments, "--json").stdout) == []


def test_the_shipped_packs_are_sound() -> None:
    result = q40k("check")
    assert result.exit_code == 0
    assert "0 problems" in result.stderr


def test_check_names_file_line_object_and_the_nearest_word(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    result = q40k("check", str(tmp_path))
    assert result.exit_code == 1
    line = next(line for line in result.stdout.splitlines() if "wss" in line)
    assert line.startswith(f"{file}:2:")
    assert "my-hero" in line
    assert "Did you mean" in line


def test_check_looks_into_the_users_own_folder(own_home: Path) -> None:
    packs = own_home / "config" / "packs"
    packs.mkdir()
    (packs / "mine.yaml").write_text(BROKEN, encoding="utf-8")
    assert "mine.yaml" in q40k("check").stdout


def test_check_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = q40k("check", str(tmp_path / "nope.yaml"))
    assert result.exit_code == 1
    assert "nope.yaml" in result.stdout


def test_broken_packs_stop_what_needs_them_with_every_problem(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "b.yaml").write_text("mods: 3\n", encoding="utf-8")
    error = bad(2, "champions", "--packs", str(tmp_path))
    assert "a.yaml" in error
    assert "wss" in error
    error = bad(2, "run", "-", "--packs", str(tmp_path), stdin="")
    assert "a.yaml" in error
    assert "b.yaml" in error


def test_a_mod_is_shown_in_plain_words() -> None:
    text = good("mods", "show", "elite")
    assert "Everyone fields the same champion with the same gear." in text
    assert "3 rounds win the match." in text
    assert "Mort subite" in good("mods", "show", "elite", "--lang", "fr")
    data = json.loads(good("mods", "show", "deathmatch", "--json"))
    assert data["id"] == "deathmatch"
    assert {"title": "Who wins", "lines": ["The first to score 10 times its own value wins."]} in (data["explained"])


def test_a_mod_nobody_knows_is_answered_with_the_nearest() -> None:
    assert "Did you mean elite?" in bad(2, "mods", "show", "elit")


@pytest.mark.parametrize("radius", [0, -1, 500])
def test_a_number_that_must_be_more_than_another_says_so(radius: int, tmp_path: Path) -> None:
    pack = tmp_path / "wood.yaml"
    text = good("scenario", "new", "our-crossing", "--like", "bridge", "--out", "-")
    pack.write_text(text.replace("radius: 9", f"radius: {radius}"), encoding="utf-8")
    output = q40k("scenario", "check", str(pack)).stdout
    assert f"{radius} is out of range; it needs more than 0, 200 at most." in output

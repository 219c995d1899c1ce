"""Packs that travel: made, shown, added, used side by side, remembered by matches, taken from a code."""

import json
import subprocess
from pathlib import Path

import pytest

from q40k.table.folders import bundles_folder
from tests.cli.calls import bad, good, import_match, q40k, script

ABOUT = """\
id: friday
version: "{version}"
name: {{en: Friday, fr: Vendredi}}
author: Ann
licence: CC0-1.0
languages: [en, fr]
game: quake
"""
HERO = """\
champions:
  - {{id: sancho, name: {{en: Sancho, fr: Sancho}}, army: home-made, ws: 4, bs: 4, s: 4, t: 4, i: 4, a: 1,
     ld: 8, sv: 3, points: {points}, weapons: [heavy-bolter]}}
"""

SLING = """\
weapons:
  - {id: sling, name: {en: Sling, fr: Fronde}, range_in: 12, s: 3, type: assault, shots: 1, source: own,
     certainty: high}
"""


def folder(home: Path, version: str = "1.0", points: int = 20) -> Path:
    path = home / "friday"
    path.mkdir(exist_ok=True)
    (path / "q40k-pack.yaml").write_text(ABOUT.format(version=version), encoding="utf-8")
    (path / "heroes.yaml").write_text(HERO.format(points=points), encoding="utf-8")
    return path


def file(home: Path, version: str = "1.0", points: int = 20) -> str:
    path = home / f"friday-{version}-{points}.q40kpack"
    good("pack", "make", str(folder(home, version, points)), "--out", str(path))
    return str(path)


def points() -> str:
    return good("champion", "show", "sancho", "--json")


def test_a_pack_is_shown_before_it_is_accepted(tmp_path: Path) -> None:
    result = file(tmp_path)
    assert "sancho" in good("pack", "show", result)
    refused = q40k("pack", "add", result)
    assert refused.exit_code == 1
    assert "sancho" in refused.stdout
    assert "nobody is here to ask" in refused.stderr
    assert not bundles_folder().exists()
    assert "Vendredi" in good("pack", "add", result, "--yes", "--lang", "fr")
    assert "just so" in q40k("pack", "add", result, "--yes").stderr
    assert good("champions", "sancho").count("sancho") == 1
    assert "different content" in bad(1, "pack", "add", file(tmp_path, points=25), "--yes")


def test_versions_lie_side_by_side_and_one_is_used(tmp_path: Path) -> None:
    good("pack", "add", file(tmp_path, "1.9", 20), "--yes")
    good("pack", "add", str(folder(tmp_path, "1.10", 30)), "--yes")
    assert '"points": 30' in points()
    rows = json.loads(good("pack", "list", "--json"))
    assert [(row["version"], row["in_use"]) for row in rows] == [("1.9", False), ("1.10", True)]
    assert "1.9, 1.10" in bad(2, "pack", "use", "friday", "2")
    good("pack", "use", "friday", "1.9")
    assert '"points": 20' in points()
    good("pack", "remove", "friday", "1.9")
    assert '"points": 30' in points()
    assert "newest" in q40k("pack", "update").stderr
    folder(tmp_path, "1.11", 40)
    good("pack", "update", "friday", "--yes")
    assert '"points": 40' in points()
    good("pack", "remove", "friday")
    assert q40k("champions", "sancho").exit_code == 1
    assert "No pack friday was added" in bad(2, "pack", "remove", "friday")


def test_a_first_version_that_gets_no_further_damages_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = file(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", _fail)  # the last step, by which the version is there
        assert "Input/output error" in bad(1, "pack", "add", result, "--yes")
    assert "damaged" not in q40k("list").stderr
    good("pack", "add", result, "--yes")
    assert good("champions", "sancho").count("sancho") == 1


def _fail(*_arguments: object) -> None:
    raise OSError(5, "Input/output error")


def test_a_match_remembers_its_pack_and_opens_without_it(tmp_path: Path) -> None:
    good("pack", "add", file(tmp_path), "--yes")
    number = good_new()
    good("do", number, stdin=script([{"do": "join", "player": "Ann", "champion": "sancho"}]))
    shown = good("show", number)
    assert "Played with the pack friday 1.0" in shown
    join = {"do": "join", "player": "Ann", "champion": "sancho"}
    assert "Played with the pack friday 1.0" in good("show", good_new(join)), "a script that is taken in names it, too"
    good("pack", "add", file(tmp_path, "2.0", 21), "--yes")
    assert "2.0 is in use here now" not in good("show", number), "the version it was played with is still here"
    good("pack", "remove", "friday", "1.0")
    assert "2.0 is in use here now" in good("show", number)
    good("pack", "remove", "friday")
    assert "not here any more" in good("show", number)
    assert "Sancho" in good("log", number)
    record = tmp_path / "match.jsonl"
    good("export", number, "--whole", "-o", str(record))
    good("delete", number)
    again = good("import", str(record), "--again", "--whole").strip()
    assert "friday 1.0" in good("show", again), "the record says so elsewhere, too"
    assert "Played with" not in good("show", import_match())


def good_new(*more: dict[str, str]) -> str:
    new = {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7}
    return good("import", "-", stdin=script([new, *more])).strip()


def test_a_pack_comes_from_a_repository_and_nothing_of_it_is_carried_out(tmp_path: Path) -> None:
    source = folder(tmp_path)
    (source / "hook.sh").write_text("touch ../ran", encoding="utf-8")
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-C", str(source))
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "x")):
        subprocess.run([*git, *words], check=True, capture_output=True)
    assert "sancho" in good("pack", "add", source.as_uri(), "--yes")
    assert good("pack", "show", "friday").splitlines()[-1].strip() == f"from {source.as_uri()}"
    refusal = bad(2, "pack", "add", (tmp_path / "nowhere").as_uri(), "--yes")
    assert "could not be fetched" in refusal
    assert "and the repository exists" not in refusal, "that is the last line of git's advice, and no reason"
    assert list(bundles_folder().parents[1].glob(".packs-*")) == []


def test_a_code_brings_a_champion_with_its_weapon(tmp_path: Path, own_home: Path) -> None:
    packs = tmp_path / "mine"
    packs.mkdir()
    hero = HERO.format(points=20).replace("heavy-bolter", "sling")
    (packs / "a.yaml").write_text(hero + SLING, encoding="utf-8")
    call = good("pack", "code", "champion", "sancho", "--plain", "--packs", str(packs)).strip()
    assert call.startswith("q40k pack add 2.")
    assert "█" in good("pack", "code", "champion", "sancho", "--packs", str(packs))
    assert "sancho" in good("pack", "add", call, "--yes")
    assert (own_home / "config" / "packs" / "code-sancho.yaml").exists()
    assert good("champions", "sancho").count("sancho") == 1
    assert bad(1, "pack", "add", call, "--yes")
    assert bad(2, "pack", "add", call[:-9], "--yes")


def test_a_correction_of_a_score_stands_beside_an_added_pack() -> None:
    good("pack", "add", "sister-games", "--yes")
    number = import_match()
    result = q40k("do", number, '{"do": "adjust", "player": "Alice", "score": 2, "why": "banner"}')
    assert (result.exit_code, "failed" in result.stderr) == (0, False)
    state = json.loads(good("show", number, "--json"))
    assert state["players"]["Alice"]["score"] == "2"


def test_a_fault_after_an_entry_is_reported_and_the_entry_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    good("pack", "add", "sister-games", "--yes")
    number = import_match()

    def fail(*_args: object) -> None:
        raise TypeError("a fault of the program")

    monkeypatch.setattr("q40k.table.bundles.uses_of", fail)
    result = q40k("do", number, '{"do": "adjust", "player": "Alice", "score": 2, "why": "banner"}')
    assert result.exit_code == 0
    assert "That entry stands, do not enter it again" in result.stderr
    assert "errors.log" in result.stderr
    assert good("log", number).count("banner") == 1

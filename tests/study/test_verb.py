"""`q40k study`: the figures of a match, kept and told, its report, and another try."""

from __future__ import annotations

import json
import re
from pathlib import Path

from q40k.games.game import Game
from tests.cli.calls import bad, good
from tests.study.conftest import TRACK

RACE = (
    {"do": "new", "game": "race", "name": "Race", "seed": 7, "track_data": TRACK},
    {"do": "join", "player": "Ann", "answers": [1]},
    {"do": "join", "player": "Bob", "answers": [6]},
    {"do": "run", "answers": [1, "no"]},
    {"do": "run", "answers": [6, "no"]},
    {"do": "run", "answers": [1, "no"]},
)
END = {"do": "run", "answers": [6]}
STUDY = ("study", "last", "--plays", "20", "--cores", "1")


def test_a_study_is_kept_and_told_and_shown_by_the_report(race: Game, tmp_path: Path) -> None:
    script = tmp_path / "race.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in RACE), encoding="utf-8")
    good("import", str(script))
    assert "still secret" in bad(1, *STUDY), "lucky numbers are secret until the end"
    script.write_text("".join(json.dumps(line) + "\n" for line in (*RACE, END)), encoding="utf-8")
    good("import", str(script))
    page = _report(tmp_path)
    assert "What dice brought" not in page, "nobody has studied it"
    assert re.search(r"<code>q40k study \d+</code>", page), "it says how to"
    data = json.loads(good(*STUDY, "--json"))
    assert json.loads(good(*STUDY, "--json")) == data, "the shelf has it already, and it is the same"
    assert [side["name"] for side in data["sides"]] == ["Ann", "Bob"]
    assert data["players"][1]["decisions"] == 1
    words = good(*STUDY)
    assert "Where the chances went" in words
    assert "Bots play every position on" in words
    assert "Où sont passées les chances" in good(*STUDY, "--lang", "fr")
    page = _report(tmp_path)
    assert "Dice or choices?" in page
    assert page.count('class="race"') == 4, "the race twice, wide and for phones, and what dice and choices brought"
    assert all(f"--from {row['entry']}</code>" in page for row in data["dearest"])
    assert re.search(r"As (Ann|Bob), from before entry \d+: ", page), "whose seat it is"
    account = next(account for account in data["accounts"] if account["side"] == "p2")
    luck = {row["player"]: row for row in json.loads(good("season", "--json"))["luck"]}
    assert luck["Bob"]["won"] + luck["Ann"]["won"] == 1
    assert abs(luck["Bob"]["luck"] - account["luck"]["mean"]) < 1e-5
    assert luck["Bob"]["adjusted"] == round(luck["Bob"]["won"] - luck["Bob"]["luck"], 6)
    assert "Sans la chance aux dés" in good("season", "--lang", "fr")
    assert "Without the luck of the dice" in _season_page(tmp_path)
    number = int(good("study", "last", "--from", "15").split()[0])
    assert f"branch of {number - 1}, from 14" in good("list")
    assert "no entry" in bad(2, "study", "last", "--from", "99")


def _season_page(folder: Path) -> str:
    path = folder / "season.html"
    good("season", "page", "--out", str(path), "--force")
    return path.read_text(encoding="utf-8")


def _report(folder: Path) -> str:
    path = folder / "report.html"
    good("report", "last", "--out", str(path), "--force")
    return path.read_text(encoding="utf-8")

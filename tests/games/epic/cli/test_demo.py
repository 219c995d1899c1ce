"""`q40k demo`, `stats` and `report` of Epic Escarmouches."""

from __future__ import annotations

import json
from pathlib import Path

from q40k.games.epic.table.demo import DEMO
from tests.cli.calls import good, q40k


def test_the_demo_plays_its_record_to_the_end() -> None:
    result = q40k("demo", "--game", "epic", "--speed", "0")
    assert result.exit_code == 0
    assert "Bob wins with fewer losses (Ann lost 50%, Bob lost 35%)" in result.stderr
    assert "demoralised" in result.stdout
    assert "west dump: Ann (counts 2 at the end)" in result.stdout


def test_the_demo_draws_a_volley(tmp_path: Path) -> None:
    drawn = tmp_path / "raid.svg"
    good("demo", "--game", "epic", "--screenshot", str(drawn))
    text = drawn.read_text(encoding="utf-8").replace("&#160;", " ")
    assert "Which formation fires?" in text
    assert "west dump" in text


def test_the_figures_and_the_report_of_a_match(tmp_path: Path) -> None:
    good("import", str(DEMO.script))
    shown = good("stats", "last")
    assert "Turn by turn" in shown
    assert "Fights won" in shown
    figures = json.loads(good("stats", "last", "--json"))["figures"]
    assert set(figures["sides"]) == {"Ann", "Bob"}
    page = tmp_path / "raid.html"
    good("report", "last", "--out", str(page), "--lang", "fr")
    text = page.read_text(encoding="utf-8")
    assert "Tour par tour" in text
    assert "Perdues au tir" in text

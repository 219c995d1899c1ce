"""`q40k demo --game space-hulk`: the recorded match plays to its end, and draws its moment."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calls import good, q40k


def test_the_recorded_match_is_played_to_its_end() -> None:
    result = q40k("demo", "--game", "space-hulk", "--speed", "0")
    assert result.exit_code == 0
    assert "leaves the board by EAST" in result.stderr
    assert "Sergeant with power sword" in result.stdout


def test_it_draws_a_moment_somebody_may_react_in(tmp_path: Path) -> None:
    path = tmp_path / "moment.svg"
    good("demo", "--game", "space-hulk", "--screenshot", str(path))
    assert "S7" in path.read_text("utf-8")

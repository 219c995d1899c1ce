"""New arenas, missions and scenarios: made by a seed, screened by games, kept with their figures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from q40k.cli import say
from q40k.cli.lab import generate
from q40k.games import game as games
from q40k.games.epic.bot.drafts import draft_scenario
from q40k.games.epic.bot.lab import EpicLab
from q40k.games.quake.bot.lab import QuakeLab
from q40k.games.quake.packs.library import load
from q40k.kernel.events import Refused
from q40k.lab.drafts import Judged, best_of_cells
from q40k.lab.subject import Draft
from q40k.packs.library import check
from tests.cli.calls import bad, good

CALL = ("lab", "generate", "--cores", "1", "--levels", "straight", "--option", "times_to_win=1", "--tries", "2")


def test_an_arena_is_made_by_its_seed(tmp_path: Path) -> None:
    lab, library = QuakeLab(), load()
    draft = lab.draft(library, "mine", 3, {"size": "80x80"})
    assert draft == lab.draft(library, "mine", 3, {"size": "80x80"}) != lab.draft(library, "mine", 4, {"size": "80x80"})
    (tmp_path / "mine.yaml").write_text(draft.pack, encoding="utf-8")
    assert load([tmp_path]).arenas["mine"].size == (80, 80)
    for size in ("80", "2x2"):
        with pytest.raises(Refused):
            lab.draft(library, "mine", 3, {"size": size})


@pytest.mark.parametrize(
    ("game", "kind", "options", "wrong"),
    [
        ("space-hulk", "missions", {"goal": "leave", "squares": 18}, {"squares": 500}),
        ("space-hulk", "missions", {"goal": "burn"}, {"goal": "dance"}),
        ("epic", "scenarios", {"goal": "meeting", "size": "120x90"}, {"size": "7x7"}),
        ("epic", "scenarios", {"goal": "attack"}, {"goal": "dance"}),
    ],
)
def test_missions_and_scenarios_are_packs_without_a_fault(
    tmp_path: Path, game: str, kind: str, options: dict[str, Any], wrong: dict[str, Any]
) -> None:
    opened = games.find(game)
    lab, library = opened.lab, opened.packs.library()
    drafts = [lab.draft(library, f"mine-{seed}", seed, options) for seed in range(12)]
    assert len({draft.pack.replace(draft.id, "") for draft in drafts}) == len(drafts)
    assert drafts[3] == lab.draft(library, "mine-3", 3, options)
    for draft in drafts:
        (tmp_path / f"{draft.id}.yaml").write_text(draft.pack, encoding="utf-8")
    assert check(opened.packs.kinds, [tmp_path]) == []
    assert {draft.id for draft in drafts} <= set(opened.packs.library([tmp_path]).of_kind(kind))
    with pytest.raises(Refused):
        lab.draft(library, "mine", 3, wrong)


def test_a_meeting_is_the_same_from_both_edges() -> None:
    for seed in range(12):
        scenario, _aim = draft_scenario("mine", seed, {"goal": "meeting"})
        width, height = scenario.size_cm
        circles = {(piece.kind, *piece.circle.at) for piece in scenario.terrain if piece.circle}
        corners = {(piece.kind, *corner) for piece in scenario.terrain for corner in piece.polygon}
        for places in (circles, corners, {(goal.worth, *goal.at) for goal in scenario.objectives}):
            there = {(name, round(width - x, 2), round(height - y, 2)) for name, x, y in places}
            assert there == {(name, round(x, 2), round(y, 2)) for name, x, y in places}


def test_what_is_kept_is_a_pack_with_its_figures_and_its_seed(tmp_path: Path) -> None:
    words = good(*CALL, "--within", "50", "--screens", "2,3", "--option", "size=60x60", "--out", str(tmp_path / "fair"))
    kept = sorted((tmp_path / "fair").iterdir())
    assert words.count("dropped") == 0
    assert 1 <= len(kept) == words.count("kept")
    text = kept[0].read_text(encoding="utf-8")
    assert "3 games of bots" in text
    assert f"--seed {kept[0].stem.removeprefix('draft-')} " in text
    assert "--option size=60x60" in text
    assert kept[0].stem in load([kept[0]]).arenas
    bad(1, *CALL, "--turns", "900", "--screens", "2", "--option", "size=60x60", "--out", str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()
    assert "another" in bad(1, *CALL, "--out", str(tmp_path / "fair")), "before a game is played"


def test_what_games_say_of_a_draft_is_shown_after_a_dozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(generate, "on_a_terminal", lambda _stream: True)
    monkeypatch.setattr(generate, "show_lines", seen.extend)
    options = ("--screens", "14", "--within", "50", "--option", "size=60x60", "--out", str(tmp_path))
    good(*CALL[:-1], "1", *options)
    first, bar, last, _bar = seen
    assert re.match(r"draft-1 after 12 games: [\d.]+ turns, \d+% \(\d+% – \d+%\); fair is \d+%", first)
    assert re.fullmatch(r"  ▕[ ─┆]*●[ ─┆]*▏", bar)
    assert last.startswith("draft-1 after 14 games:")


def test_a_wish_that_makes_no_sense_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = ("--out", str(tmp_path))
    assert "growing numbers" in bad(2, *CALL, *out, "--screens", "5,2")
    assert "No draft" in bad(1, *CALL, *out, "--option", "size=tiny")
    monkeypatch.setattr(EpicLab, "makes", "")
    assert "Nothing new of Epic" in bad(1, "lab", "generate", "--game", "epic", *out)


def test_the_fairest_of_each_length_shape_and_fairness_is_kept() -> None:
    def judge(id: str, turns: float, gap: float, shape: str = "60x60", *, is_kept: bool = True) -> Judged:
        return Judged(Draft(id, "", shape, 1), 500, turns, gap, is_kept)

    rows = [
        judge("a", 9, 0.013),
        judge("b", 10, 0.011),
        judge("c", 20, 0.01),
        judge("d", 9, 0.01, "80x80"),
        judge("e", 9, 0.03),
        judge("f", 9, 0.001, is_kept=False),
    ]
    assert {row.draft.id for row in best_of_cells(rows)} == {"b", "c", "d", "e"}


def test_what_games_say_so_far_stays_on_the_terminal_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(say, "on_a_terminal", lambda _stream: True)
    say.show_progress("12 of 60 games")
    say.show_lines(["After 12 games:", "  fair 50%"])
    assert capsys.readouterr().err.endswith("\rAfter 12 games:\n  fair 50%\n")

"""The shipped arenas: different in size and temper, described in both languages as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from q40k.games.quake.cli.manual import arenas_page
from q40k.games.quake.packs.library import Library, check, load

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def library() -> Library:
    return load(only=["arenas"])


def test_there_are_arenas_from_a_duel_to_a_club(library: Library) -> None:
    arenas = library.arenas.values()
    assert len(arenas) == 10
    assert {arena.size for arena in arenas} >= {(60, 60), (120, 80), (180, 120)}
    assert max(arena.players[1] for arena in arenas if arena.players) >= 12
    assert all(arena.players for arena in arenas)


@pytest.mark.rule("ARENA-5")
def test_each_temper_has_its_arena(library: Library) -> None:
    arenas = library.arenas
    assert sum(p.climbable and p.height_in >= 4 for p in arenas["scaffolds-80"].scenery) >= 8
    assert {"water", "lethal"} <= {e for p in arenas["caldera-120"].scenery for e in p.effects}
    assert "dark" in {e for p in arenas["deadhive-80"].scenery for e in p.effects}
    assert len(arenas["depot-100"].barrels) >= 24


@pytest.mark.rule("BASE-1", "FLAG-3")
@pytest.mark.parametrize(("name", "teams"), [("bastions-140", 2), ("crossroads-120", 4)])
def test_team_arenas_have_a_base_and_a_flag_for_each(library: Library, name: str, teams: int) -> None:
    arena = library.arenas[name]
    assert len(arena.bases) == teams
    assert {flag.base for flag in arena.flags if flag.base} == set(range(1, teams + 1))


def test_each_says_in_both_languages_how_it_is_built(library: Library) -> None:
    for arena in library.arenas.values():
        assert len(arena.note.en) > 100
        assert arena.note.en != arena.note.fr
        assert arena.id == "classic-60" or len(arena.scenery) >= 8
        assert "\u00a0" in arena.note.fr or " ;" not in arena.note.fr


def test_the_page_of_the_manual_is_current(library: Library) -> None:
    written = (ROOT / "docs" / "arenas.md").read_text(encoding="utf-8")
    assert written == arenas_page(library), "make docs/arenas.md again, as its first lines say"


def test_the_examples_of_the_manual_are_an_arena(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    section = text.split("## An arena")[1].split("\n## ")[0]
    blocks = [block.split("```")[0] for block in section.split("```yaml\n")[1:]]
    file = tmp_path / "kitchen.yaml"
    file.write_text("".join(blocks), encoding="utf-8")
    assert check(file) == []

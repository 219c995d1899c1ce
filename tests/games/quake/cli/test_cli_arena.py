"""`q40k arena`: check, show, draw and make arenas from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from q40k.cli import files
from tests.cli.calls import bad, good, process, q40k

NEAR = """\
arenas:
  - id: my-pit
    name: {en: My pit, fr: Ma fosse}
    note: {en: Sand., fr: Du sable.}
    size: [60, 60]
    portals:
      - {number: 1, at: [6, 54]}
      - {number: 2, at: [54, 54]}
      - {number: 3, at: [54, 6]}
      - {number: 4, at: [6, 6]}
      - {number: 5, at: [30, 30]}
    tokens:
      - {id: E1, category: equipment, at: [30, 12]}
      - {id: W1, category: weapon, at: [12, 30]}
    scenery:
      - id: lava
        name: {en: Lava, fr: Lave}
        polygon: [[28, 28], [50, 28], [50, 32]]
        lethal: true
"""


@pytest.fixture
def pit(tmp_path: Path) -> str:
    file = tmp_path / "pit.yaml"
    file.write_text(NEAR, encoding="utf-8")
    return str(file)


# ---- check


@pytest.mark.rule("ARENA-3", "ARENA-4")
def test_check_shows_the_arithmetic_of_an_arena_that_is_well() -> None:
    output = good("arena", "check", "classic-60")
    assert "ARENA-3: The nearest portals, 1 and 5, lie 33.94 cm apart" in output
    assert "37.04 cm is the best for this table (91%)" in output
    assert "ARENA-4: Token E1 lies nearest to a portal: 15.19 cm" in output


@pytest.mark.rule("ARENA-4", "ARENA-5")
def test_check_tells_everything_at_once_with_rule_file_and_line(pit: str) -> None:
    result = q40k("arena", "check", pit)
    assert result.exit_code == 1
    lines = [line for line in result.stdout.splitlines() if line.startswith(pit)]
    assert [line.removeprefix(pit).split(" ", 3)[:3] for line in lines] == [
        [":11:25:", "error:", "ARENA-3:"],
        [":13:43:", "error:", "ARENA-4:"],
        [":14:40:", "warning:", "ARENA-4:"],
    ]
    assert "2 problems, 1 warning" in result.stderr


def test_check_as_json_has_rules_places_and_measures(pit: str) -> None:
    data = json.loads(q40k("arena", "check", pit, "--json").stdout)
    assert data["arenas"][0]["spread"]["percent"] == 91
    first = data["findings"][1]
    assert (first["rule"], first["code"], first["severity"], first["line"]) == (
        *("ARENA-4", "token-near-portal", "error"),
        13,
    )
    assert first["facts"]["least"] == 15
    assert json.loads(good("arena", "check", "classic-60", "--json"))["findings"] == []


def test_check_of_a_file_that_cannot_be_read_names_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(NEAR.replace("[50, 32]", "[28, 28]"), encoding="utf-8")
    result = q40k("arena", "check", str(file))
    assert result.exit_code == 1
    assert f"{file}:18:" in result.stdout
    assert "corner" in result.stdout
    (tmp_path / "none.yaml").write_text("mods: []\n", encoding="utf-8")
    assert "no arena" in bad(2, "arena", "check", str(tmp_path / "none.yaml"))
    assert q40k("arena", "check", str(tmp_path / "gone.yaml")).exit_code == 1


@pytest.mark.rule("BASE-1", "BARREL-1")
def test_check_measures_bases_and_counts_barrels() -> None:
    assert "BASE-1: The nearest bases, 1 and 2, lie 39.37 in apart; 18 in is asked." in good(
        "arena", "check", "bastions-140"
    )
    assert "28 places for barrels: enough for 9 champions, 3 each." in good("arena", "check", "depot-100")


@pytest.mark.parametrize("command", ["check", "show", "draw"])
def test_an_arena_that_is_not_there_is_answered_with_the_nearest(command: str) -> None:
    assert "classic-60" in bad(2, "arena", command, "clasic-60")


# ---- show, draw, list


def test_show_prints_the_card() -> None:
    output = good("arena", "show", "scaffolds-80")
    assert "≣" in output
    assert "North tower" in output
    assert "Tour nord" in good("arena", "show", "scaffolds-80", "--lang", "fr")
    assert json.loads(good("arena", "show", "scaffolds-80", "--json"))["size"] == [80, 80]


def test_draw_writes_svg_and_never_over_a_file(tmp_path: Path) -> None:
    out = tmp_path / "plan.svg"
    good("arena", "draw", "caldera-120", "--out", str(out))
    ElementTree.parse(out)
    out.write_text("mine", encoding="utf-8")
    assert str(out) in bad(1, "arena", "draw", "caldera-120", "--out", str(out))
    assert out.read_text(encoding="utf-8") == "mine"
    good("arena", "draw", "caldera-120", "--out", str(out), "--force")
    assert ElementTree.fromstring(good("arena", "draw", "caldera-120")).tag.endswith("svg")


def test_the_list_says_for_how_many_and_what_each_is_like() -> None:
    (line,) = (line for line in good("arenas").splitlines() if line.startswith("depot-100"))
    assert "100 × 80" in line
    assert "4 to 9" in line
    assert "28 barrels" in line


# ---- new


def test_a_new_arena_is_written_into_the_users_folder_and_passes_the_check(own_home: Path) -> None:
    questions = (
        "--size",
        "120x80",
        "--tokens",
        "4,4,1",
        "--teams",
        "2",
        "--barrels",
        "12",
        "--scenery",
        "6",
        "--seed",
        "7",
    )
    own = good("arena", "new", *questions).strip()
    assert own == "arena-120x80"
    assert (own_home / "config" / "packs" / "arena-arena-120x80.yaml").is_file()
    assert "BASE-1" in good("arena", "check", own)
    assert own in good("arenas")
    assert good("arena", "new", *questions).strip() == "arena-120x80-2"
    assert q40k("check").exit_code == 0


def test_the_same_seed_makes_the_same_arena_and_no_file_is_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "mine.yaml"
    questions = ("--size", "80x60", "--tokens", "2,2,1", "--name", "Ring : été #1", "--seed", "3")
    good("arena", "new", *questions, "--out", str(out))
    first = out.read_text(encoding="utf-8")
    assert str(out) in bad(1, "arena", "new", *questions, "--out", str(out))
    assert out.read_text(encoding="utf-8") == first
    assert good("arena", "new", *questions, "--out", "-") == first
    assert "Ring : été #1" in good("arena", "check", str(out))


def test_what_makes_no_sense_is_said_before_anything_is_made(own_home: Path) -> None:
    for typed, hint in (
        (("--size", "60x50"), "multiples of 20"),
        (("--size", "big"), "--size"),
        (("--size", "60x60", "--tokens", "4,4"), "--tokens"),
        (("--size", "60x60", "--tokens", "4,4,2"), "BONUS-5"),
        (("--size", "60x60", "--teams", "1"), "Two teams"),
        (("--size", "60x60", "--id", "No Id"), "small letters"),
        (("--size", "60x60", "--name", "\x1b[31m"), "name"),
        ((), "--size"),
    ):
        assert hint in bad(2, "arena", "new", *typed)
    assert "classic-60" in bad(1, "arena", "new", "--size", "60x60", "--id", "classic-60")
    assert "0 equipment tokens" in bad(1, "arena", "new", "--size", "40x40")
    assert not list((own_home / "config").glob("packs/*.yaml"))


def test_on_a_terminal_the_answers_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "on_a_terminal", lambda *_: True)
    result = q40k("arena", "new", stdin="The ring\n80x80\n2,2,1\n0\n0\n4\n")
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == "the-ring"
    assert "Sides in cm" in result.stderr


@pytest.mark.rule("ARENA-1", "ARENA-4")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.tuples(st.integers(3, 10), st.integers(3, 10)),
    st.integers(0, 4),
    st.integers(0, 4),
    st.sampled_from([0, 2, 3, 4]),
    st.integers(0, 12),
    st.integers(0, 6),
    st.integers(0, 99),
)
def test_whatever_is_written_reads_back_and_passes_the_check(
    tmp_path: Path,
    tiles: tuple[int, int],
    equipment: int,
    weapons: int,
    teams: int,
    barrels: int,
    scenery: int,
    seed: int,
) -> None:
    result = q40k(
        "arena",
        "new",
        "--size",
        f"{tiles[0] * 20}x{tiles[1] * 20}",
        "--tokens",
        f"{equipment},{weapons},1",
        "--teams",
        str(teams),
        "--barrels",
        str(barrels),
        "--scenery",
        str(scenery),
        "--seed",
        str(seed),
        "--out",
        "-",
    )
    if result.exit_code == 1:
        assert "room for" in result.stderr
        return
    assert result.exit_code == 0, result.output
    file = tmp_path / "made.yaml"
    file.write_text(result.stdout, encoding="utf-8")
    assert q40k("arena", "check", str(file)).exit_code == 0


def test_only_what_measures_loads_shapely() -> None:
    code = "import sys; from q40k.cli.app import run; run(sys.argv[1:]); "
    code += "print('shapely' in sys.modules, file=sys.stderr)"
    for words, loaded in (
        (["arenas"], b"False"),
        (["arena", "show", "classic-60"], b"False"),
        (["arena", "draw", "classic-60"], b"False"),
    ):
        import subprocess
        import sys

        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True, timeout=60)
        assert done.stderr.strip().endswith(loaded), words
    assert process("arena", "check", "classic-60").returncode == 0

"""Boards of pieces: laid with place and turn, joined, checked; and what the box holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from q40k.games import game as games
from q40k.games.space_hulk.board import board_of
from q40k.games.space_hulk.packs.kinds import BOX
from q40k.games.space_hulk.packs.pieces import lay_board
from q40k.packs.library import Library, load
from q40k.table.script import LineRefused, write_script
from tests.cli.calls import good, q40k
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import library, new, play

KINDS = games.find("space-hulk").packs.kinds
NINE: dict[str, Any] = {
    "id": "nine",
    "name": {"en": "nine", "fr": "nine"},
    "laid": [
        {"piece": "corridor-4", "at": "A4", "section": "a"},
        {"piece": "crossing-narrow", "at": "E3", "section": "x"},
        {"piece": "corridor-2", "at": "E6", "turn": "E", "section": "n"},
        {"piece": "corridor-2", "at": "E1", "turn": "W", "section": "s"},
        {"piece": "corridor-3", "at": "F4", "section": "b"},
        {"piece": "hall", "at": "I3", "section": "r"},
        {"piece": "corridor-2", "at": "K6", "turn": "E", "section": "o"},
        {"piece": "corridor-2", "at": "K1", "turn": "E", "section": "p"},
        {"piece": "corridor-5", "at": "L4", "section": "c"},
    ],
    "doors": ["H4", "L4"],
    "entries": [
        {"id": "N1", "square": "E7", "side": "N"},
        {"id": "S1", "square": "E1", "side": "S"},
        {"id": "N2", "square": "K7", "side": "N"},
        {"id": "S2", "square": "K1", "side": "S"},
    ],
    "exits": [{"id": "EAST", "square": "P4", "side": "E"}],
}
OWN = [
    {
        "id": "hall",
        "name": {"en": "hall", "fr": "salle"},
        "kind": "room",
        "rows": ["###+#", "#...#", "+...+", "#...#", "###+#"],
    },
    {"id": "corridor-5", "name": {"en": "five", "fr": "cinq"}, "rows": ["#######", "+.....+", "#######"]},
]


def check_packs(tmp_path: Path, **packs: Any) -> tuple[int, str]:
    """What `mission check` says of a file with these packs."""
    file = tmp_path / "own.yaml"
    file.write_text(yaml.safe_dump(packs, sort_keys=False), encoding="utf-8")
    result = q40k("mission", "check", str(file))
    return result.exit_code, result.stdout


@pytest.mark.rule("SH-MISSION-2", "SH-BOARD-4")
def test_a_board_of_pieces_is_the_board_of_letters(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(yaml.safe_dump({"pieces": OWN, "boards": [NINE]}), encoding="utf-8")
    packs: Library = load(KINDS, [file])
    result = lay_board(packs.of_kind("boards")["nine"], packs.of_kind("pieces"))
    expected = library().of_kind("boards")["airlock-nine"]
    assert result.levels == expected.levels
    assert result.entries == expected.entries
    code, text = check_packs(tmp_path, pieces=OWN, boards=[NINE])
    assert (code, text.count("warning:")) == (0, 1)
    assert "A4 is open to the west" in text


@pytest.mark.rule("SH-BOARD-4")
def test_a_piece_is_turned_and_is_a_section_of_its_own() -> None:
    packs = library()
    result = lay_board(packs.of_kind("boards")["cinder-ward"], packs.of_kind("pieces"))
    ground = board_of(result)
    section = ground.section_squares("n")
    assert sorted(ground.name(cell) for cell in section) == [f"{column}{row}" for column in "NOP" for row in (1, 2, 3)]
    here, there = ground.cell("O4"), ground.cell("O3")
    assert here is not None
    assert there in ground.neighbours(here)
    assert ground.doors == (ground.cell("H5"), ground.cell("O4"))
    assert {piece.kind for piece in packs.of_kind("pieces").values()} == set(BOX) - {
        "doors",
        "entries",
        "ladders",
        "generators",
    }


def test_a_mission_on_pieces_is_played_as_any_other() -> None:
    match = play(new("cinder-ward"), line("start"), line("draw"))
    go_on(match, line("step", who="Bolt1", to="G5"), line("door", who="Bolt1", at="H5"))
    assert json_state(match)["doors"] == {"H5": "open", "O4": "closed"}
    layout = match.state.setup.layout
    assert layout is not None
    assert (len(layout.levels), layout.laid) == (1, ()), "the match keeps rows"
    first = json.loads(next(write_script(match, library())))
    assert first["mission"] == "cinder-ward"
    assert "board_data" not in first, "the packs hold it anyway"
    with pytest.raises(LineRefused) as refusal:
        play({**first, "board_data": NINE})
    assert refusal.value.rule == "SH-MISSION-2", "its own pieces are in no pack"


@pytest.mark.parametrize(
    ("place", "laid", "error"),
    [
        (3, {"piece": "corridor-2", "at": "E2", "turn": "E"}, "E3 is taken: crossing-narrow"),
        (3, {"piece": "corridor-2", "at": "C3"}, "D3 touches D4 (corridor-4) by a wall"),
        (3, {"piece": "corridor-7", "at": "E1"}, "no board piece with the id corridor-7"),
        (3, {"piece": "corridor-2", "at": "BH1"}, "60 columns"),
        (3, {"piece": "corridor-2", "at": "O1", "section": "a"}, "The id a is used twice"),
        (8, {"piece": "corridor-2", "at": "L4"}, "no floor on P4"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(tmp_path: Path, place: int, laid: dict[str, str], error: str) -> None:
    pieces = [laid if n == place else piece for n, piece in enumerate(NINE["laid"])]
    code, text = check_packs(tmp_path, pieces=OWN, boards=[{**NINE, "laid": pieces}])
    assert code == 1
    assert error in text
    assert "own.yaml:" in text, "the line is named"


def test_loose_ends_are_told_and_hinder_nothing(tmp_path: Path) -> None:
    board = {**NINE, "laid": [*NINE["laid"], {"piece": "dead-end", "at": "O7"}]}
    board["exits"] = []
    code, text = check_packs(tmp_path, pieces=OWN, boards=[board])
    assert code == 0
    assert "P4 is open to the east: lay a piece, an entry or an exit there." in text
    assert "Nothing leads from the first piece to this one (dead-end)." in text


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (["###", "+.+"], "needs 3 or more"),
        (["###", "+x+", "###"], "not “x”"),
        (["####", "####", "####"], "needs floor that hangs together"),
        (["####", "+..+", "###+"], "lies beside no floor"),
        (["######", "#.##.#", "######"], "hangs together"),
    ],
)
def test_a_piece_is_drawn_as_pieces_are(tmp_path: Path, rows: list[str], error: str) -> None:
    code, text = check_packs(tmp_path, pieces=[{"id": "hall", "name": NINE["name"], "rows": rows}])
    assert code == 1
    assert error in text


@pytest.mark.rule("SH-LADDER-1", "SH-MISSION-2", "SH-BOARD-9")
def test_levels_of_pieces_hang_together_by_ladders(tmp_path: Path) -> None:
    board = {
        "id": "two",
        "name": NINE["name"],
        "laid": [
            {"piece": "corridor-3", "at": "2:A1", "section": "a"},
            {"piece": "dead-end", "at": "2:D1", "section": "e"},
            {"piece": "corridor-2", "at": "1:C1", "section": "b"},
        ],
        "ladders": [{"id": "L1", "top": "2:C1", "foot": "1:C1"}],
        "entries": [
            {"id": "W", "square": "2:A1", "side": "W"},
            {"id": "E", "square": "1:D1", "side": "E"},
            {"id": "X", "square": "1:C1", "side": "W"},
        ],
    }
    assert check_packs(tmp_path, boards=[board]) == (0, "")
    packs = load(KINDS, [tmp_path / "own.yaml"])
    result = lay_board(packs.of_kind("boards")["two"], packs.of_kind("pieces"))
    assert [(level.number, level.rows) for level in result.levels] == [(2, ("....",)), (1, ("##..",))]
    top = board_of(result).cell("2:C1")
    assert top is not None
    assert "1:C1" in {board_of(result).name(there) for there in board_of(result).neighbours(top)}
    _, text = check_packs(tmp_path, boards=[{**board, "ladders": []}])
    assert "Nothing leads from the first piece to this one (corridor-2)." in text


@pytest.mark.rule("SH-BOX-4", "SH-BOX-5", "SH-BOX-2")
def test_more_than_the_box_holds_is_told(tmp_path: Path) -> None:
    lifts = [{"piece": "turbo-lift", "at": at} for at in ("A1", "A4", "A7")]
    board = {**NINE, "laid": lifts, "doors": [], "entries": [], "exits": []}
    code, text = check_packs(tmp_path, boards=[board])
    assert code == 0, "it can be played: the table may have more boxes"
    assert "More than the box holds (turbo-lifts): 3, and it holds 1." in text
    rows = ["D" * 21, "." * 21]
    level = {"rows": rows, "sections": ["a" * 21, "a" * 21]}
    _, text = check_packs(tmp_path, boards=[{**board, "laid": [], "levels": [level]}])
    assert "(doors): 21, and it holds 20" in text


@pytest.mark.rule("SH-MISSION-2", "SH-SETUP-1")
@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"start": [{"at": "A9", "facing": "E"}]}, "no floor on A9"),
        ({"start": [{"at": "A4", "facing": facing} for facing in "EW"]}, "Two marines are to stand on"),
        ({"start": [{"at": "A4", "facing": "E"}]}, "Places to start from: 1; marines: 5."),
        ({"goals": [{"side": "marine", "by": "leave", "exit": "WEST"}]}, "no exit WEST"),
        ({"goals": [{"side": "marine", "by": "burn", "sections": ["q"]}]}, "no section q"),
        ({"goals": [{"side": "marine", "by": "hold", "squares": ["B1"]}]}, "no floor on B1"),
        ({"objects": [{"id": "CAT", "square": "B1"}]}, "no floor on B1"),
    ],
)
def test_a_mission_is_held_against_its_board(tmp_path: Path, changes: dict[str, Any], error: str) -> None:
    mission = {
        "id": "own",
        "name": {"en": "own", "fr": "own"},
        "board": "airlock-nine",
        "squads": ["squad-sword"],
        **changes,
    }
    _, text = check_packs(tmp_path, missions=[mission])
    assert error in text
    assert "own.yaml:" in text


def test_pieces_are_listed_and_a_copy_is_made_of_them() -> None:
    text = good("mission", "pieces")
    assert "t-junction" in text
    assert "+...+" in text
    assert "piece: t-junction" in good("mission", "new", "own", "--like", "cinder-ward", "--out", "-")
    shown = good("mission", "show", "cinder-ward")
    assert "  5 .......D.......#   aaatttbbrrrccxx#" in shown
    assert "<svg" in good("mission", "draw", "cinder-ward")


@pytest.mark.rule("SH1-BOX-4")
def test_every_flamer_has_six_flames_of_its_own() -> None:
    match = play(
        new(edition="1"),
        line("marine", name="Flame1", unit="terminator-flamer", at="E4"),
        line("marine", name="Flame2", unit="terminator-flamer", at="D4"),
        line("start"),
    )
    assert [marine["ammo"] for marine in json_state(match)["marines"].values()] == [6, 6]

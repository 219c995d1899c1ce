"""The code on a mission's page brings the mission to another laptop, whole, or is refused."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.games import game as games
from q40k.games.space_hulk.packs.pieces import lay_board
from q40k.games.space_hulk.prints.mission import load_call
from q40k.games.space_hulk.table.codes import MARK, BadCode, mission_code, read_code
from q40k.packs.library import Library
from q40k.prints.codes import MOST_LETTERS
from tests.cli.calls import bad, good, q40k
from tests.prints.looking import scan_codes
from tests.prints.reading import pages


def library() -> Library:
    result: Library = games.find("space-hulk").packs.library()
    return result


@pytest.mark.rule("SH-MISSION-2")
@pytest.mark.parametrize("id", ["airlock-nine", "cinder-ward", "open-table", "cold-start"])
def test_the_code_of_a_shipped_mission_is_its_id_and_that_of_a_changed_one_is_the_mission(id: str) -> None:
    packs = library()
    mission = packs.of_kind("missions")[id]
    board = packs.of_kind("boards").get(mission.board or "")
    laid = board and lay_board(board, packs.of_kind("pieces"))
    assert mission_code(mission, board) == mission_code(mission, laid) == id
    assert load_call(id) == f"q40k new --game space-hulk --mission {id}"
    changed = replace(mission, turn_limit=7)
    for layout in (board, laid):
        code = mission_code(changed, layout)
        assert code.startswith(MARK)
        sent = read_code(code)
        assert (sent.mission, sent.board) == (changed, layout)
    if not mission.lesson:
        assert len(load_call(code)) < MOST_LETTERS, "a phone can read it"


@given(st.text(max_size=60), st.integers(0, 400))
def test_what_is_no_code_is_refused_and_never_more(noise: str, cut: int) -> None:
    mission = library().of_kind("missions")["airlock-nine"]
    whole = mission_code(replace(mission, turn_limit=7), library().of_kind("boards")["airlock-nine"])
    for text in (MARK + noise, whole[: min(cut, len(whole) - 1)], whole + noise[:1]):
        try:
            assert read_code(text).mission.turn_limit == 7, "what is beyond the end of a code changes nothing"
        except BadCode:
            continue


def test_a_code_that_unpacks_without_end_or_names_another_board_is_refused() -> None:
    def code(text: bytes) -> str:
        return MARK + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode()

    mission = {"id": "own", "name": {"en": "Own", "fr": "Own"}, "board": "other"}
    board = {"id": "own", "name": {"en": "Own", "fr": "Own"}, "levels": [{"rows": ["."], "sections": ["a"]}]}
    for text in (b"[" * 3_000_000, json.dumps({"mission": mission, "board": board}).encode(), b"[]", b"{}"):
        with pytest.raises(BadCode):
            read_code(code(text))


@pytest.mark.rule("SH-MISSION-2")
def test_a_mission_goes_from_paper_to_another_table(tmp_path: Path) -> None:
    good("mission", "new", "our-hulk", "--like", "under-the-keel")
    out = tmp_path / "page.pdf"
    done = q40k("print", "mission", "--game", "space-hulk", "--mission", "our-hulk", "--out", str(out))
    assert done.exit_code == 0
    (page,) = pages(out.read_bytes())
    assert "q40k mission load 1." in " ".join(page.words.split())
    squares = [shape for shape in page.shapes if shape.fill == "000000"]
    assert len(squares) > 1000, "the code, row by row"
    (scanned,) = scan_codes(out.read_bytes())
    assert scanned.startswith("q40k mission load 1."), "a scanner reads even the longest"
    assert good("mission", "load", scanned.split()[-1], "--as", "scanned-hulk").splitlines()[0] == "scanned-hulk"
    packs = library()
    keel, keel_board = packs.of_kind("missions")["under-the-keel"], packs.of_kind("boards")["under-the-keel"]
    code = mission_code(replace(keel, id="their-hulk", board="their-hulk"), replace(keel_board, id="their-hulk"))
    assert good("mission", "load", code).splitlines()[0] == "their-hulk"
    assert "0 problems" in q40k("mission", "check", "their-hulk").stderr
    assert good("mission", "show", "their-hulk").splitlines()[0] == keel.name.en
    assert "already a mission their-hulk" in bad(1, "mission", "load", code)
    assert good("mission", "load", code, "--as", "third-hulk").splitlines()[0] == "third-hulk"
    assert "no code of a mission" in bad(2, "mission", "load", code[:-9])
    assert good("mission", "load", "airlock-nine").splitlines()[0] == "airlock-nine"


@pytest.mark.rule("SH-MISSION-2")
def test_a_scanner_reads_the_printed_code_of_every_mission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for id in library().of_kind("missions"):
        good("print", "mission", "--game", "space-hulk", "--mission", id, "--out", "mission.pdf", "--force")
        assert scan_codes(Path("mission.pdf").read_bytes()) == [load_call(id)], id

"""`q40k mission`: what it lists, shows, finds wrong, draws and begins; and `new` with a mission."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.cli.mission import Figures
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.folders import packs_folder
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from tests.cli.calls import bad, good, q40k
from tests.games.space_hulk.playing import library
from tests.games.space_hulk.screen.test_desk import press


def test_missions_are_listed_and_shown() -> None:
    lines = good("mission", "list").splitlines()
    assert any(line.split()[0] == "hold-the-room" and line.endswith("8") for line in lines)
    text = good("mission", "show", "airlock-nine")
    assert "  4 .......D...D...." in text
    assert "entries: N1 (E7), S1 (E1), N2 (K7), S2 (K1)" in text
    assert "the Space Marines win if 2 marines leave the board (EAST)" in text
    assert "Sas neuf" in good("mission", "show", "airlock-nine", "--lang", "fr")
    shown = json.loads(good("mission", "show", "down-the-shaft", "--json"))
    assert [level["number"] for level in shown["board_data"]["levels"]] == [2, 1]


def test_an_unknown_mission_has_a_nearest() -> None:
    assert "airlock-nine" in bad(2, "mission", "show", "airlock-ten")


def test_a_board_is_drawn() -> None:
    drawn = ElementTree.fromstring(good("mission", "draw", "down-the-shaft"))
    texts = [element.text for element in drawn.iter() if element.text and element.text.strip()]
    assert {"U", "D", "WEST", "CAT", "1→"} <= set(texts)
    assert "no board" in bad(2, "mission", "draw", "open-table")


def test_a_mission_of_ones_own_is_begun_and_checked(own_home: Path) -> None:
    assert good("mission", "new", "our-hulk").strip() == "our-hulk"
    path = packs_folder("space-hulk") / "our-hulk.yaml"
    assert "0 problems" in q40k("mission", "check", str(path)).stderr
    assert "our-hulk" in good("mission", "list")
    assert "already" in bad(1, "mission", "new", "our-hulk")
    assert "already" in bad(1, "mission", "new", "our-other", "--out", str(path))
    assert "small letters" in bad(2, "mission", "new", "Our Hulk")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("'.......D...D....'", "'.......D...D...'", "16 letters"),
        ("'aaaaxbbbrrrccccc'", "'aaaaxbbbrrrcccca'", "two parts"),
        ("square: E7, side: N", "square: E7, side: S", "floor beyond"),
        ("square: P4, side: E", "square: P5, side: E", "no floor on P5"),
        ("by: leave, count: 2", "by: survive, count: 2", "needs: turn"),
    ],
)
def test_what_is_wrong_with_a_mission_is_said(tmp_path: Path, old: str, new: str, error: str) -> None:
    data = Path(games.__file__).parent / "space_hulk" / "data"
    text = (data / "boards.yaml").read_text("utf-8") + (data / "missions.yaml").read_text("utf-8")
    assert old in text
    file = tmp_path / "wrong.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    result = q40k("mission", "check", str(file))
    assert result.exit_code == 1
    assert error in result.stdout
    assert "wrong.yaml:" in result.stdout, "the line is named"


def test_a_mission_that_is_there_is_checked_by_its_id(own_home: Path) -> None:
    result = q40k("mission", "check", "cinder-ward")
    assert (result.exit_code, "0 problems" in result.stderr) == (0, True)
    text = good("mission", "new", "our-ward", "--like", "cinder-ward", "--out", "-")
    path = packs_folder("space-hulk") / "our-ward.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        text.replace("at: N1", "at: N1\n    section: q", 1).replace("    section: n\n", "", 1), encoding="utf-8"
    )
    result = q40k("mission", "check", str(path))
    assert "no section n on this board" in result.stdout
    path.write_text(text.replace("square: A5", "square: A9"), encoding="utf-8")
    assert "no floor on A9" in q40k("mission", "check", str(path)).stdout


def test_what_new_has_said_is_not_asked() -> None:
    prefilled = Prefilled(seed=7, dice="hand", mission="airlock-nine", edition="1", deal="app", options={"timer": 90})
    desk = Desk(temporary_match(games.find("space-hulk")), library, Locale("en"), prefilled)
    assert desk.state.setup.edition_id == "1", desk.notice
    options = desk.state.options
    assert (options.timer, options.cp, options.blips) == (90, "app", "app")
    press(desk, "S2")
    assert next(iter(desk.state.marines)) == "Sarge"
    assert "nearest" in bad(2, "new", "--game", "space-hulk", "--mission", "airlock-nin")
    assert "30 seconds" in bad(2, "new", "--game", "space-hulk", "--timer", "10")


def test_a_mission_is_weighed_the_same_each_time() -> None:
    call = ("mission", "play", "cold-start", "--games", "3", "--cores", "1")
    text = good(*call)
    assert text.startswith("Cold Start, edition 4: 3 games\n")
    assert "the marines win" in text
    assert good(*call) == text
    shown = json.loads(good(*call, "--json"))
    assert (shown["mission"], shown["games"]) == ("cold-start", 3)
    assert shown["won"] + shown["drawn"] + shown["lost"] == 3


def test_games_that_are_all_won_still_have_an_interval() -> None:
    """12 of 12 may be three of four: Wilson's lower end is 12 / (12 + 1.96²)."""
    low, high = Figures(games=12, won=12, drawn=0, lost=0, turns=4.0, met={}).interval
    assert (low, high) == pytest.approx((12 / (12 + 1.96**2), 1), abs=1e-4)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (("open-table",), "has no board"),
        (("cold-start", "--edition", "1"), "played by the edition"),
        (("cold-star",), "nearest"),
    ],
)
def test_what_cannot_be_weighed_says_why(call: tuple[str, ...], error: str) -> None:
    assert error in bad(2, "mission", "play", *call, "--games", "1")

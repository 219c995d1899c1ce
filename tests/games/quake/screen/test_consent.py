"""The others are asked once whether they agree to a figure of no official codex (CHAMPION-1)."""

import pytest

from tests.games.quake.screen.table import field, press
from tests.games.quake.screen.test_desk_own import desk_of, player

pytestmark = pytest.mark.rule("CHAMPION-1")


def test_a_harlequin_is_asked_about_once_and_noted() -> None:
    desk = desk_of()
    press(desk, "Ann\neldar-harlequin\n")
    assert field(desk).rule == "CHAMPION-1"
    assert "is in no official codex" in field(desk).title
    press(desk, "\n")
    assert player(desk, "Ann").champion.id == "eldar-harlequin"
    assert desk.state.setup.consented == ("eldar-harlequin",)
    press(desk, "Bob\neldar-harlequin\n")
    assert player(desk, "Bob").champion.id == "eldar-harlequin"


def test_a_marine_is_asked_about_by_nobody() -> None:
    desk = desk_of()
    press(desk, "Ann\nspace-marine\n")
    assert player(desk, "Ann").champion.id == "space-marine"
    assert desk.state.setup.consented == ()

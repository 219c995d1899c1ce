"""Announce, then measure, on the page of what is agreed."""

from __future__ import annotations

import pytest

from tests.games.quake.screen.table import field, new_desk, press


@pytest.mark.rule("MOVE-2")
def test_announcing_first_is_a_line_on_the_page_of_what_is_agreed() -> None:
    desk = new_desk(mod="elite", arena="classic-60")
    for _ in range(6):
        if desk.field is not None and "agree on changes" in desk.field.title:
            break
        press(desk, "\n")
    shown = {option.label: option for option in field(desk).choices()}
    line = shown["announce first, then measure"]
    assert line.note == "no"
    press(desk, line.key)
    again = {option.label: option for option in field(desk).choices()}
    assert again["announce first, then measure"].note == "yes"
    press(desk, "0")
    assert desk.state.announces

"""The evening that `q40k demo` plays."""

import pytest

from q40k.games.quake.state.damage import AccidentSuffered
from tests.games.golden import DEMO
from tests.table.scripts import json_state, play


@pytest.fixture(scope="module")
def evening() -> list[str]:
    return DEMO.read_text(encoding="utf-8").splitlines()


def test_the_evening_is_lively_and_played_to_the_win(evening: list[str]) -> None:
    match_session = play(evening)
    view = json_state(match_session)
    assert view["phase"] == "over"
    assert len(view["players"]) == 5
    assert 150 <= len(evening) <= 250
    kinds = {event.type for line in match_session.lines() for event in line.events}
    assert {"killed", "accident", "teleported", "token-taken", "nuke-rolled", "won"} <= kinds
    causes = {
        event.cause for line in match_session.lines() for event in line.events if isinstance(event, AccidentSuffered)
    }
    assert {"telefragged", "disintegrated", "nuke"} <= causes


def test_all_dice_of_the_evening_are_in_its_script(evening: list[str]) -> None:
    assert {entry.hand for entry in play(evening).inputs()} == {"script"}


def test_the_evening_needs_no_reason_to_go_on(evening: list[str]) -> None:
    assert not any("override" in line for line in evening)

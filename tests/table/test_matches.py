"""Golden matches: each script ends in the state that tests/matches holds.

`python -m tests.table.golden` writes the states anew.
"""

import json
from pathlib import Path

import pytest

from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.game import Quake
from q40k.kernel.replay import verify
from tests.table.golden import DEMO, SCRIPTS, STATES, state_of, text_of
from tests.table.scripts import json_state, play, record


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_a_match_ends_as_it_always_has(script: Path) -> None:
    assert json.loads(text_of(script)) == json.loads(state_of(script).read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_a_match_is_verified_and_written_out_again(script: Path) -> None:
    with script.open(encoding="utf-8") as lines:
        match_session = play(lines)
    assert verify(Quake(), match_session.inputs()).differs_at is None
    assert json_state(play(record(match_session))) == json_state(match_session)


def test_every_state_has_its_script() -> None:
    assert {path.stem for path in STATES.glob("*.json")} == {path.stem for path in SCRIPTS}


# ---- the demonstration


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

"""Whole matches end as they did; what is exported plays the same again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from q40k.table.script import write_script
from tests.games.space_hulk.golden import SCRIPTS, state_of, text_of
from tests.games.space_hulk.playing import json_state, library, play


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_match_ends_as_it_did(script: Path) -> None:
    assert text_of(script) == state_of(script).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_record_plays_the_same_again(script: Path) -> None:
    lines = [json.loads(line) for line in script.read_text(encoding="utf-8").splitlines()]
    match_session = play(*lines)
    record = [json.loads(entry) for entry in write_script(match_session, library(), whole=True)]
    assert json_state(play(*record)) == json_state(match_session)


def test_both_editions_have_golden_matches() -> None:
    editions = {json.loads(state_of(script).read_text("utf-8"))["edition"] for script in SCRIPTS}
    assert editions == {"4", "1"}

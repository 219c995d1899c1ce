"""Whole solo matches come out the same, byte for byte, for a seed."""

from __future__ import annotations

import json

import pytest

from tests.cli.calls import process
from tests.games.golden import matches_of, states_of
from tests.games.space_hulk.solo.recorded import RECORDED, script

MATCHES = matches_of("space-hulk")


@pytest.mark.parametrize("name", RECORDED)
def test_bot_and_automaton_play_the_same_match_again(name: str) -> None:
    assert script(name) == (MATCHES / f"{name}.jsonl").read_text(encoding="utf-8")


def test_both_editions_are_recorded_to_their_end() -> None:
    ends = [json.loads((states_of("space-hulk") / f"{name}.json").read_text("utf-8")) for name in RECORDED]
    assert {final["edition"] for final in ends} == {"4", "1"}
    assert all(final["phase"] == "over" for final in ends)


def test_the_automaton_assaults_in_a_program_that_has_played_nothing_before() -> None:
    result = process("run", str(MATCHES / "alone-vault-1.jsonl"))
    assert result.returncode == 0, result.stderr[-400:]
    assert "Victory for Space Marines" in result.stderr.decode()

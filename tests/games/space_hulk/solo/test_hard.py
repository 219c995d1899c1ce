"""The hard enemy, which plays outside the solo book."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.rules.solo.order import Began
from q40k.table.match_library import temporary_match
from tests.games.space_hulk.playing import json_state, new, refusal_rule
from tests.games.space_hulk.solo.alone import alone, said_by, solo_match


def hard(**fields: Any) -> dict[str, Any]:
    """A match alone against the hard enemy."""
    return solo_match(options={"enemy": "hard"}, **fields)


@pytest.mark.rule("SOLO-HARD-1")
def test_two_wait_for_company_and_three_charge_without_a_die() -> None:
    two = alone(hard(), doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W")
    assert said_by(two)[0] == "They wait for company (S1 and S2)"
    three = alone(hard(), doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W", S3="J5 W")
    assert said_by(three)[0] == "They are enough, and charge (S1, S2 and S3)"
    assert set(three.session.state.solo.heedless) == {"S1", "S2", "S3"}


@pytest.mark.rule("SOLO-HARD-1")
def test_in_the_last_turns_of_a_mission_nobody_waits() -> None:
    match = alone(hard(turn_limit=2), doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W")
    assert said_by(match)[0] == "They are enough, and charge (S1 and S2)"


@pytest.mark.rule("SOLO-HARD-2")
def test_the_second_blip_comes_from_the_other_side() -> None:
    match = alone(hard(brings=2), watching="Bolt1", Bolt1="L4 E")
    said_by(match, 2)
    said_by(match, 2)
    entries = {blip["entry"] for blip in json_state(match)["blips"].values()}
    assert entries == {"N1", "S1"}, "those near him would have to wait"


@pytest.mark.rule("SOLO-HARD-3")
def test_the_blip_draws_the_fire_first() -> None:
    first = {}
    for enemy in ("book", "hard"):
        match = alone(
            solo_match(options={"enemy": enemy}),
            doors="H4",
            watching="Bolt1",
            Bolt1="G4 E",
            S1="I5 W",
            S2="I3 W",
            B1="J5",
        )
        said_by(match, *((6,) if enemy == "book" else ()))
        events = [event for line in match.lines() for event in line.events]
        first[enemy] = next(event.who[0] for event in events if isinstance(event, Began))
    assert first == {"book": "S", "hard": "B"}


@pytest.mark.rule("SH-SETUP-1")
def test_there_is_no_third_enemy() -> None:
    assert refusal_rule(temporary_match(games.find("space-hulk")), new(enemy="cruel")) == "SH-SETUP-1"

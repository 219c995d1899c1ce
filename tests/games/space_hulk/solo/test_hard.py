"""The hard enemy, which plays outside the solo book."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.state.solo.order import Began
from q40k.table.match_library import temporary_match
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import new, play, put
from tests.games.space_hulk.solo.alone import alone, said_by, solo_match


def hard(*, options: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A match alone against the hard enemy."""
    return solo_match(options={"enemy": "hard", **(options or {})}, **fields)


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
    assert said_by(match)[0] == "They wait no longer, and charge (S1 and S2)"


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


@pytest.mark.rule("SOLO-HARD-1", "SOLO-HARD-3", "SOLO-TABLE-1")
def test_without_a_map_the_blip_draws_the_fire_first_also() -> None:
    match = play(hard(board=None, brings=1), *put(Bolt1=""))
    go_on(match, line("start"), line("draw"), line("end-turn"))
    said_by(match, 1, True)  # in ambush: on the board
    go_on(match, line("stealer", name="S1"), line("stealer", name="S2"))
    charge = said_by(match, "S1", False, False, True, ["S2", "B1"])
    assert charge == ["They are enough, and charge (S1, S2 and B1)"]
    assert said_by(match, 2)[0] == "B1 is turned up: 2"


@pytest.mark.rule("SOLO-HARD-2", "SOLO-SPAWN-5")
@pytest.mark.parametrize(("options", "entries"), [({}, {"N1", "S1"}), ({"solo-no-forced-wait": True}, {"N2", "S2"})])
def test_an_entry_is_left_out_only_if_a_blip_would_have_to_wait_there(
    options: dict[str, Any], entries: set[str]
) -> None:
    match = alone(hard(brings=2, options=options), watching="Bolt1", Bolt1="L4 E")
    said_by(match, 2)
    said_by(match, 2)
    assert {blip["entry"] for blip in json_state(match)["blips"].values()} == entries


@pytest.mark.rule("SH-SETUP-1")
def test_there_is_no_third_enemy() -> None:
    assert refusal_rule(temporary_match(games.find("space-hulk")), new(enemy="cruel")) == "SH-SETUP-1"

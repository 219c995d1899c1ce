"""Whatever is offered is legal, and what must always hold does: matches played at random."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games import game as games
from q40k.games.epic.state.match import Match
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.kernel.replay import verify
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import stacked_pairs
from tests.games.epic.rules.at_random import do, offered_command, set_up, tried_command
from tests.games.scripted import json_state

SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "deployment": st.sampled_from(["alternate", "whole"]),
        "charge_move": st.sampled_from(["two-moves", "doubled"]),
        "vehicle_cover": st.sampled_from(["to-hit", "none", "both"]),
        "natural_one": st.sampled_from(["fails", "nothing"]),
        "seven_plus": st.sampled_from(["always", "cover-only"]),
        "retreat_shoots": st.booleans(),
        "break_test": st.sampled_from(["end-of-assault", "at-once"]),
        "wreck": st.sampled_from(["hit", "lost", "safe"]),
        "turn_limit": st.sampled_from([None, 2, 3]),
    },
)


def holds(match_session: MatchSession, before: Match) -> None:
    """What is true of every state."""
    state: Match = match_session.session.state
    for formation in state.formations.values():
        assert len(state.alive(formation.id)) + state.count_lost(formation.id) == len(formation.figures)
        if formation.id in before.formations:
            assert state.count_lost(formation.id) >= before.count_lost(formation.id), "nobody comes back"
    for figure in state.figures.values():
        assert figure.life.alive == (figure.life.hits > 0)
        if not figure.life.alive:
            assert figure.position.aboard is None
    assert stacked_pairs(state) <= stacked_pairs(before), "no base ends on another"
    fighting = {figure for pair in state.contacts for figure in pair}
    assert all(state.figures[figure].life.alive for figure in fighting), "nobody fights when dead"
    assert all(state.side_of(a) != state.side_of(b) for a, b in state.contacts)
    if state.play.turn and not state.outcome.over:
        most = {side.strategic for side in state.sides.values()}
        filled = 5 if len(most) == 2 else 6
        drawn = {"orders": 0, "movement": 1, "shooting": 2, "assault": 3, "rally": 3}
        out = drawn[state.play.phase] - (state.play.step == "draw")
        assert sum(state.cup.chips.values()) == filled - out
        assert all(chip >= 0 for chip in state.cup.chips.values())
    if state.play.phase == "orders":
        shown = json.dumps(json_state(match_session)["formations"])
        assert not {'"advance"', '"charge"', '"first-fire"'} & set(shown.replace(",", " ").split())
        masked = match_session.mask_state(state)
        assert all(formation.orders.chip is None for formation in masked.formations.values())


@settings(max_examples=12)
@given(st.integers(0, 10**6), SWITCHES)
def test_what_is_offered_is_legal_and_what_must_hold_does(seed: int, switches: dict[str, object]) -> None:
    dice = Random(seed)
    match_session = temporary_match(games.find("epic"))
    for command in set_up(dice, switches):
        do(match_session, command, dice)
    for _ in range(120):
        state: Match = match_session.session.state
        if state.outcome.over:
            break
        do(match_session, offered_command(state, dice), dice)
        holds(match_session, state)
    words, state = match_session.game.words, match_session.state
    for language in ("en", "fr"):
        for line in match_session.lines():
            for event in line.events:
                words.tell(Locale(language), state, event)
                words.unfold(Locale(language), state, event)
    session = match_session.session
    assert verify(session.rules, match_session.inputs()).differs_at is None


@pytest.mark.rule("EE-MOVE-5", "EE-TERRAIN-4", "EE-TRANSPORT-5")
@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_no_base_ends_on_another_whatever_is_done(seed: int) -> None:
    dice = Random(seed)
    match_session = temporary_match(games.find("epic"))
    for command in set_up(dice, {"wreck": dice.choice(["hit", "safe"])}, crowded=True):
        do(match_session, command, dice)
    for _ in range(150):
        state: Match = match_session.session.state
        if state.outcome.over:
            break
        command = tried_command(state, dice)
        try:
            do(match_session, command, dice)
        except Refused:
            if match_session.question is not None:  # refused after dice: all of it is taken back
                match_session.undo()
            assert match_session.session.state == state
            continue
        holds(match_session, state)
    assert verify(match_session.session.rules, match_session.inputs()).differs_at is None

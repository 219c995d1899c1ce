"""Whatever is offered is legal, and what must always hold does: matches played at random."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games import game as games
from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import pieces_by_square, seen_blips
from q40k.i18n.locale import Locale
from q40k.kernel.replay import verify
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.scripted import json_state
from tests.games.space_hulk.rules.at_random import do, offered_command, set_up

PLAYED: tuple[tuple[EditionId, str], ...] = (
    ("4", "airlock-nine"),
    ("4", "hold-the-room"),
    ("4", "down-the-shaft"),
    ("1", "airlock-nine"),
)


def holds(match_session: MatchSession) -> None:
    """What is true of every state."""
    state: Match = match_session.session.state
    there = [piece for piece in state.pieces() if piece.position.at is not None]
    assert len(pieces_by_square(state)) == len(there), "no square holds two pieces"
    for marine in state.marines.values():
        assert marine.acts.ap >= 0
        assert not (marine.stance.overwatch and marine.stance.guard)
        assert not (marine.stance.overwatch and marine.stance.jammed)
        assert (marine.arms.ammo or 0) >= 0 <= (marine.arms.psi or 0)
    assert all(piece.acts.ap >= 0 for piece in state.pieces())
    assert 0 <= state.counter.spent <= 6
    assert len(state.blips_in_play) + sum(state.pile.up.values()) + state.undrawn == 22
    assert state.undrawn >= 0
    plain = sum(not stealer.alpha for stealer in state.stealers_in_play)
    assert plain <= state.edition.stealers
    if not state.pending and state.play.turn and not state.outcome.over:
        assert list(seen_blips(state)) == [], "what is seen has been turned up"
    closed = {at for at, now in state.doors.items() if now == "closed"}
    assert closed.isdisjoint(other.position.at for other in there)


def keeps_secrets(match_session: MatchSession) -> None:
    """What may not be known stands in nothing that is shown."""
    state: Match = match_session.session.state
    shown = match_session.state
    assert all(blip.value is None for blip in shown.blips_in_play)
    if state.play.phase != "end" and not state.outcome.over:
        assert shown.counter.drawn is None
        assert json_state(match_session)["cp"] is None
    for line in match_session.lines(last=3):
        for event in line.events:
            lies = {blip.id for blip in state.blips_in_play}
            if event.type == "blip-placed" and event.name in lies:  # type: ignore[attr-defined]
                assert '"value": null' in json.dumps({"value": getattr(event, "value", None)})


@pytest.mark.parametrize("played", PLAYED, ids=lambda match: f"{match[1]}-{match[0]}")
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_is_offered_is_legal_and_what_must_hold_does(played: tuple[EditionId, str], seed: int) -> None:
    dice = Random(seed)
    match_session = temporary_match(games.find("space-hulk"))
    for command in set_up(dice, *played):
        do(match_session, command, dice)
    for _ in range(120):
        state: Match = match_session.session.state
        if state.outcome.over:
            break
        before = {marine.id: marine.stance.jammed for marine in state.marines_in_play}
        fired = len(match_session.lines())
        do(match_session, offered_command(state, dice), dice)
        holds(match_session)
        keeps_secrets(match_session)
        for line in match_session.lines()[fired:]:
            for event in line.events:
                if event.type == "fired":
                    assert not before[event.who], "a jammed gun never fires"  # type: ignore[attr-defined]
    words, state = match_session.game.words, match_session.state
    for language in ("en", "fr"):
        for line in match_session.lines():
            for event in line.events:
                sentence = words.tell(Locale(language), state, event)
                assert sentence is None or "{" not in sentence
    session = match_session.session
    assert verify(session.rules, match_session.inputs()).differs_at is None

"""Secrets are kept in one place: what a match session shows, its viewer may know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from q40k.games.game import Viewer
from q40k.kernel.events import Event, Refusal, Refused
from q40k.kernel.session import Session
from q40k.table.amending import Redraft, find_target, other_answers, remove_command
from q40k.table.history import History
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script, write_script
from tests.games.variants import variant
from tests.kernel.counting import Added, Pot
from tests.table.pot import GAME, View
from tests.table.scripts import library, line


class Secretive(View):
    """Only Ann may know what is in the pot."""

    def mask_state(self, state: Pot, viewer: Viewer) -> Pot:
        return state if viewer == "Ann" else (0, state[1])

    def mask_event(self, state: Pot, event: Event, viewer: Viewer) -> Event | None:
        del state
        return None if isinstance(event, Added) and viewer != "Ann" else event

    def mask_refusal(self, state: Pot, refusal: Refusal, viewer: Viewer) -> Refusal:
        del state
        return refusal if viewer == "Ann" else replace(refusal, facts={})


SECRET = variant(GAME, view=Secretive())
LINES = [line("name", "green"), line("throw", 3, 4, dice=[6, 6]), line("name", "red"), line("undo")]


def seen_by(viewer: Viewer) -> MatchSession:
    session: Session[Any, Any] = temporary_match(SECRET).session
    match_session = MatchSession(SECRET, session, None, viewer=viewer)
    for entry in read_script(LINES, SECRET):
        play_line(match_session, library, entry)
    return match_session


@pytest.mark.parametrize(("viewer", "points"), [("Ann", 7), ("Bob", 0), (None, 0)])
def test_a_secret_is_shown_to_its_owner_alone(viewer: Viewer, points: int) -> None:
    match_session = seen_by(viewer)
    assert match_session.session.state[0] == 7
    assert match_session.state[0] == points
    assert History(match_session).state[0] == points
    types = [event.type for line in match_session.lines() for event in line.events]
    assert types == (["named", *["added"] * bool(points), "named"])
    undone = [match_session.state_of(line) for line in match_session.lines() if line.undone]
    assert {state[0] for state in undone} == {points}
    redraft = Redraft(match_session, find_target(match_session, 3), remove_command(find_target(match_session, 3)))
    redraft.advance()
    assert [(change.before, change.after) for change in redraft.changes] == ([(7, 0)] if points else [])


def test_a_whole_record_keeps_everything() -> None:
    written = list(write_script(seen_by("Bob"), library(), whole=True))
    assert written == LINES[:2]


@pytest.mark.parametrize(("viewer", "facts"), [("Ann", {"pot": 7}), ("Bob", {}), (None, {})])
def test_a_refusal_tells_nobody_a_secret(viewer: Viewer, facts: dict[str, int]) -> None:
    match_session = seen_by(viewer)
    expected = {"do": "take", "points": 9}
    with pytest.raises(Refused) as refused:
        match_session.do(expected)
    would = match_session.refusal_of(expected)
    assert would is not None
    assert (refused.value.refusal.code, would.refusal.code) == ("too-little", "too-little")
    assert refused.value.refusal.facts == would.refusal.facts == facts


@pytest.mark.parametrize(("viewer", "facts"), [("Ann", {"pot": 2}), ("Bob", {})])
def test_nor_does_one_that_a_correction_brings_about(viewer: Viewer, facts: dict[str, int]) -> None:
    match_session = seen_by(viewer)
    match_session.do({"do": "take", "points": 5})
    thrown = find_target(match_session, 3)
    redraft = Redraft(match_session, thrown, other_answers(thrown, [[1, 1]]))
    redraft.advance()
    (misfit,) = redraft.misfits
    assert misfit.refused is not None
    assert misfit.refused.refusal.facts == facts

"""What must hold after every step of an evening, and what takes a while and must hold, too."""

from __future__ import annotations

import json
from typing import Any

from q40k.games.quake.rules.game import Quake
from q40k.games.quake.rules.placing import Placed, StandSet
from q40k.games.quake.rules.positions import bases_at, feet_height, on_table
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import Overridden
from q40k.games.quake.table.view import state_data
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.objectives.objective import current_round, goal_progress, progress_text, to_win
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event, Question
from q40k.kernel.journal.history import UndoTracker
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import verify
from q40k.table.match_session import MatchSession
from tests.games.quake.rules.test_random_play import (
    everyone_is_accounted_for,
    everyone_is_somewhere,
    fights_hold_together,
    nobody_is_stuck,
    scores_are_what_was_paid,
    tokens_are_held_once,
)
from tests.soak import shape
from tests.soak.judging import Judge

GAME = Quake()
SPEECHES = (Locale("en"), Locale("fr", WORDS.locales))


class Seat:
    """A match session as the checks of the random matches see a table."""

    def __init__(self, match_session: MatchSession) -> None:
        self.session = match_session.session
        self.state = match_session.state
        self.question = match_session.question
        active = self.state.play.active
        self.active = self.state.players[active].name if active else None


def in_order(match_session: MatchSession) -> None:
    """The state is in order, can be shown, and there is a way on."""
    state, question = match_session.state, match_session.question
    if state.setup.mod is None:
        return
    if state.play.phase != "setup":
        everyone_is_accounted_for(state, question=question is not None)
        fights_hold_together(state)
        everyone_is_somewhere(state, question=question is not None)
    tokens_are_held_once(state)
    flags_are_carried_once(state)
    nobody_is_out_and_in_play(state, question=question is not None)
    shape.check(json.dumps(state_data(state, question, [])))
    seat: Any = Seat(match_session)
    if state.play.phase != "setup":
        nobody_is_stuck(seat)


def nobody_is_out_and_in_play(state: Match, *, question: bool) -> None:
    """Whoever is out of the round is not on the table; whoever acts is."""
    for player in state.players.values():
        assert not (player.life.out and player.in_play), f"{player.name} is out and in play"
    if state.running and state.play.active is not None and not state.outcome.over and not question:
        active = state.players[state.play.active]
        assert active.present
        assert not active.life.out, f"{active.name} is out and acts"


def flags_are_carried_once(state: Match) -> None:
    """Nobody carries two flags, and nobody dead or gone carries one."""
    carriers = [flag.carrier for flag in state.flags.values() if flag.carrier]
    assert len(carriers) == len(set(carriers))
    waiting = set(state.play.waiting)
    for carrier in carriers:
        assert state.players[carrier].present
        assert state.players[carrier].life.alive or carrier in waiting


def places_are_legal(state: Match) -> None:
    """Whoever has a place lies wholly on the table, and nobody on another's base."""
    for player in state.players.values():
        if player.position.at is None or not player.in_play:
            continue
        assert on_table(state, player, player.position.at), f"{player.name} hangs over the edge"
        under = bases_at(state, player, player.position.at, feet_height(state, player), player.position.angle)
        assert not under, f"{player.name} stands on {under[0].name}"


# -- words -----------------------------------------------------------------------------------


def said(*words: str | None) -> None:
    """Words are words: not empty, no gap left open in them."""
    for one in words:
        if one is not None:
            assert one == one.strip() != "", repr(one)
            assert "None" not in one, one


def can_be_told(state: Match, question: Question | None, told: list[Event], number: int) -> None:
    """Every event, the open question and the board have their words in both languages."""
    for locale in SPEECHES:
        for event in told:
            said(WORDS.tell(locale, state, event, number))
        if question is not None:
            asked = WORDS.ask(locale, state, question)
            said(asked.title, asked.why, asked.hint, *asked.odds, *(w for _, w in asked.options))
        if state.setup.mod is None:
            continue
        for player in state.players.values():
            said(where(locale, player) + "-", bonus_line(locale, state, player.id) + "-")
            if state.play.phase != "setup":
                said(goal_progress(locale, state, player.id), to_win(locale, state, player.id))
        if state.play.phase != "setup" and not state.outcome.over:
            said(current_round(locale, state) + "-")
            said(*(progress_text(locale, state, side) + "-" for side in state.sides))


# -- the whole story -------------------------------------------------------------------------


def story_holds(match_session: MatchSession) -> None:
    """The journal alone tells this state, its scores and its winner."""
    marks_can_be_made_anew(match_session)
    entries = match_session.inputs()
    verdict = verify(GAME, entries)
    assert verdict.differs_at is None, verdict
    told, state = _retold(entries, open_end=match_session.question is not None)
    assert state == match_session.state, "the events alone lead elsewhere"
    scores_are_what_was_paid(state, told)
    assert GAME.read_state(GAME.write_state(state)) == state, "a snapshot is another state"


def marks_can_be_made_anew(match_session: MatchSession) -> None:
    """What stands can be told from the entries alone, as a repair must."""
    entries = match_session.session.journal.entries(match_session.number)
    known = UndoTracker()
    for entry in entries:
        known.read(entry.seq, entry.kind, entry.command)
    assert known.undone_by == {entry.seq: entry.undone_by for entry in entries}
    used = sum(one.dice for one in entries if one.undone_by is None and one.kind != "undo")
    assert match_session.session.journal.dice_used(match_session.number) == used


def _retold(entries: list[Entry], *, open_end: bool) -> tuple[list[Event], Match]:
    """Fold every event, and let the judge hear each command that is complete."""
    state, told, part = GAME.blank(), list[Event](), list[Event]()
    judge: Judge | None = None
    for place, entry in enumerate(entries):
        events = GAME.read_events(entry.events)
        for event in events:
            state = GAME.fold(state, event)
        told += events
        part += events
        complete = place + 1 == len(entries) or entries[place + 1].kind == "command"
        if complete and not (open_end and place + 1 == len(entries)):
            if judge is None and state.setup.mod is not None:
                judge = Judge(state.setup.mod)
            if judge is not None:
                judge.hear(part, state)
            part = []
    return told, state


def overruled(told: list[Event]) -> bool:
    """Whether the table has overruled the book, or said by itself where somebody stands."""
    return any(isinstance(event, Overridden | Placed | StandSet) for event in told)

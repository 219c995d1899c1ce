"""Matches of any game, played in tests by the lines of scripts."""

from __future__ import annotations

import json
from functools import cache, partial
from typing import Any

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, play_line, read_script

Line = dict[str, Any]


@cache
def packs_of(game: str) -> Library:
    """The shipped packs of a game."""
    packs: Library = games.find(game).packs.library()
    return packs


def line(do: str, *answers: Any, **arguments: Any) -> Line:
    """One line of a script."""
    command = {"do": do, **arguments}
    return command | {"answers": list(answers)} if answers else command


def go_on(match_session: MatchSession, *lines: Line) -> MatchSession:
    """The match after further lines."""
    game = match_session.game
    started = None if match_session.head == 0 else game
    for entry in read_script([json.dumps(command) for command in lines], started):
        with pytest.MonkeyPatch.context() as patch:
            if entry.answers:  # else the app would roll what a rule asks too much
                patch.setattr(MatchSession, "roll_once", _refuse_to_roll)
            play_line(match_session, partial(packs_of, game.id), entry)
    return match_session


def _refuse_to_roll(match_session: MatchSession, _dice: list[Any]) -> None:
    raise AssertionError(f"the line has no answer for {match_session.question}")


def refusal_rule(match_session: MatchSession, command: Line) -> str:
    """The rule under which a line is refused; nothing of it is done."""
    before = match_session.session.state
    with pytest.raises(LineRefused) as refusal:
        go_on(match_session, command)
    assert match_session.session.state == before
    return refusal.value.rule


def try_line(match_session: MatchSession, command: Line) -> str | None:
    """Why the rules refuse a line, as the code of the refusal; None once it is done."""
    try:
        go_on(match_session, command)
    except LineRefused as refused:
        return refused.cause.refusal.code if isinstance(refused.cause, Refused) else "no refusal"
    return None


def json_state(match_session: MatchSession) -> dict[str, Any]:
    """The state as `--json` shows it, without the log."""
    shown: dict[str, Any] = match_session.game.view.as_json(match_session.state, match_session.question, [])
    return shown


def log_sentences(match_session: MatchSession, language: str = "en") -> list[str]:
    """All that is told of a match."""
    words, locale, state = match_session.game.words, Locale(language), match_session.state
    events = [event for line in match_session.lines() for event in line.events]
    return [sentence for event in events if (sentence := words.tell(locale, state, event))]


def journal_events(match_session: MatchSession, *kinds: str) -> list[dict[str, Any]]:
    """The events of these types as the journal has them, without any of our own types."""
    events = (event for entry in match_session.inputs() for event in json.loads(entry.events))
    return [event for event in events if event["type"] in kinds]

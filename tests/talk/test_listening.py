"""Whole evenings by ear: what is typed comes from what was said, in each language, to the end page."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing

import pytest

from q40k.i18n.locale import hard_spaces
from q40k.table.match_library import MatchLibrary
from tests.talk.evenings import IN_FRENCH, newest, record
from tests.talk.listening import Listener
from tests.talk.test_enter import SCREEN
from tests.talk.test_evenings import pipe_talk
from tests.talk.test_room import talk_of

OPENINGS = {
    "quake": ("1", "1", "1", "", "Ann", "tact", "Bob", "slugga", ""),
    "epic": (
        "1", "1", "a", "Ann", "1", "a", "Bob", "3", "f", "1", "M", "5 marine-tactical", "f", "2", "B",
        "5 ork-boy, 1 ork-nob", "Shift S",
    ),
    "space-hulk": ("2", "4", "1", "1", "Shift S", "2"),
}  # fmt: skip
"""The set-up: names and numbers that a table would say."""
STEPS = 60
PLAIN = re.compile(r"[^\s,·:;] (?=[:;!?»%](?:\s|$))|« |\d (?=(?:ps|cm|mm|pts|points|PA)\b)")
"""Spaces that French wants hard."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", OPENINGS)
def test_an_evening_by_ear_reaches_its_end_page_and_is_the_same_through_a_pipe(
    game: str, language: str, library_at: Callable[..., MatchLibrary]
) -> None:
    talk = talk_of(game, language)
    listener = Listener(talk, 1)
    for line in OPENINGS[game]:
        listener.type(IN_FRENCH.get(line, line) if language == "fr" else line)
    for _step in range(STEPS):
        if not talk.desk.snapshot.status.over:
            listener.step()
    assert talk.desk.snapshot.status.over or listener.end(), listener.lines[-20:]
    assert not [line for line in listener.heard if SCREEN.search(line)], "words of the screen"
    end = listener.ask("/podium")
    winners = {seat.name for seat in talk.desk.snapshot.seats if seat.id in talk.desk.snapshot.status.winners}
    assert all(any(name in line for line in end) for name in winners)
    if language == "fr":
        plain = [line for line in listener.heard if PLAIN.search(line)]
        assert not plain, "the catalogue's door makes these spaces hard"
        assert [line for line in listener.heard if hard_spaces(line) != line] == []
    output = pipe_talk(listener.lines, "--lang", language, "new", "--game", game)
    assert all(line in output for line in end[:-2]), "the end page: winners, places, medals, what decided it"
    with closing(newest(library_at())) as session:
        assert record(session) == record(talk.desk.match_session)

"""Whole evenings through a pipe, in both languages: the same record as by keys at the desk of the screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from q40k.i18n.locale import HARD_SPACE
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT
from tests.talk.evenings import EVENINGS, Hand, newest, record

ALLOWED = f"\n{HARD_SPACE}"


def pipe_talk(lines: list[str], *arguments: str) -> str:
    """What `q40k talk` says of these lines, which come through a pipe."""
    call = [sys.executable, "-m", "q40k", "talk", *arguments]
    text = "".join(line + "\n" for line in lines)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(call, input=text, cwd=ROOT, capture_output=True, encoding="utf-8", env=environ, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_through_a_pipe_is_the_evening_on_the_screen(
    game: str, language: str, library_at: Callable[..., MatchLibrary]
) -> None:
    hand = Hand(game, 1, EVENINGS[game], language)
    hand.play()
    output = pipe_talk(hand.lines, "--lang", language, "new", "--game", game)
    with closing(newest(library_at())) as session:
        assert record(session) == record(hand.session)
        assert session.snapshot.status.over
    assert all(name in output for name in hand.desk.snapshot.status.winners)
    assert not [character for character in output if not (character.isprintable() or character in ALLOWED)]

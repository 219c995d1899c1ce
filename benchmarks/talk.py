"""The conversation: how soon its first line is there, and how long a question takes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks import terminal
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.table.match_library import MatchLibrary
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk

QUESTIONS = ("?", "?s", "?w", "?l", "?o", "?c", "?m", "?v", "?t")
QUESTION_GOAL = 0.6
LINE_GOAL = 1.0
"""The first line comes at least as soon as a bare Textual application is painted."""


def first_line(folder: Path, lines: int = 1) -> float:
    """Seconds from the start of `q40k talk` at a match until so many lines are there."""
    call = [sys.executable, "-m", "q40k", "talk", "1"]
    began = time.perf_counter()
    with subprocess.Popen(
        call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=terminal.ROOT, env=terminal.environment(folder)
    ) as talk:
        assert talk.stdout is not None
        for _line in range(lines):
            assert talk.stdout.readline()
        seconds = time.perf_counter() - began
        talk.communicate(b"/quit\n")
    return seconds


def questions(folder: Path, runs: int) -> dict[str, float]:
    """The seconds of processor time that each question takes in a match, in the median."""
    library = MatchLibrary(folder / "matches.sqlite3")
    session = library.open(1, watch=True)
    try:
        desk = Desk(session, session.game.packs.library(cache=SHIPPED), Locale("en"))
        talk = TableTalk(desk, "usual", lambda _words: False)
        talk.greeting()
        talk.news.begin_to_hear()
        return {question: median(_seconds(talk, question) for _run in range(runs)) for question in QUESTIONS}
    finally:
        session.close()
        library.close()


def _seconds(talk: TableTalk, question: str) -> float:
    began = time.process_time()
    assert talk.hear(question)
    return time.process_time() - began

"""Programs from their start: the version, the first picture, the first question, verbs of a long match."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks import replay, talk, terminal
from benchmarks.judging import in_turns, judge, judge_pair, ms
from benchmarks.screens import PAINTED
from benchmarks.sizes import Sizes
from benchmarks.terminal import painted
from q40k.i18n.locale import Locale
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_library import MatchLibrary

FIRST_CHOICE = b"Learn"
ADJUSTED = '{"do": "adjust", "player": "Player 1", "score": 1, "why": "again"}'
REPORT_PART = 2.25
"""It was 2.1 to 2.2 by processor time, measured beside other work.

A report looks at each entry for race, calls, medals, luck, pieces and sentences, a replay only for its events.
"""
REPORTED, REPORT_KB = 2000, 600
"""A report of so many entries has at most so many kilobytes."""


def version(runs: int) -> None:
    """`q40k --version` against bare Python."""

    def run(*arguments: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=terminal.ROOT, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - began

    ours, bare = in_turns(runs, lambda: run("-m", "q40k", "--version"), lambda: run("-c", "pass"))
    judge_pair("q40k --version / python -c pass", ours, bare, 4)


def first_paint(new: Path, long: Path, size: Sizes) -> None:
    """The main screen, of a new match and of a long one, against a bare Textual hello-world."""
    young, old, bare = in_turns(
        size.runs,
        lambda: painted(PAINTED, ["-m", "q40k", "resume", "1"], new),
        lambda: painted(PAINTED, ["-m", "q40k", "resume", "1"], long),
        lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"]),
    )
    for what, ours in (("a new match", young), (f"{size.long:,} entries", old)):
        judge_pair(f"first paint of {what} / Textual hello-world", ours, bare, 1.7)


def first_question(size: Sizes) -> None:
    """The first screen of `make play` in an empty home, against a bare Textual hello-world."""
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = in_turns(
            size.runs,
            lambda: painted(FIRST_CHOICE, ["-m", "q40k", "new"], Path(folder)),
            lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"]),
        )
    what = "first question of `make play` / Textual hello-world"
    judge_pair(what, ours, bare, 1.4)


def the_conversation(long: Path, size: Sizes) -> None:
    """The first line of `q40k talk` against a bare Textual hello-world, and what a question takes."""
    ours, bare = in_turns(
        size.runs, lambda: talk.first_line(long), lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"])
    )
    judge_pair(f"first line of a conversation, {size.long:,} entries / Textual hello-world", ours, bare, talk.LINE_GOAL)
    slowest, seconds = max(talk.questions(long, size.runs).items(), key=lambda item: item[1])
    with closing(MatchLibrary(long / "matches.sqlite3")) as library, replay.collecting_seldom():
        entries = library.journal.live(1)
        replayed = len(entries) / replay.verified(entries)
    judge_pair(
        f"the slowest question of a conversation ({slowest}) / a replay of its {len(entries):,} entries",
        seconds,
        replayed,
        talk.QUESTION_GOAL,
    )


def commands_in_a_loop(home: Path, size: Sizes) -> None:
    """`q40k do` again and again on a long match, against `q40k list` in the same library."""
    (ours,) = in_turns(3 * size.runs, lambda: ran(home, "do", "1", ADJUSTED))
    (bare,) = in_turns(3 * size.runs, lambda: ran(home, "list"))
    judge_pair("q40k do in a loop / q40k list", ours, bare, 3)


def told(long: Path, runs: int) -> None:
    """A report of a long match against a replay of it, both as somebody waits for them.

    The commands `q40k report` and `q40k verify` open the library and read the match; the one tells
    it, the other plays it again by its inputs. Beside it stands what is left without the start of a
    program: telling and drawing against the bare replay of what is already in memory.
    """
    with closing(MatchLibrary(long / "matches.sqlite3")) as library:
        match_session = library.open(library.matches()[0].id, watch=True)
        inputs = match_session.inputs()

        def report_of() -> float:
            began = time.perf_counter()
            page(match_session.game, tale(match_session, Locale("en")), Locale("en"))
            return time.perf_counter() - began

        text = page(match_session.game, tale(match_session, Locale("en")), Locale("en"))
        written, again = in_turns(runs, report_of, lambda: len(inputs) / replay.verified(inputs))
    whole, verified = in_turns(
        runs,
        lambda: ran(long, "report", "1", "--out", str(long / "report.html"), "--force"),
        lambda: ran(long, "verify", "1"),
    )
    judge_pair(f"q40k report of {len(inputs)} entries / q40k verify", whole, verified, REPORT_PART)
    print(
        f"the same without the start of a program, against the bare replay: {written / again:.2f}"
        f" times — {ms(written)} against {ms(again)}"
    )
    large = len(text.encode()) / 1000 * REPORTED / max(len(inputs), 1)
    judge(
        f"report of {REPORTED:,} entries, by one of {len(inputs):,}",
        f"{large:.0f} kB",
        f"at most {REPORT_KB} kB",
        large <= REPORT_KB,
    )


def ran(home: Path, *arguments: str) -> float:
    """Seconds that a command takes with the library of this folder."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "q40k", *arguments],
        cwd=terminal.ROOT,
        check=True,
        env=terminal.environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began

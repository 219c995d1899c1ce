"""Print what q40k costs: ratios of medians of runs taken in turns, each with its goal."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from benchmarks import board, maps, matches, odds, replay, strokes, terminal
from benchmarks import load as loads
from q40k.packs.library import Library, load
from q40k.table.match_library import MatchLibrary

LONG, LONGER, HUGE, YOUNG = 5_000, 10_000, 50_000, 300
PAINTED = b"Next"  # of the key bar, the last row of the main screen
KEYS = (b"n", b"k", b"\r", b"3", b"\x1a", b"x", b"\r", b"3", b"\x1a")


def main() -> None:
    """Measure everything and print it."""
    library = load()
    with tempfile.TemporaryDirectory() as folder:
        version()
        long = matches.on_disk(Path(folder) / "long", library, LONG)
        if terminal.possible():
            first_paint(long)
            repaint(
                matches.on_disk(Path(folder) / "short", library, 0),
                matches.on_disk(Path(folder) / "longer", library, LONGER),
            )
        else:
            print("first paint, key to repaint: not measured, they need a pseudo-terminal")
        verification(long)
        load_of(Path(folder), library)
    chances(library)
    the_board()
    the_map(library)
    for name, count in strokes.counted(library).items():
        print(f"keys for {name}: {count} (goal: at most {strokes.GOAL})")


def report(what: str, ratio: float, goal: str, met: bool, detail: str) -> None:
    """Print one ratio."""
    print(f"{what}: {ratio:.2f} times (goal: {goal}; {'met' if met else 'MISSED'}) — {detail}")


def in_turns(
    runs: int, one: Callable[[], float], other: Callable[[], float]
) -> tuple[float, float]:
    """The medians of two measurements taken in turns."""
    pairs = [(one(), other()) for _ in range(runs)]
    return median(p[0] for p in pairs), median(p[1] for p in pairs)


def ms(seconds: float) -> str:
    """Milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def version() -> None:
    """`q40k --version` against bare Python."""

    def run(*arguments: str) -> float:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments], cwd=terminal.ROOT, check=True, stdout=subprocess.DEVNULL
        )
        return time.perf_counter() - began

    ours, bare = in_turns(15, lambda: run("-m", "q40k", "--version"), lambda: run("-c", "pass"))
    report("q40k --version / python -c pass", ours / bare, "at most 4", ours <= 4 * bare,
           f"{ms(ours)} against {ms(bare)}")  # fmt: skip


def first_paint(data: Path) -> None:
    """The main screen of a long match against a bare Textual hello-world."""

    def paint(words: bytes, arguments: list[str], folder: Path | None = None) -> float:
        shown = terminal.Terminal(arguments, folder)
        try:
            return shown.until(words)
        finally:
            shown.close()

    ours, bare = in_turns(
        9,
        lambda: paint(PAINTED, ["-m", "q40k", "resume", "1"], data),
        lambda: paint(b"Hello, world", ["-m", "benchmarks.hello"]),
    )
    report(f"first paint of {LONG:,} entries / Textual hello-world", ours / bare, "at most 2",
           ours <= 2 * bare, f"{ms(ours)} against {ms(bare)}")  # fmt: skip


def repaint(short: Path, longer: Path) -> None:
    """Key to repaint, journal on disk, with many entries against next to none."""
    shown = [terminal.Terminal(["-m", "q40k", "resume", "1"], data) for data in (longer, short)]
    taken: list[list[float]] = [[], []]
    try:
        for one in shown:
            one.until(PAINTED)
            one.settle(0.5)
        for _ in range(25):
            for key in KEYS:
                for one, times in zip(shown, taken, strict=True):
                    took = one.key(key)
                    if took is not None:
                        times.append(took)
    finally:
        for one in shown:
            one.close()
    ours, bare = median(taken[0]), median(taken[1])
    report(f"key to repaint, 24 players, {LONGER:,} entries / just deployed", ours / bare,
           "at most 1.2", ours <= 1.2 * bare, f"{ms(ours)} against {ms(bare)}")  # fmt: skip
    worst = quantiles(taken[0], n=20)[-1]
    verdict = "met" if worst <= 0.025 else "MISSED"
    print(f"key to repaint, 95th percentile: {ms(worst)} (goal: at most 25 ms; {verdict})")


def load_of(folder: Path, library: Library) -> None:
    """A match of many entries against a new one."""
    new = matches.on_disk(folder / "load-new", library, YOUNG)
    huge = matches.on_disk(folder / "load-huge", library, HUGE)
    if terminal.possible():

        def paint(data: Path) -> float:
            shown = terminal.Terminal(["-m", "q40k", "resume", "1"], data)
            try:
                return shown.until(PAINTED)
            finally:
                shown.close()

        ours, bare = in_turns(9, lambda: paint(huge), lambda: paint(new))
        what = f"opening to the first picture, {HUGE:,} entries / {YOUNG}"
        report(what, ours / bare, "at most 1.3",
               ours <= 1.3 * bare, f"{ms(ours)} against {ms(bare)}")  # fmt: skip
    for what, (ours, bare) in loads.ratios(new, huge, folder / "load", library).items():
        goal = 1.5 if what == "memory" else 1.3
        detail = f"{ms(ours)} against {ms(bare)}"
        if what == "memory":
            detail = f"{ours:.1f} MB against {bare:.1f} MB"
        report(f"{what}, {HUGE:,} entries / {YOUNG}", ours / bare, f"at most {goal}",
               ours <= goal * bare, detail)  # fmt: skip


def verification(data: Path) -> None:
    """Entries verified a second against chess moves replayed a second."""
    match_library = MatchLibrary(data / "matches.sqlite3")
    entries = match_library.journal.live(1)
    match_library.close()
    ours, chess = in_turns(5, lambda: replay.verified(entries), replay.moved)
    report("entries verified / chess moves replayed a second", ours / chess, "at least 0.5",
           ours >= chess / 2, f"{ours:,.0f} against {chess:,.0f}")  # fmt: skip


def chances(library: Library) -> None:
    """Exact odds of a shot against a plain Monte Carlo of a million throws."""
    runs = [odds.compared(library) for _ in range(3)]
    exact, thrown = median(run.exact_s for run in runs), median(run.thrown_s for run in runs)
    ratio, one = thrown / exact, runs[0]
    report(f"Monte Carlo of {odds.THROWS:,} throws / exact odds", ratio, "at least 100",
           ratio >= 100 and one.agree, f"{ms(thrown)} against {ms(exact)}")  # fmt: skip
    verdict = "agree" if one.agree else "DISAGREE"
    print(f"chance of that kill: {one.exact:.6f} exactly, {one.thrown:.6f} thrown, which "
          f"{verdict} within {one.error:.6f}")  # fmt: skip


def the_board() -> None:
    """All checks of a redraw against a frame; all lines of sight against a plain loop."""
    table = board.full_table()
    what = f"{board.CHAMPIONS} champions, {board.PIECES} pieces"
    took, busy = board.frame(table)
    report(f"all checks of a redraw, {what} / a frame at 60 Hz", took / board.FRAME, "at most 1",
           took <= board.FRAME,
           f"{ms(took)} ({ms(busy)} of the processor) against {ms(board.FRAME)}")  # fmt: skip
    quick = board.all_pairs(table)
    plain, apart = board.plain_loop(table)
    report(
        "all lines of sight: a plain loop over shapely / one pass", plain / quick, "at least 10",
        plain >= 10 * quick, f"{plain:.1f} s against {ms(quick)}, answers within {apart:.5f}",
    )  # fmt: skip


def the_map(library: Library) -> None:
    """A redraw of the map after 10,000 entries against ten, and the largest one against a frame."""
    young, old = maps.state_after(library, 10), maps.state_after(library, LONGER)
    short, long = maps.redraws(young, old)
    report(f"map redraw: {LONGER} entries / 10", long / short, "at most 1.1", long <= 1.1 * short,
           f"{ms(long)} against {ms(short)}")  # fmt: skip
    took = maps.whole_frame(old, library)
    report("map of the largest arena, drawn from nothing / a frame at 60 Hz", took / maps.FRAME,
           "at most 1", took <= maps.FRAME, f"{ms(took)} against {ms(maps.FRAME)}")  # fmt: skip


if __name__ == "__main__":
    main()

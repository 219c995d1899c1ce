"""Keys at the screen: from the key to its repaint."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmarks import live, matches, terminal
from benchmarks.judging import in_turns, judge_keys, judge_pair
from benchmarks.sizes import Sizes
from benchmarks.terminal import painted
from benchmarks.units import middle
from q40k.games.quake.packs.library import Library

PAINTED = b"Next"  # of the key bar, the last row of the main screen
PAINTED_HULK = b"Help"
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
PAGE_UP, HOME, END = b"\x1b[5~", b"\x1b[H", b"\x1b[F"
PAGES = {
    "log": (b"g", (UP, UP, PAGE_UP, DOWN, b"k", PAGE_UP, b"t", HOME, END)),
    "map": (b"V", (b"+", RIGHT, DOWN, LEFT, UP, b"-", b"6", b"6", b"0")),
}
"""The key that opens a page, and those that are pressed there."""
KEY_GOAL, PAGE_GOAL = 2.7, 3.7
"""A key may take so many times what it takes in an application whose one Static repaints the whole screen."""
KEYS = (b"n", b"k", b"\r", b"3", b"\x1a", b"x", b"\r", b"3", b"\x1a")


def typed(home: Path, size: Sizes, spectators: int) -> float:
    """The median of a key to its repaint, with so many who look on."""
    with live.crowd(home, spectators) if spectators else nullcontext():
        shown = terminal.Terminal(["-m", "q40k", "resume", "1"], home)
        try:
            shown.until(PAINTED)
            shown.settle(0.5)
            took = [shown.key(key) for _ in range(size.keys) for key in KEYS]
        finally:
            shown.close()
    return middle(took)


def keys_beside(homes: Sequence[Path], size: Sizes) -> list[list[float]]:
    """Return the seconds of keys to their repaints in the first match of each library, in turns."""
    shown = [terminal.Terminal(["-m", "q40k", "resume", "1"], home) for home in homes]
    taken: list[list[float]] = [[] for _ in homes]
    try:
        for screen in shown:
            screen.until(PAINTED)
            screen.settle(0.5)
        for key in KEYS * size.keys:
            for screen, times in zip(shown, taken, strict=True):
                took = screen.key(key)
                if took is not None:
                    times.append(took)
    finally:
        for screen in shown:
            screen.close()
    return taken


def repaint(short: Path, longer: Path, size: Sizes) -> None:
    """Key to repaint, journal on disk, with many entries against next to none."""
    taken = keys_beside((longer, short), size)
    what = f"key to repaint, 24 players, {size.longer:,} entries"
    ours, bare = map(middle, taken)
    judge_pair(f"{what} / just deployed", ours, bare, 1.2)
    judge_keys(what, taken[0], KEY_GOAL)


def after_an_amendment(folder: Path, library: Library, size: Sizes) -> None:
    """A long match whose last command was an undone amendment, against one without: first picture, keys."""
    homes = [matches.on_disk(folder / f"amended-{last}", library, size.amended, amended=last) for last in (True, False)]
    entries = f"{size.amended:,} entries, the last an undone amendment / without"
    works = [lambda home=home: painted(PAINTED, ["-m", "q40k", "resume", "1"], home) for home in homes]
    ours, bare = in_turns(size.runs, *works)
    judge_pair(f"first picture, {entries}", ours, bare, 1.2)
    ours, bare = map(middle, keys_beside(homes, size))
    judge_pair(f"key to repaint, {entries}", ours, bare, 1.2)


def pages(longer: Path, size: Sizes) -> None:
    """Key to paint of the log and of the map, 24 players and a long match."""
    for what, (opening, keys) in PAGES.items():
        shown = terminal.Terminal(["-m", "q40k", "resume", "1"], longer)
        try:
            shown.until(PAINTED)
            shown.settle(0.5)
            shown.key(opening)
            shown.settle(0.5)
            took = [shown.key(key) for _ in range(size.keys) for key in keys]
        finally:
            shown.close()
        judge_keys(f"key to paint of the {what}", took, PAGE_GOAL)

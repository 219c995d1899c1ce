"""What was measured, beside its goal: one line each, and a table of all of them at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import NamedTuple

from benchmarks import units
from benchmarks.units import middle, percentile


class Result(NamedTuple):
    """A measurement with its goal; `seconds` is what it took to measure, since the one before it."""

    what: str
    measured: str
    goal: str
    met: bool
    seconds: float


RESULTS: list[Result] = []
"""Everything that was measured so far and has a goal."""
BEGAN = time.monotonic()


def judge(what: str, measured: str, goal: str, met: bool, detail: str = "") -> None:
    """Print a measurement with its goal, and keep it for the table at the end."""
    began = BEGAN + sum(result.seconds for result in RESULTS)
    RESULTS.append(Result(what, measured, goal, met, time.monotonic() - began))
    print(f"{what}: {measured} (goal: {goal}; {_verdict(met)})", *(("—", detail) if detail else ()), flush=True)


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"


def table() -> str:
    """Return a table of all goals, those that were missed first."""
    wide = max(len(result.measured) for result in RESULTS)
    far = max(len(result.goal) for result in RESULTS)
    lines = [
        f"{_verdict(met):6}  {measured:>{wide}}  {goal:{far}}  {seconds:4.0f} s  {what}"
        for what, measured, goal, met, seconds in sorted(RESULTS, key=lambda result: result.met)
    ]
    missed = sum(not result.met for result in RESULTS)
    seconds = sum(result.seconds for result in RESULTS)
    return "\n".join([*lines, f"{len(RESULTS)} goals, {missed} missed, in {seconds / 60:.1f} minutes"])


def judge_keys(what: str, times: Iterable[float | None], goal: float) -> None:
    """Print the 95th percentile of keys to their repaints, by that of a plain application of this run."""
    taken = list(times)
    worst, (plain_middle, plain_worst) = percentile(taken), units.plain_keys()
    detail = f"{ms(worst)} against {ms(plain_worst)}; medians {ms(middle(taken))} and {ms(plain_middle)}"
    goal_text = f"at most {goal:g}"
    report(f"{what}, p95 / of a plain screen", worst / plain_worst, goal_text, worst <= goal * plain_worst, detail)


def judge_work(what: str, seconds: float, moves: int, detail: str = "") -> None:
    """Print what takes processor time in thousands of chess moves that this run replays in the same time."""
    taken = seconds / units.chess_move()
    seen = f"{ms(seconds)}; {detail}" if detail else ms(seconds)
    judge(what, f"{taken / 1000:.1f} thousand chess moves", f"at most {moves / 1000:g}", taken <= moves, seen)


def report(what: str, ratio: float, goal: str, met: bool, detail: str = "") -> None:
    """Print one ratio with its goal."""
    judge(what, f"{ratio:.2f} times", goal, met, detail)


def judge_pair(what: str, ours: float, other: float, most: float) -> None:
    """Print how many times as long one thing takes as another, and the most it may."""
    report(what, ours / other, f"at most {most:g}", ours <= most * other, f"{ms(ours)} against {ms(other)}")


def in_turns(runs: int, *works: Callable[[], float]) -> list[float]:
    """The medians of some measurements taken in turns."""
    rounds = [[work() for work in works] for _ in range(runs)]
    return [median(one[number] for one in rounds) for number in range(len(works))]


def ms(seconds: float) -> str:
    """Milliseconds."""
    return f"{seconds * 1000:.1f} ms"

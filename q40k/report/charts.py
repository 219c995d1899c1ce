"""The race over time as SVG, by hand, for a report and for the live board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Final, Protocol

from q40k.games.game import Racer
from q40k.kernel.text import printable
from q40k.table.colours import COLOURS, colour

WIDE, HIGH = 900, 320
LEFT, RIGHT, TOP, FOOT = 44, 120, 12, 28
MOST_POINTS: Final = 1500
"""A line of more points shows no more."""


class Moment(Protocol):
    """A moment of a match: its turn, and what part of its goal each side had made by then."""

    @property
    def turn(self) -> int:
        """The turn that was played."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The parts, side by side."""


def race(
    beats: Sequence[Moment],
    sides: Sequence[Racer],
    title: str,
    size: tuple[int, int] = (WIDE, HIGH),
) -> str:
    """A line for every side: what part of its goal it had made, entry by entry."""
    wide, tall = size
    across, up = wide - LEFT - RIGHT, tall - TOP - FOOT
    shown = _changes(beats)
    shares = [share for number in shown for share in beats[number].shares]
    low, high = min([0.0, *shares]), max([1.0, *shares])

    def x(number: int) -> float:
        return LEFT + across * number / max(len(beats) - 1, 1)

    def y(share: float) -> float:
        return TOP + up * (high - share) / (high - low)

    body = [f'<text x="{LEFT - 8}" y="{y(part) + 4:.1f}" text-anchor="end">{part:.0%}</text>'
            f'<path d="M{LEFT} {y(part):.1f}H{wide - RIGHT}" class="grid"/>'
            for part in (0.0, 0.5, 1.0)]  # fmt: skip
    body += _turns(beats, x, tall)
    ends = []
    for place, side in enumerate(sides):
        path = "".join(_steps((x(at), y(beats[at].shares[place])) for at in shown))
        body.append(
            f'<path d="{path}" class="line {_class(side)}" stroke="{colour(side.colour)}">'
            f"<title>{escape(printable(side.name))}</title></path>"
        )
        ends.append((y(beats[-1].shares[place]) if beats else y(0), side))
    for at, side in _apart(ends):
        body.append(
            f'<circle cx="{wide - RIGHT + 10}" cy="{at:.1f}" r="5" class="{_class(side)}"'
            f' fill="{colour(side.colour)}"/>'
            f'<text x="{wide - RIGHT + 20}" y="{at + 4:.1f}">'
            f"{escape(printable(side.name)[:14])}</text>"
        )
    return (
        f'<svg viewBox="0 0 {wide} {tall}" role="img" aria-label="{escape(title)}" class="race">'
        + "".join(body)
        + "</svg>"
    )


def _class(side: Racer) -> str:
    return f"c{side.colour % len(COLOURS)}"


def _changes(beats: Sequence[Moment]) -> list[int]:
    """Where any line may change, the first and the last; of very many entries only some."""
    every = max(1, len(beats) // MOST_POINTS)
    found: list[int] = []
    shares: tuple[float, ...] | None = None
    for number, beat in enumerate(beats):
        if number % every == 0 and beat.shares is not shares:
            found.append(number)
            shares = beat.shares
    last = len(beats) - 1
    return found if last in found else [*found, last] if beats else []


def _steps(points: Iterable[tuple[float, float]]) -> Iterator[str]:
    """A line that goes on level until it steps up or down."""
    level: float | None = None
    for x, y in points:
        if level is None:
            yield f"M{x:.1f} {y:.1f}"
        elif y != level:
            yield f"H{x:.1f}V{y:.1f}"
        level, end = y, x
    if level is not None:
        yield f"H{end:.1f}"


def _turns(beats: Sequence[Moment], x: Callable[[int], float], tall: int) -> Iterator[str]:
    """A line where each turn begins, and its number where there is room for it."""
    turn, free = 0, 0.0
    for number, beat in enumerate(beats):
        if beat.turn == turn:
            continue
        turn = beat.turn
        yield f'<path d="M{x(number):.1f} {TOP}V{tall - FOOT}" class="turn"/>'
        if x(number) >= free:
            free = x(number) + 20
            yield f'<text x="{x(number):.1f}" y="{tall - 8}">{turn}</text>'


def _apart(ends: Iterable[tuple[float, Racer]]) -> Iterable[tuple[float, Racer]]:
    """Names beside the ends of their lines, none over another."""
    at = -100.0
    for wanted, side in sorted(ends, key=lambda one: one[0]):
        at = max(wanted, at + 15)
        yield at, side

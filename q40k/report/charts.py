"""The race over time as SVG, by hand, for a report and for the live board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    shares = [share for beat in beats for share in beat.shares]
    low, high = min([0.0, *shares]), max([1.0, *shares])
    every = max(1, len(beats) // MOST_POINTS)

    def x(number: int) -> float:
        return LEFT + across * number / max(len(beats) - 1, 1)

    def y(share: float) -> float:
        return TOP + up * (high - share) / (high - low)

    body = [f'<text x="{LEFT - 8}" y="{y(part) + 4:.1f}" text-anchor="end">{part:.0%}</text>'
            f'<path d="M{LEFT} {y(part):.1f}H{wide - RIGHT}" class="grid"/>'
            for part in (0.0, 0.5, 1.0)]  # fmt: skip
    turn = 0
    for number, beat in enumerate(beats):
        if beat.turn != turn:
            turn = beat.turn
            body.append(f'<path d="M{x(number):.1f} {TOP}V{tall - FOOT}" class="turn"/>')
            body.append(f'<text x="{x(number):.1f}" y="{tall - 8}">{turn}</text>')
    ends = []
    for place, side in enumerate(sides):
        steps = _steps([beat.shares[place] for beat in beats], every)
        path = "".join(
            f"{'L' if number else 'M'}{x(at):.1f} {y(share):.1f}"
            for number, (at, share) in enumerate(steps)
        )
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


def _steps(shares: Sequence[float], every: int) -> Iterable[tuple[int, float]]:
    """Where a line changes, as steps; of very many entries only some."""
    last: float | None = None
    for number, share in enumerate(shares):
        if number == len(shares) - 1 or (share != last and number % every == 0):
            if last is not None and share != last:
                yield number, last
            yield number, share
            last = share


def _apart(ends: Iterable[tuple[float, Racer]]) -> Iterable[tuple[float, Racer]]:
    """Names beside the ends of their lines, none over another."""
    at = -100.0
    for wanted, side in sorted(ends, key=lambda one: one[0]):
        at = max(wanted, at + 15)
        yield at, side

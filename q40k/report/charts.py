"""A match over time as SVG, by hand: the race, for a report and for the live board; and lives."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Final, Protocol

from q40k.games.game import Racer
from q40k.i18n.chapters import Lane, Span
from q40k.kernel.text import printable
from q40k.table.colours import COLOURS, colour

WIDE, HIGH = 900, 320
LEFT, RIGHT, TOP, FOOT = 44, 120, 12, 28
NAME: Final = 15
"""How high a name beside a line is."""
NAMES, MARGIN, LANE = 120, 12, 30
"""In a chart of times: how wide the names stand on the left, the space on the right, a lane."""
HIGHEST: Final = 5
"""A bar grows with so much that is scored in it."""
ROOM: Final = 14
"""So wide is a bar at least that has a number."""
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
    """A line for every side: what part of its goal it had made, entry by entry.

    It is higher than wanted where so many names would not fit beside the ends of their lines.
    """
    wide, tall = size
    tall = max(tall, TOP + NAME * len(sides) + FOOT)
    across, up = wide - LEFT - RIGHT, tall - TOP - FOOT
    shown = _changes(beats)
    made = [share for number in shown for share in beats[number].shares]
    low, high = min([0.0, *made]), max([1.0, *made])

    def x(number: int) -> float:
        return LEFT + across * number / max(len(beats) - 1, 1)

    def y(share: float) -> float:
        return TOP + up * (high - share) / (high - low)

    body = [f'<text x="{LEFT - 8}" y="{y(part) + 4:.1f}" text-anchor="end">{part:.0%}</text>'
            f'<path d="M{LEFT} {y(part):.1f}H{wide - RIGHT}" class="grid"/>'
            for part in (0.0, 0.5, 1.0)]  # fmt: skip
    body += _turns(beats, x, tall - FOOT)
    ends, along = [], [(x(at), beats[at].shares) for at in shown]
    for place, side in enumerate(sides):
        path = "".join(_steps((at, y(shares[place])) for at, shares in along))
        body.append(
            f'<path d="{path}" class="line {_class(side)}" stroke="{colour(side.colour)}">'
            f"<title>{escape(printable(side.name))}</title></path>"
        )
        ends.append((y(beats[-1].shares[place]) if beats else y(0), side))
    for at, side in _apart(ends, tall - FOOT):
        body.append(
            f'<circle cx="{wide - RIGHT + 10}" cy="{at:.1f}" r="5" class="{_class(side)}"'
            f' fill="{colour(side.colour)}"/>'
            f'<text x="{wide - RIGHT + 20}" y="{at + 4:.1f}" class="name">'
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


def _turns(beats: Sequence[Moment], x: Callable[[int], float], foot: int) -> Iterator[str]:
    """A line where each turn begins, and its number below where there is room for it."""
    turn, free = 0, 0.0
    for number, beat in enumerate(beats):
        if beat.turn == turn:
            continue
        turn = beat.turn
        if not turn:  # before a match or one of its rounds
            continue
        yield f'<path d="M{x(number):.1f} {TOP}V{foot}" class="turn"/>'
        if x(number) >= free:
            free = x(number) + 20
            yield f'<text x="{x(number):.1f}" y="{foot + 20}">{turn}</text>'


def _apart(ends: Iterable[tuple[float, Racer]], foot: float) -> Iterable[tuple[float, Racer]]:
    """Names beside the ends of their lines, none over another, none below the foot."""
    order = sorted(ends, key=lambda one: one[0])
    at = -100.0
    for number, (wanted, side) in enumerate(order):
        lowest = foot - NAME * (len(order) - 1 - number)
        at = min(max(wanted, at + NAME), lowest)
        yield at, side


# -- lives ---------------------------------------------------------------------------------


def times(lanes: Sequence[Lane], beats: Sequence[Moment], seqs: Sequence[int], title: str) -> str:
    """A lane for everybody, with a bar for each of its times.

    A bar is as high as much was scored in it, up to five; two and more stand behind it as a number,
    where there is room. `seqs` are the numbers of the entries at those moments, rising.
    """
    across, foot = WIDE - NAMES - MARGIN, TOP + LANE * len(lanes)
    last = max(len(seqs) - 1, 1)

    def x(number: int) -> float:
        return NAMES + across * number / last

    def at(seq: int | None) -> float:
        return x(last if seq is None else bisect_left(seqs, seq))

    body = list(_turns(beats, x, foot))
    for number, lane in enumerate(lanes):
        middle = TOP + LANE * number + LANE / 2
        body.append(
            f'<text x="0" y="{middle + 4:g}">{escape(printable(lane.name)[:16])}</text>'
            f'<g fill="{colour(lane.colour)}" class="c{lane.colour % len(COLOURS)}">'
        )
        body += (_bar(span, at, middle) for span in lane.spans)
        body.append("</g>")
    return (
        f'<svg viewBox="0 0 {WIDE} {foot + FOOT}" role="img" aria-label="{escape(title)}"'
        f' class="lives">{"".join(body)}</svg>'
    )


def _bar(span: Span, at: Callable[[int | None], float], middle: float) -> str:
    """One time: its bar, a stroke for each that it scored, and by whose colour it ended."""
    left, right = at(span.start), at(span.end)
    many = len(span.marks)
    high = 5 + 2 * min(many, HIGHEST)
    top = middle - high / 2
    wide = max(right - left, 1)
    drawn = [
        f'<rect x="{left:.1f}" y="{top:g}" width="{wide:.1f}" height="{high}">'
        f"<title>{escape(printable(span.said))}</title></rect>"
    ]
    if many:
        strokes = "".join(f"M{at(mark):.1f} {top:g}v{high}" for mark in span.marks)
        drawn.append(f'<path d="{strokes}" class="mark"/>')
    if span.cut and span.by is not None:
        kind = f"by c{span.by % len(COLOURS)}"
        end = f"M{right:.1f} {middle - 9:g}v18"
        drawn.append(f'<path d="{end}" class="{kind}" stroke="{colour(span.by)}"/>')
    elif span.cut:
        drawn.append(f'<path d="M{right - 3:.1f} {middle - 3:g}l6 6m0-6l-6 6" class="cross"/>')
    if many > 1 and wide > ROOM:
        drawn.append(f'<text x="{right - 4:.1f}" y="{top - 1:g}" text-anchor="end">{many}</text>')
    return "".join(drawn)

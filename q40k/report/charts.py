"""A match over time as SVG, written by hand: the race, and everybody's lives.

The report and the live board use it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import ceil
from textwrap import wrap
from typing import NamedTuple, Protocol

from q40k.games.game import Racer
from q40k.i18n.chapters import Chapter, Span
from q40k.i18n.locale import Locale
from q40k.kernel.text import printable
from q40k.report.html import blocks
from q40k.tabletop.colours import COLOURS, seat_colour

WIDE, HIGH = 900, 320
LEFT, RIGHT, TOP, FOOT = 44, 120, 12, 28
NAME = 15
"""The height of a name beside a line."""
NAMES, MARGIN, LANE = 120, 12, 30
"""In a chart of lives: the width of the names, the space on the right, and the height of a lane."""
HIGHEST = 5
"""A bar grows with at most so many points scored in it."""
ROOM = 14
"""The least width of a bar that has a number."""


class Moment(Protocol):
    """A moment of a match: its turn, and the part of its goal that each side had reached."""

    @property
    def turn(self) -> int:
        """The current turn."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares, side by side."""


class Line(NamedTuple):
    """A line of a chart: the number of its colour, its name, its path, and the height at which it ends."""

    colour: int
    name: str
    path: str
    end: float


def draw_lines(
    locale: Locale,
    title: str,
    size: tuple[int, int],
    marks: Sequence[tuple[float, str]],
    lines: Sequence[Line],
    turns: str = "",
) -> str:
    """Return a chart of lines with names beside their ends; `marks` are values on the left, by their heights."""
    wide, tall = size
    frame = {"wide": wide, "high": tall, "left": LEFT, "right": wide - RIGHT}
    names = list(_spread_names(lines, tall - FOOT))
    return blocks(locale).lines(frame, title, marks, turns, lines, names, COLOURS)


def race_chart(
    locale: Locale, beats: Sequence[Moment], sides: Sequence[Racer], title: str, size: tuple[int, int] = (WIDE, HIGH)
) -> str:
    """Return a chart with a line for every side: the part of its goal reached, entry by entry.

    The chart is higher than asked if the names do not fit beside the ends of their lines.
    """
    wide, tall = size
    tall = max(tall, TOP + NAME * len(sides) + FOOT)
    across, up = wide - LEFT - RIGHT, tall - TOP - FOOT
    shown = _changes(beats, across)
    shares_shown = [share for number in shown for share in beats[number].shares]
    low, high = min([0.0, *shares_shown]), max([1.0, *shares_shown])

    def x(number: int) -> float:
        return LEFT + across * number / max(len(beats) - 1, 1)

    def y(share: float) -> float:
        return TOP + up * (high - share) / (high - low)

    along, last = [(x(at), beats[at].shares) for at in shown], beats[-1].shares if beats else (0.0,) * len(sides)
    lines = [
        Line(side.colour, side.name, step_path((at, y(shares[place])) for at, shares in along), y(last[place]))
        for place, side in enumerate(sides)
    ]
    marks = [(y(part), locale.percent(part)) for part in (0.0, 0.5, 1.0)]
    turns = "".join(_turns([beat.turn for beat in beats], x, tall - FOOT))
    return draw_lines(locale, title, (wide, tall), marks, lines, turns)


def _changes(beats: Sequence[Moment], across: int) -> list[int]:
    """Return the entries at which a line may change, the first and the last.

    A picture so many points across shows no more entries than that: of more, every second or third is considered.
    """
    every = max(1, ceil(len(beats) / across))
    changes: list[int] = []
    shares: tuple[float, ...] | None = None
    for number, beat in enumerate(beats):
        if number % every == 0 and beat.shares is not shares:
            changes.append(number)
            shares = beat.shares
    last = len(beats) - 1
    return changes if last in changes else [*changes, last] if beats else []


def step_path(points: Iterable[tuple[float, float]]) -> str:
    """Return the path of a line that stays level until it steps up or down."""
    path, level, end = "", None, 0.0
    for x, y in points:
        if y != level:
            path += f"M{x:.1f} {y:.1f}" if level is None else f"H{x:.1f}V{y:.1f}"
        level, end = y, x
    return path and f"{path}H{end:.1f}"


def _turns(turns: Iterable[int], x: Callable[[int], float], foot: int) -> Iterator[str]:
    """Yield a line at the beginning of each turn, and its number where there is room."""
    last, free = 0, 0.0
    for number, turn in enumerate(turns):
        if turn == last:
            continue
        last = turn
        if not turn:  # before a match or one of its rounds
            continue
        yield f'<path d="M{x(number):.1f} {TOP}V{foot}" class="turn"/>'
        if x(number) >= free:
            free = x(number) + 20
            yield f'<text x="{x(number):.1f}" y="{foot + 20}">{turn}</text>'


def _spread_names(lines: Iterable[Line], foot: float) -> Iterable[tuple[float, Line]]:
    """Place the names beside the ends of their lines, without overlap, none below the foot."""
    order = sorted(lines, key=lambda line: line.end)
    at = -100.0
    for number, line in enumerate(order):
        lowest = foot - NAME * (len(order) - 1 - number)
        at = min(max(line.end, at + NAME), lowest)
        yield at, line


# -- lives ---------------------------------------------------------------------------------


def lives_chart(chapter: Chapter, times: Sequence[tuple[int, int]]) -> str:
    """Return a chart with a lane for every player of a chapter, with a bar for each of its times; "" without lanes.

    A bar is as high as its score, up to five; a score of two and more is written beside it, where
    there is room. `times` are the entries of the match, ascending, each with its turn.
    """
    lanes = chapter.lanes
    if not lanes:
        return ""
    start = min((span.start for lane in lanes for span in lane.spans), default=0)
    times = [entry for entry in times if entry[0] >= start]
    seqs = [seq for seq, _turn in times]
    across, foot = WIDE - NAMES - MARGIN, TOP + LANE * len(lanes)
    last = max(len(seqs) - 1, 1)

    def x(number: int) -> float:
        return NAMES + across * number / last

    def at(seq: int | None) -> float:
        return x(last if seq is None else bisect_left(seqs, seq))

    body = list(_turns((turn for _seq, turn in times), x, foot))
    for number, lane in enumerate(lanes):
        middle = TOP + LANE * number + LANE / 2
        body.append(
            f'<text x="0" y="{middle + 4:g}">{escape(printable(lane.name)[:16])}</text>'
            f'<g fill="{seat_colour(lane.colour)}" class="c{lane.colour % len(COLOURS)}">'
        )
        body += (_bar(span, at, middle) for span in lane.spans)
        body.append("</g>")
    return (
        f'<svg viewBox="0 0 {WIDE} {foot + FOOT}" role="img" aria-label="{escape(chapter.title)}"'
        f' class="lives">{"".join(body)}</svg>'
    )


def _bar(span: Span, at: Callable[[int | None], float], middle: float) -> str:
    """Return one time: its bar, a stroke for each score, and the colour of who ended it."""
    start, stop = at(span.start), at(span.end)
    many = len(span.marks)
    high = 5 + 2 * min(many, HIGHEST)
    top = middle - high / 2
    wide = max(stop - start, 1)
    drawn = [
        f'<rect x="{start:.1f}" y="{top:g}" width="{wide:.1f}" height="{high}">'
        f"<title>{escape(printable(span.text))}</title></rect>"
    ]
    if many:
        strokes = "".join(f"M{at(mark):.1f} {top:g}v{high}" for mark in span.marks)
        drawn.append(f'<path d="{strokes}" class="mark"/>')
    if span.cut and span.by is not None:
        kind = f"by c{span.by % len(COLOURS)}"
        stroke = f"M{stop:.1f} {middle - 9:g}v18"
        drawn.append(f'<path d="{stroke}" class="{kind}" stroke="{seat_colour(span.by)}"/>')
    elif span.cut:
        drawn.append(f'<path d="M{stop - 3:.1f} {middle - 3:g}l6 6m0-6l-6 6" class="cross"/>')
    if many > 1 and wide > ROOM:
        drawn.append(f'<text x="{stop - 4:.1f}" y="{top - 1:g}" text-anchor="end">{many}</text>')
    return "".join(drawn)


# -- shares --------------------------------------------------------------------------------

LABELS, ROW = 220, 22
"""In a chart of shares: the width of the names, and the height of a row."""
LETTERS, SMALL_LETTERS = 30, 38
"""So many letters of a name have room beside its row, and of a line of smaller ones."""
MORE, LESS = COLOURS[2], COLOURS[0]
"""The colours of a share that is certainly more than even, or less."""
STEPS, MOST_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25), 6
"""The distances of the marks below the chart, of which the first with few enough marks is taken."""


def _label(name: str, middle: float) -> str:
    """Return the name of a row, on its left; a long one in two lines of smaller letters."""
    lines, kind = [name], ""
    if len(name) > LETTERS:
        widths, kind = range(SMALL_LETTERS, len(name) + 1), ' class="small"'
        lines = next((parts for width in widths if len(parts := wrap(name, width)) <= 2), lines)
    offsets = (-1.0, 9.0) if len(lines) == 2 else (4.0,)
    texts = ""
    for line, offset in zip(lines, offsets, strict=True):
        squeezed = f' textLength="{LABELS - 12}" lengthAdjust="spacingAndGlyphs"' if len(line) > SMALL_LETTERS else ""
        place = f'x="{LABELS - 8}" y="{middle + offset:g}" text-anchor="end"'
        texts += f"<text {place}{kind}{squeezed}>{escape(line)}</text>"
    return texts


def shares_chart(locale: Locale, rows: Sequence[tuple[str, float, float, float]], even: float, title: str) -> str:
    """Return a chart with a row for each name: its share as a dot, with its interval as a stroke.

    A row is name, share and both ends of the interval. A line marks the `even` share.
    """
    across, foot = WIDE - LABELS - MARGIN, TOP + ROW * len(rows)
    most = max([even, *(high for _name, _share, _low, high in rows)])
    step = next(step for step in STEPS if most <= MOST_STEPS * step)

    def x(share: float) -> float:
        return LABELS + across * share / most

    body = [
        f'<path d="M{x(part):.1f} {TOP}V{foot}" class="grid"/>'
        f'<text x="{x(part):.1f}" y="{foot + 18}" text-anchor="middle">{locale.percent(part)}</text>'
        for part in (step * number for number in range(int(most / step) + 1))
    ]
    body.append(f'<path d="M{x(even):.1f} {TOP}V{foot}" class="line" stroke="currentColor" stroke-dasharray="4 4"/>')
    for number, (name, share, low, high) in enumerate(rows):
        middle = TOP + ROW * (number + 0.5)
        colour = MORE if low > even else LESS if high < even else "currentColor"
        body.append(
            _label(printable(name), middle)
            + f'<path d="M{x(low):.1f} {middle:g}H{x(high):.1f}" class="line" stroke="{colour}"/>'
            f'<circle cx="{x(share):.1f}" cy="{middle:g}" r="5" fill="{colour}">'
            f"<title>{locale.percent(share, 1)}</title></circle>"
        )
    return (
        f'<svg viewBox="0 0 {WIDE} {foot + FOOT}" role="img" aria-label="{escape(title)}" class="race">'
        + "".join(body)
        + "</svg>"
    )

"""Drawings of a report, as SVG by hand: the race over time, and the table of the replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from q40k.games.game import Racer
from q40k.geometry.scene import Area, Scene
from q40k.report.tale import Beat
from q40k.table.colours import colour

WIDE, HIGH = 900, 320
LEFT, RIGHT, TOP, FOOT = 44, 120, 12, 28
MOST_POINTS: Final = 1500
"""A line of more points shows no more."""


def race(beats: Sequence[Beat], sides: Sequence[Racer], title: str) -> str:
    """A line for every side: what part of its goal it had made, entry by entry."""
    across, up = WIDE - LEFT - RIGHT, HIGH - TOP - FOOT
    shares = [share for beat in beats for share in beat.shares]
    low, high = min([0.0, *shares]), max([1.0, *shares])
    every = max(1, len(beats) // MOST_POINTS)

    def x(number: int) -> float:
        return LEFT + across * number / max(len(beats) - 1, 1)

    def y(share: float) -> float:
        return TOP + up * (high - share) / (high - low)

    body = [f'<text x="{LEFT - 8}" y="{y(part) + 4:.1f}" text-anchor="end">{part:.0%}</text>'
            f'<path d="M{LEFT} {y(part):.1f}H{WIDE - RIGHT}" class="grid"/>'
            for part in (0.0, 0.5, 1.0)]  # fmt: skip
    turn = 0
    for number, beat in enumerate(beats):
        if beat.turn != turn:
            turn = beat.turn
            body.append(f'<path d="M{x(number):.1f} {TOP}V{HIGH - FOOT}" class="turn"/>')
            body.append(f'<text x="{x(number):.1f}" y="{HIGH - 8}">{turn}</text>')
    ends = []
    for place, side in enumerate(sides):
        steps = _steps([beat.shares[place] for beat in beats], every)
        path = "".join(
            f"{'L' if number else 'M'}{x(at):.1f} {y(share):.1f}"
            for number, (at, share) in enumerate(steps)
        )
        body.append(
            f'<path d="{path}" class="line" stroke="{colour(side.colour)}">'
            f"<title>{escape(side.name)}</title></path>"
        )
        ends.append((y(beats[-1].shares[place]) if beats else y(0), side))
    for at, side in _apart(ends):
        body.append(
            f'<circle cx="{WIDE - RIGHT + 10}" cy="{at:.1f}" r="5" fill="{colour(side.colour)}"/>'
            f'<text x="{WIDE - RIGHT + 20}" y="{at + 4:.1f}">{escape(side.name[:14])}</text>'
        )
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(title)}" class="race">'
        + "".join(body)
        + "</svg>"
    )


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


def ground(scene: Scene, title: str) -> str:
    """What lies still on a table, with an empty group for who stands on it."""
    wide, high = scene.size
    body = [f'<rect width="{wide}" height="{high}" class="table"/>']
    for area in (*scene.ground, *scene.areas):
        style = scene.styles.get(area.style)
        fill = area.colour or (style.light if style else "none")
        share = min(style.share if style else 1.0, 0.6)
        body.append(f'<{_shape(area, high)} fill="{fill}" fill-opacity="{share:g}" class="area"/>')
    body += [_letters(label.at, label.text, high, 2.2) for label in scene.labels]
    named = {label.at for label in scene.labels}
    for mark in scene.marks:
        beside = (mark.at[0], mark.at[1] - 3.0) if mark.at in named else mark.at
        body.append(_letters(beside, mark.letters, high, 2.0))
    return (
        f'<svg viewBox="-1 -1 {wide + 2} {high + 2}" role="img" aria-label="{escape(title)}"'
        f' class="map">{"".join(body)}<g id="pieces"></g></svg>'
    )


def _shape(area: Area, high: int) -> str:
    if area.circle is not None:
        (x, y), radius = area.circle
        return f'circle cx="{x:g}" cy="{high - y:g}" r="{radius:g}"'
    corners = " ".join(f"{x:.1f},{high - y:.1f}" for x, y in area.corners)
    return f'polygon points="{corners}"'


def _letters(at: tuple[float, float], words: str, high: int, size: float) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{high - at[1] + size / 3:.1f}" font-size="{size}"'
        f' text-anchor="middle">{escape(words)}</text>'
    )

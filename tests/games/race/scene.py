"""The track from above: squares in rows, to and fro, and the runners on them."""

from __future__ import annotations

from typing import Final

from q40k.geometry.scene import Area, Label, Piece, Scene, Style
from q40k.geometry.space import Spot
from tests.games.race.rules.state import Race

SIDE_CM: Final = 10
COLUMNS: Final = 10
COLOURS: Final = ("#d7504a", "#2f9e66", "#4b84e0", "#b8841b", "#a05bd6", "#1f9aa0")
STYLES: Final = {
    "square": Style("#3c424b", "#d3cec2", "·"),
    "back": Style("#8f3413", "#f0925e", "<"),
    "on": Style("#31502d", "#b9d3a5", ">"),
    "line": Style("#e8c14b", "#7a5a00", "#"),
    "number": Style("#aaaaaa", "#59606b"),
}


def scene(state: Race) -> Scene | None:
    """The track with everybody on it; None before it is laid out."""
    if state.setup.track is None:
        return None
    track = state.setup.track
    rows = track.length // COLUMNS + 1
    throws = {throw.at: "on" if throw.by > 0 else "back" for throw in track.throws}
    styles = {**throws, track.length: "line"}
    squares = range(track.length + 1)
    return Scene(
        (COLUMNS * SIDE_CM, rows * SIDE_CM),
        ground=tuple(Area(styles.get(one, "square"), _corners(one)) for one in squares),
        pieces=tuple(_pieces(state)),
        labels=tuple(Label(middle(one), str(one), "number", layer="numbers") for one in squares),
        styles=STYLES,
    )


def _pieces(state: Race) -> list[Piece]:
    here = []
    for number, one in enumerate(state.runners.values()):
        x, y = middle(min(one.course.square, state.track.length))
        at = (x + (number % 3 - 1) * 3.2, y + (3 if number < 3 else -3))
        colour = COLOURS[number]
        here.append(Piece(one.id, one.name[:1].upper(), at, colour, active=one.id == state.active))
    return here


def middle(square: int) -> Spot:
    """The middle of a square: the rows go to and fro."""
    row, column = divmod(square, COLUMNS)
    column = COLUMNS - 1 - column if row % 2 else column
    return ((column + 0.5) * SIDE_CM, (row + 0.5) * SIDE_CM)


def _corners(square: int) -> tuple[Spot, ...]:
    x, y = middle(square)
    half = SIDE_CM / 2 - 0.5
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))

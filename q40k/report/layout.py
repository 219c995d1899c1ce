"""The layout of a map: discs that do not cover each other, and texts that never do.

Everything is in the coordinates of a drawing: x to the right, y downwards, in cm.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin

from msgspec import Struct

from q40k.geometry.space import Spot
from q40k.i18n.width import width

WIDEST_LETTER = 0.74
"""The width of a bold letter, in sizes of letters."""
LETTER_HALF = 0.56
"""Half the height of a line of letters, in sizes of letters."""
ROUNDS = 160
"""Discs are pushed apart so many times at most."""
TURNS = (0.25, 0.75, 0.0, 0.5, 0.125, 0.375, 0.875, 0.625)
"""Where a text is tried around its point, in whole turns clockwise from the right: below first."""
GOLDEN = 2.399963
"""The angle between discs at one place that are pushed apart, in radians."""


class Disc(Struct, frozen=True):
    """A disc that takes room: its centre and its radius."""

    x: float
    y: float
    r: float


class Box(Struct, frozen=True):
    """The room of a text: its middle, and half its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def overlaps(self, other: "Box") -> bool:
        """Return whether two texts cover each other."""
        return (
            abs(self.x - other.x) < self.half_width + other.half_width
            and abs(self.y - other.y) < self.half_height + other.half_height
        )

    def touches(self, disc: Disc) -> bool:
        """Return whether the text covers a part of a disc."""
        dx = max(abs(self.x - disc.x) - self.half_width, 0)
        dy = max(abs(self.y - disc.y) - self.half_height, 0)
        return hypot(dx, dy) < disc.r

    def is_within(self, size: Spot) -> bool:
        """Return whether the whole text is on a table of that size."""
        return (
            self.half_width <= self.x <= size[0] - self.half_width
            and self.half_height <= self.y <= size[1] - self.half_height
        )


def text_box(text: str, at: Spot, size: float) -> Box:
    """Return the room of a text of this height of letters, centred on a point."""
    return Box(at[0], at[1], max(width(text), 1) * size * WIDEST_LETTER / 2, size * LETTER_HALF)


def spread(own: Sequence[Disc], size: Spot, share: float = 1.0, fixed: Sequence[Disc] = ()) -> list[Disc]:
    """Return the discs pushed apart until none covers another, or only a little in a great crowd.

    Discs may come as near as a `share` of their radii. They stay on the table, and avoid the `fixed`
    ones.
    """
    discs = [*own, *fixed]
    places = [[disc.x, disc.y] for disc in discs]
    order = sorted(range(len(discs)), key=lambda number: discs[number].x)
    widest = max((disc.r for disc in discs), default=0)
    for _ in range(ROUNDS):
        moved = False
        for place, first in enumerate(order):
            for second in order[place + 1 :]:
                if discs[second].x - discs[first].x > 8 * widest:
                    break
                reach = share * (discs[first].r + discs[second].r)
                moved |= _push(places[first], places[second], reach, (first, second))
        for disc, at in zip(fixed, places[len(own) :], strict=True):
            at[:] = disc.x, disc.y
        for disc, at in zip(own, places, strict=False):
            at[0] = min(max(at[0], disc.r), max(size[0] - disc.r, disc.r))
            at[1] = min(max(at[1], disc.r), max(size[1] - disc.r, disc.r))
        if not moved:
            break
    return [Disc(x, y, disc.r) for disc, (x, y) in zip(own, places, strict=False)]


def _push(first: list[float], second: list[float], reach: float, numbers: tuple[int, int]) -> bool:
    """Move two places apart by equal parts if they are nearer than `reach`; return whether."""
    dx, dy = second[0] - first[0], second[1] - first[1]
    far = hypot(dx, dy)
    if far >= reach * 0.999:
        return False
    if far < 1e-6:
        turn = GOLDEN * (numbers[0] + 2 * numbers[1])
        dx, dy, far = cos(turn), sin(turn), 1.0
        step = reach / 2
    else:
        step = (reach - far) / 2
    first[0] -= dx / far * step
    first[1] -= dy / far * step
    second[0] += dx / far * step
    second[1] += dy / far * step
    return True


class Texts:
    """The texts of a map that have a place already, and the discs that they should not cover."""

    def __init__(self, size: Spot, discs: Iterable[Disc] = (), boxes: Iterable[Box] = ()) -> None:
        self._size = size
        self._discs = tuple(discs)
        self.boxes = list(boxes)

    def put(self, wanted: Box, steps: Sequence[float], *, centred: bool = False) -> Box | None:
        """Return the nearest free place for a text, and keep it; None if there is no room.

        `steps` are the distances from its point that are tried, also the point itself if `centred`.
        A place that covers no disc is preferred.
        """
        second: Box | None = None
        for box in _places(wanted, steps, centred=centred):
            if not box.is_within(self._size) or any(box.overlaps(other) for other in self.boxes):
                continue
            if centred or not any(box.touches(disc) for disc in self._discs):
                self.boxes.append(box)
                return box
            second = second or box
        if second is not None:
            self.boxes.append(second)
        return second


def _places(wanted: Box, steps: Sequence[float], *, centred: bool) -> Iterator[Box]:
    """Yield the places of a text: at its point, then around it."""
    if centred:
        yield wanted
    for step in steps:
        for turn in TURNS:
            right, down = cos(turn * 2 * pi), sin(turn * 2 * pi)
            x = wanted.x + right * (step + wanted.half_width)
            y = wanted.y + down * (step + wanted.half_height)
            yield Box(x, y, wanted.half_width, wanted.half_height)

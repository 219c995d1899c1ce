"""The layout of a map: discs that do not cover each other, and texts that never do.

Everything is in the coordinates of a drawing: x to the right, y downwards, in cm.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, sin

from msgspec import Struct

from q40k.geometry.space import Spot
from q40k.i18n.width import width

WIDEST_LETTER = 0.74
"""The width of a bold letter, in sizes of letters."""
LETTER_HALF = 0.6
"""Half the height of a line of letters, in sizes of letters."""
MOST_OF_NAME = 8
"""So many letters of a long name are written where there is no room for all of it."""
ROUNDS = 160
"""Discs are pushed apart so many times at most."""
SLIDES = (0.0, -0.5, 0.5, -1.0, 1.0)
"""How far a text beside its point is moved along, in halves of its width or in its heights."""
NEARLY = 1e-6
"""Distances that differ by less are equal, in cm."""
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
        return hypot(dx, dy) < disc.r - NEARLY

    def is_within(self, size: Spot) -> bool:
        """Return whether the whole text is on a table of that size."""
        return (
            self.half_width <= self.x <= size[0] - self.half_width
            and self.half_height <= self.y <= size[1] - self.half_height
        )


def text_box(text: str, at: Spot, size: float) -> Box:
    """Return the room of a text of this height of letters, centred on a point."""
    return Box(at[0], at[1], max(width(text), 1) * size * WIDEST_LETTER / 2, size * LETTER_HALF)


def cut_name(name: str) -> str:
    """Return the beginning of a long name, with a sign that it goes on."""
    return name if width(name) <= MOST_OF_NAME else name[: MOST_OF_NAME - 1].rstrip() + "…"


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


FREE, ON_FLOOR, ON_DISC = range(3)
"""What a text may cover: nothing, the floor of a board in squares, also a disc."""


class Texts:
    """The texts of a map that have a place already, and what they should not cover.

    Texts never cover each other. They cover a disc, or the `floor`, only if they are allowed to.
    """

    def __init__(
        self, size: Spot, discs: Iterable[Disc] = (), boxes: Iterable[Box] = (), floor: Iterable[Box] = ()
    ) -> None:
        self._size = size
        self._discs = tuple(discs)
        self._floor = tuple(floor)
        self.boxes = list(boxes)

    def put(self, wanted: Box, steps: Sequence[float], *, centred: bool = False, most: int = ON_DISC) -> Box | None:
        """Return the best place for a text, and keep it; None if there is no room.

        `steps` are the distances from its point that are tried, also the point itself if `centred`.
        The place that covers least is best, then the nearest; a place that covers more than `most`
        is none.
        """
        best, least = None, most + 1
        for box in _places(wanted, steps, centred=centred):
            if not box.is_within(self._size) or any(box.overlaps(other) for other in self.boxes):
                continue
            covered = self._count_covered(box)
            if covered < least:
                best, least = box, covered
            if covered == FREE:
                break
        if best is not None:
            self.boxes.append(best)
        return best

    def _count_covered(self, box: Box) -> int:
        if any(box.touches(disc) for disc in self._discs):
            return ON_DISC
        return ON_FLOOR if any(box.overlaps(part) for part in self._floor) else FREE


def _places(wanted: Box, steps: Sequence[float], *, centred: bool) -> Iterator[Box]:
    """Yield the places of a text: at its point, then below, above, at the right and at the left of it."""
    wide, high = wanted.half_width, wanted.half_height
    if centred:
        yield wanted
    for step in steps:
        for down in (step + high, -step - high):
            for slide in SLIDES:
                yield Box(wanted.x + slide * wide, wanted.y + down, wide, high)
        for right in (step + wide, -step - wide):
            for slide in SLIDES:
                yield Box(wanted.x + right, wanted.y + slide * 2 * high, wide, high)

"""Everybody's chance to win over a match, as bands of colour that fill the picture together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from q40k.games.game import Racer
from q40k.report.tale import Beat, Tale
from q40k.table.shown import Odds, ranks
from q40k.tabletop.colours import COLOURS, seat_colour

WIDE, HIGH = 1000, 400
"""The size of the bands; the page stretches them to any size."""
FLAGS_APART, TURNS_APART = 6.2, 4.5
"""The least distance of two numbers along the graph, in hundredths of its width."""


def podium_order(tale: Tale) -> list[tuple[int, Racer]]:
    """Return the sides in the order of the podium, each with its number."""
    return sorted(enumerate(tale.sides), key=lambda side: (side[1].name not in tale.winners, -side[1].progress))


def ranked_sides(tale: Tale) -> Iterator[tuple[str, Racer]]:
    """Yield the sides in the order of the podium, each with its rank."""
    order = [side for _number, side in podium_order(tale)]
    return zip(map(str, ranks(order, tale.winners)), order, strict=True)


def beats_since_start(tale: Tale) -> Sequence[Beat]:
    """Return the entries of a match from its first turn on, with the one before."""
    first = next((number for number, beat in enumerate(tale.beats) if beat.turn), 1)
    return tale.beats[max(first - 1, 0) :]


def draw_bands(beats: Sequence[Beat], order: Sequence[tuple[int, Racer]]) -> str:
    """Draw a band for every side, the first of the `order` at the bottom, and a line at one half.

    A band is as high as the chance of its side. Each is drawn down to the bottom, over those
    before it, so that only upper edges are written.
    """
    columns = [(x, [*accumulate([odds[number] for number, _side in order])]) for x, odds in _columns(beats)]
    paths = []
    for rank in reversed(range(len(order))):
        side = order[rank][1]
        heights = [(x, round(HIGH * (1 - sums[rank]))) for x, sums in columns]
        colour = f'class="c{side.colour % len(COLOURS)}" fill="{seat_colour(side.colour)}"'
        paths.append(f'<path d="{_edge(heights)}V{HIGH}H0Z" {colour}/>')
    return f'{"".join(paths)}<path d="M0 {HIGH // 2}H{WIDE}" class="half"/>'


def _columns(beats: Sequence[Beat]) -> Iterator[tuple[int, Odds]]:
    """Yield the chances wherever they change, at most once for each place from left to right."""
    columns: dict[int, Odds] = {}
    odds: Odds | None = None
    for number, beat in enumerate(beats):
        if beat.odds is not odds:
            odds = columns[round(WIDE * number / max(len(beats) - 1, 1))] = beat.odds
    yield from columns.items()


def _edge(heights: Iterable[tuple[int, int]]) -> str:
    """Return the upper edge of a band: level until it steps up or down."""
    parts: list[str] = []
    level = -1
    for x, y in heights:
        if y != level:
            parts.append(f"H{x}V{y}" if parts else f"M{x} {y}")
            level = y
    return "".join(parts) + f"H{WIDE}"


def turn_places(beats: Sequence[Beat]) -> Iterator[tuple[float, int]]:
    """Yield the turns and their places in hundredths of the width, where there is room."""
    turn, free = 0, 0.0
    for number, beat in enumerate(beats):
        place = 100 * number / max(len(beats) - 1, 1)
        if beat.turn not in (turn, 0) and place >= free:
            yield place, beat.turn
            free = place + TURNS_APART
        turn = beat.turn


def flag_places(beats: Sequence[Beat], seqs: Sequence[int]) -> dict[int, tuple[float, float]]:
    """Return where each entry is in hundredths of the width, and where its number has room."""
    flagged, last = set(seqs), max(len(beats) - 1, 1)
    places = [(beat.seq, 100 * number / last) for number, beat in enumerate(beats) if beat.seq in flagged]
    at, rooms = 100 + FLAGS_APART, {}
    for number, (seq, place) in reversed(list(enumerate(places))):
        at = max(min(place, at - FLAGS_APART), number * FLAGS_APART)
        rooms[seq] = place, at
    return rooms

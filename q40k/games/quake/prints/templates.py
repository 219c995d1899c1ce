"""The templates of the 3rd edition, with rings and ticks in inches: blast, ordnance, flame."""

from collections.abc import Sequence
from math import asin, cos, sin

from q40k.games.quake.prints.art import draw_swirl
from q40k.games.quake.prints.offer import Wish
from q40k.geometry.space import CM_PER_INCH
from q40k.geometry.templates import BLAST_IN, FLAME_LONG_IN, FLAME_WIDE_IN, ORDNANCE_IN, Flame
from q40k.i18n.locale import N_, Locale
from q40k.prints import art, offer, paper
from q40k.prints.drawing import CUT, GREY, WHITE, Drawing, Ink, Spot, line_mm, width_mm
from q40k.prints.sheets import GAP_MM, Piece, Sheet, pack_pieces

_MM_PER_INCH = CM_PER_INCH * 10
_RING = Ink(line_mm=0.15, colour=GREY)
_PLATE = Ink(line_mm=0, fill=WHITE)
_NAME = 14.0
"""The size of a template's name, in points."""
_ROUND: tuple[tuple[float, tuple[str, ...]], ...] = (
    (BLAST_IN, (N_("Blast"),)),
    (ORDNANCE_IN, (N_("Ordnance"), N_("demolition charge, barrels"))),
    (ORDNANCE_IN, (N_("Vortex"), N_("anyone it touches dies; partly covered on 4+"))),
    (ORDNANCE_IN, (N_("Napalm"), N_("stays; crossing it is a hit, S5 AP4"))),
)
"""The width of round templates in inches, and their texts."""
_HUES: tuple[art.Hue, ...] = ("gold", "red", "violet", "red")
_RAYS = (16, 24, 0, 18)
"""The rays of a blast on each round template; none: arms of a vortex."""
UPWARDS = 90.0
"""The direction of the flame on the sheet, in degrees."""


def templates(wish: Wish) -> list[Sheet]:
    """Return every template, to cut out.

    Rule: DIFF-3, BARREL-2, BARREL-5, BARREL-6
    """
    discs = [_disc(wish, number) for number in range(len(_ROUND))]
    flame = _flame(wish.locale, wish.ink)
    pieces = _arrange(flame, discs, wish.frame) or [flame, *discs]
    return pack_pieces(wish.locale.gettext(N_("Templates")), pieces, wish.frame)


def _arrange(flame: Piece, discs: Sequence[Piece], frame: paper.Frame) -> list[Piece]:
    """Arrange all templates on two sheets; return nothing if the sheets are too small.

    Round templates are placed beside the flame's tip, and diagonally to each other.
    """
    blast, first, second, third = discs
    wide, large = frame.wide_mm, first.wide_mm
    tip, radius = flame.wide_mm / 2, large / 2
    slope = asin(tip / (flame.high_mm - tip))
    gap = (wide - radius - tip) * cos(slope) - radius * sin(slope)
    first_sheet = [(flame, (0.0, 0.0)), (first, (wide - large, 0.0)), (blast, (wide - blast.wide_mm, large + GAP_MM))]
    up = max(0.0, (large + GAP_MM) ** 2 - (wide - large) ** 2) ** 0.5
    second_sheet = [(second, (0.0, up)), (third, (wide - large, 0.0))]
    high = max(flame.high_mm, large + GAP_MM + blast.high_mm)
    if gap < radius + GAP_MM or max(high, up + large) > frame.high_mm:
        return []
    return [_join_pieces(first_sheet, wide, high), _join_pieces(second_sheet, wide, up + large)]


def _join_pieces(placed: Sequence[tuple[Piece, Spot]], wide: float, high: float) -> Piece:
    """Join pieces at their places into one piece."""

    def draw(drawing: Drawing) -> None:
        for piece, place in placed:
            with drawing.origin_at(*place):
                piece.draw(drawing)

    return Piece(wide, high, draw)


def _draw_blast(drawing: Drawing, radius: float, number: int, ink: offer.InkLevel) -> None:
    """Draw the ground of a round template: a rim, and rays or a vortex."""
    inks, middle = art.palette(ink, _HUES[number]), (radius, radius)
    drawing.circle(middle, radius - 0.6, Ink(line_mm=0, fill=inks.tint))
    if not _RAYS[number]:
        draw_swirl(drawing, middle, radius * 0.9, WHITE)
    for ray in range(_RAYS[number]):
        with drawing.origin_at(*middle, turned=360 * ray / _RAYS[number]):
            wide, far = radius * 0.1, radius * (0.88 if ray % 2 else 0.68)
            drawing.polygon(((radius * 0.2, -wide * 0.5), (far, 0), (radius * 0.2, wide * 0.5)), Ink(0, fill=WHITE))
    for mark in range(36):
        with drawing.origin_at(*middle, turned=10 * mark):
            near, far, wide = radius - 4.2, radius - 1.0, radius * 0.03
            drawing.polygon(((far, -wide), (far, wide), (near, 0)), Ink(0, fill=inks.main))


def _disc(wish: Wish, number: int) -> Piece:
    (inches, words), locale = _ROUND[number], wish.locale
    radius = inches * _MM_PER_INCH / 2
    middle = (radius, radius)

    def draw(drawing: Drawing) -> None:
        drawing.circle(middle, radius)
        if wish.ink in offer.ART:
            _draw_blast(drawing, radius, number, wish.ink)
        for ring in range(1, int(inches / 2) + 1):
            drawing.circle(middle, ring * _MM_PER_INCH, _RING)
            drawing.text((radius + ring * _MM_PER_INCH + 0.6, radius + 0.8), f'{ring}"', 6)
        drawing.line((radius - 4, radius), (radius + 4, radius), ink=CUT)
        drawing.line((radius, radius - 4), (radius, radius + 4), ink=CUT)
        above = radius + (inches / 2 - 1) * _MM_PER_INCH  # inside the outermost ring
        drawing.text((radius, above), locale.gettext(words[0]), _NAME, bold=True, align="middle")
        for word in words[1:]:
            drawing.text((radius, above - 6), locale.gettext(word), 8, align="middle")

    return Piece(2 * radius, 2 * radius, draw)


def _draw_fire(drawing: Drawing, rim: Sequence[Spot], middle: Spot, ink: offer.InkLevel) -> None:
    """Draw the flame again within itself, ever hotter towards its round end."""
    inks, hot = art.palette(ink, "red"), art.palette(ink, "gold")
    for share, fill in ((0.95, inks.tint), (0.76, hot.tint), (0.52, WHITE)):
        spots = [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in rim]
        drawing.polygon(spots, Ink(0.25, inks.main, fill))


def _flame(locale: Locale, ink: offer.InkLevel) -> Piece:
    """Return the teardrop: two straight sides from its tip to its round end."""
    long, radius = FLAME_LONG_IN * _MM_PER_INCH, FLAME_WIDE_IN * _MM_PER_INCH / 2
    rim = [(x * 10 + radius, y * 10) for x, y in Flame((0.0, 0.0), UPWARDS).outline()]

    def draw(drawing: Drawing) -> None:
        drawing.polygon(rim)
        if ink in offer.ART:
            _draw_fire(drawing, rim, (radius, long - radius), ink)
        drawing.line((radius, 0), (radius, long), ink=_RING)
        for inch in range(1, int(FLAME_LONG_IN)):
            at = inch * _MM_PER_INCH
            drawing.line((radius - 2, at), (radius + 2, at), ink=_RING)
            drawing.text((radius + 2.5, at - 0.8), f'{inch}"', 6)
        name = locale.gettext(N_("Flame"))
        wide, high = width_mm(name, _NAME, bold=True) + 2, line_mm(_NAME)
        drawing.box((radius - wide / 2, long - radius - high / 2), wide, high, _PLATE)
        drawing.centred_text((radius, long - radius), name, _NAME)

    return Piece(2 * radius, long, draw)

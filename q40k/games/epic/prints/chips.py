"""Chips and gauges to cut out: orders and initiative to fold, arcs and lengths at true scale."""

from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path

from q40k.games.epic.prints.wish import Wish
from q40k.games.epic.state.ground import COHERENCY_CM, FIRST_FIRE_CM
from q40k.games.epic.state.match import Order
from q40k.games.epic.words.names import order_name
from q40k.i18n.locale import N_
from q40k.prints.art import Hue, Palette, draw_medal, draw_sign, palette, read_signs
from q40k.prints.drawing import CUT, FOLD, WHITE, Drawing, Ink, Spot, fit_size
from q40k.prints.sheets import Piece, Sheet, nest_pieces

CHIP_MM = 18.0
USUAL, MOST = 6, 8
"""The chips of each order for a side that is not known, and the most for one that is."""
INITIATIVE = 3
"""The initiative chips of a side (EE-INIT-1)."""
ARC_MM = 80.0
"""The width of the disc with a vehicle's front, sides and rear."""
STICK_CM, STICK_WIDE_MM = 20, 14.0
_SIGNS = read_signs(Path(__file__).parent)
_HUES: dict[Order, Hue] = {"advance": "green", "charge": "red", "first-fire": "blue", "retreat": "steel"}
_BACKS: tuple[tuple[str, Hue], ...] = ((_SIGNS["backs"]["star"], "gold"), (_SIGNS["backs"]["moon"], "violet"))
"""The emblem on the back of each side's chips, which all look the same."""


def chips(wish: Wish) -> list[Sheet]:
    """Return the order chips and the initiative chips of each side, to fold.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-INIT-1, EE-RETREAT-1
    """
    title = wish.locale.gettext(N_("Chips of orders and initiative: cut out, fold, glue"))
    return nest_pieces(title, list(_chips(wish)), wish.frame)


def _chips(wish: Wish) -> Iterator[Piece]:
    for number, side in enumerate(wish.sides):
        count = min(len(side.formations) or USUAL, MOST)
        back = _BACKS[number % len(_BACKS)]
        for order, hue in _HUES.items():
            face = (_SIGNS["orders"][order], hue)
            word = order_name(wish.locale, order)
            for _ in range(count if order != "retreat" else -(-count // 2)):
                yield _chip(wish, face, back, word)
        bolt = (_SIGNS["initiative"]["bolt"], back[1])
        for _ in range(INITIATIVE):
            yield _chip(wish, bolt, back, side.name or wish.locale.gettext(N_("initiative")))


def _chip(wish: Wish, face: tuple[str, Hue], back: tuple[str, Hue], word: str) -> Piece:
    side, middle = CHIP_MM, CHIP_MM / 2

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), side, 2 * side, CUT)
        drawing.line((0, side), (side, side), ink=FOLD)
        inks = palette(wish.ink, face[1])
        draw_medal(drawing, (middle, middle), middle - 0.7, inks)
        draw_sign(drawing, face[0], (middle, middle + 1.8), 8.2, inks)
        size = fit_size(word, side * 0.62, 6.5, bold=True)
        drawing.centred_text((middle, middle - 4.6), word, max(size, 5.5), colour=inks.deep)
        with drawing.origin_at(middle, side + middle, turned=180):
            inks = palette(wish.ink, back[1])
            draw_medal(drawing, (0.0, 0.0), middle - 0.7, inks)
            draw_sign(drawing, back[0], (0.0, 0.0), 11, inks)

    return Piece(side, 2 * side, draw)


# -- arcs and lengths ------------------------------------------------------------------------


def templates(wish: Wish) -> list[Sheet]:
    """Return the arcs of vehicles and the lengths that the rules name, to cut out.

    Rule: EE-SIGHT-3, EE-VEHICLE-2, EE-MOVE-2, EE-MOVE-3
    """
    gettext, number = wish.locale.gettext, wish.locale.number
    chain = wish.locale.say(N_("chain {cm} cm"), cm=number(COHERENCY_CM))
    first_fire = wish.locale.say(N_("First Fire {cm} cm"), cm=number(FIRST_FIRE_CM))
    gauges = [_gauge(wish, COHERENCY_CM * 10, chain, "green"), _gauge(wish, FIRST_FIRE_CM * 10, first_fire, "blue")]
    sticks = [_stick(wish, STICK_CM)] * 2 + [_stick(wish, 5)] * 2
    pieces = [*sticks, *[_arcs(wish)] * 2, *gauges * 2]
    return nest_pieces(gettext(N_("Templates: arcs and lengths")), pieces, wish.frame)


def _stick(wish: Wish, centimetres: int) -> Piece:
    """Return a ruler with a tick for each centimetre and half of it."""
    inks, wide, long = palette(wish.ink, "steel"), STICK_WIDE_MM, centimetres * 10.0

    def draw(drawing: Drawing) -> None:
        for five in range(centimetres // 5):
            fill = inks.tint if five % 2 else WHITE
            drawing.box((0, five * 50), wide, 50, Ink(0, fill=fill))
        drawing.box((0, 0), wide, long, CUT)
        for half in range(1, 2 * centimetres):
            tick = wide * (0.2 if half % 2 else 0.5 if half % 10 else 1.0)
            drawing.line((0, half * 5), (tick, half * 5), ink=Ink(0.2, inks.deep))
            if half % 2 == 0:
                at, is_bold = (wide - 1, half * 5 - 3.6), half % 10 == 0
                points = 11 if is_bold else 7
                drawing.text(at, str(half // 2), points, bold=is_bold, align="right", colour=inks.deep)

    return Piece(wide, long, draw)


def _gauge(wish: Wish, long: float, words: str, hue: Hue) -> Piece:
    """Return a strip whose length is what its words say."""
    inks, wide = palette(wish.ink, hue), 16.0
    first, _, rest = words.rpartition(" ")
    head, _, number = first.rpartition(" ")

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), long, wide, CUT)
        drawing.polygon(((0.8, wide / 2), (4, wide - 2), (4, 2)), Ink(0, fill=inks.main))
        drawing.polygon(((long - 0.8, wide / 2), (long - 4, wide - 2), (long - 4, 2)), Ink(0, fill=inks.main))
        drawing.centred_text((long / 2, wide * 0.66), head, fit_size(head, long - 9, 8, bold=True), colour=inks.deep)
        drawing.centred_text((long / 2, wide * 0.32), f"{number} {rest}", 9, colour=inks.deep)

    return Piece(long, wide, draw)


def _arcs(wish: Wish) -> Piece:
    """Return a disc in quarters: front, sides and rear, and the half that is seen."""
    radius, gettext = ARC_MM / 2, wish.locale.gettext
    green, gold, red, steel = (palette(wish.ink, hue) for hue in ("green", "gold", "red", "steel"))
    names: tuple[tuple[str, str, Palette, Spot], ...] = (
        (gettext(N_("front")), "", green, (0, 1)),
        (gettext(N_("side")), "-1", gold, (1, 0)),
        (gettext(N_("side")), "-1", gold, (-1, 0)),
        (gettext(N_("rear")), "-2", red, (0, -1)),
    )

    def draw(drawing: Drawing) -> None:
        with drawing.origin_at(radius, radius):
            for (_name, _worse, inks, _way), turned in zip(names, (0, -90, 90, 180), strict=True):
                with drawing.origin_at(0, 0, turned=turned):
                    drawing.polygon([(0, 0), *_quarter(radius)], Ink(0.3, inks.deep, inks.tint))
            drawing.circle((0, 0), radius, CUT)
            drawing.circle((0, 0), radius * 0.9, Ink(0.25, steel.main))
            drawing.line((-radius, 0), (radius, 0), ink=Ink(0.6, steel.deep, dashes_mm=(2.5, 1.5)))
            for name, worse, inks, (x, y) in names:
                at = (x * radius * 0.62, y * radius * 0.62 + (4.5 if not y else 2))
                drawing.centred_text(at, name, 9, colour=inks.deep)
                drawing.centred_text((at[0], at[1] - (10.5 if not y else 5)), worse, 13, colour=inks.deep)
            drawing.circle((0, 0), 2, Ink(0.4, steel.deep, WHITE))

    return Piece(ARC_MM, ARC_MM, draw)


def _quarter(radius: float) -> list[Spot]:
    return [(radius * cos(pi / 4 + pi * step / 40), radius * sin(pi / 4 + pi * step / 40)) for step in range(21)]

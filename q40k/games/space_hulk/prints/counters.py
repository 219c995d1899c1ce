"""Counters to cut out and fold: blips with their secret, doors that stand, and all the others."""

from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path

from msgspec import Struct

from q40k.games.space_hulk.packs.boards import DOOR
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.games.space_hulk.state.match import MIX
from q40k.i18n.locale import N_
from q40k.prints.art import Hue, Palette, draw_medal, draw_sign, palette, read_signs
from q40k.prints.drawing import CUT, FOLD, WHITE, Drawing, Ink, Spot, fit_size
from q40k.prints.sheets import Piece, Sheet, nest_pieces

BLIP_MM, COUNTER_MM = 25.0, 20.0
DOOR_WIDE_MM, DOOR_HIGH_MM, FLAP_MM = 29.0, 30.0, 8.0
USUAL_DOORS, USUAL_ENTRIES, USUAL_LADDERS = 6, 8, 2
"""The counters without a mission."""
_SIGNS = read_signs(Path(__file__).parent)["counters"]


class _Face(Struct, frozen=True):
    """One side of a counter: its sign, its hue, and letters below the sign or in its place."""

    sign: str
    hue: Hue
    letters: str = ""


_BACK = _Face(_SIGNS["claw"], "steel")


def blips(wish: Wish) -> list[Sheet]:
    """Return the blips of the box to fold: a radar mark on the back, the number of stealers on the face.

    Rule: SH-BOX-3
    """
    title = wish.locale.gettext(N_("Blips: cut out, fold, glue"))
    each = [_blip(wish, value) for value, count in sorted(MIX.items()) for _ in range(count)]
    return nest_pieces(title, each, wish.frame)


def _blip(wish: Wish, value: int) -> Piece:
    side, middle = BLIP_MM, BLIP_MM / 2
    red, green = palette(wish.ink, "red"), palette(wish.ink, "green")

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), side, 2 * side, CUT)
        drawing.line((0, side), (side, side), ink=FOLD)
        draw_medal(drawing, (middle, middle), middle - 0.9, red)
        for place in range(value):
            across = (place - (value - 1) / 2) * 6.2
            draw_sign(drawing, _SIGNS["claw"], (middle + across, middle + 2.6), 7.5, red)
        drawing.centred_text((middle, middle - 5.2), str(value), 16, colour=red.deep)
        with drawing.origin_at(middle, side + middle, turned=180):
            draw_radar(drawing, (0.0, 0.0), middle - 0.9, green)

    return Piece(side, 2 * side, draw)


def draw_radar(drawing: Drawing, at: Spot, radius: float, inks: Palette) -> None:
    """Draw a radar screen with its sweep and one mark, the same on every blip."""
    is_dark = inks.tint != WHITE
    ground, line = (inks.deep, inks.tint) if is_dark else (WHITE, inks.deep)
    drawing.circle(at, radius, Ink(0.4, inks.deep, ground))
    sweep = [(at[0] + radius * 0.92 * cos(t * pi / 36), at[1] + radius * 0.92 * sin(t * pi / 36)) for t in range(6, 19)]
    drawing.polygon([at, *sweep], Ink(0, fill=inks.main))
    for share in (0.3, 0.6, 0.9):
        drawing.circle(at, radius * share, Ink(0.2, line))
    for turn in range(4):
        far = (cos(turn * pi / 2) * radius * 0.9, sin(turn * pi / 2) * radius * 0.9)
        drawing.line(at, (at[0] + far[0], at[1] + far[1]), ink=Ink(0.2, line))
    drawing.circle((at[0] + radius * 0.42, at[1] + radius * 0.42), radius * 0.13, Ink(0.3, line, WHITE))


def doors(wish: Wish) -> list[Sheet]:
    """Return the doors of the mission's board, to fold into standing ones.

    Rule: SH-BOX-4, SH-DOOR-1
    """
    layout = wish.match.setup.layout
    count = USUAL_DOORS if layout is None else sum(row.count(DOOR) for level in layout.levels for row in level.rows)
    title = wish.locale.gettext(N_("Doors: cut out, fold, glue the flaps on each other"))
    return nest_pieces(title, [_door(wish)] * count, wish.frame)


def _door(wish: Wish) -> Piece:
    wide, high = DOOR_WIDE_MM, 2 * (DOOR_HIGH_MM + FLAP_MM)
    inks, warn = palette(wish.ink, "steel"), palette(wish.ink, "gold")

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), wide, high, CUT)
        for at in (FLAP_MM, high / 2, high - FLAP_MM):
            drawing.line((0, at), (wide, at), ink=FOLD)
        with drawing.origin_at(0, FLAP_MM):
            _draw_leaf(drawing, wide, inks, warn)
        with drawing.origin_at(wide, high - FLAP_MM, turned=180):
            _draw_leaf(drawing, wide, inks, warn)

    return Piece(wide, high, draw)


def _draw_leaf(drawing: Drawing, wide: float, inks: Palette, warn: Palette) -> None:
    """Draw one side of a door: two leaves that meet, with stripes of warning above."""
    high = DOOR_HIGH_MM
    drawing.box((1, 0.6), wide - 2, high - 1.6, Ink(0.5, inks.deep, inks.tint))
    drawing.box((2.4, high - 6), wide - 4.8, 3.6, Ink(0.3, warn.deep, warn.tint))
    for stripe in range(6):
        left = 3.4 + stripe * 3.9
        drawing.polygon(
            ((left, high - 6), (left + 1.8, high - 6), (left + 3.4, high - 2.4), (left + 1.6, high - 2.4)),
            Ink(0, fill=warn.deep),
        )
    for left in (2.4, wide / 2 + 0.4):
        drawing.box((left, 2), wide / 2 - 2.8, high - 9.5, Ink(0.4, inks.deep, inks.main))
        drawing.box((left + 1.6, 4), wide / 2 - 6, 5.5, Ink(0.2, inks.deep, inks.tint))
        drawing.box((left + 1.6, 12), wide / 2 - 6, 7, Ink(0.2, inks.deep, inks.tint))
    drawing.circle((wide / 2, 11), 2.1, Ink(0.4, inks.deep, WHITE))


# -- the other counters --------------------------------------------------------------------


def counters(wish: Wish) -> list[Sheet]:
    """Return command points, overwatch and jam, guard, flames, and what the mission needs.

    Rule: SH-BOX-4, SH1-BOX-1
    """
    title = wish.locale.gettext(N_("Counters: cut out, fold, glue"))
    each = [_counter(wish, face, back) for face, back in _faces(wish)]
    return nest_pieces(title, each, wish.frame)


def _faces(wish: Wish) -> Iterator[tuple[_Face, _Face]]:
    """Yield both sides of each counter."""
    layout, mission = wish.match.setup.layout, wish.match.setup.mission
    is_first = wish.edition.id == "1"
    for points in range(1, 7):
        yield _Face("", "gold", str(points)), _Face(_SIGNS["shield"], "gold")
    for _ in range(10):
        yield _Face(_SIGNS["eye"], "blue"), _Face(_SIGNS["jam"], "red")
    for _ in range(0 if is_first else 10):
        yield _Face(_SIGNS["shield"], "green"), _BACK
    for _ in range(6):
        yield _Face(_SIGNS["fire"], "red"), _BACK
    for _ in range(USUAL_LADDERS if layout is None else len(layout.ladders)):
        yield _Face(_SIGNS["up"], "steel"), _BACK
        yield _Face(_SIGNS["down"], "steel"), _BACK
    names = [f"{n}" for n in range(1, USUAL_ENTRIES + 1)] if layout is None else [e.id for e in layout.entries]
    for name in names:
        yield _Face(_SIGNS["entry"], "red", name), _BACK
    for _ in () if layout is None else layout.generators:
        yield _Face(_SIGNS["field"], "violet"), _BACK
    for thing in () if mission is None else mission.objects:
        yield _Face(_SIGNS["prize"], "gold", thing.id), _BACK
    yield _Face(_SIGNS["hours"], "steel"), _BACK
    if not is_first:
        yield _Face(_SIGNS["rounds"], "steel"), _BACK
        yield _Face(_SIGNS["mind"], "violet"), _BACK


def _counter(wish: Wish, face: _Face, back: _Face) -> Piece:
    side = COUNTER_MM

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), side, 2 * side, CUT)
        drawing.line((0, side), (side, side), ink=FOLD)
        _draw_face(drawing, wish, face, (side / 2, side / 2))
        with drawing.origin_at(side / 2, side * 1.5, turned=180):
            _draw_face(drawing, wish, back, (0.0, 0.0))

    return Piece(side, 2 * side, draw)


def _draw_face(drawing: Drawing, wish: Wish, face: _Face, at: Spot) -> None:
    inks, (x, y) = palette(wish.ink, face.hue), at
    draw_medal(drawing, at, COUNTER_MM / 2 - 0.8, inks)
    if not face.sign:
        drawing.centred_text(at, face.letters, 28, colour=inks.deep)
        return
    draw_sign(drawing, face.sign, (x, y + 2.4 if face.letters else y), 8.5 if face.letters else 11.5, inks)
    if face.letters:
        size = fit_size(face.letters, 11, 10, bold=True)
        drawing.centred_text((x, y - 4.6), face.letters, size, colour=inks.deep)

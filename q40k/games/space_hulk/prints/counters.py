"""Counters to cut out and fold: blips with their secret, doors that stand, and all the others."""

from collections.abc import Iterator
from math import cos, pi, sin

from msgspec import Struct

from q40k.games.space_hulk.packs.boards import DOOR
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.games.space_hulk.state.match import MIX
from q40k.i18n.locale import N_
from q40k.prints.art import Hue, Palette, cog, draw_medal, draw_sign, palette, star
from q40k.prints.drawing import CUT, FOLD, WHITE, Drawing, Ink, Spot, fit_size
from q40k.prints.offer import ART
from q40k.prints.sheets import Piece, Sheet, nest_pieces

BLIP_MM, COUNTER_MM = 25.0, 20.0
DOOR_WIDE_MM, DOOR_HIGH_MM, FLAP_MM = 29.0, 30.0, 8.0
USUAL_DOORS, USUAL_ENTRIES, USUAL_LADDERS = 6, 8, 2
"""The counters without a mission."""
_PLAIN = Palette("#000000", "#8a8a8a", "#ffffff")

_CLAW = (
    "m M 4 20 Q 3 9 9 2 Q 8 10 8.5 18 Z ; m M 10 21 Q 10 9 15 3 Q 13.5 12 13.5 19 Z ; m M 15.5 21 Q 16 12 21 6 Q "
    "19 13 18.5 19 Z"
)
_EYE = (
    "t M 1.5 12 Q 12 2 22.5 12 Q 12 22 1.5 12 Z ; m O 12 12 4.6 ; k O 12 12 2 ; l M 4 4 L 6 6.5 M 12 1.5 L 12 4 M "
    "20 4 L 18 6.5"
)
_JAM = (
    "m R 3 8 18 5 ; m M 5 13 L 10 13 L 8.5 20 L 4 20 Z ; n M 13 5 L 15 3.5 L 20 17 L 18 18.5 Z ; k M 17 4 L 20 1 "
    "L 23 4 L 20 7 Z"
)
_SHIELD = (
    "m M 12 2 Q 17 5 21 5 Q 21 17 12 22 Q 3 17 3 5 Q 7 5 12 2 Z ; n M 10.5 7 L 13.5 7 L 13.5 18 L 10.5 18 Z ; "
    "n R 7 10 10 3"
)
_FIRE = (
    "m M 12 1 Q 21 9 19 16 Q 17 23 12 23 Q 6 23 5 16 Q 4.5 11 8.5 7.5 Q 9 10.5 11 11 Q 10 6 12 1 Z ; "
    "t M 12 12 Q 16 16 14.5 19.5 Q 13 21.5 11.5 21 Q 8.5 20 9 16.5 Q 10.5 17 12 12 Z"
)
_LADDER = "k R 6 3 2.4 18 ; k R 15.6 3 2.4 18 ; k R 7 6 10 1.8 ; k R 7 11 10 1.8 ; k R 7 16 10 1.8"
_UP = _LADDER + " ; m M 12 1 L 18 8 L 6 8 Z"
_DOWN = _LADDER + " ; m M 12 23 L 18 16 L 6 16 Z"
_ENTRY = "m M 12 21 L 21 11 L 15.5 11 L 15.5 3 L 8.5 3 L 8.5 11 L 3 11 Z"
_ROUNDS = (
    "m M 4 9 Q 6 1 8 9 L 8 21 L 4 21 Z ; m M 10 9 Q 12 1 14 9 L 14 21 L 10 21 Z ; m M 16 9 Q 18 1 20 9 L 20 21 "
    "L 16 21 Z"
)
_MIND = (
    "m M 7 22 L 7 17.5 Q 3 15 3.5 10 Q 4.5 3 12 3 Q 19 3 20 9 L 22 13.5 L 19.8 14.5 L 19.5 18.5 L 15.5 18.5 L "
    "15.5 22 Z ; n O 11.5 10 4"
)
_HOURS = (
    "k R 4 1.5 16 2.6 ; k R 4 20 16 2.6 ; t M 6 4 L 18 4 Q 18 9.5 13.2 12 Q 18 14.5 18 20 L 6 20 Q 6 14.5 10.8 "
    "12 Q 6 9.5 6 4 Z"
)
_FIELD = f"m {cog(12, 11, 8)} ; n O 12 12 5.5 ; m M 13 6 L 8.5 13 L 11.5 13 L 10.8 18 L 15.5 11 L 12.5 11 Z"
_PRIZE = f"m {star(6, 11, 6)} ; n {star(6, 5.5, 3)}"


class _Face(Struct, frozen=True):
    """One side of a counter: its sign, its hue, and letters below the sign or in its place."""

    sign: str
    hue: Hue
    letters: str = ""


_BACK = _Face(_CLAW, "steel")


def blips(wish: Wish) -> list[Sheet]:
    """Return the blips of the box to fold: a radar mark on the back, the number of stealers on the face.

    Rule: SH-BOX-3
    """
    title = wish.locale.gettext(N_("Blips: cut out, fold, glue"))
    each = [_blip(wish, value) for value, count in sorted(MIX.items()) for _ in range(count)]
    return nest_pieces(title, each, wish.frame)


def _blip(wish: Wish, value: int) -> Piece:
    side, middle = BLIP_MM, BLIP_MM / 2
    red, green = _inks(wish, "red"), _inks(wish, "green")

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), side, 2 * side, CUT)
        drawing.line((0, side), (side, side), ink=FOLD)
        draw_medal(drawing, (middle, middle), middle - 0.9, red)
        for place in range(value):
            across = (place - (value - 1) / 2) * 6.2
            draw_sign(drawing, _CLAW, (middle + across, middle + 2.6), 7.5, red)
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


def _inks(wish: Wish, hue: Hue) -> Palette:
    return palette(wish.ink, hue) if wish.ink in ART else _PLAIN


# -- doors ---------------------------------------------------------------------------------


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
    inks, warn = _inks(wish, "steel"), _inks(wish, "gold")

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
        yield _Face("", "gold", str(points)), _Face(_SHIELD, "gold")
    for _ in range(10):
        yield _Face(_EYE, "blue"), _Face(_JAM, "red")
    for _ in range(0 if is_first else 10):
        yield _Face(_SHIELD, "green"), _BACK
    for _ in range(6):
        yield _Face(_FIRE, "red"), _BACK
    for _ in range(USUAL_LADDERS if layout is None else len(layout.ladders)):
        yield _Face(_UP, "steel"), _BACK
        yield _Face(_DOWN, "steel"), _BACK
    names = [f"{n}" for n in range(1, USUAL_ENTRIES + 1)] if layout is None else [e.id for e in layout.entries]
    for name in names:
        yield _Face(_ENTRY, "red", name), _BACK
    for _ in () if layout is None else layout.generators:
        yield _Face(_FIELD, "violet"), _BACK
    for thing in () if mission is None else mission.objects:
        yield _Face(_PRIZE, "gold", thing.id), _BACK
    yield _Face(_HOURS, "steel"), _BACK
    if not is_first:
        yield _Face(_ROUNDS, "steel"), _BACK
        yield _Face(_MIND, "violet"), _BACK


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
    inks, (x, y) = _inks(wish, face.hue), at
    draw_medal(drawing, at, COUNTER_MM / 2 - 0.8, inks)
    if not face.sign:
        drawing.centred_text(at, face.letters, 28, colour=inks.deep)
        return
    draw_sign(drawing, face.sign, (x, y + 2.4 if face.letters else y), 8.5 if face.letters else 11.5, inks)
    if face.letters:
        size = fit_size(face.letters, 11, 10, bold=True)
        drawing.centred_text((x, y - 4.6), face.letters, size, colour=inks.deep)

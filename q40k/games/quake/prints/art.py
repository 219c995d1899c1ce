"""The drawn pieces of Quake 40K, in two inks or in colour; `pieces` and `cards` have the plain ones."""

from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageOps

from q40k.games.quake.packs.tokens import BonusKind, Category
from q40k.games.quake.prints.signs import CATEGORIES, FLAGS, FLAME, HUES, bonus_sign
from q40k.prints import art
from q40k.prints.drawing import CUT, FOLD, WHITE, Drawing, Ink, Spot, break_lines, fit_size, fit_words, line_mm
from q40k.prints.offer import InkLevel

PORTAL_HUES: tuple[art.Hue, ...] = ("blue", "green", "gold", "violet", "red")
_ARMS = 5
RIM_MM = 2.2
"""The width of the rim that a token keeps around a picture."""
_BEND = 2.6
"""The turn of a portal's arm from rim to middle, in radians."""


def draw_portal(drawing: Drawing, radius: float, number: int, ink: InkLevel) -> None:
    """Draw a portal: a rim of marks, arms that swirl inwards, its number in the middle."""
    inks, middle = art.palette(ink, PORTAL_HUES[(number - 1) % len(PORTAL_HUES)]), (radius, radius)
    drawing.circle(middle, radius, Ink(fill=inks.deep))
    drawing.circle(middle, radius * 0.965, Ink(0.4, WHITE))
    for mark in range(24):
        with drawing.origin_at(*middle, turned=mark * 15):
            inner = 0.85 if mark % 2 else 0.88
            wide = radius * (0.016 if mark % 2 else 0.03)
            far = radius * 0.935
            drawing.polygon(((far, -wide), (far, wide), (radius * inner, 0)), Ink(0, WHITE, inks.tint))
    drawing.circle(middle, radius * 0.82, Ink(0.5, WHITE, inks.main))
    draw_swirl(drawing, middle, radius * 0.8, inks.tint)
    drawing.circle(middle, radius * 0.4, Ink(0.9, inks.deep, WHITE))
    drawing.circle(middle, radius * 0.365, Ink(0.3, inks.main))
    drawing.centred_text(middle, str(number), radius * 1.45, colour=inks.deep)


def draw_swirl(drawing: Drawing, middle: Spot, radius: float, fill: str) -> None:
    """Draw bent arms that grow narrow towards the middle."""
    for arm in range(_ARMS):
        first = 2 * pi * arm / _ARMS
        rim = [(radius * (1 - 0.95 * step / 20), first + _BEND * step / 20) for step in range(21)]
        width = pi / _ARMS
        edge = [(far, turn + width * (far / radius)) for far, turn in reversed(rim)]
        spots = [(middle[0] + far * cos(turn), middle[1] + far * sin(turn)) for far, turn in (*rim, *edge)]
        drawing.polygon(spots, Ink(0, fill, fill))


def draw_flag_side(
    drawing: Drawing, left: float, size: tuple[float, float], name: str, number: int, ink: InkLevel
) -> None:
    """Draw one side of a flag: its field with a band, its emblem and its name."""
    (wide, high), place = size, number % len(FLAGS)
    hue, emblem = FLAGS[place]
    inks = art.palette(ink, hue)
    field = inks.main if place == 0 or ink == "colour" else inks.deep if place == 1 else WHITE
    drawing.box((left + 1.2, 1.2), wide - 2.4, high - 2.4, Ink(0.5, inks.deep, field))
    drawing.box((left + 2.2, 2.2), wide - 4.4, high - 4.4, Ink(0.25, inks.tint))
    at = (left + wide * 0.36, high / 2)
    art.draw_medal(drawing, at, 7.6, inks)
    art.draw_sign(drawing, emblem, at, 11.5, inks)
    colour = inks.deep if field == WHITE else WHITE
    drawing.centred_text((left + wide * 0.78, high / 2), name, fit_size(name, wide * 0.3, 20, bold=True), colour=colour)


def draw_corner(drawing: Drawing, arm: float, wide: float, number: int, ink: InkLevel) -> None:
    """Draw the marks on a corner of a base zone: stripes along its arms, its team's emblem."""
    hue, _emblem = FLAGS[(number - 1) % len(FLAGS)]
    inks = art.palette(ink, hue)
    corners = ((0, 0), (arm, 0), (arm, wide), (wide, wide), (wide, arm), (0, arm))
    drawing.polygon(corners, Ink(fill=inks.tint))
    for step in range(4):
        at = wide + 6 + step * 6
        drawing.polygon(
            ((at, 1), (at + 3, 1), (at + 5, wide / 2), (at + 3, wide - 1), (at, wide - 1), (at + 2, wide / 2)),
            Ink(0, fill=inks.main),
        )
        drawing.polygon(
            ((1, at), (1, at + 3), (wide / 2, at + 5), (wide - 1, at + 3), (wide - 1, at), (wide / 2, at + 2)),
            Ink(0, fill=inks.main),
        )
    drawing.circle((wide / 2, wide / 2), wide / 2 - 0.6, Ink(0.4, inks.deep, WHITE))
    drawing.centred_text((wide / 2, wide / 2), str(number), 15, colour=inks.deep)


def draw_barrel_side(
    drawing: Drawing, left: float, side: float, foot: float, high: float, place: int, ink: InkLevel
) -> None:
    """Draw the warning on one of a barrel's six sides: a flame, or stripes."""
    inks = art.palette(ink, "gold")
    middle = (left + side / 2, foot + high / 2)
    if place % 2 == 0:
        art.draw_sign(drawing, FLAME, middle, side * 0.86, art.palette(ink, "red"))
        return
    for step in range(3):
        y = middle[1] - 4.5 + step * 3.4
        corners = ((left + 1.2, y), (left + side - 1.2, y + 1.6), (left + side - 1.2, y + 3.2), (left + 1.2, y + 1.6))
        drawing.polygon(corners, Ink(0, fill=inks.deep if ink == "colour" else inks.main))


def draw_barrel_bands(drawing: Drawing, wide: float, foot: float, high: float, ink: InkLevel) -> None:
    """Draw the colour of a barrel's body and its two hoops."""
    inks = art.palette(ink, "gold")
    drawing.box((0, foot), wide, high, Ink(0, fill=inks.main if ink == "colour" else inks.tint))
    for share in (0.08, 0.82):
        drawing.box((0, foot + high * share), wide, high * 0.1, Ink(0, fill=inks.deep))


def draw_token_faces(
    drawing: Drawing, side: float, category: Category, word: str, letter: str, name: str, ink: InkLevel
) -> None:
    """Draw a token: the sign of its category below, its name above."""
    inks, middle = art.palette(ink, HUES[category]), side / 2
    drawing.box((0, 0), side, 2 * side)
    drawing.line((0, side), (side, side), ink=FOLD)
    for up in (0.0, side):
        drawing.circle((middle, up + middle), middle - 0.8, Ink(0.4, inks.deep, inks.main))
        drawing.circle((middle, up + middle), middle - RIM_MM, Ink(0.3, WHITE, WHITE if up else inks.tint))
    art.draw_sign(drawing, CATEGORIES[category], (middle, middle + 1.6), side * 0.42, inks)
    drawing.text((middle, middle - 5.4), word, fit_size(word, side * 0.52, 6), align="middle", colour=inks.deep)
    drawing.text((1, side - 3), letter, 8, bold=True, colour=inks.deep)
    drawing.centred_text((middle, side + middle), name, 15, colour=inks.deep)


_PICTURE_DOTS = 480
"""The width of a picture on a token: 700 dots an inch."""


def round_picture(picture: Image.Image, ink: InkLevel) -> Image.Image:
    """Return the round middle of a picture on white; in two inks it is grey."""
    square = ImageOps.fit(picture, (_PICTURE_DOTS, _PICTURE_DOTS))
    disc = Image.new("L", square.size)
    ImageDraw.Draw(disc).ellipse((0, 0, _PICTURE_DOTS - 1, _PICTURE_DOTS - 1), fill=255)
    face = Image.new("RGB", square.size, WHITE)
    face.paste(square, mask=ImageChops.multiply(disc, square.getchannel("A")))
    face = ImageOps.grayscale(face).convert("RGB") if ink == "two" else face
    face.putalpha(disc)
    return face


_TEXT = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
_MEDAL_MM = 7.2
_BESIDE_MM = 4 + 2 * _MEDAL_MM
_LEAST_BESIDE = 6.5
"""Text beside the sign is no smaller; longer text takes the whole width, under a small sign."""


def draw_bonus_card(
    drawing: Drawing,
    category: Category,
    roll: str,
    kind: BonusKind,
    words: tuple[str, str, str],
    size: tuple[float, float],
    ink: InkLevel,
) -> None:
    """Draw a bonus's card in a frame; `words` are its name, its text and its roll in words."""
    (wide, high), (name, text, roll_words) = size, words
    inks, sign = art.palette(ink, HUES[category]), bonus_sign(category, kind)
    art.draw_frame(drawing, wide, high, inks)
    art.draw_banner(drawing, (2.8, high - 10), wide - 5.6, 7.4, inks)
    dice = 5.4 * len(roll)
    name, points = fit_words(name, wide - 11 - dice, 11, 7, bold=True)
    drawing.text((5, high - 7.7), name, points, bold=True, colour=WHITE)
    for place, digit in enumerate(reversed(roll)):
        art.draw_die(drawing, (wide - 6.4 - place * 5.4, high - 6.3), 4.6, int(digit), colour=inks.deep)
    room, right = high - 10.8 - 6.2, wide - 4
    beside = next((s for s in _TEXT if s >= _LEAST_BESIDE and _fits(text, right - _BESIDE_MM - 2, s, room)), None)
    if beside is not None:
        at = (3.6 + _MEDAL_MM, 6.2 + room / 2)
        art.draw_medal(drawing, at, _MEDAL_MM, inks)
        art.draw_sign(drawing, sign, at, _MEDAL_MM * 1.3, inks)
        drawing.paragraph((_BESIDE_MM + 1.5, high - 11), text, right - _BESIDE_MM - 2, beside)
    else:
        points = next((s for s in _TEXT if _fits(text, wide - 7.4, s, room)), _TEXT[-1])
        drawing.paragraph((3.7, high - 10.8), text, wide - 7.4, points)
        art.draw_sign(drawing, sign, (wide - 6, 5.0), 4.6, inks)
    drawing.text((4, 3.6), roll_words, 6.5, colour=inks.deep)


def _fits(text: str, wide: float, points: float, room: float) -> bool:
    return len(break_lines(text, wide, points)) * line_mm(points) <= room


def draw_base(drawing: Drawing, size: tuple[float, float], ink: InkLevel) -> None:
    """Draw the ring on the base of a figure."""
    long, wide = size
    inks, middle = art.palette(ink, "steel"), (long / 2, wide / 2)
    for less, line in ((0.0, CUT), (2.4, Ink(0.5, inks.main, inks.tint))):
        if wide == long:
            drawing.circle(middle, wide / 2 - less / 2, line)
        else:
            drawing.oval(middle, long - less, wide - less, line)

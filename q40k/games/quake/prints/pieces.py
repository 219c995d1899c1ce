"""Pieces to cut out or fold: portals, flags, bases, corners of base zones, barrels."""

from collections.abc import Iterator

from q40k.games.quake.packs.arena import PORTALS, TOKEN_RADIUS_CM, Portal
from q40k.games.quake.prints import art
from q40k.games.quake.prints.offer import Wish
from q40k.geometry.space import CM_PER_INCH
from q40k.i18n.locale import N_
from q40k.prints.drawing import BLACK, CUT, FOLD, GREY, PALE, WHITE, Drawing, Ink, Spot
from q40k.prints.offer import ART, InkLevel
from q40k.prints.sheets import Piece, Sheet, nest_pieces

_MM_PER_INCH = CM_PER_INCH * 10
_INKS: dict[InkLevel, tuple[str | None, str]] = {
    "full": (BLACK, WHITE),
    "half": (PALE, BLACK),
    "outline": (None, BLACK),
}


def portals(wish: Wish) -> list[Sheet]:
    """Return numbered discs of the size of the arena's portals, or of the book's.

    Rule: ARENA-3, ARENA-6
    """
    of_arena = wish.arena.portals if wish.arena else ()
    shown = of_arena or tuple(Portal(number=number, at=(0, 0)) for number in PORTALS)
    title = wish.locale.gettext(N_("Portals"))
    pieces = [_disc(p, wish.ink) for p in sorted(shown, key=lambda p: p.number)]
    return nest_pieces(title, pieces, wish.frame)


def _disc(portal: Portal, ink: InkLevel) -> Piece:
    wide = portal.diameter_in * _MM_PER_INCH
    if ink in ART:
        return Piece(wide, wide, lambda drawing: art.draw_portal(drawing, wide / 2, portal.number, ink))
    fill, colour = _INKS[ink]

    def draw(drawing: Drawing) -> None:
        middle, radius = (wide / 2, wide / 2), wide / 2
        drawing.circle(middle, radius, Ink(fill=fill))
        for share in (0.92, 0.84):
            drawing.circle(middle, radius * share, Ink(line_mm=0.6, colour=colour))
        for turn in range(12):
            with drawing.origin_at(*middle, turned=turn * 30):
                drawing.line((radius * 0.62, 0), (radius * 0.8, 0), ink=_RAY[ink])
        drawing.centred_text(middle, str(portal.number), 96 * wide / 76.2, colour=colour)

    return Piece(wide, wide, draw)


_RAY = {"full": Ink(line_mm=1.2, colour=WHITE), "half": Ink(line_mm=1.0, colour=GREY), "outline": CUT}


# -- flags, bases and barrels ------------------------------------------------------------


_FLAG_MM = (34.0, 22.0)
_POLE_MM = 8.0
"""The room for a toothpick between the flag's two sides."""
_ARM_MM = 40.0
"""The length of the arms of a base zone's corner."""
_BARREL_HIGH_MM = 24.0
"""The height of a barrel: four nets fit above each other on any paper."""
_SIDES = 6
_TAB_MM = 4.0
_MOST_TEAMS = 2


def flags(wish: Wish) -> list[Sheet]:
    """Return the arena's flags, or those of two teams and a neutral one, to fold.

    Rule: FLAG-1
    """
    of_arena = wish.arena.flags if wish.arena else ()
    names = [flag.id for flag in of_arena] or ["F1", "F2", "F"]
    pieces = [_flag(name, number, wish.ink) for number, name in enumerate(names)]
    return nest_pieces(wish.locale.gettext(N_("Flags")), pieces, wish.frame)


_FILLS = (BLACK, PALE, None)


def _flag(name: str, number: int, ink: InkLevel) -> Piece:
    wide, high = _FLAG_MM
    total, fill = 2 * wide + _POLE_MM, _FILLS[number % len(_FILLS)]

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), total, high)
        for left in (0.0, wide + _POLE_MM):
            if ink in ART:
                art.draw_flag_side(drawing, left, _FLAG_MM, name, number, ink)
                continue
            drawing.box((left + 2, 2), wide - 4, high - 4, Ink(line_mm=0.4, fill=fill))
            colour = "#ffffff" if fill == BLACK else BLACK
            drawing.centred_text((left + wide / 2, high / 2), name, 26, colour=colour)
        for left in (wide, wide + _POLE_MM):
            drawing.line((left, 0), (left, high), ink=FOLD)

    return Piece(total, high, draw)


def bases(wish: Wish) -> list[Sheet]:
    """Return discs of every base of the champions, and the corners of base zones.

    Rule: BASE-1, PORTAL-1
    """
    locale = wish.locale
    chosen = [player.champion for player in wish.fielded] or list(wish.library.champions.values())
    sizes = sorted({(champion.base_mm, champion.base_length_mm or champion.base_mm) for champion in chosen})
    pieces = [_base(wide, long, wish.ink) for wide, long in sizes]
    zones = wish.arena.bases if wish.arena else ()
    numbers = [zone.number for zone in zones] or list(range(1, _MOST_TEAMS + 1))
    counts = [len(zone.polygon) for zone in zones] or [4] * _MOST_TEAMS
    for number, count in zip(numbers, counts, strict=True):
        pieces += [_corner(number, wish.ink)] * count
    title = locale.gettext(N_("Bases of figures in mm; corners of the teams’ zones"))
    return nest_pieces(title, pieces, wish.frame)


def _base(wide: float, long: float, ink: InkLevel) -> Piece:
    def draw(drawing: Drawing) -> None:
        middle = (long / 2, wide / 2)
        if ink in ART:
            art.draw_base(drawing, (long, wide), ink)
        elif wide == long:
            drawing.circle(middle, wide / 2)
        else:
            drawing.oval(middle, long, wide)
        words = f"{wide:g}" if wide == long else f"{wide:g} × {long:g}"
        drawing.centred_text(middle, words, 9 if wide >= 20 else 6)

    return Piece(long, wide, draw)


def _corner(number: int, ink: InkLevel) -> Piece:
    """Return two arms at a right angle; the zone is between them."""
    arm, wide = _ARM_MM, 10.0
    if ink in ART:
        return Piece(arm, arm, lambda drawing: art.draw_corner(drawing, arm, wide, number, ink))
    corners = ((0, 0), (arm, 0), (arm, wide), (wide, wide), (wide, arm), (0, arm))

    def draw(drawing: Drawing) -> None:
        drawing.polygon(corners, Ink(fill=PALE))
        drawing.centred_text((wide / 2, wide / 2), str(number), 16)

    return Piece(arm, arm, draw)


def barrels(wish: Wish) -> list[Sheet]:
    """Return barrels as six-sided nets with the 20 mm radius that the app measures with.

    Rule: BARREL-1, BARREL-7
    """
    of_arena = wish.arena.barrels if wish.arena else ()
    each = wish.mod.parameters.barrels_each
    names = [barrel.id for barrel in of_arena] or [f"B{number}" for number in range(1, wish.players * each + 1)]
    title = wish.locale.gettext(N_("Barrels: cut out, fold along the dashes, glue the tab"))
    return nest_pieces(title, [_barrel(name, wish.ink) for name in names], wish.frame)


def _barrel(name: str, ink: InkLevel) -> Piece:
    """Return a net: six sides and a tab, a six-sided lid above and a foot below."""
    radius = TOKEN_RADIUS_CM * 10
    side = radius  # a hexagon's side is its radius
    lid = radius * 3**0.5
    wide, high = _SIDES * side + _TAB_MM, _BARREL_HIGH_MM + 2 * lid

    def draw(drawing: Drawing) -> None:
        foot, top = lid, lid + _BARREL_HIGH_MM
        if ink in ART:
            art.draw_barrel_bands(drawing, _SIDES * side, foot, _BARREL_HIGH_MM, ink)
        drawing.polygon(list(_net(side, foot, top)))
        for number in range(1, _SIDES + 1):
            drawing.line((number * side, foot), (number * side, top), ink=FOLD)
        for band in (0.12, 0.88) if ink not in ART else ():
            y = foot + _BARREL_HIGH_MM * band
            drawing.line((0, y), (_SIDES * side, y), ink=Ink(line_mm=1.2, colour=GREY))
        for number in range(_SIDES):
            if ink in ART:
                art.draw_barrel_side(drawing, number * side, side, foot, _BARREL_HIGH_MM, number, ink)
                continue
            drawing.centred_text(((number + 0.5) * side, foot + _BARREL_HIGH_MM / 2), "!", 20)
        for y in (foot, top):
            drawing.line((side, y), (2 * side, y), ink=FOLD)
        for y in (foot - lid / 2, top + lid / 2):
            drawing.centred_text((1.5 * side, y), name, 14)

    return Piece(wide, high, draw)


def _net(side: float, foot: float, top: float) -> Iterator[Spot]:
    """Yield the outline to cut: around the sides, the lid, the tab and the foot."""
    yield 0, foot
    yield 0, top
    yield from _lid(side, top, up=1)
    yield _SIDES * side, top
    yield _SIDES * side + _TAB_MM, top - 2
    yield _SIDES * side + _TAB_MM, foot + 2
    yield _SIDES * side, foot
    yield from reversed(tuple(_lid(side, foot, up=-1)))


def _lid(side: float, edge: float, *, up: int) -> Iterator[Spot]:
    """Yield the corners of a hexagon on the edge of the second side, from left to right."""
    high = side * 3**0.5 / 2
    for x, y in ((1, 0), (0.5, 1), (1, 2), (2, 2), (2.5, 1), (2, 0)):
        yield x * side, edge + up * y * high

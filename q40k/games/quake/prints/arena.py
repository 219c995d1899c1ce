"""An arena at true scale in parts over several sheets, with a plan and the list to agree on; or tiles."""

from collections.abc import Iterable, Sequence
from math import ceil, hypot

from msgspec import Struct

from q40k.games.quake.packs.arena import TILE_CM, TOKEN_RADIUS_CM, Arena, EffectName, Scenery, column_name, tiles
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.prints.offer import Wish
from q40k.games.quake.words.packs import arenas as words
from q40k.geometry.outlines import middle
from q40k.geometry.space import CM_PER_INCH
from q40k.i18n.locale import N_, Locale
from q40k.packs.codes import own_objects, write_code
from q40k.prints.codes import code_pieces
from q40k.prints.drawing import CUT, GREY, PALE, WHITE, Drawing, Ink, Spot, break_lines, fit_size, line_mm, width_mm
from q40k.prints.paper import Frame
from q40k.prints.sheets import Draw, Piece, Sheet, Table, draw_table, nest_pieces, pack_pieces

_SIGNATURE_MM = 13.0
"""The height of a line to sign on."""
_POINTS = 11.0
_BOX_MM = 4.0
_BESIDE_MM = 14.0
"""The room for a piece's letter and its box."""
_ROW_MM = 10.0
_SPARE_ROWS = 4
"""Empty rows for pieces that the arena does not list."""
_ROWS_WITHOUT_LIST = 10
"""Empty rows if the arena lists no pieces."""


def agreement_sheets(wish: Wish, arena: Arena) -> list[Sheet]:
    """Return the kinds of scenery with their effects, empty rows, and lines to sign.

    Rule: ARENA-5
    """
    locale, wide = wish.locale, wish.frame.wide_mm
    kinds = words.scenery(locale, arena)
    request = N_("Agree on each piece before play: how it changes moves, shots and saves (ARENA-5).")
    pieces = [_heading(locale.gettext(request), wide)]
    pieces += [
        _kind(column_name(number).lower(), locale.say(N_("{name}: {effects}"), name=kind.name, effects=kind.does), wide)
        for number, kind in enumerate(kinds)
    ]
    pieces.append(_empty_rows(locale, _SPARE_ROWS if kinds else _ROWS_WITHOUT_LIST, wide))
    names = [player.name for player in wish.fielded]
    names += [""] * (wish.players - len(names))
    pieces.append(_signatures(locale.gettext(N_("Agreed by")), names, wide))
    if own := own_objects(KINDS, {"arenas": (arena,)}):
        pieces += code_pieces(locale, locale.name_of(arena.name), write_code(KINDS.game, own), wish.board, wide)
    title = locale.say(N_("{arena}: agreed before play"), arena=locale.name_of(arena.name))
    return pack_pieces(title, pieces, wish.frame)


def _heading(text: str, wide: float) -> Piece:
    high = len(break_lines(text, wide, _POINTS, bold=True)) * line_mm(_POINTS)

    def draw(drawing: Drawing) -> None:
        drawing.paragraph((0, high), text, wide, _POINTS, bold=True)

    return Piece(wide, high, draw)


def _kind(letter: str, text: str, wide: float) -> Piece:
    """Return a kind of scenery with its letter on the plan and a box to tick."""
    inner = wide - _BESIDE_MM
    high = max(len(break_lines(text, inner, _POINTS)) * line_mm(_POINTS), _BOX_MM)

    def draw(drawing: Drawing) -> None:
        drawing.text((0, high - 0.8 * line_mm(_POINTS)), letter, _POINTS, bold=True)
        drawing.box((_BESIDE_MM - _BOX_MM - 3, high - _BOX_MM), _BOX_MM, _BOX_MM)
        drawing.paragraph((_BESIDE_MM, high), text, inner, _POINTS)

    return Piece(wide, high, draw)


def _empty_rows(locale: Locale, number: int, wide: float) -> Piece:
    """Return empty rows for other scenery on the table."""
    heads = (N_("Other scenery"), N_("Height"), N_("Moves"), N_("Sight and shots"), N_("Save"))
    rows = (("",) * len(heads),) * number
    table = Table(tuple(map(locale.gettext, heads)), (46, 16, 40, 40, 16), rows, _ROW_MM)
    high = (number + 1) * _ROW_MM

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, wide, high)

    return Piece(wide, high, draw)


def _signatures(head: str, names: Sequence[str], wide: float) -> Piece:
    """Return a line to sign for everyone, beside the name if it is known."""
    high, half = ceil(len(names) / 2) * _SIGNATURE_MM + 8, wide / 2

    def draw(drawing: Drawing) -> None:
        drawing.text((0, high - 5), head, _POINTS, bold=True)
        for number, name in enumerate(names):
            x, y = (number % 2) * half, high - 8 - (number // 2 + 1) * _SIGNATURE_MM
            drawing.text((x, y + 1.2), name, fit_size(name, half * 0.5, 9))
            drawing.line((x, y), (x + half - 10, y))

    return Piece(wide, high, draw)


# -- the ground --------------------------------------------------------------------------


_TILE_CM = 20
_LEGIBLE = 5.5
_FILLS: dict[EffectName, str] = {
    "impassable": "#b9b6b0",
    "lethal": "#ffb98a",
    "water": "#d8edf8",
    "dangerous": "#fff3bf",
    "difficult": "#e9dfc6",
    "dark": "#d9d5e4",
    "climbable": "#ece7dc",
}
_MARK = Ink(line_mm=0.4, fill=WHITE)


class Ground:
    """An arena to draw; `scale` is mm for a centimetre of the table, 10 at true scale."""

    def __init__(self, arena: Arena, locale: Locale, scale: float = 10.0) -> None:
        self.arena = arena
        self.scale = scale
        self._kinds = {
            piece: column_name(number).lower()
            for number, kind in enumerate(words.scenery(locale, arena))
            for piece in kind.pieces
        }

    @property
    def size_mm(self) -> Spot:
        """The width and height of the drawing."""
        return self.arena.size[0] * self.scale, self.arena.size[1] * self.scale

    def draw(self, drawing: Drawing) -> None:
        """Draw the whole table from its bottom left corner."""
        arena, at = self.arena, self._at
        self._tiles(drawing)
        for zone in arena.bases:
            ink = Ink(line_mm=0.4, dashes_mm=(3, 2), fill=PALE)
            drawing.polygon(self._outline(zone.polygon), ink)
            drawing.centred_text(at(middle(zone.polygon)), str(zone.number), 4 * self.scale, colour=GREY)
        for piece in arena.scenery:
            self._piece(drawing, piece)
        marked = [entry.at for entry in arena.barrels]
        marked += [entry.at for entry in arena.tokens]
        marked += [entry.at for entry in arena.flags]
        for portal in arena.portals:
            radius = portal.diameter_in * CM_PER_INCH / 2 * self.scale
            drawing.circle(at(portal.at), radius, Ink(line_mm=0.6, fill=WHITE))
            drawing.circle(at(portal.at), radius * 0.85, Ink(line_mm=0.2))
            x, y = at(portal.at)
            if any(hypot(x - mark[0], y - mark[1]) < radius / 2 for mark in map(at, marked)):
                place, size = (x, y + radius * 0.6), 2.0
            else:
                place, size = (x, y), 6.0
            drawing.centred_text(place, str(portal.number), self._points(size))
        for barrel in arena.barrels:
            drawing.circle(at(barrel.at), TOKEN_RADIUS_CM * self.scale, _MARK)
            drawing.circle(at(barrel.at), TOKEN_RADIUS_CM * self.scale * 0.6, CUT)
        marks = [(token.id, token.at) for token in arena.tokens]
        for name, where in (*marks, *((flag.id, flag.at) for flag in arena.flags)):
            drawing.circle(at(where), TOKEN_RADIUS_CM * self.scale, _MARK)
            drawing.centred_text(at(where), name, self._points(1.6))
        drawing.box((0, 0), *self.size_mm, Ink(line_mm=0.6))

    def _tiles(self, drawing: Drawing) -> None:
        """Draw the chequerboard, with the names of the tiles in their corners."""
        wide, high = self.arena.size
        tile = _TILE_CM * self.scale
        for column in range(wide // _TILE_CM):
            for row in range(high // _TILE_CM):
                x, y = column * tile, row * tile
                if (column + row) % 2:
                    drawing.box((x, y), tile, tile, Ink(line_mm=0, fill="#f4f2ee"))
                drawing.box((x, y), tile, tile, Ink(line_mm=0.1, colour=GREY))
                name = f"{column_name(column)}{row + 1}"
                drawing.text((x + 0.1 * self.scale, y + 0.15 * self.scale), name, self.scale, colour=GREY)

    def _piece(self, drawing: Drawing, piece: Scenery) -> None:
        fills = (_FILLS[name] for name in piece.effects if name in _FILLS)
        thick = 0.9 if piece.blocks_sight else 0.3
        dashes = (2.0, 1.0) if piece.cover and not piece.blocks_sight else ()
        drawing.polygon(self._outline(piece.corners), Ink(line_mm=thick, fill=next(fills, WHITE), dashes_mm=dashes))
        facts = [self._kinds.get(piece.id, "")]
        facts += [f'{piece.height_in:g}"'] * bool(piece.height_in)
        facts += [f"{piece.cover}+"] * bool(piece.cover)
        drawing.centred_text(self._at(middle(piece.corners)), " ".join(facts), self._points(1.3))

    def _points(self, size: float) -> float:
        """Return a letter size in points; at small scales letters stay legible."""
        return max(size * self.scale, _LEGIBLE)

    def _outline(self, corners: Iterable[Spot]) -> list[Spot]:
        return [self._at(corner) for corner in corners]

    def _at(self, spot: Spot) -> Spot:
        return spot[0] * self.scale, spot[1] * self.scale


# -- the sheets of an arena --------------------------------------------------------------


OVERLAP_MM = 5.0
"""How much neighbouring parts share, to glue."""
CROSS_MM = 2.4
"""The length of the arms of a register mark; they stay within their part."""
_REGISTER = Ink(line_mm=0.2, colour=GREY, dashes_mm=(1.5, 1.5))
_CROSS = Ink(line_mm=0.4)
_CROSSES = (0.25, 0.75)
"""Where the register marks of a joint are, as shares of its length."""
_BETWEEN_MM = 1.0
"""The gap between parts on a sheet: exact cuts are along the dashes within them."""
_SHEET = Ink(line_mm=0.3, dashes_mm=(2, 1))
_HEAD_MM = 14.0
"""The height of the name above the plan, without the lines below it."""
_NOTE_POINTS = 9.0
"""The letter size of those lines, in points."""


class _Joint(Struct, frozen=True):
    """Where a part meets the part named `other`, measured from its own corner.

    `at` is the middle of the overlap, the same place of the table on both parts. `band` is where the
    half of the overlap begins that is hidden after gluing.
    """

    at: float
    band: float
    other: str


class _Cut(Struct, frozen=True):
    """How a table, or a tile of it, is cut into parts, each at most as large as a sheet.

    It has the given width and height and begins at `corner_mm` of the table, all in mm. `tile` is
    the name of the tile, "" for the whole table.
    """

    columns: int
    rows: int
    frame: Frame
    tile: str
    corner_mm: Spot
    wide_mm: float
    high_mm: float

    @property
    def places(self) -> list[tuple[int, int]]:
        """The column and row of each part, in the order of their numbers."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def name(self, column: int, row: int) -> str:
        """Return the name of a part: its number, counted from the bottom left; after the tile's name."""
        return f"{self.tile}-" * bool(self.tile) + str(row * self.columns + column + 1)

    def corner(self, column: int, row: int) -> Spot:
        """Return the bottom left corner of a part, measured from that of the table or tile."""
        return (column * (self.frame.wide_mm - OVERLAP_MM), row * (self.frame.high_mm - OVERLAP_MM))

    def shown_size(self, column: int, row: int) -> tuple[float, float]:
        """Return the width and height of a part."""
        x, y = self.corner(column, row)
        return min(self.frame.wide_mm, self.wide_mm - x), min(self.frame.high_mm, self.high_mm - y)

    def joints(self, column: int, row: int) -> tuple[list[_Joint], list[_Joint]]:
        """Return where a part meets its neighbours.

        First the joints at the sides, then those below and above.
        """
        wide, high = self.shown_size(column, row)
        sides = [_Joint(OVERLAP_MM / 2, 0, self.name(column - 1, row))] * (column > 0)
        floors = [_Joint(OVERLAP_MM / 2, 0, self.name(column, row - 1))] * (row > 0)
        if column < self.columns - 1:
            sides.append(_Joint(wide - OVERLAP_MM / 2, wide - OVERLAP_MM / 2, self.name(column + 1, row)))
        if row < self.rows - 1:
            floors.append(_Joint(high - OVERLAP_MM / 2, high - OVERLAP_MM / 2, self.name(column, row + 1)))
        return sides, floors


class _Packing(Struct, frozen=True):
    """A table or tiles cut for sheets of one way round, and those sheets."""

    cuts: list[_Cut]
    sheets: list[Sheet]


def arena(wish: Wish) -> list[Sheet]:
    """Return the plan, the list to sign, and the sheets; for tiles only the sheets.

    Rule: ARENA-1, ARENA-3, ARENA-5
    """
    table = wish.arena
    if table is None:
        return []
    packings = [_pack(wish, Ground(table, wish.locale), landscape) for landscape in (False, True)]
    best = min(packings, key=lambda packing: (len(packing.sheets), sum(len(cut.places) for cut in packing.cuts)))
    if wish.tiles:
        return best.sheets
    return [_plan(wish, table, best.cuts[0]), *agreement_sheets(wish, table), *best.sheets]


def _pack(wish: Wish, ground: Ground, landscape: bool) -> _Packing:
    """Return the parts of the table or of the tiles on as few sheets as hold them; small ones share a sheet."""
    frame = (wish.paper.landscape() if landscape else wish.paper).frame(wish.measured)
    cuts = [_cut(frame, tile, *_place(ground, tile)) for tile in wish.tiles or ("",)]
    parts = {
        cut.name(*place): Piece(*cut.shown_size(*place), _part(ground, wish.locale, cut, *place))
        for cut in cuts
        for place in cut.places
    }
    order, pieces = list(parts), list(parts.values())
    sheets = []
    for sheet in nest_pieces("", pieces, frame, _BETWEEN_MM):
        numbers = sorted(map(pieces.index, sheet.pieces))
        words = wish.locale.ngettext("{arena}: part {parts}", "{arena}: parts {parts}", len(numbers))
        title = words.format(
            arena=wish.locale.name_of(ground.arena.name), parts=", ".join(order[number] for number in numbers)
        )
        sheets.append((numbers, Sheet(title, sheet.draw, landscape)))
    return _Packing(cuts, [sheet for _numbers, sheet in sorted(sheets, key=lambda each: each[0])])


def _place(ground: Ground, tile: str) -> tuple[Spot, Spot]:
    """Return the corner and the size of a tile in mm; of the whole table for ""."""
    if not tile:
        return (0.0, 0.0), ground.size_mm
    row, column = divmod(tiles(ground.arena.size).index(tile), ground.arena.size[0] // TILE_CM)
    side = TILE_CM * ground.scale
    return (column * side, row * side), (side, side)


def _cut(frame: Frame, tile: str, corner: Spot, size: Spot) -> _Cut:
    """Return the cut with the fewest parts."""
    across = ceil((size[0] - OVERLAP_MM) / (frame.wide_mm - OVERLAP_MM))
    up = ceil((size[1] - OVERLAP_MM) / (frame.high_mm - OVERLAP_MM))
    return _Cut(max(1, across), max(1, up), frame, tile, corner, *size)


def _part(ground: Ground, locale: Locale, cut: _Cut, column: int, row: int) -> Draw:
    """Return the drawing of one part of the table, with the joints to its neighbours marked."""
    (left, bottom), (x, y) = cut.corner_mm, cut.corner(column, row)
    wide, high = cut.shown_size(column, row)
    sides, floors = cut.joints(column, row)

    def label(joint: _Joint) -> str:
        return locale.say(N_("{part} joins {other}"), part=cut.name(column, row), other=joint.other)

    def draw(drawing: Drawing) -> None:
        with drawing.clip(wide, high), drawing.origin_at(-left - x, -bottom - y):
            ground.draw(drawing)
        for side in sides:
            drawing.line((side.at, 0), (side.at, high), ink=_REGISTER)
            for share in _CROSSES:
                _cross(drawing, side.at, high * share)
            with drawing.origin_at(side.band + OVERLAP_MM / 2, high / 2, turned=90):
                _label(drawing, label(side))
        for floor in floors:
            drawing.line((0, floor.at), (wide, floor.at), ink=_REGISTER)
            for share in _CROSSES:
                _cross(drawing, wide * share, floor.at)
            with drawing.origin_at(wide / 2, floor.band):
                _label(drawing, label(floor))

    return draw


def _label(drawing: Drawing, words: str) -> None:
    """Write above (0, 0), in the half of a joint that is cut away or glued over."""
    wide = width_mm(words, _LEGIBLE)
    drawing.box((-wide / 2 - 0.5, 0.15), wide + 1, OVERLAP_MM / 2 - 0.3, Ink(line_mm=0, fill=WHITE))
    drawing.text((-wide / 2, 0.6), words, _LEGIBLE)


def _cross(drawing: Drawing, x: float, y: float) -> None:
    """Draw a register mark: the same place on both sheets that share it."""
    drawing.line((x - CROSS_MM, y), (x + CROSS_MM, y), ink=_CROSS)
    drawing.line((x, y - CROSS_MM), (x, y + CROSS_MM), ink=_CROSS)


def _plan(wish: Wish, table: Arena, cut: _Cut) -> Sheet:
    """Return the table at a small scale, with the joints and names of its parts."""
    locale = wish.locale
    frame, landscape, text, scale = max(
        (_plan_layout(wish, table, cut, landscape) for landscape in (False, True)), key=lambda plan: plan[3]
    )
    small, shrunk = Ground(table, locale, scale), scale / 10

    def draw(drawing: Drawing) -> None:
        top, name = frame.high_mm, locale.name_of(table.name)
        size = fit_size(name, frame.wide_mm, 18, bold=True)
        drawing.text((0, top - 8), name, size, bold=True)
        down = top - 10 - drawing.paragraph((0, top - 10), text, frame.wide_mm, _NOTE_POINTS) - 3
        with drawing.origin_at(0, down - small.size_mm[1]):
            small.draw(drawing)
            for place in cut.places:
                _draw_name(drawing, cut, *place, shrunk)

    title = locale.say(N_("{arena}: the plan of its parts"), arena=locale.name_of(table.name))
    return Sheet(title, draw, landscape)


def _plan_layout(wish: Wish, table: Arena, cut: _Cut, landscape: bool) -> tuple[Frame, bool, str, float]:
    """Return a plan's frame, whether it is landscape, its text, and how many mm a cm is."""
    frame = (wish.paper.landscape() if landscape else wish.paper).frame(wish.measured)

    def text(scale: float) -> str:
        size = words.size(wish.locale, table)
        return wish.locale.say(
            N_(
                "{size}, here at 1 : {scale}. {columns} × {rows} parts: cut each along its dashes"
                " at the right and at the top, lay it on the dashes of the next one, cross on"
                " cross, and glue."
            ),
            size=size,
            scale=wish.locale.number(round(10 / scale, 1)),
            columns=cut.columns,
            rows=cut.rows,
        )

    lines = len(break_lines(text(1.0), frame.wide_mm, _NOTE_POINTS))
    head = _HEAD_MM + lines * line_mm(_NOTE_POINTS)
    scale = min(frame.wide_mm / table.size[0], (frame.high_mm - head) / table.size[1])
    return frame, landscape, text(scale), scale


def _draw_name(drawing: Drawing, cut: _Cut, column: int, row: int, shrunk: float) -> None:
    """Draw a part on the plan, from joint to joint, with its name."""
    (x, y), (wide, high) = cut.corner(column, row), cut.shown_size(column, row)
    half = OVERLAP_MM / 2
    left, bottom = x + half * (column > 0), y + half * (row > 0)
    right = x + wide - half * (column < cut.columns - 1)
    top = y + high - half * (row < cut.rows - 1)
    left, bottom, right, top = (part * shrunk for part in (left, bottom, right, top))
    drawing.box((left, bottom), right - left, top - bottom, _SHEET)
    drawing.text((left + 2, top - 5), cut.name(column, row), 11, bold=True)

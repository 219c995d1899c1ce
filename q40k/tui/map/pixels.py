"""The map in pixels: a scene drawn with soft edges, for terminals that show pictures.

It is drawn `FINER` times larger and then reduced. What never moves is drawn once for a window, and
where a window moves, only what comes into view. The art and the places of figures and texts are
those of pages (`report.art`, `report.layout`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import NOTHING, Area, Grid, Label, Line, Mark, Overlay, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.report.drawing import MOST_COVERED, SHADOW, is_crowd, mark_letters, radius_of
from q40k.report.layout import Box, Disc, Texts, spread
from q40k.tui.map import art
from q40k.tui.map.draw import LINES
from q40k.tui.map.palette import TONES, Colour, Palette, mix, rgb
from q40k.tui.map.port import Port

FINER = 2
"""The picture is drawn so many times larger and then reduced."""
CellSize = tuple[int, int]
"""The width and height of a character of the terminal in pixels."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_GATE, _GLOW = (6, 44, 51), (111, 227, 232)
_LETTERS, _SQUARE_LETTERS = 0.72, 0.85
"""The height of letters, in rows; that of the names of squares, in letters."""
_LEAST, _LEAST_CROWD, _LEAST_SHAPE = 0.5, 0.26, 0.42
"""The least radius of figures, in rows: on their own, in a great crowd, and of vehicles."""
_LEAST_EMBLEM = 7
"""The least radius of a figure in a square that bears an emblem, in dots."""
_ROUND = 48
_TEXTURE_ROWS = 1.6
"""The width of a tile of a texture, in rows."""
_SWIRL = "M0 0Q5-1 6-5T1-9.6"
_WEDGE = 45
"""Half the angle of the arc in front of a figure in a square, in degrees."""
_BAND_ALPHA = 0.24
_FAINT, _SHOT = (0.2, 0.3), (0.6, 0.3)
"""How long the dashes of a fine line and of a line of fire are, and the gaps between them, in rows."""
_ARROWS = {"→": -90.0, "←": 90.0}
"""The arrows that end a label, and how far the sign of an arrow is turned for them; the font has none."""


_Inputs = tuple[tuple[Area, ...], Grid | None, Port, Palette, CellSize]
"""What the ground of a window depends on."""
_WHOLE = 0.05
"""A window moved by whole dots if it is so near to them."""


class PixelPainter:
    """Draws the scenes of one view as pictures. It redraws the fixed part only when that changes."""

    def __init__(self) -> None:
        self._inputs: _Inputs | None = None
        self._ground = self._still = Image.new("RGB", (1, 1))

    def draw(
        self,
        scene: Scene,
        port: Port,
        palette: Palette,
        overlay: Overlay = NOTHING,
        *,
        cell: CellSize,
        selected: str | None = None,
        hidden: frozenset[str] = frozenset(),
    ) -> Image.Image:
        """Return the window as a picture, `cell` dots for each of its characters."""
        visible = scene.without(hidden)
        inputs = (visible.ground, None if "tiles" in hidden else scene.grid, port, palette, cell)
        if inputs != self._inputs:
            self._ground = self._draw_ground(visible, inputs)
            still = _Picture(visible, port, palette, cell, self._ground.copy())
            if scene.grid is not None:
                still.name_squares(scene.grid)
            self._inputs, self._still = inputs, still.image
        picture = _Picture(visible, port, palette, cell, self._still.copy())
        if LINES in hidden:
            overlay = Overlay(overlay.lit, (), overlay.cursor, overlay.ghost, overlay.words, overlay.tints)
        picture.draw_moving(overlay, selected)
        return picture.image.reduce(FINER)

    def _draw_ground(self, scene: Scene, inputs: _Inputs) -> Image.Image:
        """Draw the ground of a window; where the window only moved, the strips that come into view."""
        _areas, grid, port, palette, cell = inputs
        shift = self._shift_to(inputs)
        if shift is None:
            picture = _Picture(scene, port, palette, cell)
            picture.draw_ground(grid)
            return picture.image
        (right, down), (wide, high) = shift, self._ground.size
        ground = Image.new("RGB", (wide, high))
        ground.paste(self._ground, (-right, -down))
        strips = [(wide - right if right > 0 else 0, 0, abs(right), high)] if right else []
        strips += [(0, high - down if down > 0 else 0, wide, abs(down))] if down else []
        for left, top, width, height in strips:
            strip = _Picture(scene, port, palette, cell, Image.new("RGB", (width, height), palette.beyond), (left, top))
            strip.draw_ground(grid)
            ground.paste(strip.image, (left, top))
        return ground

    def _shift_to(self, inputs: _Inputs) -> tuple[int, int] | None:
        """Return how far the window moved right and down in dots; None if it is another, or moved by part of one."""
        if self._inputs is None:
            return None
        before, port, cell = self._inputs[2], inputs[2], inputs[4]
        here = replace(before, centre=port.centre)
        if here != port or (*self._inputs[:2], here, *self._inputs[3:]) != inputs:
            return None
        columns, half_rows = before.dots(port.corner)
        exact = columns * FINER * cell[0], half_rows * FINER * cell[1] / 2
        shift = round(exact[0]), round(exact[1])
        is_whole = all(abs(dots - whole) < _WHOLE for dots, whole in zip(exact, shift, strict=True))
        is_near = all(abs(dots) < side for dots, side in zip(shift, self._ground.size, strict=True))
        return shift if is_whole and is_near else None


class _Picture:
    """A picture in progress, in dots `FINER` times as fine as the terminal's.

    `image` may be a part of the window that begins at the dot `begin`.
    """

    def __init__(
        self,
        scene: Scene,
        port: Port,
        palette: Palette,
        cell: CellSize,
        image: Image.Image | None = None,
        begin: tuple[int, int] = (0, 0),
    ) -> None:
        self.begin = begin
        self.scene, self.port, self.palette = scene, port, palette
        self.step = (FINER * cell[0], FINER * cell[1] / 2)
        self.row = FINER * cell[1]
        self.scale = self.step[0] / port.dot_cm
        size = (FINER * cell[0] * port.columns, FINER * cell[1] * port.rows)
        self.image = image or Image.new("RGB", size, palette.beyond)
        self.canvas = ImageDraw.Draw(self.image, "RGBA")
        self.plain = ImageDraw.Draw(self.image)  # much quicker where nothing shines through
        self.letters = _LETTERS * self.row

    def _dot(self, at: Spot) -> Spot:
        x, y = self.port.dots(at)
        return x * self.step[0] - self.begin[0], y * self.step[1] - self.begin[1]

    def _dots(self, corners: Sequence[Spot]) -> list[Spot]:
        return [self._dot(corner) for corner in corners]

    def _disc(
        self,
        at: Spot,
        radius: float,
        fill: tuple[int, ...] | None,
        line: tuple[int, ...] | None = None,
        width: float = 1,
    ) -> None:
        x, y = at
        box = (x - radius, y - radius, x + radius, y + radius)
        self.canvas.ellipse(box, fill=fill, outline=line, width=max(1, round(width)))

    # -- the ground ------------------------------------------------------------------------

    def draw_ground(self, grid: Grid | None) -> None:
        """Draw the table, its squares, and the fixed areas."""
        wide, high = self.scene.size
        table = ((0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high)))
        floor = self.scene.styles.get(self.scene.floor)
        colour = self.palette.of(floor) if floor is not None else self.palette.ground
        self._fill(table, floor, (*colour, 255))
        if grid is not None and not grid.bare:
            line = (*self.palette.ink, 34)
            for n in range(1, len(grid.columns)):
                self.canvas.line(self._dots(((n * grid.step_cm, 0), (n * grid.step_cm, high))), line, FINER)
            for n in range(1, len(grid.rows)):
                self.canvas.line(self._dots(((0, n * grid.step_cm), (wide, n * grid.step_cm))), line, FINER)
        for area in self.scene.ground:
            wall = self.scene.styles[area.style].wall_cm
            if wall:
                dots = self._dots(area.corners)
                self.canvas.line([*dots, dots[0], dots[1]], (*_BLACK, 255), round(2 * wall * self.scale), "curve")
        for area in self.scene.ground:
            self._area(area)

    def name_squares(self, grid: Grid) -> None:
        """Write the names of the columns and rows of squares: beside the table, or else along its edge."""
        colour = mix(self.palette.beyond, self.palette.ink, 0.6)
        for name, box in self._square_names(grid):
            self._text(name, (box.x, box.y), _SQUARE_LETTERS * self.letters, colour)

    def _square_names(self, grid: Grid) -> list[tuple[str, Box]]:
        """Return the names of the columns and rows of squares in the window, each with its room."""
        (left, below), (wide, high) = self._dot((0, 0)), self.image.size
        size = _SQUARE_LETTERS * self.letters
        x = left - 0.8 * size if left >= 1.6 * size else max(left, 0) + 0.8 * size
        y = below + 0.7 * size if high - below >= 1.4 * size else min(below, high) - 0.7 * size
        middles = [((number + 0.5) * grid.step_cm, name) for number, name in enumerate(grid.columns)]
        spots = [(name, (self._dot((middle, 0))[0], y)) for middle, name in middles]
        middles = [((number + 0.5) * grid.step_cm, name) for number, name in enumerate(grid.rows)]
        spots += [(name, (x, self._dot((0, middle))[1])) for middle, name in middles]
        shown = [(name, spot) for name, spot in spots if 0 <= spot[0] <= wide and 0 <= spot[1] <= high]
        return [(name, self._room(name, spot, size)) for name, spot in shown]

    def _area(self, area: Area) -> None:
        """Draw an area: its shadow, its colour and texture, and an edge if it is high."""
        style = self.scene.styles[area.style]
        if area.circle is not None and style.art == "portal":
            self._swirl(*area.circle)
            return
        corners = around(*area.circle, _ROUND) if area.circle is not None else area.corners
        colour = mix(self.palette.of(style) if area.colour is None else rgb(area.colour), self.palette.ink, area.lift)
        share = style.share if style.art else min(style.share, MOST_COVERED)
        if area.height_cm:
            right, down = (area.height_cm * part for part in SHADOW)
            self.canvas.polygon(self._dots([(x + right, y - down) for x, y in corners]), (*_BLACK, 95))
        self._fill(corners, style, (*colour, round(255 * share)))
        line = (*_WHITE, 80) if area.height_cm else (*_BLACK, 90)
        dots = self._dots(corners)
        self.canvas.line([*dots, dots[0]], line, FINER)

    def _fill(self, corners: Corners, style: Style | None, colour: tuple[int, ...]) -> None:
        """Fill an outline with a colour and the texture of its style."""
        dots = self._dots(corners)
        if colour[3] == 255:
            self.plain.polygon(dots, colour[:3])
        else:
            self.canvas.polygon(dots, colour)
        tile = art.texture(style.art, round(_TEXTURE_ROWS * self.row)) if style is not None and style.art else None
        if tile is None:
            return
        left, top = (max(0, int(min(axis))) for axis in zip(*dots, strict=True))
        right, bottom = (
            min(most, int(max(axis)) + 1) for axis, most in zip(zip(*dots, strict=True), self.image.size, strict=True)
        )
        if right <= left or bottom <= top:
            return
        x, y = self._dot((0.0, float(self.scene.size[1])))  # textures lie on the table, wherever the window is
        size, offset = (right - left, bottom - top), (round(left - x) % tile.width, round(top - y) % tile.height)
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in dots], fill=255)
        mask = ImageChops.multiply(mask, _tile(tile.getchannel("A"), size, offset))
        self.image.paste(_tile(tile.convert("RGB"), size, offset), (left, top), mask)

    def _swirl(self, at: Spot, radius_cm: float) -> None:
        (x, y), radius = self._dot(at), max(radius_cm * self.scale, 0.4 * self.row)
        for step in range(6, 0, -1):
            self._disc((x, y), radius * (1 + 0.07 * step), (*_GLOW, 20))
        self._disc((x, y), radius, (*_GATE, 255), (*_GLOW, 255), max(FINER, radius / 9))
        (arm, _closed), *_ = art.parse_path(_SWIRL)
        for turn in range(0, 360, 72):
            across, down = cos(radians(turn)), sin(radians(turn))
            spots = [
                (x + (a * across - b * down) * radius / 10, y + (a * down + b * across) * radius / 10) for a, b in arm
            ]
            self.canvas.line(spots, (*_GLOW, 120), max(FINER, round(radius / 12)))

    # -- what moves ------------------------------------------------------------------------

    def draw_moving(self, overlay: Overlay, selected: str | None) -> None:
        """Draw what is highlighted or covers the ground, the markers, the lines, the figures, the texts."""
        scene = self.scene
        self._draw_ground(overlay)
        labels = self._label_boxes()
        crowd = is_crowd(piece.letters for piece in scene.pieces)
        marks, discs = self._spread_discs([box for _label, box in labels], crowd=crowd)
        for line in (*scene.lines, *overlay.lines):
            self._line(line)
        if overlay.ghost:
            self.canvas.polygon(self._dots(overlay.ghost), (*self.palette.ink, 110), (*self.palette.ink, 255))
        for label, box in labels:
            self._label(label, box)
        for mark, disc in zip(scene.marks, marks, strict=True):
            self._mark(mark, disc, picked=mark.id == selected)
        for piece, disc in sorted(zip(scene.pieces, discs, strict=True), key=lambda pair: pair[0].active):
            self._piece(piece, disc, picked=piece.id == selected)
        names = [] if scene.grid is None else [box for _name, box in self._square_names(scene.grid)]
        texts = Texts(self.image.size, (*discs, *marks), [*names, *(box for _label, box in labels)])
        for at, words in overlay.words:
            self._word(words, self._dot(at), texts)
        self._name_marks(marks, texts)
        self._tags(discs, texts, crowd=crowd)
        if overlay.cursor is not None:
            self._cursor(self._dot(overlay.cursor))

    def _draw_ground(self, overlay: Overlay) -> None:
        """Draw what is highlighted or covers the ground."""
        for outlines in overlay.lit:
            self._light(outlines)
        for area in self.scene.areas:
            self._area(area)
        for style, corners in overlay.tints:
            colour = self.palette.of(self.scene.styles[style])
            dots = self._dots(corners)
            self.canvas.polygon(dots, (*colour, round(255 * _BAND_ALPHA)))
            self.canvas.line([*dots, dots[0]], (*colour, 200), FINER)

    def _spread_discs(self, labels: list[Box], *, crowd: bool) -> tuple[list[Disc], list[Disc]]:
        """Return the discs of the marks and of the figures, apart from one another and from the labels."""
        scene = self.scene
        marks = [self._disc_of(mark.at, 0.48 * self.row) for mark in scene.marks]
        fixed = [Disc(box.x, box.y, max(box.half_width, box.half_height)) for box in labels]
        marks = spread(marks, self.image.size, fixed=fixed if marks else ())
        discs = [self._disc_of(piece.at, self._radius(piece, crowd=crowd)) for piece in scene.pieces]
        around = () if crowd or scene.square_cm else marks
        return marks, spread(discs, self.image.size, 0.5 if crowd else 1.0, around)

    def _disc_of(self, at: Spot, radius: float) -> Disc:
        x, y = self._dot(at)
        return Disc(x, y, radius)

    def _radius(self, piece: Piece, *, crowd: bool) -> float:
        """Return the radius of a figure: that of its base, but large enough to be seen."""
        if self.scene.square_cm:
            return 0.38 * self.scene.square_cm * self.scale
        least = _LEAST_CROWD if crowd else _LEAST
        return max(radius_of(piece) * self.scale, (_LEAST_SHAPE if piece.shape else least) * self.row)

    def _light(self, outlines: tuple[Corners, ...]) -> None:
        mask = Image.new("L", self.image.size)
        canvas = ImageDraw.Draw(mask)
        for number, corners in enumerate(outlines):
            canvas.polygon(self._dots(corners), fill=0 if number else round(255 * _BAND_ALPHA))
        self.image.paste(self.palette.lit, mask=mask)

    def _line(self, line: Line) -> None:
        if line.style in self.scene.styles:
            colour = self.palette.of(self.scene.styles[line.style])
        else:
            colour = rgb(TONES[line.style])
            colour = colour if self.palette.name != "light" else mix(colour, _BLACK, 0.55)
        dots = self._dots(line.points)
        if line.style == "faint":
            for dash in _dashes(dots, *(part * self.row for part in _FAINT)):
                self.canvas.line(dash, (*colour, 255), FINER)
            return
        width = round(0.12 * self.row)
        parts = _dashes(dots, *(part * self.row for part in _SHOT)) if line.style == "shot" else [dots]
        for part in parts:
            self.canvas.line(part, (*_BLACK, 110), width + 2, "curve")
            self.canvas.line(part, (*colour, 255), width, "curve")

    # -- marks and pieces ------------------------------------------------------------------

    def _mark(self, mark: Mark, disc: Disc, *, picked: bool) -> None:
        style = self.scene.styles.get(mark.style)
        colour = rgb(mark.colour) if mark.colour else self.palette.of(style) if style else self.palette.ink
        paper = self.palette.ink if picked else self.palette.beyond
        sign = art.sign(style.art) if style is not None else ()
        self._disc((disc.x, disc.y), disc.r, (*paper, 235), (*colour, 255), 0.07 * self.row)
        if sign:
            self._sign(sign, (disc.x, disc.y), 0.62 * disc.r, colour)
        else:
            self._text(mark.letters, (disc.x, disc.y), min(self.letters, 1.3 * disc.r), colour, plain=True)

    def _sign(
        self,
        outlines: tuple[art.Outline, ...],
        at: Spot,
        half: float,
        colour: Colour,
        turn: float = 0.0,
        edge: Colour | None = None,
    ) -> None:
        """Draw a sign, `half` as wide as twice that, turned counter-clockwise by degrees."""
        side, unit = round(2.8 * half) + 2, half / (art.SIGN / 2)
        mask = _sign_mask(outlines, side, unit, turn)
        place = (round(at[0] - side / 2), round(at[1] - side / 2))
        if edge is not None:
            for dx, dy in ((-FINER, 0), (FINER, 0), (0, -FINER), (0, FINER)):
                self.image.paste(edge, (place[0] + dx, place[1] + dy), mask)
        self.image.paste(colour, place, mask)

    def _piece(self, piece: Piece, disc: Disc, *, picked: bool) -> None:
        """Draw a figure: a disc with its emblem, or its shape from above; a line to where it is."""
        colour, at = rgb(piece.colour), (disc.x, disc.y)
        there = self._dot(piece.at)
        if hypot(there[0] - at[0], there[1] - at[1]) > disc.r / 2:
            self.canvas.line((there, at), (*self.palette.ink, 180), FINER)
        if piece.quiet:
            colour = mix(colour, self.palette.ground, 0.45)
        turn = piece.facing or 0.0
        if piece.facing is not None and self.scene.square_cm:
            reach = 1.75 * disc.r
            box = (at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
            self.canvas.pieslice(box, -turn - _WEDGE, -turn + _WEDGE, fill=(*colour, 80))
        if piece.active or picked:
            ring = rgb(TONES["path"]) if piece.active else self.palette.ink
            self._disc(at, 1.28 * disc.r, None, (*ring, 255), 0.12 * self.row)
        if piece.shape:
            self._sign(art.sign(piece.shape), at, 1.2 * disc.r, colour, turn, mix(colour, _BLACK, 0.75))
            self._decorate(piece, disc)
            return
        if piece.facing is not None:
            tip = [(1.5, 0.0), (0.75, 0.62), (0.75, -0.62)]
            across, up = cos(radians(turn)), sin(radians(turn))
            spots = [(at[0] + disc.r * (a * across - b * up), at[1] - disc.r * (a * up + b * across)) for a, b in tip]
            self.canvas.polygon(spots, (*_WHITE, 255), (*_BLACK, 255))
        if piece.about:
            self._disc(at, disc.r, (*colour, 140), (*self.palette.ink, 255), FINER)
        else:
            self._disc(at, disc.r, (*colour, 255), (*mix(colour, _BLACK, 0.7), 255), FINER)
        emblem = art.sign(piece.emblem)
        if emblem and disc.r >= 5 * FINER:
            self._sign(emblem, at, 0.64 * disc.r, _WHITE)

    def _decorate(self, piece: Piece, disc: Disc) -> None:
        """Draw the emblem on a shape in a square, and the signs of its state in a row at the square's upper edge."""
        if not self.scene.square_cm or disc.r < _LEAST_EMBLEM * FINER:
            return
        back = 0.24 * disc.r  # the middle of the body lies behind that of the square
        turn = radians(piece.facing or 0.0)
        at = disc.x - back * cos(turn), disc.y + back * sin(turn)
        self._sign(art.sign(piece.emblem), at, 0.42 * disc.r, _WHITE, edge=_BLACK)
        radius = 0.34 * disc.r
        for number, badge in enumerate(piece.badges):
            spot = disc.x + (0.95 - 0.72 * number) * disc.r, disc.y - 0.95 * disc.r
            self._disc(spot, radius, (*self.palette.beyond, 255), (*rgb(TONES["path"]), 255), FINER)
            self._sign(art.sign(badge), spot, 0.72 * radius, rgb(TONES["path"]))

    def _cursor(self, at: Spot) -> None:
        colour, reach = (*rgb(TONES["path"]), 255), 0.6 * self.row
        self._disc(at, 0.4 * reach, None, colour, FINER)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = 0.4 * reach, reach
            self.canvas.line((at[0] + x * near, at[1] + y * near, at[0] + x * far, at[1] + y * far), colour, FINER)

    # -- texts -----------------------------------------------------------------------------

    def _label_boxes(self) -> list[tuple[Label, Box]]:
        """Return the room of each label that stays, on the picture."""
        boxes = []
        for label in self.scene.labels:
            if not label.yields:
                x, y = self._dot(label.at)
                room = self._room(label.text, (x, y), self.letters)
                boxes.append((label, _clamp(room, self.image.size)))
        return boxes

    def _room(self, words: str, at: Spot, size: float) -> Box:
        return Box(at[0], at[1], _font(round(size)).getlength(words) / 2 + FINER, 0.6 * size)

    def _label(self, label: Label, box: Box) -> None:
        style = self.scene.styles.get(label.style)
        colour = self.palette.of(style) if style is not None else self.palette.ink
        if label.paper:
            colour = _WHITE
        self._draw_arrowed(label.text, box, colour)

    def _word(self, words: str, at: Spot, texts: Texts) -> None:
        """Write words of the moment at their point, or where they cover least near it; names give way to them."""
        room = _clamp(self._room(words, at, self.letters), self.image.size)
        steps = [self.letters * step for step in (0, 0.5, 1, 2)]
        box = texts.put(room, steps, centred=True) or room
        self._text(words, (box.x, box.y), self.letters, self.palette.ink)

    def _name_marks(self, discs: Sequence[Disc], texts: Texts) -> None:
        """Write the names of markers that have a sign beside them."""
        size = 0.8 * self.letters
        for mark, disc in zip(self.scene.marks, discs, strict=True):
            style = self.scene.styles.get(mark.style)
            words = mark_letters(mark) if style is not None and art.sign(style.art) else ""
            box = texts.put(self._room(words, (disc.x, disc.y), size), [disc.r, disc.r + size]) if words else None
            if box is not None:
                self._text(words, (box.x, box.y), size, rgb(mark.colour) if mark.colour else self.palette.ink)

    def _tags(self, discs: Sequence[Disc], texts: Texts, *, crowd: bool) -> None:
        """Write the letters of figures beside them, and the names of groups as banners."""
        size = self.letters
        named = [] if crowd else list(zip(self.scene.pieces, discs, strict=True))
        for piece, disc in sorted(named, key=lambda pair: not pair[0].active):
            words = piece.letters if piece.facing is None else "".join(filter(str.isalnum, piece.letters))
            steps = [disc.r, disc.r + size / 2, disc.r + size]
            box = texts.put(self._room(words, (disc.x, disc.y), size), steps)
            if box is not None:
                self._text(words, (box.x, box.y), size, mix(rgb(piece.colour), self.palette.ink, 0.55))
        for label in self.scene.labels:
            if label.yields:
                room = _clamp(self._room(label.text, self._dot(label.at), size), self.image.size)
                box = texts.put(room, [step * size for step in (0, 0.5, 1, 2, 3, 4)])
                if box is not None:
                    self._banner(label, box)

    def _banner(self, label: Label, box: Box) -> None:
        if label.colour:
            corners = (
                box.x - box.half_width - 2 * FINER,
                box.y - box.half_height,
                box.x + box.half_width + 2 * FINER,
                box.y + box.half_height,
            )
            self.canvas.rounded_rectangle(corners, self.letters / 4, (*mix(rgb(label.colour), _BLACK, 0.25), 255))
        self._draw_arrowed(label.text, box, _WHITE if label.colour else self.palette.ink)

    def _draw_arrowed(self, words: str, box: Box, colour: Colour) -> None:
        """Write words; an arrow at their end is drawn, as the font has none."""
        turn, x = _ARROWS.get(words[-1:]), box.x
        if turn is not None:
            words, half = words[:-1], 0.36 * self.letters
            x -= half
            self._sign(art.sign("arrow"), (box.x + box.half_width - half - FINER, box.y), half, colour, turn)
        self._text(words, (x, box.y), self.letters, colour)

    def _text(self, words: str, at: Spot, size: float, colour: Colour, *, plain: bool = False) -> None:
        """Write words around a point, with an edge of the table's colour unless they are `plain`."""
        dark = sum(colour) > 380
        edge = mix(self.palette.beyond, _BLACK if dark else _WHITE, 0.6)
        self.canvas.text(
            at,
            words,
            fill=colour,
            font=_font(round(size)),
            anchor="mm",
            stroke_width=0 if plain else FINER,
            stroke_fill=edge,
        )


def _between(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _dashes(dots: Sequence[Spot], long: float, gap: float) -> Iterator[list[Spot]]:
    """Yield the dashes of a line, each `long` and so far from the next, round its corners."""
    dash, rest, is_drawn = [dots[0]], long, True
    for start, end in pairwise(dots):
        length, passed = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - passed > rest:
            passed += rest
            at = _between(start, end, passed / length)
            if is_drawn:
                yield [*dash, at]
            is_drawn = not is_drawn
            dash, rest = [at], long if is_drawn else gap
        rest -= length - passed
        dash.append(end)
    if is_drawn:
        yield dash


def _clamp(box: Box, size: tuple[int, int]) -> Box:
    """Return a text moved onto the picture."""
    x = min(max(box.x, box.half_width), max(size[0] - box.half_width, box.half_width))
    y = min(max(box.y, box.half_height), max(size[1] - box.half_height, box.half_height))
    return Box(x, y, box.half_width, box.half_height)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that is shipped with reportlab."""
    spec = find_spec("reportlab")
    assert spec is not None
    assert spec.origin is not None
    return ImageFont.truetype(str(Path(spec.origin).parent / "fonts" / "VeraBd.ttf"), max(6, size))


@lru_cache(maxsize=256)
def _sign_mask(outlines: tuple[art.Outline, ...], side: int, unit: float, turn: float) -> Image.Image:
    """Return a sign as a mask; outlines inside others are holes."""
    across, up = cos(turn * pi / 180), sin(turn * pi / 180)
    mask = Image.new("L", (side, side))
    for outline in outlines:
        layer = Image.new("L", mask.size)
        spots = [(side / 2 + unit * (x * across + y * up), side / 2 + unit * (y * across - x * up)) for x, y in outline]
        ImageDraw.Draw(layer).polygon(spots, fill=255)
        mask = ImageChops.difference(mask, layer)
    return mask


def _tile(tile: Image.Image, size: tuple[int, int], offset: tuple[int, int]) -> Image.Image:
    """Return a picture of this size covered with a tile; what is covered is copied until all is."""
    wide, high = size[0] + offset[0], size[1] + offset[1]
    covered = Image.new(tile.mode, (wide, high))
    covered.paste(tile)
    x, y = tile.size
    while x < wide:
        covered.paste(covered.crop((0, 0, min(x, wide - x), y)), (x, 0))
        x *= 2
    while y < high:
        covered.paste(covered.crop((0, 0, wide, min(y, high - y))), (0, y))
        y *= 2
    return covered.crop((*offset, wide, high))

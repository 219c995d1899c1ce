"""The drawing of an arena's table: tiles, zones, scenery by kind, portals, tokens."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from q40k.games.quake.arena.tiles import column_name
from q40k.games.quake.packs.arena import Arena, EffectName, Scenery
from q40k.games.quake.packs.layout import TOKEN_RADIUS_CM
from q40k.games.quake.words.packs import arenas as words
from q40k.geometry.outlines import middle
from q40k.geometry.space import CM_PER_INCH
from q40k.i18n.locale import Locale
from q40k.prints.drawing import CUT, GREY, PALE, WHITE, Drawing, Ink, Spot

_TILE_CM: Final = 20
_LEAST_POINTS: Final = 5.5
_FILLS: Final[dict[EffectName, str]] = {
    "impassable": "#b9b6b0",
    "lethal": "#ffb98a",
    "water": "#d8edf8",
    "dangerous": "#fff3bf",
    "difficult": "#e9dfc6",
    "dark": "#d9d5e4",
    "climbable": "#ece7dc",
}
_MARK: Final = Ink(line_mm=0.4, fill=WHITE)


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
            drawing.centred_text(
                at(middle(zone.polygon)), str(zone.number), 4 * self.scale, colour=GREY
            )
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
            if any(hypot(x - on[0], y - on[1]) < radius / 2 for on in map(at, marked)):
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
                drawing.text((x + 0.1 * self.scale, y + 0.15 * self.scale), name, self.scale,
                             colour=GREY)  # fmt: skip

    def _piece(self, drawing: Drawing, piece: Scenery) -> None:
        fills = (_FILLS[name] for name in piece.effects if name in _FILLS)
        thick = 0.9 if piece.blocks_sight else 0.3
        dashes = (2.0, 1.0) if piece.cover and not piece.blocks_sight else ()
        drawing.polygon(
            self._outline(piece.corners),
            Ink(line_mm=thick, fill=next(fills, WHITE), dashes_mm=dashes),
        )
        facts = [self._kinds.get(piece.id, "")]
        facts += [f'{piece.height_in:g}"'] * bool(piece.height_in)
        facts += [f"{piece.cover}+"] * bool(piece.cover)
        drawing.centred_text(self._at(middle(piece.corners)), " ".join(facts), self._points(1.3))

    def _points(self, size: float) -> float:
        """Return a letter size in points; at small scales letters stay legible."""
        return max(size * self.scale, _LEAST_POINTS)

    def _outline(self, corners: Iterable[Spot]) -> list[Spot]:
        return [self._at(corner) for corner in corners]

    def _at(self, spot: Spot) -> Spot:
        return spot[0] * self.scale, spot[1] * self.scale

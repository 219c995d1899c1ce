"""The five portals as discs to cut out (ARENA-3, ARENA-6)."""

from __future__ import annotations

from q40k.games.quake.packs.arena import PORTALS, Portal
from q40k.games.quake.prints.wish import InkLevel, Wish
from q40k.geometry.space import CM_PER_INCH
from q40k.i18n.locale import N_
from q40k.prints.drawing import BLACK, CUT, GREY, PALE, WHITE, Drawing, Ink
from q40k.prints.sheets import Piece, Sheet, pack_pieces

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
    pieces = (_disc(p, wish.ink) for p in sorted(shown, key=lambda p: p.number))
    return pack_pieces(title, pieces, wish.frame)


def _disc(portal: Portal, ink: InkLevel) -> Piece:
    wide = portal.diameter_in * _MM_PER_INCH
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


_RAY = {
    "full": Ink(line_mm=1.2, colour=WHITE),
    "half": Ink(line_mm=1.0, colour=GREY),
    "outline": CUT,
}

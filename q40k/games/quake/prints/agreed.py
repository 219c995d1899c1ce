"""The list of scenery to agree on before play, with lines to sign (ARENA-5)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from q40k.games.quake.arena.tiles import column_name
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.prints.wish import Wish
from q40k.games.quake.words.packs import arenas as words
from q40k.i18n.locale import N_, Locale
from q40k.prints.drawing import Drawing, break_lines, fit_size, line_mm
from q40k.prints.sheets import Piece, Sheet, Table, draw_table, pack_pieces

_SIGNED_MM: Final = 13.0
"""The height of a line to sign on."""
_POINTS: Final = 11.0
_BOX_MM: Final = 4.0
_BESIDE_MM: Final = 14.0
"""The room for a piece's letter and its box."""
_ROW_MM: Final = 10.0
_MORE: Final = 4
"""Empty rows for pieces that the arena does not list."""
_UNKNOWN: Final = 10
"""Empty rows if the arena lists no pieces."""


def agreement_sheets(wish: Wish, arena: Arena) -> list[Sheet]:
    """Return the kinds of scenery with their effects, empty rows, and lines to sign.

    Rule: ARENA-5
    """
    locale, wide = wish.locale, wish.frame.wide_mm
    kinds = words.scenery(locale, arena)
    request = N_(
        "Agree on each piece before play: how it changes moves, shots and saves (ARENA-5)."
    )
    pieces = [_heading(locale.gettext(request), wide)]
    pieces += [
        _kind(column_name(number).lower(), locale.say(N_("{name}: {effects}"), name=kind.name,
                                                      effects=kind.does), wide)
        for number, kind in enumerate(kinds)
    ]  # fmt: skip
    pieces.append(_rows(locale, _MORE if kinds else _UNKNOWN, wide))
    names = [player.name for player in wish.fielded]
    names += [""] * (wish.players - len(names))
    pieces.append(_signatures(locale.gettext(N_("Agreed by")), names, wide))
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


def _rows(locale: Locale, number: int, wide: float) -> Piece:
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
    high, half = ceil(len(names) / 2) * _SIGNED_MM + 8, wide / 2

    def draw(drawing: Drawing) -> None:
        drawing.text((0, high - 5), head, _POINTS, bold=True)
        for number, name in enumerate(names):
            x, y = (number % 2) * half, high - 8 - (number // 2 + 1) * _SIGNED_MM
            drawing.text((x, y + 1.2), name, fit_size(name, half * 0.5, 9))
            drawing.line((x, y), (x + half - 10, y))

    return Piece(wide, high, draw)

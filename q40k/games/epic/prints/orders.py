"""The order sheet: a side writes its secret orders on it and ticks off its losses."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.prints.wish import Fielded, Side, Wish
from q40k.games.epic.rules.losses import break_point
from q40k.games.epic.words.names import troops_name
from q40k.i18n.locale import N_
from q40k.prints.drawing import BLACK, CUT, Drawing, Ink
from q40k.prints.sheets import Sheet, Table, draw_table

ROW_MM: Final = 9.0
HEAD_MM: Final = 16.0
FOOT_MM: Final = 8.0
SPARE: Final = 3
"""Empty rows for formations that come later; a blank side has as many as fit."""
BOX_WIDE_MM: Final = 4.0
BOX_HIGH_MM: Final = 4.1
"""The most that a box and the gap below it take; boxes of three rows take less."""
BESIDE_MM: Final = 0.7
"""Between two boxes."""
BROKEN: Final = Ink(line_mm=0.7, colour=BLACK)
"""The box of the loss that is the break point."""
MOST_BOXES: Final = 10


def orders(wish: Wish) -> list[Sheet]:
    """Return the sheets of each side: orders by turn, figures lost, the break point.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-MORALE-1
    """
    return [sheet for side in wish.sides for sheet in _side(wish, side)]


def _side(wish: Wish, side: Side) -> list[Sheet]:
    room = int((wish.landscape.high_mm - HEAD_MM - FOOT_MM) // ROW_MM) - 1
    rows: list[Fielded | None] = list(side.formations)
    rows += [None] * (SPARE if rows else room)
    parts = [rows[first : first + room] for first in range(0, len(rows), room)]
    title = wish.locale.say(N_("Orders: {side}"), side=side.name or "____________")
    return [Sheet(title, _Page(wish, side, tuple(part)), landscape=True) for part in parts]


class _Page:
    """One page of a side's orders."""

    def __init__(self, wish: Wish, side: Side, rows: tuple[Fielded | None, ...]) -> None:
        self.wish, self.side, self.rows = wish, side, rows

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        frame, locale = self.wish.landscape, self.wish.locale
        drawing.text((0, frame.high_mm - 5), self._heading(), 10, bold=True)
        key = N_("A Advance · C Charge · F First Fire · R Retreat; nothing: Advance")
        drawing.text((0, frame.high_mm - 11), locale.gettext(key), 9)
        turns = [str(number) for number in range(1, self.wish.turns + 1)]
        heads = (
            locale.gettext(N_("Formation")), locale.gettext(N_("Figures")), *turns,
            locale.gettext(N_("Lost")),
        )  # fmt: skip
        shares = (12.0, 44.0, *(6.0 for _ in turns), 38.0)
        cells = tuple(
            (formation.id, troops_name(locale, formation.troops), *("" for _ in turns), "")
            if formation is not None
            else tuple("" for _ in heads)
            for formation in self.rows
        )
        top = frame.high_mm - HEAD_MM
        draw_table(drawing, Table(heads, shares, cells, ROW_MM), frame.wide_mm, top)
        boxes_from = frame.wide_mm * (1 - shares[-1] / sum(shares))
        for number, formation in enumerate(self.rows, 1):
            if formation is not None:
                self._draw_boxes(drawing, formation, boxes_from + 1.5, top - (number + 1) * ROW_MM)
        note = N_("A thick box is the break point: tick it, and the formation tests its morale.")
        if any(self.rows):
            drawing.text((0, 2), locale.gettext(note), 8)

    def _heading(self) -> str:
        side, locale = self.side, self.wish.locale
        blank = "____"
        return locale.say(
            N_("{side} · {army} · strategic {strategic} · morale {morale}+"),
            side=side.name or blank * 3, army=side.army or blank * 3,
            strategic=side.strategic or blank, morale=side.morale or blank,
        )  # fmt: skip

    def _draw_boxes(self, drawing: Drawing, formation: Fielded, left: float, bottom: float) -> None:
        """Draw a box for each figure, in rows of ten; a formation of one breaks with its last."""
        least, rows = break_point(formation.figures), -(-formation.figures // MOST_BOXES)
        each = min(BOX_HIGH_MM, (ROW_MM - BESIDE_MM) / rows)
        for number in range(formation.figures):
            row, place = divmod(number, MOST_BOXES)
            at = (
                left + place * (BOX_WIDE_MM + BESIDE_MM),
                bottom + (ROW_MM + rows * each + BESIDE_MM) / 2 - (row + 1) * each,
            )
            broken = number + 1 == least < formation.figures
            drawing.box(at, BOX_WIDE_MM, each - BESIDE_MM, BROKEN if broken else CUT)

"""The sheet of an evening on paper: the turns with their points, and the squad with its boxes."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.prints.wish import Wish
from q40k.games.space_hulk.rules.marines import as_fielded
from q40k.games.space_hulk.rules.state import MARINE_AP, Marine
from q40k.games.space_hulk.rules.turn.points import MOST
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import unit_name
from q40k.i18n.locale import N_
from q40k.prints.drawing import CUT, Drawing
from q40k.prints.sheets import Sheet, Table, draw_table

ROW_MM: Final = 9.0
HEAD_MM: Final = 9.0
GAP_MM: Final = 10.0
BOX_MM: Final = 2.6
BESIDE_MM: Final = 0.8
"""Between two boxes."""
EMPTY: Final = 6
"""Rows for marines who are not known."""
IN_A_ROW: Final = 10


def orders(wish: Wish) -> list[Sheet]:
    """One page: what each turn brings, and each marine with boxes for what he spends.

    Rule: SH-CP-2, SH-CP-4, SH-AP-1, SH-CANNON-2, SH-FLAMER-5, SH-LIB-2
    """
    title = wish.locale.gettext(N_("Space Hulk: the evening on paper"))
    return [Sheet(title, _Page(wish), lying=True)]


class _Page:
    """The page."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        state = wish.match
        if state.setup.mission is not None:
            state = as_fielded(state)
        self.marines = tuple(state.marines.values())

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        wish = self.wish
        top = wish.lying.high_mm
        for line in self._heading():
            top -= 5.5
            drawing.text((0, top), line, 9.5 if top < wish.lying.high_mm - 6 else 11)
        top = self._turns(drawing, top - 4) - GAP_MM
        self._squad(drawing, top)

    def _heading(self) -> list[str]:
        locale, mission = self.wish.locale, self.wish.match.setup.mission
        if mission is None:
            blank = "______________"
            sentence = N_("Mission: {blank}  Marines: {blank}  Genestealers: {blank}")
            return [locale.say(sentence, blank=blank)]
        lines = [locale.said(mission.name)]
        lines += [locale.said(text) for text in (mission.about, mission.text) if text is not None]
        return [*lines, *(goal_line(locale, goal) for goal in mission.goals)]

    def _turns(self, drawing: Drawing, top: float) -> float:
        """A column for each turn, with boxes for its points. Returns where the table ends."""
        locale, wish = self.wish.locale, self.wish
        turns = range(1, wish.turns + 1)
        heads = (locale.gettext(N_("Turn")), *(str(number) for number in turns))
        blips = wish.match.setup.mission and wish.match.mission.blips_per_turn
        rows = (
            (locale.gettext(N_("Counter")), *("" for _ in turns)),
            (locale.gettext(N_("Points spent")), *("" for _ in turns)),
            (locale.say(N_("Blips ({many})"), many="?" if blips is None else blips),
             *("" for _ in turns)),
            (locale.gettext(N_("Stealers dead")), *("" for _ in turns)),
        )  # fmt: skip
        shares = (30.0, *(20.0 for _ in turns))
        wide = wish.lying.wide_mm
        bottom = draw_table(drawing, Table(heads, shares, rows, HEAD_MM), wide, top)
        column = wide * 20.0 / sum(shares)
        left = wide * 30.0 / sum(shares)
        rows_of = -(-MOST // max(1, int((column - 2) / (BOX_MM + BESIDE_MM))))
        for number in range(len(turns)):
            at = left + number * column + 1.5
            _boxes(drawing, MOST, at, top - 3 * HEAD_MM, HEAD_MM, -(-MOST // rows_of))
        return bottom

    def _squad(self, drawing: Drawing, top: float) -> None:
        locale, wide = self.wish.locale, self.wish.lying.wide_mm
        heads = tuple(map(locale.gettext, (
            N_("Marine"), N_("Unit"), N_("AP"), N_("Overwatch"), N_("Guard"), N_("Jam"),
            N_("Shots, psi points"), N_("Sustained on"), N_("Dead, out"),
        )))  # fmt: skip
        shares = (16.0, 42.0, 16.0, 16.0, 12.0, 10.0, 48.0, 22.0, 18.0)
        known: list[Marine | None] = list(self.marines) or [None] * EMPTY
        rows = tuple(
            ("" if one is None else one.id, "" if one is None else unit_name(locale, one.unit),
             *("" for _ in heads[2:]))
            for one in known
        )  # fmt: skip
        draw_table(drawing, Table(heads, shares, rows, ROW_MM), wide, top)
        at = [wide * sum(shares[:n]) / sum(shares) + 1.5 for n in range(len(shares))]
        for number, one in enumerate(known, 1):
            bottom = top - (number + 1) * ROW_MM
            _boxes(drawing, MARINE_AP, at[2], bottom)
            for column in (3, 4, 5):
                _boxes(drawing, 1, at[column], bottom)
            if one is not None:
                _boxes(drawing, (one.arms.ammo or 0) + (one.arms.psi or 0), at[6], bottom)


def _boxes(
    drawing: Drawing, many: int, left: float, bottom: float, high: float = ROW_MM,
    beside: int = IN_A_ROW,
) -> None:  # fmt: skip
    """So many boxes to tick, in rows of ten or fewer, in the middle of a row of the table."""
    rows = -(-many // beside)
    top = bottom + (high + rows * (BOX_MM + BESIDE_MM)) / 2
    for number in range(many):
        row, place = divmod(number, beside)
        x = left + place * (BOX_MM + BESIDE_MM)
        drawing.box((x, top - (row + 1) * (BOX_MM + BESIDE_MM)), BOX_MM, BOX_MM, CUT)

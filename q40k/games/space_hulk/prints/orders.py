"""The sheet of an evening on paper: the turns with their points, and the squad with boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.space_hulk.prints.wish import Wish
from q40k.games.space_hulk.rules.marines import with_mission_marines
from q40k.games.space_hulk.rules.state import MARINE_AP, Marine
from q40k.games.space_hulk.rules.turn.points import MOST
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import unit_name
from q40k.i18n.locale import N_
from q40k.prints.drawing import CUT, Drawing, break_lines, line_mm
from q40k.prints.sheets import Piece, Sheet, Table, draw_table, pack_pieces

ROW_MM: Final = 9.0
BOX_MM: Final = 2.6
BESIDE_MM: Final = 0.8
"""The gap between two boxes."""
EMPTY: Final = 6
"""The number of rows for unknown marines."""
IN_A_ROW: Final = 10
TURNS_BESIDE: Final = 12
"""The most turns in one table."""
MARINES_BELOW: Final = 12
"""The most marines in one table."""


def orders(wish: Wish) -> list[Sheet]:
    """Draw the turns and each marine with boxes for his points, on as many pages as needed.

    Rule: SH-CP-2, SH-CP-4, SH-AP-1, SH-CANNON-2, SH-FLAMER-5, SH-LIB-2
    """
    title = wish.locale.gettext(N_("Space Hulk: the evening on paper"))
    pieces = (*_heading(wish), *_turns(wish), *_squad(wish))
    return [
        Sheet(sheet.title, sheet.draw, landscape=True)
        for sheet in pack_pieces(title, pieces, wish.landscape)
    ]


# -- what is said --------------------------------------------------------------------------


def _heading(wish: Wish) -> Iterator[Piece]:
    """Draw the mission with its goals, or lines to write it on."""
    width = wish.landscape.wide_mm
    lines = [
        (line, size)
        for text, size in _heading_lines(wish)
        for line in break_lines(text, width, size, bold=size > _USUAL)
    ]
    height = sum(line_mm(size) for _line, size in lines)

    def draw(drawing: Drawing) -> None:
        top = height
        for line, size in lines:
            top -= line_mm(size)
            drawing.text((0, top + 1), line, size, bold=size > _USUAL)

    yield Piece(width, height, draw)


_USUAL: Final = 9.5
"""The type size of plain text, in points."""


def _heading_lines(wish: Wish) -> Iterator[tuple[str, float]]:
    locale, mission = wish.locale, wish.match.setup.mission
    if mission is None:
        blank = "______________"
        sentence = N_("Mission: {blank}  Marines: {blank}  Genestealers: {blank}")
        yield locale.say(sentence, blank=blank), 11
        return
    yield locale.name_of(mission.name), 11
    for text in (mission.about, mission.text):
        if text is not None:
            yield locale.name_of(text), _USUAL
    for goal in mission.goals:
        yield goal_line(locale, goal), _USUAL


# -- turns ---------------------------------------------------------------------------------


def _turns(wish: Wish) -> Iterator[Piece]:
    """Draw a column for each turn, with boxes for its points."""
    for first in range(1, wish.turns + 1, TURNS_BESIDE):
        yield _turns_from(wish, range(first, min(first + TURNS_BESIDE, wish.turns + 1)))


def _turns_from(wish: Wish, turns: range) -> Piece:
    locale, width = wish.locale, wish.landscape.wide_mm
    blips = wish.match.setup.mission and wish.match.mission.blips_per_turn
    names = (
        locale.gettext(N_("Counter")), locale.gettext(N_("Points spent")),
        locale.say(N_("Blips ({many})"), many="?" if blips is None else blips),
        locale.gettext(N_("Stealers dead")),
    )  # fmt: skip
    rows = tuple((name, *("" for _ in turns)) for name in names)
    shares = (30.0, *(20.0 for _ in turns))
    heads = (locale.gettext(N_("Turn")), *map(str, turns))
    table = Table(heads, shares, rows, ROW_MM)
    column, left = (width * share / sum(shares) for share in (20.0, 30.0))
    rows_of = -(-MOST // max(1, int((column - 2) / (BOX_MM + BESIDE_MM))))
    height = ROW_MM * (len(rows) + 1)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, width, height)
        for number in range(len(turns)):
            at = left + number * column + 1.5
            _boxes(drawing, MOST, at, height - 3 * ROW_MM, -(-MOST // rows_of))

    return Piece(width, height, draw)


# -- squad ---------------------------------------------------------------------------------


def _squad(wish: Wish) -> Iterator[Piece]:
    """Draw a row for each marine."""
    state = wish.match
    if state.setup.mission is not None:
        state = with_mission_marines(state)
    marines: list[Marine | None] = list(state.marines.values()) or [None] * EMPTY
    for first in range(0, len(marines), MARINES_BELOW):
        yield _marines(wish, marines[first : first + MARINES_BELOW])


def _marines(wish: Wish, marines: list[Marine | None]) -> Piece:
    locale, width = wish.locale, wish.landscape.wide_mm
    fourth = wish.edition.id != "1"
    guard = [(N_("Guard"), 12.0)] if fourth else []
    shots = N_("Shots, psi points") if fourth else N_("Shots")
    columns = [
        (N_("Marine"), 16.0), (N_("Unit"), 42.0), (N_("AP"), 16.0), (N_("Overwatch"), 16.0), *guard,
        (N_("Jam"), 10.0), (shots, 48.0), (N_("Sustained on"), 22.0), (N_("Dead, out"), 18.0),
    ]  # fmt: skip
    names, shares = zip(*columns, strict=True)
    rows = tuple(
        ("" if marine is None else marine.id,
         "" if marine is None else unit_name(locale, marine.unit), *("" for _ in names[2:]))
        for marine in marines
    )  # fmt: skip
    table = Table(tuple(map(locale.gettext, names)), shares, rows, ROW_MM)
    at = {
        name: width * sum(shares[:number]) / sum(shares) + 1.5 for number, name in enumerate(names)
    }
    height = ROW_MM * (len(rows) + 1)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, width, height)
        for number, marine in enumerate(marines, 2):
            bottom = height - number * ROW_MM
            _boxes(drawing, MARINE_AP, at["AP"], bottom)
            for name in ("Overwatch", "Guard", "Jam"):
                if name in at:
                    _boxes(drawing, 1, at[name], bottom)
            if marine is not None:
                _boxes(drawing, (marine.arms.ammo or 0) + (marine.arms.psi or 0), at[shots], bottom)

    return Piece(width, height, draw)


def _boxes(
    drawing: Drawing, count: int, left: float, bottom: float, beside: int = IN_A_ROW
) -> None:  # fmt: skip
    """Draw boxes to tick, in rows of ten or fewer, in the middle of a row of the table."""
    rows = -(-count // beside)
    top = bottom + (ROW_MM + rows * (BOX_MM + BESIDE_MM)) / 2
    for number in range(count):
        row, place = divmod(number, beside)
        x = left + place * (BOX_MM + BESIDE_MM)
        drawing.box((x, top - (row + 1) * (BOX_MM + BESIDE_MM)), BOX_MM, BOX_MM, CUT)

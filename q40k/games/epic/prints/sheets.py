"""The sheets of both sides: orders to write secretly, and rosters with all numbers."""

from collections.abc import Mapping

from q40k.games.epic.packs.profiles import Profile, Trait, Weapon
from q40k.games.epic.prints.wish import Fielded, Side, Wish
from q40k.games.epic.state.losses import break_point
from q40k.games.epic.words.names import troops_name
from q40k.games.epic.words.packs import PROFILE_HEAD, WEAPON_HEAD, profile_row, weapon_row
from q40k.i18n.locale import N_, Locale
from q40k.prints.codes import code_pieces
from q40k.prints.drawing import BLACK, CUT, Drawing, Ink
from q40k.prints.sheets import Draw, Sheet, Table, draw_table, pack_pieces

ORDER_ROW_MM = 9.0
HEAD_MM = 16.0
FOOT_MM = 8.0
SPARE = 3
"""Empty rows for formations that come later; a blank side has as many as fit."""
BOX_WIDE_MM = 4.0
BOX_HIGH_MM = 4.1
"""The most that a box and the gap below it take; boxes of three rows take less."""
BESIDE_MM = 0.7
"""Between two boxes."""
BROKEN = Ink(line_mm=0.7, colour=BLACK)
"""The box of the loss that is the break point."""
MOST_BOXES = 10


def orders(wish: Wish) -> list[Sheet]:
    """Return the sheets of each side: orders by turn, figures lost, the break point.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-MORALE-1
    """
    return [sheet for side in wish.sides for sheet in _order_sheets(wish, side)]


def _order_sheets(wish: Wish, side: Side) -> list[Sheet]:
    room = int((wish.landscape.high_mm - HEAD_MM - FOOT_MM) // ORDER_ROW_MM) - 1
    rows: list[Fielded | None] = list(side.formations)
    rows += [None] * (SPARE if rows else room)
    parts = [rows[first : first + room] for first in range(0, len(rows), room)]
    title = wish.locale.say(N_("Orders: {side}"), side=side.name or "____________")
    return [Sheet(title, _OrderPage(wish, side, tuple(part)), landscape=True) for part in parts]


class _OrderPage:
    """One page of a side's orders."""

    def __init__(self, wish: Wish, side: Side, rows: tuple[Fielded | None, ...]) -> None:
        self.wish, self.side, self.rows = wish, side, rows

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        frame, locale = self.wish.landscape, self.wish.locale
        drawing.text((0, frame.high_mm - 5), self._heading(), 10, bold=True)
        key = N_("a Advance · c Charge · f First Fire · r Retreat; nothing: Advance")
        drawing.text((0, frame.high_mm - 11), locale.gettext(key), 9)
        turns = [str(number) for number in range(1, self.wish.turns + 1)]
        heads = (locale.gettext(N_("Formation")), locale.gettext(N_("Figures")), *turns, locale.gettext(N_("Lost")))
        shares = (12.0, 44.0, *(6.0 for _ in turns), 38.0)
        cells = tuple(
            (formation.id, troops_name(locale, formation.troops), *("" for _ in turns), "")
            if formation is not None
            else tuple("" for _ in heads)
            for formation in self.rows
        )
        top = frame.high_mm - HEAD_MM
        draw_table(drawing, Table(heads, shares, cells, ORDER_ROW_MM), frame.wide_mm, top)
        boxes_from = frame.wide_mm * (1 - shares[-1] / sum(shares))
        for number, formation in enumerate(self.rows, 1):
            if formation is not None:
                self._draw_boxes(drawing, formation, boxes_from + 1.5, top - (number + 1) * ORDER_ROW_MM)
        note = N_("A thick box is the break point: tick it, and the formation tests its morale.")
        if any(self.rows):
            drawing.text((0, 2), locale.gettext(note), 8)

    def _heading(self) -> str:
        side, locale = self.side, self.wish.locale
        blank = "____"
        return locale.say(
            N_("{side} · {army} · strategic {strategic} · morale {morale}+"),
            side=side.name or blank * 3,
            army=side.army or blank * 3,
            strategic=side.strategic or blank,
            morale=side.morale or blank,
        )

    def _draw_boxes(self, drawing: Drawing, formation: Fielded, left: float, bottom: float) -> None:
        """Draw a box for each figure, in rows of ten; a formation of one breaks with its last."""
        least, rows = break_point(formation.figures), -(-formation.figures // MOST_BOXES)
        each = min(BOX_HIGH_MM, (ORDER_ROW_MM - BESIDE_MM) / rows)
        for number in range(formation.figures):
            row, place = divmod(number, MOST_BOXES)
            at = (
                left + place * (BOX_WIDE_MM + BESIDE_MM),
                bottom + (ORDER_ROW_MM + rows * each + BESIDE_MM) / 2 - (row + 1) * each,
            )
            broken = number + 1 == least < formation.figures
            drawing.box(at, BOX_WIDE_MM, each - BESIDE_MM, BROKEN if broken else CUT)


# -- rosters -------------------------------------------------------------------------------


ROSTER_ROW_MM = 7.0
GAP_MM = 6.0


def roster(wish: Wish) -> list[Sheet]:
    """Return a sheet for each known side, with the origin of each profile.

    Rule: EE-ARMY-2, EE-DATA-2
    """
    return [sheet for side in wish.sides if side.formations for sheet in _roster_sheets(wish, side)]


def _roster_sheets(wish: Wish, side: Side) -> list[Sheet]:
    locale = wish.locale
    profiles: dict[str, Profile] = {}
    weapons: dict[str, Weapon] = {}
    for formation in side.formations:
        for troop in formation.troops:
            profiles[troop.profile.id] = troop.profile
            weapons |= {weapon.id: weapon for weapon in troop.weapons}
    named = {id: locale.name_of(weapon.name) for id, weapon in weapons.items()}
    first = Table(
        tuple(map(locale.gettext, (*PROFILE_HEAD[:-1], N_("Notes"), PROFILE_HEAD[-1]))),
        (34, 18, 8, 9, 8, 44, 36, 18),
        tuple(_profile_cells(locale, profile, named) for profile in profiles.values()),
        ROSTER_ROW_MM,
    )
    second = Table(
        tuple(map(locale.gettext, (WEAPON_HEAD[0], *WEAPON_HEAD[2:-1], N_("Notes"), WEAPON_HEAD[-1]))),
        (44, 14, 10, 14, 20, 36, 18),
        tuple(_weapon_cells(locale, weapon) for weapon in weapons.values()),
        ROSTER_ROW_MM,
    )
    title = locale.say(N_("Figures: {side}"), side=side.name or side.army)
    pages: list[Draw] = [_RosterPage(wish, part) for part in _split_pages((first, second), wish.landscape.high_mm)]
    return [Sheet(title, page, landscape=True) for page in (*pages, *_code_pages(wish, side))]


def _code_pages(wish: Wish, side: Side) -> list[Draw]:
    """Return the page with the square code of a force, or none if the code is too long for a phone."""
    if not side.code:
        return []
    name, frame = side.name or side.army, wish.landscape
    pieces = code_pieces(wish.locale, name, side.code, wish.board, frame.wide_mm)
    return [sheet.draw for sheet in pack_pieces(name, pieces, frame)]


_TRAITS: dict[Trait, str] = {
    "antigrav": N_("anti-grav"),
    "aircraft": N_("aircraft"),
    "officer": N_("officer"),
    "infiltration": N_("infiltrates"),
    "terror": N_("terror"),
}


def _profile_cells(locale: Locale, profile: Profile, named: Mapping[str, str]) -> tuple[str, ...]:
    """Return a profile's row: its weapons by name, its hits, what it carries, its traits.

    Rule: EE-VEHICLE-3, EE-TRANSPORT-3
    """
    *numbers, _weapons, origin = profile_row(locale, profile)
    notes = [locale.gettext(_TRAITS[trait]) for trait in profile.traits if trait != "transport"]
    if profile.hits > 1:
        notes.insert(0, locale.say(N_("{hits} hits"), hits=profile.hits))
    if profile.has("transport"):
        many = "?" if profile.capacity is None else profile.capacity
        notes.append(locale.say(N_("carries {many}"), many=many))
    arms = ", ".join(named.get(id, id) for id in profile.weapons)
    return (*numbers, arms or "-", ", ".join(notes), origin)


def _weapon_cells(locale: Locale, weapon: Weapon) -> tuple[str, ...]:
    _id, name, *numbers, origin = weapon_row(locale, weapon)
    notes = locale.gettext(N_("barrage: needs no sight")) if weapon.barrage else ""
    return (name, *numbers, notes, origin)


def _split_pages(tables: tuple[Table, ...], high_mm: float) -> list[list[Table]]:
    """Return tables by page; a long table continues under its heads."""
    pages: list[list[Table]] = [[]]
    remaining = high_mm
    for table in tables:
        rows = table.rows
        while rows:
            room = int(remaining // table.row_mm) - 1
            if room < 1:
                pages.append([])
                remaining = high_mm
                continue
            pages[-1].append(Table(table.heads, table.shares, rows[:room], table.row_mm))
            remaining -= (len(rows[:room]) + 1) * table.row_mm + GAP_MM
            rows = rows[room:]
    return pages


class _RosterPage:
    """One page of tables, one below the other."""

    def __init__(self, wish: Wish, tables: list[Table]) -> None:
        self.wish, self.tables = wish, tables

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        top = self.wish.landscape.high_mm
        for table in self.tables:
            top = draw_table(drawing, table, self.wish.landscape.wide_mm, top) - GAP_MM

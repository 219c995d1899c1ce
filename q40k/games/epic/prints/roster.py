"""The figures of a side with all their numbers: profiles, and the weapons they carry."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.packs.models import Profile, Weapon
from q40k.games.epic.prints.wish import Side, Wish
from q40k.games.epic.words.packs import PROFILE_HEAD, WEAPON_HEAD, profile_row, weapon_row
from q40k.i18n.locale import N_
from q40k.prints.drawing import Drawing
from q40k.prints.sheets import Sheet, Table, draw_table

ROW_MM: Final = 7.0
GAP_MM: Final = 6.0


def roster(wish: Wish) -> list[Sheet]:
    """A sheet for each side whose figures are known; whose the figures are stands beside them.

    Rule: EE-ARMY-2, EE-DATA-2
    """
    return [sheet for side in wish.sides if side.formations for sheet in _side(wish, side)]


def _side(wish: Wish, side: Side) -> list[Sheet]:
    locale = wish.locale
    profiles: dict[str, Profile] = {}
    weapons: dict[str, Weapon] = {}
    for formation in side.formations:
        for troop in formation.troops:
            profiles[troop.profile.id] = troop.profile
            weapons |= {weapon.id: weapon for weapon in troop.weapons}
    first = Table(
        tuple(locale.gettext(head) for head in PROFILE_HEAD), (30, 18, 8, 9, 7, 52, 16),
        tuple(tuple(profile_row(locale, one)) for one in profiles.values()), ROW_MM,
    )  # fmt: skip
    second = Table(
        tuple(locale.gettext(head) for head in WEAPON_HEAD), (36, 40, 12, 9, 14, 17, 16),
        tuple(tuple(weapon_row(locale, one)) for one in weapons.values()), ROW_MM,
    )  # fmt: skip
    title = locale.say(N_("Figures: {side}"), side=side.name or side.army)
    return [
        Sheet(title, _Page(wish, part), lying=True)
        for part in _parts((first, second), wish.lying.high_mm)
    ]


def _parts(tables: tuple[Table, ...], high_mm: float) -> list[list[Table]]:
    """Tables on as many pages as it takes; a long one goes on under its heads."""
    pages: list[list[Table]] = [[]]
    left = high_mm
    for table in tables:
        rows = table.rows
        while rows:
            room = int(left // table.row_mm) - 1
            if room < 1:
                pages.append([])
                left = high_mm
                continue
            pages[-1].append(Table(table.heads, table.shares, rows[:room], table.row_mm))
            left -= (len(rows[:room]) + 1) * table.row_mm + GAP_MM
            rows = rows[room:]
    return pages


class _Page:
    """One page of tables, one below the other."""

    def __init__(self, wish: Wish, tables: list[Table]) -> None:
        self.wish, self.tables = wish, tables

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        top = self.wish.lying.high_mm
        for table in self.tables:
            top = draw_table(drawing, table, self.wish.lying.wide_mm, top) - GAP_MM

"""The roster of a side: its profiles with all their numbers, and their weapons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from q40k.games.epic.packs.models import Profile, Trait, Weapon
from q40k.games.epic.prints.wish import Side, Wish
from q40k.games.epic.words.packs import PROFILE_HEAD, WEAPON_HEAD, profile_row, weapon_row
from q40k.i18n.locale import N_, Locale
from q40k.prints.drawing import Drawing
from q40k.prints.sheets import Sheet, Table, draw_table

ROW_MM: Final = 7.0
GAP_MM: Final = 6.0


def roster(wish: Wish) -> list[Sheet]:
    """Return a sheet for each known side, with the origin of each profile.

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
    named = {id: locale.name_of(weapon.name) for id, weapon in weapons.items()}
    first = Table(
        tuple(map(locale.gettext, (*PROFILE_HEAD[:-1], N_("Notes"), PROFILE_HEAD[-1]))),
        (34, 18, 8, 9, 8, 44, 36, 18),
        tuple(_profile_cells(locale, profile, named) for profile in profiles.values()), ROW_MM,
    )  # fmt: skip
    second = Table(
        tuple(map(locale.gettext, (WEAPON_HEAD[0], *WEAPON_HEAD[2:-1], N_("Notes"),
                                   WEAPON_HEAD[-1]))),
        (44, 14, 10, 14, 20, 36, 18),
        tuple(_weapon_cells(locale, weapon) for weapon in weapons.values()), ROW_MM,
    )  # fmt: skip
    title = locale.say(N_("Figures: {side}"), side=side.name or side.army)
    return [
        Sheet(title, _Page(wish, part), landscape=True)
        for part in _split_pages((first, second), wish.landscape.high_mm)
    ]


_TRAITS: Final[dict[Trait, str]] = {
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


class _Page:
    """One page of tables, one below the other."""

    def __init__(self, wish: Wish, tables: list[Table]) -> None:
        self.wish, self.tables = wish, tables

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        top = self.wish.landscape.high_mm
        for table in self.tables:
            top = draw_table(drawing, table, self.wish.landscape.wide_mm, top) - GAP_MM

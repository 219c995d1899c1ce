"""The figures of a side with all their numbers: profiles, and the weapons they carry."""

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
    named = {id: locale.name_of(one.name) for id, one in weapons.items()}
    first = Table(
        tuple(map(locale.gettext, (*PROFILE_HEAD[:-1], N_("Notes"), PROFILE_HEAD[-1]))),
        (34, 18, 8, 9, 8, 44, 36, 18),
        tuple(_profile(locale, one, named) for one in profiles.values()), ROW_MM,
    )  # fmt: skip
    second = Table(
        tuple(map(locale.gettext, (WEAPON_HEAD[0], *WEAPON_HEAD[2:-1], N_("Notes"),
                                   WEAPON_HEAD[-1]))),
        (44, 14, 10, 14, 20, 36, 18),
        tuple(_weapon(locale, one) for one in weapons.values()), ROW_MM,
    )  # fmt: skip
    title = locale.say(N_("Figures: {side}"), side=side.name or side.army)
    return [
        Sheet(title, _Page(wish, part), landscape=True)
        for part in _parts((first, second), wish.lying.high_mm)
    ]


_TRAITS: Final[dict[Trait, str]] = {
    "antigrav": N_("anti-grav"),
    "aircraft": N_("aircraft"),
    "officer": N_("officer"),
    "infiltration": N_("infiltrates"),
    "terror": N_("terror"),
}


def _profile(locale: Locale, one: Profile, named: Mapping[str, str]) -> tuple[str, ...]:
    """A profile with its weapons by name, its hits, what it carries, its traits.

    Rule: EE-VEHICLE-3, EE-TRANSPORT-3
    """
    *numbers, _weapons, origin = profile_row(locale, one)
    notes = [locale.gettext(_TRAITS[trait]) for trait in one.traits if trait != "transport"]
    if one.hits > 1:
        notes.insert(0, locale.say(N_("{hits} hits"), hits=one.hits))
    if one.has("transport"):
        many = "?" if one.capacity is None else one.capacity
        notes.append(locale.say(N_("carries {many}"), many=many))
    arms = ", ".join(named.get(id, id) for id in one.weapons)
    return (*numbers, arms or "-", ", ".join(notes), origin)


def _weapon(locale: Locale, one: Weapon) -> tuple[str, ...]:
    _id, name, *numbers, origin = weapon_row(locale, one)
    notes = locale.gettext(N_("barrage: needs no sight")) if one.barrage else ""
    return (name, *numbers, notes, origin)


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

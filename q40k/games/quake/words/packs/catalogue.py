"""What of the packs can be read about before it is chosen: champions, weapons, tokens, mods, arenas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, get_args

from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.models import Mod
from q40k.games.quake.packs.tokens import Category
from q40k.games.quake.words.bonus import bonus_kind, category_name
from q40k.games.quake.words.champion import card as champion_card
from q40k.games.quake.words.champion import weapon_line
from q40k.games.quake.words.packs.arenas import players, scenery, size, temper
from q40k.games.quake.words.packs.mods import explain
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import Locale, with_label

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library


def list_catalogue(locale: Locale, library: Library) -> Iterator[CatalogueEntry]:
    """Yield everything with a card of its own, the champions first."""
    locale = locale.of(WORDS.locales)
    for champion in library.champions.values():
        names = (locale.name_of(champion.name), champion.id, *champion.aka)
        yield CatalogueEntry(names, partial(champion_card, locale, champion, library))
    for mod in library.mods.values():
        yield CatalogueEntry((locale.name_of(mod.name), mod.id), partial(_mod_lines, locale, mod))
    for arena in library.arenas.values():
        yield CatalogueEntry((locale.name_of(arena.name), arena.id), partial(_arena_lines, locale, arena))
    for tables in library.bonus_tables.values():
        for category in get_args(Category):
            for roll, kind in tables.table(category).items():
                lines = [with_label(locale, category_name(locale, category), bonus_kind(locale, kind))]
                yield CatalogueEntry((locale.name_of(kind.name), f"{category}-{roll}"), partial(iter, lines))
    for weapon in library.weapons.values():
        lines = [weapon_line(locale, weapon)]
        yield CatalogueEntry((locale.name_of(weapon.name), weapon.id), partial(iter, lines))


def _mod_lines(locale: Locale, mod: Mod) -> Iterable[str]:
    yield with_label(locale, locale.name_of(mod.name), locale.name_of(mod.text))
    for chapter in explain(locale, mod):
        yield chapter.title
        yield from chapter.lines


def _arena_lines(locale: Locale, arena: Arena) -> Iterable[str]:
    yield ", ".join((locale.name_of(arena.name), size(locale, arena), players(locale, arena), temper(locale, arena)))
    yield locale.name_of(arena.note)
    for kind in scenery(locale, arena):
        yield with_label(locale, kind.name, kind.does)

"""The rules of a mod in short: its goal, the phases, portals, bonuses, moves, on two pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.quake.packs.tokens import Category
from q40k.games.quake.prints.chapters import chapters
from q40k.games.quake.prints.wish import Wish
from q40k.games.quake.words.bonus import bonus_kind, category_name
from q40k.games.quake.words.packs.mods import explain
from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.i18n.locale import N_
from q40k.i18n.sentences import capital
from q40k.prints.sheets import Block, Sheet, chapter, fit_pages

_CATEGORIES: Final[tuple[Category, ...]] = ("equipment", "weapon", "special")
_SIZES: Final = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""The letter sizes to try, in points, until the rules fit their pages."""
_PAGES: Final = 2


def rules(wish: Wish) -> list[Sheet]:
    """Return the rules in short on two pages: the mod, the phases and each chapter.

    Rule: TURN-1, PORTAL-1, PORTAL-2, PORTAL-6, BONUS-1, MOVE-3, MOVE-4, MOVE-5, BARREL-2
    """
    locale = wish.locale
    title = locale.say(N_("Quake 40K in short: {mod}"), mod=locale.name_of(wish.mod.name))
    return fit_pages(title, _blocks(wish), wish.frame, _SIZES, pages=_PAGES)


def _blocks(wish: Wish) -> Iterator[Block]:
    locale, mod = wish.locale, wish.mod
    barrels = wish.arena is not None and bool(wish.arena.barrels)
    chapters_of_mod = [(part.title, part.lines) for part in explain(locale, mod, agreed=False)]
    chapters_of_mod += [
        (locale.gettext(head), tuple(map(locale.gettext, lines)))
        for head, lines in chapters(mod, barrels=barrels)
    ]
    for head, lines in (
        *chapters_of_mod[:4],
        *phases_of(locale, alone=False),
        *chapters_of_mod[4:],
    ):
        yield from chapter(head, lines)
    for category in _CATEGORIES if mod.has("bonus") else ():
        table = wish.tables.table(category)
        dice = N_("{category}: a D6") if max(map(len, table), default=1) == 1 else _TWO_DICE
        named = locale.say(dice, category=category_name(locale, category))
        yield Block(capital(named), heading=True)
        for roll, kind in table.items():
            yield Block(bonus_kind(locale, kind), sign=roll)
    yield from chapter(locale.gettext(N_("Whose game it is")), credits_of(locale))


_TWO_DICE: Final = N_("{category}: D3, then D6")

"""The rules of a mod in short: its goal, the phases, portals, bonuses, moves, on two pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.quake.packs.mods import RuleName
from q40k.games.quake.packs.tokens import Category
from q40k.games.quake.prints.wish import Wish
from q40k.games.quake.words.bonus import bonus_kind, category_name
from q40k.games.quake.words.packs.mods import explain
from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.i18n.locale import N_
from q40k.prints.sheets import Block, Sheet, fitted

_CATEGORIES: Final[tuple[Category, ...]] = ("equipment", "weapon", "special")
_SIZES: Final = (9.5, 9, 8.5, 8, 7.5, 7)
"""Of letters, the largest first: those with which the rules fit their pages."""
_PAGES: Final = 2

_PORTALS: Final = (
    N_("Wholly on a portal in your movement: a D6. 1 to 5: you come out there; 6: you choose."),
    N_("You come out in the portal or within 1 in of it. The same portal again: you are dust."),
    N_("Whoever stands wholly in it dies by telefrag: an accident, nobody scores."),
    N_("In a portal: in cover, and a 5+ invulnerable save."),
    N_("Again through the portal just left by: 3 in of movement."),
)
_BONUSES: Final = (
    N_("Walk over a token, then roll: a D3 and a D6, for a special one a D6. One at a time, until"
       " death; then it goes home."),
    N_("A trap is spent at once and stays with who sprang it."),
)  # fmt: skip
_SPECIAL_MOVES: Final = (
    N_("Jump down: 2D6, keep the best; the height or more is safe. Less: a hit of that strength,"
       " no armour save."),
    N_("Leap a gap: 3D6, keep the best; part of the base over: 4+ holds on."),
    N_("Swim: a D6 in inches; a 1 drowns."),
    N_("Flying does not pass through walls, nor over what is more than 12 in high."),
)  # fmt: skip
_BARRELS: Final = (
    N_("Shot and hit: a D6. 1 to 5: ordnance, S5 AP4. 6: roll again."),
    N_("1 to 3: plasma, ordnance S7 AP2, partly under it on 4+. 4: two barrels. 5: napalm stays."
       " 6: vortex."),
    N_("A barrel touched by an explosion explodes; the kills are the shooter’s."),
)  # fmt: skip
_CHAPTERS: Final[tuple[tuple[str, RuleName | None, tuple[str, ...]], ...]] = (
    (N_("Portals"), "portals", _PORTALS),
    (N_("Bonus tokens"), "bonus", _BONUSES),
    (N_("Special moves"), None, _SPECIAL_MOVES),
    (N_("Barrels"), "barrels", _BARRELS),
)
"""Chapters of the rules, with the rule of a mod without which they mean nothing."""


def rules(wish: Wish) -> list[Sheet]:
    """The rules in short on two pages: the mod, the phases, portals, bonuses, moves, barrels.

    Rule: TURN-1, PORTAL-1, PORTAL-2, PORTAL-6, BONUS-1, MOVE-3, MOVE-4, MOVE-5, BARREL-2
    """
    locale = wish.locale
    title = locale.say(N_("Quake 40K in short: {mod}"), mod=locale.said(wish.mod.name))
    return fitted(title, _blocks(wish), wish.frame, _SIZES, pages=_PAGES)


def _blocks(wish: Wish) -> Iterator[Block]:
    locale = wish.locale
    for chapter in explain(locale, wish.mod, agreed=False):
        yield Block(chapter.title, heading=True)
        for line in chapter.lines:
            yield Block(line, sign="·")
    for head, lines in (*phases_of(locale), *_chapters(wish)):
        yield Block(head, heading=True)
        for line in lines:
            yield Block(line, sign="·")
    for category in _CATEGORIES if wish.mod.has("bonus") else ():
        yield Block(category_name(locale, category).capitalize(), heading=True)
        for roll, kind in wish.tables.table(category).items():
            yield Block(bonus_kind(locale, kind), sign=roll)
    for line in credits_of(locale):
        yield Block(line)


def _chapters(wish: Wish) -> Iterator[tuple[str, list[str]]]:
    """The chapters that this mod needs, and barrels where the arena has some."""
    barrels = wish.arena is not None and bool(wish.arena.barrels)
    for head, rule, lines in _CHAPTERS:
        if rule is None or wish.mod.has(rule) or (rule == "barrels" and barrels):
            yield wish.locale.gettext(head), [wish.locale.gettext(line) for line in lines]

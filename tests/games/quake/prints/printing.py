"""Sheets of Quake 40K made for a test, and read back."""

from __future__ import annotations

from functools import cache

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.prints.offer import PRINTS, Fielded, Wish
from q40k.games.quake.words.wording import WORDS
from q40k.games.w40k3e.gear import weapon_lines
from q40k.i18n.locale import Locale
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from tests.prints.reading import Read, pages

INCH = 25.4
NEAR = 0.2


@cache
def library() -> Library:
    return load()


def wish(mod: str = "deathmatch", language: str = "en", **options: object) -> Wish:
    shipped = library()
    arguments = {"paper": PAPERS["a4"], **options}
    return Wish(Locale(language, WORDS.locales), library=shipped, mod=shipped.mods[mod], **arguments)  # type: ignore[arg-type]


def print_pages(kind: str, order: Wish) -> list[Read]:
    return pages(make_pdf(PRINTS.kinds[kind].make(order), order.paper, order.locale, measured=order.measured))


def round_ones(read: list[Read], across: float) -> int:
    """How many shapes are so wide and so high."""
    return sum(
        abs(shape.wide - across) < NEAR and abs(shape.high - across) < NEAR for page in read for shape in page.shapes
    )


def field_champions(*names: str) -> tuple[Fielded, ...]:
    shipped = library()
    champions = (shipped.champions[name] for name in names)
    return tuple(
        Fielded(
            champion.name.en,
            champion,
            weapon_lines(champion.weapons, shipped.weapons, shipped.gear),
            shipped.traits_of(champion),
        )
        for champion in champions
    )


def words_of(read: list[Read]) -> str:
    return "\n".join(page.words for page in read)

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


def wish(mod: str = "deathmatch", language: str = "en", **said: object) -> Wish:
    known = library()
    arguments = {"paper": PAPERS["a4"], **said}
    return Wish(Locale(language, WORDS.locales), known, mod=known.mods[mod], **arguments)  # type: ignore[arg-type]


def printed(kind: str, wanted: Wish) -> list[Read]:
    return pages(make_pdf(PRINTS.kinds[kind].make(wanted), wanted.paper, wanted.locale, measured=wanted.measured))


def round_ones(read: list[Read], across: float) -> int:
    """How many shapes are so wide and so high."""
    return sum(
        abs(shape.wide - across) < NEAR and abs(shape.high - across) < NEAR for page in read for shape in page.shapes
    )


def fielded(*names: str) -> tuple[Fielded, ...]:
    known = library()
    champions = (known.champions[name] for name in names)
    return tuple(
        Fielded(
            champion.name.en,
            champion,
            weapon_lines(champion.weapons, known.weapons, known.gear),
            known.traits_of(champion),
        )
        for champion in champions
    )


def words_of(read: list[Read]) -> str:
    return "\n".join(page.words for page in read)

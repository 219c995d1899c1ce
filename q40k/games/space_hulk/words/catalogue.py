"""What of the packs can be read about before it is chosen: the missions."""

from collections.abc import Iterator
from functools import partial

from q40k.games.space_hulk.words.missions import mission_lines
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import Locale
from q40k.packs.library import Library


def list_catalogue(locale: Locale, library: Library) -> Iterator[CatalogueEntry]:
    """Yield every mission; its board is told by places once it is laid out."""
    locale = locale.of(WORDS.locales)
    for mission in library.of_kind("missions").values():
        names = (locale.name_of(mission.name), mission.id)
        yield CatalogueEntry(names, partial(mission_lines, locale, mission, None))

"""Write the arenas as a page of the manual: run as a module it prints docs/arenas.md."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.cli.streams import echo_text
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.words.packs.arenas import card
from q40k.i18n.locale import Locale

ABOUT = (
    "{number} tables to build from what a household has, as `q40k arena show ID` shows them; the"
    " smallest first. This page is made from the data"
    " (`python -m q40k.games.quake.cli.manual_arenas > docs/arenas.md`)."
    " `q40k arena draw ID --out FILE.svg`"
    " draws one to scale, to print and build by; [packs.md](packs.md) tells how to make your own."
)


def page(library: Library) -> str:
    """Return the whole page."""
    return "\n".join(_page(library)) + "\n"


def _page(library: Library) -> Iterator[str]:
    locale = Locale("en")
    arenas = sorted(library.arenas.values(), key=lambda arena_: (arena_.tiles, arena_.id))
    yield "# The arenas"
    yield ""
    yield ABOUT.format(number=len(arenas))
    for arena in arenas:
        title, *lines = card(locale, arena)
        yield ""
        yield f"## {title}"
        yield ""
        yield "```text"
        yield from lines
        yield "```"


if __name__ == "__main__":
    echo_text(page(load(only=["arenas"])))

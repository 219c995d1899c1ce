"""Write two pages of the manual: `python -m` with `champions` or `arenas` prints docs/….md."""

import sys
from collections.abc import Iterator

from q40k.cli.say import echo_text
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.models import Champion, Trait
from q40k.games.quake.words.champion import army_name, item_name, role_name, unit_type_name
from q40k.games.quake.words.packs.arenas import card
from q40k.games.quake.words.wording import WORDS, certainty_name
from q40k.i18n.locale import Locale

CHAMPIONS_ABOUT = (
    "{number} figures of the 3rd edition, as the packs hold them. This page is made from the"
    " data (`python -m q40k.games.quake.cli.manual champions > docs/champions.md`).\n\n"
    "The profile is WS BS S T W I A Ld, then the armour save and the invulnerable save."
    " `q40k champion show ID`"
    " lists options and their prices. Unknown values (a squad’s"
    " numbers, a price) are left out, and the table decides. The pack names the source of each figure"
    " (`source`) and what is unsure about it (`doubts`); the card shows the doubts."
)
HEAD = (
    "| champion | in French | points | profile | moves | type | carries | traits | squad | sure? |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def champions_page(library: Library) -> str:
    """Return the page of the champions."""
    return "\n".join(_champion_lines(library)) + "\n"


def _champion_lines(library: Library) -> Iterator[str]:
    locale, french = Locale("en"), Locale("fr", WORDS.locales)
    champions = list(library.champions.values())
    yield "# The champions"
    yield ""
    yield CHAMPIONS_ABOUT.format(number=len(champions))
    for army in dict.fromkeys(champion.army for champion in champions):
        yield ""
        yield f"## {army_name(locale, army)} · {army_name(french, army)}"
        yield ""
        yield from HEAD
        for champion in champions:
            if champion.army == army:
                yield _row(locale, library, champion)


def _row(locale: Locale, library: Library, champion: Champion) -> str:
    stats = (champion.ws, champion.bs, champion.s, champion.t, champion.w, champion.i, champion.a, champion.ld)
    profile = " ".join(map(str, stats)) + f" · {_save(champion.sv)} · {_save(champion.inv)}"
    least = champion.squad.least if champion.squad else None
    role = role_name(locale, champion.role)
    cells = (
        f"{champion.name.en} `{champion.id}`",
        champion.name.fr,
        str(champion.points),
        profile,
        f"{champion.move_inches} in",
        unit_type_name(locale, champion.unit_type),
        ", ".join(item_name(locale, library, item) for item in champion.weapons) or "-",
        ", ".join(locale.name_of(trait.name) for trait in _acting(library, champion)) or "-",
        f"{role}, at least {least}" if least else role,
        certainty_name(locale, champion.certainty) + ("" if champion.official else ", not official"),
    )
    return "| " + " | ".join(cells) + " |"


def _acting(library: Library, champion: Champion) -> Iterator[Trait]:
    """Return the traits that do anything here, or that the table plays."""
    return (trait for trait in library.traits_of(champion) if trait.acts)


def _save(roll: int | None) -> str:
    return f"{roll}+" if roll else "-"


# -- the arenas ------------------------------------------------------------------------------------


ARENAS_ABOUT = (
    "{number} tables to build from household objects, the smallest first, as `q40k arena show ID`"
    " shows them. This page is made from the data"
    " (`python -m q40k.games.quake.cli.manual arenas > docs/arenas.md`)."
    " `q40k arena draw ID --out FILE.svg`"
    " draws a table to scale, to print and build from; [packs.md](packs.md) says how to make your own."
)


def arenas_page(library: Library) -> str:
    """Return the page of the arenas."""
    return "\n".join(_arena_lines(library)) + "\n"


def _arena_lines(library: Library) -> Iterator[str]:
    locale = Locale("en")
    arenas = sorted(library.arenas.values(), key=lambda arena_: (arena_.tiles, arena_.id))
    yield "# The arenas"
    yield ""
    yield ARENAS_ABOUT.format(number=len(arenas))
    for arena in arenas:
        title, *lines = card(locale, arena)
        yield ""
        yield f"## {title}"
        yield ""
        yield "```text"
        yield from lines
        yield "```"


if __name__ == "__main__":
    if sys.argv[1:] == ["arenas"]:
        echo_text(arenas_page(load(only=["arenas"])))
    else:
        echo_text(champions_page(load()))

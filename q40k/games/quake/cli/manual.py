"""Write two pages of the manual: `python -m` with `champions` or `arenas` prints docs/….md.

The site makes them in French also.
"""

import sys
from collections.abc import Iterator

from q40k.cli.say import N_, echo_text
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.words.champion import army_name, item_name, role_name, unit_type_name
from q40k.games.quake.words.packs.arenas import card
from q40k.games.quake.words.wording import WORDS, certainty_name
from q40k.i18n.locale import Locale

CHAMPIONS_ABOUT = N_(
    "{number} figures of the 3rd edition, as the packs hold them. This page is made from the"
    " data (`python -m q40k.games.quake.cli.manual champions > docs/champions.md`).\n\n"
    "The profile is WS BS S T W I A Ld, then the armour save and the invulnerable save."
    " `q40k champion show ID`"
    " lists options and their prices. Unknown values (a squad’s"
    " numbers, a price) are left out, and the table decides. The pack names the source of each figure"
    " (`source`) and what is unsure about it (`doubts`); the card shows the doubts."
)
HEAD = N_("champion | in French | points | profile | moves | type | carries | traits | squad | sure?")
OTHER = {"en": "fr", "fr": "en"}


def champions_page(library: Library, language: str = "en") -> str:
    """Return the page of the champions in a language, with their names in the other one."""
    return "\n".join(_champion_lines(library, language)) + "\n"


def _champion_lines(library: Library, language: str) -> Iterator[str]:
    locale, other = Locale(language, WORDS.locales), Locale(OTHER[language], WORDS.locales)
    champions = list(library.champions.values())
    yield "# " + locale.gettext(N_("The champions"))
    yield ""
    yield locale.gettext(CHAMPIONS_ABOUT).format(number=len(champions))
    for army in dict.fromkeys(champion.army for champion in champions):
        yield ""
        yield f"## {army_name(locale, army)} · {army_name(other, army)}"
        yield ""
        yield f"| {locale.gettext(HEAD)} |"
        yield "|---" * 10 + "|"
        for champion in champions:
            if champion.army == army:
                yield _row(locale, other, library, champion)


def _row(locale: Locale, other: Locale, library: Library, champion: Champion) -> str:
    _ = locale.gettext
    stats = (champion.ws, champion.bs, champion.s, champion.t, champion.w, champion.i, champion.a, champion.ld)
    profile = " ".join(map(str, stats)) + f" · {_save(champion.sv)} · {_save(champion.inv)}"
    least = champion.squad.least if champion.squad else None
    role = role_name(locale, champion.role)
    cells = (
        f"{locale.name_of(champion.name)} `{champion.id}`",
        other.name_of(champion.name),
        str(champion.points),
        profile,
        locale.inches(champion.move_inches),
        unit_type_name(locale, champion.unit_type),
        ", ".join(item_name(locale, library, item) for item in champion.weapons) or "-",
        ", ".join(locale.name_of(trait.name) for trait in library.traits_of(champion) if trait.acts) or "-",
        _(N_("{role}, at least {least}")).format(role=role, least=least) if least else role,
        certainty_name(locale, champion.certainty) + ("" if champion.official else _(N_(", not official"))),
    )
    return "| " + " | ".join(cells) + " |"


def _save(roll: int | None) -> str:
    return f"{roll}+" if roll else "-"


# -- the arenas ------------------------------------------------------------------------------------


ARENAS_ABOUT = N_(
    "{number} tables to build from household objects, the smallest first, as `q40k arena show ID`"
    " shows them. This page is made from the data"
    " (`python -m q40k.games.quake.cli.manual arenas > docs/arenas.md`)."
    " `q40k arena draw ID --out FILE.svg`"
    " draws a table to scale, to print and build from; [packs.md](packs.md) says how to make your own."
)


def arenas_page(library: Library, language: str = "en") -> str:
    """Return the page of the arenas in a language."""
    return "\n".join(_arena_lines(library, language)) + "\n"


def _arena_lines(library: Library, language: str) -> Iterator[str]:
    locale = Locale(language, WORDS.locales)
    arenas = sorted(library.arenas.values(), key=lambda arena_: (arena_.tiles, arena_.id))
    yield "# " + locale.gettext(N_("The arenas"))
    yield ""
    yield locale.gettext(ARENAS_ABOUT).format(number=len(arenas))
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

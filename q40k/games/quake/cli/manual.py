"""Write the champions as a page of the manual: run as a module it prints docs/champions.md."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.cli.streams import echo_text
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.models import Champion, Trait
from q40k.games.quake.words.champion import army_name, item_name, role_name, unit_type_name
from q40k.games.quake.words.wording import WORDS, certainty_name
from q40k.i18n.locale import Locale

ABOUT = (
    "{number} figures of the third edition, as the packs hold them. This page is made from the"
    " data (`python -m q40k.games.quake.cli.manual > docs/champions.md`).\n\nThe profile is WS BS"
    " S T W I A Ld, then the armour save and the invulnerable save. `q40k champion show ID`"
    " tells options and their prices. What is not known (a squad’s"
    " numbers, a price) is left out, and the table decides. Where each figure is from"
    " stands in the pack, as `source`; what is unsure of it as `doubts`, which its card tells."
)
HEAD = (
    "| champion | in French | points | profile | moves | type | carries | traits | squad | sure? |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def page(library: Library) -> str:
    """Return the whole page."""
    return "\n".join(_page(library)) + "\n"


def _page(library: Library) -> Iterator[str]:
    locale, french = Locale("en"), Locale("fr", WORDS.locales)
    champions = list(library.champions.values())
    yield "# The champions"
    yield ""
    yield ABOUT.format(number=len(champions))
    for army in dict.fromkeys(champion.army for champion in champions):
        yield ""
        yield f"## {army_name(locale, army)} · {army_name(french, army)}"
        yield ""
        yield from HEAD
        for champion in champions:
            if champion.army == army:
                yield _row(locale, library, champion)


def _row(locale: Locale, library: Library, champion: Champion) -> str:
    stats = (
        champion.ws,
        champion.bs,
        champion.s,
        champion.t,
        champion.w,
        champion.i,
        champion.a,
        champion.ld,
    )
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
        certainty_name(locale, champion.certainty)
        + ("" if champion.official else ", not official"),
    )
    return "| " + " | ".join(cells) + " |"


def _acting(library: Library, champion: Champion) -> Iterator[Trait]:
    """Return the traits that do anything here, or that the table plays."""
    return (trait for trait in library.traits_of(champion) if trait.acts)


def _save(roll: int | None) -> str:
    return f"{roll}+" if roll else "-"


if __name__ == "__main__":
    echo_text(page(load()))

"""What of the packs can be read about before it is chosen: armies, figures, weapons, scenarios."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from q40k.games.epic.packs.armies import ArmyList
from q40k.games.epic.words import packs
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import N_, Locale, with_label
from q40k.packs.library import Library


def list_catalogue(locale: Locale, library: Library) -> Iterator[CatalogueEntry]:
    """Yield everything with a card of its own, the armies first."""
    locale = locale.of(WORDS.locales)
    for army in library.of_kind("armies").values():
        names = (locale.name_of(army.name), army.id)
        yield CatalogueEntry(names, partial(_army_lines, locale, library, army))
    for scenario in library.of_kind("scenarios").values():
        names = (locale.name_of(scenario.name), scenario.id)
        yield CatalogueEntry(names, partial(packs.scenario_lines, locale, scenario))
    for profile in library.of_kind("profiles").values():
        lines = [_row_text(locale, packs.PROFILE_HEAD, packs.profile_row(locale, profile))]
        yield CatalogueEntry((locale.name_of(profile.name), profile.id), partial(iter, lines))
    for weapon in library.of_kind("weapons").values():
        lines = [_row_text(locale, packs.WEAPON_HEAD[1:], packs.weapon_row(locale, weapon)[1:])]
        yield CatalogueEntry((locale.name_of(weapon.name), weapon.id), partial(iter, lines))


def _army_lines(locale: Locale, library: Library, army: ArmyList) -> Iterable[str]:
    profiles = library.of_kind("profiles")
    yield locale.name_of(army.name)
    yield from packs.army_lines(locale, army)
    for formation in army.formations:
        members = packs.members(locale, formation.figures, profiles)
        price = packs.points(locale, army, formation, profiles)
        texts = (members, locale.say(N_("{points} points, {most} at most"), points=price, most=formation.most))
        yield with_label(locale, locale.name_of(formation.name), ", ".join(texts))
    own = [profile for profile in profiles.values() if profile.army == army.id]
    if own:
        figures = ", ".join(f"{locale.name_of(profile.name)} {profile.id}" for profile in own)
        yield locale.say(N_("Figures, with the words that are typed: {figures}"), figures=figures)


def _row_text(locale: Locale, heads: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row of a table with each value after its word."""
    words = [f"{locale.gettext(head)} {cell}" for head, cell in zip(heads[1:], cells[1:], strict=True) if cell != "-"]
    return with_label(locale, cells[0], ", ".join(words))

"""Names: sides by theirs, formations and figures by their ids, orders and terrain in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from q40k.games.epic.packs.models import Troop
from q40k.games.epic.rules.state import Formation, Match
from q40k.i18n.locale import N_, Locale, in_context

ORDERS = {
    "advance": in_context("order", "Advance"),
    "charge": in_context("order", "Charge"),
    "first-fire": in_context("order", "First Fire"),
    "retreat": in_context("order", "Retreat"),
}
TERRAIN = {
    "fortification": N_("fortification"),
    "building": N_("building"),
    "ruins": N_("ruins"),
    "wood": N_("wood"),
    "marsh": N_("marsh"),
    "river": N_("river"),
    "open": N_("open ground"),
}
EDGES = {
    "south": in_context("edge", "south"),
    "north": in_context("edge", "north"),
    "west": in_context("edge", "west"),
    "east": in_context("edge", "east"),
}
FACINGS = {"front": N_("from the front"), "side": N_("from the side"), "rear": N_("from the rear")}


def side_name(state: Match, side: str | None) -> str:
    """The name of a side; the id itself for one the match does not know."""
    known = state.sides.get(side or "")
    return known.name if known else side or "-"


def side_of(state: Match, formation: str) -> str:
    """The name of the side that a formation belongs to."""
    known = state.formations.get(formation)
    return side_name(state, known.side) if known else "-"


def order_name(locale: Locale, order: str) -> str:
    """An order, as its chip says it."""
    return locale.pgettext(*ORDERS[order]) if order in ORDERS else order


def terrain_name(locale: Locale, kind: str) -> str:
    """A kind of terrain."""
    return locale.gettext(TERRAIN.get(kind, kind))


def edge_name(locale: Locale, edge: str) -> str:
    """An edge of the table."""
    return locale.pgettext(*EDGES[edge]) if edge in EDGES else edge


def cm(locale: Locale, length: float) -> str:
    """A length: 12.5 cm."""
    return locale.say(N_("{number} cm"), number=locale.number(length))


def percent(locale: Locale, share: str) -> str:
    """A share, written as a fraction, in percent."""
    return locale.percent(Fraction(share))


def troops_name(locale: Locale, troops: Iterable[Troop]) -> str:
    """What a formation consists of: "5 Tactical Marine and 1 Chaplain"."""
    return locale.join_and(f"{one.n} {locale.name_of(one.profile.name)}" for one in troops)


def what_it_is(locale: Locale, one: Formation) -> str:
    """A formation in a word: the figures it has most of."""
    return locale.name_of(max(one.troops, key=lambda troop: troop.n).profile.name)


def figures_name(locale: Locale, figures: Sequence[str]) -> str:
    """Figures by their ids; several of one formation as "M/1, 3 and 4"."""
    groups: dict[str, list[str]] = {}
    for figure in figures:
        formation, _, number = figure.partition("/")
        groups.setdefault(formation, []).append(number)
    return locale.join_and(f"{formation}/{'+'.join(ones)}" for formation, ones in groups.items())


def counted(figures: Iterable[str]) -> Counter[str]:
    """How many figures of each formation are meant."""
    return Counter(figure.partition("/")[0] for figure in figures)


def of_player(_locale: Locale, command: Any) -> str:
    """The side a command is about."""
    return str(command.player)


def of_formation(_locale: Locale, command: Any) -> str:
    """The formation a command is about."""
    return str(command.formation)

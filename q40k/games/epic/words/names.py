"""Names: sides by name, formations and figures by id, orders and terrain in words."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from q40k.games.epic.packs.profiles import Troop
from q40k.games.epic.packs.scenarios import Objective, Terrain
from q40k.games.epic.state.match import Formation, Match
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
    """Return the name of a side; the id itself for a side unknown to the match."""
    entry = state.sides.get(side or "")
    return entry.name if entry else side or "-"


def side_of(state: Match, formation: str) -> str:
    """Return the name of the side that a formation belongs to."""
    entry = state.formations.get(formation)
    return side_name(state, entry.side) if entry else "-"


def order_name(locale: Locale, order: str) -> str:
    """Return an order as its chip says it."""
    return locale.pgettext(*ORDERS[order]) if order in ORDERS else order


def terrain_name(locale: Locale, kind: str) -> str:
    """Return a kind of terrain in words."""
    return locale.gettext(TERRAIN.get(kind, kind))


def place_name(locale: Locale, place: Terrain | Objective) -> str:
    """Return the name of a piece of terrain or of an objective; its id if it has none."""
    return place.id if place.name is None else locale.name_of(place.name)


def objective_name(locale: Locale, state: Match, id: str) -> str:
    """Return the name of an objective of the match."""
    objectives = state.scenario.objectives if state.setup.scenario is not None else ()
    return next((place_name(locale, objective) for objective in objectives if objective.id == id), id)


def edge_name(locale: Locale, edge: str) -> str:
    """Return an edge of the table in words."""
    return locale.pgettext(*EDGES[edge]) if edge in EDGES else edge


def cm(locale: Locale, length: float) -> str:
    """Return a length in words: 12.5 cm."""
    return locale.say(N_("{number} cm"), number=locale.number(length))


def percent(locale: Locale, share: str) -> str:
    """Return a share, written as a fraction, in percent."""
    return locale.percent(Fraction(share))


def troops_name(locale: Locale, troops: Iterable[Troop]) -> str:
    """Return what a formation consists of: "5 × Tactical Marine and 1 × Chaplain"."""
    return locale.join_and(f"{troop.n} × {locale.name_of(troop.profile.name)}" for troop in troops)


def formation_type(locale: Locale, formation: Formation) -> str:
    """Return a formation in a word: its most numerous figures."""
    return locale.name_of(max(formation.troops, key=lambda troop: troop.n).profile.name)


def figures_name(locale: Locale, figures: Sequence[str]) -> str:
    """Return figures by their ids; several of one formation as "M/1+3+4"."""
    groups: dict[str, list[str]] = {}
    for figure in figures:
        formation, _, number = figure.partition("/")
        groups.setdefault(formation, []).append(number)
    return locale.join_and(f"{formation}/{'+'.join(numbers)}" for formation, numbers in groups.items())

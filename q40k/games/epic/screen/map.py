"""What is said of the map: the legend, and what stands at a place."""

from __future__ import annotations

from q40k.games.epic.rules.ground.shapes import inside
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.screen.picking import standing_line
from q40k.games.epic.table.scene import MARKS, scene
from q40k.games.epic.words.names import order_name, side_name, terrain_name
from q40k.geometry.scene import Piece
from q40k.geometry.spots import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.parts import Layer, MapParts, Sample


def legend(locale: Locale, state: Match) -> tuple[Sample, ...]:
    """The terrain there is, and the marks of the orders."""
    kinds = dict.fromkeys(one.kind for one in state.scenario.terrain)
    terrain = (Sample(terrain_name(locale, kind), area=kind) for kind in kinds)
    orders = (Sample(order_name(locale, order), mark, "order") for order, mark in MARKS.items())
    objective = Sample(locale.gettext(N_("objective")), "o", "objective")
    return (*terrain, *orders, *((objective,) if state.scenario.objectives else ()))


def explain(locale: Locale) -> str:
    """What F1 says of the map."""
    return locale.gettext(
        N_("The formations with the marks of their orders. No distance is told before a volley.")
    )


def told(desk: Desk, at: Spot, reach_cm: float) -> list[str]:
    """What stands at a place, and in which terrain."""
    state, locale = desk.state, desk.locale
    made = scene(state)
    found = made.nearest(at, reach_cm) if made else None
    lines = []
    if isinstance(found, Piece):
        formation = state.formations[state.figures[found.id].formation]
        name = locale.name_of(state.profile(found.id).name)
        side = side_name(state, formation.side)
        lines.append(f"{found.id} {name} · {side} · {standing_line(locale, state, formation)}")
    kinds = dict.fromkeys(one.kind for one in state.scenario.terrain if inside(one, at))
    return [*lines, *(terrain_name(locale, kind) for kind in kinds)]


def actor(desk: Desk) -> tuple[str | None, Spot | None]:
    """The first figure on the table of the side whose go it is."""
    state = desk.state
    for id, one in state.figures.items():
        if state.side_of(id) == state.play.active and one.on_table and one.position.at:
            return id, (one.position.at[0], one.position.at[1])
    return None, None


PARTS = MapParts(
    layers=(
        Layer("orders", N_("orders")),
        Layer("formations", N_("outlines")),
        Layer("zones", N_("zones")),
        Layer("objectives", N_("objectives")),
    ),
    legend=legend,
    explain=explain,
    describe=told,
    actor=actor,
)

"""What the map page says: the legend, and what is at a position."""

from q40k.games.epic.packs.scenarios import Terrain
from q40k.games.epic.screen.base import Desk, enemies_of, standing_line
from q40k.games.epic.state.ground import spot_of
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import find_sight, is_inside
from q40k.games.epic.table.places import middle_of
from q40k.games.epic.table.scene import FIGURE, MARKS, is_bridge, scene
from q40k.games.epic.words.card import formation_line
from q40k.games.epic.words.names import objective_name, order_name, side_name, terrain_name
from q40k.geometry.scene import Mark, Piece
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale, with_label
from q40k.tabletop.colours import seat_colour
from q40k.tui.map.parts import Layer, MapParts, Sample


class TableMap(MapParts):
    """The map of a table."""

    layers = (
        Layer("orders", N_("orders")),
        Layer("formations", N_("outlines")),
        Layer("zones", N_("zones")),
        Layer("objectives", N_("objectives")),
    )

    def legend(self, locale: Locale, state: Match) -> tuple[Sample, ...]:
        """Return the terrain on the table, the marks of the orders, objectives with their reach, figures."""
        _, scenario = locale.gettext, state.scenario
        bridges = [piece for piece in scenario.terrain if is_bridge(state, piece)]
        kinds = dict.fromkeys(piece.kind for piece in scenario.terrain if piece not in bridges)
        samples = [Sample(terrain_name(locale, kind), area=kind) for kind in kinds]
        samples += [Sample(_("bridge"), area="bridge")] * bool(bridges)
        samples += [Sample(order_name(locale, order), mark, "order") for order, mark in MARKS.items()]
        if scenario.objectives:
            samples += [
                Sample(_("objective"), "o", "objective", art="target"),
                Sample(_("its reach"), "○", "reach", art="circle"),
            ]
        samples.append(Sample(_("where a side sets up"), area="zone"))
        for number, side in enumerate(state.sides.values()):
            samples.append(Sample(side.name, FIGURE[number], colour=seat_colour(number)))
        return tuple(samples)

    def explain(self, locale: Locale) -> str:
        """Return what F1 says about the map."""
        return locale.gettext(
            N_("The formations with the marks of their orders. No distance is shown before a volley.")
        )

    def overview(self, locale: Locale, state: Match) -> list[str]:
        """Return the field by formations, with the terrain and the objectives."""
        lines = [line for formation in state.formations for line in _formation_lines(locale, state, formation)]
        for piece in state.scenario.terrain:
            corners = piece.polygon if piece.circle is None else (piece.circle.at,)
            name = locale.gettext(N_("bridge")) if is_bridge(state, piece) else _terrain_line(locale, piece)
            lines.append(with_label(locale, name, _place_text(locale, middle_of(corners))))
        for objective in state.scenario.objectives:
            at = (float(objective.at[0]), float(objective.at[1]))
            lines.append(with_label(locale, objective_name(locale, state, objective.id), _place_text(locale, at)))
        return [*lines, *(_zone_line(locale, state.scenario.zone(edge)) for edge in state.scenario.edges)]

    def stands(self, desk: Desk, figure: str) -> str:
        """Return where a formation is, or all of a side."""
        state = desk.state
        names = [formation.id for formation in state.of_side(figure)] if figure in state.sides else [figure]
        return desk.locale.join_clauses(
            line for id in names if id in state.formations for line in _formation_lines(desk.locale, state, id)
        )

    def describe(self, desk: Desk, at: Spot, reach_cm: float) -> list[str]:
        """Return what is at a position, and in which terrain."""
        state, locale = desk.state, desk.locale
        drawn = scene(state)
        hit = drawn.nearest(at, reach_cm) if drawn else None
        lines = []
        if isinstance(hit, Piece):
            formation = state.formations[state.figures[hit.id].formation]
            name = locale.name_of(state.profile(hit.id).name)
            side = side_name(state, formation.side)
            lines.append(f"{hit.id} {name} · {side} · {standing_line(locale, state, formation)}")
        if isinstance(hit, Mark):
            lines.append(objective_name(locale, state, hit.id))
        pieces = (piece for piece in state.scenario.terrain if is_inside(piece, at))
        return [*lines, *dict.fromkeys(_terrain_line(locale, piece) for piece in pieces)]

    def sees(self, desk: Desk, viewer: str) -> list[str]:
        """Return for each enemy formation how many of its figures one figure sees, and what covers them.

        Rule: EE-SIGHT-1, EE-SIGHT-4, EE-COVER-1
        """
        state, locale = desk.state, desk.locale
        if viewer not in state.figures:
            return []
        lines = []
        for formation in enemies_of(state, state.figures[viewer].formation):
            figures = state.standing(formation)
            looks = [sight for figure in figures if (sight := find_sight(state, viewer, figure)) is not None]
            seen, covers = [sight for sight in looks if sight.clear], {kind for sight in looks for kind in sight.cover}
            facts = {"formation": formation, "seen": len(seen), "number": len(figures)}
            cover = ", ".join(terrain_name(locale, kind) for kind in sorted(covers))
            sentence = N_("{formation}: {seen} of {number} seen; cover: {cover}")
            if looks:
                template = sentence if cover else N_("{formation}: {seen} of {number} seen")
                lines.append(locale.say(template, **facts, cover=cover))
        return lines

    def tells_distances(self, state: Match) -> bool:
        """Return False: distances are measured once all targets are named.

        Rule: EE-SHOOT-3
        """
        return False

    def actor(self, desk: Desk) -> tuple[str | None, Spot | None]:
        """Return the first figure on the table of the active side."""
        state = desk.state
        for id, figure in state.figures.items():
            if state.side_of(id) == state.play.active and figure.on_table and figure.position.at:
                return id, (figure.position.at[0], figure.position.at[1])
        return None, None


def _formation_lines(locale: Locale, state: Match, id: str) -> list[str]:
    """Return a formation: its figures and order, where its middle is, in which cover, with whom it is engaged."""
    figures = [f for f in state.standing(id) if state.figures[f].position.at is not None]
    spots = [spot_of(at) for f in figures if (at := state.figures[f].position.at) is not None]
    formation = state.formations[id]
    parts = [side_name(state, formation.side), formation_line(locale, state, formation).removeprefix(f"{id} ")]
    if spots:
        parts.append(locale.say(N_("about {place}"), place=_place_text(locale, middle_of(spots))))
    covers = {}
    for piece in state.scenario.terrain:
        inside = sum(is_inside(piece, at) for at in spots)
        if inside:
            covers[_terrain_line(locale, piece)] = inside
    parts += [locale.say(N_("{number} in {terrain}"), number=many, terrain=name) for name, many in covers.items()]
    others = dict.fromkeys(state.figures[other].formation for f in figures for other in state.touching(f))
    enemies = [other for other in others if state.formations[other].side != formation.side]
    if enemies:
        parts.append(locale.say(N_("engaged with {formations}"), formations=locale.join_and(enemies)))
    return [with_label(locale, id, ", ".join(parts))]


def _zone_line(locale: Locale, box: tuple[float, float, float, float]) -> str:
    x0, y0, x1, y1 = (locale.number(round(value)) for value in box)
    sentence = N_("{x0} to {x1} cm from the left, {y0} to {y1} cm from the bottom")
    return with_label(
        locale, locale.gettext(N_("where a side sets up")), locale.say(sentence, x0=x0, x1=x1, y0=y0, y1=y1)
    )


def _place_text(locale: Locale, at: Spot) -> str:
    x, y = (locale.number(round(value)) for value in at)
    return locale.say(N_("{x} cm from the left, {y} cm from the bottom"), x=x, y=y)


def _terrain_line(locale: Locale, piece: Terrain) -> str:
    """Return a piece of terrain in words: its name, if it has one, and its kind."""
    kind = terrain_name(locale, piece.kind)
    return kind if piece.name is None else f"{locale.name_of(piece.name)}, {kind}"


PARTS = TableMap()

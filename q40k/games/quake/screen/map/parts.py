"""The parts of the map that are Quake 40K's own."""

from __future__ import annotations

from typing import Final

from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.map.legend import legend
from q40k.games.quake.screen.map.relation import marked_target, measure_sight
from q40k.games.quake.screen.map.told import describe_place, relation_line
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.draw import LINES
from q40k.tui.map.parts import Dragged, Layer, MapParts, Relation

LAYERS: Final = (
    Layer("scenery", N_("scenery")),
    Layer("portals", N_("portals")),
    Layer("tokens", N_("tokens")),
    Layer("champions", N_("champions")),
    Layer("tiles", N_("tiles")),
    Layer(LINES, N_("lines")),
)


def explain(locale: Locale) -> str:
    """Explain the map, for F1."""
    _ = locale.gettext
    return _(
        "The arena from above. Arrows move the view, + and - zoom, 0 shows all of it; Enter"
        " brings out a cursor that tells what is under it, and a click does the same. 1 to 6"
        " switch scenery, portals, tokens, champions, tile lines and sight lines; . follows"
        " the active champion or not. Drag a champion to move it."
    )


def actor(desk: Desk) -> tuple[str | None, Spot | None]:
    """Return the active champion and its place."""
    state = desk.state
    player = state.players.get(state.play.active or "")
    return state.play.active, player.position.at if player is not None else None


def between(desk: Desk, other: str) -> Relation | None:
    """Return the lines of sight from the active champion to another, with the result in words.

    Rule: SHOOT-2, SHOOT-3
    """
    state, locale = desk.state, desk.locale
    if state.play.active is None or other not in state.players:
        return None
    seen = measure_sight(state, state.play.active, other)
    if seen is None:
        return None
    percent = locale.percent(int(seen.share * 100 + 1e-6) / 100)
    text = relation_line(locale, state, state.play.active, other, seen)
    return Relation(seen.lines, ((seen.middle, percent),), text)


def drop_champion(desk: Desk, player: str, at: Spot) -> Dragged:
    """Move a champion dragged on the map if it may move; otherwise correct its place."""
    state = desk.state
    if state.play.phase == "movement" and state.play.active == player:
        return "move"
    from q40k.games.quake.screen.positions import place_champion

    return lambda there: place_champion(there, state.players[player], at)


PARTS: Final = MapParts(
    layers=LAYERS,
    legend=legend,
    explain=explain,
    describe=lambda desk, at, reach_cm: describe_place(desk.locale, desk.state, at, reach_cm),
    actor=actor,
    marked=marked_target,
    relation=between,
    on_drag=drop_champion,
)

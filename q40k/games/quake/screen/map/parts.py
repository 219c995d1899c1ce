"""What Quake 40K brings to the map."""

from __future__ import annotations

from typing import Final

from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.map.legend import legend
from q40k.games.quake.screen.map.relation import marked_target, relation
from q40k.games.quake.screen.map.told import relation_line, told
from q40k.geometry.spots import Spot
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
    """What F1 says of the map."""
    _ = locale.gettext
    return _(
        "The arena from above. Arrows move the view, + and - zoom, 0 shows all of it; Enter"
        " brings out a cursor that tells what is under it, and a click does the same. 1 to 6"
        " switch scenery, portals, tokens, champions, tile lines and sight lines; . follows"
        " the active champion or not. Drag a champion to move it."
    )


def actor(desk: Desk) -> tuple[str | None, Spot | None]:
    """The active champion, and where it stands."""
    state = desk.state
    one = state.players.get(state.play.active or "")
    return state.play.active, one.position.at if one is not None else None


def between(desk: Desk, other: str) -> Relation | None:
    """The lines of sight from the active champion to another, what it sees of it, and why.

    Rule: SHOOT-2, SHOOT-3
    """
    state, locale = desk.state, desk.locale
    if state.play.active is None or other not in state.players:
        return None
    found = relation(state, state.play.active, other)
    if found is None:
        return None
    percent = locale.percent(int(found.share * 100 + 1e-6) / 100)
    told = relation_line(locale, state, state.play.active, other, found)
    return Relation(found.lines, ((found.middle, percent),), told)


def dragged(desk: Desk, player: str, at: Spot) -> Dragged:
    """A champion was dragged to a place: it moves there if it may, else its place is put right."""
    state = desk.state
    if state.play.phase == "movement" and state.play.active == player:
        return "move"
    from q40k.games.quake.screen.positions import place_of

    return lambda there: place_of(there, state.players[player], at)


PARTS: Final = MapParts(
    layers=LAYERS,
    legend=legend,
    explain=explain,
    describe=lambda desk, at, reach_cm: told(desk.locale, desk.state, at, reach_cm),
    actor=actor,
    marked=marked_target,
    relation=between,
    on_drag=dragged,
)

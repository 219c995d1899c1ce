"""What is said of the map."""

from __future__ import annotations

from q40k.geometry.scene import Piece
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.parts import Layer, MapParts, Sample
from tests.games.race.rules.state import Race
from tests.games.race.scene import middle, scene
from tests.games.race.screen.base import Desk


def legend(locale: Locale, _state: Race) -> tuple[Sample, ...]:
    """What the colours of the squares mean."""
    return (
        Sample(locale.gettext(N_("throws on")), area="on"),
        Sample(locale.gettext(N_("throws back")), area="back"),
        Sample(locale.gettext(N_("the line")), area="line"),
    )


def told(desk: Desk, at: Spot, reach_cm: float) -> list[str]:
    """Who is at a place."""
    made = scene(desk.state)
    found = made.nearest(at, reach_cm) if made else None
    return [desk.state.runners[found.id].name] if isinstance(found, Piece) else []


def actor(desk: Desk) -> tuple[str | None, Spot | None]:
    """Whose turn it is, and where they are."""
    state = desk.state
    if state.active is None:
        return None, None
    return state.active, middle(state.runners[state.active].course.square)


PARTS = MapParts(
    layers=(Layer("numbers", N_("numbers")),), legend=legend, describe=told, actor=actor
)

"""The vortex: everyone is dragged towards its holder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import field

from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.positions.places import in_water, portal_at
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.geometry.spots import Spot
from q40k.geometry.units import Inches, to_cm
from q40k.kernel.events import Event

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions


@event
class VortexDrags(Event, tag="vortex-drags"):
    """The vortex drags every other champion 6 in towards its holder.

    `to` is where champions of known places end, `portals` the portal of those who end wholly on
    one, `wet` are those who end in water.
    """

    player: str
    to: dict[str, tuple[float, float]] = field(default_factory=dict)
    portals: dict[str, int] = field(default_factory=dict)
    wet: tuple[str, ...] = ()


@fold(VortexDrags)
def _vortex_drags(state: Match, event: VortexDrags) -> Match:
    for player, spot in event.to.items():
        state = change_player(
            state, player, at=spot, portal=event.portals.get(player), near=None, tile=None,
            level=None, in_water=player in event.wet,
        )  # fmt: skip
    return state


DRAG_IN = Inches(6)


STEP_CM = 0.1


def find_drag_ends(state: Match, holder: str) -> dict[str, Spot]:
    """Return where the vortex drags champions: 6 in towards its holder, stopping on contact.

    Only champions of known places are dragged, and only if the holder's is known. The nearest goes
    first. A champion stops before another base, and before anything impassable or lethal.

    Rule: BONUS-1
    """
    players = state.players
    others = [
        p for p in state.order if players[p].in_play and players[p].position.at and p != holder
    ]
    if players[holder].position.at is None or not others or not players[holder].in_play:
        return {}
    from q40k.games.quake.rules.positions.places import positions_of
    from q40k.geometry.contact import gap_in

    positions = positions_of(state)
    middle = positions.figure(holder)
    ends: dict[str, Spot] = {}
    for who in sorted(others, key=lambda p: gap_in(positions.figure(p), middle)):
        spot = _stop(positions, who, holder)
        if spot != players[who].position.at:
            ends[who] = spot
            positions = positions.move_figure(who, spot)
    return ends


def _stop(positions: ArenaPositions, who: str, holder: str) -> Spot:
    """Return where one champion ends: the furthest place with room, in steps of a millimetre."""
    from math import hypot

    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.geometry.contact import in_contact

    figure, middle = positions.figure(who), positions.figure(holder)
    (x, y), (mx, my) = figure.spot, middle.spot
    length = hypot(mx - x, my - y)
    if in_contact(figure, middle) or not length:
        return figure.spot
    others = positions.others(who)
    far = min(to_cm(DRAG_IN), length)
    for step in range(int(far / STEP_CM + 1e-9), 0, -1):
        share = step * STEP_CM / length
        spot = (round(x + share * (mx - x), 2), round(y + share * (my - y), 2))
        if not blocked_by(positions.field, others, figure.base, spot):
            return spot
    return figure.spot


def drag_champions(state: Match, holder: str) -> VortexDrags:
    """Return the vortex's event: where everyone ends, and what they stand in there.

    Rule: BONUS-1, PORTAL-6
    """
    to, players = find_drag_ends(state, holder), state.players
    portals = {p: portal_at(state, players[p], spot) for p, spot in to.items()}
    return VortexDrags(
        player=holder,
        to=to,
        portals={p: number for p, number in portals.items() if number is not None},
        wet=tuple(p for p, spot in to.items() if in_water(state, spot)),
    )

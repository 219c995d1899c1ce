"""Room on the table: refuse a base that ends on another."""

from collections.abc import Iterable, Mapping

from q40k.games.epic.state.ground import Placement
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.room import StoodApart, find_room, first_overlap, has_room
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


def refuse_overlap(live: Live[Match], places: Mapping[str, Placement], ignored: Iterable[str] = ()) -> Rule[None]:
    """Refuse places of figures that would stand on one another, or on somebody else.

    Rule: EE-MOVE-5
    """
    overlap = first_overlap(live.state, places, tuple(ignored))
    if overlap is not None:
        yield from refuse("EE-MOVE-5", "on-another", figure=overlap[0], other=overlap[1])


def stand_apart(live: Live[Match], figures: Iterable[str]) -> Rule[None]:
    """Move figures that were set down on others to the nearest free places.

    Rule: EE-MOVE-5, EE-TRANSPORT-2, EE-TRANSPORT-5
    """
    state = live.state
    places: dict[str, tuple[float, ...]] = {}
    for figure in figures:
        at, facing = state.figures[figure].position.at, state.figures[figure].position.facing
        if at is None or not state.figures[figure].on_table or has_room(state, figure, (*at, facing)):
            continue
        x, y, ahead = find_room(state, figure, (*at, facing))
        places[figure] = (x, y, ahead)
        state = state.with_figures({figure: {"at": (x, y)}})
    if places:
        yield StoodApart(places=places)

"""Transport: who is aboard, and what getting on and off costs."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from q40k.games.epic.packs.profiles import Troop
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.questions import find_figure, find_figures
from q40k.games.epic.state.registry import Event, fold
from q40k.kernel.state import remember_by_identity
from q40k.tabletop.asking import forbid

COST_CM = 2.5


class CapacitySaid(Event, tag="capacity-said"):
    """The table says how many figures a transport carries if its profile does not."""

    figure: str
    capacity: int

    def fold(self, state: Match) -> Match:
        return state.replace(capacities={**state.capacities, self.figure: self.capacity})


class Boarded(Event, tag="boarded"):
    """Figures have got on; `free`: before the first turn it costs nothing."""

    figures: tuple[str, ...]
    transport: str
    free: bool = False


class GotOff(Event, tag="got-off"):
    """Figures have got off their transport."""

    figures: tuple[str, ...]
    transport: str


class ThrownOut(Event, tag="thrown-out"):
    """Passengers of a wreck are where it was; they do nothing more in this phase."""

    figures: tuple[str, ...]
    transport: str

    def fold(self, state: Match) -> Match:
        at = state.figures[self.transport].position.at
        return state.with_figures({figure: {"aboard": None, "at": at, "thrown": True} for figure in self.figures})


@fold(Boarded, GotOff)
def _got_on_or_off(state: Match, event: Boarded | GotOff) -> Match:
    on = isinstance(event, Boarded)
    free = isinstance(event, Boarded) and event.free
    at = state.figures[event.transport].position.at
    aboard = {"aboard": event.transport, "at": None} if on else {"aboard": None, "at": at}
    changes: dict[str, dict[str, object]] = {}
    for figure in event.figures:
        spent = state.figures[figure].doing.spent + (0 if free else COST_CM)
        changes[figure] = {**aboard, "spent": spent}
    transport = state.figures[event.transport]
    if not free and not transport.doing.stopped:
        spent = transport.doing.spent + COST_CM
        changes[event.transport] = {"spent": spent, "stopped": True}
    return state.with_figures(changes)


# -- getting on and off in a move ----------------------------------------------------------


class Riders(NamedTuple):
    """The figures that get on, by transport; those that get off; the formations that carry."""

    boards: Mapping[str, tuple[str, ...]]
    leaves: tuple[str, ...]
    carriers: frozenset[str]


def find_riders(
    state: Match,
    formation: Formation,
    board: str | tuple[str, ...] | dict[str, str] | None,
    leave: bool | tuple[str, ...],
) -> Riders:
    """Return what `board` and `leave` of a move mean. Raises Refused.

    Rule: EE-TRANSPORT-1
    """
    if board is None and not leave:
        return Riders({}, (), frozenset())
    boards = _boards(state, formation, board)
    leaves = _leaves(state, formation, leave)
    ridden = {rider: transport for transport, figures in boards.items() for rider in figures}
    _must_concern(formation, ridden)
    ridden |= {rider: on for rider in leaves if (on := state.figures[rider].position.aboard)}
    _must_concern(formation, {rider: ridden.get(rider) for rider in leaves})
    carried = {state.figures[rider].position.aboard for rider in leaves} - {None}
    carriers = {state.figures[transport].formation for transport in (*boards, *carried) if transport is not None}
    return Riders(boards, leaves, frozenset(carriers))


def is_held(state: Match, figure: str) -> bool:
    """Return whether a figure may not move: dangerous ground holds it, or it left a wreck.

    Rule: EE-TERRAIN-4, EE-TRANSPORT-5
    """
    doing = state.figures[figure].doing
    return doing.stuck or doing.thrown


@remember_by_identity
def has_transports(troops: tuple[Troop, ...]) -> bool:
    """Return whether some of the troops of a formation carry others."""
    return any(troop.profile.has("transport") for troop in troops)


def able_to_board(state: Match, figures: Iterable[str], overruled: frozenset[str]) -> tuple[str, ...]:
    """Return the figures that get on after a move: it destroyed none of them, and held none of them.

    `overruled` were held before.
    """
    return tuple(f for f in figures if state.figures[f].on_table and (f in overruled or not is_held(state, f)))


def _must_concern(formation: Formation, ridden: Mapping[str, str | None]) -> None:
    """Refuse figures and transports if neither belongs to the formation."""
    for figure, transport in ridden.items():
        if figure not in formation.figures and transport not in formation.figures:
            facts = {"figure": figure, "formation": formation.id}
            raise forbid("EE-TRANSPORT-1", "not-of-formation", **facts)


def _boards(
    state: Match, formation: Formation, board: str | tuple[str, ...] | dict[str, str] | None
) -> dict[str, tuple[str, ...]]:
    if board is None:
        return {}
    if isinstance(board, dict):
        boards: dict[str, tuple[str, ...]] = {}
        for rider, transport in board.items():
            where = find_figure(state, transport)
            boards[where] = (*boards.get(where, ()), *find_figures(state, (rider,)))
        return boards
    if isinstance(board, str):
        return {find_figure(state, board): state.alive(formation.id)}
    own = [f for f in state.standing(formation.id) if state.has(f, "transport")]
    if len(own) != 1:
        raise forbid("EE-TRANSPORT-1", "which-transport", formation=formation.id)
    return {own[0]: find_figures(state, board)}


def _leaves(state: Match, formation: Formation, leave: bool | tuple[str, ...]) -> tuple[str, ...]:
    if not leave:
        return ()
    if isinstance(leave, tuple):
        return find_figures(state, leave)
    own = tuple(f for f in state.alive(formation.id) if state.figures[f].position.aboard)
    carried = [p for f in state.standing(formation.id) for p in state.passengers(f)]
    if not (own or carried):
        raise forbid("EE-TRANSPORT-2", "nobody-aboard", formation=formation.id)
    return own or tuple(carried)

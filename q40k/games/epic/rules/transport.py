"""Transport: who gets on and off, what it costs, and what a wreck does to its passengers."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from q40k.games.epic.packs.profiles import Troop
from q40k.games.epic.rules import ground, losses, places
from q40k.games.epic.rules.questions import find_figure, find_figures, forbid, refuse
from q40k.games.epic.rules.registry import Event, fold
from q40k.games.epic.rules.room import stand_apart
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.space import CONTACT_CM, HAIR_CM
from q40k.kernel.events import Live, NumberQuestion, Rule
from q40k.kernel.state import remember_by_identity

COST_CM = 2.5
MOST_ABOARD = 60


class CapacitySaid(Event, tag="capacity-said"):
    """The table says how many figures a transport carries if its profile does not."""

    figure: str
    capacity: int


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


@fold(CapacitySaid)
def _capacity_said(state: Match, event: CapacitySaid) -> Match:
    return state.replace(capacities={**state.capacities, event.figure: event.capacity})


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


@fold(ThrownOut)
def _thrown_out(state: Match, event: ThrownOut) -> Match:
    at = state.figures[event.transport].position.at
    return state.with_figures({figure: {"aboard": None, "at": at, "thrown": True} for figure in event.figures})


def capacity(live: Live[Match], transport: str) -> Rule[int]:
    """Return how many figures a transport carries; ask the table once if nobody has said it.

    Rule: EE-TRANSPORT-3
    """
    count = live.state.profile(transport).capacity or live.state.capacities.get(transport)
    if count is None:
        count = yield NumberQuestion(
            "capacity", live.state.side_of(transport), "EE-TRANSPORT-3", {"figure": transport}, 1, MOST_ABOARD
        )
        yield CapacitySaid(figure=transport, capacity=count)
    return int(count)


def board(live: Live[Match], figures: tuple[str, ...], transport: str, *, free: bool = False) -> Rule[None]:
    """Get on a transport: 2.5 cm for each figure, and 2.5 cm for the transport's stop.

    Cargo follows the same rule.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-2, EE-TRANSPORT-3, EE-TRANSPORT-4, EE-DEPLOY-4
    """
    state = live.state
    if not state.has(transport, "transport") or not state.figures[transport].on_table:
        raise forbid("EE-TRANSPORT-1", "no-transport", figure=transport)
    for figure in figures:
        if figure == transport or state.side_of(figure) != state.side_of(transport):
            raise forbid("EE-TRANSPORT-1", "cannot-carry", figure=figure, transport=transport)
        between = places.gap(state, figure, transport)
        if not free and between is not None and between > CONTACT_CM:
            yield from refuse("EE-TRANSPORT-4", "not-beside", figure=figure, cm=between)
    room = (yield from capacity(live, transport)) - len(state.passengers(transport))
    if len(figures) > room:
        facts = {"transport": transport, "room": room, "got": len(figures)}
        yield from refuse("EE-TRANSPORT-3", "no-room", **facts)
    if not free:
        yield from _must_afford(live, figures, transport)
    yield Boarded(figures=figures, transport=transport, free=free)


def get_off(live: Live[Match], figures: tuple[str, ...]) -> Rule[None]:
    """Get off; it costs the same as getting on. Then a figure acts as usual.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-2
    """
    by_transport: dict[str, tuple[str, ...]] = {}
    for figure in figures:
        transport = live.state.figures[figure].position.aboard
        if transport is None:
            raise forbid("EE-TRANSPORT-2", "not-aboard", figure=figure)
        by_transport[transport] = (*by_transport.get(transport, ()), figure)
    for transport, group in by_transport.items():
        yield from _must_afford(live, group, transport)
        yield GotOff(figures=group, transport=transport)


def _must_afford(live: Live[Match], figures: Iterable[str], transport: str) -> Rule[None]:
    """Refuse a figure with less than 2.5 cm of its move left; on First Fire it never has enough.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-4
    """
    state = live.state
    payers = list(figures)
    if not state.figures[transport].doing.stopped:
        payers.append(transport)
    for figure in payers:
        remaining = ground.move_limit(state, figure) - state.figures[figure].doing.spent
        if remaining < COST_CM - HAIR_CM:
            rule = "EE-TRANSPORT-1" if figure == transport else "EE-TRANSPORT-4"
            yield from refuse(rule, "cannot-afford", figure=figure, left=max(0.0, remaining))


def set_down(live: Live[Match], transports: Iterable[str]) -> Rule[None]:
    """Put the passengers of transports that are lost without a wreck where these were."""
    for transport in transports:
        aboard = live.state.passengers(transport)
        if aboard:
            yield ThrownOut(figures=aboard, transport=transport)
            yield from stand_apart(live, aboard)


def resolve_wrecks(live: Live[Match], transports: Iterable[str]) -> Rule[None]:
    """Resolve what happens to the passengers of destroyed transports.

    Each takes a hit with an unmodified save. Survivors are put where the transport was, in contact
    with nobody. The table may play that all are lost, or none.

    Rule: EE-TRANSPORT-5
    """
    for transport in transports:
        if live.state.figures[transport].life.alive:
            continue
        for figure in live.state.passengers(transport):
            if live.state.switches.wreck == "lost":
                yield from losses.lose(live, (figure,), "wreck")
            elif live.state.switches.wreck == "hit" and not (
                yield from losses.roll_plain_save(live, figure, "wreck-save")
            ):
                yield from losses.take_hit(live, figure, "wreck")
        yield from set_down(live, (transport,))


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


def refuse_held(live: Live[Match], who: Riders) -> Rule[frozenset[str]]:
    """Refuse riders that dangerous ground or a wreck keeps where they are; return those overruled.

    Rule: EE-TERRAIN-4, EE-TRANSPORT-5
    """
    state = live.state
    held = [f for figures in who.boards.values() for f in figures if is_held(state, f)]
    for figure in held:
        yield from refuse("EE-TERRAIN-4", "held", figure=figure)
    return frozenset(held)


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

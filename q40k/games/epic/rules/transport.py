"""Transport: get on and off, and roll for the passengers of a wreck."""

from collections.abc import Iterable

from q40k.games.epic.rules import losses
from q40k.games.epic.rules.room import stand_apart
from q40k.games.epic.state import ground, places
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.transport import COST_CM, Boarded, CapacitySaid, GotOff, Riders, ThrownOut, is_held
from q40k.geometry.space import CONTACT_CM, HAIR_CM
from q40k.kernel.events import Live, NumberQuestion, Rule
from q40k.tabletop.asking import forbid, refuse

MOST_ABOARD = 60


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
        if state.passengers(figure):
            raise forbid("EE-TRANSPORT-1", "carries-others", figure=figure)
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
        remaining = ground.remaining_cm(state, figure)
        if remaining < COST_CM - HAIR_CM:
            rule = "EE-TRANSPORT-1" if figure == transport else "EE-TRANSPORT-4"
            yield from refuse(rule, "cannot-afford", figure=figure, left=remaining)


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


def refuse_held(live: Live[Match], who: Riders) -> Rule[frozenset[str]]:
    """Refuse riders that dangerous ground or a wreck keeps where they are; return those overruled.

    Rule: EE-TERRAIN-4, EE-TRANSPORT-5
    """
    state = live.state
    held = [f for figures in who.boards.values() for f in figures if is_held(state, f)]
    for figure in held:
        yield from refuse("EE-TERRAIN-4", "held", figure=figure)
    return frozenset(held)

"""Orders: chips face down beside the formations, all turned over at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import field, structs

from q40k.games.epic.rules.command import Command, FormationId
from q40k.games.epic.rules.questions import (
    find_formation,
    find_side,
    forbid,
    must_be_in_phase,
    must_be_on_the_table,
    refuse,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Formation, Given, Match, Order
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.questions import EachQuestion
from q40k.kernel.sealing import BrokenSeal, seal, unseal
from q40k.packs.said import Name

GIVEN: Final[tuple[Given, ...]] = ("advance", "charge", "first-fire")
"""The orders that can be given; a formation without one advances."""
Sealed = dict[str, Given]
"""The content of a seal: the orders by formation."""


@command
class GiveOrders(Command, tag="orders"):
    """A side gives its orders; formations not named advance.

    With `secret` the orders are asked for, so that nobody reads them while they are typed. `seal`
    replaces them in the record of an unfinished match.
    """

    player: Name
    orders: dict[FormationId, Given] = field(default_factory=dict)
    secret: bool = False
    seal: str | None = None

    def sealed_copy(self, events: Sequence[Event]) -> GiveOrders:
        """Return the command with its orders sealed, so that nobody reads them in a record.

        Rule: EE-ORDER-9
        """
        orders = next((event.orders for event in events if isinstance(event, OrdersGiven)), None)
        content = {} if orders is None else dict(orders)
        return self.replace(orders={}, secret=False, seal=seal(self.player, content))


@event
class OrdersGiven(Event, tag="orders-given"):
    """A side has given its orders; they are None for the other side (EE-ORDER-9)."""

    side: str
    turn: int
    orders: dict[str, Given] | None


@event
class OrdersRevealed(Event, tag="orders-revealed"):
    """All chips are turned over; a formation without one is on Advance."""

    orders: dict[str, Order]


@fold(OrdersGiven)
def _orders_given(state: Match, event: OrdersGiven) -> Match:
    for formation in state.of_side(event.side):
        chip = (event.orders or {}).get(formation.id)
        state = state.with_formation(formation.id, chip=chip)
    return state.with_side(event.side, ordered=True)


@fold(OrdersRevealed)
def _orders_revealed(state: Match, event: OrdersRevealed) -> Match:
    for id, order in event.orders.items():
        state = state.with_formation(id, order=order, chip=None)
    return state


def orderable(state: Match, side: str) -> tuple[Formation, ...]:
    """Return the formations of a side that may have an order: none in Retreat, none lost.

    Rule: EE-ORDER-1, EE-RETREAT-1
    """
    return tuple(f for f in state.of_side(side) if not f.retreats and state.alive(f.id))


@rule(GiveOrders)
def give_orders(live: Live[Match], command: GiveOrders) -> Rule[None]:
    """Lay order chips face down; they may change until both sides have laid theirs.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-ORDER-4, EE-ORDER-5, EE-ORDER-6, EE-ORDER-7, EE-ORDER-8,
    EE-ORDER-9, EE-INIT-4
    """
    state = live.state
    must_be_on_the_table(state)
    side = find_side(state, command.player)
    if state.play.phase != "orders":
        must_be_in_phase(state, "orders")
    if all(member.ordered for member in state.sides.values()):
        yield from refuse("EE-ORDER-9", "orders-are-done", side=side.name)
    accepted: dict[str, Given] = {}
    orders = command.orders
    if command.seal is not None:
        orders = _unseal_orders(command)
    for name, order in orders.items():
        formation = find_formation(state, name)
        if formation.side != side.id:
            raise forbid("EE-ORDER-1", "not-yours", formation=formation.id, side=side.name)
        if not state.alive(formation.id):
            raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
        if formation.retreats:
            raise forbid("EE-RETREAT-1", "no-order-in-retreat", formation=formation.id)
        accepted[formation.id] = order
    if command.secret:
        accepted = yield from _ask_orders(live, side.id)
    yield OrdersGiven(side=side.id, turn=state.play.turn, orders=accepted)


def _unseal_orders(command: GiveOrders) -> dict[str, Given]:
    """Return the orders that a record holds sealed."""
    assert command.seal is not None
    try:
        orders: dict[str, Given] = msgspec.convert(unseal(command.player, command.seal), Sealed)
    except (BrokenSeal, msgspec.ValidationError) as error:
        raise forbid("EE-ORDER-9", "seal-broken", side=command.player) from error
    return orders


def _ask_orders(live: Live[Match], side: str) -> Rule[dict[str, Given]]:
    question = _orders_question(live.state, side)
    if not question.items:
        return {}
    answer: tuple[Given, ...] = yield question
    return dict(zip(question.items, answer, strict=True))


def _orders_question(state: Match, side: str) -> EachQuestion:
    formations = tuple(formation.id for formation in orderable(state, side))
    return EachQuestion("orders", side, "EE-ORDER-2", {}, formations, GIVEN, secret=True)


def missing_orders(state: Match, side: str) -> tuple[GiveOrders, EachQuestion] | None:
    """Return the command and question for the orders a side has still to give, or None.

    Both sides may give theirs at once.

    Rule: EE-ORDER-9, EE-INIT-4
    """
    if state.play.phase != "orders" or state.outcome.over or state.sides[side].ordered:
        return None
    question = _orders_question(state, side)
    if not question.items:
        return None
    return GiveOrders(player=state.sides[side].name, secret=True), question


def reveal(live: Live[Match]) -> Rule[None]:
    """Turn all chips over at the same moment.

    Rule: EE-ORDER-2, EE-ORDER-3
    """
    state = live.state
    orders: dict[str, Order] = {}
    for formation in state.formations.values():
        if state.alive(formation.id) and not formation.retreats:
            orders[formation.id] = formation.orders.chip or "advance"
    yield OrdersRevealed(orders=orders)


# -- who may know --------------------------------------------------------------------------


def mask_state(state: Match, viewer: str | None) -> Match:
    """Return the state as `viewer` may know it: without others' chips that lie face down.

    Rule: EE-ORDER-9
    """
    for formation in state.formations.values():
        if formation.orders.chip is not None and formation.side != viewer:
            state = state.with_formation(formation.id, chip=None)
    return state


def mask_event(state: Match, event: Event, viewer: str | None) -> Event:
    """Return the event as `viewer` may know it: orders stay hidden until they are revealed.

    Rule: EE-ORDER-9
    """
    if not isinstance(event, OrdersGiven) or event.side == viewer:
        return event
    hidden = event.turn == state.play.turn and state.play.phase == "orders"
    return structs.replace(event, orders=None) if hidden else event

"""Orders: chips face down beside the formations, and all of them turned over at once."""

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
    must_be,
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
"""The orders there are to give; who is given none advances."""
Sealed = dict[str, Given]
"""What is in a seal: the orders by formation."""


@command
class GiveOrders(Command, tag="orders"):
    """A side gives its orders; what is not named advances.

    With `secret` they are asked for, so that nobody reads them as they are typed. `seal` is what a
    record of a match that goes on holds in their place.
    """

    player: Name
    orders: dict[FormationId, Given] = field(default_factory=dict)
    secret: bool = False
    seal: str | None = None

    def sealed_copy(self, events: Sequence[Event]) -> GiveOrders:
        """Orders that lie face down are in a record, but nobody reads them there.

        Rule: EE-ORDER-9
        """
        given = next((one.orders for one in events if isinstance(one, OrdersGiven)), None)
        shut = {} if given is None else dict(given)
        return self.replace(orders={}, secret=False, seal=seal(self.player, shut))


@event
class OrdersGiven(Event, tag="orders-given"):
    """A side has given its orders; they are None for whom they are a secret (EE-ORDER-9)."""

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
    """The formations of a side that may have an order: none that is in Retreat, or lost.

    Rule: EE-ORDER-1, EE-RETREAT-1
    """
    return tuple(f for f in state.of_side(side) if not f.retreats and state.alive(f.id))


@rule(GiveOrders)
def give_orders(live: Live[Match], command: GiveOrders) -> Rule[None]:
    """Lay order chips face down; they may be changed until both sides have laid theirs.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-ORDER-4, EE-ORDER-5, EE-ORDER-6, EE-ORDER-7, EE-ORDER-8,
    EE-ORDER-9, EE-INIT-4
    """
    state = live.state
    must_be_on_the_table(state)
    side = find_side(state, command.player)
    if state.play.phase != "orders":
        must_be(state, "orders")
    if all(one.ordered for one in state.sides.values()):
        yield from refuse("EE-ORDER-9", "orders-are-done", side=side.name)
    given: dict[str, Given] = {}
    orders = command.orders
    if command.seal is not None:
        orders = _opened(command)
    for said, order in orders.items():
        formation = find_formation(state, said)
        if formation.side != side.id:
            raise forbid("EE-ORDER-1", "not-yours", formation=formation.id, side=side.name)
        if not state.alive(formation.id):
            raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
        if formation.retreats:
            raise forbid("EE-RETREAT-1", "no-order-in-retreat", formation=formation.id)
        given[formation.id] = order
    if command.secret:
        given = yield from _asked(live, side.id)
    yield OrdersGiven(side=side.id, turn=state.play.turn, orders=given)


def _opened(command: GiveOrders) -> dict[str, Given]:
    """The orders that a record holds sealed."""
    assert command.seal is not None
    try:
        orders: dict[str, Given] = msgspec.convert(unseal(command.player, command.seal), Sealed)
    except (BrokenSeal, msgspec.ValidationError) as error:
        raise forbid("EE-ORDER-9", "seal-broken", side=command.player) from error
    return orders


def _asked(live: Live[Match], side: str) -> Rule[dict[str, Given]]:
    question = _question(live.state, side)
    if not question.items:
        return {}
    answer: tuple[Given, ...] = yield question
    return dict(zip(question.items, answer, strict=True))


def _question(state: Match, side: str) -> EachQuestion:
    formations = tuple(one.id for one in orderable(state, side))
    return EachQuestion("orders", side, "EE-ORDER-2", {}, formations, GIVEN, secret=True)


def missing(state: Match, side: str) -> tuple[GiveOrders, EachQuestion] | None:
    """The command that asks a side for the orders it has still to give, and what it asks.

    Both sides may give theirs at once.

    Rule: EE-ORDER-9, EE-INIT-4
    """
    if state.play.phase != "orders" or state.outcome.over or state.sides[side].ordered:
        return None
    question = _question(state, side)
    if not question.items:
        return None
    return GiveOrders(player=state.sides[side].name, secret=True), question


def reveal(live: Live[Match]) -> Rule[None]:
    """Turn all chips over, at the same moment.

    Rule: EE-ORDER-2, EE-ORDER-3
    """
    state = live.state
    orders: dict[str, Order] = {}
    for formation in state.formations.values():
        if state.alive(formation.id) and not formation.retreats:
            orders[formation.id] = formation.orders.chip or "advance"
    yield OrdersRevealed(orders=orders)


# -- who may know --------------------------------------------------------------------------


def masked(state: Match, viewer: str | None) -> Match:
    """The state as `viewer` may know it: without the chips of others that lie face down.

    Rule: EE-ORDER-9
    """
    for formation in state.formations.values():
        if formation.orders.chip is not None and formation.side != viewer:
            state = state.with_formation(formation.id, chip=None)
    return state


def masked_event(state: Match, event: Event, viewer: str | None) -> Event:
    """The event as `viewer` may know it: orders of this turn that are not turned over yet.

    Rule: EE-ORDER-9
    """
    if not isinstance(event, OrdersGiven) or event.side == viewer:
        return event
    hidden = event.turn == state.play.turn and state.play.phase == "orders"
    return structs.replace(event, orders=None) if hidden else event
